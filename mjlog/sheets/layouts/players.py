"""Chooses the players' columns among columns of numbers, by evidence.

The rows of players add up to zero or to a constant, and cells about wins name the players.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import chain, combinations
from typing import Final

from mjlog.model.record import NOBODY, SEATS
from mjlog.sheets.cells.numbers import number_of, strip_marks
from mjlog.sheets.cells.words import ENDINGS, plain, seat_and_name, seat_of
from mjlog.sheets.files.workbook import Grid

_SIZES: Final = (4, 3, 5)
"""Possible numbers of players, the likeliest first."""
_AND_ANOTHER: Final = [NOBODY, *range(len(SEATS))]
"""Seats of four players, and of a column that belongs to no player."""
_MOST: Final = 12
"""Number of columns above which only adjacent columns are tried."""
_LOOK: Final = 40
_LEAST_ALIKE: Final = 2
_LEAST_TOTAL: Final = 100
"""Least number that must be points, because minutes and turns are smaller."""
_STICKS: Final = ((50_000, 1000), (500, 10))
"""Least total of all players for each worth of a stick, and this worth."""
_LIST: Final = re.compile(r"[,;/+&、，；・]|\s")
"""Separators between names in a cell."""


def choose_player_columns(
    grid: Grid, rows: Sequence[int], columns: Mapping[int, str], mentioned: Collection[str]
) -> dict[int, str]:
    """Choose the columns of numbers that belong to players; return their headings by column.

    `columns` maps a column to its heading. All columns are chosen, unless the rows add up better
    with fewer columns. `mentioned` are texts of other cells; columns of players named there are
    kept. Return an empty dict if the numbers cannot be points, or if many columns are possible and
    none add up.
    """
    seated = {column: max(seat_and_name(head)[0], seat_of(head))
              for column, head in columns.items()}  # fmt: skip
    # If there are more columns, those of the four seats are the players', even if the sum with
    # sticks on the table fits.
    if len(columns) > len(SEATS) and sorted(seated.values())[-len(SEATS) - 1 :] == _AND_ANOTHER:
        return {column: head for column, head in columns.items() if seated[column] != NOBODY}
    numbers = [
        {column: number_of(strip_marks(grid.text(row, column))) for column in columns}
        for row in rows[:_LOOK]
    ]
    # Cells name a player by the whole heading or by its part without a seat.
    named = {column for column, head in columns.items()
             if plain(head) in mentioned or plain(seat_and_name(head)[1]) in mentioned}  # fmt: skip
    if len(named) > 1 and (lone := _lone_column(numbers)) not in named:
        columns = {at: head for at, head in columns.items() if at != lone}
    if len(named) == len(SEATS) == len(columns) - 1 and _is_beside_four(numbers, named):
        columns = {at: head for at, head in columns.items() if at in named}
    whole = tuple(columns)
    fitting = _fits(numbers, whole)
    if len(whole) in _SIZES and 2 * (fitting + _LEAST_ALIKE) > 3 * len(numbers):
        return dict(columns)  # no choice of some columns can be so much better
    best: tuple[int, ...] = ()
    best_score = (0, 0)
    for some in _subsets(whole):
        # A player whom cells name must not be left out.
        score = (-len(named.difference(some)), _fits(numbers, some))
        if not best or score > best_score:
            best, best_score = some, score
    moved = sum(any(row.values()) for row in numbers)
    is_better = best_score[1] >= fitting + _LEAST_ALIKE and 2 * best_score[1] > moved
    is_better = is_better and not named.difference(best)
    is_named = len(named) > 1 and named <= {*best}
    # If cells name exactly these players, one row with a wrong sum does not matter.
    is_better |= named == {*best} and best_score[1] >= _LEAST_ALIKE and not fitting
    is_better |= named <= {*best} and len(named) >= min(_SIZES) and _lead_others(numbers, best)
    # Four play at a time: of five columns either one is empty in each row, or one belongs
    # to nobody.
    full = sum(None not in row.values() for row in numbers)
    is_better |= len(whole) == max(_SIZES) and full * 2 > len(numbers) and len(best) < len(whole)
    # A loss in a fourth column is a player's, even if sticks are left and three columns add up.
    is_better &= len(whole) != len(SEATS) or not _have_losses(numbers, {*whole} - {*best})
    amounts = [number for row in numbers for number in row.values() if number is not None]
    is_of_points = best_score[1] > 0 or fitting > 0 or moved < _LEAST_ALIKE
    is_of_points |= any(number < 0 or number >= _LEAST_TOTAL for number in amounts)
    if not (named or is_of_points or any(seat_and_name(head)[0] >= 0 or seat_of(head) >= 0
                                         for head in columns.values())):  # fmt: skip
        return {}  # the numbers are minutes, turns and the like
    if len(whole) in _SIZES or len(whole) < min(_SIZES):
        return {column: columns[column] for column in (best if is_better else whole)}
    if best_score[1] > 0 or is_named:
        return {column: columns[column] for column in best}
    return {}


def _have_losses(numbers: Sequence[Mapping[int, Decimal | None]], columns: Collection[int]) -> bool:
    """Return whether one of these columns has a negative number."""
    return any((row[column] or 0) < 0 for row in numbers for column in columns)


def _lone_column(numbers: Sequence[Mapping[int, Decimal | None]]) -> int:
    """Return the column that has the only number in most rows, such as minutes; 0 if there is none.

    `numbers` has the numbers of each row by column; a blank cell is None.
    """
    filled = [[at for at, number in row.items() if number is not None] for row in numbers]
    lone = Counter(columns[0] for columns in filled if len(columns) == 1)
    return next((at for at, times in lone.most_common(1) if times * 2 > len(numbers)), 0)


def _is_beside_four(
    numbers: Sequence[Mapping[int, Decimal | None]], named: Collection[int]
) -> bool:
    """Return whether a fifth column of numbers cannot be that of a fifth player.

    `numbers` has the numbers of each row by column; a blank cell is None. `named` are the columns
    of four players. Their numbers must have the same sum in all rows in which the fifth column has
    a number other than 0; or the fifth column has a small number in each row, as a column of sticks
    has. If five players take turns, the fifth also wins and loses points.
    """
    fifth: list[Decimal] = []
    others = [Decimal(0)]
    for at, number in (pair for row in numbers for pair in row.items()):
        (others if at in named else fifth).append(number or Decimal(0))
    are_counts = all(0 <= number < _LEAST_TOTAL / 10 for number in fifth)
    largest = max(abs(number) for number in others)
    if len(fifth) > _LEAST_ALIKE and are_counts and largest >= _LEAST_TOTAL:
        return True
    sums = [sum(row[at] or 0 for at in named) for row in numbers
            if any(number for at, number in row.items() if at not in named)]  # fmt: skip
    return len(sums) > _LEAST_ALIKE and len({*sums}) == 1


def _subsets(columns: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield every choice of four, three or five of these columns, as a tuple.

    Adjacent columns come first, the rightmost at the front. With more than `_MOST` columns, only
    adjacent columns are yielded. A choice of all columns is left out.
    """
    for size in _SIZES:
        windows = [columns[at : at + size] for at in range(len(columns) - size, -1, -1)]
        yield from (window for window in windows if len(window) < len(columns))
        if len(columns) <= _MOST:
            yield from (some for some in combinations(columns, size) if len(some) < len(columns))


def _fits(numbers: Sequence[Mapping[int, Decimal | None]], columns: Sequence[int]) -> int:
    """Count the rows in which these columns add up to 0, or to one constant if that gives more.

    `numbers` has the numbers of each row by column. The constant, such as 100000, must be at least
    as large as any number and must occur in two different rows.
    """
    sums: Counter[Decimal] = Counter()
    rows_by_sum: dict[Decimal, set[tuple[Decimal, ...]]] = {}
    most = Decimal(0)
    for row in numbers:
        numbers_in_row = [
            number for number in (row.get(column) for column in columns) if number is not None
        ]
        if len(numbers_in_row) >= min(_SIZES) and any(numbers_in_row):
            total = sum(numbers_in_row, Decimal(0))
            sums[total] += 1
            rows_by_sum.setdefault(total, set()).add(tuple(numbers_in_row))
            most = max(most, *(abs(each) for each in numbers_in_row))
    # The total of all players is more than each player has; changes with a constant column have a
    # smaller sum. Equal rows, as in lists of things, do not show that points moved.
    moving = {total for total, rows in rows_by_sum.items() if total and len(rows) > 1}
    constant = max((sums[total] for total in moving if total >= most), default=0)
    return max(sums[Decimal(0)], constant if constant >= _LEAST_ALIKE else 0)


def _fits_with_blanks(
    numbers: Sequence[Mapping[int, Decimal | None]], columns: Sequence[int]
) -> int:
    """Count the rows in which these columns add up to 0, if an empty cell counts as 0.

    Rows in which all numbers are 0 do not count.
    """
    rows = [[row.get(column) or Decimal(0) for column in columns] for row in numbers]
    return sum(any(row) and not sum(row, Decimal(0)) for row in rows)


def _lead_others(numbers: Sequence[Mapping[int, Decimal | None]], best: Sequence[int]) -> bool:
    """Return whether the columns `best` add up to 0 in most rows, and no other number is negative.

    The other columns then have sticks or hand values, not points of players.
    """
    others = [row[column] for row in numbers for column in row if column not in best]
    if not any(others) or any(number is not None and number < 0 for number in others):
        return False
    adding_up = _fits_with_blanks(numbers, best)
    is_usual = 2 * adding_up > sum(any(row.values()) for row in numbers)
    return is_usual and adding_up >= _fits_with_blanks(numbers, [*numbers[0]])


def is_of_points(grid: Grid, rows: Sequence[int], columns: Iterable[int]) -> bool:
    """Return whether these columns may have the points of players.

    Return True if a number is negative, or if two thirds of the rows add up to 0 or to one
    constant; riichi sticks may be missing from the constant.
    """
    some = [*columns]
    texts = (grid.texts(row, some) for row in rows[:_LOOK])
    numbers = [
        dict(zip(some, (number_of(strip_marks(each)) for each in row), strict=True))
        for row in texts
    ]
    filled = [[number for number in row.values() if number is not None] for row in numbers]
    has_loss = any(number < 0 for row in filled for number in row)
    sums = [sum(row, Decimal(0)) for row in filled if any(row)]
    most = max(sums, default=Decimal(0))
    step = next((step for least, step in _STICKS if most >= least), 0)
    alike = sum(step > 0 and (most - each) % step == 0 for each in sums)
    fitting = max(_fits(numbers, some), alike)
    return has_loss or (fitting > 0 and fitting * 3 >= len(sums) * 2)


MOST_ADD_UP: Final = Fraction(2, 3)
"""Share of rows that must add up in the columns of players; slips and penalties do not."""


def share_adding_up(grid: Grid, rows: Sequence[int], columns: Iterable[int]) -> Fraction:
    """Return the share of rows in which these columns add up to 0, or to one constant.

    Only rows with numbers count, and only the first `_LOOK` rows are read. Return 0 if no row has
    numbers.
    """
    some = [*columns]
    numbers = [
        {column: number_of(strip_marks(grid.text(row, column))) for column in some}
        for row in rows[:_LOOK]
    ]
    filled = sum(any(row.values()) for row in numbers)
    return Fraction(_fits(numbers, some), filled) if filled else Fraction(0)


def adds_up_to_nothing(grid: Grid, rows: Sequence[int], columns: Iterable[int]) -> bool:
    """Return whether at least one row of these columns has numbers that add up to 0."""
    some = [*columns]
    numbers = [
        [number for text in grid.texts(row, some) if (number := number_of(text))]
        for row in rows[:_LOOK]
    ]
    return any(row and not sum(row) for row in numbers)


def mentioned_by(grid: Grid, rows: Sequence[int], used: Collection[int]) -> set[str]:
    """Return the texts of all cells outside the `used` columns, whole and in parts, as a set.

    The texts are normalized, and only the first `_LOOK` rows are read. Used to find the players'
    names in other columns.
    """
    columns = ((row, [at for at in grid.columns_of(row) if at not in used]) for row in rows[:_LOOK])
    texts = set(chain.from_iterable(grid.texts(row, some) for row, some in columns))
    return {plain(part) for text in texts for part in parts_of(text)}


def parts_of(text: str) -> tuple[str, ...]:
    """Split the text of a cell that may list several players; return the text and its parts.

    A text that is a result, such as a word for a draw, is returned alone.
    """
    return (text,) if plain(text) in ENDINGS else (text, *_LIST.split(text))
