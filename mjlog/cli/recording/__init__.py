"""The commands for games that are being recorded.

They import the live tables and print their answers; they contain no rule of a game.
"""
