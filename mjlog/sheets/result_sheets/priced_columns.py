"""Checks columns of chips and money next to results, by the prices in the titles of the sheet."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import pairwise
from typing import Final

from mjlog.sheets.cells.numbers import add_up, number_of
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.records import RowBelow
from mjlog.sheets.result_sheets.result_layouts import Result
from mjlog.sheets.result_sheets.rows_after_sums import due_by_others, numbers_in_titles

_LEAST_GAMES: Final = 3
_MOST_LINES: Final = 400
_MOST_COLUMNS: Final = 6


@dataclass(frozen=True)
class PricedColumns:
    """Columns that are computed from others with prices, such as money from points and chips.

    `rows_by_game` has for each game the cells to check, with the expected numbers. `columns` are
    the columns of money and chips; it is empty if none were found.
    """

    rows_by_game: Sequence[Sequence[RowBelow]]
    columns: frozenset[int]


def priced_columns(
    grid: Grid, games: Sequence[Result], right: Mapping[Cell, Decimal], read: Collection[int]
) -> PricedColumns:
    """Find the columns of chips and money next to the results of games.

    A title of the sheet must contain at least one price, and the sheet must have a row for each
    player of a game. `right` maps cells to their expected numbers, if these are known. `read` are
    the columns whose meaning is known already.
    """
    prices = numbers_in_titles(grid)
    rows = _rows_of_lines(grid, games) if prices and len(games) >= _LEAST_GAMES else []
    if 0 < len(rows) <= _MOST_LINES:
        numbers = _numbers(grid, rows, right)
        others = [at for at in numbers if at not in read][:_MOST_COLUMNS]
        results = {at: some for at, some in numbers.items() if at in read}
        money = _Money(games, results, {at: numbers[at] for at in others}, prices)
        for at in others:
            if due := money.right_numbers(at):
                cells = {column: [grid.at(row, column) for row in rows] for column in due}
                checked = [
                    [
                        RowBelow("result", tuple(cells[column][span]), sums=tuple(some[span]))
                        for column, some in due.items()
                    ]
                    for span in _spans(games)
                ]
                return PricedColumns(checked, frozenset({at, *money.chips}))
    return PricedColumns([[] for _ in games], frozenset())


@dataclass(frozen=True)
class _Money:
    """The numbers of results and of other columns, one of which may be money.

    `results` and `others` have the numbers of each column, a number for each player of each game.
    `prices` are the numbers in titles, some of which may be prices.
    """

    games: Sequence[Result]
    results: Mapping[int, list[Decimal]]
    others: Mapping[int, list[Decimal]]
    prices: Sequence[Decimal]

    @cached_property
    def chips(self) -> Mapping[int, list[Decimal]]:
        """The columns of chips, which add up to zero in all games, or in all but one."""
        spans = _spans(self.games)
        return {at: some for at, some in self.others.items() if any(some)
                and sum(sum(some[span]) != 0 for span in spans) <= 1}  # fmt: skip

    def right_numbers(self, at: int) -> dict[int, list[Decimal]]:
        """Return the expected numbers of column `at` if it is money: a dict from column to numbers.

        If one wrong number of chips explains why the money differs, the dict has the written money
        and the corrected column of chips. It is empty if the column does not follow from the
        results and the chips.
        """
        written = self.others[at]
        bases = {**self.results, **self.chips}
        bases.pop(at, None)
        due = due_by_others(written, [*bases.values()], self.prices)
        wrong = [place for place, each in enumerate(due) if each != written[place]]
        for column in bases if wrong else ():
            mended = self._mended(column, wrong)
            others = [*{**bases, column: mended}.values()] if mended else []
            if mended and due_by_others(written, others, self.prices) == written:
                return {at: written, column: mended}
        return {at: [*due]} if due else {}

    def _mended(self, column: int, wrong: Sequence[int]) -> list[Decimal]:
        """Correct the one number of chips whose game does not add up to zero; return the column.

        `wrong` are the indices of the players with unexpected money. Return an empty list if
        `wrong` does not have exactly one index, if the chips of this player's game add up to zero,
        or if the column has no chips.
        """
        numbers = self.chips.get(column, [])
        for span in _spans(self.games) if numbers and len(wrong) == 1 else ():
            off = add_up(numbers[span])
            if off and span.start <= wrong[0] < span.stop:
                return [number - off * (place == wrong[0]) for place, number in enumerate(numbers)]
        return []


def _spans(games: Sequence[Result]) -> list[slice]:
    """Return a slice for each game: the indices of its players in a list of all games' players."""
    ends = [0]
    for game in games:
        ends.append(ends[-1] + len(game.lines))
    return [slice(first, end) for first, end in pairwise(ends)]


def _rows_of_lines(grid: Grid, games: Sequence[Result]) -> list[int]:
    """Return the row of each player of each game; empty if a player has cells in several rows."""
    places = {cell: row for (row, _), cell in grid.cells.items()}
    rows = [{places.get(cell, 0) for cell in line.cells.values()}
            for game in games for line in game.lines]  # fmt: skip
    single = [next(iter(some)) for some in rows if len(some) == 1]
    return single if len({*single} - {0}) == len(rows) else []


def _numbers(
    grid: Grid, rows: Sequence[int], right: Mapping[Cell, Decimal]
) -> dict[int, list[Decimal]]:
    """Return the numbers of each column that has a number in each of the rows.

    `right` maps cells to expected numbers, which replace the numbers written in these cells.
    """
    numbers: dict[int, list[Decimal]] = {}
    for at in grid.columns_of(rows[0]):
        cells = [grid.at(row, at) for row in rows]
        some = [right.get(cell, number_of(cell.text)) for cell in cells if cell is not None]
        written = [number for number in some if number is not None]
        if len(written) == len(rows):
            numbers[at] = written
    return numbers
