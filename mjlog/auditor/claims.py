"""The checks of all claims of one deal against recomputed values.

A claim is what the sheet states: `fan kong pay net score tenpai next show`. The verdict on a claim
is that it agrees, that it differs (the message shows the arithmetic), or that it cannot be checked.
Nothing here knows a rule: scores, payments and the next dealer come from the rule set.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mjlog.auditor.checks.amounts_agree import check_contradictions
from mjlog.auditor.checks.changes import check_net, check_score
from mjlog.auditor.checks.items import check_fan, check_kong, check_least
from mjlog.auditor.checks.next_deal_claims import check_next
from mjlog.auditor.checks.payments import check_missing_payments, check_pay
from mjlog.auditor.checks.ready import check_ready
from mjlog.auditor.checks.ruling import check_ruling
from mjlog.auditor.checks.shares import check_shares
from mjlog.auditor.checks.shown_hand import check_show
from mjlog.auditor.checks.sums_alone import check_sums
from mjlog.auditor.checks.tenpai import check_tenpai
from mjlog.auditor.checks.win import check_no_win, check_win
from mjlog.auditor.deal_check import DealCheck
from mjlog.model.record import Line
from mjlog.referee.rulebook import Unclear

__all__ = ["DealCheck", "check_claims"]


def check_claims(sheet: DealCheck) -> None:
    """Check every recorded value of a deal, such as a payment or a scored item.

    Verdicts and findings are added to `sheet`. Missing payments, contradictions between lines, and
    wins below the minimum value are reported, too. If the rules are unknown, only sums are checked.
    """
    if sheet.rules.is_unknown:
        check_sums(sheet)
        return
    for line in sheet.deal.lines:
        check = _CHECKS.get(line.content.keyword)
        if check is not None:
            check(sheet, line, line.content)
    check_missing_payments(sheet)
    check_contradictions(sheet)
    if isinstance(sheet.settlement, Unclear):
        check_shares(sheet)
    if sheet.rules.scoring.minimum and sheet.is_won_with_too_little:
        check_least(sheet)


_CHECKS: Final[dict[str, Callable[[DealCheck, Line, Any], None]]] = {
    "fan": check_fan,
    "kong": check_kong,
    "pay": check_pay,
    "net": check_net,
    "score": check_score,
    "tenpai": check_tenpai,
    "next": check_next,
    "show": check_show,
    "win": check_win,
    "rule": check_ruling,
    "ready": check_ready,
    "draw": check_no_win,
}
"""Functions that check a line, by its keyword."""
