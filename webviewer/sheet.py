"""What the sheet says of a deal beside its turns, line by line, and what the audit answers."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Final

from mjlog.findings import GRAVEST, Answer, Finding, Place, Verdict
from mjlog.frames import Frame
from mjlog.notation.writer import line_text
from mjlog.record import Deal, Dealt, Line, Wall
from webviewer.speech import Cited, cited

WORDS: Final[dict[Answer, str]] = {"differs": "differs", "unverified": "cannot be checked", "agrees": "agrees"}
"""The answers, the gravest first."""


@dataclass(frozen=True, slots=True)
class Said:
    """One line of the sheet, or one claim that stands on none; no answer where a line claims nothing."""

    text: str
    comment: str
    answer: Answer | None
    reasons: tuple[Cited, ...]

    @property
    def words(self) -> str:
        """The answer in words."""
        return WORDS[self.answer] if self.answer else ""


def sheet(deal: Deal, verdicts: list[Verdict]) -> tuple[Said, ...]:
    """The lines beside the turns but for the hands dealt and the wall, each with the gravest of its answers."""
    lines = [line for line in deal.lines if not isinstance(line.content, Dealt | Wall)]
    answers: dict[int, list[Verdict]] = {}
    for verdict in verdicts:
        answers.setdefault(verdict.place.line, []).append(verdict)
    told = [_said(line, answers.pop(line.span.line, []) if line.span.line else []) for line in lines]
    left = [verdict for each in answers.values() for verdict in each]
    return (*told, *(Said(v.claim, "", v.answer, (cited(v),) if v.reason else ()) for v in left))


def _said(line: Line, verdicts: list[Verdict]) -> Said:
    given = {verdict.answer for verdict in verdicts}
    answer = next((each for each in GRAVEST if each in given), None)
    reasons = dict.fromkeys(cited(v) for v in verdicts if v.reason and v.answer == answer)
    return Said(line_text(line.content), line.comment, answer, tuple(reasons))


def steps_of(findings: list[Finding], deal: Deal, frames: list[Frame]) -> list[tuple[int, Finding]]:
    """Each finding with the step beside which it is shown, in the order of steps."""
    spans = [deal.place(turn) for turn in range(len(deal.turns))]
    spots = [(span.line, span.column) for span in spans]
    found = [(_step_of(finding.place, spots, frames), finding) for finding in findings]
    return sorted(found, key=lambda each: each[0])


def _step_of(place: Place, spots: list[tuple[int, int]], frames: list[Frame]) -> int:
    """The act it names; else the turn that stands there, the hands dealt before all turns, the end after them."""
    last = len(frames) - 1
    if place.step:
        return min(place.step, last)
    if not place.line or not spots or place.line > spots[-1][0]:
        return last
    turn = bisect_right(spots, (place.line, place.column)) - 1
    if turn == len(spots) - 1:
        return last
    return next((frame.step for frame in frames if frame.turn >= turn), last)
