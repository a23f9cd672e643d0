"""Turns the tables of a web page into grids of cells."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Final

from mjlog.model.patience import go_on
from mjlog.sheets.files.workbook import Cell, Grid

_TABLE: Final = re.compile(r"<table[\s>]", re.IGNORECASE)
_LOOK: Final = 1_000_000
"""Number of characters in which the first table of a page must begin."""
_MOST_SPAN: Final = 60
_MOST_COVERED: Final = 100_000
"""Most cells that merged cells may cover in a table; only a hostile page has more."""


def is_web_page(text: str) -> bool:
    """Return whether a text is HTML with a table.

    >>> is_web_page("<html><table><tr>"), is_web_page("East,South"), is_web_page("<b>No</b>")
    (True, False, False)
    """
    return text.lstrip("\ufeff \t\r\n").startswith("<") and bool(_TABLE.search(text[:_LOOK]))


def grids_of_page(text: str) -> tuple[Grid, ...]:
    """Return the tables of a web page as worksheets, each named by its caption.

    Empty tables are left out.
    """
    page = _Page()
    page.feed(text)
    page.close()
    return tuple(Grid(table.name, table.cells, table.merged) for table in page.tables
                 if table.cells)  # fmt: skip


@dataclass
class _Table:
    """A table of a web page that is being read; `row` and `column` are those of the latest cell."""

    name: str = ""
    row: int = 0
    column: int = 0
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    merged: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    place: tuple[int, int] = (0, 0)
    part: str = ""


class _Page(HTMLParser):
    """Collects the tables of a web page in the order in which they begin."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tables: list[_Table] = []
        self._open: list[_Table] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a table, a row, a cell or a caption; `HTMLParser` calls this for each start tag."""
        if tag == "table":
            table = _Table()
            self.tables.append(table)
            self._open.append(table)
            return
        table = self._open[-1] if self._open else _Table()
        if tag == "tr":
            go_on()
            self._end_part(table)
            table.row, table.column = table.row + 1, 0
        elif tag in {"td", "th", "caption"}:
            self._end_part(table)
            table.part, table.place = tag, self.getpos()
            if tag != "caption":
                _begin_cell(table, dict(attrs))
        elif tag == "br":
            table.words.append(" ")

    def handle_endtag(self, tag: str) -> None:
        """End a table, a row, a cell or a caption; `HTMLParser` calls this for each end tag."""
        if not self._open:
            return
        if tag in {"td", "th", "caption", "tr", "table"}:
            self._end_part(self._open[-1])
        if tag == "table":
            self._open.pop()

    def handle_data(self, data: str) -> None:
        """Add text to the open cell or caption; `HTMLParser` calls this for text between tags."""
        if self._open and self._open[-1].part:
            self._open[-1].words.append(data)

    @staticmethod
    def _end_part(table: _Table) -> None:
        """Store the text of the open cell or caption in the table, and close this part."""
        text = " ".join("".join(table.words).split())
        if table.part == "caption":
            table.name = text
        elif table.part and text:
            line, at = table.place
            place = table.row, table.column
            table.cells[place] = Cell(*place, text, line, at + 1)
        table.part = ""
        table.words.clear()


def _begin_cell(table: _Table, attributes: dict[str, str | None]) -> None:
    """Go to the next column of the row that no merged cell covers; a new cell begins there.

    If the cell has a `colspan` or `rowspan` in its `attributes`, the places that it covers are
    added to `merged`.
    """
    table.row = max(table.row, 1)
    table.column += 1
    while (table.row, table.column) in table.merged:
        table.column += 1
    wide, high = (_span(attributes.get(name)) for name in ("colspan", "rowspan"))
    place = table.row, table.column
    if wide * high > 1 and len(table.merged) < _MOST_COVERED:
        covered = ((place[0] + down, place[1] + right)
                   for down in range(high) for right in range(wide))  # fmt: skip
        table.merged.update((other, place) for other in covered if other != place)


def _span(text: str | None) -> int:
    """Parse a `colspan` or `rowspan`, limited to `_MOST_SPAN`; return 1 if it is not a number."""
    return min(int(text), _MOST_SPAN) if text and text.isascii() and text.isdigit() else 1
