"""Checks running totals of all players next to their results of each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import islice
from typing import Final

from mjlog.sheets.cells.numbers import add_up, is_number, number_of
from mjlog.sheets.files.workbook import Grid
from mjlog.sheets.records import RowBelow
from mjlog.sheets.result_sheets.expected_numbers import split_into_rows
from mjlog.sheets.result_sheets.names_in_heads import groups_of_names

_LOOK: Final = 8
"""Number of first rows that may have the names of the players."""
_LEAST_PLAYERS: Final = 3
_LEAST_GAMES: Final = 3


def remove_running_totals(grid: Grid) -> tuple[Grid, tuple[RowBelow, ...]]:
    """Remove the columns of running totals from results; return the rest and the cells to check.

    For example, the columns `Standing Ann` and so on add up the columns `Ann` and so on. At most
    one cell of each player may differ. Return the worksheet unchanged if it has no such columns.
    """
    for head, columns in islice(grid.rows(), _LOOK):
        if any(is_number(text) for text in grid.texts(head, columns)):
            continue
        groups = _groups(grid, head, columns)
        rows = [row for row, some in grid.rows() if groups and row > head
                and len(some) > _LEAST_PLAYERS and is_number(grid.text(row, some[-1]))]  # fmt: skip
        for running in groups:
            results = {row: [_number(text) for text in grid.texts(row, running.values())]
                       for row in rows}  # fmt: skip
            sums = {row: add_up(numbers) for row, numbers in results.items()}
            dues = {column: due for column, base in running.items()
                    if (due := _due(grid, sums, base, column))}  # fmt: skip
            if len(dues) == len(running) and len(rows) >= _LEAST_GAMES:
                cells = {place: cell for place, cell in grid.cells.items()
                         if place[1] not in running or place[0] < head}  # fmt: skip
                checked = [row for column, due in dues.items() for row in split_into_rows(
                    "result", [grid.at(row, column) for row in due], [*due.values()])]  # fmt: skip
                return replace(grid, cells=cells), tuple(checked)
    return grid, ()


def _groups(grid: Grid, head: int, columns: Sequence[int]) -> list[Mapping[int, int]]:
    """Return the possible groups of running totals, the most likely group first.

    Each group maps a column of running totals to the column that it may add up. The running totals
    are in the last columns whose headings name the players; earlier columns with the same names, in
    the same order, may be added up. The nearest of these come first.
    """
    *earlier, last = groups_of_names(grid.texts(head, columns)) or [{}]
    return [
        {columns[at]: columns[base] for at, base in zip(last, group, strict=True)}
        for group in reversed(earlier)
    ]


def _due(grid: Grid, sums: Mapping[int, Decimal], base: int, column: int) -> Mapping[int, Decimal]:
    """Return the right running totals of a player by row; empty if more than one cell differs.

    `base` is the column of the player's results, and `column` has the running totals. `sums` has
    the sum of all players' results by row, which is 0 in most sheets.
    """
    due: dict[int, Decimal] = {}
    total, wrong = Decimal(0), 0
    for row, in_all in sums.items():
        written = number_of(grid.text(row, column))
        if written is None:
            return {}
        total += _number(grid.text(row, base))
        due[row] = total
        if written != total:
            wrong += 1
            if in_all == total - written:
                due[row] = total = written  # the result is wrong, not its sum
            following = [other for other in sums if other > row][:1]
            carried = _is_carried(grid, following, base, column, written)
            total = written if carried else total
    return due if wrong <= 1 and any(due.values()) else {}


def _is_carried(
    grid: Grid, following: Sequence[int], base: int, column: int, total: Decimal
) -> bool:
    """Return whether the next running total was computed from `total`, which is wrong."""
    return any(total + _number(grid.text(row, base)) == number_of(grid.text(row, column))
               for row in following)  # fmt: skip


def _number(text: str) -> Decimal:
    """Return the number in a cell; 0 if it has none, because the player was away."""
    return number_of(text) or Decimal(0)
