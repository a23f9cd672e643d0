"""Reads results of pairs: a row for two players with the points of both, and often their sum."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mjlog.sheets.cells.numbers import is_number, number_of
from mjlog.sheets.cells.words import Role, role_within
from mjlog.sheets.files.workbook import Grid
from mjlog.sheets.result_sheets.result_layouts import NAMING, Line, Result, Results

_PAIR: Final = 2
"""Number of players in a pair, and of pairs at a table."""


def games_of_pairs(
    grid: Grid, head: int, roles: Mapping[int, Role | None], rows: Sequence[int]
) -> Iterator[Results]:
    """Read the games of a worksheet that has two partners and their points in each row.

    Two rows with the same game name are a game of four players. All games are yielded in one
    `Results` object. Yield nothing if the worksheet has another layout. `roles` maps columns to the
    meanings of their headings, and `rows` are the rows below the headings in row `head`.
    """
    names = [column for column, role in roles.items()
             if "player" in {role, role_within(grid.text(head, column))}]  # fmt: skip
    naming = [column for column, role in roles.items() if role in NAMING]
    if len(names) < _PAIR or not naming:
        return
    texts = {column: grid.down(rows, column) for column in roles}
    names = [column for column in names if texts[column]
             and not any(is_number(text) for text in texts[column])]  # fmt: skip
    numbers = [column for column, some in texts.items() if column not in naming
               and len(some) == len(rows) and all(is_number(text) for text in some)]  # fmt: skip
    if len(names) != _PAIR or len(numbers) < _PAIR:
        return
    points = numbers[:_PAIR]
    sums = [column for column in numbers[_PAIR:] if _adds_up(grid, points, column, rows)]
    games: dict[tuple[str, ...], list[int]] = {}
    for row in rows:
        games.setdefault(tuple(grid.texts(row, naming)), []).append(row)
    yield Results(
        tuple(
            Result(
                ", ".join(called),
                tuple(
                    Line(grid.text(row, name), {1: grid.cells[row, number]})
                    for row in of_game
                    for name, number in zip(names, points, strict=True)
                ),
                {role: grid.text(of_game[0], column) for column in naming
                 if (role := roles[column]) is not None},
                shares=tuple(
                    (grid.cells[row, column], (_PAIR * at, _PAIR * at + 1))
                    for at, row in enumerate(of_game)
                    for column in sums[:1]
                ),
            )
            for called, of_game in games.items()
            if len(of_game) == _PAIR
        ),
        may_be_even=True,
    )  # fmt: skip


def _adds_up(grid: Grid, points: Sequence[int], column: int, rows: Sequence[int]) -> bool:
    """Return whether in most rows the number in `column` is the sum of the numbers in two columns.

    `points` are these two columns: the points of each partner.
    """
    right = 0
    for row in rows:
        one, other, both = (number_of(grid.text(row, at)) for at in (*points, column))
        right += one is not None and other is not None and one + other == both
    return 2 * right > len(rows)
