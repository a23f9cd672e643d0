"""Joins heads of players that are spread over two rows, as in printed forms.

Each player has a column for gains and one for losses, or the names are below the winds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from typing import Final

from mjlog.model.record import NOBODY
from mjlog.sheets.cells.numbers import is_number, number_of
from mjlog.sheets.cells.vocabulary import words
from mjlog.sheets.cells.words import (
    TABLE_SIZES,
    is_seat_name,
    label_of,
    plain,
    role_of,
    seat_of,
    wind_of,
)
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.layouts.columns_beside_players import with_columns_beside_players

_SIGNS: Final = {plain(word): sign for sign, key in (("+", "gains"), ("-", "losses"))
                 for word in words("words", key)}  # fmt: skip
_QUESTION: Final = re.compile(
    r"(?P<question>[^()\[\]]*[^()\[\]\s])\s*[(\[](?P<player>[^()\[\]]+)[)\]]"
)
_LEAST_PAIRS: Final = 3
_LEAST_HEADS: Final = 2
_LOOK: Final = 40
"""Number of first rows that may have the heads."""


def with_heads_joined(grid: Grid) -> Grid:
    """Join headings that are in two rows or two columns, so that each player has one column.

    For example, a wind in one row and the name in the next row become the heading `E: Ann`. Return
    a copy of the worksheet with the joined headings; a worksheet without such headings is returned
    unchanged.
    """
    grid = with_columns_beside_players(_with_numbered_players(grid))
    grid = _with_winds_apart(_with_players_of_questions(_with_sums_of_players(grid)))
    return _with_names_joined(with_signs_joined(_with_names_over_marks(grid)))


def _with_numbered_players(grid: Grid) -> Grid:
    """Put the player first in headings such as `Points Player A`; return a copy of the worksheet.

    Without this change, the single letter after `Player` would not be read as part of the name. If
    all these headings have the same other word, such as `Points`, it is left out.
    """
    for row, columns in islice(grid.rows(), _LOOK):
        heads = {column: match for column in columns
                 if (match := _NUMBERED_PLAYER.fullmatch(grid.text(row, column)))
                 and role_of(match["player"]) == "player"}  # fmt: skip
        times = Counter(match["word"] for match in heads.values())
        if not heads or not all(number in TABLE_SIZES for number in times.values()):
            continue
        texts = {}
        for column, match in heads.items():
            name = f"{match['player']} {match['letter']}"
            texts[row, column] = name if len(times) == 1 else f"{name} {match['word']}"
        return grid.with_texts(texts)
    return grid


_NUMBERED_PLAYER: Final = re.compile(
    r"(?P<word>[^\W\d_]+)[ _:-]+(?P<player>[^\W\d_]+)[ _]?(?P<letter>[A-D1-4])"
)


def _with_sums_of_players(grid: Grid) -> Grid:
    """Change a word for sums behind each player's name, as in `Ann, Sum, Bo, Sum`, into a total.

    The new headings are such as `Ann total`. Return the worksheet with the changed headings.
    """
    for row, columns in islice(grid.rows(), _LOOK):
        texts = grid.texts(row, columns)
        sums = [at for at, text in enumerate(texts) if at and role_of(text) == "sum"]
        names = [texts[at - 1] for at in sums]
        are_names = len({*names}) in TABLE_SIZES and not any(role_of(name) for name in names)
        if are_names and len(names) == len({*names}) and len({texts[at] for at in sums}) == 1:
            return grid.with_texts({(row, columns[at]): f"{texts[at - 1]} total" for at in sums})
    return grid


def _with_winds_apart(grid: Grid) -> Grid:
    """Insert a colon after the wind in headings such as `E De Vries` or `東陳生`.

    Return the worksheet with the changed headings. A single letter may also be the beginning of a
    name, so headings change only if each wind occurs once.
    """
    for row, columns in islice(grid.rows(), _LOOK):
        # `東場` is a round, not a player.
        heads = {column: match for column in columns
                 if (match := _WIND_AND_NAME.fullmatch(text := grid.text(row, column)))
                 and not wind_of(text)}  # fmt: skip
        seats = [seat_of(match["wind"]) for match in heads.values()]
        if len(seats) in TABLE_SIZES and sorted(seats) == [*range(len(seats))]:
            return grid.with_texts({(row, column): f"{match['wind']}: {match['name']}"
                                    for column, match in heads.items()})  # fmt: skip
    return grid


_WIND_AND_NAME: Final = re.compile(
    r"(?P<wind>[ESWN](?=[\s.-])|[東东南西北](?![家位]))[\s.-]*(?P<name>[^\W\d].*)"
)


def _with_players_of_questions(grid: Grid) -> Grid:
    """Change headings such as `Points [Ann]` into `Ann Points`; return a copy of the worksheet.

    Online forms write such headings if a question has a row for each player.
    """
    for row, columns in islice(grid.rows(), _LOOK):
        asked = {column: match for column in columns
                 if (match := _QUESTION.fullmatch(grid.text(row, column)))}  # fmt: skip
        times = Counter(match["question"] for match in asked.values())
        texts = {}
        for column, match in asked.items():
            question, player = match["question"], match["player"].strip()
            # `South 1 (1 honba)` is a deal, not a question about a player.
            if times[question] in TABLE_SIZES and not (is_number(player) or label_of(question)):
                has_role = role_of(question) not in {None, "player"}
                texts[row, column] = f"{player} {question}" if has_role else player
        if texts:
            return grid.with_texts(texts)
    return grid


def _with_names_over_marks(grid: Grid) -> Grid:
    """Copy each player's heading to the column on its right if that column has the numbers.

    In such sheets a player has two columns, marks and numbers, but only the marks have a heading.
    Return a copy of the worksheet with the new headings, or the worksheet unchanged.
    """
    rows = [*islice(grid.rows(), _LOOK)]
    for at, (row, columns) in enumerate(rows):
        below = [number for number, _ in rows[at + 1 :]]
        over = [column for column in columns if column + 1 not in columns]
        names = sum(not _is_no_name(grid.text(row, column)) for column in over)
        if names < _LEAST_PAIRS or len(below) < _LEAST_HEADS:
            continue
        cells = {}
        for column in over:
            marks, numbers = grid.down(below, column), grid.down(below, column + 1)
            if (
                numbers
                and all(is_number(text) for text in numbers)
                and not any(is_number(text) for text in marks)
            ):
                cells[row, column + 1] = grid.cells[row, column]
        if len(cells) >= _LEAST_PAIRS:
            return grid.with_cells(cells)
    return grid


def _with_names_joined(grid: Grid) -> Grid:
    """Join a row of winds and a row of names into one row of headings such as `E: Ann`.

    The winds may be above or below the names. Return a copy of the worksheet with the joined
    headings.
    """
    cells = dict(grid.cells)
    for (row, columns), (below, named) in pairwise(grid.rows()):
        if seat_of(grid.text(below, named[-1])) != NOBODY:
            cells |= _winds_below(grid, row, below)
        if below != row + 1 or not len(columns) > len(named) >= _LEAST_PAIRS:
            continue
        texts = {column: (grid.text(row, column), grid.text(below, column)) for column in named}
        seats = {seat_of(wind) for wind, _ in texts.values()}
        are_below = [seat_of(name) for _, name in texts.values()]
        if NOBODY not in are_below and len({*are_below}) == len(named) in TABLE_SIZES:
            texts = {column: (wind, name) for column, (name, wind) in texts.items()}
            seats = {*are_below}
        # If tables are next to each other, the winds are repeated.
        are_seats = NOBODY not in seats and len(named) % len(seats) == 0
        if not are_seats or any(_is_no_name(name) for _, name in texts.values()):
            continue
        for column, (wind, name) in texts.items():
            cells[row, column] = replace(cells.pop((below, column)), text=f"{wind}: {name}")
    return replace(grid, cells=cells)


def _winds_below(grid: Grid, row: int, below: int) -> dict[tuple[int, int], Cell]:
    """Return new headings such as `E: Ann` for winds in a row of headings below a row of names.

    `row` is the row number of the names, and `below` the row number of the winds. The result maps
    (row, column) to the new cell. It is empty if the rows are not such headings.
    """
    pairs = [(grid.at(row, column), cell) for cell in grid.in_row(below)
             for column in [cell.column] if seat_of(cell.text) != NOBODY]  # fmt: skip
    seats = {seat_of(wind.text) for _, wind in pairs}
    # Below points and ranks of players there are numbers, no heads.
    heads = [cell for cell in grid.in_row(below)
             if seat_of(cell.text) == NOBODY and not is_number(cell.text)]  # fmt: skip
    if len(pairs) not in TABLE_SIZES or len(seats) < len(pairs) or len(heads) < _LEAST_HEADS:
        return {}
    if any(name is None or _is_no_name(name.text) for name, _ in pairs):
        return {}
    return {(below, wind.column): replace(wind, text=f"{wind.text}: {name.text}")
            for name, wind in pairs if name is not None}  # fmt: skip


def _is_no_name(text: str) -> bool:
    return is_number(text) or is_seat_name(text) or role_of(text) is not None


def with_signs_joined(grid: Grid) -> Grid:
    """Join each player's column of gains and column of losses into one column of signed numbers.

    For example `Ann +` and `Ann -` become `Ann`. The name may also be in the row above the signs.
    Return a copy of the worksheet, or the worksheet unchanged if it has no such columns.
    """
    for row, columns in islice(grid.rows(), _LOOK):
        texts = {column: plain(grid.text(row, column)) for column in columns}
        signs = {column: _SIGNS[sign] for column, text in texts.items()
                 if (sign := text.rpartition("_")[2]) in _SIGNS}  # fmt: skip
        pairs = [*zip([*signs][::2], [*signs][1::2], strict=False)]
        are_beside = all(second == first + 1 and signs[first] != signs[second]
                         for first, second in pairs)  # fmt: skip
        if len(pairs) < _LEAST_PAIRS or len(signs) % 2 or not are_beside:
            continue
        losses = [column for column, sign in signs.items() if sign == "-"]
        names: dict[int, Cell] = {}
        for first, _ in pairs:
            # The player's name is before the sign, as in `Ann +`, or else in the cell above.
            cell = grid.spot(row, first)
            name = cell.text.rpartition(" ")[0]
            names[first] = replace(cell, text=name) if name else grid.spot(row - 1, first)
        if all(name.text for name in names.values()):
            is_above = "_" not in texts[pairs[0][0]]
            return _joined(grid, (row - is_above, row), pairs, losses, names)
    return grid


def _joined(
    grid: Grid,
    heads: tuple[int, int],
    pairs: Sequence[tuple[int, int]],
    losses: Sequence[int],
    names: Mapping[int, Cell],
) -> Grid:
    """Move the numbers of two adjacent columns, gains and losses, into the left column.

    `pairs` are the two columns of each player, `losses` are the columns whose numbers become
    negative, and `names` has the new heading by column. `heads` are the first and the last row of
    the old headings. Return the changed worksheet. Moved cells keep their names from the file, such
    as `D7`.
    """
    first_of = {column: first for first, second in pairs for column in (first, second)}
    cells: dict[tuple[int, int], Cell] = {}
    for (row, column), cell in grid.cells.items():
        is_beside = column not in first_of
        if row < heads[0] or is_beside:
            cells[row, column] = cell
        elif row > heads[1]:
            number = number_of(cell.text)
            is_loss = column in losses and number is not None and number > 0
            signed = replace(cell, text=f"-{cell.text}") if is_loss else cell
            place = row, first_of[column]
            # If a player has two numbers, the second stays in its cell and is not understood.
            cells[(row, column) if place in cells else place] = signed
    cells |= {(heads[1], first): name for first, name in names.items()}
    return replace(grid, cells=cells, merged={})
