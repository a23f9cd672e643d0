"""Finds the columns of penalties: one for each player, next to the players' points."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import Final

from mjlog.sheets.cells.words import has_penalty, plain, role_of, words_joined
from mjlog.sheets.layouts.layout import Players, Table, upper_head

_LEAST_PLAYERS: Final = 3


def with_fines(table: Table) -> Table:
    """Find the columns of penalties, one for each player, with headings such as `Penalty Ann`.

    Return a copy of the table with these columns in `fines`. If not every player has exactly one
    such column, return the table unchanged.
    """
    of_fines = [group for group in table.groups if _is_of_fines(table, group)]
    if len(of_fines) == 1 < len(table.groups):
        others = tuple(group for group in table.groups if group is not of_fines[0])
        return replace(table, groups=others, fines=tuple(of_fines[0].columns))
    if not table.groups or len(table.groups[0].columns) < _LEAST_PLAYERS:
        return table
    names = [*table.groups[0].columns.values()]
    used = {column for group in table.groups for column in group.columns}
    of_player: dict[str, list[int]] = {name: [] for name in names}
    for column in table.grid.columns_of(table.head):
        head = table.grid.text(table.head, column)
        owner = next((name for name in names if _names_fine_of(head, name)), None)
        if owner is None and table.top != table.head and head in names:
            owner = head if _is_word_for_fines(upper_head(table.grid, table.top, column)) else None
        if owner is not None and column not in used:
            of_player[owner].append(column)
    if any(len(columns) != 1 for columns in of_player.values()):
        return table
    fines = tuple(of_player[name][0] for name in names)
    return replace(table, fines=fines).without_columns(fines)


def _is_of_fines(table: Table, group: Players) -> bool:
    """Return whether each column of a group has a heading such as `Penalty Ann`."""
    return len(group.columns) >= _LEAST_PLAYERS and all(
        _names_fine_of(table.grid.text(table.head, column), name)
        for column, name in group.columns.items()
    )


def _names_fine_of(head: str, name: str) -> bool:
    """Return whether a heading has the player's name and a word for penalties, and nothing else."""
    in_words = plain(" ".join(words_joined(unicodedata.normalize("NFKC", head))))
    for text, called in (in_words, plain(name)), (_joined(in_words), _joined(plain(name))):
        if text.endswith(called) and _is_word_for_fines(text.removesuffix(called)):
            return True
        if text.startswith(called) and _is_word_for_fines(text.removeprefix(called)):
            return True
    return False


def _joined(word: str) -> str:
    return word.replace("_", "").replace(" ", "")


def _is_word_for_fines(text: str) -> bool:
    word = text.strip("_-:() ")
    return bool(word) and (role_of(word) == "ruling" or has_penalty(word))
