"""Finds and merges players, decides who sees their statistics, and forgets their names.

These modules import the storage and no page.
"""
