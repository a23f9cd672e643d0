"""Splits the players who were ready from the labels of deals, as in ``E1 (R A)``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from mjlog.model.record import Seat
from mjlog.sheets.cells.words import AND, label_of, plain, role_of
from mjlog.sheets.layouts.layout import Table

_BEHIND: Final = re.compile(
    r"(?P<label>[^()（）\[\]]+?)\s*[(（\[](?P<inside>[^()（）\[\]]+)[)）\]]"
)
_APART: Final = re.compile(r"[\s,;:/+&、，；：・]+")
_MARKS: Final = frozenset({"r", "リ", "立"})


def with_ready_apart(table: Table, calls: Mapping[str, Seat]) -> Table:
    """Return the table with a column for ready players whom labels of deals name in brackets.

    `calls` are the places of the players' names. Unchanged if one of the brackets says more.
    """
    column = table.column("deal")
    if not column or table.column("ready") or table.marks:
        return table
    names = [*table.groups[0].columns.values()]
    initials = {plain(name)[:1]: name for name in names}
    by_word = initials if len(initials) == len(names) else {}
    by_word = {**by_word, **{call: names[seat] for call, seat in calls.items() if len(call) > 1}}
    cells = dict(table.grid.cells)
    behind = max(at for _, at in cells) + 1
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
        cells[row, column] = replace(cell, text=match["label"])
        ready = ", ".join(by_word[player] for player in players)
        cells[row, behind] = replace(cell, text=ready)
    if not any(at == behind for _, at in cells):
        return table
    grid = replace(table.grid, cells=cells)
    return replace(table, grid=grid, roles={**table.roles, behind: "ready"})
