"""The change in the result of a game if likely slips on its sheet are corrected."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.auditor.report import Report
from mjlog.auditor.totals import add_rows, all_known, end_of_game, subtract_rows, tied
from mjlog.model.lazy_dataclass import replace
from mjlog.model.record import SEATS, Seat
from mjlog.model.slips import Effect, ExplainedDeal
from mjlog.referee.rule_set import RuleSet


def with_effects(report: Report) -> tuple[ExplainedDeal, ...]:
    """Return the explained deals of a report, with the effect of each explanation.

    An explanation is a set of wrong cells of the score sheet that explains the errors of a deal.
    Its `effect` is how the result of the game changes if these cells are corrected.
    """
    return tuple(
        replace(
            deal,
            explanations=tuple(
                replace(each, effect=effect(report, deal.deal, each.totals))
                for each in deal.explanations
            ),
        )
        for deal in report.explanations
    )


def effect(report: Report, number: int, totals: Sequence[int | None]) -> Effect | None:
    """Compute how the result of a game changes if one deal is corrected.

    `number` is the number of the deal, from 1. `totals` are the corrected points of each seat after
    this deal; later deals change the points as recorded. Return None if the rules or some points
    are unknown, or if `totals` has the wrong length.
    """
    if report.rules is None:
        return None
    written, end = report.totals[number - 1], report.totals[-1]
    if len(written) != len(totals):
        return None
    last, put_right = all_known(end), all_known(add_rows(end, subtract_rows(totals, written)))
    if last is None or put_right is None:
        return None
    first = report.game.first_dealer
    ranks = [_ranks(points, report.rules, first) for points in (last, put_right)]
    finals = [_final_points(points, report, report.rules) for points in (last, put_right)]
    return Effect(last, put_right, *ranks, *finals)


def _ranks(points: Sequence[int], rules: RuleSet, first: Seat) -> tuple[int, ...]:
    """Return the rank of each seat, 1 for the best.

    Seats with equal points share the better rank, unless the rules break ties by seat. `first` is
    the first dealer, from whom seats are counted.
    """
    groups = tied(points, first)
    if rules.progress.seat_breaks_ties:
        groups = [*"".join(groups)]
    ranks = [0] * len(points)
    rank = 1
    for group in groups:
        for letter in group:
            ranks[SEATS.index(letter)] = rank
        rank += len(group)
    return tuple(ranks)


def _final_points(points: Sequence[int], report: Report, rules: RuleSet) -> tuple[float, ...]:
    """Return the final points of each seat, including placement points (uma), rounded to tenths.

    Return an empty tuple if the rules have no placement points or allow several results, or if it
    is unknown how many points are left on the table.
    """
    final_points, pool = rules.progress.final_points, report.pools[-1]
    if final_points is None or pool is None:
        return ()
    game = report.game
    ways = final_points(*end_of_game(points, pool, game, rules.progress)).places
    if len(ways) != 1:
        return ()
    return tuple(round(float(each), 1) for each in ways[0])
