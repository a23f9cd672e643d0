"""What was likely written wrong: the readings of a deal with the fewest wrong entries.

A price that was copied into payments, changes and totals is one entry; what says the same fact, as
a deal's name and its dealer, are witnesses. It imports the model, the referee and the rest of the
auditor; it knows no rule set, and never changes the record.
"""
