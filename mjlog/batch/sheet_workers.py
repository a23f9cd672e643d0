"""Audits score sheets in several processes, and yields the results in the order of the sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from mjlog.batch.audit_files import unreadable
from mjlog.batch.audit_sheets import SheetsFound, audit_sheets, reports
from mjlog.batch.internal_errors import internal_finding
from mjlog.batch.time_limit import PATIENCE, limit_time, too_slow
from mjlog.batch.workers import Workers
from mjlog.model.findings import Finding
from mjlog.model.patience import OutOfTime
from mjlog.notation.limits import Unreadable
from mjlog.report.file_report import FileReport
from mjlog.results.event_standings import GameEnd
from mjlog.sheets.files.spreadsheets import is_workbook, workbook_of
from mjlog.sheets.files.workbook import Grid, Workbook
from mjlog.sheets.reading import NO_TABLE, HowToRead, games_of

PARTED: Final = 1 << 16
"""Size in bytes from which a workbook is read in this process; workers get its worksheets."""
WORKSHEETS: Final = 8
"""Most worksheets of one task, so that all processes end at about the same time."""


@dataclass(frozen=True, slots=True)
class SheetTask:
    """A file of score sheets to audit, or some worksheets (`grids`) of a file that was read.

    `findings` are about the file. `is_last` is true if no other task for the same file follows.
    `patience` is the limit in seconds for each step of the work.
    """

    path: str
    how: HowToRead
    grids: tuple[Grid, ...] = ()
    findings: tuple[Finding, ...] = ()
    is_last: bool = True
    patience: float = PATIENCE


@dataclass(frozen=True, slots=True)
class SheetAnswer:
    """The result of a task: `found` has a report on each game, or a report on a file without games.

    `found` is empty for worksheets without games. `ends` has the final result of each audited game,
    for the standings of an event.
    """

    found: list[FileReport]
    ends: list[GameEnd]


def audit_all_sheets(
    paths: Iterable[str],
    how: HowToRead,
    jobs: int,
    kept: SheetsFound,
    patience: float = PATIENCE,
) -> Iterator[FileReport]:
    """Audit files of score sheets in `jobs` processes, and yield a report on each game, in order.

    `how` says how to read the files. A file, or a part of a large workbook, may take `patience`
    seconds. The results of the games are added to `kept.ends`.
    """
    together = _JoinedParts(kept)
    parts = (each for path in paths for each in tasks_of(path, how))
    tasks = (replace(task, patience=patience) for task in parts)
    with Workers(jobs) as crew:
        for task, future in crew.read_ahead((task, crew.submit(task, answer)) for task in tasks):
            yield from together.wait_for_reports(task, future)


def tasks_of(path: str, how: HowToRead) -> Iterator[SheetTask]:
    """Divide the audit of a file of score sheets into tasks, and yield the tasks.

    A large workbook gives one task for every few worksheets; any other file gives a single task.
    """
    book = _large_workbook(path)
    if book is None or len(book.grids) <= WORKSHEETS:
        yield SheetTask(path, how)
        return
    for start in range(0, len(book.grids), WORKSHEETS):
        until = start + WORKSHEETS
        findings = book.findings if start == 0 else ()
        is_last = until >= len(book.grids)
        yield SheetTask(path, how, book.grids[start:until], findings, is_last)


def _large_workbook(path: str) -> Workbook | None:
    """Read a workbook that is large enough to be divided into tasks.

    Return None for any other file.
    """
    try:
        data = Path(path).read_bytes()
        if len(data) < PARTED or not is_workbook(data):
            return None
        return workbook_of(data)
    except (OSError, Unreadable):  # the process that reads the file next reports the problem
        return None


def answer(task: SheetTask) -> SheetAnswer:
    """Do a task of an audit in this process, and return its result."""
    kept = SheetsFound()
    if not task.grids:
        answers = audit_sheets(task.path, task.how, kept, task.patience)
        return SheetAnswer(list(answers), kept.ends)
    try:
        with limit_time(task.patience):
            file = games_of(Workbook(task.grids), task.how)
    except OutOfTime:
        return SheetAnswer([unreadable(task.path, too_slow(task.patience))], [])
    answers = reports(task.path, file, kept, task.patience) if file.games else iter(())
    return SheetAnswer(list(answers), kept.ends)


class _JoinedParts:
    """Joins the results of the tasks into which a file was divided."""

    def __init__(self, kept: SheetsFound) -> None:
        self.kept = kept
        self.of_file: tuple[Finding, ...] = ()
        self.games = 0

    def wait_for_reports(
        self, task: SheetTask, future: Future[SheetAnswer]
    ) -> Iterator[FileReport]:
        """Wait for the audit of one part of a file, and yield a report on each game in the part.

        `task` is the audit of the part and `future` its result. Findings (messages) about the whole
        file are added to the first report. After the last part, if no part has a game, yield a
        report that says so.
        """
        try:
            answered = future.result()
        except BrokenProcessPool as problem:
            answered = SheetAnswer([unreadable(task.path, internal_finding(problem))], [])
        self.of_file += task.findings
        self.games += len(answered.found)
        self.kept.ends += answered.ends
        for report in answered.found:
            yield replace(report, findings=(*self.of_file, *report.findings))
            self.of_file = ()
        if task.is_last:
            if not self.games:
                yield FileReport(task.path, findings=(*self.of_file, NO_TABLE), state="unreadable")
            self.of_file, self.games = (), 0
