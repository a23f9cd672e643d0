"""Parts that several rule sets share: clauses, scores by a sheet's claims, dice, fast tests.

They import the model and the referee. A rule set imports the parts it has and lists their clauses
under its own numbers. Nothing here knows a rule set.
"""
