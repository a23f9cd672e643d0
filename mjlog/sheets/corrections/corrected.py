"""Makes a workbook with the findings: coloured cells with comments, and a worksheet as summary.

The original file is never written to. A cell with a wrong number gets the right one if only one
correction is possible, and its comment gives the old number. Formulas are not changed.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import mul
from typing import Any, Final
from zipfile import BadZipFile, ZipFile

from mjlog.model.findings import CellPlace, Finding
from mjlog.sheets.audit import SheetAudit
from mjlog.sheets.cells.numbers import decimal_sign, number_of, whole
from mjlog.sheets.corrections.slips import ways
from mjlog.sheets.corrections.suggestions import Suggestion
from mjlog.sheets.files.spreadsheets import ZIP, checked_parts, is_workbook
from mjlog.sheets.files.workbook import SUMMARY_HEADS, Cell, Grid
from mjlog.sheets.from_record import CellValue
from mjlog.sheets.reading import SheetFile

SUMMARY: Final = "mjlog"
COLOURS: Final = {"error": "FFC7CE", "warning": "FFEB9C", "note": "DDEBF7"}
"""Colours of cells by the severity of the finding."""
_LONG: Final = 1_000
_DROPPED: Final = {
    "xl/charts/": "charts",
    "xl/media/": "pictures",
    "xl/vbaProject.bin": "macros",
    "xl/externalLinks/": "links to other files",
    "xl/pivotTables/": "pivot tables",
    "xl/slicers/": "slicers",
    "xl/threadedComments/": "threads of comments",
    "xl/ctrlProps/": "buttons and other controls",
}
"""Contents that `openpyxl` loses, by their place in the file."""
_NAME: Final = 31
_AREA: Final = re.compile(
    rb"mergeCell\s[^>]*ref\s*=\s*[\"']\$?([A-Za-z]{1,4})\$?([0-9]{1,9}):"
    rb"\$?([A-Za-z]{1,4})\$?([0-9]{1,9})"
)
_WIDE: Final = 26
_MOST_MERGED: Final = 2_000_000
"""Most merged cells.

Each merged area is counted as wide as the letters of its columns allow.
"""
_NOT_IN_TITLES: Final = re.compile(r"[\\*?:/\[\]]")


@dataclass(frozen=True, slots=True)
class Corrected:
    """A corrected copy of a file, as XLSX.

    `dropped` names the kinds of content, such as charts, that the copy has lost.
    """

    data: bytes
    dropped: tuple[str, ...]


def corrected(data: bytes, file: SheetFile, audits: Sequence[SheetAudit]) -> Corrected:
    """Return a copy of the file as an XLSX workbook, with the findings of the audits marked in it.

    The cell of each finding is coloured and gets the message as a comment. Wrong cells with only
    one possible correction are corrected, and a summary is added as a worksheet. `data` is the
    original file, and `file` is its content. If the original is not an XLSX file or cannot be
    rewritten, the copy contains only the text of the cells.
    """
    dropped = lost_parts(data)
    kept = None if dropped is None else rewritten(data, lambda book: _marked(book, audits))
    if kept is not None:
        return Corrected(kept, dropped or ())
    lost = ("all but the cells themselves",) if is_workbook(data) else ()
    return Corrected(_marked(_workbook_of_cells(file), audits), lost)


def _merges_too_much(data: bytes) -> bool:
    """Return whether merged areas have more cells than `openpyxl` should create in memory."""
    with ZipFile(io.BytesIO(data)) as packed:
        parts = [content for _, content, scan in checked_parts(packed) if scan is not None]
    areas = [area for content in parts for area in _AREA.findall(content)]
    rows = [abs(int(last) - int(first)) + 1 for _, first, _, last in areas]
    wide = [pow(_WIDE, max(len(one), len(other))) for one, _, other, _ in areas]
    return bool(sum(map(mul, rows, wide)) > _MOST_MERGED)


def rewritten(data: bytes, change: Callable[[Any], bytes]) -> bytes | None:
    """Open an XLSX file with `openpyxl`, and return the bytes that `change` returns for it.

    `change` gets the workbook. Return None if `openpyxl` cannot open the file, if it would need too
    much memory, or if XML cannot be parsed safely because `defusedxml` is missing. Call this only
    with files that passed the size limits of `read_sheet`.
    """
    from openpyxl import DEFUSEDXML, load_workbook  # noqa: PLC0415  of the extra [sheets]

    try:
        if not DEFUSEDXML or _merges_too_much(data):
            return None
        return change(load_workbook(io.BytesIO(data), keep_links=False))
    # A damaged part that no deal needs can break the library in many ways; then keep the cells
    # only.
    except Exception:  # noqa: BLE001
        return None


def _marked(book: Any, audits: Sequence[SheetAudit]) -> bytes:
    """Mark the findings in a workbook, add the summary, and return the workbook as bytes."""
    for audit in audits:
        _mark_all(book, audit)
    _summary(book, audits)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _workbook_of_cells(file: SheetFile) -> Any:
    """Create a workbook with the texts of the cells that were read from the file."""
    from openpyxl import Workbook  # noqa: PLC0415  of the extra [sheets]

    book: Any = Workbook()
    book.remove(book.active)
    grids = file.workbook.grids
    if not grids:
        lines = {(row, 1): Cell(row, 1, line) for row, line in enumerate(file.lines, 1)}
        grids = (Grid("", lines),)
    for grid in grids:
        sheet = book.create_sheet(_title(grid.name))
        for (row, column), cell in grid.cells.items():
            write(sheet, row, column, to_value(cell.text))
    return book


def _title(name: str) -> str:
    """Shorten a worksheet's name, and replace the characters that XLSX does not allow."""
    return _NOT_IN_TITLES.sub("_", name)[:_NAME] or "Sheet"


def lost_parts(data: bytes) -> tuple[str, ...] | None:
    """Return the kinds of content that a corrected copy of an XLSX file would lose.

    Examples are `charts` and `macros`. Return None if the file is not an XLSX file.
    """
    if not data.startswith(ZIP):
        return None
    try:
        with ZipFile(io.BytesIO(data)) as packed:
            names = packed.namelist()
    except (BadZipFile, NotImplementedError, ValueError):
        return None
    if "xl/workbook.xml" not in names:
        return None
    return tuple(
        what for start, what in _DROPPED.items() if any(name.startswith(start) for name in names)
    )


def to_value(text: str) -> CellValue:
    """Convert a text that is a plain whole number into an integer; other text is unchanged.

    >>> to_value("-3900"), to_value("=1+1"), to_value("007")
    (-3900, '=1+1', '007')
    """
    number = text.removeprefix("-")
    plain = number.isascii() and number.isdigit() and len(number) < 15
    return int(text) if plain and str(int(text)) == text else text


def write(sheet: Any, row: int, column: int, value: CellValue) -> Any:
    """Write a value into a cell of an openpyxl worksheet, and return the cell.

    Text is never stored as a formula. Control characters in a text are removed, and the text is cut
    after 32,000 characters.
    """
    cell = sheet.cell(row, column)
    if isinstance(value, str):
        cell.value = "".join(sign for sign in value if sign >= " " or sign in "\n\t")[:32_000]
        if cell.data_type == "f":
            cell.data_type = "s"
            cell.quotePrefix = True
    else:
        cell.value = value
    return cell


def workbook_of_rows(rows: Sequence[Sequence[CellValue]]) -> bytes:
    """Return a new XLSX workbook with these rows as bytes; text is never stored as a formula."""
    from openpyxl import Workbook  # noqa: PLC0415  of the extra [sheets]

    book: Any = Workbook()
    for number, row in enumerate(rows, 1):
        for column, value in enumerate(row, 1):
            if value not in {None, ""}:
                write(book.active, number, column, value)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _mark_all(book: Any, audit: SheetAudit) -> None:
    """Colour the cell of each finding, add its message as a comment, and correct certain cells.

    Cells are corrected only if the finding has exactly one possible correction. `book` is changed.
    """
    ways_by_finding = ways(audit)
    for number, finding in enumerate(audit.findings):
        ways_of_finding = ways_by_finding.get(number, ())
        sure = ways_of_finding[0] if len(ways_of_finding) == 1 else ()
        for suggestion in sure:
            _mend(book, suggestion, COLOURS[finding.severity])
        place = finding.place
        if isinstance(place, CellPlace):
            cell = _worksheet(book, place.sheet).cell(place.row, place.cell_column)
            _say(cell, finding.message, COLOURS[finding.severity])


def _mend(book: Any, suggestion: Suggestion, colour: str) -> None:
    """Write the correct value into a cell, and add a comment with the old value and the new value.

    `suggestion` names the cell and the correct text, and `colour` is the new colour of the cell. A
    cell with a formula, or with another value than a number or a text, is not changed.
    """
    sheet, at = _worksheet(book, suggestion.sheet), suggestion.cell
    cell = sheet.cell(at.row, at.column)
    if _is_covered(cell) or cell.data_type not in {"n", "s"}:
        return
    due = _to_number(suggestion.text)
    if due != cell.value:
        before = "empty" if cell.value is None else cell.value
        _say(cell, f"was {before}; {due} is due", colour)
        cell.value = due


def _to_number(text: str) -> str | int | float:
    """Convert a text that is a number into a number; any other text is returned unchanged."""
    number = number_of(text, decimal_sign([text]))
    if number is None:
        return text
    exact = whole(number)
    return float(number) if exact is None else exact


def _say(cell: Any, words: str, colour: str) -> None:
    """Colour a cell, and add the text `words` to its comment.

    A cell that is hidden by a merged cell is skipped.
    """
    from openpyxl.comments import Comment  # noqa: PLC0415  of the extra [sheets]
    from openpyxl.styles import PatternFill  # noqa: PLC0415  of the extra [sheets]

    if _is_covered(cell):
        return
    cell.fill = PatternFill("solid", start_color=colour, end_color=colour)
    before = f"{cell.comment.text}\n" if cell.comment else ""
    cell.comment = Comment((before + words)[:_LONG], SUMMARY, height=160, width=320)


def _is_covered(cell: Any) -> bool:
    return type(cell).__name__ == "MergedCell"


def _worksheet(book: Any, name: str) -> Any:
    named = (each for each in (name, _title(name)) if each in book.sheetnames)
    return book[next(named, book.sheetnames[0])]


def _summary(book: Any, audits: Iterable[SheetAudit]) -> None:
    name = SUMMARY if SUMMARY not in book.sheetnames else f"{SUMMARY} audit"
    sheet = book.create_sheet(name)
    rows: list[Sequence[CellValue]] = []
    for audit in audits:
        rows += [[words] for words in audit.understood]
        rows.append(SUMMARY_HEADS)
        rows += [_line(finding) for finding in audit.findings]
        rows.append([])
    for number, row in enumerate(rows, 1):
        for place, value in enumerate(row, 1):
            write(sheet, number, place, value)
    for column, width in zip("ABCDEFG", (16, 8, 10, 80, 20, 20, 60), strict=True):
        sheet.column_dimensions[column].width = width


def _line(finding: Finding) -> Sequence[CellValue]:
    place, law = finding.place, finding.clause
    where = (place.sheet, place.cell) if isinstance(place, CellPlace) else ("", "")
    rule = "" if law is None else f"{law.number} {law.text}"
    texts = (finding.message, finding.recorded, finding.expected)
    return [*where, finding.severity, *texts, rule]
