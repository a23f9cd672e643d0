"""The parts of pages about an audit: faults, corrections, the lines of the sheet.

These modules import reports and no rule of a game.
"""
