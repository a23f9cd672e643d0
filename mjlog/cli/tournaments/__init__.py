"""The command ``mjlog tournament``.

It imports the tournament and the paper and prints what they answer; no rule of a game stands here.
"""
