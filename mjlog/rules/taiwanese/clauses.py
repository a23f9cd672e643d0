"""Taiwanese 16-tile: the clauses on the original hand, the number of tiles, irregularities."""

from __future__ import annotations

from typing import Final

from mjlog.model.messages import msg
from mjlog.model.record import (
    IRREGULARITY,
    READY,
    Claim,
    Irregularity,
    Ready,
    Seat,
)
from mjlog.model.table import AWAIT_DRAW, HELD, Table
from mjlog.model.tiles import TILES, UNKNOWN, text
from mjlog.referee.message_fields import Words
from mjlog.referee.rulebook import Judgement, clause
from mjlog.rules.kit.play import waits_when_ready
from mjlog.rules.shared import bonus_tiles, clauses
from mjlog.rules.taiwanese.hand import SHAPES

# --------------------------------------------------------------------------- the number of tiles

LONG, SHORT = "long-hand", "short-hand"


def is_declared_irregular(table: Table, seat: Seat) -> bool:
    """Return whether a player's hand was declared to have too many or too few tiles."""
    if Irregularity not in map(type, table.past):
        return False
    own = (act for act in table.past if isinstance(act, Irregularity) and act.seat == seat)
    return not {LONG, SHORT}.isdisjoint(act.name for act in own)


draws_with_its_number, discards_with_its_number, own_kong_needs_a_tile_taken = (
    clauses.number_of_tiles_fits(is_declared_irregular)
)


# --------------------------------------------------------------------------- ready


@clause(
    "ready.original",
    READY,
    says="{seat} declares the original hand ready after the first discard, but that is too late",
)
def ready_comes_with_the_first_discard(table: Table, ready: Ready) -> Judgement:
    """Return whether a player who declares the dealt hand ready does so with its first discard.

    The result is False also if the player has melds.
    """
    hand = table.hands[ready.seat]
    return not hand.river and not hand.melds


@clause(
    "ready.original",
    READY,
    says="{seat} declares the original hand ready, but no tile completes the hand",
)
def original_hand_waits(table: Table, ready: Ready) -> Judgement:
    """Return whether a dealt hand waits for a tile when its player declares it ready.

    The result is None if the hand is unknown.
    """
    return waits_when_ready(SHAPES, table, ready)


# --------------------------------------------------------------------------- irregularities


@clause(
    "irregular.size",
    IRREGULARITY,
    says="the record calls {seat}'s hand {irregular}, but the hand has the right number of tiles",
)
def irregular_hand_has_not_its_number(table: Table, act: Irregularity) -> Judgement:
    """Return whether a hand declared long has too many tiles, and one declared short too few.

    The result is None if the record may lack tiles, and True for other irregularities (acts against
    the rules).
    """
    if act.name not in {LONG, SHORT}:
        return True
    if not table.whole:
        return None
    due = table.acting if table.is_to_act(act.seat) else table.resting
    hand = table.hands[act.seat]
    over = hand.total + hand.amiss - due
    if act.name == LONG:
        return over > 0
    return over < 0


@clause("irregular.late", IRREGULARITY, says="{seat} corrects a mistake too late: {late_words}")
def wrong_tile_is_put_back_in_time(table: Table, act: Irregularity) -> Judgement:
    """Return False if a player who drew out of turn puts the tile back too late.

    It is too late when the player is not in turn any more. Drawing out of turn is an irregularity
    (an act against the rules); other irregularities give True.
    """
    return act.name != "wrong-draw" or bool(table.corrected_by(act)) or table.turn == act.seat


@clause("irregular.late", IRREGULARITY, says="{seat} corrects a mistake too late: {late_words}")
def correction_comes_in_time(table: Table, act: Irregularity) -> Judgement:
    """Return False if a player takes back a discard or a claim too late.

    It is too late after another player has claimed or drawn a tile. Taking back is an irregularity
    (an act against the rules); other irregularities give True.
    """
    if table.corrected_by(act):
        return True
    if act.name == "discard-changed":
        return table.turn == act.seat and _may_hold(table, act)
    return act.name != "claim-cancelled" or _may_leave_its_claim(table, act)


def _may_leave_its_claim(table: Table, act: Irregularity) -> bool:
    """Return whether a player can have taken back a claim of the latest discard.

    Return False if another player has drawn since that discard, or if the claim that the record
    names makes no set with it.
    """
    if table.phase != AWAIT_DRAW or not table.lies_for(act.seat):
        return False
    for meld in table.hands[act.seat].melds:
        claim = Claim(act.seat, meld.tiles[:-1])
        if act.argument == "+" + text(claim.tiles):
            return clauses.group_of(claim, table.live) != ""
    return True


def _may_hold(table: Table, act: Irregularity) -> bool:
    """Return whether the tile that a player takes back from its discards may be in the hand again.

    Return True also if the tile or the hand is not completely known.
    """
    tile = TILES.get(act.argument, UNKNOWN)
    hand = table.hands[act.seat]
    return (
        tile >= HELD or hand.count_known(tile) > 0 or hand.unknown > 0 or hand.total < table.acting
    )


_LATE: Final = {
    "discard-changed": msg(
        "a discard may be changed only until somebody claims it or the next player draws"
    ),
    "wrong-draw": msg("a wrong tile may be put back only before the discard"),
    "claim-cancelled": msg("a claim may be cancelled only until another player claims or draws"),
}
_IRREGULAR: Final = {LONG: msg("long"), SHORT: msg("short")}


# --------------------------------------------------------------------------- words for the messages


WORDS: Final[Words] = {
    **bonus_tiles.WORDS,
    "irregular": lambda _, act: _IRREGULAR[act.name],
    "late_words": lambda _, act: _LATE[act.name],
}
