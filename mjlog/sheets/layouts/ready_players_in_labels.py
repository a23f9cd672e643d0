"""Splits the players who were ready from the labels of deals, as in ``E1 (R A)``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from mjlog.model.record import Seat
from mjlog.sheets.cells.words import AND, label_of, plain, role_of
from mjlog.sheets.files.workbook import Place
from mjlog.sheets.layouts.layout import Table
from mjlog.sheets.layouts.short_names import initials_of

_BEHIND: Final = re.compile(
    r"(?P<label>[^()（）\[\]]+?)\s*[(（\[](?P<inside>[^()（）\[\]]+)[)）\]]"
)
_APART: Final = re.compile(r"[\s,;:/+&、，；：・]+")
_MARKS: Final = frozenset({"r", "リ", "立"})


def split_ready_players(table: Table, names_of: Callable[[Table], Mapping[str, Seat]]) -> Table:
    """Move ready players out of the labels of deals: `E1 (R A)` says that Ann was ready in E1.

    `R` is the mark for riichi, and `A` the initial or name of a player. Return a copy of the table
    with a new column of ready players. If no label names ready players, or if a bracket has another
    text, return the table unchanged. `names_of` returns the players by the names that cells use.
    """
    column = table.column("deal")
    if not column or table.column("ready") or table.marks:
        return table
    if not any(_BEHIND.fullmatch(text) for text in table.grid.down(table.rows, column)):
        return table
    calls = names_of(table)
    names = [*table.groups[0].columns.values()]
    by_word = {initial: names[place] for initial, place in initials_of(names).items()}
    by_word = {**by_word, **{call: names[seat] for call, seat in calls.items() if len(call) > 1}}
    apart: dict[Place, tuple[str, str]] = {}
    for row in table.rows:
        cell = table.grid.at(row, column)
        match = _BEHIND.fullmatch(cell.text) if cell else None
        if cell is None or match is None or "." in label_of(cell.text):
            continue
        mark, *players = [part for part in _APART.split(plain(match["inside"]).replace("_", " "))
                          if part in by_word or part not in AND]  # fmt: skip
        is_ready = mark in _MARKS or role_of(mark) == "ready"
        if not is_ready and label_of(cell.text):
            continue
        if not is_ready or not players or not label_of(match["label"]):
            return table
        if any(player not in by_word for player in players):
            return table
        apart[row, column] = match["label"], ", ".join(by_word[player] for player in players)
    return table.moved("ready", apart) if apart else table
