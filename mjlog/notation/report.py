"""The reader's findings, gathered."""

from __future__ import annotations

from dataclasses import dataclass, field

from mjlog.findings import Finding, Place, Severity
from mjlog.record import NOBODY, Seat


@dataclass(slots=True)
class Report:
    """Findings in the order they are made, no more than `most`; `deal` is the deal being read, 0 before the first."""

    most: int
    deal: int = 0
    found: list[Finding] = field(default_factory=list)
    left_out: int = 0

    def add(
        self,
        code: str,
        severity: Severity,
        message: str,
        line: int = 0,
        column: int = 0,
        *,
        turn: int = 0,
        seat: Seat = NOBODY,
        recorded: str = "",
        expected: str = "",
    ) -> None:
        """One more finding, about the deal being read."""
        if len(self.found) >= self.most:
            self.left_out += 1
            return
        place = Place(line, column, self.deal, turn, 0, seat)
        self.found.append(Finding("syntax." + code, severity, message, place, None, recorded, expected))

    def findings(self) -> tuple[Finding, ...]:
        """All of them by their place in the file, with a word on those left out."""
        found = sorted(self.found, key=lambda finding: (finding.place.line, finding.place.column))
        if self.left_out:
            found.append(
                Finding("syntax.too_many", "error", f"{self.left_out} more findings of the reader are left out")
            )
        return tuple(found)
