"""The lines of a deal apart from its turns, each with the audit's answer."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from mjlog.auditor.deal_check import claim_name
from mjlog.auditor.report import Report
from mjlog.auditor.stated_lines import lines_stating
from mjlog.model.findings import Claim, Finding, Place, Verdict, errors, findings_of_deal, gravest
from mjlog.model.record import Content, Deal, Dealt, Line, Wall
from mjlog.notation.writer import line_text
from mjlog.picture.frames import Frame
from webviewer.i18n import Cited, cited

Standing = Literal["differs", "unverified", "unlawful", "given", "agrees"]
"""The audit's answer to a line; ``unlawful`` if it is true but states an illegal act."""

WORDS: Final[dict[Standing, str]] = {
    "differs": "differs",
    "unverified": "cannot be checked",
    "unlawful": "played like this, against the rules",
    "given": "agrees, given what the sheet claims",
    "agrees": "agrees",
}
"""The answers in words, gravest first."""


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A line of a deal's score sheet with the audit's answer, or a claim that is on no line.

    `answer` is None if the line claims nothing. `reasons` explain the answer. `claims` are the
    judged claims on the line, `content` is the parsed line (None for a claim without a line).
    """

    text: str
    comment: str
    answer: Standing | None
    reasons: tuple[Cited, ...]
    claims: tuple[Claim, ...] = ()
    content: Content | None = None

    @property
    def words(self) -> str:
        """What the audit says about this line, in English, such as "cannot be checked".

        The text is empty if the audit says nothing about the line.
        """
        return WORDS[self.answer] if self.answer else ""


def sheet(
    deal: Deal,
    verdicts: Sequence[Verdict],
    unlawful: frozenset[Claim] = frozenset(),
    found: frozenset[Claim | Cited] = frozenset(),
) -> tuple[SheetLine, ...]:
    """Return the lines of a deal other than its turns, each with what the audit says about it.

    A verdict says whether a claim of the record, such as a payment, is right. A line with several
    claims gets the worst of their verdicts. Lines with dealt hands and walls are left out. Verdicts
    on claims that are on no line follow at the end. A claim in `unlawful` is marked as an illegal
    act, even if the audit agrees that the act happened. `found` has the claims and the reasons of
    findings that the page shows already; the lines do not repeat these reasons.
    """
    lines = [line for line in deal.lines if not isinstance(line.content, Dealt | Wall)]
    given: list[list[Verdict]] = [[] for _ in lines]
    left = []
    for verdict in verdicts:
        stating = lines_stating(verdict.claim, verdict.place, lines)
        for number in stating:
            given[number].append(verdict)
        if not stating:
            left.append(verdict)
    sheet_lines = [
        _sheet_line(line, its_verdicts, unlawful, found)
        for line, its_verdicts in zip(lines, given, strict=True)
    ]
    for verdict in left:
        claim, reasons = verdict.claim, _reasons(verdict, found)
        sheet_lines.append(SheetLine(claim_name(claim), "", verdict.answer, reasons, (claim,)))
    return tuple(sheet_lines)


def _sheet_line(
    line: Line,
    verdicts: Sequence[Verdict],
    unlawful: frozenset[Claim],
    found: frozenset[Claim | Cited],
) -> SheetLine:
    answer: Standing | None = gravest({verdict.answer for verdict in verdicts})
    gravest_ones = [verdict for verdict in verdicts if verdict.answer == answer]
    reasons = (reason for verdict in gravest_ones for reason in _reasons(verdict, found))
    claims = tuple(verdict.claim for verdict in verdicts)
    if answer == "agrees" and not unlawful.isdisjoint(claims):
        answer = "unlawful"
    text = line_text(line.content)
    reasons_once = tuple(dict.fromkeys(reasons))
    return SheetLine(text, line.comment, answer, reasons_once, claims, line.content)


def _reasons(verdict: Verdict, found: frozenset[Claim | Cited]) -> tuple[Cited, ...]:
    """Return the reason for a verdict as a tuple of one item, or an empty tuple.

    The tuple is empty if the verdict has no reason, or if a finding on the page gives the reason
    already. `found` has the claims and the reasons of the findings on the page.
    """
    if not verdict.reason or (verdict.answer == "differs" and verdict.claim in found):
        return ()
    reason = cited(verdict)
    return () if reason in found else (reason,)


def unlawful_claims(report: Report, number: int) -> frozenset[Claim]:
    """Return the claims of deal `number`, from 1, that record an illegal act.

    Illegal acts are wins and declarations of ready that the rules do not allow.
    """
    claims = {
        Claim("win", seat) for seats in report.false_wins[number - 1 : number] for seat in seats
    }
    for finding in errors(findings_of_deal(report.findings, number)):
        # Only the declaration during play counts, not a recorded line.
        if finding.code.startswith("ready.") and not finding.claim:
            claims.add(Claim("ready", finding.place.seat))
    return frozenset(claims)


def steps_of(findings: list[Finding], deal: Deal, frames: list[Frame]) -> list[tuple[int, Finding]]:
    """Return the findings of a deal as pairs of step and finding, sorted by step.

    The step is the one at which a page shows the finding.
    """
    spans = (deal.place(number) for number in range(len(deal.turns)))
    spots = [(span.line, span.column) for span in spans]
    placed = [(_step_of(finding.place, spots, frames), finding) for finding in findings]
    return sorted(placed, key=lambda each: each[0])


def _step_of(place: Place, spots: list[tuple[int, int]], frames: list[Frame]) -> int:
    """Return the step at which a page shows a finding about this place in the record.

    If `place` has no step of its own, it is the first step of the turn that is written at the
    place's line and column; `spots` has the line and column of each turn. For the last turn, for a
    line after all turns, and for a place without a line, it is the last step.
    """
    last = len(frames) - 1
    if place.step:
        return min(place.step, last)
    # A place after all turns, or without a line, is about the end.
    if not place.line or not spots or place.line > spots[-1][0]:
        return last
    turn = bisect_right(spots, (place.line, place.column)) - 1
    if turn == len(spots) - 1:
        return last
    return next((frame.step for frame in frames if frame.turn >= turn), last)
