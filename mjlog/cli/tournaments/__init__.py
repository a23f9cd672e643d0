"""The command ``mjlog tournament``.

It imports the packages for tournaments and paper, and prints their answers; it contains no rule of
a game.
"""
