"""Made-up games of any rule set, for tests, benchmarks and examples.

It imports the model, the notation, the referee, the rule sets and the auditor. The players do not
play well. No rule is in this package: players make only acts that the clauses of the rule set
allow.
"""
