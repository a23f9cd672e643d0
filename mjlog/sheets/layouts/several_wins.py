"""Reads several wins of a deal: in columns such as `Winner 2`, or in rows such as `2a` and `2b`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Final

from mjlog.sheets.cells.words import Role, role_of
from mjlog.sheets.files.workbook import Cell, Grid

_LOOK: Final = 10
"""Number of first rows that may have the heads."""
_OF_WIN: Final[frozenset[Role | None]] = frozenset(
    {"winner", "from", "how", "han", "fu", "faan", "tai", "value", "items", "limit"}
)
_OF_DEAL: Final[frozenset[Role | None]] = frozenset(
    {"deal", "wind", "dealer", "counters", "game", "round"}
)
_NUMBER: Final = re.compile(
    r"^(?:第?[一二三四]|[1-4](?:st|nd|rd|th|er|re|e|\.|ª|º)?)[\s_.-]*|[\s_.#-]*[(]?[1-4][)]?$"
)
"""The number of a win in a heading, before or behind the word."""

_LETTERED: Final = re.compile(r"(.*[0-9])[ .]?([a-d])")
"""The label of a deal with a letter for the win, as in `E1a`."""
_LETTERS: Final = "abcd"


def with_rows_of_wins(grid: Grid) -> Grid:
    """Move the second and further wins of a row, which have columns of their own, into new rows.

    The headings are the same for each win but for a number, as in `Winner 1, Fan 1, Winner 2, Fan
    2`. A new row repeats the name of the deal. Return any other worksheet unchanged.
    """
    for head, columns in islice(grid.rows(), _LOOK):
        wins = _columns_of_wins(grid, head, columns)
        if len(wins) > 1:
            return _with_rows(grid, head, wins)
    return grid


def remove_letters_of_wins(grid: Grid) -> Grid:
    """Remove the letters of labels that have one for each win of a deal: `2a` and `2b` become `2`.

    The letters of a deal must follow each other from `a` on, and at least one deal must have two.
    The heading directly above becomes `Deal`. Return any other worksheet unchanged.
    """
    for column in (1, 2):
        texts = {place: cell.text for place, cell in grid.cells.items()
                 if place[1] == column and cell.text[-1:] in _LETTERS}  # fmt: skip
        labels = {place: label for place, text in texts.items()
                  if (label := _LETTERED.fullmatch(text))}  # fmt: skip
        letters: dict[str, str] = {}
        for _, label in sorted(labels.items()):
            letters[label[1]] = letters.get(label[1], "") + label[2]
        if "ab" in {some[:2] for some in letters.values()} and all(
            _LETTERS.startswith(some) for some in letters.values()
        ):
            shortened = {place: label[1] for place, label in labels.items()}
            head = (min(shortened)[0] - 1, column)
            if head in grid.cells:  # the heading may also be a word such as `Win`
                shortened[head] = "Deal"
            return grid.with_texts(shortened)
    return grid


def _columns_of_wins(grid: Grid, head: int, columns: Sequence[int]) -> list[Sequence[int]]:
    """Return the columns of each win in a row, such as `Winner 1, Fan 1` and `Winner 2, Fan 2`.

    Each win must have the same meanings of columns. Return an empty list if there is only one win.
    """
    roles = {column: role_of(_NUMBER.sub("", grid.text(head, column))) for column in columns}
    starts = [column for column in columns if roles[column] == "winner"]
    if len(starts) < 2:
        return []
    widths = {after - before for before, after in pairwise(starts)}
    width = min(widths)
    wins = [range(start, start + width) for start in starts]
    kinds = {tuple(roles.get(column) for column in win) for win in wins}
    is_alike = len(widths) == len(kinds) == 1 and _OF_WIN.issuperset(*kinds)
    return [*wins] if is_alike else []


def _with_rows(grid: Grid, head: int, wins: Sequence[Sequence[int]]) -> Grid:
    """Return a copy of the worksheet in which each win of a row has its own row.

    `wins` has the columns of each win. The second and further wins are moved to the columns of the
    first win, in new rows below that repeat the name of the deal.
    """
    first, *others = wins
    moved = {column for win in others for column in win}
    shared = [column for column in grid.columns_of(head)
              if role_of(grid.text(head, column)) in _OF_DEAL]  # fmt: skip
    cells: dict[tuple[int, int], Cell] = {}
    added = 0
    for row in range(1, max(row for row, _ in grid.cells) + 1):
        columns = [column for column in grid.columns_of(row) if column not in moved]
        cells |= {(row + added, column): grid.cells[row, column] for column in columns}
        for win in others if row > head else ():
            if grid.at(row, win[0]) is None:
                continue
            added += 1
            cells |= {(row + added, column): grid.cells[row, column]
                      for column in shared if grid.at(row, column)}  # fmt: skip
            for column, own in zip(first, win, strict=True):
                if (cell := grid.at(row, own)) is not None:
                    cells[row + added, column] = cell
    for column in first:
        cell = grid.cells[head, column]
        cells[head, column] = replace(cell, text=_NUMBER.sub("", cell.text))
    return replace(grid, cells=cells, merged={})
