"""Splits two amounts of a player in one cell, as programs write a total with its change.

For example ``30800 (+5800)``.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import Final

from mjlog.sheets.cells.numbers import is_number
from mjlog.sheets.files.workbook import Cell, Grid

_AMOUNT: Final = r"[-+−▲△]?\d[\d.,']*"
_SIGNED: Final = r"[-+−▲△±]\d[\d.,']*|0"
_TWO: Final = re.compile(
    rf"(?P<one>{_AMOUNT})\s*(?:[(\[（]\s*(?P<inside>{_SIGNED})\s*[)\]）]|[/|\n]\s*(?P<beside>{_SIGNED}))"
)
_LEAST_COLUMNS: Final = 3
_LEAST_ROWS: Final = 2
_LOOK: Final = 40
"""Number of rows by which two amounts in a cell are recognised."""


def split_amounts(grid: Grid) -> Grid:
    """Split cells that contain two amounts, such as ``30800 (+5800)``, into two columns.

    Return a copy of the worksheet in which the first amount stays and the second amount is in a new
    column on the right. The new column gets the headings of the old column, and its cells keep the
    name of the cell in the file, such as `D7`. If fewer than three columns have two or more such
    cells, return the worksheet unchanged.
    """
    some = {row for row, _ in islice(grid.rows(), _LOOK)}
    times = Counter(column for (row, column), cell in grid.cells.items()
                    if row in some and _TWO.fullmatch(cell.text))  # fmt: skip
    columns = sorted(column for column, number in times.items() if number >= _LEAST_ROWS)
    if len(columns) < _LEAST_COLUMNS:
        return grid
    most = max(column for _, column in grid.cells)
    behind = {column: most + place for place, column in enumerate(columns, 1)}
    first = min(row for (row, column), cell in grid.cells.items()
                if column in behind and _TWO.fullmatch(cell.text))  # fmt: skip
    cells: dict[tuple[int, int], Cell] = {}
    for (row, column), cell in grid.cells.items():
        cells[row, column] = cell
        if column not in behind:
            continue
        if match := _TWO.fullmatch(cell.text):
            cells[row, column] = replace(cell, text=match["one"])
            second = (match["inside"] or match["beside"]).lstrip("±")
            cells[row, behind[column]] = replace(cell, text=second)
        elif row < first and not is_number(cell.text):
            cells[row, behind[column]] = cell
    return replace(grid, cells=cells)
