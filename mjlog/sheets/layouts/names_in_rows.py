"""Gives players' columns the players' names, if the names are in each row, as apps write them.

Such a table has heads like ``players.0.name`` and ``players.0.score``, and a name in each row. Each
game becomes a table of its own, since the next one may seat its players in another order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, islice
from typing import Final

from mjlog.sheets.cells.numbers import is_number
from mjlog.sheets.cells.words import TABLE_SIZES, role_of
from mjlog.sheets.files.workbook import Cell, Grid

_LOOK: Final = 10
"""Number of first rows that may have the heads."""
_NUMBERED: Final = re.compile(r"(?P<before>[^0-9]*)(?P<number>[0-9])(?P<behind>[^0-9]*)")
_OF_DEALS: Final = frozenset({"winner", "from", "how", "han", "faan"})
"""Meanings of heads of deals, which results of whole games do not have."""


def with_names_of_rows(grid: Grid) -> Grid:
    """Convert a worksheet that repeats the players' names in each row: move names to headings.

    Apps write such sheets, with headings such as `players.0.name`. Each game gets its own row of
    headings, such as `Ann points`. Return any other worksheet unchanged. Moved cells keep their
    names from the file, such as `D7`.
    """
    for head, columns in islice(grid.rows(), _LOOK):
        heads = {column: match for column in columns
                 if (match := _NUMBERED.fullmatch(grid.text(head, column)))}  # fmt: skip
        named = {match["number"]: column for column, match in heads.items()
                 if role_of(f"{match['before']}{match['behind']}".strip("._ ")) == "player"
                 or role_of(match["behind"].strip("._ ")) == "player"}  # fmt: skip
        is_of_deals = not _OF_DEALS.isdisjoint(role_of(grid.text(head, at)) for at in columns)
        if len(named) not in TABLE_SIZES or not is_of_deals:
            continue
        rows = [row for row, _ in grid.rows() if row > head]
        names = [tuple(grid.texts(row, [*named.values()])) for row in rows]
        are_names = all(text and not is_number(text) for texts in names for text in texts)
        # A game has several deals.
        if are_names and 2 * len([*groupby(names)]) <= len(rows) > 0:
            cells = dict(_cells_of_games(grid, head, rows, (heads, named)))
            return replace(grid, cells=cells, merged={})
    return grid


def _cells_of_games(
    grid: Grid,
    head: int,
    rows: Sequence[int],
    columns: tuple[Mapping[int, re.Match[str]], Mapping[str, int]],
) -> Iterator[tuple[tuple[int, int], Cell]]:
    """Yield the cells of a new worksheet in which each game is a table, as ((row, column), cell).

    `columns` is a pair of mappings. The first maps a column to the match of a heading with a
    player's number, such as `players.0.points`. The second maps this number, as text, to the column
    of the player's name.
    """
    heads, named = columns
    yield from ((at, cell) for at, cell in grid.cells.items() if at[0] < head)
    place = head
    games = groupby(rows, lambda row: tuple(grid.texts(row, [*named.values()])))
    for names, some in games:
        by_number = dict(zip(named, names, strict=True))
        for column in grid.columns_of(head):
            cell, match = grid.cells[head, column], heads.get(column)
            if match is not None and match["number"] in by_number:
                if column in named.values():
                    continue
                word = match["behind"].strip("._ ") or match["before"].strip("._ ")
                cell = replace(cell, text=f"{by_number[match['number']]} {word}")
            yield (place, column), cell
        for row in some:
            place += 1
            left = [column for column in grid.columns_of(row) if column not in named.values()]
            yield from (((place, column), grid.cells[row, column]) for column in left)
        place += 1
