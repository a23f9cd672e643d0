"""Checks counts in standings: how many games each player played, and how often in each place.

The counts of the places add up to the games; the average place and the points a game follow from
them. All players together have each place equally often.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product
from typing import Final

from mjlog.sheets.cells.numbers import add_up
from mjlog.sheets.cells.words import plain, role_of

_SIZES: Final = (4, 3)
_LEAST: Final = 3
"""Fewest rows that can show a relation between columns."""
_STEPS: Final = (1, 2)
"""Possible distances between columns of places; shares may be in between."""
_PLACE: Final = re.compile(r"[#＃]?([1-4１-４])[^\W\d]*|[#＃]?([1-4１-４])\W.*")
_OF_GAMES: Final = frozenset({"game", "round"})
_NAMES_NO_PLACE: Final = frozenset({"game", "round", "date", "deal", "table"})
_ROUNDINGS: Final = (Decimal("0.51"), Decimal("1.01"))
"""Greatest error of an average, in units of its last digit, if it is rounded or cut off."""
Numbers = Mapping[int, Sequence[Decimal | None]]
"""Numbers of each column, by row."""
Row = Mapping[int, Decimal]


@dataclass(frozen=True, slots=True)
class _Average:
    """A column of averages: the average place, or another column divided by the number of games.

    `at` is the column of averages, and `of` the other column; 0 for the average place. `digits` is
    the number of decimals, and `off` the largest difference that rounding can cause.
    """

    at: int
    of: int
    digits: int
    off: Decimal


@dataclass(frozen=True, slots=True)
class Counts:
    """The columns of standings that count games and places, and the columns of averages.

    `games` is the column with the number of games. `places` are the columns that count how often
    each place was taken; it is empty for a table that has only games and averages.
    """

    games: int
    places: tuple[int, ...]
    averages: tuple[_Average, ...] = ()

    @property
    def columns(self) -> frozenset[int]:
        """The set of all columns that this object describes.

        They are the column of games played, the columns that count places, and columns of averages.
        """
        return frozenset({self.games, *self.places, *(each.at for each in self.averages)})

    def due(self, numbers: Numbers) -> Mapping[int, list[Decimal | None]]:
        """Compute the numbers that the columns of games, places and averages should have.

        `numbers` maps each column to its numbers, row by row, and so does the result. A row in
        which the counts of places add up to the games, and the averages are right, is returned as
        written. In any other row the wrong number is replaced by the expected number. If several
        numbers may be the wrong one, each of them is replaced by None.
        """
        due = {column: [*numbers[column]] for column in sorted(self.columns)}
        sums = {at: add_up(numbers[at]) for at in self.places}
        common, times = Counter(sums.values()).most_common(1)[0] if sums else (Decimal(0), 0)
        more = {at: whole - common for at, whole in sums.items()}
        excesses = more if times >= len(sums) - 1 else {}
        for place in range(len(numbers[self.games])):
            row = _row(numbers, place)
            if self._wrong(row, {}):
                for at, number in self._mended(row, excesses).items():
                    due[at][place] = number
        return due

    def _mended(self, row: Row, more: Mapping[int, Decimal]) -> Mapping[int, Decimal | None]:
        """Return a dict from the column of the wrong number in `row` to the number expected there.

        If one correction is best, the dict has this correction, and those of numbers that are still
        wrong after it. If several corrections are equally good, the dict maps each of their columns
        to None. `more` maps each column of places to how much too high its sum over all rows is; it
        is empty if unknown. If there are neither averages nor `more`, the number of games is
        replaced.
        """
        ways = [(self._wrong({**row, at: number}, {
            place: off - (row.get(at, Decimal(0)) - number) * (place == at)
            for place, off in more.items()
        }), at, number) for at, number in self._candidates(row)]  # fmt: skip
        fewest = min((wrong for wrong, _, _ in ways), default=0)
        best = [(at, number) for wrong, at, number in ways if wrong == fewest]
        if len(best) == 1 and fewest < self._wrong(row, more):
            at, number = best[0]
            changed = {**row, at: number}
            others = self._mended(changed, {}) if self._wrong(changed, {}) else {}
            return {at: number} | {other: due for other, due in others.items() if other != at}
        # If nothing else can be compared, the sum that follows from its parts is right.
        if self.places and not (self.averages or more):
            return {self.games: add_up([row.get(at) for at in self.places])}
        return {at: None for at, _ in best}

    def _candidates(self, row: Row) -> Iterator[tuple[int, Decimal]]:
        """Yield the possible corrections of a row, as pairs of a column and its new number.

        For example, if a row has 10 games, but its counts of places add up to 11, yield 11 for the
        column of games, and for each column of places the count minus 1. For a wrong average, yield
        the right average.
        """
        if self.places and self.games in row:
            off = row[self.games] - add_up([row.get(at) for at in self.places])
            if off:
                yield self.games, row[self.games] - off
            for at in self.places:
                if off and row.get(at, Decimal(0)) + off >= 0:
                    yield at, row.get(at, Decimal(0)) + off
        for average in self.averages:
            number = self.average(average, row)
            if number is not None and abs(number - row.get(average.at, number)) > average.off:
                yield average.at, round(number, average.digits)

    def _wrong(self, row: Row, more: Mapping[int, Decimal]) -> int:
        """Count the mistakes in a row: counts of places that do not add up, and wrong averages.

        The counts of places of a row should add up to its number of games. `more` maps each column
        of places to how much too high its sum over all rows is; each number other than 0 is also a
        mistake.
        """
        wrong = sum(bool(off) for off in more.values())
        if self.places and self.games in row:
            wrong += row[self.games] != add_up([row.get(at) for at in self.places])
        for average in self.averages:
            number = self.average(average, row)
            stated = row.get(average.at)
            if number is not None and stated is not None:
                wrong += abs(number - stated) > average.off
        return wrong

    def average(self, average: _Average, row: Row) -> Decimal | None:
        """Compute the number that a row should have in a column of averages.

        If `average.of` is 0, the result is the average place. Otherwise the result is the number in
        the column `average.of`, divided by the number of games. Return None if the row does not
        have the numbers that are needed.
        """
        games = row.get(self.games)
        if not games or (average.of and average.of not in row):
            return None
        if average.of:
            return row[average.of] / games
        parts = [place * row.get(at, Decimal(0)) for place, at in enumerate(self.places, 1)]
        return add_up(parts) / games


def counts_of(heads: Mapping[int, str], numbers: Numbers) -> Counts | None:
    """Find the columns that count games and places, and the columns of averages, as a `Counts`.

    `heads` maps columns to headings, and `numbers` maps columns to the numbers of all rows. Columns
    are accepted as counts of places if in nearly all rows they add up to the games, and if
    something else confirms them: headings that name the places in order, a heading that names
    games, or a column with the average place. Otherwise a column of games with at least one column
    of averages is accepted. Return None if no columns are accepted.
    """
    whole = [column for column, every in numbers.items() if _are_counts(every)]
    rows = range(len(next(iter(numbers.values()), ())))
    for size, games, step in product(_SIZES, whole, _STEPS):
        for first in whole:
            places = tuple(range(first, first + step * size, step))
            if games in places or not {*places} <= {*whole} or not _add_up(numbers, games, places):
                continue
            counts = _with_averages(Counts(games, places), numbers)
            ordered = sum(place_of(heads.get(at, "")) == place for place, at
                          in enumerate(places, 1))  # fmt: skip
            has_places = any(not average.of for average in counts.averages)
            if ordered >= size - 1 or role_of(heads.get(games, "")) in _OF_GAMES or has_places:
                return counts
    for games in whole:
        if role_of(heads.get(games, "")) in _OF_GAMES and len(rows) > _LEAST:
            counts = _with_averages(Counts(games, ()), numbers)
            if counts.averages:
                return counts
    return None


def _are_counts(every: Sequence[Decimal | None]) -> bool:
    """Return whether a column has only whole numbers from 0 on, and at least one above 0."""
    some = [number for number in every if number is not None]
    return any(some) and all(number >= 0 and number % 1 == 0 for number in some)


def _add_up(numbers: Numbers, games: int, places: Sequence[int]) -> bool:
    """Return whether in nearly all rows the number of games is the sum of the counts of places.

    `games` is the column of games and `places` are the columns of the counts. Empty rows are
    ignored.
    """
    sums = [(number, add_up([numbers[at][row] for at in places]))
            for row, number in enumerate(numbers[games]) if number is not None]  # fmt: skip
    return _is_borne_out([number == whole for number, whole in sums if number or whole])


def _is_borne_out(right: Sequence[bool]) -> bool:
    """Return whether nearly all of these booleans are True, and at least three of them.

    Each boolean says whether an assumption, for example that one column is the sum of others, is
    true in one row.
    """
    return sum(right) >= max(_LEAST, len(right) - 1 - len(right) // 8)


def _with_averages(counts: Counts, numbers: Numbers) -> Counts:
    """Return a copy of `counts` in which `averages` lists all columns of averages.

    A column of averages has, in nearly all rows, the average place, or another column divided by
    the number of games. `numbers` maps columns to the numbers of all rows.
    """
    averages: list[_Average] = []
    taken = {counts.games, *counts.places}
    parts = [0] * bool(counts.places)
    parts += [at for at in numbers if at not in taken]
    rows = [
        _row(numbers, place)
        for place in range(max((len(some) for some in numbers.values()), default=0))
    ]
    for at in [column for column in numbers if column not in taken]:
        stated = [number for number in numbers[at] if number is not None]
        digits = max((_digits(number) for number in stated), default=0)
        if not digits:
            continue
        best: tuple[int, _Average] | None = None
        for of, rounding in product(parts, _ROUNDINGS):
            average = _Average(at, of, digits, rounding.scaleb(-digits))
            pairs = [(row[at], counts.average(average, row)) for row in rows if row.get(at)]
            right = [abs(own - due) <= average.off for own, due in pairs if due]
            # A player with a single game has the same number in both columns.
            differing = sum(own != row.get(of) for row in rows if (own := row.get(at)))
            is_better = best is None or sum(right) > best[0]
            if at != of and _is_borne_out(right) and differing >= _LEAST and is_better:
                best = sum(right), average
        averages += [best[1]] if best else []
    return Counts(counts.games, counts.places, tuple(averages))


def _row(numbers: Numbers, place: int) -> Row:
    """Return the numbers of one row as a dict from column to number, without empty cells.

    `place` is the index of the row in the lists of `numbers`.
    """
    return {at: number for at, every in numbers.items() if (number := every[place]) is not None}


def _digits(number: Decimal) -> int:
    """Return the number of digits after the decimal point."""
    exponent = number.as_tuple().exponent
    return -exponent if isinstance(exponent, int) and exponent < 0 else 0


def place_of(head: str) -> int:
    """Return the place that a column heading names, such as 1 for ``1st``; 0 if it names no place.

    >>> [place_of(head) for head in ("1st", "2. Platz", "3位回数", "4ths", "1", "1. Runde", "R1")]
    [1, 2, 3, 4, 0, 0, 0]
    """
    match = _PLACE.fullmatch(head.strip())
    if match is None or head.strip().isdigit():
        return 0
    words = [part.strip("0123456789.#") for part in plain(head).split("_")]
    if any(role_of(word) in _NAMES_NO_PLACE for word in words if word):
        return 0
    return int(match[1] or match[2])
