"""The parts of pages: values made from a record, for the templates.

A part imports rooms of `mjlog` and other parts, never a page. It takes frames, findings and
settlements. It contains no rule of the game.
"""
