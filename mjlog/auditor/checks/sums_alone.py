"""Checks of a deal under unknown rules: only its sums can be checked."""

from __future__ import annotations

from typing import Final

from mjlog.auditor.checks.amounts_agree import check_contradictions
from mjlog.auditor.checks.unsettled import check_by_sums
from mjlog.auditor.deal_check import DealCheck
from mjlog.model.findings import Claim
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import msg
from mjlog.model.record import Deal, Items, Next, NoWin, Pay, Points, ReadySeats, WinLine

NO_RULES: Final = msg("the record names no rule set that mjlog knows").lacking("rules")
_OF_SUMS: Final = (Points, Pay, Items, Next, WinLine, NoWin, ReadySeats)


def sheet_of_deal(deal: Deal) -> Deal:
    """Return a copy of the deal that has only the lines which can be checked without rules.

    These lines state results, amounts, items, who was ready, or the next deal. Turns, the ledger
    and all other lines are removed.
    """
    lines = [line for line in deal.lines if isinstance(line.content, _OF_SUMS)]
    return replace(deal, turns=(), jumps=(), ledger=(), lines=tuple(lines))


def check_sums(sheet: DealCheck) -> None:
    """Check the changes and totals of a deal by their sums, for a record with unknown rules.

    Verdicts on changes and totals are added to `sheet`. Payments, items and `next` lines get the
    verdict "unverified", other lines get no verdict.
    """
    for line in sheet.deal.lines:
        claims: list[Claim] = []
        match line.content:
            case Points() as points:
                check_by_sums(sheet, line, points, NO_RULES)
            case Pay(payments=payments, cause=cause):
                claims = [Claim("pay", payer, payee, cause) for payer, payee, _ in payments]
            case Items(keyword="fan", seat=seat, items=items):
                claims = [Claim("fan", seat, item=name) for name, _ in items]
            case Items(seat=seat):
                claims = [Claim("kong", seat)]
            case Next():
                claims = [Claim("next")]
        for claim in claims:
            sheet.unverified(line, claim, NO_RULES, claim.seat)
    check_contradictions(sheet)
