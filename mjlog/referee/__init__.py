"""The judge of single deals: the parts of a rulebook, the replay, and the outcome of a deal.

It imports only the model. It never knows a rule set by name: a rule set is a value that is passed
to the replay. The table moves tiles, and the clauses judge acts. Nothing here compares claims.
"""
