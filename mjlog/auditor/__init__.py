"""The audit: every claim of a record against what the rule set makes of it.

It imports the model, the referee, the rule sets and the notation. It judges no act (a clause of a
rule set does) and reads no file. What it finds are values: findings, verdicts, settlements.
"""
