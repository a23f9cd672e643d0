"""Which turns stand on one line: a go-around ends when play passes the dealer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjlog.model.record import (
    ADDED_KONG,
    CLAIM,
    CONCEALED_KONG,
    DISCARD,
    EXCHANGE,
    READY,
    UNREADABLE,
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
from mjlog.model.turn_order import TurnOrder


def go_arounds(deal: Deal, seats: int) -> list[int]:
    """Return the go-around number of each turn, as the fair copy numbers its lines.

    A new go-around begins when a seat is no farther from the dealer than the seat before it, and at
    each of the deal's `jumps`. A player who goes on after an irregularity of its own stays on the
    line, and so do bonus tiles laid out right after others.
    """
    jumps = dict(deal.jumps)
    natural = set(openings(deal.turns, max(0, deal.dealer), deal.turn_order(seats)))
    numbers: list[int] = []
    number = 0
    for index in range(len(deal.turns)):
        if index in jumps:
            number = jumps[index]
        elif index in natural:
            number += 1
        numbers.append(number)
    return numbers


def openings(turns: Sequence[Turn], dealer: Seat, order: TurnOrder) -> list[int]:
    """Return the indices of the turns that open a go-around, whatever numbers the record has."""
    opened = [0] if turns else []
    latest = -1
    for index, turn in enumerate(turns):
        place = order.distance(turn.seat, dealer)
        if place <= latest and not _goes_on(turns[index - 1], turn):
            opened.append(index)
        latest = place
    return opened


def _goes_on(before: Turn, turn: Turn) -> bool:
    """Return whether a turn that would open a go-around stays on the line of the turn before."""
    if not before.acts or not turn.acts:
        return False
    if before.seat == turn.seat and type(before.acts[-1]) is Irregularity:
        return True
    return type(turn.acts[0]) is SetOut and type(before.acts[0]) is SetOut


# --------------------------------------------------------------------------- exchanges

_DROPS: Final = frozenset({DISCARD, READY, CONCEALED_KONG, ADDED_KONG, WIN})
"""What a player does once it has its tile."""
_SKIPPING: Final = frozenset({CLAIM, WIN})
"""What a player may do although it is another one's turn to draw."""


def with_exchanges(deal: Deal, seats: int) -> dict[int, tuple[Act, ...]]:
    """Return the acts of each turn that has exchanges, the exchanges among them.

    Exchanges after all turns come last. Before play they follow the bonus tiles; an exchange whose
    name ends in a number comes in that go-around.
    """
    exchanges: dict[int, list[Act]] = {}
    for exchange in deal.told(Exchange):
        index = _turn_of(exchange, deal, seats)
        acts = exchanges.setdefault(
            index, list(deal.turns[index].acts if index < len(deal.turns) else ())
        )
        acts.insert(_place_in(acts, exchange, max(0, deal.dealer)), exchange)
    return {index: tuple(acts) for index, acts in exchanges.items()}


def go_around_of(exchange: Exchange) -> int:
    """Return the go-around in which an exchange takes place, 0 for one before play."""
    number = exchange.name.rpartition("-")[2]
    if number.isdigit() and len(number) < 5 and number != exchange.name:
        return int(number)
    return 0


def exchanged_at(deal: Deal, seats: int) -> int:
    """Return the index of the turn before which the exchanges before play are written.

    They follow the bonus tiles if those end a line; the index is 0 if they are among the other
    lines before play.
    """
    first = turns_before_play(deal, seats)
    opens = {
        *openings(deal.turns, max(0, deal.dealer), deal.turn_order(seats)),
        *dict(deal.jumps),
        len(deal.turns),
    }
    if first in opens:
        return first
    return 0


def turns_before_play(deal: Deal, seats: int) -> int:
    """Return the number of turns before play; players lay out bonus tiles in these.

    In go-around 0 unreadable words count as well.
    """
    turns = deal.turns
    before = _laid_out(turns, 0)
    if before == len(turns) or not _is_unread(turns[before]) or deal.jumps[:1] != ((0, 0),):
        return before
    numbers = go_arounds(deal, seats)
    while before < len(turns) and _is_unread(turns[before]) and not numbers[before]:
        before = _laid_out(turns, before + 1)
    return before


def _laid_out(turns: Sequence[Turn], first: int) -> int:
    """Return the first turn from an index on that does more than lay out bonus tiles."""
    while first < len(turns) and only_bonus(turns[first]):
        first += 1
    return first


def _is_unread(turn: Turn) -> bool:
    """Return whether a word could not be read."""
    return any(isinstance(act, Irregularity) and act.name == UNREADABLE for act in turn.acts)


def _turn_of(exchange: Exchange, deal: Deal, seats: int) -> int:
    """Return the index of the turn in which, or before which, the exchange takes place.

    Return the number of turns if there is no such turn.
    """
    wanted = go_around_of(exchange)
    if not wanted:
        return turns_before_play(deal, seats)
    numbers = go_arounds(deal, seats)
    for index, number in enumerate(numbers):
        if number == wanted and deal.turns[index].seat == max(0, deal.dealer):
            return index
    return _dealer_turn_missing(wanted, numbers, deal)


def _dealer_turn_missing(wanted: int, numbers: Sequence[int], deal: Deal) -> int:
    """Return the first turn of a go-around in which the dealer's turn is missing.

    Return the number of turns if the dealer has no turn because another player's claim skips it.
    """
    first = next((index for index, number in enumerate(numbers) if number >= wanted), None)
    if first is None or deal.turns[first].acts[0].kind in _SKIPPING:
        return len(deal.turns)
    return first


def only_bonus(turn: Turn) -> bool:
    """Return whether a turn only lays out bonus tiles, as players do before play."""
    return all(isinstance(act, SetOut | Replace) for act in turn.acts)


def _place_in(acts: Sequence[Act], exchange: Exchange, dealer: Seat) -> int:
    """Return the place after the first exchanges; in play, after the dealer's draw.

    It is before a turn that is not the dealer's, or that nobody can read.
    """
    in_play = go_around_of(exchange) > 0
    for place, act in enumerate(acts):
        ends = _is_no_taking(act, dealer) if in_play else act.kind != EXCHANGE
        if ends:
            return place
    return len(acts)


def _is_no_taking(act: Act, dealer: Seat) -> bool:
    if isinstance(act, Irregularity):
        return act.name == UNREADABLE
    return act.kind in _DROPS or (act.kind != EXCHANGE and act.seat != dealer)
