"""Stores an archive: the connection, the tables, backups, times and the log of writes.

These modules import no question and no page. They handle rows, and do not know which reader asks.
"""
