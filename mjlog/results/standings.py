"""The points at the end of a game, as recorded, and as they are by the rules."""

from __future__ import annotations

from dataclasses import dataclass
from operator import add, sub

from mjlog.auditor.checks.final_headers import numbers_of
from mjlog.auditor.deal_check import AREAS
from mjlog.auditor.report import Report
from mjlog.auditor.totals import change_by_payments, first_row, ranked
from mjlog.model.findings import differing, with_codes
from mjlog.model.record import Deal, Game
from mjlog.model.settlement import Settlement, net, seat_by_seat
from mjlog.referee.rule_set import RuleSet

Change = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealChange:
    """One deal in the standings of a game: how it changed the points of each seat.

    `recorded` is the recorded change: the points after the deal minus the points after the deal
    before. Recorded totals are used even if they are wrong. If the record has neither points nor
    payments, it is the change by the rules. `due` is the change by rules and rulings. Unknown
    changes are None. `faulty` is True if the audit found errors in this deal's points. If it is
    False, a difference between `recorded` and `due` comes from an earlier deal.
    """

    label: str
    recorded: Change | None
    due: Change | None
    faulty: bool = False

    @property
    def likely_change(self) -> Change | None:
        """The change of each seat's points in this deal by the rules.

        If it is unknown, the recorded change.
        """
        if self.due is not None:
            return self.due
        return self.recorded

    @property
    def missing(self) -> Change | None:
        """The change of each seat's points by the rules, minus the recorded change.

        None if one of the two is unknown.
        """
        return _minus(self.due, self.recorded)


@dataclass(frozen=True, slots=True)
class Standings:
    """The points of each seat before the first deal, and the changes in each deal of a game.

    `end` is the points of each seat at the end of a game without recorded deals, else None.
    """

    start: Change
    deals: tuple[DealChange, ...]
    end: Change | None = None

    @property
    def recorded(self) -> Change | None:
        """The recorded points of each seat at the end of the game; None if unknown."""
        return self.after(due=False)[-1] if self.deals else self.end

    @property
    def due(self) -> Change | None:
        """The points of each seat at the end if each deal is paid by the rules; None if unknown."""
        return self.after(due=True)[-1] if self.deals else self.end

    def with_corrected(self, number: int) -> Change | None:
        """Return the points of each seat at the end if only deal `number` is paid by the rules.

        `number` counts from 1; all other deals stay as recorded. If the payment by the rules is
        unknown, the deal stays as recorded, too. Return None if the recorded points are unknown.
        """
        missing = self.deals[number - 1].missing
        if missing is None:
            return self.recorded
        return _plus(self.recorded, missing)

    def after(self, *, due: bool) -> list[Change | None]:
        """Return the points of each seat after each deal: by the rules if `due`, else as recorded.

        The points after a deal are None if they are unknown.
        """
        totals: list[Change | None] = [self.start]
        for deal in self.deals:
            totals.append(_plus(totals[-1], deal.likely_change if due else deal.recorded))
        return totals[1:]


def _plus(one: Change | None, other: Change | None) -> Change | None:
    if one is None or other is None:
        return None
    return tuple(map(add, one, other))


def _minus(one: Change | None, other: Change | None) -> Change | None:
    if one is None or other is None:
        return None
    return tuple(map(sub, one, other))


def order(points: Change | None) -> str:
    """Return the letters of the seats, ordered by points, best first: ``C D=A B``.

    Seats with equal points are joined by ``=``. Return an empty string if the points are unknown.
    """
    if points is None:
        return ""
    return ranked(points)


def standings(report: Report) -> Standings | None:
    """Compute the standings of an audited game: how each deal changed the points.

    Also works for a game with final points but no deals. Return None if the rules are unknown or
    have no points, if the audit has no result for each deal, or if the points at the start are
    unknown.
    """
    rules, game = report.rules, report.game
    if rules is None or rules.scoring.score is None:
        return None
    if not game.deals:
        return _end_of_result(game, rules)
    if len(report.results) != len(game.deals):
        return None
    start, seats = game.deals[0].points, game.seats
    if len(start) != seats:
        if rules.progress.start_points is None:
            return None
        start = (rules.progress.start_points,) * seats
    all_standings: list[DealChange] = []
    left: Change | None = start
    # Deals with wrong points, or with wrong entries from which points follow.
    wrong = differing(report.verdicts)
    faulty = {verdict.place.deal for verdict in wrong if verdict.claim.kind in AREAS}
    chains = with_codes(report.findings, {"score.chain", "pay.pool"})
    faulty |= {finding.place.deal for finding in chains}
    for number, (deal, result) in enumerate(zip(game.deals, report.results, strict=True), 1):
        due, settlement = result.change, result.settlement
        before = deal.points if len(deal.points) == seats else left
        change = _recorded_change(deal, settlement, seats, pooled=rules.pot.used)
        if change is None:
            change = due
        after = first_row(deal, "score", seats) or _plus(before, change)
        recorded = _minus(after, left)
        all_standings.append(DealChange(deal.label, recorded, due, number in faulty))
        left = after
    return Standings(start, tuple(all_standings))


def _end_of_result(game: Game, rules: RuleSet) -> Standings | None:
    """Return the standings of a game of which only the final points are recorded.

    Return None if the final points are missing or not whole numbers, or if the rules do not state
    the points at the start.
    """
    end, start = numbers_of(game, "Final-Score"), rules.progress.start_points
    if end is None or start is None or any(points.denominator != 1 for points in end):
        return None
    return Standings((start,) * game.seats, (), tuple(int(each) for each in end))


def _recorded_change(
    deal: Deal, settlement: Settlement | None, seats: int, *, pooled: bool
) -> Change | None:
    """Return the change of each seat's points in a deal as recorded; None if it is unknown.

    It comes from the `net` line or, without this line, from the payments. Stakes paid during play,
    such as riichi sticks, are added if the record leaves them out. `pooled`: stakes can lie on the
    table, so the change is unknown if there is no settlement.
    """
    if settlement is None and pooled:
        return None
    stated = first_row(deal, "net", seats)
    if settlement is None:
        return stated or change_by_payments(deal, seats)
    if stated is None:
        # A stake laid in play is counted below.
        staked = {(each.payer, each.payee) for each in settlement.staked}
        stated = change_by_payments(deal, seats, staked)
    elif _has_stakes(stated, settlement, seats):
        return stated
    return _plus(stated, net(settlement.staked, seats))


def _has_stakes(stated: Change, settlement: Settlement, seats: int) -> bool:
    """Return whether a `net` line includes the stakes, such as riichi sticks, paid during play.

    `stated` are the numbers of the line. The result is True if more of them are right with stakes
    than without.
    """
    alone = settlement.net(seats)
    whole = seat_by_seat(alone, net(settlement.staked, seats))
    off = [
        sum(points != n for points, n in zip(stated, row, strict=True)) for row in (whole, alone)
    ]
    return off[0] < off[1]
