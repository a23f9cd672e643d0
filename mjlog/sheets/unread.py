"""What is said of columns and rows that are not read: one finding for all of a kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.sheets.workbook import Cell

_MOST: Final = 12
"""Cells that a finding names."""


def unread_columns(cells: Sequence[Cell], sheet: str) -> Iterator[Finding]:
    """Yield a note that names the columns below these heads as not read; nothing for none."""
    cell, names, text = _listed(cells)
    words = msg("the columns {cells} are not read: {text}", cells=names, text=text)
    if len(cells) == 1:
        words = msg("the column {cell} is not read: {text}", cell=names, text=text)
    if cell is not None:
        yield Finding.telling("sheet.column", "note", words, cell.place(sheet))


def unread_rows(cells: Sequence[Cell], sheet: str) -> Iterator[Finding]:
    """Yield a note that names the rows that begin with these cells as not read."""
    cell, names, text = _listed(cells)
    words = msg("the rows {cells} are not read: {text}", cells=names, text=text)
    if len(cells) == 1:
        words = msg("the row {cell} is not read: {text}", cell=names, text=text)
    if cell is not None:
        yield Finding.telling("sheet.unread", "note", words, cell.place(sheet))


def unread_points(cells: Sequence[Cell], sheet: str) -> Iterator[Finding]:
    """Yield an error that columns below these heads have points that are not read."""
    cell, names, text = _listed(cells)
    words = msg(
        "the points in the columns {cells} are not read: {text}; a map (`--map`) can say what "
        "they are",
        cells=names,
        text=text,
    )
    if cell is not None:
        yield Finding.telling("sheet.unread", "error", words, cell.place(sheet))


def _listed(cells: Sequence[Cell]) -> tuple[Cell | None, str, str]:
    """Return the first cell, and the names and the texts of the first ones."""
    more = ["…"] if len(cells) > _MOST else []
    names = [*(cell.name for cell in cells[:_MOST]), *more]
    texts = [*dict.fromkeys(cell.text for cell in cells[:_MOST]), *more]
    return next(iter(cells), None), ", ".join(names), ", ".join(texts)
