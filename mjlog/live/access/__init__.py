"""Who may do what at a table, and who signed what.

These modules import no table and no page; they never write a secret into a log.
"""
