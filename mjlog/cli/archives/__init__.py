"""The commands ``mjlog archive`` and ``mjlog token``.

They import the archive and print its answers; they contain no rule of a game.
"""
