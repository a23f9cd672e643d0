"""Checks rows of sums in standings, and the table of teams below them.

A row of sums adds up the players above it: all of them, or those since the row of sums before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from mjlog.sheets.cells.numbers import add_up, count_equal, number_of
from mjlog.sheets.cells.words import plain, role_of
from mjlog.sheets.files.workbook import Grid, numbers_in
from mjlog.sheets.records import RowBelow
from mjlog.sheets.result_sheets.expected_numbers import ranks_due, split_into_rows
from mjlog.sheets.result_sheets.result_layouts import is_sum, other_blocks
from mjlog.sheets.usual_amounts import ROUNDING

_LEAST: Final = 2
"""Fewest numbers of a row, and fewest rows of a table, that can show what they add up."""
Due = Mapping[int, Sequence[Decimal | None]]
"""Right numbers of the players, by column."""


@dataclass(frozen=True, slots=True)
class RowOfSums:
    """A row of sums: its row number, the indices of the added players, and the expected sums.

    `sums` has the expected sum of each column.
    """

    row: int
    players: Sequence[int]
    sums: Mapping[int, Decimal]


def sums_and_teams(
    grid: Grid, player: int, rows: Sequence[int], total: int, due: Due
) -> Iterator[RowBelow]:
    """Yield the sums below the players and the table of teams, as cells with expected numbers.

    First come rows that add up players, then totals and ranks in a table of teams below; each is a
    `RowBelow`. `player` is the column of the players' names, `rows` are their rows, and `total` is
    the column of their totals. `due` maps a column to the players' expected numbers.
    """
    sums = rows_of_sums(grid, player, rows, due)
    for each in sums:
        cells = [grid.at(each.row, column) for column in each.sums]
        yield from split_into_rows("result", cells, [*each.sums.values()])
    yield from _teams_below(grid, player, rows, total, sums)


def rows_of_sums(grid: Grid, player: int, rows: Sequence[int], due: Due) -> list[RowOfSums]:
    """Find the rows that add up players above, such as the players of a team.

    Return a list with a `RowOfSums` (row, players and expected sums) for each of them. The name of
    the row must mean a sum, and at least two, and two thirds, of its numbers must be right.
    `player` is the column of the players' names, and `rows` are their rows. `due` maps a column to
    the players' expected numbers.
    """
    some: list[RowOfSums] = []
    start = 0
    blocks = other_blocks(grid, _head_above(grid, rows, player))
    for row, _ in grid.rows():
        is_of_sums = is_sum(grid.first_text(row)) or is_sum(grid.text(row, player))
        if row in rows or not is_of_sums or any(row in block for block in blocks):
            continue
        above = sum(each < row for each in rows)
        ways = [_sums(grid, row, rows, range(first, above), due) for first in (start, 0)]
        best = max((way for way in ways if way is not None), key=lambda way: way[0], default=None)
        if best is not None:
            some.append(best[1])
            start = above
    return some


def _head_above(grid: Grid, rows: Sequence[int], player: int) -> int:
    """Return the row number of the last row above the players with a heading such as `player`.

    The heading must be in column `player`. Return 0 if there is no such row.
    """
    return max((row for row, _ in grid.rows() if row < rows[0]
                and role_of(grid.text(row, player)) == "player"), default=0)  # fmt: skip


def _sums(
    grid: Grid, row: int, rows: Sequence[int], players: Sequence[int], due: Due
) -> tuple[int, RowOfSums] | None:
    """Compare the numbers in row `row` with the sums over some players.

    Return how many are right, and a `RowOfSums` with the expected sums. `rows` are the rows of all
    players, and `players` are the indices in `rows` of the players to add. `due` maps a column to
    the players' expected numbers. Return None if fewer than two numbers, or less than two thirds,
    are right.
    """
    sums: dict[int, Decimal] = {}
    right = 0
    for column, numbers in due.items():
        stated = number_of(grid.text(row, column))
        if stated is None:
            continue
        written = add_up(grid.column_numbers([rows[at] for at in players], column))
        sum_due = add_up([numbers[at] for at in players])
        # A sum of the written numbers is right, even if one of these may be wrong.
        is_right = min(abs(stated - written), abs(stated - sum_due)) < ROUNDING
        sums[column] = stated if is_right else sum_due
        right += is_right
    if not players or right < max(_LEAST, -(-2 * len(sums) // 3)):
        return None
    return right, RowOfSums(row, players, sums)


def _teams_below(
    grid: Grid, player: int, rows: Sequence[int], total: int, sums: Sequence[RowOfSums]
) -> Iterator[RowBelow]:
    """Yield the totals and ranks in a table of teams: cells with expected numbers (`RowBelow`).

    The expected total of a team is the sum over its players in `sums`, and its name must be written
    in a column of the players' rows. `player` is the column of the players' names, `rows` are their
    rows, and `total` is the column of their totals.
    """
    by_team: dict[str, Decimal] = {}
    for each in sums:
        if total not in each.sums:
            continue
        columns = {column for at in each.players for column in grid.columns_of(rows[at])}
        for column in columns - {player, total}:
            names = {plain(grid.text(rows[at], column)) for at in each.players}
            if len(names) == 1 and number_of(name := names.pop()) is None:
                by_team[name] = each.sums[total]
    for head, *below in other_blocks(grid, _head_above(grid, rows, player)):
        columns_of_block = grid.columns_of(head)
        team = next(at for at in columns_of_block if role_of(grid.text(head, at)) == "player")
        named = {row: by_team[name] for row in below
                 if (name := plain(grid.text(row, team))) in by_team}  # fmt: skip
        if len(named) < _LEAST:
            continue
        due = [*named.values()]
        for column in columns_of_block:
            cells = [grid.at(row, column) for row in named]
            if count_equal(numbers_in(cells), due) >= max(_LEAST, len(due) - 1):
                yield from split_into_rows("result", cells, due)
            elif role_of(grid.text(head, column)) in {"rank", "place"}:
                yield from split_into_rows("place", cells, ranks_due(cells, due))
