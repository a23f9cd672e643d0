"""A deal replayed for viewing.

Its frames, its findings each with its step, the lines of its sheet.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from mjlog.model.findings import Finding
from mjlog.picture.frames import Frame, frames
from webviewer.library import Record
from webviewer.parts.sheet import SheetLine, sheet, steps_of, unlawful_claims


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of one deal."""

    frames: list[Frame]
    findings: list[tuple[int, Finding]]
    sheet: tuple[SheetLine, ...]


class Pages:
    """Tells deals; the ones last looked at are kept."""

    def __init__(self) -> None:
        self.told = lru_cache(maxsize=32)(self._told)

    @staticmethod
    def _told(record: Record, number: int) -> Told:
        rules, deal = record.report.rules, record.game.deals[number - 1]
        found = [] if rules is None else frames(deal, rules, record.game.seats)
        findings = [finding for finding in record.report.findings if finding.place.deal == number]
        last = number == len(record.game.deals)  # claims of no deal are about the end of the game
        verdicts = [
            v
            for v in record.report.verdicts
            if v.place.deal == number or (last and not v.place.deal)
        ]
        return Told(
            found,
            steps_of(findings, deal, found),
            sheet(deal, verdicts, unlawful_claims(record.report, number)),
        )
