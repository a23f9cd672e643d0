"""Checks whether a deal says how it ended and who dealt."""

from __future__ import annotations

from mjlog.auditor.context import Context
from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.unchecked import lack_of
from mjlog.model.findings import Finding, Place, codes_of, findings_of_deal
from mjlog.model.go_arounds import go_arounds
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import counting, msg
from mjlog.model.record import Deal, Next
from mjlog.referee.replay import Played


def check_result(deal: Deal, sheet: DealCheck, played: Played, context: Context) -> list[Finding]:
    """Return a list with one finding if a deal has neither a `win` nor a `draw` line.

    The caller has made sure that both lines are missing. The finding is a note if the deal is still
    being played, else a warning. The list is empty if a player declares a win in the turns, if the
    file breaks off in this deal, or if the deal has lines but no turns.
    """
    number, game = sheet.number, context.game
    if sheet.outcome.declared:
        return []
    if any(
        code.endswith(".truncated") for code in codes_of(findings_of_deal(game.findings, number))
    ):
        return []
    place = replace(deal.span.place(number), step=played.steps)
    if deal.turns:
        span, around = deal.place(len(deal.turns) - 1), go_arounds(deal, game.seats)[-1]
        line = span if span.line else deal.span
        place = Place(line.line, line.column, number, around, played.steps)
    # The last deal of a chained ledger in which nobody has ended the game.
    if number == len(game.deals) and not deal.lines_of(Next) and deal.attribute("chain"):
        words = msg("the deal is being played: its ledger is open")
        return [Finding.telling("result.open", "note", words, place)]
    if deal.lines and not deal.turns:
        return []
    words = counting(
        "the deal has no result: it stops after {number} act",
        "the deal has no result: it stops after {number} acts",
        played.steps,
    )
    return [Finding.telling("result.missing", "warning", words, place)]


def check_dealer_named(sheet: DealCheck, context: Context) -> list[Finding]:
    """Return a list with a warning if the deal names no dealer and values depend on the dealer.

    The warning says how many recorded values could not be checked for this reason. Return an empty
    list if there is no such value, or if the missing header of the deal was reported already.
    """
    if "syntax.no_deal" in codes_of(context.game.findings):
        return []  # the whole header is missing, and that was reported
    depending = [verdict for verdict in sheet.verdicts if lack_of(verdict) == "dealer"]
    if not depending:
        return []
    words = counting(
        "the deal names no dealer, and {number} claim depends on the dealer; write the "
        "dealer after @, as in {example}",
        "the deal names no dealer, and {number} claims depend on the dealer; write the "
        "dealer after @, as in {example}",
        len(depending),
        example="dealer=A",
    )
    place = sheet.deal.span.place(sheet.number)
    return [Finding.telling("deal.dealer", "warning", words, place)]
