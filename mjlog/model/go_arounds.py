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
    """Return for each turn of a deal the number of its go-around (one round of turns at the table).

    Each go-around is one line of a formatted record. Numbers begin at 1 unless the deal's `jumps`
    state other numbers. A new go-around begins at each jump, and at each turn that begins a line by
    the order of seats (see `openings`).
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
    """Return the indices of the turns that begin a go-around (a new line) by the order of seats.

    The first turn begins a go-around. A later turn begins one if its player sits, in turn order, no
    farther from the dealer than the player of the turn before. Exceptions: a player who plays on
    after an irregularity, and bonus tiles that are laid out right after other bonus tiles. Numbers
    of go-arounds that the record states (`Deal.jumps`) are ignored.
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
    """Return whether a turn stays on the line of the turn before, although a new line could begin.

    This is so if a player goes on after an irregularity of the same player, or if both turns begin
    by laying out bonus tiles.
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
    """Insert exchanges (tiles that players pass to each other) into the turns in which they happen.

    Return a dictionary from the index of each turn with exchanges to all acts of the turn.
    Exchanges before play are inserted in the first turn after the bonus tiles. An exchange whose
    name ends in a number, such as ``ding-dong-4``, is inserted in the go-around with this number.
    If no turn fits, the index is the number of turns.
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
    """Return the number of the go-around in which an exchange of tiles happens, as its name says.

    For example ``ding-dong-4`` happens in go-around 4. Return 0 for an exchange before play.
    """
    number = exchange.name.rpartition("-")[2]
    if number.isdigit() and len(number) < 5 and number != exchange.name:
        return int(number)
    return 0


def exchanged_at(deal: Deal, seats: int) -> int:
    """Return the index of the turn before which a record lists the exchanges before play.

    This is the first turn after the bonus tiles if that turn begins a line. Otherwise return 0: the
    exchanges are then listed before all turns.
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
    """Count the turns before play, in which players lay out and replace bonus tiles.

    A turn that nobody can read also counts if the record puts it in a go-around with the number 0.
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
    """Return the index of the first turn that does more than lay out and replace bonus tiles.

    The search begins at index `first`. Return the number of turns if there is no such turn.
    """
    while first < len(turns) and only_bonus(turns[first]):
        first += 1
    return first


def _is_unread(turn: Turn) -> bool:
    """Return whether the turn's word in the record could not be read."""
    return any(isinstance(act, Irregularity) and act.name == UNREADABLE for act in turn.acts)


def _turn_of(exchange: Exchange, deal: Deal, seats: int) -> int:
    """Return the index of the turn in which an exchange of tiles happens.

    An exchange before play happens in the first turn after the bonus tiles, an exchange during play
    in the dealer's turn of its go-around. Return the number of turns if no turn fits.
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
    """Find the turn for an exchange in a go-around in which the dealer has no turn.

    `wanted` is the number of this go-around; `numbers` has the go-around of each turn. Return the
    index of the first turn in this go-around or a later one. Return the number of turns if there is
    no such turn, or if it begins with a claim or a win, because these can skip the dealer.
    """
    first = next((index for index, number in enumerate(numbers) if number >= wanted), None)
    if first is None or deal.turns[first].acts[0].kind in _SKIPPING:
        return len(deal.turns)
    return first


def only_bonus(turn: Turn) -> bool:
    """Return whether a turn does nothing except lay out bonus tiles and replace them.

    Also return True for a turn without acts.
    """
    return all(isinstance(act, SetOut | Replace) for act in turn.acts)


def _place_in(acts: Sequence[Act], exchange: Exchange, dealer: Seat) -> int:
    """Return the index among a turn's acts at which an exchange has to be inserted.

    An exchange before play comes after the exchanges with which the turn begins. An exchange during
    play comes before the dealer's first discard, kong, declaration of ready or win, before the
    first act of another player, or before an act that nobody can read.
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
