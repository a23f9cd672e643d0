"""Aligns the turns of one deal in two scribes' sheets, although each may have missed some."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from mjlog.model.record import (
    NOBODY,
    RESYNC,
    Claim,
    Discard,
    Irregularity,
    Seat,
    Turn,
    Win,
)
from mjlog.model.tiles import CHOWS, KIND, KINDS, PILLAR, kinds_of
from mjlog.model.turn_order import TurnOrder
from mjlog.notation.play.spelling import spell
from mjlog.notation.refinement import acts_joined


class Pair(NamedTuple):
    """The same turn in the records of two scribes, by its index in each record.

    The index is NOBODY if that record lacks the turn.
    """

    one: int
    other: int


_AGREE: Final = 4
_DIFFER: Final = -1
_MISSED: Final = -1


def joined_turn(one: Turn, other: Turn) -> Turn | None:
    """Combine two scribes' records of one turn into one turn, and return it.

    Return None if the records contradict each other.
    """
    if one.seat != other.seat or one.stood != other.stood:
        return None
    acts = acts_joined(one.acts, other.acts)
    if acts is None:
        return None
    return Turn(one.seat, spell(acts, stood=one.stood), acts, one.stood)


def is_resync(turn: Turn) -> bool:
    """Return whether a turn only notes that its scribe missed turns and continues from here."""
    act = turn.acts[0] if turn.acts else None
    return isinstance(act, Irregularity) and act.name == RESYNC


class Alignment:
    """Two scribes' records of the turns of one deal, aligned so that most turns match."""

    def __init__(self, one: Sequence[Turn], other: Sequence[Turn]) -> None:
        self.one = one
        self.other = other
        self._missed_by_other = _costs(one, other)
        self._missed_by_one = _costs(other, one)

    def pairs(self) -> list[Pair]:
        """Return all turns of both records in order, as pairs of indices.

        A pair has the index of a turn in the first record and its index in the second. If a record
        lacks the turn, the index is NOBODY.
        """
        best = self._scores()
        i, j = 0, 0
        pairs_so_far: list[Pair] = []
        while i < len(self.one) or j < len(self.other):
            _, step = max(self._ways(best, i, j), key=lambda way: way[0])
            pairs_so_far.append(Pair(i if step[0] else NOBODY, j if step[1] else NOBODY))
            i, j = i + step[0], j + step[1]
        return pairs_so_far

    def _scores(self) -> list[list[int]]:
        """Return a table of scores, used to find the best way to align the turns of both records.

        ``best[i][j]`` is the highest score for aligning the turns from index `i` on in the first
        record with the turns from index `j` on in the second. The table is filled from the end.
        """
        rows, columns = len(self.one), len(self.other)
        best = [[0] * (columns + 1) for _ in range(rows + 1)]
        for i in range(rows, -1, -1):
            for j in range(columns, -1, -1):
                ways = self._ways(best, i, j)
                best[i][j] = max((score for score, _ in ways), default=0)
        return best

    def _ways(self, best: list[list[int]], i: int, j: int) -> list[tuple[int, tuple[int, int]]]:
        """Return all possible next steps of the alignment, each as (score, step).

        The step (1, 1) pairs the turn `i` of the first record with the turn `j` of the second. If a
        record lacks the turn of the other, the step is (1, 0) or (0, 1). The score is that of the
        step and of everything after it. `best` is the table of scores.
        """
        ways = []
        one, other = self.one[i : i + 1], self.other[j : j + 1]
        for mine, theirs in zip(one, other, strict=False):
            if mine.seat == theirs.seat:
                ways.append((best[i + 1][j + 1] + _score(mine, theirs), (1, 1)))
        if one:
            ways.append((best[i + 1][j] + self._missed_by_other[i], (1, 0)))
        if other:
            ways.append((best[i][j + 1] + self._missed_by_one[j], (0, 1)))
        return ways


@lru_cache(maxsize=1 << 14)
def _score(one: Turn, other: Turn) -> int:
    """Return the score for pairing two turns; it is higher if they match better.

    The score is negative if the turns contradict each other. If they agree, it is halved if a
    discard is unknown.
    """
    if is_resync(one) != is_resync(other):
        return _DIFFER * 3
    if joined_turn(one, other) is None:
        return _DIFFER
    return _AGREE if _known(one) and _known(other) else _AGREE // 2


def _known(turn: Turn) -> bool:
    last = turn.acts[-1]
    return not isinstance(last, Discard) or KIND[last.tile & ~PILLAR] < KINDS


def _costs(turns: Sequence[Turn], sheet: Sequence[Turn]) -> list[int]:
    """Return, for each turn in `turns`, the score for leaving it without a partner in `sheet`.

    `turns` and `sheet` are the turns in the records of two scribes. The score is normally -1. It is
    0 if `sheet` has no turns of the turn's player or notes a gap, or if the turn only notes a gap.
    """
    if any(is_resync(each) for each in sheet):
        return [0] * len(turns)
    written = {turn.seat for turn in sheet}
    return [_MISSED * (turn.seat in written and not is_resync(turn)) for turn in turns]


# --------------------------------------------------------------------------- seat by seat


def interleaved(turns: Sequence[Turn], dealer: Seat, order: TurnOrder) -> list[int]:
    """Return the order in which turns were played, as a list of indices in `turns`.

    In `turns`, the turns of each player must be in the right order, but all turns of one player may
    come before those of another. In the result, a claim follows a discard that it fits, if there is
    one, and a win on a discard comes as late as possible. `dealer` is the seat that plays first,
    and `order` is the turn order.
    """
    queues = {
        seat: [at for at, turn in enumerate(turns) if turn.seat == seat] for seat in order.players
    }
    places: list[int] = []
    last: Turn | None = None
    expected = max(0, dealer)
    while any(queues.values()):
        heads = {seat: turns[queue[0]] for seat, queue in queues.items() if queue}
        seat = _next_seat(heads, order.beginning_with(expected), last)
        last = heads[seat]
        places.append(queues[seat].pop(0))
        expected = order.after[seat]
    return places


def _next_seat(heads: Mapping[Seat, Turn], around: Sequence[Seat], last: Turn | None) -> Seat:
    """Return the seat that played next; `heads` has the next recorded turn of each seat.

    A seat whose turn claims the discard of the turn `last` comes first, otherwise the first seat in
    `around`, which are the seats in turn order. A seat whose next turn is a win on a discard comes
    only if the next turns of all seats are such wins.
    """
    takers = [seat for seat, turn in heads.items() if _takes(turn, last)]
    winning = {
        seat
        for seat, turn in heads.items()
        if isinstance(turn.acts[0], Win) and not turn.acts[0].own_draw
    }
    in_order: list[Seat] = [*takers, *around]
    may_come = set(heads) - winning or set(heads)
    return next(seat for seat in in_order if seat in may_come)


def _takes(turn: Turn, last: Turn | None) -> bool:
    """Return whether `turn` begins with a claim that fits the discard of the turn `last`."""
    thrown = last.acts[-1] if last is not None and last.seat != turn.seat else None
    if not isinstance(thrown, Discard):
        return False
    claim = turn.acts[0]
    if not isinstance(claim, Claim):
        return False
    kinds = sorted({*kinds_of(claim.tiles), KIND[thrown.tile & ~PILLAR]})
    return len(kinds) == 1 or tuple(kinds) in CHOWS
