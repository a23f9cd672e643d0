"""Helpers that the formats of MCR share.

A reader records a deal act by act (`deal_words`) with fans by their names (`fans`). A writer takes
a deal that is prepared for it (`export`). This package imports the model and the notation. It knows
no format by name, and no rule.
"""
