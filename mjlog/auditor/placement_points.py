"""What a game comes to with places counted, where its rule set counts them.

As the record has it and as it is due.
"""

from __future__ import annotations

from fractions import Fraction

from mjlog.auditor.audit import Report
from mjlog.auditor.standings import Change, standings
from mjlog.model.record import Deal, Game, Ruling
from mjlog.referee.rule_set import RuleSet

Placed = tuple[Fraction, ...]


def placement_points(report: Report) -> tuple[Placed | None, Placed | None]:
    """The points with places counted: as recorded, and by the rules; None where nothing tells.

    What is recorded is what ``Final-Points:`` states, else what the recorded points come to.
    """
    told, rules = standings(report), report.rules
    if told is None or rules is None or rules.progress.final_points is None:
        return None, None
    game, whole = report.game, _whole(report.game, rules, told.start)
    end = _points_at_the_end(game) or told.recorded
    stated = _stated(game, "Final-Points")
    return stated or _counted(game, rules, end, whole), _counted(game, rules, told.due, whole)


def _points_at_the_end(game: Game) -> Change | None:
    stated = _stated(game, "Final-Score")
    return tuple(int(each) for each in stated) if stated else None


def _stated(game: Game, key: str) -> Placed | None:
    """The numbers of a header, one for each player."""
    words = (game.header(key) or "").split()
    try:
        numbers = tuple(map(Fraction, words))
    except (ValueError, ZeroDivisionError):
        return None
    return numbers if len(numbers) == game.seats else None


def _whole(game: Game, rules: RuleSet, start: Change) -> int:
    """All points of the game: what players had, and what lay on the table."""
    return sum(start) + (_lying(game.deals[0], rules) if rules.pot.used else 0)


def _lying(deal: Deal, rules: RuleSet) -> int:
    word = deal.attribute(rules.pot.word) or "0"
    return int(word) * rules.pot.unit if word.isascii() and word.isdigit() else 0


def _counted(game: Game, rules: RuleSet, end: Change | None, whole: int) -> Placed | None:
    if end is None or rules.progress.final_points is None:
        return None
    pool = whole - sum(end) if rules.pot.used else 0
    if pool < 0 or pool % (rules.pot.step or 1):
        return None
    rulings = [each for deal in game.deals for each in deal.told(Ruling)]
    ways = rules.progress.final_points(end, pool, rulings).places
    return ways[0] if len(ways) == 1 else None
