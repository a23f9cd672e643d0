"""Reads turned results: a column for each player, and rows for points, uma, rank and total."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from mjlog.sheets.cells.numbers import is_number, rank_of
from mjlog.sheets.cells.words import (
    AFTERWARDS,
    PLACED,
    Role,
    core,
    label_of,
    plain,
    role_of,
)
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.result_sheets.result_layouts import SIZES, is_sum

_OF_POINTS: Final[frozenset[Role | None]] = frozenset({"final", "total", "change", "value"})
_LEAST_ROWS: Final = 2
"""Rows that each have something else of the same players."""


@dataclass(frozen=True, slots=True)
class _Block:
    """One game: the row with its players, their columns, and the rows below by their words."""

    head: int
    columns: Sequence[int]
    rows: dict[str, int]


def upright(grid: Grid) -> Grid | None:
    """Return turned results with a row for each player of each game; None if there are none.

    The cells keep the cell names that they have in the file.
    """
    blocks = [*_blocks(grid)]
    if not blocks:
        return None
    words = [*dict.fromkeys(word for block in blocks for word in block.rows)]
    heads = [Cell(0, 0, "Game"), Cell(0, 0, "Player")]
    heads += [
        next(grid.cells[block.rows[word], 1] for block in blocks if word in block.rows)
        for word in words
    ]
    cells = {(1, column): cell for column, cell in enumerate(heads, 1)}
    row = 1
    for number, block in enumerate(blocks, 1):
        for column in block.columns:
            row += 1
            cells[row, 1] = Cell(block.head, 1, grid.text(block.head, 1) or str(number))
            cells[row, 2] = grid.cells[block.head, column]
            for at, word in enumerate(words, 3):
                cell = grid.at(block.rows.get(word, 0), column)
                if cell is not None:
                    cells[row, at] = cell
    return Grid(grid.name, cells, turned=True)


def _blocks(grid: Grid) -> Iterator[_Block]:
    """Yield the games: a row of players' names, above rows of a word and numbers."""
    rows = dict(grid.rows())
    for head, cells in rows.items():
        # What all players have together may stand behind them.
        behind = {column for column in cells if is_sum(grid.text(head, column))}
        columns = [column for column in cells if column > 1 and column not in behind]
        if len(columns) not in SIZES or is_number(grid.text(head, columns[0])):
            continue
        names = grid.texts(head, columns)
        if any(is_number(name) or rank_of(name) for name in names):
            continue
        below: dict[str, int] = {}
        for row in range(head + 1, max(rows) + 1):
            first = grid.text(row, 1)
            word = plain(first)
            others = set(rows.get(row, ())) - {1, *behind}
            texts = grid.texts(row, sorted(others))
            # An unknown word with a number counts games or deals.
            is_of_results = word_of_results(first) or not any(sign.isdigit() for sign in first)
            if (
                not (word and is_of_results)
                or label_of(first)
                or word in below
                or not others <= {*columns}
            ):
                break
            if not all(is_number(text) or rank_of(text) for text in texts):
                break
            below[word] = row
        # One of the first words is known: games and players have names of their own.
        known = [word for word in [*below][:_LEAST_ROWS] if word_of_results(word)]
        has_points = any(role_of(word) in _OF_POINTS or core(word) in PLACED for word in below)
        if len(below) >= _LEAST_ROWS and known and has_points:
            yield _Block(head, columns, below)


def word_of_results(text: str) -> str:
    """Return the word of a row of results, such as points or uma; empty for any other text."""
    word = plain(text)
    is_of_results = role_of(text) in {*_OF_POINTS, "rank", "place", "ruling", "bonus"}
    return word if is_of_results or core(word) in AFTERWARDS else ""
