"""How a game ends as the record tells it, and how it ends if every deal is paid by the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mjlog.auditor.audit import Report
from mjlog.auditor.totals import ranked
from mjlog.model.record import Deal, Pay, Points
from mjlog.model.settlement import Payment, Settlement, net
from mjlog.referee.rule_set import RuleSet

Change = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """One deal: what it changed as recorded and by the rules, None where that cannot be told.

    `recorded` goes from the points that the deal before left to those that this one leaves, so a
    total that does not follow is in it; where the record tells neither points nor payments it is
    what is due. `due` is what the rules and rulings make of the deal as it was played. `faulty`
    tells whether the audit found points of it wrong; where it did not, a difference comes from a
    deal before.
    """

    label: str
    recorded: Change | None
    due: Change | None
    faulty: bool = False

    @property
    def taken(self) -> Change | None:
        """What the deal counts for by the rules: as recorded where they cannot be asked."""
        if self.due is not None:
            return self.due
        return self.recorded

    @property
    def missing(self) -> Change | None:
        """What each seat ought to have more, or less, than is recorded.

        None when either cannot be told.
        """
        if self.due is None or self.recorded is None:
            return None
        return tuple([due - told for due, told in zip(self.due, self.recorded, strict=True)])


@dataclass(frozen=True, slots=True)
class Standings:
    """The points before the first deal, and what each deal changed."""

    start: Change
    deals: tuple[Standing, ...]

    @property
    def recorded(self) -> Change | None:
        """The points at the end as the record has them, None when it does not tell."""
        return self.after(due=False)[-1]

    @property
    def due(self) -> Change | None:
        """The points at the end if each deal is paid by the rules."""
        return self.after(due=True)[-1]

    @property
    def as_recorded(self) -> tuple[str, ...]:
        """Labels of the deals that count as recorded, as the rules cannot judge them."""
        return tuple(deal.label for deal in self.deals if deal.due is None)

    def with_corrected(self, number: int) -> Change | None:
        """The points at the end if the deal of that number, counted from 1, is paid by the rules.

        And no other.
        """
        missing = self.deals[number - 1].missing
        if missing is None:
            return self.recorded
        return _plus(self.recorded, missing)

    def after(self, *, due: bool) -> list[Change | None]:
        """The points after each deal, as recorded or by the rules."""
        totals: list[Change | None] = [self.start]
        for deal in self.deals:
            totals.append(_plus(totals[-1], deal.taken if due else deal.recorded))
        return totals[1:]


def _plus(one: Change | None, other: Change | None) -> Change | None:
    if one is None or other is None:
        return None
    return tuple([a + b for a, b in zip(one, other, strict=True)])


def order(points: Change | None) -> str:
    """The seats by points, best first, equal ones joined (``C D=A B``).

    Empty when the points are not known.
    """
    if points is None:
        return ""
    return ranked(points)


def standings(report: Report) -> Standings | None:
    """How the game ends; None when its rules are not known or judge no points."""
    rules, game = report.rules, report.game
    if (
        rules is None
        or rules.scoring.score is None
        or not game.deals
        or len(report.changes) != len(game.deals)
    ):
        return None
    start = _start(report, rules)
    if start is None:
        return None
    all_standings: list[Standing] = []
    seats = game.seats
    left: Change | None = start
    faulty = _faulty(report)
    for number, deal in enumerate(game.deals, 1):
        due, settlement = report.changes[number - 1], report.settlements[number - 1]
        before = deal.points if len(deal.points) == seats else left
        recorded_change = _told(deal, settlement, seats, pooled=rules.pot.used)
        after = _total(deal, seats) or _plus(
            before, recorded_change if recorded_change is not None else due
        )
        recorded = (
            None
            if after is None or left is None
            else tuple([b - a for a, b in zip(left, after, strict=True)])
        )
        all_standings.append(Standing(deal.label, recorded, due, number in faulty))
        left = after
    return Standings(start, tuple(all_standings))


def _faulty(report: Report) -> set[int]:
    """The deals of which the audit says that points, or what they follow from, are wrong."""
    claims = {
        v.place.deal
        for v in report.verdicts
        if v.answer == "differs" and v.claim.kind in _OF_POINTS
    }
    return claims | {f.place.deal for f in report.findings if f.code in {"score.chain", "pay.pool"}}


_OF_POINTS: Final = frozenset({"pay", "net", "score"})


def _start(report: Report, rules: RuleSet) -> Change | None:
    stated = report.game.deals[0].points
    if len(stated) == report.game.seats:
        return stated
    if rules.progress.start_points is None:
        return None
    return (rules.progress.start_points,) * report.game.seats


def _total(deal: Deal, seats: int) -> Change | None:
    """The points after the deal as its line `score` has them, where it has them all."""
    return _whole(deal, "score", seats)


def _told(deal: Deal, settlement: Settlement | None, seats: int, *, pooled: bool) -> Change | None:
    """What the deal is said to change, by its line `net`, else by its payments.

    None when it does not say.
    """
    if settlement is None and pooled:
        return None
    staked = net(settlement.staked, seats) if settlement else (0,) * seats
    stated = _whole(deal, "net", seats)
    if stated is None:
        return _plus(_paid(deal, settlement, seats), staked)
    if settlement is not None and _has_stakes(stated, settlement, seats):
        return stated
    return _plus(stated, staked)


def _has_stakes(stated: Change, settlement: Settlement, seats: int) -> bool:
    """Whether a `net` line has what was staked in play in it.

    It is nearer to that change than to the payments.
    """
    alone = settlement.net(seats)
    whole = _plus(alone, net(settlement.staked, seats)) or alone
    return _differences(stated, whole) < _differences(stated, alone)


def _differences(one: Change, other: Change) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def _whole(deal: Deal, keyword: str, seats: int) -> Change | None:
    for claim in deal.told(Points):
        if claim.keyword == keyword and len(claim.points) == seats:
            known = [points for points in claim.points if points is not None]
            if len(known) != seats:
                return None
            return tuple(known)
    return None


def _paid(deal: Deal, settlement: Settlement | None, seats: int) -> Change | None:
    """What the payments of the sheet come to.

    A stake of the course of play is counted elsewhere.
    """
    lines = deal.told(Pay)
    staked = {(each.payer, each.payee) for each in settlement.staked} if settlement else set()
    stated_payments = [each for line in lines for each in line.payments if each[:2] not in staked]
    known = [
        Payment(payer, payee, points)
        for payer, payee, points in stated_payments
        if points is not None
    ]
    if any(not line.cause for line in lines) and len(known) == len(stated_payments):
        return net(known, seats)
    return None
