"""Records made by a program, act by act.

It imports the model, the notation, the referee and the rule sets. Nothing here decides what is
legal: the referee is asked.
"""
