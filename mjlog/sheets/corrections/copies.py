"""Makes a copy of a sheet with some cells edited; the file itself is not changed."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from mjlog.sheets.audit import SheetAudit
from mjlog.sheets.cells.numbers import number_of
from mjlog.sheets.corrections.corrected import corrected, lost_parts, rewritten, to_value, write
from mjlog.sheets.files.workbook import Cell, Grid, Workbook
from mjlog.sheets.reading import GUESS, HowToRead, SheetFile, games_of, read_sheet

At = tuple[int, int, int]
"""A cell of a file: the number of its worksheet, its row, its column."""
Edits = Mapping[At, str]
_AREA: Final = 1_000_000
"""Number of cells up to which all rows are written with the same length."""
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def grids_of(file: SheetFile) -> tuple[Grid, ...]:
    """Return the worksheets of a file; plain text gives one worksheet with a row for each line."""
    if file.workbook.grids or not file.lines:
        return file.workbook.grids
    lines = enumerate((line.strip() for line in file.lines), 1)
    cells = {(n, 1): Cell(n, 1, line, n, 1) for n, line in lines if line}
    return (Grid("", cells),)


def edited(file: SheetFile, edits: Edits, how: HowToRead = GUESS) -> SheetFile:
    """Return a new `SheetFile`, with the text of some cells replaced and all games read again.

    `edits` maps (index of the worksheet from 0, row and column from 1) to the new text; an empty
    text empties the cell. `how` is what the user says about how to read the sheet. `file` itself is
    not changed.
    """
    grids = tuple(_with(grid, place, edits) for place, grid in enumerate(grids_of(file)))
    if file.workbook.grids:
        return games_of(Workbook(grids, file.workbook.findings), how, file.lines)
    return read_sheet(to_lines(grids[0]) if grids else "", how)


def _with(grid: Grid, place: int, edits: Edits) -> Grid:
    cells = dict(grid.cells)
    for (sheet, row, column), text in edits.items():
        if sheet == place:
            there = cells.get((row, column), Cell(row, column, ""))
            cells[row, column] = replace(there, text=text, unknown=False)
    return replace(grid, cells={at: cell for at, cell in cells.items() if cell.text})


def to_lines(grid: Grid) -> str:
    """Return the first column of a worksheet as text, with a line for each row."""
    rows = range(1, 1 + max((row for row, _ in grid.cells), default=0))
    return "".join(f"{grid.text(row, 1)}\n" for row in rows)


def to_csv(grid: Grid) -> str:
    """Return a worksheet as CSV; text that a spreadsheet would compute as a formula is quoted."""
    columns = dict(grid.rows())
    rows, widest = max(columns, default=0), max((each[-1] for each in columns.values()), default=0)
    least = widest if rows * widest <= _AREA else 0
    stream = io.StringIO()
    written = csv.writer(stream, lineterminator="\r\n")
    for row in range(1, rows + 1):
        last = max(least, *columns.get(row, ()), 0)
        written.writerow([harmless(grid.text(row, column)) for column in range(1, last + 1)])
    return stream.getvalue()


def harmless(text: str) -> str:
    """Put a quote before the text of a cell that a spreadsheet would compute as a formula.

    >>> harmless("=1+1"), harmless("-1300"), harmless("-"), harmless("+3.9"), harmless("@SUM(1)")
    ("'=1+1", '-1300', '-', '+3.9', "'@SUM(1)")
    """
    if len(text) > 1 and text.startswith(_FORMULA) and number_of(text) is None:
        return f"'{text}"
    return text


def corrected_copy(
    data: bytes, edits: Edits, file: SheetFile, audits: Sequence[SheetAudit]
) -> bytes:
    """Return a copy of a sheet as XLSX, with the edits and the findings of the audits.

    `data` is the original file, and `file` is its content after the edits. If the original is not
    an XLSX file or cannot be rewritten, the copy contains only the text of the cells.
    """
    if lost_parts(data) is None:
        return corrected(b"", file, audits).data
    written = rewritten(data, partial(_with_edits, edits=edits)) if edits else data
    return corrected(written or b"", file, audits).data


def _with_edits(book: Any, edits: Edits) -> bytes:
    """Write the edited texts into the cells of an openpyxl workbook; return the workbook as bytes.

    `edits` maps (index of the worksheet from 0, row and column from 1) to the new text; an empty
    text empties the cell.
    """
    for (sheet, row, column), text in edits.items():
        if sheet < len(book.worksheets):
            write(book.worksheets[sheet], row, column, to_value(text) if text else None)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()
