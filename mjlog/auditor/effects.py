"""What the entries of a sheet that were likely written wrong change at the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.auditor.totals import added, all_known, taken, tied
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.record import SEATS, Ruling, Seat
from mjlog.model.slips import Effect, ExplainedDeal, Explanation
from mjlog.referee.rule_set import RuleSet

Totals = Sequence[int | None]


@dataclass(frozen=True, slots=True)
class GameWritten:
    """A game as its sheet has it: the totals after each deal, and how it ends.

    `pool` is what is left on the table, None where unknown; `first` dealt first.
    """

    rules: RuleSet
    after: Sequence[Totals]
    last: Totals
    pool: int | None
    rulings: Sequence[Ruling] = ()
    first: Seat = 0

    def with_effects(self, explained: Sequence[ExplainedDeal]) -> tuple[ExplainedDeal, ...]:
        """The explanations, each with what it changes."""
        return tuple(replace(each, explanations=self._each(each)) for each in explained)

    def _each(self, explained: ExplainedDeal) -> tuple[Explanation, ...]:
        written = self.after[explained.deal - 1]
        return tuple(
            replace(each, effect=self._effect(written, each.totals))
            for each in explained.explanations
        )

    def _effect(self, written: Totals, totals: Totals) -> Effect | None:
        """What other totals after a deal change at the end; None where some are not known."""
        last, put_right = all_known(self.last), all_known(_moved(self.last, written, totals))
        if last is None or put_right is None:
            return None
        ranks, points = self._ranks(last), self._final_points(last)
        if put_right == last:
            return Effect(last, last, ranks, ranks, points, points)
        due = self._ranks(put_right), self._final_points(put_right)
        return Effect(last, put_right, ranks, due[0], points, due[1])

    def _ranks(self, points: Sequence[int]) -> tuple[int, ...]:
        """Return the rank of each seat; equal ones share the better, unless seats break ties."""
        groups = tied(points, self.first)
        if self.rules.progress.seat_breaks_ties:
            groups = [*"".join(groups)]
        ranks = [0] * len(points)
        rank = 1
        for group in groups:
            for letter in group:
                ranks[SEATS.index(letter)] = rank
            rank += len(group)
        return tuple(ranks)

    def _final_points(self, points: Sequence[int]) -> tuple[float, ...]:
        """What the points come to with places counted; empty where that cannot be told."""
        final = self.rules.progress.final_points
        if final is None or self.pool is None:
            return ()
        ways = final(points, self.pool, self.rulings, self.first).places
        if len(ways) != 1:
            return ()
        return tuple([round(float(each), 1) for each in ways[0]])


def _moved(last: Totals, written: Totals, due: Totals) -> Totals:
    """The last totals with how much more is due than is written; None for those not known."""
    if len(written) != len(due):
        return (None,)
    return added(last, taken(due, written))
