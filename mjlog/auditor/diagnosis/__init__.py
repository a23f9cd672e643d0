"""The diagnosis: what was likely written wrong, by the reading with the fewest wrong entries.

A price that was copied into payments, changes and totals counts as one entry. Entries that say the
same fact, such as a deal's label and its dealer, are witnesses. This package imports the model, the
referee and the rest of the auditor. It knows no rule set, and never changes the record.
"""
