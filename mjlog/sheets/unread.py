"""Makes the findings about columns and rows that are not read, one finding for each kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal

from mjlog.model.findings import Finding, Severity
from mjlog.model.messages import msg
from mjlog.sheets.files.workbook import Cell

_MOST: Final = 12
"""Most cells that a finding names."""


def not_understood(cell: Cell, sheet: str = "", severity: Severity = "error") -> Finding:
    """Return the finding that the text of a cell is not understood; `sheet` is its worksheet."""
    words = msg("{cell} is not understood: {text}", cell=cell.name, text=repr(cell.text))
    return Finding.telling("sheet.unread", severity, words, cell.place(sheet))


def unread(
    kind: Literal["columns", "rows", "points"], cells: Sequence[Cell], sheet: str
) -> Iterator[Finding]:
    """Yield one finding about the cells of one kind that were not read.

    The cells are headings of columns or first cells of rows; the first `_MOST` cells are named.
    Unread points are an error; unread columns and rows are a note. Yield nothing if there are no
    cells.
    """
    if not cells:
        return
    more = ["…"] if len(cells) > _MOST else []
    names = ", ".join([*(cell.name for cell in cells[:_MOST]), *more])
    text = ", ".join([*dict.fromkeys(cell.text for cell in cells[:_MOST]), *more])
    if kind == "columns":
        words = msg("columns that are not read: {cells} ({text})", cells=names, text=text)
    elif kind == "rows":
        words = msg("rows that are not read: {cells} ({text})", cells=names, text=text)
    else:
        words = msg(
            "points that are not read: columns {cells} ({text}); a map (`--map`) can say what "
            "they are",
            cells=names,
            text=text,
        )
    code = "sheet.column" if kind == "columns" else "sheet.unread"
    severity: Severity = "error" if kind == "points" else "note"
    yield Finding.telling(code, severity, words, cells[0].place(sheet))
