"""The players' columns as points: changes or totals, in which unit, by their arithmetic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Final

from mjlog.sheets.layout import Kind, Players
from mjlog.sheets.numbers import number_of, whole
from mjlog.sheets.words import ABSENT, plain
from mjlog.sheets.workbook import Cell, Grid

UNITS: Final = (1, 100, 1000)
_THOUSANDS: Final = 10_000
"""Games that begin with so many points are written in hundreds or thousands, too."""
_STEP: Final = 100

Row = tuple[Decimal | None, ...]


@dataclass(frozen=True, slots=True)
class Points:
    """The points of a table: what its columns mean, and by how much their numbers are multiplied.

    `columns` are those of the players in their order.
    """

    kind: Kind
    columns: tuple[int, ...]
    unit: int
    sign: str

    def cells(self, grid: Grid, row: int) -> tuple[Cell | None, ...]:
        """The cells of a row, None for an empty one and where somebody sits out."""
        found = (grid.at(row, column) for column in self.columns)
        return tuple(None if cell is None or is_absent(cell.text) else cell for cell in found)

    def number(self, cell: Cell | None) -> int | None:
        """The points that a cell says; None where it says none that can be."""
        number = None if cell is None else number_of(cell.text, self.sign)
        return None if number is None else whole(number * self.unit)


def is_absent(text: str) -> bool:
    """Whether an entry says that the player sat out."""
    return plain(text) in ABSENT


def points_of(
    grid: Grid, group: Players, rows: Sequence[int], sign: str, start: int | None
) -> Points:
    """What a group of columns means; `start` are the points that the rules begin with."""
    columns = tuple(group.columns)
    numbers = [tuple(number_of(grid.text(row, column), sign) for column in columns) for row in rows]
    kind = group.kind or _kind(numbers)
    return Points(kind, columns, _unit(numbers, kind, start), sign)


def _kind(rows: Sequence[Row]) -> Kind:
    """Totals add up to one number that is not zero, or go on from row to row."""
    sums = Counter(sum((each or 0 for each in row), Decimal(0)) for row in rows if _is_whole(row))
    if not sums:
        return "change"
    common, number = sums.most_common(1)[0]
    if common != 0 and number * 2 > sums.total():
        return "total"
    return "total" if _goes_on(rows) else "change"


def _goes_on(rows: Sequence[Row]) -> bool:
    """Whether most rows repeat what somebody had in the row before, and zeros are rare."""
    pairs = [pair for pair in pairwise(rows) if all(map(_is_whole, pair))]
    repeated = sum(any(a == b != 0 for a, b in zip(*pair, strict=True)) for pair in pairs)
    zeros = sum(each == 0 for row in rows[1:] for each in row)
    return repeated * 2 > len(pairs) and zeros <= len(rows)


def _is_whole(row: Row) -> bool:
    return sum(each is not None for each in row) >= 3


def _unit(rows: Sequence[Row], kind: Kind, start: int | None) -> int:
    """By what the numbers are multiplied, in games that count in hundreds."""
    known = [each for row in rows for each in row if each is not None]
    if start is None or start < _THOUSANDS or not known:
        return 1
    if kind == "total":
        return _unit_of_totals(rows, start)
    if any(each != each.to_integral_value() for each in known):
        return 1000
    return next((unit for unit in UNITS if _fits(known, unit)), 1)


def _unit_of_totals(rows: Sequence[Row], start: int) -> int:
    """The unit in which what all have together is nearest to what they begin with."""
    sums = Counter(
        (sum((each or 0 for each in row), Decimal(0)), len(row)) for row in rows if None not in row
    )
    if not sums:
        return 1
    together, players = sums.most_common(1)[0][0]
    return min((abs(together * unit - start * players), unit) for unit in UNITS)[1]


def _fits(known: Sequence[Decimal], unit: int) -> bool:
    """Whether nearly all numbers are whole hundreds in that unit: one slip does not decide."""
    odd = sum(number * unit % _STEP != 0 for number in known)
    return odd * 10 <= len(known)


def start_of(totals: Mapping[int, int], change: Mapping[int, int]) -> tuple[int, ...]:
    """What everybody had before a row of totals."""
    return tuple(totals[seat] - change.get(seat, 0) for seat in sorted(totals))
