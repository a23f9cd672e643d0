"""Made-up games of any rule set, for tests, benchmarks and examples.

It imports the model, the notation, the referee, the rule sets and the auditor. Nobody plays well
here, and nothing here knows a rule: every act is legal because the clauses of the rule set say so.
"""
