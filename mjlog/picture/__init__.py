"""A table as somebody sees it: frames of a deal, pictures, what a waiting hand may win on.

It imports the model, the referee and the rule sets as values. It decides nothing about a win: it
asks the clauses of the rule set.
"""
