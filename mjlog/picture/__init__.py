"""Shows a table: the frames of a deal, pictures, and what a waiting hand may win on.

This package imports the model, the referee and the rule sets. It decides nothing about a win: it
asks the clauses of the rule set.
"""
