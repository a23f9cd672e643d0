"""Readings with one wrong price, from which all payments, changes and totals of a win follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Final, NamedTuple

from mjlog.auditor.checks.amounts_agree import changes_by_points
from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.debts import sum_of
from mjlog.auditor.diagnosis.sheet_suspects import Fact, slip_at, with_worth
from mjlog.auditor.due import nearest
from mjlog.model.findings import Claim, Kind
from mjlog.model.lazy_dataclass import replace
from mjlog.model.record import TABLE, Points, Seat
from mjlog.model.settlement import Payment, PaymentSet, Settlement, net
from mjlog.model.slips import Slip

Amounts = Mapping[Seat, int]
"""Amount that each loser pays a winner."""
_LEVELS: Final[tuple[Kind, ...]] = ("net", "score")


def propose_prices(sheet: DealCheck) -> Iterator[tuple[Slip, DealCheck]]:
    """Yield for each winner the mistake that a wrong price of the hand was paid.

    The price is what the losers pay for the hand. Each result is a tuple: the mistake, and the deal
    with payments as if the wrong price were right. Winners whose payments are right are skipped.
    """
    settlement = sheet.settlement
    if not isinstance(settlement, Settlement) or settlement.shared:
        return
    for winner in sorted(sheet.outcome.winning_seats):
        ways = [_price(sheet, payment_set, winner) for payment_set in sheet.payment_sets]
        prices = [price for price in ways if price is not None]
        if not prices:
            continue
        # Of all possible prices, the finding shows the one nearest to the sheet.
        nearest_price = min(prices, key=lambda price: price.distance)
        payer = next(iter(nearest_price.more)).payer
        other = DealCheck(sheet.interpretation)
        payments = (*nearest_price.payment_set.payments, *nearest_price.more)
        other.settlement = replace(settlement, payments=payments, alternatives=())
        yield _slip(sheet, winner, payer, nearest_price.due, nearest_price.recorded), other


def propose_worths_of_prices(
    sheet: DealCheck, check: Callable[[Fact], DealCheck]
) -> Iterator[Fact]:
    """Yield for each winner the changed deal in which the hand's value fits the recorded price.

    `check` audits a changed deal. The sheet must state the value as one number. The function uses a
    binary search, because a hand of a higher value never costs less.
    """
    possible = sheet.rules.scoring.possible_claims
    if possible is None:
        return
    for winner, claim in sheet.outcome.claimed.items():
        names = [name for name, points in claim.items if points is not None]
        if len(names) != 1 or winner not in sheet.outcome.winning_seats:
            continue
        claims = [other for other in islice(possible(winner, sheet.outcome), _MOST_WORTHS)
                  if [name for name, _ in other.items] == names]  # fmt: skip
        low, high = 0, len(claims)
        while low < high:
            middle = (low + high) // 2
            fact = with_worth(sheet, winner, claims[middle])
            excess = _excess(check(fact), winner)
            if not excess:
                if excess is not None:
                    yield fact
                break
            low, high = (middle + 1, high) if excess > 0 else (low, middle)


_MOST_WORTHS: Final = 1000
"""Most values of a hand that are searched; a table may set a limit above all possible values."""


def _excess(sheet: DealCheck, winner: Seat) -> int | None:
    """Return how many points too many the losers paid for a winner's hand.

    The number is negative if they paid too few. Return None if the right or the recorded price is
    unknown.
    """
    for payment_set in sheet.payment_sets if isinstance(sheet.settlement, Settlement) else ():
        due = _due(sheet, payment_set, winner)
        recorded = _recorded_amounts(sheet, payment_set, winner, due)
        if recorded is not None:
            return sum(recorded.values()) - sum(due.values())
    return None


class _Price(NamedTuple):
    """The payments for one winning hand: right, and as the sheet has them.

    `payment_set` is the possible set of payments that counts as right. `due` has the right amounts
    by loser, `recorded` the amounts on the sheet. `more` has a payment for each loser who pays a
    wrong amount: recorded minus right amount, so it is negative if the loser pays too little.
    """

    payment_set: PaymentSet
    due: Amounts
    recorded: Amounts
    more: list[Payment]

    @property
    def distance(self) -> tuple[int, int]:
        """Two numbers: how many payments are wrong, and the sum of their differences in points."""
        return len(self.more), sum(abs(payment.points) for payment in self.more)


def _price(sheet: DealCheck, payment_set: PaymentSet, winner: Seat) -> _Price | None:
    """Compare what the losers pay for a winner's hand with what they owe by `payment_set`.

    `payment_set` is one possible set of payments of the deal. Return a `_Price`: both amounts by
    loser, and their differences. Return None if the recorded payments are right, or if they cannot
    all follow from one wrong price.
    """
    due = _due(sheet, payment_set, winner)
    recorded = _recorded_amounts(sheet, payment_set, winner, due)
    if recorded is None or min(recorded.values()) <= 0:
        return None
    more = [
        Payment(payer, winner, recorded[payer] - points)
        for payer, points in due.items()
        if recorded[payer] != points
    ]
    # Players who owe equal amounts pay equal amounts, unless only one player paid a wrong price.
    paid = {points: recorded[payer] for payer, points in due.items()}
    if len(more) > 1 and any(recorded[payer] != paid[points] for payer, points in due.items()):
        return None
    return _Price(payment_set, due, recorded, more) if more else None


def _due(sheet: DealCheck, payment_set: PaymentSet, winner: Seat) -> Amounts:
    """Return what each loser owes a winner by `payment_set`, one possible set of payments."""
    due: dict[Seat, int] = {}
    for (payer, payee), causes in sheet.parts_of(payment_set).items():
        points = sum(causes.values())
        if payee == winner and payer != TABLE and points:
            due[payer] = points
    return due


def _recorded_amounts(
    sheet: DealCheck, payment_set: PaymentSet, winner: Seat, due: Amounts
) -> Amounts | None:
    """Return a dict from each loser to the points that the loser pays the winner by the sheet.

    The amounts are taken from payments, or computed from changes or totals. `due` has what each
    loser owes by `payment_set`, one possible set of payments. Return None if the sheet does not
    show an amount for exactly these losers.
    """
    if not due:
        return None
    if any(TABLE not in pair for pair in sheet.recorded_payments):
        recorded: dict[Seat, int] = {}
        for (payer, payee), causes in sheet.recorded_payments.items():
            points = sum_of(causes)
            if payee == winner and payer != TABLE and points != 0:
                if points is None:
                    return None
                recorded[payer] = points
        return recorded if recorded.keys() == due.keys() else None
    for keyword in _LEVELS:
        differences = _differences(sheet, net(payment_set.payments, sheet.outcome.seats), keyword)
        if differences is not None:
            # A single loser may pay several winners, so use the points of the winner.
            if len(due) == 1:
                return {payer: points + differences[winner] for payer, points in due.items()}
            return {payer: points - differences[payer] for payer, points in due.items()}
    return None


def _differences(sheet: DealCheck, change: tuple[int, ...], keyword: Kind) -> list[int] | None:
    """Return, by seat, each player's recorded change of points minus the right change.

    `change` has the right changes. The recorded changes are those of the first `net` line, or
    follow from the first `score` line: `keyword` says which. Return None if the deal has no such
    line.
    """
    changes = changes_by_points(sheet, keyword)
    if not changes:
        return None
    stated = changes[0]
    # Totals include stakes that were laid during play; changes may leave them out.
    whole = sheet.with_stakes(change)
    ways = [(whole, "")] if keyword == "score" else [(change, ""), (whole, "")]
    # A wrong price does not change the sum of the row, but stakes do.
    alike = [way for way in ways if sum(way[0]) == sum(stated)]
    right, *_ = nearest(stated, alike or ways)
    return [points - number for points, number in zip(stated, right, strict=True)]


def _slip(sheet: DealCheck, winner: Seat, payer: Seat, due: Amounts, recorded: Amounts) -> Slip:
    """Return the mistake that a wrong price was paid for a winner's hand, as a `Slip`.

    The mistake is placed at the first payment, change or total that contains this price. `payer` is
    the player who pays there. `recorded` and `due` have the recorded and right payments by loser.
    """
    words = str(recorded[payer]), str(due[payer])
    for pair, causes in sheet.recorded_payments.items():
        if pair == (payer, winner):
            cause, stated = next(iter(causes.items()))
            return slip_at(sheet, "price", Claim("pay", *pair, cause), stated.lines[0], words)
    for keyword in _LEVELS:
        for line, points in sheet.deal.with_lines(Points):
            if points.keyword == keyword:
                return slip_at(sheet, "price", Claim(keyword, payer), line, words)
    raise AssertionError  # amounts were read from one of these lines
