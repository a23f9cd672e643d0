"""The audit of one deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mjlog.auditor.carry import Carry
from mjlog.auditor.checks.deal_header import check_deal_header
from mjlog.auditor.checks.deal_header_words import seating_too_late
from mjlog.auditor.checks.likely_names import check_names
from mjlog.auditor.checks.missing_result import check_dealer_named, check_result
from mjlog.auditor.checks.next_header import order_due
from mjlog.auditor.checks.passed_wins import wins_let_pass
from mjlog.auditor.checks.void import unexplained_void, void_suit_error
from mjlog.auditor.claims import check_claims
from mjlog.auditor.context import Context
from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.diagnosis.witnesses import contradicts_following
from mjlog.auditor.judgement import Diagnosis, Judgement, is_of_sheet, judge
from mjlog.auditor.open_questions import noted, notes_on_open_rules
from mjlog.auditor.unread import hides_ready, is_open, unread_entries
from mjlog.model.findings import Finding, codes_of, errors, leave_out_codes
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.patience import go_on
from mjlog.model.record import NOBODY, Deal, Kept, NoWin, Ruling, VoidSuit, WinLine
from mjlog.model.slips import SlipKind
from mjlog.referee.replay import Played, replay
from mjlog.referee.rulebook import Unclear


@dataclass(frozen=True, slots=True, eq=False)
class AuditedDeal:
    """The result of the audit of one deal.

    `pool` is the number of points on the table before the deal, None if unknown. `is_reseated`: the
    turns were read in another order of play than the header of the deal names.
    """

    diagnosis: Diagnosis
    findings: tuple[Finding, ...]
    pool: int | None
    is_reseated: bool = False


def audit_deal(
    number: int, deal: Deal, played: Played, carry: Carry, context: Context
) -> AuditedDeal:
    """Audit a replayed deal and return the result with all findings about the deal.

    If the deal has errors or contradictions, search for wrong entries that explain them. `number`
    counts deals from 1, `played` is the replay, and `carry` is the state of the game after the
    earlier deals.
    """
    go_on()
    rules = context.rules
    findings = seating_too_late(deal, number, rules) if number > 1 else []
    if findings:
        others = leave_out_codes(played.findings, codes_of(findings))
        played = replace(played, findings=tuple(others))
    if deal.lines_of(VoidSuit) and not rules.play.spec.gives_up_suit:
        findings.append(void_suit_error(deal, number))
    if any(deal.lines_of(sort) for sort in (Ruling, NoWin, Kept)) and not rules.is_unknown:
        findings += check_names(deal, number, rules)
    start, of_header = check_deal_header(deal, number, carry, context)
    if context.game.findings or of_header:
        start = replace(
            start, unread=unread_entries((*context.game.findings, *of_header), deal, number)
        )
        if hides_ready(start.unread) and not deal.turns:
            context = replace(context, names_ready=False)
    if carry.latest is not None and is_open(carry.latest.start.unread, "next"):
        of_header = [finding for finding in of_header if finding.code == "syntax.header"]
    reseated = None
    # If players changed places, the turns may fit another order of play.
    if carry.latest is not None and deal.places is not None and errors(played.findings):
        reseated = _reorder_as_due(deal, played, carry.latest, context)
    if reseated is not None:
        deal, played = reseated
    first = judge(deal, played, start, number, context)
    if is_in_doubt(first, carry, context):
        from mjlog.auditor.diagnosis.diagnose_deal import diagnose_deal

        diagnosis = diagnose_deal(first, start, carry, context)
        # If the diagnosis blames a word of the header, do not report this word again.
        reported_codes = {code for kind, code in _HEADER.items() if diagnosis.blames(kind)}
        of_header = leave_out_codes(of_header, reported_codes)
    else:
        open_options = not context.is_trial and context.rules.choices.open_options
        notes = notes_on_open_rules(first.sheet, check_claims) if open_options else ()
        diagnosis = Diagnosis(first, first.sheet, tuple(notes))
    findings += [*of_header, *_findings_of_deal(diagnosis, deal, context)]
    is_reseated = reseated is not None
    return AuditedDeal(diagnosis, tuple(findings), start.pool, is_reseated)


_HEADER: Final[Mapping[SlipKind, str]] = {
    "dealer": "next.dealer",
    "sticks": "pay.pool",
    "counters": "next.counters",
}
"""Codes of errors in words of a deal's header, by the kind of slip."""


def _reorder_as_due(
    deal: Deal, played: Played, before: DealCheck, context: Context
) -> tuple[Deal, Played] | None:
    """Return the deal as if its turns were made in the order of play that the rules expect.

    The result is the deal, in which other players make the turns, and its replay. Return None if
    the deal has this order already, if the order is unknown, or if the changed deal does not have
    fewer errors of play. `before` is the deal before.
    """
    due = order_due(before, deal)
    if not due:
        return None
    from mjlog.auditor.expected_order import reorder_turns

    again = reorder_turns(deal, due, context.game.seats)
    replayed = replay(again, context.rules, seats=context.game.seats)
    is_better = len(errors(replayed.findings)) < len(errors(played.findings))
    return (again, replayed) if is_better else None


def _findings_of_deal(diagnosis: Diagnosis, deal: Deal, context: Context) -> list[Finding]:
    """Return all findings about a deal, except findings about its header."""
    judgement, rules = diagnosis.judgement, context.rules
    played, sheet = judgement.played, judgement.sheet
    play_errors = (*played.findings, *judgement.opened)
    passed: list[Finding] = []
    if rules.play.let_pass is not None and sheet.deal.turns:
        passed = wins_let_pass(sheet.deal, played, sheet.outcome, rules)
        # The entry that could not be read may say that the player won.
        passed = [] if any(not entry.keyword for entry in sheet.start.unread) else passed
    of_deal = (*play_errors, *diagnosis.findings, *judgement.roots, *passed)
    findings: list[Finding] = []
    is_unread = is_open(sheet.start.unread)
    if not (deal.lines_of(WinLine) or deal.lines_of(NoWin) or rules.is_unknown or is_unread):
        findings += check_result(deal, sheet, played, context)
    if sheet.is_void and not (context.house or rules.is_unknown or is_unread):
        findings += unexplained_void(sheet, (*play_errors, *judgement.roots))
    if sheet.outcome.dealer == NOBODY and not is_unread:
        findings += check_dealer_named(sheet, context)
    for finding in noted(of_deal, rules) if rules.choices.left_open else of_deal:
        place = finding.place
        if place.deal != sheet.number:
            finding = replace(finding, place=replace(place, deal=sheet.number))
        findings.append(finding)
    return findings


def is_in_doubt(first: Judgement, carry: Carry, context: Context) -> bool:
    """Return whether the audit should search a deal for wrong entries.

    `first` is the checked deal as written. Return True if the deal has errors, or contradicts the
    next deal or the dealer in its own header. Return True also if the deal has no turns, the rules
    cannot determine its payments, and its lines may be changed in the search.
    """
    if first.errors or first.sheet.findings:
        return True
    following = context.deal_after(first.sheet.number)
    if first.sheet.start.name_due and contradicts_following(first.sheet, following):
        return True
    if first.sheet.deal.turns:
        return False
    is_unclear = isinstance(first.sheet.settlement, Unclear)
    if is_unclear or (following and contradicts_following(first.sheet, following)):
        return is_of_sheet(first.sheet, context)
    return carry.dealer_by_name(first.sheet.deal) is not None
