"""Reads results in blocks, one for each game, whose first heading is the name of the game.

For example, `Game 1,Score,Rank,Uma` is above the names of the players and their numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from mjlog.sheets.cells.numbers import is_number, rank_of
from mjlog.sheets.cells.words import TABLE_SIZES, is_total, label_of, plain, role_of
from mjlog.sheets.files.workbook import Cell, Grid, Place, grid_of_lines
from mjlog.sheets.result_sheets.result_layouts import (
    has_heading_of_places,
    is_sum,
    names_a_game,
    names_a_place,
)
from mjlog.sheets.result_sheets.turned_results import word_of_results

_LEAST: Final = 2
"""Fewest blocks of a worksheet."""


@dataclass(frozen=True, slots=True)
class _Block:
    """A block of a worksheet: `corner` names the game, and `heads` are the other headings.

    `rows` are the rows of the players, and of sums at the end.
    """

    corner: Cell
    heads: Sequence[Cell]
    rows: Sequence[int]

    @property
    def words(self) -> Sequence[str]:
        """The headings behind the name of the game, in normalized form."""
        return [plain(cell.text) for cell in self.heads]


def stack_blocks(grid: Grid) -> Grid | None:
    """Convert blocks named after games into one table with a row for each player of a game.

    Blocks may be below and next to each other; they have the same headings except the name of the
    game. The new columns are the table, the game, the player and those of a block. A block called
    `Total` becomes the players' totals. Copied cells keep their cell names in the file. Return None
    if the worksheet has no such blocks.
    """
    blocks = [*_blocks(grid)]
    games = [block for block in blocks if not is_total(block.corner.text)]
    if len(games) < _LEAST or any(block.words != games[0].words for block in games):
        return None
    corners = [block.corner for block in blocks]
    starts = sorted({corner.column for corner in corners})
    named_at = {(corner.row, corner.column) for corner in corners}
    tables = [_table_above(grid, block, named_at) for block in blocks]
    if len(starts) > 1 and not any(tables):
        tables = [str(1 + starts.index(block.corner.column)) for block in blocks]
    called = {(table, corner.text) for table, corner in zip(tables, corners, strict=True)}
    if len(called) < len(blocks):
        return None
    heads = [Cell(0, 0, "Table"), Cell(0, 0, "Game"), Cell(0, 0, "Player"), *games[0].heads]
    lines: list[list[Cell | None]] = [[*heads]]
    # Totals of the players are read below all games.
    in_order = sorted(
        zip(blocks, tables, strict=True), key=lambda pair: is_total(pair[0].corner.text)
    )
    for block, table in in_order:
        corner = block.corner
        columns = {word: head.column for word, head in zip(block.words, block.heads, strict=True)}
        for row in block.rows:
            numbers = [grid.at(row, columns.get(word, 0)) for word in games[0].words]
            of_table = replace(corner, text=table) if table else None
            lines.append([of_table, corner, grid.cells[row, corner.column], *numbers])
    return grid_of_lines(grid.name, lines)


def _blocks(grid: Grid) -> Iterator[_Block]:
    """Find the blocks of a worksheet, and yield each of them, row by row.

    A block has three or four rows of players, each with a name below the name of the game and with
    numbers or ranks in at least one of the other columns.
    """
    for row, columns in grid.rows():
        # Headings have no numbers.
        if len(columns) < _LEAST or is_number(grid.cells[row, columns[-1]].text):
            continue
        cells = grid.in_row(row)
        # A word for totals is the name of a block only if it is not behind the other headings.
        starts = [at for at, cell in enumerate(cells)
                  if names_a_game(cell.text) or names_a_place(cell.text)
                  or (is_total(cell.text) and (row, cell.column - 1) not in grid.cells)
                  ]  # fmt: skip
        for start, end in pairwise([*starts, len(cells)]):
            corner = cells[start]
            heads = [cell for at, cell in enumerate(cells[start:end])
                     if at and cell.column == corner.column + at]  # fmt: skip
            if not _names_a_block(corner.text, [cell.text for cell in heads]):
                continue
            rows = _rows_below(grid, corner, heads)
            players = [at for at in rows if not is_sum(grid.text(at, corner.column))]
            if len(players) in TABLE_SIZES or (is_total(corner.text) and players):
                yield _Block(corner, heads, rows)


def _names_a_block(text: str, heads: Sequence[str]) -> bool:
    """Return whether a text is the name of a block: a game, a table, or the totals of all games.

    `heads` are the headings after the text. At least one must be a word for results, such as points
    or ranks, and none may be a number. After the name of a table or round, one must name ranks or
    placement points, because deals are also called rounds.
    """
    if any(is_number(head) for head in heads) or not any(word_of_results(head) for head in heads):
        return False
    is_of_table = names_a_place(text) and has_heading_of_places(heads)
    return is_of_table or names_a_game(text) or is_total(text)


def _rows_below(grid: Grid, corner: Cell, heads: Sequence[Cell]) -> Sequence[int]:
    """Return the adjacent rows below a heading with a name and numbers in the block's columns."""
    rows: list[int] = []
    row = corner.row
    while name := grid.text(row := row + 1, corner.column):
        texts = [text for head in heads if (text := grid.text(row, head.column))]
        is_name = is_sum(name) or not (is_number(name) or label_of(name) or role_of(name))
        if not is_name or not texts or not all(is_number(text) or rank_of(text) for text in texts):
            break
        rows.append(row)
    return rows


def _table_above(grid: Grid, block: _Block, named_at: Collection[Place]) -> str:
    """Return the number of the table that the title above a block names, or an empty text.

    `named_at` are the positions of the cells that name games; these cells are not used as titles.
    """
    column = block.corner.column
    for row in range(block.corner.row - 1, 0, -1):
        text = grid.text(row, column)
        if names_a_place(text) and (row, column) not in named_at:
            return text.split()[-1].strip("#.") if " " in text else text
    return ""
