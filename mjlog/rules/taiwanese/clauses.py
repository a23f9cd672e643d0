"""Taiwanese 16-tile: the clauses about the wall, bonus tiles, the number of tiles.

And irregularities.
"""

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
    READY,
    REPLACE,
    SET_OUT,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    Irregularity,
    Ready,
    Replace,
    Seat,
    SetOut,
    Turn,
    seat_name,
)
from mjlog.model.shapes import waits
from mjlog.model.table import AWAIT_DRAW, HELD, NONE, Hand, Table
from mjlog.model.tiles import BONUS, JOKER, TILES, UNKNOWN, is_bonus, text
from mjlog.referee.message_fields import Word, Words
from mjlog.referee.rulebook import Clause, Judgement, Spec, Stride, Test, clause
from mjlog.rules.shared import clauses, fast_path
from mjlog.rules.taiwanese.hand import pairs_and_triplet_waits

# --------------------------------------------------------------------------- the wall


def draws_follow_the_wall(*, upper_first: bool) -> tuple[Clause, Clause]:
    """The clauses for draws and replacements of a recorded wall.

    Which ends with the stack beside the break.
    """

    @clause(
        "wall.front",
        DRAW,
        says="{seat} draws {tile}, but the next tile of the recorded wall is another",
    )
    def draw_is_the_next_tile(table: Table, draw: Draw) -> Judgement:
        """Where the wall is recorded, each draw is its next tile from the front."""
        return clauses.is_wall_tile(table, table.front, draw.tile)

    @clause(
        "wall.replacement",
        REPLACE,
        says="{seat} draws the replacement {tile}, but the tile beside the break is another",
    )
    def replacement_lies_beside_the_break(table: Table, replace: Replace) -> Judgement:
        """Where the wall is recorded.

        A replacement is the next tile from the end beside the break.
        """
        place = table.back
        if upper_first:
            place += 1 if table.replaced % 2 else -1
        return clauses.is_wall_tile(table, place, replace.tile)

    return draw_is_the_next_tile, replacement_lies_beside_the_break


# --------------------------------------------------------------------------- bonus tiles


def holds_bonus_tiles(hand: Hand) -> bool:
    """Whether the hand is known to hold bonus tiles."""
    return any(hand.count[BONUS:JOKER])


def is_opening(table: Table) -> bool:
    """Whether nothing has happened yet but the replacing of bonus tiles."""
    past = table.past
    if past and past[-1].kind not in _BEFORE_PLAY:  # nearly always, once play has begun
        return False
    return all(act.kind in _BEFORE_PLAY for act in reversed(past))


_BEFORE_PLAY: Final = frozenset({SET_OUT, REPLACE, EXCHANGE, IRREGULARITY})


@clause(
    "bonus.tile", SET_OUT, says=("{seat} sets out {tiles}, but only bonus tiles may be set out")
)
def only_bonus_tiles_are_set_out(_table: Table, act: SetOut) -> Judgement:
    """Flowers and seasons are set out, nothing else."""
    others = [tile for tile in act.tiles if not is_bonus(tile)]
    if not others:
        return True
    if min(others) >= UNKNOWN:
        return None
    return False


@clause(
    "bonus.unused",
    CLAIM,
    CONCEALED_KONG,
    ADDED_KONG,
    says="{seat} uses a bonus tile in a set, but a bonus tile is only set out",
)
def bonus_tile_makes_no_set(_table: Table, act: Claim | ConcealedKong | AddedKong) -> Judgement:
    """A bonus tile is never part of a set."""
    return not any(map(is_bonus, clauses.tiles_laid(act)))


@clause(
    "bonus.unused",
    CLAIM,
    says="{seat} uses a bonus tile in a set, but a bonus tile is only set out",
    against="discard",
)
def bonus_tile_is_not_claimed(table: Table, _claim: Claim) -> Judgement:
    """A bonus tile that is thrown away makes no set: the tile written down may be another one."""
    return table.live == NONE or not is_bonus(table.live)


def _due_to_set_out(table: Table) -> Seat:
    """Who is to set out bonus tiles next.

    The first from the dealer on who holds some, after the one who did last.
    """
    seats = (act.seat for act in reversed(table.past) if type(act) is SetOut)
    last = next(seats, table.dealer - 1)
    for step in range(1, table.seats + 1):
        seat = (last + step) % table.seats
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
    """East sets out and replaces all bonus tiles held, then South, West and North, and so again."""
    if not is_opening(table):
        return True
    if _owing(table) != NONE:
        return False
    due = _due_to_set_out(table)
    if due == act.seat:
        return _sets_all_out(table.hands[act.seat], act)
    if table.seats_where(attrgetter("unknown")):
        return None
    return due == NONE


def _owing(table: Table) -> Seat:
    """Who has not replaced a tile yet."""
    owing = table.seats_where(attrgetter("owes"))
    return min(owing, default=NONE)


def _sets_all_out(hand: Hand, act: SetOut) -> Judgement:
    """Whether the player keeps no bonus tile."""
    if sum(hand.count[BONUS:JOKER]) == len(act.tiles):
        return True
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
    """Play begins when nobody holds a bonus tile any more."""
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
    """In play a bonus tile is set out by the player who has just drawn it."""
    return is_opening(table) or table.is_to_act(act.seat)


@clause(
    "bonus.shown",
    DISCARD,
    says="{seat} discards {tile} before setting out the bonus tiles {bonus_held}",
)
def bonus_tile_is_not_kept(table: Table, discard: Discard) -> Judgement:
    """A bonus tile is set out and replaced at once; it is neither kept nor discarded."""
    return not is_bonus(discard.tile) and not holds_bonus_tiles(table.hands[discard.seat])


# --------------------------------------------------------------------------- the number of tiles

LONG, SHORT = "long-hand", "short-hand"


def is_declared_irregular(table: Table, seat: Seat) -> bool:
    """Whether the player goes on with a hand that is known to be long or short."""
    if Irregularity not in map(type, table.past):
        return False
    own = (act for act in table.past if isinstance(act, Irregularity) and act.seat == seat)
    return not {LONG, SHORT}.isdisjoint(act.name for act in own)


def _may_have(table: Table, seat: Seat, number: int) -> Judgement:
    """Whether the hand has so many tiles; one found long or short may have any."""
    if table.hands[seat].total == number or is_declared_irregular(table, seat):
        return True
    return table.absence


@clause(
    "turn.size",
    DRAW,
    says="{seat} draws with {tiles_held} in hand instead of {resting} (a meld counts three)",
    expects="{resting}",
)
def draws_with_its_number(table: Table, draw: Draw) -> Judgement:
    """Whoever draws holds sixteen tiles.

    A set counted three, unless the hand was found long or short.
    """
    return _may_have(table, draw.seat, table.resting)


@clause(
    "turn.size",
    DISCARD,
    says="{seat} discards with {tiles_held} in hand instead of {resting_and_one} "
    "(a meld counts three)",
    expects="{resting_and_one}",
)
def discards_with_its_number(table: Table, discard: Discard) -> Judgement:
    """Whoever discards has first taken a tile."""
    return _may_have(table, discard.seat, table.acting)


@clause(
    "turn.size",
    CONCEALED_KONG,
    ADDED_KONG,
    says="{seat} declares a kong with {tiles_held} in hand instead of {resting_and_one} "
    "(a meld counts three)",
    expects="{resting_and_one}",
)
def own_kong_needs_a_tile_taken(table: Table, kong: ConcealedKong | AddedKong) -> Judgement:
    """One's own kong is declared in one's own turn, after taking a tile."""
    return _may_have(table, kong.seat, table.acting)


# --------------------------------------------------------------------------- ready


@clause(
    "ready.original",
    READY,
    says="{seat} declares the original hand ready after the first discard, but that is too late",
)
def ready_comes_with_the_first_discard(table: Table, ready: Ready) -> Judgement:
    """The original hand is declared ready with one's first discard, nothing claimed."""
    hand = table.hands[ready.seat]
    return not hand.river and not hand.melds


@clause(
    "ready.original",
    READY,
    says="{seat} declares the original hand ready, but no tile completes the hand",
)
def original_hand_waits(table: Table, ready: Ready) -> Judgement:
    """The original hand that is declared ready waits for a tile."""
    counts = clauses.counts_when_ready(table, ready)
    if counts is None:
        return None
    return waits(counts) != 0 or pairs_and_triplet_waits(counts) != 0


# --------------------------------------------------------------------------- irregularities


@clause(
    "irregular.size",
    IRREGULARITY,
    says="the record calls {seat}'s hand {irregular}, but the hand has the right number of tiles",
)
def irregular_hand_has_not_its_number(table: Table, act: Irregularity) -> Judgement:
    """A long hand has too many tiles, a short one too few."""
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


_TOO_LATE: Final = "{seat} corrects a mistake too late: {late_words}"


@clause("irregular.late", IRREGULARITY, says=_TOO_LATE)
def wrong_tile_is_put_back_in_time(table: Table, act: Irregularity) -> Judgement:
    """A wrong tile is put back before the discard."""
    return act.name != "wrong-draw" or bool(table.corrected_by(act)) or table.turn == act.seat


@clause("irregular.late", IRREGULARITY, says=_TOO_LATE)
def correction_comes_in_time(table: Table, act: Irregularity) -> Judgement:
    """A discard or a claim is taken back only until another player claims or draws."""
    if table.corrected_by(act):
        return True
    if act.name == "discard-changed":
        return table.turn == act.seat and _may_hold(table, act)
    return act.name != "claim-cancelled" or _may_leave_its_claim(table, act)


def _may_leave_its_claim(table: Table, act: Irregularity) -> bool:
    """Return whether the player may have claimed the tile that lies there.

    Not if the claim that the irregularity names is an earlier one, whose set is on the table.
    """
    if table.phase != AWAIT_DRAW or not table.lies_for(act.seat):
        return False
    for meld in table.hands[act.seat].melds:
        claim = Claim(act.seat, meld.tiles[:-1])
        if act.argument == "+" + text(claim.tiles):
            return clauses.group_of(claim, table.live) != ""
    return True


def _may_hold(table: Table, act: Irregularity) -> bool:
    """Whether the tile first thrown, if it is named, is back in the hand."""
    tile = TILES.get(act.argument, UNKNOWN)
    hand = table.hands[act.seat]
    return tile >= HELD or hand.held(tile) > 0 or hand.unknown > 0 or hand.total < table.acting


_LATE: Final = {
    "discard-changed": msg(
        "a discard may be changed only until somebody claims it or the next player draws"
    ),
    "wrong-draw": msg("a wrong tile may be put back only before the discard"),
    "claim-cancelled": msg("a claim may be cancelled only until another player claims or draws"),
}
_IRREGULAR: Final = {LONG: msg("long"), SHORT: msg("short")}


# --------------------------------------------------------------------------- what most acts are


def ordinary_draw(spec: Spec) -> Test:
    """A draw about which no clause can be broken."""
    plain = fast_path.ordinary_draw(spec)

    def is_ordinary(table: Table, draw: Draw) -> Judgement:
        return bool(table.past) and not is_opening(table) and plain(table, draw)

    return is_ordinary


def ordinary_discard(table: Table, discard: Discard) -> Judgement:
    """A discard about which no clause can be broken."""
    past = table.past
    if not past or holds_bonus_tiles(table.hand):
        return False
    if past[-1].kind in _BEFORE_PLAY and is_opening(table):
        return False
    return fast_path.is_ordinary_discard(table, discard)


def ordinary_replacement(table: Table, replace: Replace) -> Judgement:
    """A replacement that is due, of which no wall is recorded."""
    tile = replace.tile
    if tile >= HELD or table.identified[tile] >= table.copies[tile] or table.wall:
        return False
    return table.hands[replace.seat].owed > 0


def ordinary_set_out(table: Table, act: SetOut) -> Judgement:
    """Bonus tiles that a player holds, set out in its turn once play has begun."""
    if is_opening(table) or not table.is_to_act(act.seat):
        return False
    return all(map(is_bonus, act.tiles)) and clauses.lacking(table.hands[act.seat], act.tiles)


def ordinary_turns(spec: Spec) -> Stride:
    """Lays turns as `mjlog.rules.shared.fast_path` does, where no bonus tile is about."""
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
    "irregular": lambda _, act: _IRREGULAR[act.name],
    "late_words": lambda _, act: _LATE[act.name],
}
