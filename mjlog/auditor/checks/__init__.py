"""Checks of a record's claims against what is due: one module for each kind of claim.

It imports the values of an audit. It looks for no explanation of differences.
"""
