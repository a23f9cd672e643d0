"""The parts of pages: what is shown of a record, as values for the templates.

A part takes frames, findings and settlements; it states no rule of the game.
"""
