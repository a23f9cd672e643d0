"""Ledgers: what their lines say in the end.

These modules import the notation's lines and never a rule set.
"""
