"""The lines of a record: what each is, in which order they stand.

These modules import the words of play and know no rule of a game.
"""
