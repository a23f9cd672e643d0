"""The parts of pages: values made from a record, for the templates.

A part imports packages of `mjlog` and other parts, never a page. It is made from frames, findings
and settlements. It contains no rule of the game.
"""
