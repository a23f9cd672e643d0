"""What the entries of a sheet that were likely written wrong change at the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.record import Ruling
from mjlog.model.slips import Effect, ExplainedDeal, Explanation
from mjlog.referee.rule_set import RuleSet

Totals = Sequence[int | None]


@dataclass(frozen=True, slots=True)
class GameWritten:
    """A game as its sheet has it: the totals after each deal, and how it ends.

    `pool` is what is left on the table, None where unknown.
    """

    rules: RuleSet
    after: Sequence[Totals]
    last: Totals
    pool: int | None
    rulings: Sequence[Ruling] = ()

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
        last, more = _known(self.last), _difference(written, totals)
        if last is None or more is None:
            return None
        put_right = tuple(points + each for points, each in zip(last, more, strict=True))
        return Effect(
            last,
            put_right,
            self._ranks(last),
            self._ranks(put_right),
            self._final_points(last),
            self._final_points(put_right),
        )

    def _ranks(self, points: Sequence[int]) -> tuple[int, ...]:
        """The rank of each seat; equal ones share the better, but where seats break ties."""
        if not self.rules.progress.seat_breaks_ties:
            return tuple(1 + sum(other > each for other in points) for each in points)
        order = sorted(range(len(points)), key=lambda seat: (-points[seat], seat))
        return tuple(1 + order.index(seat) for seat in range(len(points)))

    def _final_points(self, points: Sequence[int]) -> tuple[float, ...]:
        """What the points come to with places counted; empty where that cannot be told."""
        final = self.rules.progress.final_points
        if final is None or self.pool is None:
            return ()
        ways = final(points, self.pool, self.rulings).places
        return tuple(round(float(each), 1) for each in ways[0]) if len(ways) == 1 else ()


def _known(totals: Totals) -> tuple[int, ...] | None:
    """The totals, if everybody's are known."""
    known = tuple(points for points in totals if points is not None)
    return known if len(known) == len(totals) else None


def _difference(written: Totals, due: Totals) -> tuple[int, ...] | None:
    """How much more is due than is written, by seat; None where some are not known."""
    told, right = _known(written), _known(due)
    if told is None or right is None or len(told) != len(right):
        return None
    return tuple(points - each for points, each in zip(right, told, strict=True))
