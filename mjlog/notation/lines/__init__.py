"""Reads the lines of a record: what each line is, and the order that lines have.

These modules import the words of play and know no rule of a game.
"""
