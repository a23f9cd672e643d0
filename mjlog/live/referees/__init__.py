"""What players confirm at a table, and what referees decide and write.

These modules import the ledgers and never a page.
"""
