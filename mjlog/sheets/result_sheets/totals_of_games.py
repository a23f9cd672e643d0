"""Checks a block below the last game of a worksheet, with each player's sum of all games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise, product
from typing import Final

from mjlog.sheets.cells.numbers import is_number, number_of, rank_of
from mjlog.sheets.cells.words import label_of, plain
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.layouts.columns_of_points import is_after
from mjlog.sheets.layouts.layout import Table
from mjlog.sheets.records import RowBelow
from mjlog.sheets.result_sheets.results import ranks_due, split_into_rows

_LEAST: Final = 3
"""Players whose sums bear out what a block means."""
_LEAST_GAMES: Final = 2
_LEAST_POINTS: Final = 5000
"""Points of each player, on average, in a block that may have the final points of one game."""
_UNITS: Final = (Decimal(1), Decimal(1000))
Sums = Mapping[str, Decimal]
"""The sum of each player, by name."""


@dataclass(frozen=True, slots=True)
class Block:
    """Rows of a worksheet with a player and numbers each, and the rows of words above them.

    `players` has the row of each player by name, `heads` the rows of words.
    """

    grid: Grid
    players: Mapping[str, int]
    heads: Sequence[int]

    @property
    def rows(self) -> frozenset[int]:
        """All rows of the block."""
        return frozenset({*self.players.values(), *self.heads})

    @property
    def first_cell(self) -> Cell:
        """The first cell of the block."""
        return self.grid.in_row(min(self.rows))[0]

    def without(self, grid: Grid) -> Grid:
        """Return a worksheet without the rows of the block."""
        cells = {place: cell for place, cell in grid.cells.items() if place[0] not in self.rows}
        return replace(grid, cells=cells)

    def columns(self) -> Iterator[tuple[Sequence[Cell | None], Sequence[Decimal | None]]]:
        """Yield the cells and the numbers of each column that has a number for most players."""
        rows = [*self.players.values()]
        for column in sorted({at for row in rows for at in self.grid.columns_of(row)}):
            cells = [self.grid.at(row, column) for row in rows]
            numbers = [number_of(cell.text) if cell else None for cell in cells]
            if 2 * sum(number is not None for number in numbers) > len(rows):
                yield cells, numbers

    def judged(self, ways: Sequence[Sums]) -> Iterator[RowBelow]:
        """Yield the columns that have one of these sums, with the right numbers, and the ranks."""
        points: list[Sequence[Decimal | None]] = []
        ranked: list[Sequence[Cell | None]] = []
        for cells, numbers in self.columns():
            due = self._due(numbers, ways)
            if due:
                points.append(due)
                yield from split_into_rows("result", cells, due)
            elif {rank_of(cell.text) for cell in cells if cell} <= {*range(1, len(cells) + 1)}:
                ranked.append(cells)
        for cells in ranked if points else ():
            due = ranks_due(cells, points[0])
            stated = [rank_of(cell.text) if cell else None for cell in cells]
            if _are_alike(stated, due):
                yield from split_into_rows("place", cells, due)

    def _due(
        self, numbers: Sequence[Decimal | None], ways: Sequence[Sums]
    ) -> Sequence[Decimal | None]:
        """Return the right numbers of a column by the sums that fit it; empty if none fits."""
        best: Sequence[Decimal | None] = ()
        most = 0
        for way, unit in product(ways, _UNITS):
            sums = [way.get(name) for name in self.players]
            due = [None if own is None else own / unit for own in sums]
            fitting = sum(number == own for number, own in zip(numbers, due, strict=True))
            if _are_alike(numbers, due) and fitting > most:
                # The sum is right if it adds up to nothing: then a number above it is wrong.
                best, most = numbers if _adds_up(numbers) and not _adds_up(due) else due, fitting
        return best


def _are_alike(numbers: Sequence[Decimal | None], due: Sequence[Decimal | None]) -> bool:
    """Return whether all numbers except at most one are those that are due."""
    right = sum(number is not None and number == own
                for number, own in zip(numbers, due, strict=True))  # fmt: skip
    return right >= max(_LEAST, len(numbers) - 1)


def _adds_up(numbers: Sequence[Decimal | None]) -> bool:
    """Return whether numbers add up to nothing, or to whole thousands that players begin with."""
    return sum((number or Decimal(0) for number in numbers), Decimal(0)) % _LEAST_POINTS == 0


def block_below(grid: Grid, first: int, names: Sequence[str]) -> Block | None:
    """Return the block at the end of a worksheet, from row `first` on; None if there is none.

    `names` are the players; each row of the block has one of them and numbers.
    """
    by_name = {plain(name): name for name in names}
    players: dict[str, int] = {}
    heads: list[int] = []
    for row, columns in reversed([(row, columns) for row, columns in grid.rows() if row >= first]):
        words = [text for text in grid.texts(row, columns) if not is_number(text)]
        words = [text for text in words if rank_of(text) is None]
        name = by_name.get(plain(words[0])) if words else None
        if len(words) == 1 < len(columns) and name and name not in players and not heads:
            players[name] = row
        elif players and len(words) == len(columns) and not label_of(words[0]):
            heads.append(row)
        else:
            break
    return Block(grid, players, heads) if len(players) >= _LEAST else None


def block_of_all_games(tables: Sequence[Table]) -> Block | None:
    """Return the block below the last of several games that has the sums of all games.

    None if there is none, or if it may have the final points of the last game.
    """
    games = [table for table in tables if table.groups]
    are_below = all(one.rows[-1:] < other.rows[:1] for one, other in pairwise(games))
    if len(games) < _LEAST_GAMES or not are_below or games[-1].grid.turned:
        return None
    names = {plain(name): name for game in games for name in game.groups[0].columns.values()}
    grid = games[-1].grid
    block = block_below(grid, games[-1].rows[0] if games[-1].rows else 0, [*names.values()])
    if block is None or not block.players:
        return None
    has_sums = any(True for _ in block.judged(sums_of_games(games)))
    least = _LEAST_POINTS * len(block.players)
    are_points = any(
        sum((abs(number or Decimal(0)) for number in numbers), Decimal(0)) >= least
        for _, numbers in block.columns()
    )
    return block if has_sums or not are_points else None


def sums_of_games(tables: Sequence[Table]) -> list[Sums]:
    """Return the sums that a block may have: of rows with the same word, and of the changes."""
    games = [table for table in tables if table.groups]
    by_word = [_rows_by_word(game) for game in games]
    words = [word for word in by_word[0] if all(word in rows for rows in by_word)]
    ways = [_added([rows[word] for rows in by_word]) for word in words]
    return [*ways, _added([_changes(game) for game in games])]


def _added(games: Sequence[Sums]) -> Sums:
    """Return each player's sum over the games."""
    sums: dict[str, Decimal] = {}
    for name, number in (pair for game in games for pair in game.items()):
        sums[name] = sums.get(name, Decimal(0)) + number
    return sums


def _rows_by_word(table: Table) -> Mapping[str, Sums]:
    """Return the numbers by player of each row below the deals, by the row's word."""
    rows: dict[str, Sums] = {}
    for row in table.rows:
        word = table.grid.first_text(row)
        numbers = _numbers(table, row)
        is_of_end = is_after(table.grid, row) and not label_of(word)
        if is_of_end and len(numbers) == len(table.groups[0].columns):
            rows[plain(word)] = numbers
    return rows


def _changes(table: Table) -> Sums:
    """Return the sums of the rows of deals by player."""
    return _added([_numbers(table, row) for row in table.rows
                   if label_of(table.grid.first_text(row))])  # fmt: skip


def _numbers(table: Table, row: int) -> Sums:
    """Return the numbers in the first group of players' columns, by player."""
    return {name: number for column, name in table.groups[0].columns.items()
            if (number := number_of(table.grid.text(row, column))) is not None}  # fmt: skip
