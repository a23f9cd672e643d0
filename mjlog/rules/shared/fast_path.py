"""Fast tests for acts that certainly break no clause of `mjlog.rules.shared.clauses`.

Nine turns of ten are ordinary. The replay checks no clause about them and plays whole runs of turns
in one loop.
"""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.model.record import MANNER_DRAWN, Claim, Dealt, Discard, Draw, Seat, Turn
from mjlog.model.table import ACT, AWAIT_DRAW, HELD, NONE, Table
from mjlog.referee.rulebook import Judgement, Spec, Stride, Test
from mjlog.rules.shared.clauses import group_of, holds_tiles


def ordinary_hand(table: Table, dealt: Dealt) -> Judgement:
    """Return True if a dealt hand certainly breaks no rule, so the rules need not be checked.

    Return False for a hand with pillars (tiles that stand apart) or with a wrong number of tiles,
    if too many copies of a tile have appeared, or if a wall is recorded.
    """
    if dealt.pillars is not None:
        return False
    return not table.crowded and not table.wall and table.hands[dealt.seat].total == table.resting


def ordinary_draw(spec: Spec) -> Test:
    """Return a function that returns True if a draw certainly breaks no rule.

    It returns False if the rules must be checked, for example if a wall is recorded. `spec`
    describes the tiles and the wall, and computes how many tiles are left to draw.
    """

    def is_ordinary(table: Table, draw: Draw) -> Judgement:
        tile = draw.tile
        if draw.seat != table.turn or table.phase != AWAIT_DRAW or tile >= HELD:
            return False
        if table.hand.total != table.resting or table.identified[tile] >= table.copies[tile]:
            return False
        if table.wall or not table.whole:
            return False
        return spec.live(table) > 0

    return is_ordinary


def ordinary_discard(table: Table, discard: Discard) -> Judgement:
    """Return True if a discard certainly breaks no rule, so the rules need not be checked.

    The tile must be known and in the hand, and the player in turn and just after a draw. The hand
    must have no pillars (tiles that stand apart). A player who has declared ready must discard the
    drawn tile. Return False for any other discard.
    """
    return table.drawn != NONE and is_ordinary_discard(table, discard)


def is_ordinary_discard(table: Table, discard: Discard) -> bool:
    """Return True if a discard, even after a claim, certainly breaks no rule.

    Return False if the rules must be checked. Unlike this function, `ordinary_discard` returns
    False for each discard after a claim. Used by rule sets that check such a discard by functions
    of their own.
    """
    return table.hand.pillar_count is None and leaves_the_main_hand(table, discard)


def ordinary_discard_beside_pillars(table: Table, discard: Discard) -> Judgement:
    """Return True if a discard from a hand with pillars certainly breaks no rule.

    Pillars are four tiles set apart. Return False, so that the rules are checked, if a pillar is of
    the same kind as the discard, if it is unknown which tiles are pillars, or if the player has not
    just drawn a tile.
    """
    hand, tile = table.hand, discard.tile
    if table.drawn == NONE or hand.blended or hand.count_known_pillars(tile):
        return False
    return leaves_the_main_hand(table, discard)


def leaves_the_main_hand(table: Table, discard: Discard) -> bool:
    """Return whether a player in turn discards a known tile of the hand openly, and no pillar.

    Return False also for a player who has declared ready and does not discard the drawn tile.
    """
    hand, tile, manner = table.hand, discard.tile, discard.manner
    if tile >= HELD or not hand.count[tile]:
        return False
    if discard.seat != table.turn or table.phase != ACT or hand.total != table.acting:
        return False
    if discard.face_down or discard.pillar:
        return False
    if manner == MANNER_DRAWN:
        return tile == table.drawn
    return hand.ready_step == NONE or discard.ready


def ordinary_claim(spec: Spec) -> Test:
    """Return a function that returns True if a claim certainly breaks no rule.

    It returns False if the rules must be checked. It can return True for a pung and, at a table of
    four, for a chow from the player on the left. `spec` describes the tiles and the wall, and
    computes how many tiles are left to draw.
    """

    def is_ordinary(table: Table, claim: Claim) -> Judgement:
        tiles, hand = claim.tiles, table.hand
        if len(tiles) != 2 or max(tiles) >= HELD or hand.ready_step != NONE:
            return False
        if not _lies_to_be_claimed(table) or claim.seat == table.live_seat:
            return False
        if spec.live(table) <= 0 or holds_tiles(hand, tiles) is not True:
            return False
        group = group_of(claim, table.live)
        if group == "chow" and table.seats == 4:
            return table.distance(claim.seat, table.live_seat) == 1
        return group == "pung"

    return is_ordinary


def _lies_to_be_claimed(table: Table) -> bool:
    """Return whether the latest act is an open discard that other players may claim."""
    if table.winners or table.phase != AWAIT_DRAW or not table.whole:
        return False
    return table.live != NONE and table.live_sort == "discard"


def ordinary_turns(spec: Spec) -> Stride:
    """Return a function that quickly plays turns which break no rule, without checking the rules.

    The function gets the table, the turns and the index of the first turn to play. It returns the
    index of the first turn that it did not play. `spec` describes the tiles and the wall, and
    computes how many tiles are left to draw.
    """

    def stride(table: Table, turns: Sequence[Turn], start: int) -> int:
        room = spec.live(table)
        if room <= 0 or not _can_stride(table):
            return start
        before = len(table.past)
        seat = _lay_run(table, turns[start : start + room])
        number = (len(table.past) - before) // 2
        if number:
            _end_run(table, number, seat)
        return start + number

    return stride


def _can_stride(table: Table) -> bool:
    """Return whether `ordinary_turns` can now play turns on this table without checking rules.

    This requires that nobody has won, a player is about to draw, no wall is recorded, and each hand
    has its normal number of tiles and no pillars (tiles that stand apart).
    """
    if table.winners or table.phase != AWAIT_DRAW or not table.whole or table.wall:
        return False
    for hand in table.hands:
        if hand.total != table.resting or hand.pillar_count is not None:
            return False
    return True


# Nearly all turns go through this loop, in which a call for each turn would take longer than the
# turn. So both tests and both moves are written out here; the discard needs no check that the draw
# has made already.
def _lay_run(table: Table, turns: Sequence[Turn]) -> Seat:  # noqa: PLR0914  see above
    """Play turns of a draw and a discard, and stop before a turn that may break a rule.

    Only the hands, the discards and the list of acts are changed; the caller must then call
    `_end_run` for the rest of the table. Return the seat that is next in turn.
    """
    hands, past, seen, copies = table.hands, table.past, table.identified, table.copies
    seat, after = table.turn, table.order.after
    for turn in turns:
        brief = turn.brief
        if brief is None:
            break
        who, drawn, dropped, acts, of_hand = brief
        number = seen[drawn]
        if who != seat or number >= copies[drawn]:
            break
        hand = hands[seat]
        if drawn != dropped:
            count = hand.count
            held = count[dropped]
            if hand.ready_step != NONE or not held:
                break
            count[dropped] = held - 1
            count[drawn] = count[drawn] + 1
        elif of_hand and hand.ready_step != NONE:
            break
        seen[drawn] = number + 1
        hand.river.append(dropped)
        past += acts
        seat = after[seat]
    return seat


def _end_run(table: Table, number: int, seat: Seat) -> None:
    """Update the rest of the table after `_lay_run` has played `number` turns.

    This includes whose turn it is, the tiles left and the latest discard. `seat` is next in turn.
    """
    thrower = table.order.previous_seat(seat)
    table.undrawn -= number
    table.turn = seat
    table.hand = table.hands[thrower]
    table.live, table.live_seat, table.live_sort = table.hand.river[-1], thrower, "discard"
    table.drawn = NONE
