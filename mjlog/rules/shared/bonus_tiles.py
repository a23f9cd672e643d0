"""Clauses about bonus tiles, and fast tests for ordinary acts in games that have these tiles."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from mjlog.model.messages import Tiles, msg
from mjlog.model.record import (
    ADDED_KONG,
    CLAIM,
    CONCEALED_KONG,
    DISCARD,
    DRAW,
    EXCHANGE,
    IRREGULARITY,
    REPLACE,
    SET_OUT,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    Replace,
    Seat,
    SetOut,
    Turn,
    seat_name,
)
from mjlog.model.table import HELD, NONE, Hand, Table
from mjlog.model.tiles import BONUS, JOKER, UNKNOWN, is_bonus
from mjlog.referee.message_fields import Word, Words
from mjlog.referee.rulebook import Judgement, Spec, Stride, Test, clause
from mjlog.rules.shared import clauses, fast_path


def holds_bonus_tiles(hand: Hand) -> bool:
    """Return whether the player's hand has a bonus tile that is not laid out yet.

    Unknown tiles of the hand are ignored.
    """
    return any(hand.count[BONUS:JOKER])


def is_opening(table: Table) -> bool:
    """Return whether play has not begun yet: nobody has drawn, discarded or declared a kong.

    Players may have laid out and replaced bonus tiles or exchanged tiles; irregularities (acts
    against the rules) are ignored.
    """
    past = table.past
    if past and past[-1].kind not in _BEFORE_PLAY:  # the usual case, once play has begun
        return False
    return all(act.kind in _BEFORE_PLAY for act in reversed(past))


_BEFORE_PLAY: Final = frozenset({SET_OUT, REPLACE, EXCHANGE, IRREGULARITY})


@clause(
    "bonus.tile", SET_OUT, says=("{seat} sets out {tiles}, but only bonus tiles may be set out")
)
def only_bonus_tiles_are_set_out(_table: Table, act: SetOut) -> Judgement:
    """Return whether only flowers and seasons are laid out; None if all other tiles are unknown."""
    others = [tile for tile in act.tiles if not is_bonus(tile)]
    if not others:
        return True
    if min(others) >= UNKNOWN:
        return None
    return False


_USES_A_BONUS_TILE: Final = "{seat} uses a bonus tile in a set, but a bonus tile is only set out"


def _is_claimable_bonus(table: Table) -> bool:
    return table.live != NONE and is_bonus(table.live)


@clause(
    "bonus.unused",
    CLAIM,
    CONCEALED_KONG,
    ADDED_KONG,
    says=_USES_A_BONUS_TILE,
)
def bonus_tile_makes_no_set(table: Table, act: Claim | ConcealedKong | AddedKong) -> Judgement:
    """Return False if a tile that a player takes from the hand for a set is a bonus tile.

    If the claimed discard is also a bonus tile, the result is True, because
    `bonus_tile_is_not_claimed` reports the claim.
    """
    if act.kind == CLAIM and _is_claimable_bonus(table):
        return True
    return not any(is_bonus(tile) for tile in clauses.tiles_laid(act))


@clause(
    "bonus.unused",
    CLAIM,
    says=_USES_A_BONUS_TILE,
    against="discard",
)
def bonus_tile_is_not_claimed(table: Table, _claim: Claim) -> Judgement:
    """Return False if the discard that a player claims for a set is a bonus tile.

    Otherwise return True.
    """
    return not _is_claimable_bonus(table)


def _setting_out_order(table: Table) -> list[Seat]:
    """Return the seats in the order in which they must lay out bonus tiles from now on.

    The order begins with the dealer or, if a player has laid out bonus tiles already, with the seat
    after the player who did so last.
    """
    seats = (act.seat for act in reversed(table.past) if type(act) is SetOut)
    last = next(seats, table.order.previous_seat(table.dealer))
    return [*table.order.beginning_with(table.order.after[last])]


def _due_to_set_out(table: Table) -> Seat:
    """Return the seat that must lay out bonus tiles next, or `NONE` if no known hand has any."""
    for seat in _setting_out_order(table):
        if holds_bonus_tiles(table.hands[seat]):
            return seat
    return NONE


@clause(
    "deal.bonus_order",
    SET_OUT,
    says="{seat} sets out {tiles}, but before play {bonus_due}",
    expects="{bonus_due_seat}",
    against="bonus",
)
def bonus_tiles_are_replaced_in_order(table: Table, act: SetOut) -> Judgement:
    """Return whether bonus tiles before play are laid out in order.

    East lays out and replaces all its bonus tiles first; South, West and North follow. During play
    the result is True. It is None if it depends on unknown tiles.
    """
    if not is_opening(table):
        return True
    if _owing(table) != NONE:
        return False
    due = _due_to_set_out(table)
    if due == act.seat:
        return _sets_all_out(table.hands[act.seat], act)
    order = _setting_out_order(table)
    if due != NONE and act.seat in order[order.index(due) :]:
        return False
    if table.seats_where(attrgetter("unknown")):
        return None
    return due == NONE


def _owing(table: Table) -> Seat:
    """Return the lowest seat that still has to draw a replacement for a kong or a bonus tile.

    Return `NONE` if there is no such seat.
    """
    owing = table.seats_where(attrgetter("owes_replacement"))
    return min(owing, default=NONE)


def _sets_all_out(hand: Hand, act: SetOut) -> Judgement:
    """Return whether a player lays out all bonus tiles of the hand in this act.

    Return None if this depends on unknown tiles.
    """
    held = sum(hand.count[BONUS:JOKER])
    if held == len(act.tiles):
        return True
    if held > len(act.tiles):
        return False
    if hand.unknown or max(act.tiles) >= HELD:
        return None
    return False


@clause(
    "deal.bonus_order",
    DRAW,
    DISCARD,
    CONCEALED_KONG,
    says="play begins, but {bonus_due}",
    expects="{bonus_due_seat}",
    against="bonus",
)
def play_begins_without_bonus_tiles(table: Table, act: Draw | Discard | ConcealedKong) -> Judgement:
    """Return False if another player still holds a bonus tile at the first act of play.

    Otherwise return True. The bonus tiles of the player who acts are not considered.
    """
    if table.past and not is_opening(table):
        return True
    holders = table.seats_where(holds_bonus_tiles)
    return {act.seat}.issuperset(holders)


@clause(
    "turn.seat",
    SET_OUT,
    says="{seat} sets out {tiles}, but {whose_turn}",
    expects="{turn}",
    against="turn",
)
def bonus_tile_is_set_out_in_turn(table: Table, act: SetOut) -> Judgement:
    """Return False if during play a player lays out a bonus tile out of turn, otherwise True."""
    return is_opening(table) or table.is_to_act(act.seat)


@clause(
    "bonus.shown",
    DISCARD,
    says="{seat} discards {tile} before setting out the bonus tiles {bonus_held}",
)
def bonus_tile_is_not_kept(table: Table, discard: Discard) -> Judgement:
    """Return False if a player discards with a bonus tile in the hand, otherwise True.

    The discard may be the bonus tile itself or another tile.
    """
    return not is_bonus(discard.tile) and not holds_bonus_tiles(table.hands[discard.seat])


# --------------------------------------------------------------------------- ordinary acts


def ordinary_draw(spec: Spec) -> Test:
    """Return a function that returns True if a draw certainly breaks no rule.

    It is for games with bonus tiles. The function returns False if the rules must be checked, for
    example before play begins. `spec` describes the tiles and the wall, and computes how many tiles
    are left to draw.
    """
    plain = fast_path.ordinary_draw(spec)

    def is_ordinary(table: Table, draw: Draw) -> Judgement:
        return bool(table.past) and not is_opening(table) and plain(table, draw)

    return is_ordinary


def ordinary_discard(table: Table, discard: Discard) -> Judgement:
    """Return True if a discard certainly breaks no rule, so the rules need not be checked.

    Return False if the rules must be checked, for example before play begins or if the hand still
    has a bonus tile.
    """
    past = table.past
    if not past or holds_bonus_tiles(table.hand):
        return False
    if past[-1].kind in _BEFORE_PLAY and is_opening(table):
        return False
    return fast_path.is_ordinary_discard(table, discard)


def ordinary_replacement(table: Table, replace: Replace) -> Judgement:
    """Return True if a replacement tile certainly breaks no rule, so the rules need not be checked.

    Return False if no kong or bonus tile needs a replacement, if the tile is unknown or all copies
    have already appeared, or if a wall is recorded.
    """
    tile = replace.tile
    if tile >= HELD or table.identified[tile] >= table.copies[tile] or table.wall:
        return False
    return table.hands[replace.seat].owed > 0


def ordinary_set_out(table: Table, act: SetOut) -> Judgement:
    """Return True if laying out bonus tiles certainly breaks no rule.

    Return False, so that the rules are checked, before play begins, out of turn, or if the player
    may not hold these bonus tiles.
    """
    if is_opening(table) or not table.is_to_act(act.seat):
        return False
    return all(map(is_bonus, act.tiles)) and clauses.holds_tiles(table.hands[act.seat], act.tiles)


def ordinary_turns(spec: Spec) -> Stride:
    """Return a function that quickly plays turns which break no rule, without checking the rules.

    The function gets the table, the turns and the index of the first turn to play. It returns the
    index of the first turn that it did not play. It plays no turn before play begins or while a
    player holds bonus tiles. `spec` describes the tiles and the wall.
    """
    plain = fast_path.ordinary_turns(spec)

    def stride(table: Table, turns: Sequence[Turn], start: int) -> int:
        if not table.past or is_opening(table) or any(map(holds_bonus_tiles, table.hands)):
            return start
        return plain(table, turns, start)

    return stride


# --------------------------------------------------------------------------- words for the messages


def _bonus_due(table: Table, _act: object) -> Word:
    owing = _owing(table)
    if owing != NONE:
        return msg("{seat} has not replaced yet", seat=seat_name(owing))
    due = _due_to_set_out(table)
    if due == NONE:
        return msg("nobody holds a bonus tile")
    held = tuple(filter(is_bonus, table.hands[due].tiles()))
    return msg("{seat} must set out {tiles}", seat=seat_name(due), tiles=Tiles(held))


def _bonus_held(table: Table, discard: Discard) -> Word:
    held = filter(is_bonus, table.hands[discard.seat].tiles())
    return Tiles(tuple(dict.fromkeys(held)) or (discard.tile,))


WORDS: Final[Words] = {
    "bonus_due": _bonus_due,
    "bonus_due_seat": lambda table, _: seat_name(_due_to_set_out(table)),
    "bonus_held": _bonus_held,
}
