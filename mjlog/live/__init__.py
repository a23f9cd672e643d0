"""Games that are being recorded: the ledger on disk, what a scribe types, what is proposed.

It imports the model, the notation, the referee, the rule sets and the auditor, and writes files. It
knows no rule set by its name, no terminal and no page.
"""
