"""The audit: compare every claim of a record with the value that the rule set computes.

A record is a set of entries that people wrote. The audit replays and settles each deal as one
reading of these entries, and lists every entry that does not fit. If some do not fit, one search
over tables of suspects (`diagnosis`) looks for the reading with the fewest wrong entries. Each
entry that this reading changes becomes a finding, and what only follows from it is not reported. If
several readings have equally few wrong entries, no single entry is blamed.

It imports the model, the referee, the rule sets and the notation. It judges no act (a clause of a
rule set does) and reads no file. It returns values: findings, verdicts, settlements.
"""
