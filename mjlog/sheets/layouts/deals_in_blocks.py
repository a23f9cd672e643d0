"""Turns sheets with a block of rows for each deal into tables with a row for each deal."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final, Literal

from mjlog.sheets.cells.numbers import is_number
from mjlog.sheets.cells.words import (
    OF_READY,
    ON_DISCARD,
    TABLE_SIZES,
    UNMARKED,
    Role,
    label_of,
    plain,
    role_of,
)
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.layouts.legends import is_self_drawn

_LEAST_BLOCKS: Final = 2
_LOOK: Final = 20
"""Number of first rows that may begin the first block."""
_OF_DEAL: Final[frozenset[Role | None]] = frozenset({
    "dealer", "winner", "from", "how", "han", "fu", "faan", "tai", "value", "items", "ready",
    "tenpai", "counters", "remark",
})  # fmt: skip
"""Meanings of headings that are before a single text in a block."""


@dataclass
class _Block:
    """The cells of one deal.

    `stated` has a pair for each heading: the heading and its text. `points` has each player's
    number by name, for each heading such as `Change`.
    """

    label: Cell
    stated: dict[str, tuple[Cell, Cell]] = field(default_factory=dict)
    points: dict[str, dict[str, Cell]] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """The names of the players, in the order of the first row or column of points."""
        return [*next(iter(self.points.values()), {})]


def with_rows_of_blocks(grid: Grid) -> Grid:
    """Convert a worksheet that has a block of rows for each deal into one row per deal.

    A block begins with the label of the deal. Below are headings such as `Winner` with a text
    behind each, and the players' points: a column or a row for each player. Return any other
    worksheet unchanged. Moved cells keep their names from the file, such as `D7`.
    """
    if all(_label_of_block(grid.in_row(row)) is None for row, _ in islice(grid.rows(), _LOOK)):
        return grid
    rows = [(row, [grid.cells[row, column] for column in columns]) for row, columns in grid.rows()]
    starts = [at for at, (_, cells) in enumerate(rows) if _label_of_block(cells) is not None]
    if len(starts) < _LEAST_BLOCKS:
        return grid
    ends = [*starts[1:], _end_of_last(rows, starts[-1])]
    blocks = [_block([cells for _, cells in rows[start:end]])
              for start, end in zip(starts, ends, strict=True)]  # fmt: skip
    names = blocks[0].names
    are_alike = all(sorted(block.names) == sorted(names) and block.stated for block in blocks)
    if len(names) not in TABLE_SIZES or not are_alike:
        return grid
    heads = {word: head for block in blocks for word, (head, _) in block.stated.items()}
    cells = {place: cell for place, cell in grid.cells.items() if place[0] < rows[starts[0]][0]}
    first = rows[starts[0]][0]
    cells[first, 1] = replace(blocks[0].label, text="Deal")
    column_of = {word: column for column, word in enumerate(heads, 2)}
    cells |= {(first, column_of[word]): head for word, head in heads.items()}
    words = [*dict.fromkeys(word for block in blocks for word in block.points)]
    column_of_points = {(word, name): len(heads) + 2 + at for at, (word, name) in enumerate(
        (word, name) for word in words for name in names)}  # fmt: skip
    # A name such as `Dag` is also a heading in another language.
    alone = " change" if any(role_of(name) for name in names) else ""
    for (word, name), column in column_of_points.items():
        head = f"{name} {word}" if word else f"{name}{alone}"
        cells[first, column] = replace(blocks[0].label, text=head)
    for row, block in enumerate(blocks, first + 1):
        cells[row, 1] = block.label
        cells |= {(row, column_of[word]): cell for word, (_, cell) in block.stated.items()}
        for word, cell_by_name in block.points.items():
            cells |= {(row, column_of_points[word, name]): cell
                      for name, cell in cell_by_name.items()}  # fmt: skip
    below = {row for row, _ in rows[ends[-1] :]}
    cells |= {place: cell for place, cell in grid.cells.items() if place[0] in below}
    return replace(grid, cells=cells, merged={})


def _end_of_last(rows: Sequence[tuple[int, Sequence[Cell]]], start: int) -> int:
    """Return the index in `rows` after the last block, which begins at the index `start`.

    The block ends before a title that is followed only by rows of a player and the final points. If
    there is no such title, it ends with the last row.
    """
    pairs = [len(cells) == len(_LABELLED) and is_number(cells[1].text) for _, cells in rows]
    for at in range(start + 1, len(rows) - min(TABLE_SIZES)):
        is_title = len(rows[at][1]) == 1 and not is_number(rows[at][1][0].text)
        if is_title and all(pairs[at + 1 :]):
            return at
    return len(rows)


def _label_of_block(cells: Sequence[Cell]) -> Cell | None:
    """Return the cell with the label of a deal, such as `E1`, if a row begins a block.

    A word such as `Deal` may be before the label, and headings such as `Winner` may be behind it,
    perhaps each with its text. Otherwise return None.
    """
    if _pairs_behind_label(cells):
        return cells[1]
    if len(cells) > len(_LABELLED) and cells[1].text[:1] in _NUMERIC:
        return None  # most rows are deals
    texts = [cell.text for cell in cells]
    if len(texts) == len(_LABELLED) and role_of(texts[0]) == "deal":
        return cells[1] if label_of(texts[1]) else None
    if len(texts) > 1 and not any(is_number(text) for text in texts):
        # `Deal 1`, `East 1`, and perhaps the counters and the result.
        word, _, rest = texts[0].partition(" ")
        is_counted = role_of(word) == "deal" and rest.isdigit()
        if is_counted and (label := label_of(texts[1])) and not label.isdigit():
            return cells[1]
    known = [role_of(text) in _OF_DEAL for text in texts[1:]]
    are_heads = 2 * sum(known) >= len(known) and not any(is_number(text) for text in texts)
    word, _, rest = texts[0].partition(" ")
    label = rest if role_of(word) == "deal" else texts[0]
    return replace(cells[0], text=label) if are_heads and label_of(label) else None


def _pairs_behind_label(cells: Sequence[Cell]) -> Sequence[tuple[Cell, Cell]]:
    """Return the headings and their texts in a row such as ``Deal,E1,Winner,Ann,Han,3``.

    Return an empty sequence if the row does not begin with a word for a deal and its label, or if
    other words are behind them.
    """
    if len(cells) <= len(_LABELLED) or len(cells) % 2 or role_of(cells[0].text) not in _CALLED:
        return ()
    pairs = [*zip(cells[2::2], cells[3::2], strict=True)]
    are_heads = all(role_of(head.text) in _OF_DEAL for head, _ in pairs)
    return pairs if are_heads and label_of(cells[1].text) else ()


_CALLED: Final = frozenset({"deal", "game", "round"})
"""Meanings of a word before the label of a deal; deals are also called games."""
_NUMERIC: Final = frozenset("+-−0123456789")
_LABELLED: Final = ("Deal", "E1")
"""A word and the label behind it."""


def _block(rows: Sequence[Sequence[Cell]]) -> _Block:
    """Read the rows of one deal; rows that are not understood are left out."""
    block, stated = _begun(rows[0])
    names: Mapping[int, str] = {}
    heads: Mapping[int, Cell] = {}
    for at_row, cells in enumerate(rows[1:], 1):
        pairs = [*zip(cells[::2], cells[1::2], strict=False)]
        are_pairs = all(role_of(head.text) in _OF_DEAL for head, _ in pairs)
        numbers = {cell.column: cell for cell in cells if is_number(cell.text)}
        below = {cell.column: cell for cell in cells if cell.column in stated}
        if len(below) == len(cells) and not block.stated:
            for at, cell in below.items():
                block.stated[plain(stated[at].text)] = (stated[at], cell)
        elif pairs and not len(cells) % 2 and are_pairs:
            block.stated |= {plain(head.text): (head, cell) for head, cell in pairs}
        elif not names and not heads and _is_of_player(cells):
            block.points.setdefault("", {}).setdefault(cells[0].text, cells[1])
        elif numbers and numbers.keys() == names.keys():
            word = cells[0].text if cells[0].column not in names else ""
            block.points[word] = {names[column]: cell for column, cell in numbers.items()}
        elif heads and numbers and numbers.keys() <= heads.keys():
            cell_by_head = {heads[cell.column].text: (heads[cell.column], cell)
                            for cell in cells if cell.column in heads}  # fmt: skip
            _add_player(block, cells[0].text, cell_by_head)
        elif not numbers and _names_points(cells, rows[at_row:]):
            heads = {cell.column: cell for cell in cells[1:]}
        elif not numbers:
            is_word = role_of(cells[0].text) in {"player", "seat"}
            names = {cell.column: cell.text for cell in cells[is_word:]}
    return block


def _begun(cells: Sequence[Cell]) -> tuple[_Block, Mapping[int, Cell]]:
    """Return a new block for this row, and the headings whose texts are in the next row.

    The headings are behind the label of the deal. If this row has the texts already, they are
    stored in the block, and no headings are returned. The texts are then in pairs of heading and
    text, or in phrases after a word such as `Deal` and the label.
    """
    block = _Block(_label_of_block(cells) or cells[0])
    stated = {cell.column: cell for cell in cells if cell.column > block.label.column}
    if pairs := _pairs_behind_label(cells):
        block.stated, stated = {plain(head.text): (head, cell) for head, cell in pairs}, {}
    elif block.label.column > cells[0].column and len(cells) > len(_LABELLED):
        block.stated, stated = _stated_beside([*stated.values()]), {}
    return block, stated


def _is_of_player(cells: Sequence[Cell]) -> bool:
    """Return whether a row has a player's name and a number, and nothing else."""
    texts = [cell.text for cell in cells]
    is_pair = len(texts) == len(_LABELLED) and not is_number(texts[0]) and is_number(texts[1])
    return is_pair and role_of(texts[0]) not in _OF_DEAL


def _stated_beside(cells: Sequence[Cell]) -> dict[str, tuple[Cell, Cell]]:
    """Read phrases beside the label of a deal, such as `counters 1` or `Ann wins, 2 han 30 fu`.

    Return pairs of a heading and a cell with a number or the result, by the heading.
    """
    stated: dict[str, tuple[Cell, Cell]] = {}
    for cell in cells:
        before = [(word, number) for word, number in _BEFORE_NUMBER.findall(cell.text)
                  if role_of(word) == "counters"]  # fmt: skip
        behind = [(word, number) for number, word in _BEHIND_NUMBER.findall(cell.text)
                  if role_of(word) in _COUNTED]  # fmt: skip
        for word, number in before or behind or [("Result", cell.text)]:
            stated[plain(word)] = (replace(cell, text=word), replace(cell, text=number))
    return stated


_BEFORE_NUMBER: Final = re.compile(r"([^\W\d]+)[ :]+([0-9]+)")
_BEHIND_NUMBER: Final = re.compile(r"([0-9]+) ?([^\W\d]+)")
_COUNTED: Final = frozenset({"han", "fu", "faan", "tai", "value"})


def _names_points(cells: Sequence[Cell], rows: Sequence[Sequence[Cell]]) -> bool:
    """Return whether a row has headings of points, above rows that each begin with a player.

    The first cell must be a word for players. If the number of other cells is that of a table's
    players, the cells may be the players' names, with the points in the row below. In this case,
    the last column must have a number in three or four of the `rows`.
    """
    last = cells[-1].column
    numbers = [cell for row in rows for cell in row if cell.column == last and is_number(cell.text)]
    has_names = len(cells) - 1 in TABLE_SIZES and len(numbers) not in TABLE_SIZES
    return role_of(cells[0].text) == "player" and not has_names


def _add_player(block: _Block, name: str, cell_by_head: Mapping[str, tuple[Cell, Cell]]) -> None:
    """Add the points of a player's row to a block, and the player to the lists of marked players.

    `cell_by_head` has the heading and the cell for each text of a heading. For example, a mark
    below `Riichi` adds the player to those who declared ready.
    """
    for word, (head, cell) in cell_by_head.items():
        if is_number(cell.text):
            block.points.setdefault(word, {})[name] = cell
        elif (part := _part_in_deal(cell.text)) and role_of(word) not in OF_READY:
            block.stated[part] = (replace(head, text=part), replace(cell, text=name))
            if is_self_drawn(cell.text):
                block.stated["from"] = (replace(head, text="From"), cell)
        elif role_of(word) in OF_READY and plain(cell.text) not in UNMARKED:
            _, listed = block.stated.get(plain(word), (head, None))
            text = f"{listed.text}, {name}" if listed is not None else name
            block.stated[plain(word)] = (head, replace(cell, text=text))


def _part_in_deal(text: str) -> Literal["winner", "from", ""]:
    """Return whether a word beside a player, such as `ron`, means the winner or the discarder."""
    if is_self_drawn(text) or plain(text) in ON_DISCARD or role_of(text) == "winner":
        return "winner"
    return "from" if role_of(text) == "from" else ""
