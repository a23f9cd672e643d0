"""What the rows of a table say, from seats to deals.

Each module has a class that adds to the one before it: `seats.py` who is named, `labels.py` which
deal, `points.py` what changes hands, `kinds.py` what a row is, `result.py` who won, `worth.py` what
the hand was worth. `reader.py` makes the deal of a row from them; `seating.py` seats the players.
They import the layouts and the words of cells, and know no rule of mahjong.
"""
