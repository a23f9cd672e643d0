"""What judges a deal: the parts of a rulebook, the replay, and what a deal came to.

It imports the model alone. It never knows a rule set by name: a rule set is a value that is handed
to the replay. The table moves tiles, a clause judges, nothing here compares claims.
"""
