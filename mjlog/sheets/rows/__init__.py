"""Reads the rows of a table: players, labels, points, results, values of hands.

Each module has a class that extends the class of the module before it: `seats.py` reads which
player is named, `labels.py` which deal it is, `points.py` how points change, `kinds.py` what kind
of row it is, `result.py` who won, `worth.py` what the hand was worth, `kongs.py` what a kong
brought, `fines.py` what penalties cost, and `reader.py` makes the deal of a row. `seating.py` finds
the seats. The modules import the layouts and the words of cells, and know no rule of mahjong.
"""
