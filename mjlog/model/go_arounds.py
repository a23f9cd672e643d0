"""Which turns stand on one line: a go-around ends when play passes the dealer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from mjlog.model.record import (
    ADDED_KONG,
    CONCEALED_KONG,
    DISCARD,
    READY,
    WIN,
    Act,
    Deal,
    Exchange,
    Irregularity,
    Replace,
    Seat,
    SetOut,
    Turn,
)


def go_arounds(deal: Deal, seats: int) -> list[int]:
    """The number of the go-around of each turn: the number that opens its line in the fair copy.

    A new one begins when a seat is no farther from the dealer than the seat before it, and at each
    of the deal's `jumps`; a player who goes on after its own irregularity stays on the line, and so
    does the laying out of bonus tiles that follows on another.
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
    """The indices of the turns that open a go-around, whatever numbers a record writes."""
    far = [(turn.seat - dealer) % seats for turn in turns]
    back = [index for index, (before, now) in enumerate(pairwise(far), 1) if now <= before]
    opened = [index for index in back if not _goes_on(turns[index - 1], turns[index])]
    if not turns:
        return []
    return [0, *opened]


def _goes_on(before: Turn, turn: Turn) -> bool:
    """Whether a turn that would open a go-around stays on the line of the one before."""
    if not before.acts or not turn.acts:
        return False
    if before.seat == turn.seat and isinstance(before.acts[-1], Irregularity):
        return True
    return isinstance(turn.acts[0], SetOut) and isinstance(before.acts[0], SetOut)


# --------------------------------------------------------------------------- exchanges

_DROPS: Final = frozenset({DISCARD, READY, CONCEALED_KONG, ADDED_KONG, WIN})
"""What a player does once it has its tile."""


def with_exchanges(deal: Deal, seats: int) -> dict[int, tuple[Act, ...]]:
    """The acts of each turn in which tiles are exchanged, the exchanges among them.

    Those after all turns come last.

    Before play the exchanges follow on the bonus tiles; one whose name ends in a number comes in
    that go-around.
    """
    found: dict[int, list[Act]] = {}
    for exchange in deal.told(Exchange):
        index = _turn_of(exchange, deal, seats)
        acts = found.setdefault(
            index, list(deal.turns[index].acts if index < len(deal.turns) else ())
        )
        acts.insert(_place_in(acts, before=not go_around_of(exchange)), exchange)
    return {index: tuple(acts) for index, acts in found.items()}


def go_around_of(exchange: Exchange) -> int:
    """The go-around in which an exchange takes place, 0 for one before play."""
    number = exchange.name.rpartition("-")[2]
    if number.isdigit() and len(number) < 5 and number != exchange.name:
        return int(number)
    return 0


def exchanged_at(deal: Deal, seats: int) -> int:
    """The turn before which the exchanges before play stand in the text.

    Behind the bonus tiles where those end a line.

    0 where they stand with the other lines before play.
    """
    first = next(
        (index for index, turn in enumerate(deal.turns) if not only_bonus(turn)), len(deal.turns)
    )
    opens = {
        *openings(deal.turns, max(0, deal.dealer), seats),
        *(index for index, _ in deal.jumps),
        len(deal.turns),
    }
    if first in opens:
        return first
    return 0


def _turn_of(exchange: Exchange, deal: Deal, seats: int) -> int:
    """The index of the turn before or in which it takes place.

    The number of turns where there is none.
    """
    wanted, dealer = go_around_of(exchange), max(0, deal.dealer)
    if wanted:
        numbers = go_arounds(deal, seats)
        found = (
            i for i, turn in enumerate(deal.turns) if numbers[i] == wanted and turn.seat == dealer
        )
    else:
        found = (i for i, turn in enumerate(deal.turns) if not only_bonus(turn))
    return next(found, len(deal.turns))


def only_bonus(turn: Turn) -> bool:
    """Whether a turn does nothing but lay out bonus tiles, as before play."""
    return all(isinstance(act, SetOut | Replace) for act in turn.acts)


def _place_in(acts: Sequence[Act], *, before: bool) -> int:
    """Behind the exchanges that came first, and in play behind the taking of a tile."""
    if before:
        return next((i for i, act in enumerate(acts) if not isinstance(act, Exchange)), len(acts))
    return next((i for i, act in enumerate(acts) if act.kind in _DROPS), len(acts))
