"""Helpers that the formats of riichi programs share.

A reader records a deal act by act (`deal_recorder`) and how it ended (`outcomes`). A writer takes a
deal that is prepared for it (`export_view`). This package imports the model and the notation. It
knows no format by name, and no rule: it turns numbers of other programs into words of the notation.
"""
