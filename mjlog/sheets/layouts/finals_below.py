"""Gives each player a column if a block below the deals lists the players with their final points.

The deals of such a sheet say who won and from whom, and have no columns of points.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice
from typing import Final

from mjlog.sheets.cells.numbers import is_number, number_of
from mjlog.sheets.cells.words import plain, role_of, seat_of
from mjlog.sheets.files.workbook import Cell, Grid

_SIZES: Final = (3, 4)
_LOOK: Final = 10
"""Number of first rows that may have the heads of the deals."""
_LEAST_POINTS: Final = 100
"""Least final points of a player; smaller numbers may be ranks."""
_OF_WINS: Final = ("winner", "from")


@dataclass(frozen=True, slots=True)
class _Block:
    """Rows of a worksheet that each have a player's name in the column `player`, and numbers."""

    grid: Grid
    player: int
    rows: Sequence[int]

    def columns(self) -> list[int]:
        """Return the columns with a number in each row."""
        columns = {column for row in self.rows for column in self.grid.columns_of(row)}
        return [column for column in sorted(columns - {self.player})
                if all(is_number(self.grid.text(row, column)) for row in self.rows)]  # fmt: skip

    def points_column(self) -> int:
        """Return the first column whose numbers are large enough for final points; 0 if none is."""
        for column in self.columns():
            numbers = [number_of(self.grid.text(row, column)) or Decimal(0) for row in self.rows]
            if sum(abs(number) >= _LEAST_POINTS for number in numbers) >= len(self.rows) - 1:
                return column
        return 0

    def rows_by_seat(self) -> Sequence[int]:
        """Return the rows in the order of the seats; an empty list if the order is unknown.

        A column may name the seats. Without one, the order of the rows counts, unless it may be
        that of the ranks or of the alphabet.
        """
        grid, rows = self.grid, self.rows
        for column in grid.columns_of(rows[0]):
            seats = {row: seat_of(grid.text(row, column)) for row in rows}
            if column not in self.columns() and sorted(seats.values()) == [*range(len(rows))]:
                return sorted(rows, key=lambda row: seats[row])
        names = [plain(grid.text(row, self.player)) for row in rows]
        points = [number_of(grid.text(row, self.points_column())) or Decimal(0) for row in rows]
        is_sorted = names == sorted(names) or points in (sorted(points), sorted(points)[::-1])
        return [] if is_sorted else rows


def with_finals_as_row(grid: Grid) -> Grid:
    """Move a block of final points below deals into columns of the players, as a last row.

    The other numbers of the block, such as ranks, become further rows. Return the worksheet
    unchanged if it has no such block, or if the block does not show who sat where. The cells keep
    the names that they have in the file.
    """
    rows = dict(grid.rows())
    roles = {row: {role_of(text) for text in grid.texts(row, columns)}
             for row, columns in islice(rows.items(), _LOOK)}  # fmt: skip
    head = next((row for row, some in roles.items() if "winner" in some), 0)
    below = [row for row in rows if row > head > 0]
    mentioned = {
        plain(text)
        for column in rows.get(head, [])
        if role_of(grid.text(head, column)) in _OF_WINS
        for text in grid.down(below, column)
    }
    block = _block(grid, below, mentioned)
    heads = {plain(text) for text in grid.texts(head, rows.get(head, []))}
    has_players = not mentioned.isdisjoint(heads)
    if block is None or has_players or not block.points_column() or not block.rows_by_seat():
        return grid
    return replace(grid, cells=_cells_with_columns(block, head), merged={})


def _cells_with_columns(block: _Block, head: int) -> dict[tuple[int, int], Cell]:
    """Return the cells of the worksheet with the block as columns of players behind the deals.

    `head` is the row of headings of the deals.
    """
    grid, final = block.grid, block.points_column()
    top = block.rows[0] - 1
    left_out = {*block.rows, *([top] if top > head else [])}
    cells = {place: cell for place, cell in grid.cells.items() if place[0] not in left_out}
    first = max(column for _, column in grid.cells) + 1
    others = [column for column in block.columns() if column != final]
    for at, row in enumerate(block.rows_by_seat(), first):
        cells[head, at] = grid.cells[row, block.player]
        for number, column in enumerate([final, *others]):
            cells[block.rows[0] + number, at] = grid.cells[row, column]
    for number, column in enumerate([final, *others]):
        name = "Final" if column == final else grid.text(top, column)
        cells[block.rows[0] + number, 1] = replace(grid.spot(block.rows[0], column), text=name)
    return cells


def _block(grid: Grid, rows: Sequence[int], mentioned: Collection[str]) -> _Block | None:
    """Find the last three or four rows that each have another player's name in one column.

    The heading above the names means players. At least all names but one must be in `mentioned`,
    which are the texts of the winners and the discarders. Return None if there are no such rows.
    """
    for size in reversed(_SIZES):
        last = rows[-size:]
        if len(rows) <= size + 1 or last[-1] - last[0] != size - 1:
            continue
        for column in grid.columns_of(last[0]):
            if role_of(grid.text(last[0] - 1, column)) != "player":
                continue
            names = [plain(grid.text(row, column)) for row in last]
            known = [name for name in names if name in mentioned and not is_number(name)]
            if len({*names}) == size and all(names) and len(known) >= size - 1:
                return _Block(grid, column, last)
    return None
