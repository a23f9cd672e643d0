"""The words of play: from a word to its acts and back, tiles, shorthand.

These modules import the values of the model and know no rule of a game.
"""
