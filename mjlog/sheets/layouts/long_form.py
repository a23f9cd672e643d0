"""Turns sheets with a row for each player of each deal into tables with a row for each deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Final

from mjlog.sheets.cells.numbers import is_number
from mjlog.sheets.cells.vocabulary import words
from mjlog.sheets.cells.words import (
    OF_READY,
    OF_RESULTS,
    ON_DISCARD,
    SELF_DRAWN,
    UNMARKED,
    WORTH,
    label_of,
    plain,
    role_of,
)
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.layouts.legends import roles_of_marks

_SIZES: Final = (4, 3)
_LOOK: Final = 10
"""Number of first rows that may have the heads."""
_LEAST_DEALS: Final = 2
_LONGEST_MARK: Final = 2
_NOTEN: Final = frozenset(words("words", "noten"))
_PAYS: Final = frozenset(words("words", "pays"))
_WON, _LOST = "○", "×"
_SHARE: Final = 4
"""One deal among this number may differ, as a slip does."""

Blocks = Sequence[Sequence[int]]
"""Rows of each deal, one for each player, always in the same order of players."""


def with_rows_of_deals(grid: Grid) -> Grid:
    """Convert a worksheet that has a row for each player of a deal into one row per deal.

    Return any other worksheet unchanged. Moved cells keep their names from the file, such as `D7`.
    """
    for head, columns in islice(grid.rows(), _LOOK):
        player = next((column for column in columns
                       if role_of(grid.text(head, column)) == "player"), 0)  # fmt: skip
        if not player:
            continue
        rows = [row for row, _ in grid.rows() if row > head and grid.text(row, player)]
        blocks = _blocks(grid, rows, player)
        for column in columns:
            if role_of(grid.text(head, column)) in {None, "how"}:
                grid = _with_sentences(grid, head, blocks, (player, column))
        shared = [column for column in columns if column != player
                  and role_of(grid.text(head, column)) not in OF_READY
                  and _is_shared(grid, blocks, column)]  # fmt: skip
        if any(_names_deals(grid, head, blocks, column) for column in shared):
            own = [column for column in columns if column not in {player, *shared}]
            return _one_row_per_deal(grid, head, blocks, player, (shared, own))
    return grid


def _blocks(grid: Grid, rows: Sequence[int], player: int) -> Blocks:
    """Split rows into blocks, one block for each deal, with the players in the same order.

    Each element of the result is a list of row numbers. `rows` are all rows with a player, and
    `player` is the column of names. Return an empty sequence if the same three or four players do
    not recur in the rows of all deals.
    """
    for size in _SIZES:
        blocks = [rows[at : at + size] for at in range(0, len(rows), size)]
        names = [{plain(grid.text(row, player)): row for row in block} for block in blocks]
        is_same = all(block.keys() == names[0].keys() for block in names)
        if len(blocks) >= _LEAST_DEALS and is_same and len(names[0]) == size:
            return [[block[name] for name in names[0]] for block in names]
    return ()


def _with_sentences(grid: Grid, head: int, blocks: Blocks, columns: tuple[int, int]) -> Grid:
    """Return a copy of `grid` with one cell of each deal for the win, as `Ann ron 2/40 from Bob`.

    The sentence is made from what each player did in the deal, such as `ron 2/40` and `dealt in`.
    `columns` are the column of names and the column of what the players did. Return `grid` if its
    texts are not of this kind.
    """
    player, column = columns
    cells = dict(grid.cells)
    wins = 0
    for block in blocks:
        filled = [row for row in block if grid.text(row, column)]
        won = [row for row in filled if _tells_a_win(grid.text(row, column))]
        lost = [row for row in filled if role_of(grid.text(row, column)) == "from"]
        if not filled:
            continue
        if len(won) != 1 or len(lost) > 1 or len(filled) > len(won) + len(lost):
            return grid
        sentence = f"{grid.text(won[0], player)} {grid.text(won[0], column)}"
        sentence += f" from {grid.text(lost[0], player)}" if lost else ""
        cells[won[0], column] = replace(cells[won[0], column], text=sentence)
        for row in lost:
            del cells[row, column]
        wins += 1
    if 2 * wins <= len(blocks):
        return grid
    cells[head, column] = replace(grid.spot(head, column), text="Result")
    return replace(grid, cells=cells)


def _tells_a_win(text: str) -> bool:
    """Return whether a text is a word for a kind of win and a number, such as `tsumo 2/30`."""
    first, _, rest = text.partition(" ")
    return plain(first) in SELF_DRAWN | ON_DISCARD and any(letter.isdigit() for letter in rest)


def _is_shared(grid: Grid, blocks: Blocks, column: int) -> bool:
    """Return whether a column is about the whole deal: the rows of a deal have equal texts.

    A text in only one row of each deal is also about the deal, unless it is a mark of one or two
    characters, which belongs to that row's player. A quarter of the deals may differ.
    """
    texts = [grid.down(block, column) for block in blocks]
    # A text that is written only once in a deal may be a mark of the player in its row.
    is_marked = all(len(text) <= _LONGEST_MARK and not is_number(text)
                    for some in texts if len(some) == 1 for text in some)  # fmt: skip
    single = [len({*some}) <= 1 and not (is_marked and len(some) == 1) for some in texts]
    return any(texts) and single.count(False) * _SHARE <= len(blocks)


def _names_deals(grid: Grid, head: int, blocks: Blocks, column: int) -> bool:
    """Return whether a column has a label, such as `E1`, in the first row of each deal.

    Numbers alone are labels only if the heading is a word for a deal.
    """
    labels = [label_of(grid.text(block[0], column)) for block in blocks]
    is_of_deals = role_of(grid.text(head, column)) == "deal"
    return all(label and (is_of_deals or not label.isdigit()) for label in labels)


def _one_row_per_deal(
    grid: Grid, head: int, blocks: Blocks, player: int, columns: tuple[Sequence[int], Sequence[int]]
) -> Grid:
    """Return a copy of a worksheet with one row for each deal instead of one row for each player.

    `blocks` are the rows of each deal, and `player` is the column of names. `columns` is two lists:
    columns that are equal for all players of a deal, and columns that differ. Each column of the
    second list becomes one column for each player, except columns of seats.
    """
    shared, own = columns
    roles = {column: role_of(grid.text(head, column)) for column in own}
    own = [column for column in own if roles[column] != "seat"]
    cells: dict[tuple[int, int], Cell] = {
        place: cell for place, cell in grid.cells.items() if place[0] < head
    }
    for at, column in enumerate(shared, 1):
        if (cell := grid.at(head, column)) is not None:
            cells[head, at] = cell
        for block in blocks:
            first = next((cell for row in block if (cell := grid.at(row, column))), None)
            if first is not None:
                cells[block[0], at] = first
    cells |= _own_columns(grid, head, blocks, player, (own, len(shared) + 1))
    behind = len(shared) + len(own) * len(blocks[0]) + 1
    if {*roles.values()}.isdisjoint(OF_RESULTS):
        valued = (column for column in shared if _is_in_row_of_winner(grid, head, blocks, column))
        cells |= _marks_of_winners(grid, head, blocks, (player, next(valued, 0), behind))
    results = [column for column in own if roles[column] == "how"]
    for column in results:
        cells |= _tenpai_players(grid, head, blocks, (player, column, behind))
        cells |= _results_of_all(grid, head, blocks, (column, behind + 1))
    last = blocks[-1][-1]
    below = {place: cell for place, cell in grid.cells.items() if place[0] > last}
    return replace(grid, cells={**cells, **below}, merged={})


def _own_columns(
    grid: Grid, head: int, blocks: Blocks, player: int, columns: tuple[Sequence[int], int]
) -> Mapping[tuple[int, int], Cell]:
    """Return new cells for columns that differ between the players of a deal, by row and column.

    Each such column becomes one column for each player. `columns` is the list of these columns and
    the first free column of the worksheet.
    """
    own, first = columns
    numeric = [column for column in own
               if any(is_number(text) for block in blocks for text in grid.down(block, column))
               ]  # fmt: skip
    cells: dict[tuple[int, int], Cell] = {}
    filled = [column for column in own if _is_filled(grid, head, blocks, column)]
    explained = {mark for row, columns in grid.rows() if row < head
                 for text in grid.texts(row, columns) for mark in roles_of_marks(text)}  # fmt: skip
    kept = [column for column in own if explained and all(
        explained.issuperset(text.split()) for block in blocks for text in grid.down(block, column)
    )]  # fmt: skip
    for at, (column, place) in enumerate(product(filled, range(len(blocks[0]))), first):
        spot = grid.spot(blocks[0][place], player)
        word = grid.text(head, column)
        # A column of results becomes a column of marks for each player.
        word = _WON if role_of(word) == "how" else word
        name = spot.text if numeric == [column] else f"{spot.text} {word}"
        cells[head, at] = replace(spot, text=name)
        for block in blocks:
            cell = grid.at(block[place], column)
            if _is_of_all(grid, head, block, column):
                continue
            if cell is not None and column in kept:
                cells[block[0], at] = cell  # a legend says what the mark means
            elif cell is not None and not _is_left_out(cell.text, grid.text(head, column)):
                text = _marked(cell.text, grid.text(head, column))
                cells[block[0], at] = replace(cell, text=text)
    return cells


def _is_filled(grid: Grid, head: int, blocks: Blocks, column: int) -> bool:
    """Return whether a column has a text that is written into the new columns of the players."""
    texts = (text for block in blocks for text in grid.down(block, column) if text)
    return any(not _is_left_out(text, grid.text(head, column)) for text in texts)


def _is_of_all(grid: Grid, head: int, block: Sequence[int], column: int) -> bool:
    """Return whether all rows of a deal have the same result in this column, such as a draw."""
    texts = grid.down(block, column)
    is_alike = len(texts) == len(block) and len({*texts}) == 1
    return is_alike and role_of(grid.text(head, column)) == "how"


def _is_in_row_of_winner(grid: Grid, head: int, blocks: Blocks, column: int) -> bool:
    """Return whether a column has hand values, and each deal has at most one such value.

    The row with the value then belongs to the winner.
    """
    texts = [grid.down(block, column) for block in blocks]
    is_of_worth = role_of(grid.text(head, column)) in dict(WORTH)
    return is_of_worth and any(texts) and all(len(some) <= 1 for some in texts)


def _marks_of_winners(
    grid: Grid, head: int, blocks: Blocks, columns: tuple[int, int, int]
) -> Mapping[tuple[int, int], Cell]:
    """Return the cells of new columns, one for each player, with ``○`` in the deals won.

    The winner is the player whose row has a hand value. `columns` is a tuple of three: the column
    of names, the column of hand values (0 if there is none), and the first free column. The result
    maps (row, column) to a cell.
    """
    player, valued, first = columns
    cells: dict[tuple[int, int], Cell] = {}
    for place, row in enumerate(blocks[0] if valued else ()):
        name = grid.text(row, player)
        cells[head, first + place] = replace(grid.spot(row, player), text=f"{name} {_WON}")
        for block in blocks:
            cell = grid.at(block[place], valued)
            if cell is not None:
                cells[block[0], first + place] = replace(cell, text=_WON)
    return cells


def _is_left_out(text: str, head: str) -> bool:
    """Return whether a text is not needed in the new columns of the players.

    In a column of results, this is a text that says that the player paid, or was ready or not
    ready. In a column of marks it is a text for no mark, such as a 0 for a player who was not
    ready. `head` is the column's heading.
    """
    if role_of(head) in OF_READY:
        return plain(text) in UNMARKED
    return role_of(head) == "how" and (plain(text) in _PAYS | _NOTEN or role_of(text) == "tenpai")


def _tenpai_players(
    grid: Grid, head: int, blocks: Blocks, columns: tuple[int, int, int]
) -> Mapping[tuple[int, int], Cell]:
    """Return the cells of a new column with the names of the players who were ready at each draw.

    `columns` are the column of names, the column of results, and the new column. Return no cells if
    nobody was ready.
    """
    player, result, at = columns
    cells: dict[tuple[int, int], Cell] = {}
    for block in blocks:
        waiting = [row for row in block if role_of(grid.text(row, result)) == "tenpai"]
        if waiting:
            names = ", ".join(grid.text(row, player) for row in waiting)
            cells[block[0], at] = replace(grid.cells[waiting[0], result], text=names)
    return {(head, at): replace(grid.cells[head, result], text="tenpai"), **cells} if cells else {}


def _results_of_all(
    grid: Grid, head: int, blocks: Blocks, columns: tuple[int, int]
) -> Mapping[tuple[int, int], Cell]:
    """Return the cells of a new column with the results that all players of a deal have.

    `columns` are the column of results and the new column. Return no cells if there are none.
    """
    column, at = columns
    cells = {(block[0], at): grid.cells[block[0], column] for block in blocks
             if _is_of_all(grid, head, block, column)}  # fmt: skip
    return {(head, at): grid.cells[head, column], **cells} if cells else {}


def _marked(text: str, head: str) -> str:
    """Convert a word about one player's result into a mark: ``○`` for winner, ``×`` for discarder.

    `head` is the heading of the column. In a column of ready players each word becomes ``○``, and
    in a column of discarders a word such as `ron` becomes ``×``. Any other text is returned
    unchanged.
    """
    if role_of(head) in OF_READY:
        return _WON
    if role_of(text) == "from" or (role_of(head) == "from" and plain(text) in ON_DISCARD):
        return _LOST
    return _WON if role_of(text) == "winner" or plain(text) in SELF_DRAWN | ON_DISCARD else text
