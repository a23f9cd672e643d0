"""Reads the players' points in a row, as changes, or as differences between totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from mjlog.model.record import Seat
from mjlog.sheets.cells.words import Role, plain
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.layouts.evidence import Moves, moves_of
from mjlog.sheets.points import Points
from mjlog.sheets.rows.labels import LabelReader
from mjlog.sheets.rows.seats import names_wind


@dataclass
class PointReader(LabelReader):
    """A reader of the players' changes of points in a row."""

    # Results by row, because these are asked several times for each row.
    _changes_of: dict[int, Mapping[Seat, int]] = field(default_factory=dict, init=False)

    def changes_of(self, row: int) -> Mapping[Seat, int]:
        """Return the change of points of each seat in a row, from the columns of changes.

        Seats without a number are left out. The result is empty if the table has no such columns.
        """
        if row not in self._changes_of:
            self._changes_of[row] = self._read_changes(row)
        return self._changes_of[row]

    def _read_changes(self, row: int) -> Mapping[Seat, int]:
        points = next((each for each in self.points if each.kind == "change"), None)
        if points is None:
            return {}
        return {seat: number for seat, number in enumerate(points.numbers(self.table.grid, row))
                if number is not None}  # fmt: skip

    def moved(self, row: int) -> Mapping[Seat, int]:
        """Return the change of points (won or lost) of each seat in a row, also from totals.

        If the table has no columns of changes, the differences between the totals of this row and
        the row before are returned.
        """
        if changes := self.changes_of(row):
            return changes
        return self._by_seat(self._moves.get(row, ()))

    @cached_property
    def _moves(self) -> Moves:
        return moves_of(self.table)

    @cached_property
    def _winds_turn(self) -> bool:
        """Whether `East` in a cell means the dealer of the deal, not the same player all game.

        The meaning is chosen with which more of the named winners gained points, and more of the
        named discarders lost points.
        """
        fitting = Counter[bool]()
        for row in self.table.rows if self.names else ():
            for role, sign in _GAINS.items():
                text = self.table.text(row, role)
                if not names_wind(text):
                    continue
                changes, east = self.moved(row), self.dealer_by_label(row)
                wind = self._seat_of_wind(text)
                for turns, seat in enumerate((self.seats.get(plain(text), wind), wind + east)):
                    fitting[bool(turns)] += changes.get(seat % len(self.names), 0) * sign > 0
        return fitting[True] > fitting[False]

    def _cells_of_points(self, row: int) -> Iterator[tuple[Cell | None, ...]]:
        """Yield a tuple of cells, in the order of seats, for each group of columns of points.

        A group is, for example, all columns of changes or all columns of totals; an empty cell is
        None.
        """
        return (points.cells(self.table.grid, row) for points in self.points)

    def _point(self, points: Points, cell: Cell | None) -> int | None:
        if cell is None:
            return _OF_AN_EMPTY_CELL.get(points.kind)
        number = points.number(cell)
        if number is None:
            self.unread(cell)
        return number


_GAINS: Final[Mapping[Role, int]] = {"winner": 1, "from": -1}
"""Sign of a player's change, by the column that names the player."""
_OF_AN_EMPTY_CELL: Final = {"change": 0}
"""Meaning of an empty cell among others: no change; an empty total is unknown."""
