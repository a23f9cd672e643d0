"""What formats for MCR have in common: names of fans, and a deal that is recorded act by act.

It knows no format and no rule set, and judges nothing.
"""
