"""Reads results whose rounds are next to each other, each with the same heads, such as points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Final

from mjlog.sheets.cells.words import TABLE_SIZES, is_total, plain, role_of
from mjlog.sheets.files.workbook import Cell, Grid, grid_of_lines
from mjlog.sheets.result_sheets.result_layouts import is_sum

_LOOK: Final = 6
"""Number of first rows that may have the heads."""
_WIDTHS: Final = (5, 4, 3, 2)
"""Possible numbers of columns for each round."""
_LEAST_ROUNDS: Final = 2


@dataclass(frozen=True, slots=True)
class _Rounds:
    """The position of the rounds: heading row, players' column, first column, width and number.

    Each of the `number` rounds has `width` columns; the first round begins at the column `first`.
    """

    head: int
    player: int
    first: int
    width: int
    number: int

    def columns(self, at: int) -> range:
        """Return the columns of the round with index `at`."""
        begin = self.first + at * self.width
        return range(begin, begin + self.width)

    @property
    def behind(self) -> int:
        """The number of the first column to the right of all rounds."""
        return self.first + self.number * self.width


def stack_rounds(grid: Grid) -> Grid | None:
    """Convert a worksheet with rounds next to each other into one with rounds below each other.

    The new worksheet has a row for each player of a round, with columns for the round, the player,
    and the numbers of a round. Totals to the right of the rounds become rows called `Total`. Return
    None if the worksheet has no such rounds. The cells keep their names from the file, such as
    `D7`.
    """
    rounds = _rounds(grid)
    if rounds is None:
        return None
    heads = [grid.at(rounds.head, column) for column in rounds.columns(0)]
    rows = [row for row, _ in grid.rows() if row > rounds.head
            and (name := grid.text(row, rounds.player)) and not is_sum(name)]  # fmt: skip
    has_tables = any(head is not None and role_of(head.text) == "table" for head in heads)
    if not has_tables and len(rows) not in TABLE_SIZES:
        return None  # nobody knows who played with whom
    lines = [[Cell(0, 0, "Round"), grid.at(rounds.head, rounds.player), *heads]]
    for at, row in product(range(rounds.number), rows):
        cells = [grid.at(row, column) for column in rounds.columns(at)]
        player = grid.at(row, rounds.player)
        name = grid.text(rounds.head - 1, rounds.columns(at)[0]) or str(at + 1)
        lines.append([Cell(row, rounds.first, name), player, *cells])
    for total, row in product(_totals(grid, rounds), rows):
        blank = [None] * (rounds.width - 1)
        sums = [Cell(row, total, "Total"), grid.at(row, rounds.player), *blank]
        lines.append([*sums, grid.at(row, total)])
    return grid_of_lines(grid.name, lines)


def _rounds(grid: Grid) -> _Rounds | None:
    """Find rounds next to each other, as headings that are repeated right of the players' column.

    Return where the rounds are, as a `_Rounds`; None if the first rows have no such headings.
    """
    for head, columns in islice(grid.rows(), _LOOK):
        texts = {column: plain(grid.text(head, column)) for column in columns}
        players = [column for column in columns if role_of(grid.text(head, column)) == "player"]
        for first, width in product(columns, _WIDTHS):
            if len(players) != 1 or first < players[0]:
                continue
            wanted = _texts(texts, first, width)
            number = 0
            while wanted and _texts(texts, first + number * width, width) == wanted:
                number += 1
            if number >= _LEAST_ROUNDS and len({*wanted}) == width:
                return _Rounds(head, players[0], first, width, number)
    return None


def _texts(texts: dict[int, str], first: int, width: int) -> Sequence[str]:
    """Return the headings of `width` adjacent columns, from column `first` on.

    `texts` has the heading of each column. Return an empty list if a heading is missing.
    """
    filled = [texts.get(column, "") for column in range(first, first + width)]
    return filled if all(filled) else []


def _totals(grid: Grid, rounds: _Rounds) -> Iterator[int]:
    """Yield the columns of totals that are to the right of the rounds."""
    for column in grid.columns_of(rounds.head):
        if column >= rounds.behind and is_total(grid.text(rounds.head, column)):
            yield column
