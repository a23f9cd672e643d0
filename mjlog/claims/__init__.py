"""The claims of one deal against recomputation: each agrees, differs (with the arithmetic) or cannot be checked.

A claim is what the sheet states: `fan kong pay net score tenpai next show`. Nothing here knows a rule: scores, payments
and the next dealer come from the rule set.
"""

from __future__ import annotations

from mjlog.claims.facts import weigh_next, weigh_no_win, weigh_ready, weigh_ruling, weigh_show, weigh_tenpai, weigh_win
from mjlog.claims.payments import weigh_missing_payments, weigh_net, weigh_pay, weigh_score
from mjlog.claims.points import weigh_fan, weigh_kong, weigh_least
from mjlog.claims.sheet import Sheet, reckon
from mjlog.record import Items, Next, NoWin, Pay, Points, ReadySeats, Ruling, Show, Tenpai, WinLine

__all__ = ["Sheet", "reckon", "weigh"]


def weigh(sheet: Sheet) -> None:
    """Answers every claim of the deal."""
    for line in sheet.deal.lines:
        match line.content:
            case Items(keyword="fan"):
                weigh_fan(sheet, line, line.content)
            case Items():
                weigh_kong(sheet, line, line.content)
            case Pay():
                weigh_pay(sheet, line, line.content)
            case Points(keyword="net"):
                weigh_net(sheet, line, line.content)
            case Points():
                weigh_score(sheet, line, line.content)
            case Tenpai():
                weigh_tenpai(sheet, line, line.content)
            case Next():
                weigh_next(sheet, line, line.content)
            case Show():
                weigh_show(sheet, line, line.content)
            case WinLine():
                weigh_win(sheet, line, line.content)
            case Ruling():
                weigh_ruling(sheet, line, line.content)
            case ReadySeats():
                weigh_ready(sheet, line, line.content)
            case NoWin():
                weigh_no_win(sheet, line)
            case _:
                pass
    weigh_missing_payments(sheet)
    weigh_least(sheet)
