"""Reads and audits all games of a file with score sheets, without ever raising."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from mjlog.batch.audit_files import unreadable
from mjlog.batch.internal_errors import audit_what_can_be, has_failed, internal_finding
from mjlog.batch.time_limit import PATIENCE, limit_time, too_slow
from mjlog.model.findings import CellPlace, Finding, reason_of
from mjlog.model.patience import OutOfTime
from mjlog.paper.reading import read_any
from mjlog.report.file_report import FileReport
from mjlog.results.event_standings import GameEnd
from mjlog.sheets.audit import SheetAudit, audited, explanations_in_cells
from mjlog.sheets.cells.player_names import players_of
from mjlog.sheets.reading import GUESS, HowToRead, SheetFile


@dataclass(slots=True)
class SheetsFound:
    """Results collected from several files of score sheets.

    `file` and `audits` belong to the latest file. `ends` has the final result of every audited
    game.
    """

    file: SheetFile | None = None
    audits: list[SheetAudit] = field(default_factory=list)
    ends: list[GameEnd] = field(default_factory=list)


def audit_sheets(
    path: str,
    how: HowToRead = GUESS,
    kept: SheetsFound | None = None,
    patience: float = PATIENCE,
) -> Iterator[FileReport]:
    """Read and audit a file of score sheets, and yield a report on each game in it.

    Never raise an error; if mjlog itself fails, a finding (message) in the report says so. `how`
    says how to read the file. After `patience` seconds, the rest of the file is given up. If `kept`
    is given, its `file` and `audits` are replaced by those of this file, and the final result of
    each game is appended to its `ends`.
    """
    until = monotonic() + patience
    try:
        with limit_time(patience):
            file = read_any(Path(path).read_bytes(), how)
        if kept is not None:
            kept.file = file
            kept.audits.clear()
        yield from reports(path, file, kept, patience, until)
    except OutOfTime:
        yield unreadable(path, too_slow(patience))
    except OSError as problem:
        words = f"cannot be read: {reason_of(problem)}"
        yield unreadable(path, Finding("file.unreadable", "error", words))
    # One bad sheet must not end the audit of the others.
    except Exception as problem:  # noqa: BLE001
        yield unreadable(path, internal_finding(problem))


def reports(
    path: str,
    file: SheetFile,
    kept: SheetsFound | None = None,
    patience: float = PATIENCE,
    until: float | None = None,
) -> Iterator[FileReport]:
    """Audit the games of a file that was already read, and yield a report on each game.

    If the file has no games, yield one report that says so. Stop after `patience` seconds, or at
    the time `until` of the monotonic clock if it is given; the last report then says so. If `kept`
    is given, the audit and the final result of each game are appended to its lists.
    """
    until = monotonic() + patience if until is None else until
    if not file.games:
        yield FileReport(path, findings=file.findings, state="unreadable")
        return
    for number, game in enumerate(file.games):
        of_file = file.findings if number == 0 else ()
        try:
            with limit_time(until - monotonic()):
                audit = audited(game, audit_what_can_be)
        except OutOfTime:
            yield unreadable(path, too_slow(patience))
            return
        if kept is not None:
            kept.audits.append(audit)
            kept.ends.append(GameEnd.of(audit.report))
        yield report_of(path, audit, file, of_file)


def report_of(
    path: str, audit: SheetAudit, file: SheetFile, more: tuple[Finding, ...] = ()
) -> FileReport:
    """Convert the audit of one game on a score sheet into a report for printing.

    `file` is the file of the sheet. `more` are findings (messages) about the whole file, which are
    added.
    """
    draft, report = audit.sheet.draft, audit.report
    findings = (*more, *audit.findings)
    places = [each.place for each in findings if isinstance(each.place, CellPlace)]
    return FileReport(
        path,
        rules=report.game.rules,
        deals=report.deals,
        turns=report.turns,
        findings=findings,
        verdicts=audit.verdicts,
        doubts=dict(report.doubts),
        excerpt={place.row: _row(file, place) for place in places},
        state="failed" if has_failed(report) else "read",
        title=draft.name or draft.sheet,
        understood=draft.understood,
        explanations=explanations_in_cells(audit),
        players=players_of(draft, report.rules),
    )


def _row(file: SheetFile, place: CellPlace) -> str:
    if 0 < place.line <= len(file.lines):
        return file.lines[place.line - 1]
    grid = next((each for each in file.workbook.grids if each.name == place.sheet), None)
    cells = () if grid is None else grid.in_row(place.row)
    return " | ".join(cell.text for cell in cells)
