"""Reads results in blocks below each other, such as points and then places of every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from typing import Final

from mjlog.sheets.cells.numbers import add_up, count_equal, is_number, number_of, rank_of
from mjlog.sheets.cells.words import TABLE_SIZES, label_of, plain, role_of
from mjlog.sheets.files.workbook import Cell, Grid, grid_of_lines
from mjlog.sheets.result_sheets.result_layouts import is_sum
from mjlog.sheets.result_sheets.turned_results import word_of_results

_LEAST: Final = 2
"""Fewest blocks of a worksheet, and fewest columns of a block."""


@dataclass(frozen=True, slots=True)
class _Block:
    """A block of a worksheet, with its top left cell as `corner`.

    `columns` maps headings to column numbers, and `rows` maps names to row numbers.
    """

    corner: Cell
    columns: Mapping[str, int]
    rows: Mapping[str, int]

    @property
    def word(self) -> str:
        """The text of the block's top left cell in normalized form, such as `points` or `rank`.

        The text says which kind of numbers the block contains.
        """
        return plain(self.corner.text)


def blocks_upright(grid: Grid) -> Grid | None:
    """Convert a worksheet of stacked blocks into one table with a row for each player of a game.

    A block has one kind of number for all games, for example points in one block and places in the
    block below. Blocks may differ in rows and columns of sums. The new columns are the game, the
    player, and one column for each block. Copied cells keep their cell names in the file. Return
    None if the worksheet has no such blocks.
    """
    blocks = [_with_total(grid, block) for block in _blocks(grid)]
    first = blocks[0] if blocks else None
    if first is None or len(blocks) < _LEAST or len({each.word for each in blocks}) < len(blocks):
        return None
    if any(
        _without_sums(block.columns) != _without_sums(first.columns)
        or _without_sums(block.rows) != _without_sums(first.rows)
        for block in blocks
    ):
        return None
    # Deals have labels, but games are named or numbered.
    if any((label := label_of(text)) and not label.isdigit()
           for text in (*first.columns, *first.rows)):  # fmt: skip
        return None
    is_across = _games_that_fit(grid, blocks, across=True) > _games_that_fit(
        grid, blocks, across=False
    )
    heads = [Cell(0, 0, "Game"), Cell(0, 0, "Player"), *(block.corner for block in blocks)]
    cells: list[list[Cell | None]] = [[*heads]]
    lines, columns = (
        [*dict.fromkeys(text for some in texts for text in some)]
        for texts in ([block.rows for block in blocks], [block.columns for block in blocks])
    )
    for game in lines if is_across else columns:
        for player in columns if is_across else lines:
            if is_sum(game) and is_sum(player):
                continue
            column, line = (player, game) if is_across else (game, player)
            numbers = [grid.at(block.rows.get(line, 0), block.columns.get(column, 0))
                       for block in blocks]  # fmt: skip
            names = [Cell(first.corner.row, 1, text) for text in (game, player)]
            cells.append([*names, *numbers])
    return grid_of_lines(grid.name, cells)


def _blocks(grid: Grid) -> Iterator[_Block]:
    """Find the blocks of a worksheet, and yield each block from top to bottom.

    A block is a heading row with rows of numbers below. The heading row begins with a word such as
    `points`, and names the players or the games in the cells after it. Each row below begins with a
    name (of a game or a player), and then has only numbers or ranks.
    """
    rows = dict(grid.rows())
    first = grid.first_column
    wide = [row for row, columns in rows.items() if columns[0] == first and len(columns) > _LEAST]
    # Most rows of other sheets begin with a word and a number.
    named = [row for row in wide if not is_number(grid.cells[row, rows[row][1]].text)
             and word_of_results(grid.cells[row, first].text)]  # fmt: skip
    if not named:
        return
    # Below a word such as `points`, other words may be above the same columns.
    wanted = _without_sums(grid.texts(named[0], rows[named[0]][1:]))
    heads = [row for row in wide if row in named
             or _without_sums(grid.texts(row, rows[row][1:])) == wanted]  # fmt: skip
    for head, end in pairwise([*heads, max(rows, default=0) + 1]):
        columns = {grid.text(head, at): at for at in rows[head][1:]}
        below = {grid.text(row, first): row for row in range(head + 1, end)
                 if row in rows and grid.text(row, first)}  # fmt: skip
        numbers = [text for row in below.values() for text in grid.texts(row, columns.values())]
        if below and all(not text or is_number(text) or rank_of(text) for text in numbers):
            yield _Block(grid.cells[head, first], columns, below)


def _with_total(grid: Grid, block: _Block) -> _Block:
    """Return a copy of a block in which the heading of a column of sums is `Total`.

    The column must add up all columns before it. Its old heading may be any word, such as `Season`.
    Columns of ranks are left out of the copy. At most one sum may be wrong. If there is no such
    column, return the block itself.
    """
    heads = [*block.columns]
    ranks = {head for head in heads[1:] if role_of(head) in {"rank", "place"}}
    last = next((head for head in reversed(heads) if head not in ranks), "")
    parts = [block.columns[head] for head in heads if head not in {*ranks, last}]
    rows = [row for name, row in block.rows.items() if not is_sum(name)]
    sums = [add_up([_number(grid.text(row, at)) for at in parts]) for row in rows]
    right = count_equal([_number(grid.text(row, block.columns[last])) for row in rows], sums)
    if len(parts) < _LEAST or right < max(_LEAST, len(rows) - 1):
        return block
    columns = {head: block.columns[head] for head in heads if head not in {*ranks, last}}
    return replace(block, columns={**columns, "Total": block.columns[last]})


def _without_sums(texts: Iterable[str]) -> Sequence[str]:
    """Return the names of rows or columns that are not words for sums."""
    return [text for text in texts if not is_sum(text)]


def _games_that_fit(grid: Grid, blocks: Sequence[_Block], *, across: bool) -> int:
    """Count the rows (or columns) of all blocks that look like the numbers of one game.

    If `across` is True, rows are counted, otherwise columns; the caller compares the two counts to
    find out which are the games. In a block of ranks, a game has the ranks from 1 on. In a block of
    points, its sum is the most frequent sum of the block.
    """
    fitting = 0
    for block in blocks:
        columns = [block.columns[text] for text in _without_sums(block.columns)]
        rows = [block.rows[text] for text in _without_sums(block.rows)]
        lines = [[(row, at) for at in columns] for row in rows]
        if not across:
            lines = [[(row, at) for row in rows] for at in columns]
        games = [[number for place in line if (number := _number(grid.text(*place))) is not None]
                 for line in lines]  # fmt: skip
        games = [game for game in games if len(game) in TABLE_SIZES]
        if role_of(block.corner.text) in {"rank", "place"}:
            fitting += sum(sorted(game) == [*range(1, len(game) + 1)] for game in games)
        else:
            totals = Counter(add_up(game) for game in games)
            fitting += max(totals.values(), default=0)
    return fitting


def _number(text: str) -> Decimal | None:
    number = number_of(text)
    return rank_of(text) if number is None else number
