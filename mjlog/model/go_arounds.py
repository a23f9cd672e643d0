"""Divides the turns of a deal into go-arounds, one line each.

A go-around ends when play passes the dealer.
"""

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
    """Return the go-around number of each turn, as a formatted record numbers its lines.

    Numbers begin at 1 unless a jump says otherwise. A new go-around begins when a seat is no
    farther from the dealer than the seat before it, and at each of the deal's `jumps`. A player who
    plays on after an irregularity stays on the same line, and so do bonus tiles laid out right
    after other bonus tiles.
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
    """Return the indices of the turns that open a go-around by the order of the seats.

    The deal's `jumps` play no part. A player who plays on after an irregularity opens none, nor do
    bonus tiles laid out right after other bonus tiles.
    """
    opened = [0] if turns else []
    latest = -1
    for index, turn in enumerate(turns):
        place = order.distance(turn.seat, dealer)
        if place <= latest and not _goes_on(turns[index - 1], turn):
            opened.append(index)
        latest = place
    return opened


def _goes_on(before: Turn, turn: Turn) -> bool:
    """Return whether a turn is written on the line of the turn before it.

    It is about a turn that would open a go-around by its seat.
    """
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
    """Map the index of each turn that has exchanges to its acts, exchanges included.

    Exchanges before play are in the turn after the bonus tiles; an exchange whose name ends in a
    number is in that go-around. If no turn fits, the index is the number of turns.
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

    That is the first turn after the bonus tiles if it begins a line. Otherwise 0: the exchanges are
    then among the other lines before play.
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
    """Return the number of turns before play, in which players lay out bonus tiles.

    Turns that cannot be read count too if they are in a go-around numbered 0.
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
    """Return the index of the first turn that does more than lay out bonus tiles.

    The search begins at index `first`. Return the number of turns if there is none.
    """
    while first < len(turns) and only_bonus(turns[first]):
        first += 1
    return first


def _is_unread(turn: Turn) -> bool:
    """Return whether the turn's word could not be read."""
    return any(isinstance(act, Irregularity) and act.name == UNREADABLE for act in turn.acts)


def _turn_of(exchange: Exchange, deal: Deal, seats: int) -> int:
    """Return the index of the turn in or before which the exchange takes place.

    Return the number of turns if no turn fits.
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
    """Return the index of the turn for an exchange in a go-around without a dealer's turn.

    That is the first turn of go-around `wanted` or a later one. Return the number of turns if there
    is none, or if it begins with a claim or a win, which can skip the dealer.
    """
    first = next((index for index, number in enumerate(numbers) if number >= wanted), None)
    if first is None or deal.turns[first].acts[0].kind in _SKIPPING:
        return len(deal.turns)
    return first


def only_bonus(turn: Turn) -> bool:
    """Return whether a turn does no more than lay out bonus tiles and replace them.

    True for a turn without acts.
    """
    return all(isinstance(act, SetOut | Replace) for act in turn.acts)


def _place_in(acts: Sequence[Act], exchange: Exchange, dealer: Seat) -> int:
    """Return the index among a turn's acts at which the exchange is inserted.

    Before play it is after the other exchanges. In play it is after the dealer's draw, or before
    the first act that another player makes or that nobody can read.
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
