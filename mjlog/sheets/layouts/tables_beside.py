"""Leaves out a small table beside the deals that runs through their heads, such as prices."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Final

from mjlog.sheets.cells.numbers import is_number
from mjlog.sheets.cells.words import role_of
from mjlog.sheets.files.workbook import Cell, Grid

_LEAST_HEADS: Final = 4
"""Different heads of deals that a row has at least."""
_LOOK: Final = 40


def without_table_beside(grid: Grid) -> tuple[Grid, list[Cell]]:
    """Return a worksheet without a table beside that of the deals, and that table's first cell.

    An empty column divides them, and the table has numbers in the row of the heads of the deals.
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
    return grid, []
