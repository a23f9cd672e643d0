"""The command ``mjlog sheet``.

It imports the score sheets and prints what they answer; no rule of a game stands here.
"""
