"""What follows from one wrong entry of a sheet, and is no mistake of its own.

A payment that is left out makes the changes wrong that were added up from it, and the totals, too.
One mistake is told once: where the sheet goes wrong first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.payments import changes_by_payments, changes_by_points
from mjlog.model.findings import Claim, Finding
from mjlog.model.record import Seat


def first_mistakes(sheet: DealCheck, findings: Sequence[Finding]) -> list[Finding]:
    """The findings without those of numbers that are right by a wrong entry told beside them."""
    wrong = {each.claim for each in findings if each.claim is not None}
    return [each for each in findings if not _follows(sheet, each, wrong)]


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
