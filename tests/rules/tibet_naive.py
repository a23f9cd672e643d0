"""A second opinion on the Tibet ladder, written from the rule facts alone.

Tiles are words such as ``5m``. Nothing of the engine is used: hands are grouped by brute force,
and the printed table of payments stands here as it is printed.
"""

import itertools

from taiyuan_naive import groupings

COLUMNS = (0, 1, 2, 3, 4, 4, 5)
"""The column of the table by han; six han and more share the last one."""
DEALER_DRAWN = (2, 5, 10, 20, 40, 60)
DEALER_RON = (5, 15, 30, 60, 120, 180)
DEALER_PAYS = (2, 5, 10, 20, 40, 60)
OTHER_PAYS = (1, 3, 5, 10, 20, 30)
OTHER_RON = (3, 10, 20, 40, 80, 120)
WINDS = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}


def han(hand):
    """The patterns of the hand with their han, by the dearest reading."""
    best = None
    for groups in groupings(hand["tiles"]):
        found = _patterns(hand, [*groups, *(meld[:3] for meld in hand["melds"])])
        if best is None or sum(found.values()) > sum(best.values()):
            best = found
    return best


def _patterns(hand, groups):
    everything = list(itertools.chain.from_iterable(groups))
    triplets = [group[0] for group in groups if group == [group[0]] * 3]
    sets = [group for group in groups if len(group) == 3]
    suits = {tile[1] for tile in everything}
    thirteen = hand["sets"] == 4
    found = {}
    if all(sign == "*" for sign in hand["signs"]):
        found["menzen"] = 1
    if all(tile[1] != "z" and tile[0] in "2345678" for tile in everything):
        found["tanyao"] = 1
    if dragons := sum(tile in ("5z", "6z", "7z") for tile in triplets):
        found["dragon"] = dragons
    if len(triplets) == len(sets):
        found["toitoi"] = 2
    if len(suits) == 1 and suits != {"z"}:
        found["chinitsu"] = 5 if thirteen else 2
    if thirteen and len(suits) == 2 and "z" in suits:
        found["honitsu"] = 2
    if hand["seat_wind"] in triplets:
        found["seat-wind"] = 1
    if hand["round_wind"] in triplets:
        found["round-wind"] = 1
    if hand["riichi"]:
        found["riichi"] = 1
    return found


def payments(hand):
    """What each of the four players wins or loses, in the order of the seats."""
    column = COLUMNS[min(sum(han(hand).values()), 6)]
    winner, dealer = hand["winner"], hand["dealer"]
    if hand["source"]:
        table = DEALER_RON if winner == dealer else OTHER_RON
        due = {hand["source"]: table[column]}
    elif winner == dealer:
        due = {seat: DEALER_DRAWN[column] for seat in "ABCD" if seat != winner}
    else:
        due = {seat: OTHER_PAYS[column] for seat in "ABCD" if seat not in (winner, dealer)}
        due[dealer] = DEALER_PAYS[column]
    got = sum(due.values())
    return tuple(got if seat == winner else -due.get(seat, 0) for seat in "ABCD")
