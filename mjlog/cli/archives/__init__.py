"""The commands ``mjlog archive`` and ``mjlog token``.

They import the archive and print what it answers; no rule of a game stands here.
"""
