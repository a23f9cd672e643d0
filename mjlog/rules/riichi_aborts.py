"""Riichi: the washouts that end a deal before the wall does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from mjlog.record import WIN, NoWin, Win
from mjlog.rulebook import NO_WIN, Clause, Judgement, clause
from mjlog.shapes import ORPHANS
from mjlog.table import HELD, NONE, Hand, Table
from mjlog.tiles import EAST, KIND, NORTH
from mjlog.wording import Words


@clause("abort.kind", NO_WIN, says="the deal ends by {abort_name}; no deal ends so here")
def no_deal_is_aborted(_table: Table, end: NoWin) -> Judgement:
    """A deal ends with a win or with the wall."""
    return end.how != "abort"


def abortive_washout_has_its_reason(waits: Callable[[Hand], int], *, triple_ron: bool) -> Clause:
    """The clause where such ends are played, three winners ending a deal or not."""
    tests: Mapping[str, Callable[[Table], Judgement]] = {
        "nine-terminals": _nine_terminals,
        "four-winds": _four_winds,
        "four-riichi": _four_riichi,
        "four-kongs": _four_kongs,
        "triple-ron": (lambda table: _triple_ron(table, waits)) if triple_ron else (lambda _: False),
    }

    @clause("abort.kind", NO_WIN, says="the deal ends by {abort_name}, but {abort_words}")
    def abort_has_its_reason(table: Table, end: NoWin) -> Judgement:
        """Nine terminals, four winds, four riichi, four kongs or three winners end a deal."""
        if end.how != "abort" or not table.past or not table.whole:
            return True
        test = tests.get(end.name)
        return test(table) if test is not None else None

    return abort_has_its_reason


def _nine_terminals(table: Table) -> Judgement:
    hand = table.hands[table.turn]
    if hand.river or any(other.melds for other in table.hands) or hand.total != table.resting + 1:
        return False
    return sum(hand.kinds()[kind] > 0 for kind in ORPHANS) >= 9 or (None if not hand.known else False)


def _four_winds(table: Table) -> Judgement:
    rivers = [hand.river for hand in table.hands]
    if any(tile >= HELD for river in rivers for tile in river[:1]):
        return None
    if len(rivers) != 4 or any(len(river) != 1 for river in rivers) or any(hand.melds for hand in table.hands):
        return False
    return len({river[0] for river in rivers}) == 1 and EAST <= rivers[0][0] <= NORTH


def _four_riichi(table: Table) -> Judgement:
    return sum(hand.ready for hand in table.hands) == 4


def _four_kongs(table: Table) -> Judgement:
    return table.kongs == 4 and sum(any(meld.is_kong for meld in hand.melds) for hand in table.hands) > 1


def _triple_ron(table: Table, waits: Callable[[Hand], int]) -> Judgement:
    others = [hand for seat, hand in enumerate(table.hands) if seat != table.live_seat]
    if table.live == NONE or any(not hand.known for hand in others):
        return None
    return sum(waits(hand) >> KIND[table.live] & 1 for hand in others) == 3


@clause("win.several", WIN, says="{seat} is the third to win on {live}; where two win at most, three end the deal")
def two_win_at_most(table: Table, win: Win) -> Judgement:
    """Two win on one tile; three end the deal."""
    return win.own_draw or len(table.just_won) < 2


_REASONS: Final = {
    "nine-terminals": "the player in turn holds no nine kinds of terminals and honours in an unbroken first turn",
    "four-winds": "the first four discards are not one wind",
    "four-riichi": "not all four have declared riichi",
    "four-kongs": "there are not four kongs of several players",
    "triple-ron": "not all three others wait for that discard, or three winners are all paid here",
}
WORDS: Final[Words] = {
    "abort_name": lambda _, end: end.name,
    "abort_words": lambda _, end: _REASONS[end.name],
}
