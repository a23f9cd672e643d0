"""The parts of the pages for score sheets.

They import the audits of sheets; no rule of a game is here.
"""
