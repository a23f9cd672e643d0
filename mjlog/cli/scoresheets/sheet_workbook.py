"""Writes the report of ``mjlog sheet check`` as a workbook: findings, games, standings."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from mjlog.model.findings import CellPlace
from mjlog.report.file_report import ANSWERS, FileReport, well_formed
from mjlog.sheets.corrections.corrected import COLOURS, write
from mjlog.sheets.from_record import CellValue

Row = Sequence[CellValue]
_FINDINGS: Final[Row] = (
    "File", "Game", "Worksheet", "Cell", "Severity", "Code", "Finding", "Recorded", "Due", "Rule",
)  # fmt: skip
_GAMES: Final[Row] = (
    "File", "Game", "Rules", "Deals", "Errors", "Warnings",
    "Agrees", "Given", "Differs", "Unverified", "Understood",
)  # fmt: skip
_STANDINGS: Final[Row] = ("Place", "Name", "Games", "Recorded", "Due")
_WIDE: Final = {"File": 24, "Game": 24, "Rules": 24, "Finding": 80, "Rule": 60, "Understood": 80}
_WIDTH: Final = 12
_SEVERITY: Final = _FINDINGS.index("Severity")


def workbook(records: Iterable[FileReport]) -> bytes:
    """Convert reports into an XLSX file with worksheets of findings, games, and standings.

    The worksheet of standings is left out if no report has standings.
    """
    from openpyxl import Workbook

    book: Any = Workbook()
    book.remove(book.active)
    reports = list(records)
    _fill(book, "Findings", _FINDINGS, [row for each in reports for row in _findings(each)])
    _colour(book["Findings"])
    _fill(book, "Games", _GAMES, [_game(each) for each in reports if each.state != "event"])
    standings = [row for each in reports for row in _standings(each)]
    if standings:
        _fill(book, "Standings", _STANDINGS, standings)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _fill(book: Any, name: str, heads: Row, rows: Sequence[Row]) -> None:
    """Add a worksheet with a row of headings and further rows.

    The headings stay visible when scrolling.
    """
    sheet = book.create_sheet(name)
    for number, row in enumerate((heads, *rows), 1):
        for column, value in enumerate(row, 1):
            if value not in {None, ""}:
                write(sheet, number, column, value)
    for cell, head in zip(sheet[1], heads, strict=True):
        sheet.column_dimensions[cell.column_letter].width = _WIDE.get(str(head), _WIDTH)
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = sheet.dimensions


def _colour(sheet: Any) -> None:
    """Colour the cells that name the severity of a finding, as in corrected sheets."""
    from openpyxl.styles import PatternFill

    for row in sheet.iter_rows(min_row=2):
        cell = row[_SEVERITY]
        colour = COLOURS[cell.value]
        cell.fill = PatternFill("solid", start_color=colour, end_color=colour)


def _findings(report: FileReport) -> Iterator[Row]:
    where = well_formed(report.path), report.title
    for finding in report.findings:
        place, law = finding.place, finding.clause
        cell = (place.sheet, place.cell) if isinstance(place, CellPlace) else ("", "")
        rule = "" if law is None else f"{law.number} {law.text}"
        words = well_formed(finding.message), finding.recorded, finding.expected
        yield (*where, *cell, finding.severity, finding.code, *words, rule)


def _game(report: FileReport) -> Row:
    named = well_formed(report.path), report.title, report.rules, report.deals
    severities = [finding.severity for finding in report.findings]
    counts = severities.count("error"), severities.count("warning")
    answers = [report.count(answer) for answer in ANSWERS]
    return (*named, *counts, *answers, "\n".join(report.understood))


def _standings(report: FileReport) -> Iterator[Row]:
    for place, player in enumerate(report.standings, 1):
        yield place, well_formed(player.name), player.games, player.recorded, player.due
