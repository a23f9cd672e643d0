"""A tournament: players, rounds, the seat draw and its seed, cards, what is still missing, sheets.

It imports the model, the notation, rule sets, ledgers and the archive. It never says what a game is
worth nor who is ahead: records are audited and added up by the archive. It knows no pages.
"""
