"""Data types for a workbook: worksheets of cells, without any meaning."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from itertools import groupby, islice
from operator import itemgetter
from typing import Final

from mjlog.model.findings import CellPlace, Finding
from mjlog.model.frozen import value
from mjlog.model.patience import go_on
from mjlog.sheets.cells.numbers import number_of

_LETTERS: Final = 26
_COLON: Final = re.compile(r"\S *[:：=] *\D")
_OF_A_TITLE: Final = 2
"""Most cells of a row with a title: a word and its value."""
_MOST_TITLES: Final = 5
"""First rows of a worksheet that may have titles."""


def letters(column: int) -> str:
    """Return the letters of a column by its number, counted from 1.

    >>> letters(1), letters(28)
    ('A', 'AB')
    """
    name = ""
    while column > 0:
        column, letter = divmod(column - 1, _LETTERS)
        name = chr(ord("A") + letter) + name
    return name


def column_number(name: str) -> int:
    """Return the number of a column, counted from 1, by its letters.

    >>> column_number("A"), column_number("ab")
    (1, 28)
    """
    number = 0
    for letter in name.upper():
        number = number * _LETTERS + ord(letter) - ord("A") + 1
    return number


@value
class Cell:
    """One cell of a worksheet: its row, column and text.

    `line` and `at` are the line and the character in a text file, 0 in a workbook. `hidden` is True
    if the cell is in a hidden row or column, and `unknown` if it has a formula without a stored
    value.
    """

    row: int
    column: int
    text: str
    line: int = 0
    at: int = 0
    hidden: bool = False
    unknown: bool = False

    @property
    def name(self) -> str:
        """The name of the cell in spreadsheets, such as ``D7``."""
        return f"{letters(self.column)}{self.row}"

    def place(self, sheet: str = "", deal: int = 0, seat: int = -1) -> CellPlace:
        """Return the place of this cell for a finding: its name, its row and its column.

        `sheet` is the worksheet's name, `deal` the number of the deal (0 for none), and `seat` the
        seat that the finding is about (-1 for none).
        """
        return CellPlace(
            self.line,
            self.at,
            deal,
            seat=seat,
            sheet=sheet,
            row=self.row,
            cell_column=self.column,
            cell=self.name,
        )


SUMMARY_HEADS: Final = ["Worksheet", "Cell", "Severity", "Finding", "Recorded", "Due", "Rule"]
"""Heads of the worksheet that a corrected copy has in addition to those of the club."""
Place = tuple[int, int]
"""Row and column, counted from 1."""
Cells = Mapping[Place, Cell]


# The class has a `__dict__`, so that the columns of each row are collected only once.
@dataclass(frozen=True)
class Grid:
    """One worksheet: its cells that are not empty, by row and column.

    `merged` maps each place that a merged cell covers to the place of the merged cell. If
    `is_transposed` is True, rows and columns are swapped, but the cells keep their names from the
    file, such as `D7`.
    """

    name: str
    cells: Cells
    merged: Mapping[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    is_transposed: bool = False

    def at(self, row: int, column: int) -> Cell | None:
        """Return the cell at a place, or the merged cell that covers it; None if there is none."""
        found = self.cells.get((row, column))
        if found is None and self.merged:
            return self.cells.get(self.merged.get((row, column), (0, 0)))
        return found

    def spot(self, row: int, column: int) -> Cell:
        """Return the cell at a place; if the place is empty, a new cell without text."""
        there = (column, row) if self.is_transposed else (row, column)
        return self.at(row, column) or Cell(*there, "")

    def text(self, row: int, column: int) -> str:
        """Return the text of the cell at a place; an empty text if there is no cell."""
        cell = self.cells.get((row, column))
        if cell is None and self.merged:
            cell = self.at(row, column)
        return "" if cell is None else cell.text

    def texts(self, row: int, columns: Iterable[int]) -> list[str]:
        """Return the texts of a row in these columns; the text of an empty cell is empty."""
        go_on()
        if self.merged:
            return [self.text(row, column) for column in columns]
        places = [(row, column) for column in columns]
        return [self.cells[place].text if place in self.cells else "" for place in places]

    def among(self, row: int, columns: Iterable[int]) -> list[Cell | None]:
        """Return the cells of a row in these columns; None for each empty cell."""
        if self.merged:
            return [self.at(row, column) for column in columns]
        return [self.cells.get((row, column)) for column in columns]

    def first_text(self, row: int) -> str:
        """Return the leftmost text of a row; an empty text if the row is empty."""
        columns = self.columns_of(row)
        return self.cells[row, columns[0]].text if columns else ""

    def down(self, rows: Iterable[int], column: int) -> list[str]:
        """Return the texts of a column in these rows; empty cells are left out."""
        places = ((row, column) for row in rows)
        cells = [self.at(*place) if self.merged else self.cells.get(place) for place in places]
        return [cell.text for cell in cells if cell is not None and cell.text]

    def column_numbers(self, rows: Iterable[int], column: int) -> list[Decimal | None]:
        """Return the numbers of a column in these rows; None for a cell without a number."""
        return [number_of(self.text(row, column)) for row in rows]

    def columns_of(self, row: int) -> list[int]:
        """Return the columns of a row that have a cell with text, from left to right."""
        return self._columns.get(row, [])

    def rows(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the number of each row that is not empty, and its columns with text in order."""
        yield from self._columns.items()

    def first_rows(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the first rows as `rows` does; they may have titles."""
        return islice(self.rows(), _MOST_TITLES)

    @cached_property
    def first_column(self) -> int:
        """The first column with text; many tables of spreadsheets begin in column B."""
        return min([columns[0] for columns in self._columns.values()], default=1)

    @cached_property
    def _columns(self) -> Mapping[int, list[int]]:
        """The columns with text of each row that is not empty, by row number, in order."""
        rows = groupby(sorted(self.cells), key=itemgetter(0))
        return {row: [column for _, column in places] for row, places in rows}

    def in_row(self, row: int) -> list[Cell]:
        """Return the cells of a row that have text, from left to right."""
        return [self.cells[row, column] for column in self.columns_of(row)]

    def only(self, is_kept: Callable[[int, int], bool]) -> Grid:
        """Return a copy of the worksheet with only the cells whose row and column pass a test."""
        return replace(self, cells={place: cell for place, cell in self.cells.items()
                                    if is_kept(*place)})  # fmt: skip

    def with_cells(self, cells: Cells) -> Grid:
        """Return a copy of the worksheet with these cells in addition to its own.

        A cell with the same place is replaced.
        """
        return replace(self, cells={**self.cells, **cells})

    def with_texts(self, texts: Mapping[Place, str]) -> Grid:
        """Return a copy of the worksheet in which the cells at these places have the new texts."""
        return self.with_cells({place: replace(self.spot(*place), text=text)
                                for place, text in texts.items()})  # fmt: skip

    def transposed(self) -> Grid:
        """Return a copy of the worksheet in which rows and columns are swapped.

        Rows of titles above the table stay above the table.
        """
        titles = self._titles
        cells = {(column, row): cell for (row, column), cell in self.cells.items()
                 if row > titles}  # fmt: skip
        above = {(row - titles, column): cell for (row, column), cell in self.cells.items()
                 if row <= titles}  # fmt: skip
        merged = {(a[1], a[0]): (b[1], b[0]) for a, b in self.merged.items() if b[0] > titles}
        return Grid(self.name, {**above, **cells}, merged, not self.is_transposed)

    @property
    def _titles(self) -> int:
        """The number of the last row of titles above the table; 0 if there is none.

        A row of titles has at most two cells, or is a list of players with their seats, such as
        `East: Ann`.
        """
        titles = 0
        for row, columns in self.rows():
            # Players may be named next to each other, each with a colon after the seat.
            are_named = all(_COLON.search(text) for text in self.texts(row, columns))
            if len(columns) > _OF_A_TITLE and not are_named:
                return titles
            titles = row
        return 0


def numbers_in(cells: Iterable[Cell | None], sign: str = ".") -> list[Decimal | None]:
    """Return the number in each cell, with this decimal sign; None for a cell without a number."""
    return [number_of(cell.text, sign) if cell else None for cell in cells]


def grid_of_rows(rows: Iterable[Iterable[str]]) -> Grid:
    """Create a worksheet without a name from rows of texts."""
    placed = (((row, column), text) for row, texts in enumerate(rows, 1)
              for column, text in enumerate(texts, 1))  # fmt: skip
    return Grid("", {place: Cell(*place, text) for place, text in placed if text})


def grid_of_lines(name: str, lines: Iterable[Iterable[Cell | None]]) -> Grid:
    """Create a worksheet from lines of cells, which keep their names from the file."""
    placed = {(row, column): cell for row, line in enumerate(lines, 1)
              for column, cell in enumerate(line, 1) if cell is not None}  # fmt: skip
    return Grid(name, placed, is_transposed=True)


class Workbook:
    """All worksheets of a file; `findings` are about parts of the file that were not read."""

    def __init__(self, grids: tuple[Grid, ...], findings: tuple[Finding, ...] = ()) -> None:
        self.grids = grids
        self.findings = findings

    @cached_property
    def size(self) -> int:
        """The number of cells with text in all worksheets."""
        return sum(len(grid.cells) for grid in self.grids)

    @property
    def letters(self) -> int:
        """The number of characters in all cells of all worksheets."""
        return sum(len(cell.text) for grid in self.grids for cell in grid.cells.values())
