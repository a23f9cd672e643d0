"""Reads columns with each player's wind or marks, next to the columns of points."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from mjlog.model.record import NOBODY
from mjlog.sheets.cells.numbers import is_number, number_of
from mjlog.sheets.cells.words import TABLE_SIZES, is_seat_name, plain, role_of, seat_of
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.layouts.legends import MarkRole, roles_of_marks

_LOOK: Final = 40
"""Number of first rows that may have the headings."""
_LONGEST_MARK: Final = 4
_TWICE: Final = 2
"""How often a name is a heading if the player has marks and points."""
_OF_READY: Final = frozenset({"ready", "sticks"})
_NAMING: Final = ("winner", "from")


def with_columns_beside_players(grid: Grid) -> Grid:
    """Read the columns with each player's wind or marks, next to the player's points.

    If the columns have winds, they are replaced by a column with the dealer, and cells that name
    the winner or the discarder by the wind get the player's name. If the columns have marks that a
    legend explains, they are replaced by columns with the names of winners and others. Any other
    column of marks gets the player's name as its heading. Return the changed copy of the worksheet,
    or the worksheet unchanged.
    """
    rows = [*islice(grid.rows(), _LOOK)]
    numbers = [row for row, _ in grid.rows()]
    grid = _with_names_over_points(grid, rows, numbers)
    for at, (head, columns) in enumerate(rows):
        if any(is_number(text) for text in grid.texts(head, columns)):
            continue
        below = numbers[at + 1 :]
        names = (_names_by_column(grid, head, columns, below)
                 or _names_over_texts(grid, head, columns, below)
                 or _names_with_word(grid, head, columns, below))  # fmt: skip
        if not names:
            continue
        texts = [text for column in names for text in grid.down(below, column)]
        if not texts or any(is_number(text) for text in texts):
            continue
        seats = {seat_of(text) for text in texts if is_seat_name(text)}
        if seats == {*range(len(names))} and all(is_seat_name(text) for text in texts):
            return _with_winds_as_names(grid, head, below, names)
        roles = _roles_of_marks(grid, head)
        has_word = any(grid.text(head, column) != name for column, name in names.items())
        is_more = has_word or not {"ready", "tenpai"}.isdisjoint(roles.values())
        if "winner" in roles.values() and is_more:
            return _with_marks_as_names(grid, head, below, names, roles)
        heads = {column: grid.text(head, column) for column in names}
        words = [role_of(text.removeprefix(names[column])) for column, text in heads.items()]
        if any(map(role_of, heads.values())) or not _OF_READY.isdisjoint(words):
            continue  # columns such as `Riichi` and `Ann riichi` are understood by their heading
        return grid.with_texts({(head, column): name for column, name in names.items()})
    return grid


def _with_names_over_points(
    grid: Grid, rows: Sequence[tuple[int, Sequence[int]]], numbers: Sequence[int]
) -> Grid:
    """Swap the headings of each player's marks and points if the name is above the marks.

    The points have the same heading for all players, such as `pts`. Return the worksheet unchanged
    if it has no such headings. `rows` are its first rows with their columns, and `numbers` are the
    numbers of all rows.
    """
    for at, (head, columns) in enumerate(rows):
        texts = [grid.text(head, column) for column in columns]
        word, times = next(iter(Counter(texts).most_common(1)), ("", 0))
        if times not in TABLE_SIZES or is_number(word):
            continue
        points = [column for column in columns if grid.text(head, column) == word]
        names = {column - 1: grid.text(head, column - 1) for column in points}
        marks = [text for column in names for text in grid.down(numbers[at + 1 :], column)]
        below = [text for column in points for text in grid.down(numbers[at + 1 :], column)]
        are_marks = bool(marks) and not any(is_number(text) or len(text) > _LONGEST_MARK
                                            for text in marks)  # fmt: skip
        if _are_players(names) and are_marks and any(is_number(text) for text in below):
            exchanged = {(head, column + 1): grid.cells[head, column] for column in names}
            exchanged |= {(head, column - 1): grid.cells[head, column] for column in points}
            return grid.with_cells(exchanged)
    return grid


def _roles_of_marks(grid: Grid, head: int) -> Mapping[str, MarkRole]:
    """Return the meaning of each mark that a legend above row `head` explains; see `MarkRole`."""
    texts = [grid.text(row, column) for row, columns in grid.rows() if row < head
             for column in columns]  # fmt: skip
    return {mark: role for text in texts for mark, role in roles_of_marks(text).items()}


def _with_marks_as_names(
    grid: Grid,
    head: int,
    rows: Sequence[int],
    names: Mapping[int, str],
    roles: Mapping[str, MarkRole],
) -> Grid:
    """Return a copy of the worksheet with columns of names instead of each player's marks.

    A cell may have several marks, as in `MS R`. The new columns on the right have the winner, the
    discarder (or the word for a self-draw), the players who declared ready, and those who were
    tenpai. `names` maps a column of marks to its player, and `roles` says what a mark means.
    """
    # A text that is not a mark stays in its column, and is reported as not read.
    cells = {place: cell for place, cell in grid.cells.items()
             if place[0] < head or place[1] not in names
             or (place[0] > head and not _marks_in(cell.text, roles))}  # fmt: skip
    right = max(at for _, at in grid.cells)
    columns = {role: right + number for number, role in enumerate(_HEADS, 1)}
    corner = grid.cells[head, min(names)]
    for role, text in _HEADS.items():
        cells[head, columns[role]] = replace(corner, text=text)
    # `MS` is a win by self-draw if `S` alone is not a mark of a winner.
    of_cells = [[roles[mark] for mark in _marks_in(text, roles)]
                for column in names for text in grid.down(rows, column)]  # fmt: skip
    has_both = any("self" in some and "winner" in some for some in of_cells)
    for row in rows:
        named = _cells_by_role(grid, row, names, roles, has_both=has_both)
        cells |= {(row, columns[role]): cell for role, cell in named.items()}
    if not any((row, columns["self"]) in cells for row in rows):
        del cells[head, columns["self"]]
    return replace(grid, cells=cells)


def _cells_by_role(
    grid: Grid,
    row: int,
    names: Mapping[int, str],
    roles: Mapping[str, MarkRole],
    *,
    has_both: bool,
) -> dict[MarkRole, Cell]:
    """Return the cells with the names of the winner and others that replace the marks of a row.

    `names` maps a column of marks to its player, and `roles` says what a mark means. `has_both` is
    True if a self-draw has its own mark next to the mark of the winner, as in `MS`.
    """
    named: dict[MarkRole, Cell] = {}
    for column, name in names.items():
        cell = grid.at(row, column)
        marks = [] if cell is None else _marks_in(cell.text, roles)
        for role in dict.fromkeys(roles[mark] for mark in marks):
            listed = [named[role].text] if role in named and role in _OF_SEVERAL else []
            text = "tsumo" if role == "self" else " + ".join([*listed, name])
            if cell is not None:
                named[role] = replace(cell, text=text)
            if cell is not None and role == "self" and not has_both:
                named["winner"] = replace(cell, text=name)
    if "self" in named and "from" not in named:
        named["from"] = named.pop("self")
    won = named.get("winner")
    if won is not None and "from" not in named and "from" in roles.values():
        # Without a mark for the discarder, the winner drew the tile, unless that has a mark.
        word = "ron" if "self" in roles.values() and not has_both else "tsumo"
        payer = _only_payer(grid, row, names)
        spot = won if payer == 0 else replace(grid.spot(row, payer), line=won.line)
        named["from"] = replace(spot, text=word)
    return named


def _only_payer(grid: Grid, row: int, names: Mapping[int, str]) -> int:
    """Return the column of marks of the player who alone pays in a row; 0 if it is not clear.

    The points are directly before or behind the marks, and `names` maps a column of marks to its
    player.
    """
    for side in (-1, 1):
        numbers = {column: number_of(grid.text(row, column + side)) for column in names}
        payers = [column for column, number in numbers.items() if number is not None and number < 0]
        if None not in numbers.values():
            return payers[0] if len(payers) == 1 else 0
    return 0


_HEADS: Final[Mapping[MarkRole, str]] = {
    "winner": "Winner", "from": "From", "ready": "Riichi", "tenpai": "Tenpai", "self": "Result",
}  # fmt: skip
"""Headings of the columns of names that replace marks.

`self` is a column only if a row marks both a self-draw and a discarder.
"""
_OF_SEVERAL: Final = frozenset({"winner", "ready", "tenpai"})
_BETWEEN: Final = re.compile(r"[\s,;/+&]+")


def _marks_in(text: str, roles: Mapping[str, MarkRole]) -> list[str]:
    """Split the text of a cell into marks: `MS R` into `M`, `S` and `R`.

    `roles` has the marks that are known. A word is split into letters if each of them is a mark.
    Return an empty list if the text has anything else.
    """
    words = [word for word in _BETWEEN.split(text) if word]
    marks = [mark for word in words for mark in ([word] if word in roles else word)]
    return marks if all(mark in roles for mark in marks) else []


def _names_by_column(
    grid: Grid, head: int, columns: Sequence[int], rows: Sequence[int]
) -> Mapping[int, str]:
    """Return the name of the player next to each column with a repeated heading.

    The name is the heading of the next column, or of the one before, which must have numbers. The
    dict is empty if the row `head` has no such headings, or if both columns may be the player's.
    """
    times = Counter(plain(grid.text(head, column)) for column in columns)
    word, number = next(iter(times.most_common(1)), ("", 0))
    if number not in TABLE_SIZES or is_number(word):
        return {}
    repeated = [column for column in columns if plain(grid.text(head, column)) == word]
    sides = []
    for side in (1, -1):
        names = {column: grid.text(head, column + side) for column in repeated}
        texts = [text for column in repeated for text in grid.down(rows, column + side)]
        if _are_players(names) and any(is_number(text) for text in texts):
            sides.append(names)
    return sides[0] if len(sides) == 1 else {}


def _names_over_texts(
    grid: Grid, head: int, columns: Sequence[int], rows: Sequence[int]
) -> Mapping[int, str]:
    """Return the player's name above each column without numbers, if each name is a heading twice.

    The other column with the same heading then has the points. Return an empty dict if the headings
    are not the names of all players.
    """
    times = Counter(grid.text(head, column) for column in columns)
    names = {column: name for column in columns if times[name := grid.text(head, column)] == _TWICE
             and not any(is_number(text) for text in grid.down(rows, column))}  # fmt: skip
    return names if _are_players(names) else {}


def _names_with_word(
    grid: Grid, head: int, columns: Sequence[int], rows: Sequence[int]
) -> Mapping[int, str]:
    """Return the name in each heading such as `Ann result` above a column without numbers.

    The heading may be the name alone. The same names must be in headings with another word, such as
    `Ann points`. Otherwise the dict is empty.
    """
    names_of_word: dict[str, dict[int, str]] = {}
    for column in columns:
        name, _, word = grid.text(head, column).rpartition(" ")
        names_of_word.setdefault(plain(word), {})[column] = name
    groups = [names for names in names_of_word.values() if _are_players(names)]
    for named in groups[:1]:
        alone = {
            column: text
            for column in columns
            if (text := grid.text(head, column)) in named.values()
        }
        groups += [alone] if _are_players(alone) else []
    for names in groups:
        has_other = any({*other.values()} == {*names.values()} for other in groups
                        if other is not names)  # fmt: skip
        texts = [text for column in names for text in grid.down(rows, column)]
        if has_other and texts and not any(is_number(text) for text in texts):
            return names
    return {}


def _are_players(names: Mapping[int, str]) -> bool:
    """Return whether headings are the different names of all players of a table."""
    are_names = all(name and role_of(name) is None and not is_number(name)
                    for name in names.values())  # fmt: skip
    return are_names and len({*names.values()}) == len(names) in TABLE_SIZES


def _with_winds_as_names(
    grid: Grid, head: int, rows: Sequence[int], names: Mapping[int, str]
) -> Grid:
    """Return a copy of the worksheet with players' names instead of the winds of each deal.

    `names` maps a column of winds to the name of its player, and `head` is the row of headings.
    """
    naming = [column for column in grid.columns_of(head)
              if role_of(grid.text(head, column)) in _NAMING]  # fmt: skip
    first = min(names)
    cells = {place: cell for place, cell in grid.cells.items()
             if place[0] < head or place[1] not in names}  # fmt: skip
    cells[head, first] = replace(grid.cells[head, first], text="Dealer")
    for row in rows:
        by_seat = {seat_of(grid.text(row, column)): name for column, name in names.items()}
        if by_seat.keys() != {*range(len(names))}:
            # Winds that cannot be right stay where they are, but name no dealer.
            cells |= {(row, column): grid.cells[row, column] for column in names
                      if column != first and (row, column) in grid.cells}  # fmt: skip
            continue
        east = next(column for column in names if seat_of(grid.text(row, column)) == 0)
        cells[row, first] = replace(grid.cells[row, east], text=names[east])
        for column in naming:
            cell = grid.at(row, column)
            seat = NOBODY if cell is None else seat_of(cell.text)
            if cell is not None and seat in by_seat:
                cells[row, column] = replace(cell, text=by_seat[seat])
    return replace(grid, cells=cells)
