"""What pages say of an audit: faults, corrections, the lines of the sheet.

These modules import reports and no rule of a game.
"""
