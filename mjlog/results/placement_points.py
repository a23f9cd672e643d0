"""The final points of a game, placement included, as recorded and by the rules."""

from __future__ import annotations

from fractions import Fraction

from mjlog.auditor.checks.deal_header import pool_in_header
from mjlog.auditor.checks.final_headers import numbers_of
from mjlog.auditor.report import Report
from mjlog.auditor.totals import end_of_game
from mjlog.model.record import Game
from mjlog.referee.rule_set import RuleSet
from mjlog.results.standings import Change, standings

Placed = tuple[Fraction, ...]


def placement_points(report: Report) -> tuple[Placed | None, Placed | None]:
    """Return the final points of each seat, including placement points (uma), in two versions.

    The first tuple has the points as recorded: from the header ``Final-Points:`` or, without it,
    computed from the recorded points at the end of the game. The second tuple has the points by the
    rules. A tuple is replaced by None if the points are unknown.
    """
    game_standings, rules = standings(report), report.rules
    if game_standings is None or rules is None or rules.progress.final_points is None:
        return None, None
    game = report.game
    whole = sum(game_standings.start)
    whole += sum(pool_in_header(deal, rules) or 0 for deal in game.deals[:1])
    recorded = numbers_of(game, "Final-Points")
    if recorded is None:
        stated = numbers_of(game, "Final-Score")
        end = game_standings.recorded if stated is None else tuple(int(each) for each in stated)
        recorded = _counted(game, rules, end, whole)
    return recorded, _counted(game, rules, game_standings.due, whole)


def _counted(game: Game, rules: RuleSet, end: Change | None, whole: int) -> Placed | None:
    if end is None or rules.progress.final_points is None:
        return None
    pool = 0
    if rules.pot.used:
        pool = whole - sum(end)
    if pool < 0 or pool % (rules.pot.step or 1):
        return None
    ways = rules.progress.final_points(*end_of_game(end, pool, game, rules.progress)).places
    if len(ways) > 1:
        return None
    return next(iter(ways), None)
