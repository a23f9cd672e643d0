"""What follows from one wrong entry of a sheet, and is no mistake of its own.

A payment that is left out makes the changes wrong that were added up from it, and the totals, too.
A hand for which the sheet counts a
wrong item makes its sums wrong, and the payments for it. One mistake is told once: where the sheet
goes wrong first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from mjlog.auditor.claims import check_claims
from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.payments import changes_by_payments, changes_by_points
from mjlog.model.findings import Claim, Finding, Verdict
from mjlog.model.record import NOBODY, Seat
from mjlog.model.settlement import Payment, Score, net
from mjlog.referee.outcome import as_claimed

_AMOUNTS: Final = frozenset({"fan", "pay", "net", "score"})
"""Kinds of claims about what a hand counts, and about what is paid for it."""


def first_mistakes(sheet: DealCheck, findings: Sequence[Finding]) -> list[Finding]:
    """The findings without those of numbers that are right by a wrong entry told beside them."""
    if not findings:
        return []
    wrong = {each.claim for each in findings if each.claim is not None}
    lacking = {*_of_a_payment_left_out(sheet, findings), *_of_a_line_left_out(sheet, findings)}
    first = [
        each
        for number, each in enumerate(findings)
        if number not in lacking and not _follows(sheet, each, wrong)
    ]
    counted = {each.place.seat for each in first if _is_of_items(each)}
    return _without_sums(sheet, first, counted) if counted and sheet.deal.turns else first


def _of_a_payment_left_out(sheet: DealCheck, findings: Sequence[Finding]) -> Iterator[int]:
    """Changes and totals of other seats on a line that lacks what one seat pays for one cause."""
    for code in ("net.differs", "score.chain"):
        off = {each.place.seat: number for number, each in enumerate(findings) if each.code == code}
        lacks = tuple(_difference(findings, off.get(seat)) for seat in range(sheet.outcome.seats))
        payer = next((seat for seat, change in _paid_by_one(sheet) if change == lacks), NOBODY)
        # What the table pays is missing from no other player's total: no finding would be left.
        if payer in off:
            yield from (number for seat, number in off.items() if seat != payer)


def _difference(findings: Sequence[Finding], number: int | None) -> int | None:
    """How much more is due than recorded; None where that is no number."""
    verdict = findings[number].verdict if number is not None else None
    if verdict is None:
        return 0 if number is None else None
    return None if None in {verdict.due, verdict.recorded} else _more(verdict)


def _more(verdict: Verdict) -> int:
    return (verdict.due or 0) - (verdict.recorded or 0)


def _paid_by_one(sheet: DealCheck) -> Iterator[tuple[Seat, tuple[int, ...]]]:
    """Every seat that pays, and how what it pays for one cause changes everybody's points."""
    due = [*(sheet.penalties() or ()), *(sheet.worlds[0].payments if sheet.worlds else ())]
    for payer, cause in dict.fromkeys((each.payer, each.cause) for each in due):
        paid = [each for each in due if (each.payer, each.cause) == (payer, cause)]
        yield payer, net(paid, sheet.outcome.seats)


def _of_a_line_left_out(sheet: DealCheck, findings: Sequence[Finding]) -> Iterator[int]:
    """All payments but the first of a line that is left out: those to one player for one cause."""
    missing = {
        (each.claim.payee, each.claim.item, each.claim.seat): number
        for number, each in enumerate(findings)
        if each.claim is not None and each.claim.kind == "pay" and _is_left_out(each)
    }
    for payee, cause in dict.fromkeys(key[:2] for key in missing):
        payers = {pay.payer for pay in _due_to(sheet, payee, cause)}
        if all((payee, cause, payer) in missing for payer in payers):
            yield from sorted(missing[payee, cause, payer] for payer in payers)[1:]


def _is_left_out(finding: Finding) -> bool:
    """Whether the sheet does not have that payment at all."""
    return finding.verdict is not None and finding.verdict.recorded == 0


def _due_to(sheet: DealCheck, payee: Seat, cause: str) -> list[Payment]:
    """What is due to one player for one cause."""
    due = sheet.worlds[0].payments if sheet.worlds else ()
    return [each for each in due if (each.payee, each.cause) == (payee, cause)]


def _without_sums(
    sheet: DealCheck, findings: Sequence[Finding], seats: Collection[Seat]
) -> list[Finding]:
    """The findings without sums and payments, where these are right by the items that are wrong."""
    by_the_sheet = sheet.with_outcome(as_claimed(sheet.outcome, seats))
    check_claims(by_the_sheet)
    if any(_is_of_amounts(each) for each in by_the_sheet.findings):
        return [*findings]
    roots = [*_wrong_items(sheet, findings, seats)]
    return [each for each in findings if each in roots or not _is_of_amounts(each)]


def _wrong_items(
    sheet: DealCheck, findings: Sequence[Finding], seats: Collection[Seat]
) -> Iterator[Finding]:
    """The items that are wrong; of a hand whose items are all right the first of its sums."""
    for seat in seats:
        own = [each for each in findings if _is_of_items(each) and each.place.seat == seat]
        yield from [each for each in own if not _is_sum(sheet, each)] or own[:1]


def _is_of_items(finding: Finding) -> bool:
    return finding.claim is not None and finding.claim.kind == "fan"


def _is_of_amounts(finding: Finding) -> bool:
    """Whether it is about what a hand counts, or about what is paid for it."""
    return finding.claim is not None and finding.claim.kind in _AMOUNTS


def _is_sum(sheet: DealCheck, finding: Finding) -> bool:
    """Whether the item counts others of the hand."""
    score, claim = sheet.score_of(finding.place.seat), finding.claim
    if not isinstance(score, Score) or claim is None:
        return False
    return claim.item in {item.name for item in (*score.totals, *score.worth)}


def _follows(sheet: DealCheck, finding: Finding, wrong: Collection[Claim]) -> bool:
    """Whether a change or a total is what wrong entries of the sheet come to."""
    if finding.code == "net.differs" and finding.verdict and finding.verdict.recorded is None:
        return _is_paid_wrong(finding.place.seat, wrong)
    change = _change(sheet, finding)
    return change is not None and change in _changes_by(sheet, finding, wrong)


def _change(sheet: DealCheck, finding: Finding) -> int | None:
    """By how many points a player's total changes, as the entry has it."""
    verdict, claim = finding.verdict, finding.claim
    if verdict is None or verdict.recorded is None or claim is None or claim.seat < 0:
        return None
    if claim.kind == "net":
        return verdict.recorded
    before = sheet.before[claim.seat]
    return verdict.recorded - before if claim.kind == "score" and before is not None else None


def _changes_by(sheet: DealCheck, finding: Finding, wrong: Collection[Claim]) -> set[int]:
    """What wrong entries from which the entry may be added up make that player's points change."""
    seat = finding.place.seat
    ways = changes_by_payments(sheet) if _is_paid_wrong(seat, wrong) else []
    if finding.code == "score.chain" and Claim("net", seat) in wrong:
        ways = [*ways, *changes_by_points(sheet, "net")]
    return {change[seat] for way in ways for change in (way, sheet.with_stakes(way))}


def _is_paid_wrong(seat: Seat, wrong: Collection[Claim]) -> bool:
    """Whether a payment by that player or to it is wrong, or left out."""
    return any(each.kind == "pay" and seat in {each.seat, each.payee} for each in wrong)
