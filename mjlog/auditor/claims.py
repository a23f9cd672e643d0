"""The claims of one deal against recomputation.

Each agrees, differs (with the arithmetic) or cannot be checked.

A claim is what the sheet states: `fan kong pay net score tenpai next show`. Nothing here knows a
rule: scores, payments and the next dealer come from the rule set.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from mjlog.auditor.checks.agreement import check_contradictions
from mjlog.auditor.checks.changes import check_net, check_score
from mjlog.auditor.checks.items import check_fan, check_kong, check_least
from mjlog.auditor.checks.next_line import check_next
from mjlog.auditor.checks.payments import check_missing_payments, check_pay
from mjlog.auditor.checks.ready import check_ready
from mjlog.auditor.checks.ruling import check_ruling
from mjlog.auditor.checks.shares import check_shares
from mjlog.auditor.checks.shown_hand import check_show
from mjlog.auditor.checks.tenpai import check_tenpai
from mjlog.auditor.checks.win import check_no_win, check_win
from mjlog.auditor.deal_check import DealCheck, check_deal
from mjlog.model.findings import Verdict, of_kinds, seats_of
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

__all__ = ["DealCheck", "check_claims", "check_deal"]


def check_claims(sheet: DealCheck, first: DealCheck | None = None) -> None:
    """Answers every claim of the deal.

    `first` is the same deal read otherwise: hands that were right by it, and stay as they are, are
    not looked at again.
    """
    for line in sheet.deal.lines:
        content = line.content
        answer = _ANSWERS.get(type(content))
        if answer is None:
            continue
        if first is not None and isinstance(content, Items) and _is_as_before(sheet, first, line):
            sheet.verdicts += _of_hand(first, content)
            continue
        answer(sheet, line, content)
    _check_the_rest(sheet)


def _is_as_before(sheet: DealCheck, first: DealCheck, line: Line) -> bool:
    """Return whether a hand that has one line was found to be right, and counts the same still."""
    hand: Any = line.content
    if hand.keyword != "fan" or sheet.assumption is not first.assumption:
        return False
    if [each for each in sheet.deal.told(Items) if each.seat == hand.seat] != [hand]:
        return False
    if not any([each is line for each in first.deal.lines_of(Items)]):
        return False
    if sheet.deal.told(ReadySeats) != first.deal.told(ReadySeats):
        return False
    if not seats_of(of_kinds(first.findings, _OF_HAND)).isdisjoint({hand.seat}):
        return False
    return sheet.score_of(hand.seat) == first.score_of(hand.seat)


_OF_HAND: Final = frozenset({"fan", "ready", "win"})
"""Kinds of claims that are answered where a hand is looked at."""


def _of_hand(first: DealCheck, hand: Items) -> list[Verdict]:
    """Return the answers to what the sheet says of a hand."""
    return [
        each
        for each in first.verdicts
        if each.claim.kind == hand.keyword and each.claim.seat == hand.seat
    ]


def _check_the_rest(sheet: DealCheck) -> None:
    """Check what no line claims, or several together."""
    check_missing_payments(sheet)
    check_contradictions(sheet)
    check_shares(sheet)
    check_least(sheet)


def _check_items(sheet: DealCheck, line: Line, claim: Items) -> None:
    (check_fan if claim.keyword == "fan" else check_kong)(sheet, line, claim)


def _check_points(sheet: DealCheck, line: Line, claim: Points) -> None:
    (check_net if claim.keyword == "net" else check_score)(sheet, line, claim)


_ANSWERS: Final[dict[type, Callable[[DealCheck, Line, Any], None]]] = {
    Items: _check_items,
    Pay: check_pay,
    Points: _check_points,
    Tenpai: check_tenpai,
    Next: check_next,
    Show: check_show,
    WinLine: check_win,
    Ruling: check_ruling,
    ReadySeats: check_ready,
    NoWin: check_no_win,
}
"""What answers a claim, by its sort."""
