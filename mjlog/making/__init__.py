"""Lets a program make records, act by act.

It imports the model, the notation, the referee and the rule sets. It never decides what is legal:
the referee does.
"""
