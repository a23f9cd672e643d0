"""Reads and audits all games of a file with score sheets, without ever raising."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    """Results collected from several files with score sheets.

    `file` and `audits` are those of the last file. `ends` has the result of every audited game.
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
    """Yield a report on each game of a file; a failure of mjlog is a finding.

    In `kept`, the file and its audits replace those of the file before, and the results of its
    games are added. After `patience` seconds for reading and auditing the whole file, the rest is
    given up.
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
    """Yield a report on each game of a file that was read; one report if it has no games.

    All games together may take `patience` seconds, or last to the time `until` of the monotonic
    clock. If they take longer, a report says so and the rest is given up. Audits go into `kept`.
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
    """Return the report on one audited game of a file; `more` are findings about the file."""
    draft, report = audit.sheet.draft, audit.report
    findings = (*more, *audit.findings)
    return FileReport(
        path,
        rules=report.game.rules,
        deals=report.deals,
        turns=report.turns,
        findings=findings,
        verdicts=audit.verdicts,
        doubts=dict(report.doubts),
        excerpt=_excerpt(file, findings),
        state="failed" if has_failed(report) else "read",
        title=draft.name or draft.sheet,
        understood=draft.understood,
        explanations=explanations_in_cells(audit),
        players=players_of(draft, report.rules),
    )


def _excerpt(file: SheetFile, findings: tuple[Finding, ...]) -> Mapping[int, str]:
    """Return the rows of findings, by number: lines of a text file, or cells joined by bars."""
    places = [each.place for each in findings if isinstance(each.place, CellPlace)]
    return {place.row: _row(file, place) for place in places}


def _row(file: SheetFile, place: CellPlace) -> str:
    if 0 < place.line <= len(file.lines):
        return file.lines[place.line - 1]
    grid = next((each for each in file.workbook.grids if each.name == place.sheet), None)
    cells = () if grid is None else grid.in_row(place.row)
    return " | ".join(cell.text for cell in cells)
