"""Final points with placement points of an unknown table, in files that do not name their rules."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from mjlog.auditor.checks.final_headers import numbers_of
from mjlog.auditor.report import Report
from mjlog.auditor.totals import all_known
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import msg
from mjlog.model.record import Seat

_THOUSAND: Final = 1000


def with_places_left_open(report: Report) -> Report:
    """Change wrong final points to "unverified", if other placement points explain them.

    Placement points are what a player gets for finishing first, second and so on. Used for files
    that do not say which placement points the table uses. Return the report unchanged if no
    placement points explain the final points.
    """
    of_places = [f for f in report.findings if f.is_error and f.code == "final.points"]
    if not of_places:
        return report
    game = report.game
    stated, end = numbers_of(game, "Final-Points"), numbers_of(game, "Final-Score")
    points = all_known(report.totals[-1]) if report.totals else None
    if end is not None:
        points = tuple(int(number) for number in end)
    if stated is None or points is None:
        return report
    bonus = fitting_bonus(points, stated, max(game.first_dealer, 0))
    if bonus is None:
        return report
    words = msg(
        "the final points are the points of the game and {bonus} for the places from first to "
        "last; the file does not say what the places bring",
        bonus=" ".join([f"{float(each):+g}" for each in bonus]),
    ).lacking("rules")
    findings = [finding for finding in report.findings if finding not in of_places]
    verdicts = [
        replace(verdict, answer="unverified", because=words)
        if verdict.answer == "differs" and verdict.claim.item == "Final-Points"
        else verdict
        for verdict in report.verdicts
    ]
    return replace(report, findings=tuple(findings), verdicts=tuple(verdicts))


def fitting_bonus(
    points: Sequence[int], stated: Sequence[Fraction], first: Seat
) -> tuple[Fraction, ...] | None:
    """Return the placement points, from first to last place, that explain recorded final points.

    `points` are the players' points at the end of the game, `stated` their final points, and
    `first` is the seat that wins ties. Placement points must be whole numbers that never rise from
    place to place and add up to zero; the sum may be negative if a player ends below zero, because
    a fine may be missing. Return None if no such placement points explain the final points.
    """
    seats = len(points)
    mean = Fraction(sum(points), seats * _THOUSAND)
    order = sorted(range(seats), key=lambda seat: (-points[seat], (seat - first) % seats))
    exact = tuple(stated[seat] - Fraction(points[seat], _THOUSAND) + mean for seat in order)
    best_first = [points[seat] for seat in order]
    if _is_bonus(exact, best_first, has_fine=min(points) < 0):
        return exact
    # Points are rounded to thousands, halves away from zero.
    rounded_points = [
        (abs(each) + _THOUSAND // 2) // _THOUSAND * (1 if each >= 0 else -1) for each in points
    ]
    others = [stated[seat] - rounded_points[seat] + mean for seat in order[1:]]
    rounded = (-sum(others, Fraction()), *others)
    if sum(stated) == 0 and _is_bonus(rounded, best_first, has_fine=False):
        return rounded
    return None


def _is_bonus(bonus: Sequence[Fraction], points: Sequence[int], *, has_fine: bool) -> bool:
    """Return whether `bonus` can be the placement points of a table, from first to last place.

    They must be whole numbers that never rise and add up to zero; with `has_fine`, the sum may be
    negative. `points` are the players' points, from first to last place: players with equal points
    may share their placement points.
    """
    by_points = dict.fromkeys(points, Fraction())
    for own, brought in zip(points, bonus, strict=True):
        by_points[own] += brought
    are_whole = all(brought.denominator == 1 for brought in by_points.values())
    falls = list(bonus) == sorted(bonus, reverse=True)
    total = sum(bonus)
    return are_whole and falls and (total == 0 or (has_fine and total < 0))
