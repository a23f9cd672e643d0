"""Lets a program make records, act by act.

It imports the model, the notation, the referee and the rule sets. The referee alone decides what is
legal.
"""
