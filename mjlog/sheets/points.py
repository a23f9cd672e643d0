"""Finds whether the players' columns are changes or totals, and in which unit, by arithmetic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import compress, pairwise, starmap
from operator import and_
from typing import Final

from mjlog.sheets.cells.numbers import decimal_sign, number_of, strip_marks, whole
from mjlog.sheets.cells.text_caches import CELL_TEXTS
from mjlog.sheets.cells.words import is_absent
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.layouts.layout import Kind, Players

UNITS: Final = (1, 100, 1000)
FRACTIONS: Final = (1, 10, 100)
"""Factors that make amounts with tenths or hundredths whole, as in games for money."""
_THOUSANDS: Final = 10_000
"""Points at the start from which points are also written in hundreds or thousands."""
_STEP: Final = 100
_MOST_WON: Final = 500_000
"""Points that nobody wins in a deal, even with several limit hands."""
_LEAST_WON: Final = 1000
_LEAST_TOGETHER: Final = 50_000
_SURE: Final = 2
"""Fewest rows with equal totals that show what all players have together."""
_LEAST: Final = 3
"""Fewest players with a number in a row that shows the meaning of its columns."""

Row = tuple[Decimal | None, ...]


@dataclass(frozen=True, slots=True)
class Points:
    """A group of columns of points, one for each player: totals or changes, and their unit.

    `columns` are in the order of the players. A 1 in a cell means `unit` points, and `sign` is the
    decimal sign. If rows contain the totals before the deal, `later` maps the row of a deal to the
    row with the totals after it, or to 0 if there is none.
    """

    kind: Kind
    columns: tuple[int, ...]
    unit: int
    sign: str
    later: Mapping[int, int] | None = None

    def cells(self, grid: Grid, row: int) -> tuple[Cell | None, ...]:
        """Return the cells of the players in a row, one for each player.

        The entry is None for an empty cell and for a player who sits out.
        """
        if self.later is not None:
            row = self.later.get(row, row)
        cells = grid.among(row, self.columns)
        return tuple([None if cell and is_absent(cell.text) else cell for cell in cells])

    def numbers(self, grid: Grid, row: int) -> tuple[int | None, ...]:
        """Return the numbers of the players in a row, in points; see `number`."""
        cells = self.cells(grid, row)
        return tuple([None if cell is None else _points_in(cell.text, self.sign, self.unit)
                      for cell in cells])  # fmt: skip

    def number(self, cell: Cell | None) -> int | None:
        """Return the number in a cell, in points; None without a cell or a whole number of points.

        For example, `3.9` gives 3900 if the columns count in thousands.
        """
        return None if cell is None else _points_in(cell.text, self.sign, self.unit)


@CELL_TEXTS.cached
def _points_in(text: str, sign: str, unit: int) -> int | None:
    """Return the number in a text multiplied by `unit`; None if that is not a whole number.

    `sign` is the decimal sign. Marks after the number, such as `R` for riichi, are ignored.
    """
    number = number_of(strip_marks(text), sign)
    return None if number is None else whole(number * unit)


def points_of(
    grid: Grid, group: Players, rows: Sequence[int], sign: str, start: int | None
) -> Points:
    """Find out whether a group of columns has totals or changes, and in which unit they are.

    `group` has a column for each player, `rows` are the rows to examine, and `sign` is the decimal
    sign. `start` are one player's starting points by the rules; None if unknown. If the headings
    name totals or changes, the numbers only decide about the unit.
    """
    columns = tuple(group.columns)
    numbers = [_numbers(grid.texts(row, columns), sign) for row in rows]
    kind = group.kind or _kind(numbers)
    return Points(kind, columns, _unit(numbers, kind, start), sign)


def _numbers(texts: Iterable[str], sign: str) -> Row:
    numbers = [number_of(strip_marks(text), sign) for text in texts]
    return tuple(numbers)


def _kind(rows: Sequence[Row]) -> Kind:
    """Return `total` if the numbers in these rows are running totals, otherwise `change`.

    Each row has a number for each player. They are totals if most rows have the same sum other than
    zero, if hardly any number is zero or less, or if in most rows a player has the same number as
    in the row before. A single row with a loss counts as changes.
    """
    sums = Counter(_sum(row) for row in rows if _is_whole(row))
    common, number = next(iter(sums.most_common(1)), (Decimal(0), 0))
    # A single row of totals with another sum than zero may also be changes with a wrong sum.
    numbers = [each for row in rows for each in _known(row)]
    if sums.total() == 1 and any(each < 0 for each in numbers):
        return "change"
    # Of totals, hardly any is zero or negative.
    is_without_loss = bool(numbers) and sum(each <= 0 for each in numbers) * 10 <= len(numbers)
    add_up = (common != 0 and number * 2 > sums.total()) or is_without_loss
    return "total" if add_up or _goes_on(rows) else "change"


def _known(row: Row) -> list[Decimal]:
    """Return the numbers of a row, without the entries that are None."""
    return [each for each in row if each is not None]


def _sum(row: Row) -> Decimal:
    return sum(_known(row), Decimal(0))


def _is_whole(row: Row) -> bool:
    return len(_known(row)) >= _LEAST


def _is_full(row: Row) -> bool:
    return None not in row


def _goes_on(rows: Sequence[Row]) -> bool:
    """Return whether the numbers continue from row to row as totals do.

    In most rows at least one player has the same number as in the row before, and zeros are rare.
    """
    # Games in which players begin with zero may begin with draws.
    first = next((at for at, row in enumerate(rows) if any(row)), len(rows))
    rows = rows[first:]
    whole_rows = (_is_whole(row) for row in rows)
    pairs = list(compress(pairwise(rows), starmap(and_, pairwise(whole_rows))))
    repeats = [_repeats(before, after) for before, after in pairs]
    # An amount that several players lose again and again is a price, such as the 8 points of MCR.
    columns: dict[Decimal, set[int]] = {}
    for column, number in (entry for repeat in repeats for entry in repeat):
        columns.setdefault(number, set()).add(column)
    prices = {number for number, some in columns.items() if number < 0 and len(some) > 1}
    repeated = sum(any(number not in prices for _, number in some) for some in repeats)
    zeros = [entry for row in rows[1:] for entry in row].count(Decimal(0))
    return len(pairs) > 1 and repeated * 2 > len(pairs) and zeros <= len(rows)


def _repeats(before: Row, after: Row) -> list[tuple[int, Decimal]]:
    """Return the numbers that two rows have in the same position, as pairs of index and number.

    Zeros are not counted.
    """
    pairs = enumerate(zip(before, after, strict=True))
    return [(column, one) for column, (one, other) in pairs if one and one == other]


def all_together(grid: Grid, group: Players, rows: Sequence[int]) -> tuple[int, int]:
    """Return the number of players, and the total points of all players in most rows.

    The total is converted into points if the sheet counts in hundreds or thousands. It is 0 if no
    total is clearly the most frequent.
    """
    columns = tuple(group.columns)
    texts = [grid.texts(row, columns) for row in rows]
    sign = decimal_sign([text for in_row in texts for text in in_row])
    numbers = [_numbers(in_row, sign) for in_row in texts]
    sums = Counter([_sum(in_row) for in_row in numbers if _is_full(in_row)])
    common, times = next(iter(sums.most_common(1)), (Decimal(0), 0))
    if times * 2 <= sums.total() or times < _SURE:
        return len(columns), 0
    unit = next((unit for unit in UNITS if common * unit >= _LEAST_TOGETHER), 1)
    return len(columns), int(common * unit)


def _unit(rows: Sequence[Row], kind: Kind, start: int | None) -> int:
    """Return the factor, such as 1 or 1000, that turns the numbers into points.

    `start` are the starting points by the rules, None if unknown.
    """
    numbers = [each for row in rows for each in _known(row)]
    if start is None or start < _THOUSANDS:
        for unit in FRACTIONS:
            if all(whole(number * unit) is not None for number in numbers):
                return unit
        return 1
    if not numbers:
        return 1
    if kind == "total":
        return _unit_of_totals(rows, start)
    # Tenths mean that thousands are written, because nobody pays a tenth of a hundred.
    if None in (whole(each) for each in numbers):
        return max(UNITS)
    most = [
        number
        for row in rows
        if (number := max((abs(each) for each in _known(row)), default=Decimal(0)))
    ]
    possible = [unit for unit in UNITS if unit * max(most, default=Decimal(0)) <= _MOST_WON]
    fitting = [unit for unit in possible if _fits(numbers, unit)]
    # A winner gets at least a thousand, and so do players who wait when the wall ends.
    usual = [unit for unit in fitting
             if sum(number * unit >= _LEAST_WON for number in most) * 2 > len(most)]  # fmt: skip
    return next(iter([*usual, *fitting]), 1)


def _unit_of_totals(rows: Sequence[Row], start: int) -> int:
    """Return the factor, 1, 100 or 1000, that turns the numbers of running totals into points.

    With this factor the most frequent total of all players is nearest to their total at the start.
    `start` are one player's starting points. Return 1 if no row has a number for each player.
    """
    full = [row for row in rows if _is_full(row)]
    sums = Counter(zip((_sum(each) for each in full), (len(each) for each in full), strict=True))
    if not sums:
        return 1
    (together, players), _ = sums.most_common(1)[0]
    return min(UNITS, key=lambda unit: abs(together * unit - start * players))


def _fits(known: Sequence[Decimal], unit: int) -> bool:
    """Return whether nearly all numbers, multiplied by `unit`, are whole hundreds of points."""
    odd = sum(number * unit % _STEP != 0 for number in known)
    return odd * 10 <= len(known)
