"""The audit: every claim of a record against what the rule set makes of it.

A record is a set of entries that people wrote. The audit judges a reading of them: it replays and
settles each deal and lists every entry that does not fit. If some do not, one search over tables of
suspects (`diagnosis`) looks for the reading with the fewest wrong entries. Entries read otherwise
become findings, what follows from them is not told again, and of several equally small readings
nobody is blamed.

It imports the model, the referee, the rule sets and the notation. It judges no act (a clause of a
rule set does) and reads no file. What it finds are values: findings, verdicts, settlements.
"""
