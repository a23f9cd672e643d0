"""The command ``mjlog sheet``.

It imports the score sheets and prints their findings; it contains no rule of a game.
"""
