"""Checks of deals declared void without a reason, and of suits given up against the rules."""

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
"""Irregularities that are corrected, so that the deal continues."""


def unexplained_void(sheet: DealCheck, of_play: Iterable[Finding]) -> list[Finding]:
    """Return a list with a finding for each `draw` line of a deal that is void without a reason.

    A reason is a ruling, a false win, an error of play, or an irregularity that ends a deal. The
    finding is a note; it is a warning if the deal has a `win` line or the dealt hands of all
    players. `of_play` are the findings about the play.
    """
    deal = sheet.deal
    if deal.contents(Ruling):
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
    if deal.contents(WinLine) or len(deal.contents(Dealt)) == sheet.table.seats:
        severity = "warning"
    findings: list[Finding] = []
    for line in deal.lines_of(NoWin):
        place = line.span.place(sheet.number)
        findings.append(Finding.telling("result.void", severity, words, place))
    return findings


def void_suit_error(deal: Deal, number: int) -> Finding:
    """Return the error that a player gives up a suit, which these rules do not provide for."""
    words = msg("a player gives up a suit, but in this game nobody does")
    span = deal.lines_of(VoidSuit)[0].span
    return Finding.telling("void.none", "error", words, span.place(number))
