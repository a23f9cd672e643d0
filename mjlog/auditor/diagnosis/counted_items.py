"""Sums and payments that follow from items which the sheet names and the hand does not have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjlog.auditor.claims import check_claims
from mjlog.auditor.deal_check import DealCheck
from mjlog.model.findings import Finding, seats_of, select_kinds
from mjlog.model.record import Seat
from mjlog.model.settlement import Score
from mjlog.referee.outcome import claimed_outcome

_AMOUNTS: Final = frozenset({"fan", "pay", "net", "score"})
"""Kinds of claims about the items of a hand and the amounts that follow from them."""


def leave_out_sums_of_items(sheet: DealCheck, findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings of a deal without those about amounts that follow from wrong items.

    If all payments agree with the items on the sheet, the wrong items are the only mistakes, and
    the errors in sums and payments are removed. If only the sum of a hand is wrong and no single
    item, the first finding about this sum stays. All findings stay if a payment contradicts the
    items, or if the deal has no turns.
    """
    of_items = select_kinds(findings, {"fan"})
    seats = seats_of(of_items)
    if not seats or not sheet.deal.turns:
        return [*findings]
    by_the_sheet = sheet.with_outcome(claimed_outcome(sheet.outcome, seats))
    check_claims(by_the_sheet)
    # An amount is wrong even by the sheet's own items, so wrong items do not explain it.
    if select_kinds(by_the_sheet.findings, _AMOUNTS):
        return [*findings]
    roots: list[Finding] = []
    by_seat: dict[Seat, list[Finding]] = {}
    for finding in of_items:
        by_seat.setdefault(finding.place.seat, []).append(finding)
    for seat, wrong in by_seat.items():
        score = sheet.score_of(seat)
        sums = (*score.totals, *score.worth) if isinstance(score, Score) else ()
        names = {item.name for item in sums}
        items = [finding for finding in wrong if finding.claim and finding.claim.item not in names]
        roots += items or wrong[:1]
    return [finding for finding in findings if finding in roots or finding.kind not in _AMOUNTS]
