"""Files and pasted texts as tables of cells.

These modules import no layout and no rule set.
"""
