"""Splits marks and words next to each player's points into columns of the deal.

For example `Ron + riichi` next to Ann's points and `pays` next to Bob's, or `○R` and `×`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from mjlog.sheets.cells.vocabulary import words
from mjlog.sheets.cells.words import (
    AND,
    LOST_BY_MARK,
    ON_DISCARD,
    SELF_DRAWN,
    UNMARKED,
    WON_BY_MARK,
    Role,
    plain,
    role_of,
)
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.layouts.layout import Table

_Meaning = Literal["won", "self", "lost", "ready", "tenpai", "noten"]
_FARTHEST: Final = 8
"""Greatest distance, in columns, between a player's points and words."""
_LEAST: Final = 3
"""Fewest cells that must have such words, some of them about a winner."""
_BETWEEN: Final = re.compile(r"[\s+,/&;、，・_()-]+")
_LETTERS: Final[Mapping[str, _Meaning]] = {
    "r": "ready", "リ": "ready", "立": "ready", "t": "tenpai", "聴": "tenpai", "听": "tenpai",
}  # fmt: skip
"""Single letters that may be next to the marks for a win and for the discarded tile."""
_NOTEN: Final = frozenset(words("words", "noten"))
_PAYS: Final = frozenset(words("words", "pays"))
_DRAWN: Final = "draw"
_OF_WORDS: Final[tuple[Role, ...]] = ("winner", "from", "how", "ready", "tenpai")


def split_player_marks(table: Table) -> Table:
    """Read marks next to each player's points; add columns such as winners and discarders.

    For example, ``Ron + riichi`` next to Ann's points means that Ann won and was ready. Return a
    copy of the table with these columns. Return the table unchanged if there are no such marks, or
    if other columns say who won.
    """
    roles = {*table.roles.values()}
    if not table.groups or not roles.isdisjoint(_OF_WORDS) or table.marks or table.results:
        return table
    points = [*table.groups[0].columns]
    used = {column for group in table.groups for column in group.columns}
    for step in sorted(range(-_FARTHEST, _FARTHEST + 1), key=abs):
        columns = [column + step for column in points]
        if used.isdisjoint(columns) and (deals := _deals(table, columns)):
            return _with_columns(table, columns, deals)
    return table


_Marks = list[tuple[int, Cell, frozenset[_Meaning]]]
"""Players of a deal whose cells have marks, with the meanings of the marks."""


def _deals(table: Table, columns: Sequence[int]) -> dict[int, _Marks]:
    """Read the marks in the players' `columns`; return a dict from row to the marks in it.

    A mark is a tuple: the player's index, the cell, and the meanings of the mark. Return an empty
    dict if a cell has another text, if there are fewer than three marks, or if no mark means a
    winner.
    """
    deals: dict[int, _Marks] = {}
    for row in table.rows:
        for player, column in enumerate(columns):
            cell = table.grid.at(row, column)
            if cell is None or plain(cell.text) in UNMARKED:
                continue
            if not (meanings := _meanings(cell.text)):
                return {}
            deals.setdefault(row, []).append((player, cell, meanings))
    cells = [meanings for marks in deals.values() for _, _, meanings in marks]
    has_winners = any(meanings & {"won", "self"} for meanings in cells)
    return deals if has_winners and len(cells) >= _LEAST else {}


def _meanings(text: str) -> frozenset[_Meaning]:
    """Return what the words and marks of a cell mean, such as `won` and `ready`.

    Return an empty set if one part of the text is not understood.

    >>> sorted(_meanings("Tsumo + riichi")), sorted(_meanings("○R")), sorted(_meanings("Ann"))
    (['ready', 'self'], ['ready', 'won'], [])
    """
    parts = [part for part in _BETWEEN.split(plain(text)) if part and part not in AND]
    meanings = [*_meanings_of(parts)]
    if None in meanings:
        meanings = [*_meanings_of([*"".join(parts)])]
    some = {each for each in meanings if each is not None}
    return frozenset(some) if None not in meanings else frozenset()


def _meanings_of(parts: Sequence[str]) -> Iterator[_Meaning | None]:
    for part in parts:
        if part in _LETTERS:
            yield _LETTERS[part]
        elif part in SELF_DRAWN:
            yield "self"
        elif part in WON_BY_MARK or part in ON_DISCARD or role_of(part) == "winner":
            yield "won"
        elif part in LOST_BY_MARK or part in _PAYS or role_of(part) == "from":
            yield "lost"
        elif part in _NOTEN:
            yield "noten"
        elif role_of(part) == "ready":
            yield "ready"
        else:
            yield "tenpai" if role_of(part) == "tenpai" else None


def _with_columns(table: Table, columns: Sequence[int], deals: Mapping[int, _Marks]) -> Table:
    """Return a copy of the table with new columns, such as `winner`, made from the players' marks.

    A cell of a new column has the names of all players with this mark in the row. `columns` are the
    columns of marks, whose own meaning is removed, and `deals` has the marks by row.
    """
    names = [*table.groups[0].columns.values()]
    added: dict[Role, dict[int, Cell]] = {}
    for row, marks in deals.items():
        of_role: dict[Role, list[tuple[str, Cell]]] = {}
        for player, cell, meanings in marks:
            for role in {_ROLES[each]: None for each in sorted(meanings) if each in _ROLES}:
                of_role.setdefault(role, []).append((names[player], cell))
        if "winner" not in of_role and any(
            meanings & {"tenpai", "noten"} for _, _, meanings in marks
        ):
            of_role["how"] = [(_DRAWN, marks[0][1])]
        for role, some in of_role.items():
            text = ", ".join(name for name, _ in some)
            added.setdefault(role, {})[row] = replace(some[0][1], text=text)
    table = table.without_columns(columns)
    for role, cells in added.items():
        table = table.with_column(role, cells)
    return table


_ROLES: Final[Mapping[_Meaning, Role]] = {
    "won": "winner",
    "self": "winner",
    "lost": "from",
    "ready": "ready",
    "tenpai": "tenpai",
}
"""Column for each meaning.

A self-draw needs no column of its own, because it has no discarder.
"""
