"""What the formats of riichi programs share.

A reader records a deal act by act (`deal_recorder`) and says how it ended (`outcomes`); a writer
takes a deal laid out for it (`export_view`). It imports the model and the notation. It knows no
format by its name, and no rule: numbers of other programs become words of the notation.
"""
