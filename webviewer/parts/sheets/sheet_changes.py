"""Changes of a sheet's copy, as values of form fields and as rows of a list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from urllib.parse import parse_qsl, urlencode

from mjlog.sheets.corrections.copies import At
from mjlog.sheets.corrections.suggestions import Way
from mjlog.sheets.files.workbook import Cell, Grid

_CALLED: Final = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_NAMED: Final = re.compile(r"([0-9]{1,3})\.([0-9]{1,7})\.([0-9]{1,7})", re.ASCII)
_LETTERS: Final = 26

Listed = tuple[str, str, str, str]
"""A change: the cell's name, its text before and now, the cell's name in forms."""


def name_of(at: At) -> str:
    """Return the name of a cell in a form: numbers of worksheet, row and column, joined by dots.

    >>> name_of((0, 5, 8)), cell_named("0.5.8"), cell_named("x")
    ('0.5.8', (0, 5, 8), None)
    """
    return ".".join(str(each) for each in at)


def cell_named(text: str) -> At | None:
    """Parse a cell's name in a form, such as `0.5.8`; return None if it is not such a name."""
    match = _NAMED.fullmatch(text)
    if match is None:
        return None
    sheet, row, column = (int(group) for group in match.groups())
    return sheet, row, column


def cell_called(name: str, sheet: int) -> At | None:
    """Parse a cell's name in a spreadsheet, such as `H2`; return None if it is not such a name.

    `sheet` is the number of the worksheet, from 0; it becomes the first number of the result.

    >>> cell_called("h2", 0), cell_called("AB10", 1), cell_called("2H", 0)
    ((0, 2, 8), (1, 10, 28), None)
    """
    match = _CALLED.fullmatch(name.strip().upper())
    if match is None or sheet < 0:
        return None
    column = 0
    for letter in match[1]:
        column = column * _LETTERS + ord(letter) - ord("A") + 1
    return sheet, int(match[2]), column


def button_value(way: Way, sheets: Sequence[str]) -> str:
    """Encode a suggested correction as text, to be the value of a button in a form.

    `way` lists the cells to change with their new texts, and `sheets` the names of all worksheets.
    The function `from_value` decodes the text.
    """
    places = {name: place for place, name in enumerate(sheets)}
    cells = ((places.get(fix.sheet, 0), fix.cell.row, fix.cell.column) for fix in way)
    texts = (fix.text for fix in way)
    return urlencode([*zip((name_of(cell) for cell in cells), texts, strict=True)])


def from_value(text: str) -> Iterator[tuple[At, str]]:
    """Decode the value of a correction's button; yield each cell with its new text.

    Parts that do not name a cell are skipped.
    """
    for name, new in parse_qsl(text, keep_blank_values=True):
        at = cell_named(name)
        if at is not None:
            yield at, new


def listed(edits: Mapping[At, str], original: Sequence[Grid]) -> Iterator[Listed]:
    """Yield the visitor's changes to a sheet, each as a tuple of four texts for the page.

    They are the cell's name (`H2`), the original text, the new text, and the cell's name in forms
    (`0.2.8`).
    """
    for at, text in edits.items():
        sheet, row, column = at
        before = "".join(grid.text(row, column) for grid in original[sheet : sheet + 1])
        yield Cell(row, column, "").name, before, text, name_of(at)
