"""The diagnosis of one deal: which of its entries are wrong, and which only follow from these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjlog.auditor.carry import Carry
from mjlog.auditor.claims import check_claims
from mjlog.auditor.context import Context
from mjlog.auditor.deal_check import MONEY, DealCheck
from mjlog.auditor.deal_start import DealStart
from mjlog.auditor.diagnosis.altered_deals import with_word
from mjlog.auditor.diagnosis.counted_items import leave_out_sums_of_items
from mjlog.auditor.diagnosis.findings import report_explanation
from mjlog.auditor.diagnosis.misnamed_hands import read_misnamed_hands
from mjlog.auditor.diagnosis.misspelt_items import read_misspelt_items
from mjlog.auditor.diagnosis.number_slips import how_many
from mjlog.auditor.diagnosis.rereading import find_wrong_entry
from mjlog.auditor.diagnosis.rule_suspects import name_options
from mjlog.auditor.diagnosis.sheet_reading import read_sheet, supply_state
from mjlog.auditor.diagnosis.sheet_search import Candidate, Search, is_borne_out, is_certain
from mjlog.auditor.diagnosis.sheet_suspects import Fact, propose_counters
from mjlog.auditor.diagnosis.supplied_lines import find_impossible, supply_lines
from mjlog.auditor.diagnosis.unseen_play import supply_bonus_tiles, supply_course
from mjlog.auditor.diagnosis.witnesses import (
    Neighbours,
    bears_out_names,
    contradicts_following,
    stakes_won_after,
)
from mjlog.auditor.judgement import Diagnosis, Judgement, is_of_sheet, judge
from mjlog.auditor.open_questions import notes_on_open_rules
from mjlog.auditor.settled_deal import Assumption, Interpretation
from mjlog.model.deal_labels import named
from mjlog.model.findings import Finding, codes_of, errors, leave_out_codes, roots_of, with_codes
from mjlog.model.frozen import value
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import DealLabel, msg
from mjlog.model.record import SEATS, Deal
from mjlog.model.slips import ExplainedDeal
from mjlog.referee.replay import replay
from mjlog.referee.rulebook import Unclear

_SEVERAL: Final = 2
"""Number of wrong amounts from which wrong counters are likelier than a slip in each amount."""


def diagnose_deal(first: Judgement, start: DealStart, carry: Carry, context: Context) -> Diagnosis:
    """Search for the smallest number of wrong entries that explain the errors of a deal.

    `first` is the checked deal as written, `start` the state before it, and `carry` the state of
    the game after the earlier deals. Return the best explanation with one finding for each wrong
    entry.
    """
    judgement, tried = read_misspelt_items(read_misnamed_hands(first, context), context), 0
    misspelt, judgement = judgement.roots, replace(judgement, roots=())
    if carry.readings_left and judgement.errors and not context.is_glance:
        judgement, tried = find_wrong_entry(judgement, start, carry.readings_left, context)
    judgement = _with_supplied_lines(judgement, context)
    judgement = _judge_by_due_header(judgement, start, carry, context)
    judgement = _judge_by_paid_counters(judgement, start, context)
    written = judgement.sheet
    judgement, smallest = _explained(judgement, carry, context)
    sheet, of_deal, is_plain = judgement.sheet, None, False
    if smallest:
        explanations = [reading.explanation for reading in smallest if reading.slips]
        of_deal = ExplainedDeal(written.number, tuple(explanations))
        is_plain = of_deal.is_plain or is_certain(smallest[0])
    findings = sheet.findings
    if not context.is_trial and not is_plain:
        # An error may be right under another option or another reading of the rules.
        if findings:
            opens = sheet.number == 1 and sheet.deal.attribute("scores") is None
            findings = name_options(written, findings, check_claims, opens=opens)
        if sheet is written and sheet.rules.choices.open_options:
            findings = [*findings, *notes_on_open_rules(sheet, check_claims)]
    roots = leave_out_sums_of_items(sheet, roots_of(findings))
    # Report the misspelt items as wrong, not the items that they were read as.
    for finding in misspelt:
        if finding.verdict is not None:
            sheet.forget_answers_to(replace(finding.verdict.claim, item=finding.expected))
            sheet.verdicts.append(finding.verdict)
    return Diagnosis(judgement, written, (*misspelt, *roots), of_deal, tried)


def _judge_by_due_header(
    first: Judgement, start: DealStart, carry: Carry, context: Context
) -> Judgement:
    """Check the deal with the dealer or label that the rules expect, and return the better version.

    The changed header must lead to fewer errors; an equal number is enough if other entries already
    show that the header is wrong. Otherwise return `first`, the deal as written.
    """
    deal, number = first.sheet.deal, first.sheet.number
    dealer, following = carry.dealer_by_name(deal), context.deal_after(number)
    others: list[tuple[Deal, bool]] = []
    if dealer is not None:
        by_name = with_word(deal, "dealer", SEATS[dealer])
        others.append((by_name, named(deal.label) is not None))
    if start.name_due:
        is_of_round = named(start.name_due) is not None and not carry.is_followed_by(deal)
        others.append((replace(deal, label=start.name_due), is_of_round))
    best = first
    wrong = len(first.errors) + contradicts_following(first.sheet, following)
    for other, is_likelier in others:
        played = replay(other, context.rules, seats=context.game.seats)
        judged = _with_supplied_lines(judge(other, played, start, number, context), context)
        left = len(judged.errors) + contradicts_following(judged.sheet, following)
        if left < wrong + is_likelier:
            roots = _repeated_label(first, judged, carry, context)
            best, wrong = replace(judged, roots=(*judged.roots, *roots)), left
    return best


def _repeated_label(
    first: Judgement, judged: Judgement, carry: Carry, context: Context
) -> tuple[Finding, ...]:
    """Return a tuple with the error that a deal repeats the label of the deal before it, or ().

    `first` is the deal as written; `judged` has the label that the rules expect. There is an error
    only if the payments prove the expected label: with it, all amounts are right, and with the
    written label, some are wrong.
    """
    deal, due = first.sheet.deal, judged.sheet.deal.label
    is_repeated = carry.latest is not None and carry.latest.deal.label == deal.label
    if not is_repeated or due == deal.label or not named(due):
        return ()
    if with_codes(judged.sheet.findings, MONEY) or not with_codes(first.sheet.findings, MONEY):
        return ()
    words = msg(
        "by the rules deal {due} follows, not {recorded}",
        due=DealLabel(due),
        recorded=DealLabel(deal.label),
    )
    place = deal.span.place(first.sheet.number)
    return tuple(context.error("next.round", words, place, recorded=deal.label, expected=due))


def _judge_by_paid_counters(first: Judgement, start: DealStart, context: Context) -> Judgement:
    """Check whether another number of counters (honba) makes the amounts of a played deal right.

    If so, return the deal with this number and an error about its header. The deal must have turns
    and at least two wrong amounts, and the change must remove at least that number of errors.
    Otherwise, and in an audit that searches for no causes, return `first`, the deal as written.
    """
    sheet, deal = first.sheet, first.sheet.deal
    amounts = with_codes(sheet.findings, MONEY)
    if not deal.turns or len(amounts) < _SEVERAL or context.is_glance:
        return first
    for fact in propose_counters(sheet):
        counted = replace(start, counters=fact.counters)
        other = judge(deal, first.played, counted, sheet.number, context)
        if other.errors_left + len(amounts) > first.errors_left:
            continue
        progress = context.rules.progress
        recorded, expected = deal.label, f"{deal.label.partition('.')[0]}.{fact.counters}"
        if not progress.name_counts or deal.attribute(progress.counter_word) is not None:
            recorded = f"{progress.counter_word}={sheet.outcome.counters}"
            expected = f"{progress.counter_word}={fact.counters}"
        words = msg(
            "the amounts of this deal are right with {expected} in its line `@`, not {recorded}",
            expected=f"`{expected}`",
            recorded=f"`{recorded}`",
        )
        place = deal.span.place(sheet.number)
        wrong = context.error("next.counters", words, place, recorded=recorded, expected=expected)
        return replace(other, roots=(*first.roots, *wrong))
    return first


# The search is given objects with a `__call__`, because mypyc compiles nested functions into
# reference cycles.


@value
class _StateCheck:
    """A function that adds missing lines to a deal and computes its payments by the rules."""

    first: Judgement
    reading: Interpretation
    context: Context

    def __call__(self, state: Assumption) -> DealCheck:
        """Return the deal with the lines of `state` added; its recorded values are not checked yet.

        `state` has lines that the sheet probably leaves out, such as who was ready.
        """
        return DealCheck(supply_state(self.reading, state, self.first, self.context))


@value
class _FactCheck:
    """A function that computes the payments of a deal with one changed entry.

    `state` has the lines that are assumed to be missing on the sheet as written; None if none are.
    If the changed entry is the winner, the discarder, the dealer or the owner of items, other lines
    may be assumed instead of these.
    """

    first: Judgement
    state: Assumption | None
    context: Context

    def __call__(self, fact: Fact) -> DealCheck:
        """Return the deal with the changed entry of `fact`, and with its payments by the rules.

        If the winner, the discarder, the dealer or the owner of items is changed and amounts stay
        wrong, search again for lines that the sheet leaves out, such as who was ready.
        """
        outcome = None if self.first.opened else fact.of_claims
        before = fact.pool, fact.counters
        reading = read_sheet(self.first, fact.deal, before, outcome, self.context)
        check = _StateCheck(self.first, reading, self.context)
        # If the hand has items, its value is no longer open.
        state = None if fact.slip.kind == "owner" else self.state
        judged = DealCheck(reading) if state is None else check(state)
        # Only the first set of payments counts, because the changed entry is believed. There are
        # two exceptions. If play goes on after a win, no line says who had won when a kong was
        # made. Another winner may be owed what the recorded winner may be owed.
        if not judged.outcome.plays_on and fact.slip.kind != "winner":
            judged.payment_sets = judged.payment_sets[:1]
        if fact.slip.kind not in _OPENING or (judged.is_settled and not how_many(judged)):
            return judged
        without_state = DealCheck(reading)
        if not bears_out_names(without_state):
            return judged
        check_claims(without_state)
        supplied = _supply(without_state, check, self.context)
        if supplied is without_state and state is None:
            return judged
        supplied.payment_sets = supplied.payment_sets[:1]
        return supplied


_OPENING: Final = frozenset({"winner", "discarder", "dealer", "owner"})
"""Facts that decide which other facts a sheet leaves open."""


def _with_supplied_lines(first: Judgement, context: Context) -> Judgement:
    """Suppose lines that the sheet of a deal does not have, if its amounts agree with these lines.

    For example, suppose who was ready. Such a missing line is no error. If the payments are still
    unknown, report an amount that no hand can explain. Return the deal, changed or unchanged.
    """
    sheet = first.sheet
    if context.is_whole or first.opened or not is_of_sheet(sheet, context):
        return first
    before = sheet.outcome.pool, sheet.outcome.counters
    check = _StateCheck(first, read_sheet(first, sheet.deal, before, None, context), context)
    sheet = _supply(sheet, check, context)
    if isinstance(sheet.settlement, Unclear) and len(sheet.outcome.winners) == 1:
        find_impossible(sheet, check, is_ready_recorded=context.names_ready)
    return replace(first, sheet=sheet)


def _supply(sheet: DealCheck, check: _StateCheck, context: Context) -> DealCheck:
    """Return the deal with missing lines assumed, if its amounts agree with these lines.

    The lines say who was ready, what items a hand had, or which bonus tiles a player had. Otherwise
    return the deal unchanged.
    """
    # Nobody says who was ready, so differing amounts may be right if somebody was.
    is_open = isinstance(sheet.settlement, Unclear) or (sheet.is_off and not context.names_ready)
    if is_open and not is_borne_out(sheet):
        sheet = supply_lines(sheet, check, is_ready_recorded=context.names_ready)
    if sheet.findings and not is_borne_out(sheet):
        sheet = supply_course(sheet, check, is_ready_recorded=context.names_ready)
        if sheet.findings and not context.names_bonus:
            several = len(context.game.deals) > 1
            sheet = supply_bonus_tiles(sheet, check, is_column_missing=several)
    return sheet


def _explained(
    first: Judgement, carry: Carry, context: Context
) -> tuple[Judgement, Sequence[Candidate]]:
    """Explain the errors of a deal without turns by the smallest number of wrong entries.

    `first` is the deal as written. Return two values: the deal with one finding for each wrong
    entry, and the equally good explanations, the best first. If nothing explains the errors, return
    `first` and an empty sequence.
    """
    sheet, opened = first.sheet, codes_of(errors(first.opened))
    if context.is_glance or not is_of_sheet(sheet, context):
        return first, ()
    following = context.deal_after(sheet.number)
    if not (opened or sheet.findings or contradicts_following(sheet, following)):
        return first, ()
    check = _FactCheck(first, sheet.interpretation.assumed, context)
    due = None if carry.latest is None else carry.latest.next_dealer
    around = Neighbours(
        None if isinstance(due, Unclear) else due,
        following,
        stakes_won_after(context.game.deals[sheet.number :], sheet.rules.pot.step),
    )
    search = Search(sheet, check, around, first.opened, is_ready_recorded=context.names_ready)
    smallest = search.smallest()
    if not smallest or (opened and smallest[0].sheet is sheet):
        return first, ()
    left = leave_out_codes(first.opened, opened)
    return replace(first, sheet=report_explanation(sheet, smallest), opened=tuple(left)), smallest
