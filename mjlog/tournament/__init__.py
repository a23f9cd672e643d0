"""A tournament: players, rounds, the seat draw and its seed, cards, missing games, result sheets.

It imports the model, the notation, rule sets, ledgers and the archive. It computes no points and no
standings: the archive audits the records and computes the standings. It uses no web page.
"""
