"""Games that are being recorded: the ledger on disk, what a scribe types, what the rules propose.

This package imports the model, the notation, the referee, the rule sets and the auditor, and writes
files. It contains no name of a rule set, no terminal and no page.
"""
