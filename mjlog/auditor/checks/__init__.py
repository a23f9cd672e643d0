"""Checks of a record's claims against the values by the rules: one module for each kind of claim.

It imports the values of an audit. It does not search for the causes of errors.
"""
