"""Which turns stand on one line: a go-around ends when play passes the dealer."""

from __future__ import annotations

from mjlog.record import Deal, Irregularity, Turn


def go_arounds(deal: Deal, seats: int) -> list[int]:
    """The number of the go-around of each turn: the number that opens its line in the fair copy.

    A new one begins when a seat is no farther from the dealer than the seat before it, and at each of the deal's
    `jumps`; a player who goes on after its own irregularity stays on the line.
    """
    jumps = dict(deal.jumps)
    dealer = max(0, deal.dealer)
    numbers: list[int] = []
    number = 0
    before = seats
    for index, turn in enumerate(deal.turns):
        distance = (turn.seat - dealer) % seats
        goes_on = distance == before and index > 0 and _is_irregular(deal.turns[index - 1])
        if index in jumps:
            number = jumps[index]
        elif distance <= before and not goes_on:
            number += 1
        numbers.append(number)
        before = distance
    return numbers


def _is_irregular(turn: Turn) -> bool:
    return bool(turn.acts) and isinstance(turn.acts[-1], Irregularity)
