"""A check of payments for a hand of unknown value: losers pay fixed multiples of one value."""

from __future__ import annotations

from typing import NamedTuple

from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.due import PLAIN
from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.model.record import NOBODY, TABLE, Line, Ruling, Seat, seat_name
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Unclear


def check_shares(sheet: DealCheck) -> None:
    """Add an error if two losers do not pay the winner in the proportion that the rules demand.

    For example, the dealer may have to pay twice as much as another player. The check is made only
    if the rules cannot determine the payments, because the value of the winning hand is unknown.
    Only the first wrong payment is reported; no verdict is added.
    """
    if not isinstance(sheet.settlement, Unclear):
        return
    unequal = _unequal_share(sheet, sheet.rules)
    if unequal is None:
        return
    (winner,) = sheet.outcome.winning_seats
    says = (
        "{one} pays {winner} {amount} and {other} pays {points}; {one} owes the "
        "value of the hand × {times}, and {other} owes it × {others}"
    )
    words = msg(
        says,
        one=seat_name(unequal.one),
        winner=seat_name(winner),
        amount=unequal.amount,
        other=seat_name(unequal.other),
        points=unequal.points,
        times=unequal.times,
        others=unequal.others,
    )
    span = unequal.line.span
    place = span.place(sheet.number, unequal.other)
    sheet.findings.append(
        Finding.telling("pay.seats", "error", words, place, clause=sheet.rules.law("pay.seats"))
    )


class _Unequal(NamedTuple):
    """Two payments to a winner that are not in the right proportion.

    The player `one` pays `amount` and owes the value of the hand `times` times. The player `other`
    pays `points` and owes it `others` times. `line` is the line of the second payment.
    """

    line: Line
    one: Seat
    amount: int
    times: int
    other: Seat
    points: int
    others: int


def _unequal_share(sheet: DealCheck, rules: RuleSet) -> _Unequal | None:
    """Return the first two payments to the winner that are not in the right proportion, or None.

    Each payment is compared with the first payment to the winner. Return None if all payments fit,
    if the rules name no proportions, or if not exactly one player won. Return None also if a
    ruling, a false win or house rules may change the payments.
    """
    outcome, shares = sheet.outcome, rules.scoring.shares
    # A false win, a ruling or a house rule may change which share each player pays.
    if (
        shares is None
        or outcome.false_wins
        or sheet.interpretation.house
        or len(outcome.winners) != 1
    ):
        return None
    if sheet.deal.contents(Ruling) or outcome.dealer == NOBODY:
        return None
    paid: list[tuple[Line, Seat, int]] = []
    winner = outcome.winners[0].seat
    for (payer, payee), causes in sheet.recorded_payments.items():
        if payee == winner and payer not in {winner, TABLE} and causes.keys() == PLAIN:
            plain = causes[""]
            if plain.points is not None:
                paid.append((plain.lines[0], payer, plain.points))
    owed = shares(outcome) if len(paid) > 1 else {}
    for line, other, points in paid[1:]:
        _, first, amount = paid[0]
        # Compare by cross multiplication: the value is unknown, and a division may leave a
        # remainder.
        if amount * owed[other] != points * owed[first]:
            return _Unequal(line, first, amount, owed[first], other, points, owed[other])
    return None
