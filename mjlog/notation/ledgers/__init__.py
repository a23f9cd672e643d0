"""Ledgers: what a ledger says after all its corrections.

These modules import the notation's lines and no rule set.
"""
