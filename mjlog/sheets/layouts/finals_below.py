"""Gives each player a column if a block below the deals lists the players with their final points.

The deals of such a sheet say who won and from whom, and have no columns of points. If the block
does not show who sat where, it can be read in any order of the players.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice
from typing import Final

from mjlog.sheets.cells.numbers import is_number, number_of
from mjlog.sheets.cells.words import ENDS, TABLE_SIZES, core, is_total, plain, role_of, seat_of
from mjlog.sheets.files.workbook import Cell, Grid

_LOOK: Final = 10
"""Number of first rows that may have the heads of the deals."""
_LEAST_POINTS: Final = 100
"""Final points of one player at least, apart from other numbers such as ranks."""
_OF_PLAYERS: Final = ("winner", "from", "dealer", "ready", "tenpai")
_IN_LIST: Final = re.compile(r"[\s,;/、，；・]+")


@dataclass(frozen=True, slots=True)
class _Block:
    """Rows of a worksheet that each have a player's name in the column `player`, and numbers."""

    grid: Grid
    player: int
    rows: Sequence[int]

    def columns(self) -> list[int]:
        """Return the columns that have a number in each row of the block."""
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

    def rows_by_named_seat(self) -> Sequence[int]:
        """Return the rows of the block in the order of the seats that one of its columns names.

        Return an empty list if no column names a different seat in each row.
        """
        grid, rows = self.grid, self.rows
        for column in grid.columns_of(rows[0]):
            seats = {row: seat_of(grid.text(row, column)) for row in rows}
            if column not in self.columns() and sorted(seats.values()) == [*range(len(rows))]:
                return sorted(rows, key=lambda row: seats[row])
        return []

    def is_sorted(self) -> bool:
        """Return whether the rows of the block are sorted by name or by points.

        The order of the rows then does not show who sat where.
        """
        names = [plain(self.grid.text(row, self.player)) for row in self.rows]
        points = [number_of(self.grid.text(row, self.points_column())) or Decimal(0)
                  for row in self.rows]  # fmt: skip
        return names == sorted(names) or points in (sorted(points), sorted(points)[::-1])


@dataclass(frozen=True, slots=True)
class FinalsBelow:
    """A block of final points below deals that have no columns of points.

    `head` is the row of headings of the deals.
    """

    block: _Block
    head: int

    @property
    def players(self) -> list[str]:
        """The names of the players, from the top row of the block to the bottom row."""
        return [self.block.grid.text(row, self.block.player) for row in self.block.rows]

    @property
    def is_sorted(self) -> bool:
        """Whether the block is sorted by name or by points, so that its order shows no seats."""
        return self.block.is_sorted()

    @property
    def finals(self) -> list[Cell]:
        """The cells with the final points, in the order of the block."""
        column = self.block.points_column()
        return [self.block.grid.cells[row, column] for row in self.block.rows]

    def deals(self) -> Grid:
        """Return a copy of the worksheet without the block and its headings."""
        rows = _rows_of_block(self.block, self.head)
        return replace(self.block.grid, merged={}).only(lambda row, _: row not in rows)

    def alone(self) -> Grid:
        """Return a copy of the worksheet with only the block, as a table of one game's results."""
        block, rows = self.block, _rows_of_block(self.block, self.head)
        grid = replace(block.grid, merged={}).only(lambda row, _: row in rows)
        top = block.rows[0] - 1
        if role_of(block.grid.text(top, block.player)) == "player":
            return grid
        named = {block.player: "Player", block.points_column(): "Final"}
        return grid.with_cells({(top, column): replace(block.grid.spot(top, column), text=text)
                                for column, text in named.items()})  # fmt: skip

    def in_order(self, order: Sequence[int]) -> Grid:
        """Return a copy of the worksheet in which the rows of the block are columns, in this order.

        `order` has for each seat the index of the player's row in the block. The columns are put to
        the right of the deals.
        """
        rows = [self.block.rows[at] for at in order]
        return replace(
            self.block.grid, cells=_cells_with_columns(self.block, self.head, rows), merged={}
        )


def finals_below(grid: Grid) -> FinalsBelow | None:
    """Find a block of final points below deals that have no points of their own.

    Each row of the block has a player's name and numbers. Above the block is a heading, a title or
    an empty row. Return None if there is no such block.
    """
    first = islice(grid.rows(), _LOOK)
    roles = {row: {role_of(text) for text in grid.texts(row, columns)} for row, columns in first}
    head = next((row for row, some in roles.items() if "winner" in some), 0)
    if not head:
        return None
    rows = dict(grid.rows())
    below = [row for row in rows if row > head]
    texts = [
        text
        for column in rows[head]
        if role_of(grid.text(head, column)) in _OF_PLAYERS
        for text in grid.down(below, column)
    ]
    mentioned = {plain(part) for text in texts for part in (text, *_IN_LIST.split(text))}
    above = {plain(part) for row in rows if row < head
             for text in grid.texts(row, rows[row]) for part in _PARTS.split(text)}  # fmt: skip
    block = _block(grid, below, mentioned | above)
    heads = {plain(text) for text in grid.texts(head, rows[head])}
    if block is None or not mentioned.isdisjoint(heads) or not block.points_column():
        return None
    deals = [row for row in below if row not in _rows_of_block(block, head)]
    return None if _have_points(grid, head, deals) else FinalsBelow(block, head)


def _have_points(grid: Grid, head: int, deals: Sequence[int]) -> bool:
    """Return whether the deals have a column with numbers alone for each player of a table.

    Other headings in row `head` mean something else, such as the dealer or the han.
    """
    texts = [grid.down(deals, column) for column in grid.columns_of(head)
             if role_of(grid.text(head, column)) is None]  # fmt: skip
    of_numbers = [some for some in texts if some and all(is_number(text) for text in some)]
    return len(of_numbers) >= min(TABLE_SIZES)


_PARTS: Final = re.compile(r"\s*[,;:=/|、，；：＝]\s*")
"""What parts the names in a line above the deals, such as ``A = Ann, B = Bo``."""


def with_finals_as_row(grid: Grid) -> Grid:
    """Move a block of final points below deals into columns of the players, as a last row.

    The other numbers of the block, such as ranks, become further rows. Return the worksheet
    unchanged if it has no such block, or if no column of the block names the seats. The cells keep
    the names that they have in the file.
    """
    final_points = finals_below(grid)
    rows = final_points.block.rows_by_named_seat() if final_points else []
    if final_points is None or not rows:
        return grid
    return replace(
        grid, cells=_cells_with_columns(final_points.block, final_points.head, rows), merged={}
    )


def _rows_of_block(block: _Block, head: int) -> set[int]:
    """Return the numbers of a block's rows and of the row directly above, which has its headings.

    The row above is left out if it is not below `head`, the headings of the deals.
    """
    top = block.rows[0] - 1
    return {*block.rows, *([top] if top > head else [])}


def _cells_with_columns(
    block: _Block, head: int, rows: Sequence[int]
) -> dict[tuple[int, int], Cell]:
    """Return the cells of the worksheet, with the rows of the block as columns right of the deals.

    `head` is the row of the deals' headings, and `rows` are the block's rows in the order of the
    seats. Each new column has the player's name, the final points and the other numbers.
    """
    grid, final = block.grid, block.points_column()
    top = block.rows[0] - 1
    left_out = _rows_of_block(block, head)
    cells = {place: cell for place, cell in grid.cells.items() if place[0] not in left_out}
    first = max(column for _, column in grid.cells) + 1
    others = [column for column in block.columns() if column != final]
    for at, row in enumerate(rows, first):
        cells[head, at] = grid.cells[row, block.player]
        for number, column in enumerate([final, *others]):
            cells[block.rows[0] + number, at] = grid.cells[row, column]
    for number, column in enumerate([final, *others]):
        name = "Final" if column == final else grid.text(top, column)
        cells[block.rows[0] + number, 1] = replace(grid.spot(block.rows[0], column), text=name)
    return cells


def _block(grid: Grid, rows: Sequence[int], mentioned: Collection[str]) -> _Block | None:
    """Find the last three or four rows that each have another player's name in one column.

    Above the names is a heading that means players, a title about the end of the game, or an empty
    row. At least all names but one must be in `mentioned`, which are the texts of the winners and
    the discarders, and of the lines above the deals. Return None if there are no such rows.
    """
    for size in reversed(TABLE_SIZES):
        last = rows[-size:]
        if len(rows) <= size + 1 or last[-1] - last[0] != size - 1:
            continue
        above = grid.texts(last[0] - 1, grid.columns_of(last[0] - 1))
        is_title = len(above) <= 1 and all(_names_end_or_players(text) for text in above)
        for column in grid.columns_of(last[0]):
            if not is_title and role_of(grid.text(last[0] - 1, column)) != "player":
                continue
            names = [plain(grid.text(row, column)) for row in last]
            players = [name for name in names if name in mentioned and not is_number(name)]
            if len({*names}) == size and all(names) and len(players) >= size - 1:
                return _Block(grid, column, last)
    return None


def _names_end_or_players(text: str) -> bool:
    """Return whether a title is about the end of a game or its players, such as `Final result`."""
    word = plain(text)
    is_of_end = is_total(text) or not ENDS.isdisjoint({word, core(word), *word.split("_")})
    return is_of_end or role_of(text) in {"player", "final"}
