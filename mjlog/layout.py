"""Which turns stand on one line: a go-around ends when play passes the dealer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from mjlog.record import Deal, Irregularity, Seat, SetOut, Turn


def go_arounds(deal: Deal, seats: int) -> list[int]:
    """The number of the go-around of each turn: the number that opens its line in the fair copy.

    A new one begins when a seat is no farther from the dealer than the seat before it, and at each of the deal's
    `jumps`; a player who goes on after its own irregularity stays on the line, and so does the laying out of bonus
    tiles that follows on another.
    """
    jumps = dict(deal.jumps)
    natural = set(openings(deal.turns, max(0, deal.dealer), seats))
    numbers: list[int] = []
    number = 0
    for index in range(len(deal.turns)):
        if index in jumps:
            number = jumps[index]
        elif index in natural:
            number += 1
        numbers.append(number)
    return numbers


def openings(turns: Sequence[Turn], dealer: Seat, seats: int) -> list[int]:
    """The indices of the turns that open a go-around by themselves, whatever numbers a record writes."""
    far = [(turn.seat - dealer) % seats for turn in turns]
    back = [index for index, (before, now) in enumerate(pairwise(far), 1) if now <= before]
    opened = [index for index in back if not _goes_on(turns[index - 1], turns[index])]
    return [0, *opened] if turns else []


def _goes_on(before: Turn, turn: Turn) -> bool:
    """Whether a turn that would open a go-around stays on the line of the one before."""
    if not before.acts or not turn.acts:
        return False
    if before.seat == turn.seat and isinstance(before.acts[-1], Irregularity):
        return True
    return isinstance(turn.acts[0], SetOut) and isinstance(before.acts[0], SetOut)
