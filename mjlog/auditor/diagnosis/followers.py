"""What follows from one wrong entry of a sheet, and is no mistake of its own.

A payment that is left out makes the changes wrong that were added up from it, and the totals, too.
A hand for which the sheet counts a
wrong item makes its sums wrong, and the payments for it. One mistake is told once: where the sheet
goes wrong first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import chain, filterfalse
from typing import Final

from mjlog.auditor.checks.agreement import changes_by_payments, changes_by_points
from mjlog.auditor.claims import check_claims
from mjlog.auditor.deal_check import DealCheck
from mjlog.model.findings import Claim, Finding, of_kinds, seats_of
from mjlog.model.record import Seat
from mjlog.model.settlement import Payment, Score, net
from mjlog.referee.outcome import as_claimed

_AMOUNTS: Final = frozenset({"fan", "pay", "net", "score"})
"""Kinds of claims about what a hand counts, and about what is paid for it."""
_ITEMS: Final = frozenset({"fan"})


def first_mistakes(sheet: DealCheck, findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings except those of numbers that only follow from a wrong entry."""
    if not findings:
        return []
    wrong = set(filter(None, [finding.claim for finding in findings]))
    lacking = {*_of_a_payment_left_out(sheet, findings), *_of_a_line_left_out(sheet, findings)}
    first = []
    for number, finding in enumerate(findings):
        if number not in lacking and not _follows(sheet, finding, wrong):
            first.append(finding)
    counted = seats_of(of_kinds(first, _ITEMS))
    if not counted or not sheet.deal.turns:
        return first
    return _without_sums(sheet, first, counted)


def _of_a_payment_left_out(sheet: DealCheck, findings: Sequence[Finding]) -> Iterator[int]:
    """Yield changes and totals of others on a line that lacks what one seat pays for a cause."""
    for code in ("net.differs", "score.chain"):
        off = {each.place.seat: number for number, each in enumerate(findings) if each.code == code}
        if len(off) <= 1:
            continue
        lacks = tuple([_lacks(findings, off.get(seat)) for seat in range(sheet.outcome.seats)])
        payer = _payer_of(sheet, lacks)
        # What the table pays is missing from no other player's total: no finding would be left.
        if payer in off:
            del off[payer]
            yield from off.values()


def _payer_of(sheet: DealCheck, lacks: tuple[int | None, ...]) -> Seat | None:
    """Return the seat that pays what changes everybody's points so."""
    for payer, change in _paid_by_one(sheet):
        if change == lacks:
            return payer
    return None


def _lacks(findings: Sequence[Finding], number: int | None) -> int | None:
    """Return how much more is due than recorded; None if that is no number."""
    if number is None:
        return 0
    verdict = findings[number].verdict
    if verdict is None:
        return None
    return verdict.lacks


def _paid_by_one(sheet: DealCheck) -> Iterator[tuple[Seat, tuple[int, ...]]]:
    """Yield every seat that pays, and how what it pays for one cause changes everybody's points."""
    by_cause: dict[tuple[Seat, str], list[Payment]] = {}
    for each in (*(sheet.penalties() or ()), *sheet.likely_payments):
        by_cause.setdefault((each.payer, each.cause), []).append(each)
    for (payer, _), paid in by_cause.items():
        yield payer, net(paid, sheet.outcome.seats)


def _of_a_line_left_out(sheet: DealCheck, findings: Sequence[Finding]) -> Iterator[int]:
    """Yield all payments but the first of a line that is left out.

    Those to one player for one cause.
    """
    missing: dict[tuple[Seat, str], dict[Seat, int]] = {}
    for number, finding in enumerate(findings):
        claim = _left_out(finding)
        if claim is not None:
            missing.setdefault((claim.payee, claim.item), {})[claim.seat] = number
    payers: dict[tuple[Seat, str], set[Seat]] = {key: set() for key in missing}
    for each in sheet.likely_payments:
        payers.setdefault((each.payee, each.cause), set()).add(each.payer)
    for key, by_payer in missing.items():
        # A line was left out if all its payments are missing; else each is a mistake of its own.
        if payers[key] <= by_payer.keys():
            numbers = sorted(map(by_payer.__getitem__, payers[key]))
            yield from numbers[1:]


def _left_out(finding: Finding) -> Claim | None:
    """Return the payment that the sheet does not have at all, if that is what is wrong."""
    verdict = finding.verdict
    if verdict is None or verdict.recorded != 0:
        return None
    if verdict.claim.kind != "pay":
        return None
    return verdict.claim


def _without_sums(
    sheet: DealCheck, findings: Sequence[Finding], seats: Collection[Seat]
) -> list[Finding]:
    """Return the findings without sums and payments that are right by the wrong items."""
    by_the_sheet = sheet.with_outcome(as_claimed(sheet.outcome, seats))
    check_claims(by_the_sheet)
    # An amount is wrong by the sheet's own items, too, so these do not explain it.
    if of_kinds(by_the_sheet.findings, _AMOUNTS):
        return [*findings]
    roots = [*_wrong_items(sheet, findings, seats)]
    return [each for each in findings if each in roots or each.kind not in _AMOUNTS]


def _wrong_items(
    sheet: DealCheck, findings: Sequence[Finding], seats: Collection[Seat]
) -> Iterator[Finding]:
    """Yield the items that are wrong; of a hand whose items are all right the first of its sums."""
    by_seat: dict[Seat, list[Finding]] = {seat: [] for seat in seats}
    for finding in of_kinds(findings, _ITEMS):
        by_seat[finding.place.seat].append(finding)
    is_sum = partial(_is_sum, sheet)
    for own in by_seat.values():
        single = [*filterfalse(is_sum, own)]
        yield from single or own[:1]


def _is_sum(sheet: DealCheck, finding: Finding) -> bool:
    """Return whether the item counts others of the hand."""
    score, claim = sheet.score_of(finding.place.seat), finding.claim
    if not isinstance(score, Score) or claim is None:
        return False
    sums = (*score.totals, *score.worth)
    return claim.item in {item.name for item in sums}


def _follows(sheet: DealCheck, finding: Finding, wrong: Collection[Claim]) -> bool:
    """Return whether a change or a total is what wrong entries of the sheet come to."""
    verdict = finding.verdict
    if verdict is None:
        return False
    if verdict.recorded is None:
        return finding.code == "net.differs" and _is_paid_wrong(finding.place.seat, wrong)
    change = _change(sheet, verdict.claim, verdict.recorded)
    return change is not None and change in _changes_by(sheet, finding, wrong)


def _change(sheet: DealCheck, claim: Claim, recorded: int) -> int | None:
    """Return the change of a player's points as the entry has it."""
    if claim.seat < 0:
        return None
    if claim.kind == "net":
        return recorded
    before = sheet.before[claim.seat]
    if claim.kind != "score" or before is None:
        return None
    return recorded - before


def _changes_by(sheet: DealCheck, finding: Finding, wrong: Collection[Claim]) -> set[int]:
    """Return the changes of a player's points by wrong entries that this entry may add up."""
    seat = finding.place.seat
    ways: list[tuple[int, ...]] = []
    if _is_paid_wrong(seat, wrong):
        ways += changes_by_payments(sheet)
    if finding.code == "score.chain" and Claim("net", seat) in wrong:
        ways += changes_by_points(sheet, "net")
    # A sheet may count what was staked in play into its changes, or leave it out.
    ways += map(sheet.with_stakes, [*ways])
    return {change[seat] for change in ways}


def _is_paid_wrong(seat: Seat, wrong: Collection[Claim]) -> bool:
    """Return whether a payment by that player or to it is wrong, or left out."""
    pairs = [(claim.seat, claim.payee) for claim in wrong if claim.kind == "pay"]
    return seat in chain.from_iterable(pairs)
