"""The claims of one deal against recomputation.

Each agrees, differs (with the arithmetic) or cannot be checked.

A claim is what the sheet states: `fan kong pay net score tenpai next show`. Nothing here knows a
rule: scores, payments and the next dealer come from the rule set.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from mjlog.auditor.deal_check import Sheet, reckon
from mjlog.auditor.next_deal import weigh_next
from mjlog.auditor.payments import (
    weigh_contradictions,
    weigh_missing_payments,
    weigh_net,
    weigh_pay,
    weigh_score,
    weigh_shares,
)
from mjlog.auditor.points import weigh_fan, weigh_kong, weigh_least
from mjlog.auditor.result import (
    weigh_no_win,
    weigh_ready,
    weigh_ruling,
    weigh_show,
    weigh_tenpai,
    weigh_win,
)
from mjlog.model.record import (
    Items,
    Line,
    Next,
    NoWin,
    Pay,
    Points,
    ReadySeats,
    Ruling,
    Show,
    Tenpai,
    WinLine,
)

__all__ = ["Sheet", "reckon", "weigh"]


def weigh(sheet: Sheet) -> None:
    """Answers every claim of the deal."""
    for line in sheet.deal.lines:
        answer = _ANSWERS.get(type(line.content))
        if answer is not None:
            answer(sheet, line, line.content)
    weigh_missing_payments(sheet)
    weigh_contradictions(sheet)
    weigh_shares(sheet)
    weigh_least(sheet)


def _weigh_items(sheet: Sheet, line: Line, claim: Items) -> None:
    (weigh_fan if claim.keyword == "fan" else weigh_kong)(sheet, line, claim)


def _weigh_points(sheet: Sheet, line: Line, claim: Points) -> None:
    (weigh_net if claim.keyword == "net" else weigh_score)(sheet, line, claim)


_ANSWERS: Final[Mapping[type, Callable[[Sheet, Line, Any], None]]] = {
    Items: _weigh_items,
    Pay: weigh_pay,
    Points: _weigh_points,
    Tenpai: weigh_tenpai,
    Next: weigh_next,
    Show: weigh_show,
    WinLine: weigh_win,
    Ruling: weigh_ruling,
    ReadySeats: weigh_ready,
    NoWin: weigh_no_win,
}
"""What answers a claim, by its sort."""
