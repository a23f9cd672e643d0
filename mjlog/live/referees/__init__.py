"""Players' confirmations of results, and the decisions of referees.

These modules import the ledgers and never a page.
"""
