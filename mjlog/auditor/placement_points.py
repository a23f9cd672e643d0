"""What a game comes to with places counted, where its rule set counts them.

As the record has it and as it is due.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from mjlog.auditor.standings import Change, standings
from mjlog.model.record import Deal, Game, Ruling, Seat
from mjlog.referee.rule_set import RuleSet

if TYPE_CHECKING:
    from mjlog.auditor.audit import Report

Placed = tuple[Fraction, ...]


def placement_points(report: Report) -> tuple[Placed | None, Placed | None]:
    """The points with places counted: as recorded, and by the rules; None where nothing tells.

    What is recorded is what ``Final-Points:`` states, else what the recorded points come to.
    """
    told, rules = standings(report), report.rules
    if told is None or rules is None or rules.progress.final_points is None:
        return None, None
    game, whole = report.game, _whole(report.game, rules, told.start)
    recorded = _stated(game, "Final-Points")
    if recorded is None:
        end = _points_at_the_end(game) or told.recorded
        recorded = _counted(game, rules, end, whole)
    return recorded, _counted(game, rules, told.due, whole)


def points_and_places(report: Report) -> tuple[Change, Placed, Seat] | None:
    """Return the points at the end, the stated points with places counted, and who dealt first."""
    game = report.game
    totals, stated = standings(report), _stated(game, "Final-Points")
    end = _points_at_the_end(game) or (totals.recorded if totals else None)
    if end is None or stated is None:
        return None
    return end, stated, max(game.first_dealer, 0)


def _points_at_the_end(game: Game) -> Change | None:
    stated = _stated(game, "Final-Score")
    if stated is None:
        return None
    return tuple(map(int, stated))


def _stated(game: Game, key: str) -> Placed | None:
    """The numbers of a header, one for each player."""
    words = (game.header(key) or "").split()
    try:
        numbers = tuple(map(Fraction, words))
    except (ValueError, ZeroDivisionError):
        return None
    if len(numbers) != game.seats:
        return None
    return numbers


def _whole(game: Game, rules: RuleSet, start: Change) -> int:
    """All points of the game: what players had, and what lay on the table."""
    return sum(start) + _lying(game.deals[0], rules)


def _lying(deal: Deal, rules: RuleSet) -> int:
    word = deal.attribute(rules.pot.word) or "0"
    if not rules.pot.used or not word.isascii() or not word.isdigit():
        return 0
    return int(word) * rules.pot.unit


def _counted(game: Game, rules: RuleSet, end: Change | None, whole: int) -> Placed | None:
    if end is None or rules.progress.final_points is None:
        return None
    pool = 0
    if rules.pot.used:
        pool = whole - sum(end)
    if pool < 0 or pool % (rules.pot.step or 1):
        return None
    ways = rules.progress.final_points(end, pool, game.told(Ruling), game.first_dealer).places
    if len(ways) > 1:
        return None
    return next(iter(ways), None)
