"""What the formats of riichi programs share.

A reader records a deal act by act (`deal_recorder`) and says how it ended (`outcomes`); a writer
takes a deal laid out for it (`export_view`).
"""
