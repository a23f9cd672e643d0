"""Removes what is next to a table: another small table, such as prices, and remarks."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import islice, takewhile
from typing import Final

from mjlog.sheets.cells.numbers import is_number
from mjlog.sheets.cells.words import label_of, plain, role_of, words_of
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.layouts.legends import says_more

_LEAST_COLUMNS: Final = 2
_LEAST_HEADS: Final = 4
"""Fewest different heads of deals in a row of heads."""
_LOOK: Final = 40
_LEAST_PARTS: Final = 2


def remove_side_table(grid: Grid) -> tuple[Grid, list[Cell]]:
    """Remove a second table, such as a list of prices, that is next to the table of deals.

    The second table is recognised by numbers in the row of the deals' headings, with an empty
    column or its own headings between. Return a copy of the worksheet, and a list with the first
    removed cell, used to report the removal. The list is empty if nothing was removed.
    """
    filled = {column for _, column in grid.cells}
    gaps = [column for column in range(2, max(filled, default=0)) if column not in filled]
    for row, columns in islice(grid.rows(), _LOOK if gaps else 0):
        for gap in gaps:
            for is_left in (True, False):
                of_deals = [column for column in columns if (column < gap) == is_left]
                beside = [column for column in columns if (column < gap) != is_left]
                texts = grid.texts(row, of_deals)
                heads = {role_of(text) for text in texts} - {None}
                are_heads = len(heads) >= _LEAST_HEADS and not any(is_number(t) for t in texts)
                if are_heads and beside and all(is_number(t) for t in grid.texts(row, beside)):
                    return _split(grid, [at for at in filled if (at < gap) == is_left])
    for row, columns in islice(grid.rows(), _LOOK):
        if begin := _first_of_prices(grid, row, columns):
            return _split(grid, range(begin))
    return grid, []


def _split(grid: Grid, columns: Collection[int]) -> tuple[Grid, list[Cell]]:
    """Keep only `columns`; return the changed worksheet, and the first removed cell in a list."""
    left_out = (cell for (_, column), cell in grid.cells.items() if column not in columns)
    first = min(left_out, key=lambda cell: (cell.row, cell.column))
    return grid.only(lambda _, column: column in columns), [first]


def remove_remarks_beside(grid: Grid) -> tuple[Grid, list[Cell]]:
    """Remove remarks without a heading, such as `nice hand`, right of an empty column.

    Columns with numbers, with known headings or with a text that is also in the table stay. Return
    a copy of the worksheet, and the removed cells.
    """
    filled = sorted({column for _, column in grid.cells})
    starts = [column for column in filled if column - 1 not in filled]
    if len(starts) < _LEAST_PARTS:
        return grid, []
    parts: list[list[Cell]] = [[] for _ in starts]
    for (_, column), cell in grid.cells.items():
        parts[bisect_right(starts, column) - 1].append(cell)
    times = Counter(cell.text for cell in grid.cells.values())
    rows = len([*grid.rows()])
    remarks = [
        cell for beside in parts[1:]
        if 2 * len(beside) < rows and _are_remarks([cell.text for cell in beside], times)
        for cell in beside
    ]  # fmt: skip
    places = {(cell.row, cell.column) for cell in remarks}
    cells = {place: cell for place, cell in grid.cells.items()
             if (cell.row, cell.column) not in places}  # fmt: skip
    return (replace(grid, cells=cells), remarks) if remarks else (grid, [])


def _are_remarks(texts: Sequence[str], times: Mapping[str, int]) -> bool:
    """Return whether none of the texts of some columns is a number, a heading or in other columns.

    `times` says how often the whole worksheet has each text.
    """
    own = Counter(texts)
    return not any(says_more(text) or role_of(text) or own[text] < times[text] for text in own)


def remove_times_and_counts(grid: Grid) -> tuple[Grid, list[Cell]]:
    """Remove columns of times of day, durations, running numbers and ids from a worksheet.

    For example, a column has `19:30` or `25 min` below its heading. The first column stays, because
    a time or a number may be the name of a game, unless the next column has labels of deals. No
    column is removed if `分` means points instead of minutes. Return a copy of the worksheet, and a
    list of the removed headings, which is empty if nothing was removed.
    """
    likely = {column for row, columns in islice(grid.rows(), _LOOK) for column in columns
              if plain(text := grid.text(row, column)) in _COUNTS or _TIME.fullmatch(text)
              or role_of(text) == "game"
              }  # fmt: skip
    if not likely or any(_LOST.fullmatch(cell.text) for cell in grid.cells.values()):
        return grid, []
    rows_of: dict[int, list[int]] = {}
    for row, column in grid.cells:
        rows_of.setdefault(column, []).append(row)
    first, *others = sorted(rows_of)
    is_spare = _is_beside_names(grid, first, others)
    is_spare = is_spare or _has_one_id(grid, first, sorted(rows_of[first]))
    columns = [column for column in [first] * is_spare + others
               if _has_times(grid, column, sorted(rows_of[column]))
               or _has_counts(grid, column, sorted(rows_of[column]))
               or _has_one_id(grid, column, sorted(rows_of[column]))]  # fmt: skip
    if not columns:
        return grid, []
    moved = others[0] - first if first in columns else 0
    texts_of_heads = {column: grid.text(min(rows_of[column]), column) for column in columns}
    is_timed = {column: _has_times(grid, column, sorted(rows_of[column])) for column in columns}
    cells = {
        (row, max(1, column - moved)): cell for (row, column), cell in grid.cells.items()
        if column not in columns or row < min(rows_of[column])
        # Another table may have a column below the times.
        or (is_timed[column] and not _TIME.fullmatch(cell.text)
            and cell.text != texts_of_heads[column])
    }  # fmt: skip
    heads = [grid.cells[min(rows_of[column]), column] for column in columns]
    return replace(grid, cells=cells), heads


def _is_beside_names(grid: Grid, first: int, others: Sequence[int]) -> bool:
    """Return whether the first column has ids, or the next column has labels such as `E1`."""
    rows = [row for row, _ in grid.rows()]
    names = [label_of(text) for text in grid.down(rows, others[0])] if others else []
    has_ids = any(plain(text) == "id" for text in grid.down(rows, first))
    return has_ids or any(name and not name.isdigit() for name in names)


def _has_times(grid: Grid, column: int, rows: Sequence[int]) -> bool:
    """Return whether a column has at least two times below its heading.

    The heading may be repeated, and another table may have a column below.
    """
    if len(rows) <= _HEADED or not _TIME.fullmatch(grid.text(rows[1], column)):
        return False
    head, *texts = grid.down(rows, column)
    own = takewhile(lambda text: text == head or _TIME.fullmatch(text), texts)
    times = sum(text != head for text in own)
    return not _TIME.fullmatch(head) and times >= _HEADED


def _has_counts(grid: Grid, column: int, rows: Sequence[int]) -> bool:
    """Return whether a column has three or more rising numbers below a heading such as `No.`."""
    if plain(grid.text(rows[0], column)) not in _COUNTS:
        return False
    _, *texts = grid.down(rows, column)
    numbers = [int(text) for text in texts if text.isdecimal()]
    return numbers == sorted({*numbers}) and len(numbers) == len(texts) >= _LEAST_COUNTED


def _has_one_id(grid: Grid, column: int, rows: Sequence[int]) -> bool:
    """Return whether a column has the same id of a game, such as `g-204`, in each row."""
    head, *texts = grid.down(rows, column)
    if len({*texts}) != 1 or len(texts) < _LEAST_COUNTED:
        return False
    has_digits = any(sign.isdigit() for sign in texts[0])
    return has_digits and not texts[0].isdigit() and role_of(head) == "game"


_HEADED: Final = 2
"""Rows of a heading and a single time below it."""
_LEAST_COUNTED: Final = 3
_COUNTS: Final = words_of("id nr no # n° № lp 番号 序号 編號 编号 번호")
_TIME: Final = re.compile(
    r"[0-9]{1,2}:[0-5][0-9](?::[0-5][0-9])?|[0-9]{1,3} ?(?:min|мин|分|분)[.]?"
)


_LOST: Final = re.compile(r"[-−–▲△][0-9]+ ?分")
"""Lost points with a Chinese sign that also means minutes."""


def _first_of_prices(grid: Grid, row: int, columns: Sequence[int]) -> int:
    """Return the first column of a table of numbers to the right of the deals' headings.

    `row` is the row of the headings, and `columns` are its columns with text. The table of numbers
    must have a heading for each of its columns in the row above. Return 0 if there is no such
    table.
    """
    texts = grid.texts(row, columns)
    numbers = [*takewhile(is_number, reversed(texts))]
    heads = {role_of(text) for text in texts[: -len(numbers) or None]} - {None}
    if len(numbers) < _LEAST_COLUMNS or len(heads) < _LEAST_HEADS:
        return 0
    beside = columns[-len(numbers) :]
    above = grid.texts(row - 1, beside) if row > 1 else [""]
    # Players may have numbers as names, below a head for all of them.
    are_prices = numbers[::-1] != [str(number) for number in range(1, len(numbers) + 1)]
    return beside[0] if are_prices and all(t and not is_number(t) for t in above) else 0
