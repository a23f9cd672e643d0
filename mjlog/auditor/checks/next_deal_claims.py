"""Checks of a `next` line: the next deal's label, dealer and counters, or the end of the game."""

from __future__ import annotations

from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.progress import (
    CAUSES,
    Announced,
    announced,
    plays_on,
    possible_names,
    wrong_dealer,
    wrong_label,
)
from mjlog.model.deal_labels import is_named
from mjlog.model.findings import Claim, Finding, Law, Severity
from mjlog.model.messages import join_choices, msg
from mjlog.model.record import Line, Next, whole_number
from mjlog.referee.rulebook import Continuation, Unclear

_END = Claim("next", item="end")
_DEALER = Claim("next", item="dealer")
_DEAL = Claim("next", item="deal")
_COUNTERS = Claim("next", item="counters")


def check_next(sheet: DealCheck, line: Line, claim: Next) -> None:
    """Check a `next` line, for example `next E2 dealer=B` or `next end`.

    Verdicts on label, dealer, counters or the end of the game are added to `sheet`. If several of
    label, dealer and counters are wrong, only the first gets an error, because the same mistake
    explains the others.
    """
    announcement = announced(claim, sheet.rules.progress.counter_word)
    coming = sheet.continuation
    if announcement.end:
        _check_end(sheet, line, announcement)
    elif isinstance(coming, Continuation) and coming.is_over:
        words = msg("this line continues the game, but by the rules the game is over")
        sheet.differs("next.end", line, _END, words, expected="end", clause=coming.end_clause)
    elif not (announcement.dealer or announcement.label or announcement.counters):
        sheet.unverified(line, Claim("next"), msg("the record names no dealer"))
    else:
        before = len(sheet.findings)
        _check_dealer(sheet, line, announcement)
        _check_label(sheet, line, announcement)
        _check_counters(sheet, line, announcement)
        # Label, dealer and counters state the same fact, so several wrong ones are one error.
        del sheet.findings[before + 1 :]


def _check_dealer(sheet: DealCheck, line: Line, announcement: Announced) -> None:
    named = announcement.dealer
    if not named:
        return
    wrong = wrong_dealer(sheet, named, names_seats=announcement.names_seats)
    if wrong is not None:
        sheet.differs("next.dealer", line, _DEALER, wrong[0], **wrong[1])
    elif isinstance(sheet.next_dealer, Unclear):
        sheet.unverified(line, _DEALER, sheet.next_dealer.words)
    else:
        sheet.agrees(line, _DEALER)


def _check_label(sheet: DealCheck, line: Line, announcement: Announced) -> None:
    coming, label = sheet.continuation, announcement.label
    if not label:
        return
    # If the result is unclear, several labels are possible.
    possible = possible_names(sheet) if isinstance(coming, Unclear) else [coming.label]
    wrong = wrong_label(sheet, label, possible)
    if wrong is not None:
        sheet.differs("next.round", line, _DEAL, wrong[0], **wrong[1])
    elif isinstance(coming, Unclear):
        sheet.unverified(line, _DEAL, coming.words)
    elif is_named(label, coming.label):
        sheet.agrees(line, _DEAL)
    else:
        sheet.unverified(line, _DEAL, msg("the rules do not say how the next deal is named"))


def _check_counters(sheet: DealCheck, line: Line, announcement: Announced) -> None:
    coming = sheet.continuation
    if not announcement.counters:
        return
    if isinstance(coming, Unclear) or coming.counters is None:
        unknown = msg("the record does not say how often the dealer has dealt on")
        sheet.unverified(line, _COUNTERS, coming.words if isinstance(coming, Unclear) else unknown)
    elif announcement.counters == str(coming.counters):
        sheet.agrees(line, _COUNTERS, number=coming.counters)
    else:
        due, stated = coming.counters, whole_number(announcement.counters)
        recorded = (
            announcement.counters
            if stated is None or str(stated) != announcement.counters
            else stated
        )
        sentence = (
            "deals in a row under this dealer: the record has {recorded}, the rules give {due}"
        )
        words = msg(sentence, recorded=recorded, due=due)
        sheet.differs("next.counters", line, _COUNTERS, words, recorded=recorded, expected=due)


def _check_end(sheet: DealCheck, line: Line, announcement: Announced) -> None:
    """Check a `next end` line and add a verdict to `sheet`.

    The game must be over by the rules, or the line must name a known cause such as `for=time`. An
    unknown cause gets a warning, too.
    """
    coming, change, cause = sheet.continuation, sheet.whole_change, announcement.cause
    may_be_over = isinstance(coming, Continuation) and (coming.is_over or coming.may_end)
    if cause in CAUSES or may_be_over:
        sheet.agrees(line, _END)
    elif isinstance(coming, Unclear):
        sheet.unverified(line, _END, coming.words)
    elif coming.is_over is None:
        unknown = msg("the rules do not say when the game ends")
        sheet.unverified(line, _END, change.words if isinstance(change, Unclear) else unknown)
    else:
        _check_early_end(sheet, line, announcement, coming)
        return
    # The game may be over, but the cause has a name that nobody knows.
    if cause and cause not in CAUSES:
        causes = join_choices([f"for={each}" for each in CAUSES])
        words = msg("`for={cause}` is no known cause: write {known}", cause=cause, known=causes)
        place, law = line.span.place(sheet.number), _law_of_the_end(sheet)
        sheet.findings.append(
            Finding.telling("next.end", "warning", words, place, clause=law, recorded=cause)
        )


def _law_of_the_end(sheet: DealCheck) -> Law | None:
    """Return the rule to cite for a wrong `next end` line: the rule about the end of a game.

    If the rulebook has no such rule, return its rule about the score sheet; None if it has neither.
    """
    return sheet.rules.law("next.end") or sheet.rules.laws.get(sheet.rules.progress.sheet_law)


def _check_early_end(
    sheet: DealCheck, line: Line, announcement: Announced, coming: Continuation
) -> None:
    """Report a `next end` line that comes before the rules end the game.

    The message also says how to record why the game ends. Add an error only if the record itself
    sets an option about the end of the game. Otherwise add the verdict "unverified" and a note, or
    a warning if the line names an unknown cause. With house rules, add only the verdict.
    """
    words, causes = plays_on(coming), join_choices([f"for={each}" for each in CAUSES])
    if announcement.cause:
        unknown = "{finding}; `for={cause}` is no known cause: write {known}"
        words = msg(unknown, finding=words, cause=announcement.cause, known=causes)
    else:
        how = "{finding}; if the players broke the game off, write {known} after `next end`"
        words = msg(how, finding=words, known=causes)
    rules, clause = sheet.rules, coming.end_clause
    # The record may set the option by which the game is not over yet.
    decides = clause or rules.book.cites.get("next.end", "")
    stated = [option for option in rules.options if option.name in sheet.interpretation.stated]
    if sheet.interpretation.house or decides in [option.clause for option in stated]:
        sheet.differs("next.end", line, _END, words, expected=coming.label, clause=clause)
        return
    sheet.unverified(line, _END, words)
    place = line.span.place(sheet.number)
    severity: Severity = "warning" if announcement.cause else "note"
    law = rules.laws.get(clause) or _law_of_the_end(sheet)
    sheet.findings.append(
        Finding.telling("next.end", severity, words, place, clause=law, expected=coming.label)
    )
