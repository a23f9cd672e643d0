"""Finds the row with the points at the end by its numbers, if the word in the row is unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from mjlog.sheets.cells.numbers import is_number, number_of, strip_marks
from mjlog.sheets.cells.words import has_penalty, label_of, role_of, seat_of
from mjlog.sheets.layouts.columns_of_points import is_start_or_end_row
from mjlog.sheets.layouts.layout import Table

_LEAST_PLAYERS: Final = 3
_LEAST_DEALS: Final = 3
_TOTAL: Final = "Total"


def with_end_named(table: Table) -> Table:
    """Give the last row the name `Total` if its numbers follow from the changes of points above.

    The numbers of all players must be the sums of the changes, or exceed them by the same starting
    points; the number of one player may be wrong. The row must have one unknown word next to the
    numbers. Return the table unchanged if there is no such row.
    """
    if len(table.groups) != 1 or len(table.groups[0].columns) < _LEAST_PLAYERS:
        return table
    *above, last = table.rows or (0,)
    columns = [*table.groups[0].columns]
    cells = table.grid.in_row(last)
    words = [cell for cell in cells if not is_number(strip_marks(cell.text))]
    if len(above) < _LEAST_DEALS or len(words) != 1 or len(cells) != len(columns) + 1:
        return table
    text = words[0].text
    is_known = label_of(text) or role_of(text) or has_penalty(text) or seat_of(text) >= 0
    if (
        is_known
        or is_start_or_end_row(table.grid, last)
        or not _follow(table, above, last, columns)
    ):
        return table
    place = next(place for place, cell in table.grid.cells.items() if cell is words[0])
    return replace(table, grid=table.grid.with_texts({place: _TOTAL}))


def _follow(table: Table, above: Sequence[int], last: int, columns: Sequence[int]) -> bool:
    """Return whether the last row has the sums of the rows above; one player's may be wrong.

    The same number, the starting points, may be added to all sums.
    """
    rows = [[number_of(strip_marks(text)) for text in table.grid.texts(row, columns)]
            for row in (*above, last)]  # fmt: skip
    *changes, ends = rows
    if None in ends or not any(number for row in changes for number in row):
        return False
    sums = [sum((number or Decimal(0) for number in some), Decimal(0))
            for some in zip(*changes, strict=True)]  # fmt: skip
    starts = Counter((end or Decimal(0)) - whole for end, whole in zip(ends, sums, strict=True))
    return max(starts.values()) >= len(columns) - 1
