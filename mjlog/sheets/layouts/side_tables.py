"""Leaves out a small table next to the deals, such as prices, that includes the row of heads."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, takewhile
from typing import Final

from mjlog.sheets.cells.numbers import is_number
from mjlog.sheets.cells.words import role_of
from mjlog.sheets.files.workbook import Cell, Grid

_LEAST_COLUMNS: Final = 2
_LEAST_HEADS: Final = 4
"""Fewest different heads of deals in a row of heads."""
_LOOK: Final = 40


def remove_side_table(grid: Grid) -> tuple[Grid, list[Cell]]:
    """Remove a second table, such as a list of prices, that is next to the table of deals.

    The second table is recognised by numbers in the row of the deals' headings, with an empty
    column or its own headings between. Return a copy of the worksheet, and a list with the first
    removed cell, used to report the removal. The list is empty if nothing was removed.
    """
    filled = {column for _, column in grid.cells}
    gaps = [column for column in range(2, max(filled, default=0)) if column not in filled]
    for row, columns in islice(grid.rows(), _LOOK if gaps else 0):
        for gap in gaps:
            for is_left in (True, False):
                of_deals = [column for column in columns if (column < gap) == is_left]
                beside = [column for column in columns if (column < gap) != is_left]
                texts = grid.texts(row, of_deals)
                heads = {role_of(text) for text in texts} - {None}
                are_heads = len(heads) >= _LEAST_HEADS and not any(is_number(t) for t in texts)
                if are_heads and beside and all(is_number(t) for t in grid.texts(row, beside)):
                    kept = {place: cell for place, cell in grid.cells.items()
                            if (place[1] < gap) == is_left}  # fmt: skip
                    left_out = (cell for place, cell in grid.cells.items() if place not in kept)
                    first = min(left_out, key=lambda cell: (cell.row, cell.column))
                    return replace(grid, cells=kept), [first]
    for row, columns in islice(grid.rows(), _LOOK):
        if begin := _first_of_prices(grid, row, columns):
            kept = {place: cell for place, cell in grid.cells.items() if place[1] < begin}
            cells = (cell for place, cell in grid.cells.items() if place not in kept)
            return replace(grid, cells=kept), [min(cells, key=lambda c: (c.row, c.column))]
    return grid, []


def remove_times(grid: Grid) -> tuple[Grid, list[Cell]]:
    """Remove columns of times of day or durations, such as `19:30` or `25 min`, from a worksheet.

    The first column stays, because a time may be the name of a game. Return a copy of the
    worksheet, and a list of the removed headings, which is empty if nothing was removed.
    """
    places: dict[int, list[int]] = {}
    for row, column in grid.cells:
        places.setdefault(column, []).append(row)
    first = min(places, default=0)
    columns = {column for column, rows in places.items() if column > first and len(rows) > _HEADED
               and len([row for row in rows if not _TIME.fullmatch(grid.text(row, column))]) == 1
               and not _TIME.fullmatch(grid.text(min(rows), column))}  # fmt: skip
    cells = {place: cell for place, cell in grid.cells.items() if place[1] not in columns}
    heads = [grid.cells[min(places[column]), column] for column in sorted(columns)]
    return (replace(grid, cells=cells), heads) if columns else (grid, [])


_HEADED: Final = 2
"""A heading and a single time below it."""
_TIME: Final = re.compile(r"[0-9]{1,2}:[0-5][0-9](?::[0-5][0-9])?|[0-9]{1,3} ?(?:min|мин|分|분)[.]?")


def _first_of_prices(grid: Grid, row: int, columns: Sequence[int]) -> int:
    """Return the first column of a table of numbers to the right of the deals' headings.

    `row` is the row of the headings, and `columns` are its columns with text. The table of numbers
    must have a heading for each of its columns in the row above. Return 0 if there is no such
    table.
    """
    texts = grid.texts(row, columns)
    numbers = [*takewhile(is_number, reversed(texts))]
    heads = {role_of(text) for text in texts[: -len(numbers) or None]} - {None}
    if len(numbers) < _LEAST_COLUMNS or len(heads) < _LEAST_HEADS:
        return 0
    beside = columns[-len(numbers) :]
    above = grid.texts(row - 1, beside) if row > 1 else [""]
    # Players may have numbers as names, below a head for all of them.
    are_prices = numbers[::-1] != [str(number) for number in range(1, len(numbers) + 1)]
    return beside[0] if are_prices and all(t and not is_number(t) for t in above) else 0
