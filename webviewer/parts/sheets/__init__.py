"""The parts of the pages for score sheets.

They import the sheets' answers; no rule of a game stands here.
"""
