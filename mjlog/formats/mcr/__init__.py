"""What the formats of MCR share.

A reader records a deal act by act (`deal_words`) with fans by their names (`fans`); a writer takes
a deal laid out for it (`export`). It imports the model and the notation. It knows no format by its
name, and no rule.
"""
