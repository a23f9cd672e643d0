"""Finds how a table is laid out: heads, players, units, rules, maps.

These modules import the words of cells and never open a file.
"""
