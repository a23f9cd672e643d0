"""Ledgers that grow: their file, the chain of marks, the fair copy, the part for spectators.

These modules import the notation and never a page.
"""
