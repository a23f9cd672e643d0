"""Ledgers that grow: on the disk, in a chain, as a fair copy, as spectators may see them.

These modules import the notation and never a page.
"""
