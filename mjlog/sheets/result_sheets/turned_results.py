"""Reads results with a column for each player, and rows for points, uma, rank and total."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Final

from mjlog.sheets.cells.numbers import add_up, count_equal, is_number, number_of, rank_of
from mjlog.sheets.cells.words import (
    AFTERWARDS,
    PLACED,
    TABLE_SIZES,
    UMA,
    Role,
    core,
    is_absent,
    label_of,
    plain,
    role_of,
)
from mjlog.sheets.files.workbook import Cell, Grid, grid_of_lines
from mjlog.sheets.result_sheets.result_layouts import NAMING, is_sum, names_a_game

_OF_POINTS: Final[frozenset[Role | None]] = frozenset({"final", "total", "change", "value"})
_LEAST_ROWS: Final = 2
"""Fewest rows with different meanings for the same players; also the number of words to check."""
_LEAST_GAMES: Final = 2
_FIRST_NAMES: Final = (2, 3)
"""Columns that may have the first name, after the words and the names of the games."""


@dataclass(frozen=True, slots=True)
class _Block:
    """One game of a sheet with a column for each player.

    `head` is the row with the players' names, `columns` are their columns, `called` is the game's
    name, and `rows` maps words such as `points` to rows. `names` is the column in which rows name
    their game, or 0.
    """

    head: int
    columns: Sequence[int]
    names: int
    called: str
    rows: dict[str, int] = field(default_factory=dict)


def _has_rows_of_players(grid: Grid) -> bool:
    """Return whether a row of headings names a column of games and a column of players."""
    for row, columns in islice(grid.rows(), _LOOK):
        roles = {role_of(text) for text in grid.texts(row, columns)}
        if "player" in roles and not NAMING.isdisjoint(roles):
            return True
    return False


_LOOK: Final = 12
"""Number of first rows that may have the headings."""


def upright(grid: Grid) -> Grid | None:
    """Convert results with a column for each player into a table with a row for each player.

    The new columns are the game, the player, and one column for each word such as `points` or
    `uma`. Copied cells keep their cell names in the file. Rows of totals follow the games. Return
    None if the worksheet has no such results.
    """
    blocks = [*_blocks(grid)]
    if not blocks or _has_rows_of_players(grid):
        return None
    words = [*dict.fromkeys(word for block in blocks for word in block.rows)]
    totals = _totals_below(grid, blocks)
    heads = [Cell(0, 0, "Game"), Cell(0, 0, "Player")]
    heads += [
        next(grid.cells[block.rows[word], block.names + 1] for block in blocks
             if word in block.rows)
        for word in words
    ]  # fmt: skip
    lines: list[list[Cell | None]] = [[*heads]]
    for number, block in enumerate(blocks, 1):
        game = Cell(block.head, 1, block.called or str(number))
        for column in block.columns:
            cells = [grid.at(block.rows.get(word, 0), column) for word in words]
            numbers = [cell if cell and not is_absent(cell.text) else None for cell in cells]
            lines.append([game, grid.cells[block.head, column], *numbers])
    for (word, below), column in product(totals.items(), blocks[-1].columns):
        if (cell := grid.at(below, column)) is not None:
            blank = [None] * words.index(word)
            total = Cell(below, 1, "Total")
            lines.append([total, grid.cells[blocks[-1].head, column], *blank, cell])
    return grid_of_lines(grid.name, lines)


def _blocks(grid: Grid) -> Iterator[_Block]:
    """Find the games of a worksheet that has a column for each player; yield a `_Block` for each.

    A game is below a row of players' names. Its rows begin with a word such as `points` and
    continue with numbers.
    """
    rows = dict(grid.rows())
    for head, cells in rows.items():
        if is_number(grid.text(head, cells[-1])):
            continue
        for first in _FIRST_NAMES:
            columns = [column for column in cells if column >= first]
            sums = [column for column in columns if is_sum(grid.text(head, column))]
            columns = [column for column in columns if column not in sums]
            names = grid.texts(head, columns)
            if len(columns) < min(TABLE_SIZES) or any(
                is_number(name) or rank_of(name) for name in names
            ):
                continue
            blocks = _blocks_below(grid, head, columns, first - 2, {*sums})
            words = [*blocks[0].rows] if blocks else []
            # One of the first words must be known, because games and players have names of their
            # own.
            is_known = any(word_of_results(word) for word in words[:_LEAST_ROWS])
            has_points = any(role_of(word) in _OF_POINTS or core(word) in PLACED for word in words)
            if blocks and (len(blocks) >= _LEAST_GAMES or (is_known and has_points)):
                yield from blocks
                break


_SMALL_NUMBER: Final = re.compile(r"(?<![0-9.,'’])[0-9]{1,3}(?![0-9]|[.,'’ ][0-9])")


def _blocks_below(
    grid: Grid, head: int, columns: Sequence[int], names: int, sums: set[int]
) -> list[_Block]:
    """Return the games below a row of players' names, each as a block (a `_Block`).

    `columns` are the players' columns, `names` is the column with the names of the games or 0, and
    `sums` are columns of sums, which are ignored. Return an empty list if the games do not all have
    the same kinds of rows, or if the rows may be deals.
    """
    blocks: list[_Block] = []
    row = head
    corner = grid.text(head, grid.first_column)
    called = corner if not names and role_of(corner) != "player" else ""
    while grid.columns_of(row := row + 1):
        first = grid.text(row, names + 1 if names else grid.first_column)
        game = grid.text(row, names) if names else ""
        word = plain(first)
        # An unknown word with a small number counts games or deals, unless these have names before
        # it. A large number is the start of `Difference to 30,000`.
        is_of_results = word_of_results(first) or names or not _SMALL_NUMBER.search(first)
        others = {*grid.columns_of(row)} - {names, names + 1} - sums
        texts = grid.texts(row, sorted(others))
        if not (word and is_of_results) or is_number(first) or label_of(first):
            break
        if not others <= {*columns} or is_sum(game):
            break
        if not all(is_number(text) or rank_of(text) or is_absent(text) for text in texts):
            break
        is_other_game = game not in {"", called} or not blocks
        if is_other_game or word in blocks[-1].rows:
            if not is_other_game and word != next(iter(blocks[-1].rows)):
                break
            called = game or (called if not blocks else "")
            blocks.append(_Block(head, columns, names, called))
        blocks[-1].rows[word] = row
    same = _games_alike(grid, blocks)
    is_only_block = len(same) == 1 and not names
    return same if is_only_block or _tell_results(same) else []


def _games_alike(grid: Grid, blocks: list[_Block]) -> list[_Block]:
    """Return the games that have a row of the usual first kind, such as `points`.

    The usual kinds of rows are those of most games. Blocks at the end with other kinds, such as
    totals, are left out. Return an empty list if a game does not have three or four players.
    """
    words = Counter(tuple(block.rows) for block in blocks)
    usual = words.most_common(1)[0][0] if words else ()
    # Blocks after the games with other rows may be their totals.
    while blocks and tuple(blocks[-1].rows) != usual:
        blocks.pop()
    same = [block for block in blocks if usual[0] in block.rows]
    # If several players take turns, each game has three or four of them.
    is_of_game = all(
        sum(bool(grid.text(row, column)) for column in block.columns) in TABLE_SIZES
        for block in same
        for row in [next(iter(block.rows.values()))]
    )
    return same if len(usual) >= _LEAST_ROWS and is_of_game else []


def _tell_results(blocks: Sequence[_Block]) -> bool:
    """Return whether these blocks of rows are results of games, and not deals.

    They are results if a row has ranks or uma, or if the name of a block is that of a game.
    """
    words = {word for block in blocks for word in block.rows}
    return any(names_a_game(block.called) for block in blocks) or any(
        role_of(word) in {"rank", "place"} or core(word) in PLACED | UMA for word in words
    )


def _totals_below(grid: Grid, blocks: Sequence[_Block]) -> dict[str, int]:
    """Find the rows below the games that add up all games, such as the sums of all points.

    Return a dict from the word of the added rows, such as `points`, to the row number of the sums.
    """
    last = blocks[-1]
    if len(blocks) < _LEAST_GAMES or any(block.columns != last.columns for block in blocks):
        return {}
    end = max(last.rows.values())
    totals: dict[str, int] = {}
    for row in (end + 1, end + 2):
        written = [number_of(text) for text in grid.texts(row, last.columns)]
        fitting = {}
        for word in last.rows:
            rows = [block.rows[word] for block in blocks]
            sums = [add_up(grid.column_numbers(rows, column)) for column in last.columns]
            fitting[word] = count_equal(written, sums)
        word = max(fitting, key=lambda each: fitting[each])
        if 2 * fitting[word] >= len(last.columns) and word not in totals:
            totals[word] = row
    return totals


def word_of_results(text: str) -> str:
    """Return the text, normalized, if it names a row of results such as `points`; otherwise ""."""
    word = plain(text)
    is_of_results = role_of(text) in {*_OF_POINTS, "rank", "place", "ruling", "bonus"}
    return word if is_of_results or core(word) in AFTERWARDS | PLACED | UMA else ""
