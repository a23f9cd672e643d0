"""The command ``mjlog corpus``.

It imports the corpus package and prints its answers; it contains no rule of a game.
"""
