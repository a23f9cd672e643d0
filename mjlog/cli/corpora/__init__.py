"""The command ``mjlog corpus``.

It imports the corpus and prints what it answers; no rule of a game stands here.
"""
