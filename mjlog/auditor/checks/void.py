"""A deal that is declared void says why; a suit is void only if the rules know it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mjlog.auditor.deal_check import DealCheck
from mjlog.model.findings import Finding, Severity, errors
from mjlog.model.messages import msg
from mjlog.model.record import Deal, Dealt, NoWin, Ruling, VoidSuit, WinLine

_MADE_GOOD: Final = frozenset(
    {"claim-cancelled", "discard-changed", "replacement-returned", "tile-returned", "wrong-draw"}
)
"""Irregularities that are corrected, so that the deal goes on."""


def void_for_nothing(sheet: DealCheck, of_play: Iterable[Finding]) -> list[Finding]:
    """Report a void deal without a ruling in which nothing is against the rules.

    It is a note if hands are not recorded: what went wrong may be there.
    """
    deal = sheet.deal
    if deal.told(Ruling):
        return []
    if (
        sheet.outcome.false_wins
        or errors(of_play)
        or (not _MADE_GOOD.issuperset([act.name for act in deal.irregularities]))
    ):
        return []
    words = msg(
        (
            "the record declares the deal void and gives no reason: it has neither a "
            "false win nor a ruling; write who ruled what, as in {example}"
        ),
        example="rule table stopped",
    )
    severity: Severity = "note"
    if deal.told(WinLine) or len(deal.told(Dealt)) == sheet.table.seats:
        severity = "warning"
    findings: list[Finding] = []
    for line in deal.lines_of(NoWin):
        place = line.span.place(sheet.number)
        findings.append(Finding.telling("result.void", severity, words, place))
    return findings


def void_in_vain(deal: Deal, number: int) -> Finding:
    """Report that the deal names a suit that a player gives up, though in this game nobody does."""
    words = msg("a player gives up a suit, but in this game nobody does")
    span = deal.lines_of(VoidSuit)[0].span
    return Finding.telling("void.none", "error", words, span.place(number))
