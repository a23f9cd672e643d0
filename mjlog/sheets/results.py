"""Sheets of results: a row a game or a row a player, with the points at the end.

Names stand in cells before their points, in the heads of columns, or in a column of players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise
from typing import Final

from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.model.record import SEATS
from mjlog.sheets.numbers import is_number, number_of
from mjlog.sheets.records import GameDraft, RowBelow, one_line
from mjlog.sheets.words import Role, label_of, role_of
from mjlog.sheets.workbook import Cell, Grid

_OF_DEALS: Final[frozenset[Role]] = frozenset(
    {"winner", "from", "how", "han", "fu", "faan", "tai", "doubles", "items", "dealer", "ready"}
)
"""Columns that no sheet of results has."""
_NAMING: Final[frozenset[Role | None]] = frozenset({"round", "table", "game", "date", "deal"})
"""Columns that say which game a row is."""
_SIZES: Final = (3, 4)
_LEAST_IN_ALL: Final = 50_000
"""What all players have at least together, in games that begin with points."""
_MOST_COLUMNS: Final = 60

Line = tuple[str, Cell]
"""A player's name and the cell with the points at the end."""


@dataclass(frozen=True, slots=True)
class _Result:
    name: str
    lines: tuple[Line, ...]

    @property
    def total(self) -> Decimal:
        """What all players have together."""
        return sum((number_of(cell.text) or Decimal(0) for _, cell in self.lines), Decimal(0))


def drafts_of_results(grid: Grid) -> tuple[GameDraft, ...]:
    """Return the games of a worksheet whose rows are results; none for any other worksheet."""
    rows = [(row, columns) for row, columns in grid.rows() if len(columns) < _MOST_COLUMNS]
    for at, (head, columns) in enumerate(rows[:5]):
        roles = {column: role_of(grid.text(head, column)) for column in columns}
        if not _OF_DEALS.isdisjoint(roles.values()):
            return ()
        below = [row for row, _ in rows[at + 1 :]]
        for read in (_by_player, _by_cells, _by_heads):
            found = [*read(grid, head, roles, below)]
            if _are_results(found):
                first, *others = (_draft(grid, result, found) for result in found)
                return replace(first, findings=(*_unread(grid, head, found),)), *others
    return ()


def _are_results(found: Sequence[_Result]) -> bool:
    """Return whether most games have the same points in all, and so many as games begin with."""
    totals = Counter(result.total for result in found)
    total, times = next(iter(totals.most_common(1)), (Decimal(0), 0))
    return times * 2 > len(found) and total >= _LEAST_IN_ALL and total % 1000 == 0


def _unread(grid: Grid, head: int, found: Sequence[_Result]) -> Iterator[Finding]:
    """Return a note for each column of numbers below a head that is not read."""
    used = {cell.column for result in found for _, cell in result.lines}
    rows = {cell.row for result in found for _, cell in result.lines}
    for cell in grid.in_row(head):
        is_numeric = any(is_number(text) for text in grid.down(sorted(rows), cell.column))
        if is_numeric and cell.column not in used and role_of(cell.text) not in _NAMING:
            words = msg("the column {cell} is not read: {text}", cell=cell.name, text=cell.text)
            yield Finding.telling("sheet.column", "note", words, cell.place(grid.name))


def _by_player(
    grid: Grid, _head: int, roles: Mapping[int, Role | None], below: Sequence[int]
) -> Iterator[_Result]:
    """Return the games of a sheet that has a row for each player of each game."""
    columns = {role: column for column, role in reversed([*roles.items()])}
    player, table = columns.get("player"), columns.get("table")
    points = columns.get("value") or columns.get("total") or columns.get("final")
    if not (player and table and points):
        return
    games: dict[str, list[Line]] = {}
    for row in below:
        name = f"round {grid.text(row, columns.get('round', 0))}, table {grid.text(row, table)}"
        cell = grid.at(row, points)
        if cell is not None and is_number(cell.text):
            games.setdefault(name, []).append((grid.text(row, player), cell))
    yield from (_Result(name, tuple(game)) for name, game in games.items() if len(game) in _SIZES)


def _by_cells(
    grid: Grid, _head: int, _roles: Mapping[int, Role | None], below: Sequence[int]
) -> Iterator[_Result]:
    """Return the games of rows in which each name has its points in the next cell."""
    for row in below:
        cells = grid.in_row(row)
        lines = [
            (cell.text, after)
            for cell, after in pairwise(cells)
            if not is_number(cell.text) and is_number(after.text) and not label_of(cell.text)
        ]
        if len(lines) in _SIZES:
            yield _Result(f"{grid.text(row, 1)}", tuple(lines))


def _by_heads(
    grid: Grid, head: int, roles: Mapping[int, Role | None], below: Sequence[int]
) -> Iterator[_Result]:
    """Return the games of a season: a column for each player, blank for those who did not play."""
    names = {column: grid.text(head, column) for column, role in roles.items() if role is None}
    players = [column for column, name in names.items() if not is_number(name)]
    # Of five who take turns at a table, deals have four totals in a row as well.
    if len(players) <= max(_SIZES) or "deal" in roles.values():
        return
    labels = [label_of(grid.text(row, 1)) for row in below]
    if any(label and not label.isdigit() for label in labels):
        return
    for row in below:
        cells = [(grid.text(head, column), grid.at(row, column)) for column in players]
        lines = tuple((name, cell) for name, cell in cells if cell and is_number(cell.text))
        if len(lines) in _SIZES:
            yield _Result(grid.text(row, 1), lines)


def _draft(grid: Grid, result: _Result, found: Sequence[_Result]) -> GameDraft:
    """Return the game of a result, without deals."""
    names = tuple(one_line(name) for name, _ in result.lines)
    totals = Counter(each.total for each in found)
    total, times = totals.most_common(1)[0]
    expected = int(total) if times > 1 or len(found) == 1 else None
    understood = (
        f"results of {len(found)} games; read: names, points at the end",
        f"rules: not named; players: {', '.join(names)}",
    )
    row = RowBelow("points", tuple(cell for _, cell in result.lines), sums=(expected,))
    return GameDraft(
        "",
        names[: len(SEATS)],
        (),
        sheet=grid.name,
        name=result.name or grid.name,
        understood=understood,
        below=(row,),
    )
