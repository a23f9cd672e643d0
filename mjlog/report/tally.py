"""Counts of reported records and findings, and the exit status that follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field
from typing import Any, Final

from mjlog.auditor.unchecked import Coverage, Lack
from mjlog.model.findings import Answer, Severity
from mjlog.model.lazy_dataclass import dataclass
from mjlog.report.file_report import ANSWERS, FileReport

_CHECKED: Final[tuple[Answer, ...]] = ("agrees", "given", "differs")
SEVERITIES: Final[tuple[Severity, ...]] = ("error", "warning", "note")


@dataclass(slots=True)
class Tally:
    """Counts of everything that was reported: records, deals, turns, findings and claims."""

    records: int = 0
    failed: int = 0
    unreadable: int = 0
    deals: int = 0
    turns: int = 0
    findings: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SEVERITIES, 0))
    claims: dict[Answer, int] = field(default_factory=lambda: dict.fromkeys(ANSWERS, 0))
    lacks: Counter[Lack] = field(default_factory=Counter)
    due: int = 0
    """Percentage of the claims that must have been checked."""
    interrupted: bool = False
    """Whether the work was interrupted before the last record."""

    def watch(self, records: Iterable[FileReport]) -> Iterator[FileReport]:
        """Yield the reports unchanged, and add each report to the counts."""
        for record in records:
            self._add(record)
            yield record

    def _add(self, record: FileReport) -> None:
        self.records += record.state in {"read", "failed"}
        self.failed += record.state == "failed"
        self.unreadable += record.state == "unreadable"
        self.deals += record.deals
        self.turns += record.turns
        for finding in record.findings:
            self.findings[finding.severity] += 1
        for answer in ANSWERS:
            self.claims[answer] += record.count(answer)
        self.lacks.update(record.lacks)

    @property
    def coverage(self) -> Coverage:
        """How many of the claims (recorded numbers and facts) could be checked."""
        return Coverage.of(sum(self.claims[answer] for answer in _CHECKED), self.lacks)

    @property
    def exit_code(self) -> int:
        """The exit status of the program: 0, 1 or 2.

        2: a file could not be read, mjlog itself failed, or there was no record. 1: there are
        errors or warnings, or less than `due` per cent of the recorded numbers could be checked
        (`due` is the option ``--checked``). 0: otherwise.
        """
        if self.unreadable or self.failed or not self.records:
            return 2
        if 100 - self.coverage.percent < self.due:
            return 1
        return int(self.findings["error"] + self.findings["warning"] > 0)

    def to_object(self) -> dict[str, Any]:
        """Return the numbers of records, deals, turns, findings and so on as JSON data."""
        return {
            "records": self.records,
            "failed": self.failed,
            "unreadable": self.unreadable,
            "deals": self.deals,
            "turns": self.turns,
            "findings": self.findings,
            "verdicts": self.claims,
            "unchecked": dict(self.lacks),
            "unchecked_percent": self.coverage.percent,
            "interrupted": self.interrupted,
        }


Interrupted = Callable[[], bool]
"""A function that returns whether the work was interrupted; it is called after the last record."""


def never_interrupted() -> bool:
    """Return False; the default for `interrupted` if nothing can interrupt the work."""
    return False
