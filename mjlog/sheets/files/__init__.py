"""Turns files and pasted texts into tables of cells.

These modules import no layout and no rule set.
"""
