"""Reads headings that name players: shortens them, and finds or names the column of names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import islice, pairwise
from operator import itemgetter
from typing import Final

from mjlog.sheets.cells.numbers import is_number, number_of
from mjlog.sheets.cells.words import TABLE_SIZES, Role, is_total, plain, role_of
from mjlog.sheets.files.workbook import Grid
from mjlog.sheets.result_sheets.names_in_heads import groups_of_names
from mjlog.sheets.result_sheets.result_layouts import is_sum, names_a_game, names_a_place

_WORDS: Final = re.compile(r"\s*[\s:/_–-]\s*")
"""Separators between a name and a word in one head."""
_PAIR: Final = 2
_LOOK: Final = 5
"""Number of first rows that may have the heading of a table."""


def names_alone(grid: Grid, head: int) -> Grid:
    """Shorten headings such as ``Ann points,Ann rank`` to the player's name.

    The second word must be the same for all players; it may also be written before the name. The
    first headings may be the names alone. Return the worksheet unchanged if its headings are not of
    this form.
    """
    columns = grid.columns_of(head)
    groups = groups_of_names(grid.texts(head, columns))
    if groups:
        cells = {(head, columns[at]): replace(grid.cells[head, columns[at]], text=name)
                 for group in groups for at, name in group.items()}  # fmt: skip
        return grid.with_cells(cells)
    texts = {column: _WORDS.split(grid.text(head, column)) for column in grid.columns_of(head)}
    texts = {column: words for column, words in texts.items() if len(words) == _PAIR}
    for place in (0, 1):
        words_of: dict[str, list[str]] = {}
        for words in texts.values():
            words_of.setdefault(plain(words[place]), []).append(plain(words[1 - place]))
        some = [*words_of.values()]
        are_alike = all(words == some[0] for words in some) and len(some) >= min(TABLE_SIZES)
        if are_alike and len(some[0]) >= _PAIR and any(role_of(word) for word in some[0]):
            cells = {(head, column): replace(grid.cells[head, column], text=words[place])
                     for column, words in texts.items()}  # fmt: skip
            return grid.with_cells(cells)
    return grid


def has_points_for_places(grid: Grid, head: int, rows: Sequence[int]) -> bool:
    """Return whether each player has two numbers, and the second of them is for the place.

    Then a player with more points has no smaller second number in the same row. At least three of
    `rows` must be like this, and at most one not, as with a slip. `head` is the row of headings.
    """
    columns = grid.columns_of(head)
    groups = groups_of_names(grid.texts(head, columns))[:_PAIR]
    pairs = [(columns[one], columns[other]) for one, other in zip(*groups, strict=True)
             if grid.text(head, columns[one]) == groups[0][one]]  # fmt: skip
    # Totals so far may have the order of the points, too.
    words = {role_of(word) for _, column in pairs
             for word in _WORDS.split(grid.text(head, column))}  # fmt: skip
    if not words.isdisjoint({"sum", "total"}):
        return False
    rows = [row for row in rows if not is_sum(grid.first_text(row))]
    games = [[(number_of(grid.text(row, one)), number_of(grid.text(row, other)))
              for one, other in pairs] for row in rows]  # fmt: skip
    whole = [[(one, other) for one, other in game if one is not None and other is not None]
             for game in games]  # fmt: skip
    whole = [game for game in whole if len(game) == len(pairs)]
    # Deals leave the cells of players without a change empty.
    if 2 * len(whole) < len(rows) or _are_running_totals(whole):
        return False
    whole = [sorted(game) for game in whole]
    ranked = sum(game == sorted(game, key=itemgetter(1)) for game in whole)
    return len(pairs) in TABLE_SIZES and ranked >= max(min(TABLE_SIZES), len(whole) - 1)


def _are_running_totals(rows: Sequence[Sequence[tuple[Decimal, Decimal]]]) -> bool:
    """Return whether most second numbers are the second number of the row above plus the first one.

    Each row has a pair of numbers for each player.
    """
    right = [total == before + change for above, row in pairwise(rows)
             for (_, before), (change, total) in zip(above, row, strict=True)]  # fmt: skip
    return 2 * sum(right) > len(right)


def with_players_headed(grid: Grid) -> Grid:
    """Replace the heading of a column of names by `Player` if the other headings name games.

    The heading may be a word for points, such as `Final points`, because it is the title of the
    numbers. Return the worksheet unchanged if it has no such heading.
    """
    rows = islice(grid.rows(), _MOST_ROWS_TITLED)
    cells = dict(grid.cells)
    for (row, columns), (below, _) in pairwise(rows):
        first, *others = (cells[row, column] for column in columns)
        games = sum(names_a_game(cell.text) for cell in others)
        name = grid.text(below, columns[0])
        is_title = role_of(first.text) in _OF_POINTS or is_total(first.text)
        if (
            games >= min(TABLE_SIZES)
            and 2 * games > len(others)
            and is_title
            and not is_number(name)
        ):
            cells[row, columns[0]] = replace(first, text="Player")
    return replace(grid, cells=cells) if cells != grid.cells else grid


def with_tables_titled(grid: Grid) -> Grid:
    """Replace headings of names such as `Table A` by `Player`, and move them to the row above.

    Such a heading is above a name, and next to a heading of ranks or points. If the row above has a
    title, the heading is put after it, as in `Round 1, Table A`. Return the worksheet unchanged if
    it has no such heading in its first rows.
    """
    first_rows = islice(grid.rows(), _LOOK)
    if not any(_titles_players(grid, row, at) for row, columns in first_rows for at in columns):
        return grid
    cells = dict(grid.cells)
    for (row, column), cell in grid.cells.items():
        if not _titles_players(grid, row, column):
            continue
        cells[row, column] = replace(cell, text="Player")
        if row > 1 and grid.columns_of(row - 1) in ([], [1]):
            title = grid.text(row - 1, 1)
            moved = f"{title}, {cell.text}" if title else cell.text
            cells[row - 1, column] = replace(cell, text=moved)
    return replace(grid, cells=cells)


def _titles_players(grid: Grid, row: int, column: int) -> bool:
    """Return whether a cell names a table, above a name and next to a heading of numbers."""
    below = grid.text(row + 1, column)
    is_title = names_a_place(grid.text(row, column))
    is_title = is_title and role_of(grid.text(row, column + 1)) in _BESIDE_PLAYERS
    return is_title and bool(below) and not is_number(below) and not role_of(below)


_BESIDE_PLAYERS: Final[frozenset[Role | None]] = frozenset(
    {"final", "total", "rank", "place", "value"}
)
"""Meanings of headings next to names."""
_MOST_ROWS_TITLED: Final = 60
"""First rows that may have such headings."""
_OF_POINTS: Final[frozenset[Role | None]] = frozenset({
    None, "final", "total", "change", "value", "how",
})  # fmt: skip


def has_games_across(grid: Grid) -> bool:
    """Return whether a sheet has a row for each player and a column for each game.

    >>> from mjlog.sheets.files.workbook import Cell, Grid
    >>> row = [Cell(1, at, text) for at, text in enumerate(["Player", "Game 1", "Game 2"], 1)]
    >>> has_games_across(Grid("", {(1, cell.column): cell for cell in row}))
    True
    """
    rows = (grid.texts(row, columns) for row, columns in grid.rows() if len(columns) > _PAIR)
    first, *heads = next(rows, [""])
    games = [head for head in heads if names_a_game(head)]
    return role_of(first) == "player" and len(games) >= _PAIR
