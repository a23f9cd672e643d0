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
    """Return, for each turn of the deal, the number of the go-around to which it belongs.

    A go-around is one round of turns at the table, written as one line of the record. The numbers
    are 1, 2, 3 and so on, except if the record states another number (`Deal.jumps`).
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
    """Return the indices of the turns that begin a go-around (a round of turns).

    A record has one line for each go-around. On this line, each player has at most one turn, and
    the dealer is the first. So a turn begins a new go-around unless its player sits later, counted
    from the dealer, than the player of the previous turn. Two sorts of turns never begin one: a
    turn in which the same player goes on after an irregularity, and a turn with bonus tiles
    directly after another such turn. Numbers that the record states (`Deal.jumps`) are not used.
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
    """Return whether `turn` must be in the same go-around as `before`, the previous turn.

    A go-around is a round of turns, one line of the record. Return True if both turns are by one
    player and `before` ends with an irregularity, or if both turns begin by laying out bonus tiles.
    """
    if not before.acts or not turn.acts:
        return False
    if before.seat == turn.seat and type(before.acts[-1]) is Irregularity:
        return True
    return type(turn.acts[0]) is SetOut and type(before.acts[0]) is SetOut


# --------------------------------------------------------------------------- exchanges

_DROPS: Final = frozenset({DISCARD, READY, CONCEALED_KONG, ADDED_KONG, WIN})
"""Acts of a player who has a tile to discard."""
_SKIPPING: Final = frozenset({CLAIM, WIN})
"""Acts that may skip other players: a player may do them without having the turn."""


def with_exchanges(deal: Deal, seats: int) -> dict[int, tuple[Act, ...]]:
    """Insert the deal's exchanges of tiles into turns, and return the acts of these turns.

    The result is a dict from the index of a turn to all acts of this turn, in order. An exchange
    before play is in the first turn after bonus tiles are replaced; an exchange such as
    ``ding-dong-4`` is in the dealer's turn of the fourth go-around (round of turns). If there is no
    suitable turn, the key is the number of turns of the deal, and the acts are only the exchanges.
    """
    exchanges: dict[int, list[Act]] = {}
    for exchange in deal.contents(Exchange):
        index = _turn_of(exchange, deal, seats)
        acts = exchanges.setdefault(
            index, list(deal.turns[index].acts if index < len(deal.turns) else ())
        )
        acts.insert(_place_in(acts, exchange, max(0, deal.dealer)), exchange)
    return {index: tuple(acts) for index, acts in exchanges.items()}


def go_around_of(exchange: Exchange) -> int:
    """Return the number of the go-around (round of turns) in which an exchange of tiles happens.

    The number is the end of the exchange's name: ``ding-dong-4`` happens in go-around 4. Return 0
    for an exchange before play, whose name has no such number.
    """
    number = exchange.name.rpartition("-")[2]
    if number.isdigit() and len(number) < 5 and number != exchange.name:
        return int(number)
    return 0


def exchanged_at(deal: Deal, seats: int) -> int:
    """Return the index of the turn that follows the exchanges before play in a written record.

    This is the first turn after bonus tiles are laid out, if that turn begins a line. Otherwise
    return 0: the exchanges are then written before all turns.
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
    """Return the number of turns at the beginning in which players only replace bonus tiles.

    Unreadable turns are counted, too, if they are on a line with the number 0, which means before
    play.
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

    The search begins at the index `first`. Return the number of turns if there is no such turn.
    """
    while first < len(turns) and only_bonus(turns[first]):
        first += 1
    return first


def _is_unread(turn: Turn) -> bool:
    """Return whether the turn's word in the record could not be read."""
    return any(isinstance(act, Irregularity) and act.name == UNREADABLE for act in turn.acts)


def _turn_of(exchange: Exchange, deal: Deal, seats: int) -> int:
    """Return the index of the turn into which an exchange of tiles has to be inserted.

    For an exchange before play, this is the first turn after bonus tiles are replaced; for an
    exchange during play, the dealer's turn in the go-around of the exchange. Return the number of
    turns if there is no suitable turn.
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
    """Return the index of the turn for an exchange if its go-around has no turn of the dealer.

    A go-around is a round of turns. `wanted` is the number of the exchange's go-around, and
    `numbers` has the go-around of each turn. Return the index of the first turn in this or a later
    go-around. If there is no such turn, or if it begins with a claim or a win (which may have
    skipped the dealer), return the number of turns.
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
    """Return the index in `acts`, the acts of a turn, at which the exchange must be inserted.

    An exchange before play comes after other exchanges at the beginning of the turn. An exchange
    during play comes after the dealer's draw or claim: before the first discard, kong, declaration
    of ready, win, act of another player, or act that nobody could read.
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
