"""What several rule sets share: clauses, the break by dice, the fast path of ordinary acts.

It imports the model and the referee. A rule set imports these and lists them under its own numbers.
Nothing here knows a rule set.
"""
