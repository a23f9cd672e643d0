"""Reads and writes words of play: a word to its acts and back, tiles, shorthand.

These modules import the model and know no rule of a game.
"""
