"""The parts of pages: what is shown of a record, as values for the templates.

A part imports rooms of `mjlog` and other parts, never a page. It takes frames, findings and
settlements; it states no rule of the game.
"""
