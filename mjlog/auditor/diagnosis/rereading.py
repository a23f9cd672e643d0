"""Readings of deals with turns in which one changed entry explains several errors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from mjlog.auditor.checks.deal_header import pool_in_header
from mjlog.auditor.claims import check_claims
from mjlog.auditor.context import Context
from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.deal_start import DealStart
from mjlog.auditor.diagnosis.hands_by_the_sheet import judge_doubted_hands, one_finding_per_hand
from mjlog.auditor.diagnosis.play_suspects.case import Case, Change
from mjlog.auditor.diagnosis.play_suspects.table import MOST, propose_changes
from mjlog.auditor.diagnosis.search import Limits, diagnose
from mjlog.auditor.judgement import Judgement, judge
from mjlog.auditor.settled_deal import Interpretation
from mjlog.model.findings import (
    Finding,
    Key,
    Place,
    answered,
    codes_of,
    differing,
    errors,
    key_of,
    keys_of,
    not_among,
    with_codes,
)
from mjlog.model.frozen import value
from mjlog.model.lazy_dataclass import replace
from mjlog.model.record import NOBODY, WIN
from mjlog.referee.outcome import written_outcome
from mjlog.referee.replay import replay
from mjlog.referee.sheet_only import judged

_SEVERAL: Final = 2
_FEW: Final = 3
_CONFIRMING: Final = 3
"""Number of claims that must newly agree before one claim that newly differs is accepted."""
_COUNTED: Final = frozenset({"deal.copies", "deal.exchange", "wall.exhausted"})
"""Codes of errors about no single player: tiles counted over the whole deal, or exchanged in it."""


def find_wrong_entry(
    first: Judgement, start: DealStart, most: int, context: Context
) -> tuple[Judgement, int]:
    """Search a deal with turns for one wrong entry that explains its errors.

    `first` is the deal as written. Return a tuple: the best version of the deal, and how many
    changed versions were tried (at most `most`). The best version is `first` if no change explains
    errors. In the last step, the win or the hands on the sheet replace the win or the hands of the
    turns if this removes errors.
    """
    sheet, table = first.sheet, first.played.table
    case = Case(sheet.deal, context.rules, context.game.seats, first.errors, sheet.outcome, table)
    # If nothing else is wrong, a few illegal acts may really have happened.
    is_of_play = len(case.play_errors) == len(case.errors) <= _FEW
    # A sheet without turns has no words to misread.
    changes = propose_changes(case) if sheet.deal.turns else iter(())
    tried: list[Change] = []
    changes = islice(changes, min(most, MOST))
    proposal = _Rereadings(changes, is_of_play, tried, start, context)
    readings = diagnose(first, proposal, Limits(is_one_wanted=True))
    best = min([*readings, first], key=lambda judgement: judgement.size)
    if best is not first:
        # This reading is reported, so replay it again to get the sentences of its findings.
        deal, overruled = best.sheet.deal, best.played.table.overruled
        seats = context.game.seats
        best = replace(best, played=replay(deal, context.rules, seats=seats, overruled=overruled))
    return _with_hands_in_doubt(_judge_win_of_sheet(best, context)), len(tried)


@value
class _Rereadings:
    """A function that proposes deals with one entry changed; `tried` collects the tried changes."""

    changes: Iterator[Change]
    is_of_play: bool
    tried: list[Change]
    start: DealStart
    context: Context

    def __call__(self, written: Judgement) -> Iterator[Judgement]:
        """Yield the checked deal for each change of one entry that explains errors of `written`."""
        before = keys_of(written.errors)
        for change in self.changes:
            if change.of_the_sheet and self.is_of_play:
                continue
            self.tried.append(change)
            other = _judge_change(written, before, change, self.start, self.context)
            if other is not None:
                yield other


def _judge_change(
    first: Judgement, before: set[Key], reading: Change, start: DealStart, context: Context
) -> Judgement | None:
    """Check the deal with one entry changed; return it, or None if the change is not accepted.

    `reading` is the changed deal, `first` the deal as written, `before` the keys of its errors. The
    change is rejected if a new error appears, if no error vanishes, or if a vanished error cannot
    follow from the changed entry. Some changes are also rejected if fewer values can be checked
    with them.
    """
    deal = reading.deal
    # Most readings are dropped, so their findings need no sentences.
    seats = context.game.seats
    played = replay(deal, context.rules, seats=seats, overruled=reading.overruled, in_words=False)
    if _new_errors(first, before, errors(played.findings)):
        return None
    pool = pool_in_header(deal, context.rules)
    if pool is not None:
        start = replace(start, pool=pool)
    other = judge(deal, played, start, first.sheet.number, context)
    left = other.errors
    vanished = not_among(first.errors, keys_of(left))
    new = _new_errors(first, before, left)
    if not vanished or (new and not _lays_open(first, new, other)):
        return None
    is_less_sure = first.open_claims < other.open_claims
    if reading.judging and is_less_sure:
        return None
    # A missing indicator is no explanation if the items can then no longer be counted.
    are_missing = any(score.unknown_because for score in first.sheet.clear_scores)
    hides_indicators = are_missing and is_less_sure and "dora.count" in codes_of(vanished)
    if reading.misread == NOBODY:
        roots = [_root(vanished, reading)]
    elif hides_indicators:
        return None
    elif all(_follows_from(error, reading, first, other) for error in vanished):
        roots = _roots_at(vanished, reading)
    else:
        return None  # some of the vanished errors are another mistake
    for root in roots:
        # The claim at which the contradiction is reported stays wrong in the changed deal.
        for verdict in differing(first.sheet.answers_to(root.claim)):
            other.sheet.forget_answers_to(root.claim)
            other.sheet.verdicts.append(verdict)
    may_tie = reading.ties and not any(error.other for error in vanished)
    return replace(other, roots=tuple(roots), gain=0 if may_tie else 1)


def _new_errors(first: Judgement, before: set[Key], other: Sequence[Finding]) -> list[Finding]:
    """Return those errors in `other` that the deal as written does not have.

    `first` is the deal as written, `before` the keys of its errors. If a tile occurs too often in
    `first`, new errors at the two entries with this tile are left out, because one of these entries
    may be wrong.
    """
    new = not_among(other, before)
    if not new:
        return new
    copies = with_codes(first.errors, {"deal.copies"})
    doubted = [entry for error in copies for entry in (error.place, error.other)]
    return [error for error in new if not any(_is_same_entry(error.place, at) for at in doubted)]


def _lays_open(first: Judgement, new: Sequence[Finding], other: Judgement) -> bool:
    """Return whether a change of the deal may be accepted although the errors `new` appear.

    This is so if there is only one new error, about a value that could not be checked in `first`,
    and if the number of right values in `other` exceeds the number of checked values in `first` by
    at least three. `first` is the deal as written, `other` the changed deal.
    """
    claims = {error.claim for error in new}
    before = answered(first.sheet.verdicts, {"agrees", "given", "differs"})
    if len(new) > 1 or None in claims or claims & {verdict.claim for verdict in before}:
        return False
    agrees = answered(other.sheet.verdicts, {"agrees", "given"})
    return len(agrees) - len(before) >= _CONFIRMING


def _root(vanished: Sequence[Finding], reading: Change) -> Finding:
    """Return the error to report for the changed entry of `reading`.

    It is one of `vanished`, the errors that the change explains; its message says that the changed
    entry may be wrong instead.
    """
    root = next(iter([*with_codes(vanished, reading.root), *vanished]))
    if root.other is not None:
        return root
    return root.naming_other_entries(reading.entry, reading.place)


def _roots_at(vanished: Sequence[Finding], reading: Change) -> list[Finding]:
    """Return at most three errors to report for the changed turn of `reading`, without repetition.

    They are those of `vanished`, the errors that the change explains, that are at this turn. If
    there are none, return one error: a vanished error that names this turn as perhaps wrong, or
    else the error that `_root` returns.
    """
    at_it: dict[tuple[object, ...], Finding] = {}
    for error in vanished:
        if _is_same_entry(error.place, reading.place):
            at_it.setdefault((*key_of(error), error.expected), error)
    if at_it:
        return [*at_it.values()][:_FEW]
    of_two = [error for error in vanished if _is_same_entry(error.other, reading.place)]
    return of_two[:1] or [_root(vanished, reading)]


def _is_same_entry(place: Place | None, other: Place | None) -> bool:
    """Return whether both places have the same line and column; False if a place is None."""
    if place is None or other is None:
        return False
    return (place.line, place.column) == (other.line, other.column)


def _follows_from(error: Finding, reading: Change, first: Judgement, other: Judgement) -> bool:
    """Return whether a vanished error `error` may have been caused by the changed turn.

    If not, the error is another mistake, for example in another player's turn, and the change
    `reading` must not hide it. An error about a recorded value can be caused by the turn only if
    the value can be checked in `other`, the changed deal. `first` is the deal as written.
    """
    if error.code in _COUNTED or error.other is not None:
        return True
    if error.code == "show.hand" and error.place.seat == reading.claimer:
        return True
    if error.place.seat == reading.misread or _is_same_entry(error.place, reading.place):
        return True
    if error.place.step:
        return error.is_of_win
    winners = first.sheet.outcome.declaring_seats
    if not winners or reading.misread in winners:
        return True
    verdicts = other.sheet.answers_to(error.claim)
    if not verdicts and error.claim is not None:  # use the verdicts of the same kind and seat
        about = (error.claim.kind, error.claim.seat)
        every = other.sheet.verdicts
        verdicts = [each for each in every if (each.claim.kind, each.claim.seat) == about]
    answers = {verdict.answer for verdict in verdicts}
    return bool(answers) and "unverified" not in answers


def _judge_win_of_sheet(first: Judgement, context: Context) -> Judgement:
    """Check the deal with the winners and hands of its sheet instead of those in the turns.

    This is tried if the turns or the shown hand have errors. The result counts if at least two
    errors vanish and no new error appears. Otherwise return `first`, the deal as written.
    """
    errors_before, sheet = first.errors, first.sheet
    if len(errors_before) < _SEVERAL or not any(
        (error.code == "show.hand" or (error.place.step > 0 and not error.is_of_win))
        for error in errors_before
    ):
        return first
    outcome = written_outcome(sheet.deal, sheet.outcome, context.rules)
    _, illegal_wins = judged(sheet.deal, outcome, context.rules)
    if not outcome.winners or illegal_wins:
        return first
    reading = Interpretation(
        sheet.deal,
        context.rules,
        first.played.table,
        outcome,
        DealStart(sheet.start.points, unread=sheet.start.unread),
        sheet.number,
        sheet.interpretation.house,
        stated=context.stated,
        stakes_in_nets=context.stakes_in_nets,
    )
    other_sheet = DealCheck(reading)
    check_claims(other_sheet)
    # Leave out the findings that a win in the turns is illegal.
    played = first.played
    wins = {step for step, act in enumerate(played.table.past, 1) if act.kind == WIN}
    findings = [f for f in played.findings if f.place.step not in wins or not f.is_of_win]
    played = replace(played, findings=tuple(findings))
    other = Judgement(played, first.opened, other_sheet, first.roots)
    left = keys_of(other.errors)
    if len(other.errors) + _SEVERAL > len(errors_before) or not left <= keys_of(errors_before):
        return first
    win_errors = with_codes(not_among(errors_before, left), {"win.line"})
    return replace(other, roots=(*first.roots, *win_errors[:1]))


def _with_hands_in_doubt(first: Judgement) -> Judgement:
    """Check the deal with hands of its sheet, if errors in the turns make these hands uncertain.

    Of the versions without a new error, return the version with the fewest wrong entries. Return
    `first`, the deal as written, if no version has fewer.
    """
    best = first
    for sheet in judge_doubted_hands(first.sheet, (*first.errors, *first.roots)):
        check_claims(sheet)
        other = replace(first, sheet=sheet)
        left = keys_of(other.errors)
        hands = one_finding_per_hand(not_among(first.errors, left))
        other = replace(other, roots=(*first.roots, *hands))
        if left <= keys_of(first.errors) and other.size < best.size:
            best = other
    return best
