"""Finds what columns of results have besides points: ranks, placement points and sums.

A number in such a column follows from the points, the place and other columns. What a place brings
is taken from most games of the sheet, or from common rules if there is only one game. A number that
differs from what most others show is a slip.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_HALF_DOWN, Decimal
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise, product
from typing import Final

from mjlog.rules.riichi.final_points import UMA
from mjlog.sheets.cells.numbers import add_up
from mjlog.sheets.result_sheets.tables_of_rounds import BROUGHT
from mjlog.sheets.usual_amounts import LEAST_PENALTY, MOST_LEFT, STARTS

_SCALES: Final = (Decimal(1), Decimal(1000))
"""Units of the points in a column: points, or thousands of points."""
_MOST_FOR_A_PLACE: Final = 200
"""Most points, in thousands, that a place brings."""
_LOOK: Final = 12
"""Most games by which the meaning of a column is found."""
_FACTORS: Final = (1, -1, 2, 5, 10)
"""Possible factors of another column, such as 2 for chips of two points each."""
_MOST_OTHERS: Final = 3
_LEAST_BONUSES: Final = 3
"""Fewest games that can show a bonus of first players."""
_WHOLE: Final = Decimal(1)

Row = Mapping[int, Decimal]
"""The numbers of one player of one game, by column."""


@dataclass(frozen=True)
class Scores:
    """One game: each player's points in thousands, and each player's numbers in other columns.

    If `shares_ties` is True, players with equal points share their placement points by the rules.
    """

    points: tuple[Decimal, ...]
    rows: tuple[Row, ...]
    shares_ties: bool = False

    @cached_property
    def order(self) -> tuple[tuple[int, int], ...]:
        """For each player, the number of players with more points, and of those with equal points.

        The second number includes the player. For example, the first player has (0, 1), and two
        players who share the second place both have (1, 2).
        """
        return tuple(
            (sum(other > own for other in self.points), self.points.count(own))
            for own in self.points
        )

    @property
    def has_ties(self) -> bool:
        """Whether at least two players have equal points."""
        return len({*self.points}) < len(self.points)


@dataclass(frozen=True, slots=True)
class Column:
    """What the numbers in the column `at` contain: placement points, and perhaps other amounts.

    `places` are the points for each place in thousands. `scale` is 1 if the column counts in
    thousands, and 1000 if it counts in points. If `has_points` is True, the column includes the
    final points. `others` maps further columns that it includes to their factors. If `is_rounded`
    is True, points are rounded to thousands. `free` is the number of cells that were used to find
    `places`, and that therefore do not confirm them.
    """

    at: int
    scale: Decimal
    places: tuple[Decimal, ...]
    has_points: bool = True
    others: Mapping[int, int] = field(default_factory=dict)
    is_rounded: bool = False
    free: int = 0

    def due(self, game: Scores, player: int) -> Decimal:
        """Compute the number that a player should have in this column.

        `player` is the index of the player in `game`. Players with equal points share the points of
        their places equally. If the written number differs only by rounding, or because the sheet
        does not let equal players share, the written number is returned.
        """
        better, alike = game.order[player]
        places = self.places[better : better + alike]
        due = (self._points(game, player) + add_up(places) / alike) * self.scale
        due += self._sum_of_others(game, player)
        stated = game.rows[player].get(self.at)
        return stated if stated is not None and self._may_be(game, player, stated, due) else due

    def brought(self, game: Scores, player: int) -> Decimal | None:
        """Compute the placement points of a player from the number written in this column.

        `player` is the index of the player in `game`. If the column includes the player's points or
        the numbers of other columns, they are subtracted. Return None if the player's cell is
        empty.
        """
        stated = game.rows[player].get(self.at)
        if stated is None:
            return None
        return (stated - self._sum_of_others(game, player)) / self.scale - self._points(
            game, player
        )

    def _points(self, game: Scores, player: int) -> Decimal:
        if not self.has_points:
            return Decimal(0)
        points = game.points[player]
        return points.quantize(_WHOLE, ROUND_HALF_DOWN) if self.is_rounded else points

    def _sum_of_others(self, game: Scores, player: int) -> Decimal:
        row = game.rows[player]
        return add_up([times * row.get(at, Decimal(0)) for at, times in self.others.items()])

    def _may_be(self, game: Scores, player: int, stated: Decimal, due: Decimal) -> bool:
        """Return whether the written number `stated` is right, although `due` is expected.

        It is right if the sheet rounds to thousands. It is also right if players have equal points
        and the sheet does not share: for example, it gives one of them all points for the second
        place. `player` is the index of the player in `game`.
        """
        if self.is_rounded and abs(stated - due) < 2 * self.scale:
            return True
        better, alike = game.order[player]
        if alike == 1 or game.shares_ties:
            return False
        same = [seat for seat, order in enumerate(game.order) if order[0] == better]
        brought = [self.brought(game, seat) for seat in same]
        places = self.places[better : better + alike]
        # Table points, which need not add up, may give both players those of the better place.
        if sum(self.places) and not self.has_points and {*brought} == {places[0]}:
            return True
        return None not in brought and sorted(each or 0 for each in brought) == sorted(places)

    def fitting(self, games: Sequence[Scores]) -> int:
        """Count the cells of this column, in all games, that have the expected number."""
        return sum(
            row.get(self.at) == self.due(game, player)
            for game in games
            for player, row in enumerate(game.rows)
            if self.at in row
        )


def columns_of(
    games: Sequence[Scores],
    columns: Sequence[int],
    in_all: Decimal,
    penalties: Collection[int] = (),
) -> tuple[Column, ...]:
    """Find out what each column contains, such as uma or points with uma, from the numbers in it.

    Return a `Column` for each column whose numbers can be explained. `columns` are the columns to
    explain, `in_all` is the total of all players' points in thousands, and `penalties` are columns
    of penalties, which are not explained but may be included in other columns.
    """
    some = _with_bonus_of_first(games[:_LOOK], columns)
    understood = {
        column.at: column for column in columns_of_places(some, columns, in_all, penalties)
    }
    for at in columns:
        if at in penalties:
            continue
        cells = sum(at in row for game in some for row in game.rows)
        fitting = understood[at].fitting(some) if at in understood else 0
        if fitting == cells:
            if at in understood:
                understood[at] = _with_only_penalty(some, understood[at], penalties, in_all)
            continue
        others = [other for other in columns if other != at and other not in understood]
        for added in _added(others):
            column = _best(some, at, added, in_all)
            if column is None:
                continue
            fined = sum(any(row.get(penalty) for penalty in penalties)
                        for game in some for row in game.rows)  # fmt: skip
            has_places = at in understood and not understood[at].has_points
            if has_places and fined == 1 and not {*added}.isdisjoint(penalties):
                continue  # placement points that are wrong by the only penalty are a slip
            # If a penalty is in one half of the totals, the totals of the other half are wrong.
            is_of_penalties = column.has_points and not {*added}.isdisjoint(penalties)
            is_of_penalties &= at not in understood or not understood[at].others
            if column.fitting(some) >= fitting + (not is_of_penalties):
                understood[at], fitting = column, column.fitting(some)
    agreeing = [_with_places_of_total(some, column, understood.values())
                for column in understood.values()]  # fmt: skip
    return tuple(_with_all_parts(some, column, agreeing, in_all) for column in agreeing)


def _with_only_penalty(
    games: Sequence[Scores], column: Column, penalties: Collection[int], in_all: Decimal
) -> Column:
    """Return `column` with the sheet's only penalty included, if one cell leaves the penalty out.

    The column must contain points, and all its numbers but one must be right with the penalty.
    Otherwise `column` is returned unchanged. `penalties` are the columns of penalties, and `in_all`
    is the total of all players' points in thousands.
    """
    for at in sorted(penalties):
        numbers = [row[at] for game in games for row in game.rows if row.get(at)]
        if at > column.at or len(numbers) != 1 or abs(numbers[0]) < LEAST_PENALTY:
            continue
        with_penalty = _best(games, column.at, {at: -1 if numbers[0] > 0 else 1}, in_all)
        cells = sum(column.at in row for game in games for row in game.rows)
        is_usual = with_penalty is not None and with_penalty.places == column.places
        if column.has_points and with_penalty and is_usual:
            return with_penalty if with_penalty.fitting(games) == cells - 1 else column
    return column


def _with_places_of_total(
    games: Sequence[Scores], column: Column, columns: Collection[Column]
) -> Column:
    """Return `column` with the placement points that follow from a column of totals.

    For example, if each total is the points plus 15, 5, -5 or -15, the column of placement points
    should have these four numbers. The totals must be right in all games, and the four numbers must
    explain at least as many cells as the placement points of `column`. Otherwise `column` is
    returned unchanged.
    """
    if column.has_points or column.others:
        return column
    for total in columns:
        cells = sum(total.at in row for game in games for row in game.rows)
        if total.has_points and not total.others and total.fitting(games) == cells:
            middle = add_up(total.places) / len(total.places)
            counted = replace(column, places=tuple(place - middle for place in total.places))
            if counted.fitting(games) >= column.fitting(games):
                return counted
    return column


def _with_all_parts(
    games: Sequence[Scores], total: Column, columns: Collection[Column], in_all: Decimal
) -> Column:
    """Return a copy of `total` that includes the placement points of all other columns.

    Other columns may be uma and a bonus for the first player. All placement points and `in_all`,
    the total of all players' points, must add up to zero, and at most one cell may be wrong.
    Otherwise return `total`.
    """
    if not total.has_points or total.others or sum(total.places, in_all) == 0:
        return total
    apart = [column.places for column in columns if not column.has_points and not column.others]
    differences = [column.places for column in columns
                   if column.has_points and len({*column.places}) == 1]  # fmt: skip
    if not apart or not differences or differences[0] == total.places:
        return total
    whole = tuple(add_up(some) for some in zip(differences[0], *apart, strict=True))
    column = replace(total, places=whole)
    cells = sum(total.at in row for game in games for row in game.rows)
    is_right = sum(whole, in_all) == 0 and column.fitting(games) >= cells - 1
    return column if is_right else total


def _with_bonus_of_first(games: Sequence[Scores], columns: Sequence[int]) -> Sequence[Scores]:
    """Return the games with 0 instead of empty cells in columns of a bonus for the first player.

    A column is such a bonus if only first players have a number in it, always the same number, and
    in more than half of the games. The 0 of a first player without a bonus is later reported as a
    wrong number.
    """
    for at in columns:
        numbers = [(game.order[player], row[at]) for game in games
                   for player, row in enumerate(game.rows) if row.get(at)]  # fmt: skip
        is_bonus = all(order == (0, 1) for order, _ in numbers)
        is_bonus &= len({number for _, number in numbers}) == 1
        if is_bonus and len(games) > len(numbers) >= max(_LEAST_BONUSES, len(games) // 2 + 1):
            games = [replace(game, rows=tuple({at: Decimal(0)} | dict(row) for row in game.rows))
                     for game in games]  # fmt: skip
    return games


def columns_of_places(
    games: Sequence[Scores],
    columns: Sequence[int],
    in_all: Decimal,
    penalties: Collection[int] = (),
) -> Iterator[Column]:
    """Yield a `Column` for each column whose numbers are explained by final points and places.

    `columns` are the columns to explain, `in_all` is the total of all players' points in thousands,
    and `penalties` are columns to skip. A column that cannot be explained is skipped, too.
    """
    for at in columns:
        if at not in penalties and (column := _best(games, at, {}, in_all)) is not None:
            yield column


def _added(others: Sequence[int]) -> Iterator[Mapping[int, int]]:
    """Yield the combinations of columns that a total may add, as dicts from column to factor.

    For example, `{3: 1, 5: -1}` adds column 3 and subtracts column 5. At most one factor in a dict
    is not 1. At most `_MOST_OTHERS` of the columns `others` are combined; combinations of few
    columns come first.
    """
    for count in range(1, min(len(others), _MOST_OTHERS) + 1):
        for chosen in combinations(others, count):
            yield dict.fromkeys(chosen, 1)
            for at, times in product(chosen, _FACTORS[1:]):
                yield {**dict.fromkeys(chosen, 1), at: times}


def _best(
    games: Sequence[Scores], at: int, others: Mapping[int, int], in_all: Decimal
) -> Column | None:
    """Return the `Column` that explains most numbers in column `at`; None if none explains enough.

    At least three quarters of the numbers must be explained. `others` maps columns that column `at`
    includes to their factors, and `in_all` is the total of all players' points in thousands. If
    several explanations are equally good, usual placement points are preferred, then those that add
    up to zero, then whole or half thousands.
    """
    numbers = [row[at] for game in games for row in game.rows if at in row]
    # Numbers of few players, such as penalties, do not follow from places, and zeros follow from
    # anything.
    if 2 * len(numbers) <= sum(len(game.rows) for game in games) or not any(numbers):
        return None
    # If points have decimals but the numbers have none, they were rounded.
    is_rounded = all(number % 1 == 0 for number in numbers) and any(
        points % 1 for game in games for points in game.points
    )
    best: tuple[tuple[int, bool, bool, bool, bool, bool, int], Column] | None = None
    scales = [*_SCALES, *([] if others else _prices_of_points(games, at))]
    for scale, has_points in product(scales, (True, False)):
        column = Column(at, scale, (), has_points, others, is_rounded and has_points and scale == 1)
        usual = {*usual_places(len(games[0].points), in_all, has_points=has_points)}
        for places, free in _places(games, column, in_all):
            way = replace(column, places=places, free=free)
            fitting = way.fitting(games)
            # Numbers that were used to find what a place brings confirm nothing.
            is_rare = 2 * (fitting - free) <= len(numbers) - free or 4 * fitting < 3 * len(numbers)
            # The row is a usual one even if two players have each other's numbers.
            is_swapped = len(games) == 1 and not has_points and places in usual
            if is_rare and not (is_swapped and sorted(numbers) == sorted(places)):
                continue
            rating = (
                fitting,
                not way.is_rounded,
                places in usual,
                sum(places, in_all * has_points) == 0,
                all(2 * place % 1 == 0 for place in places),
                has_points,
                -free,
            )
            if best is None or rating > best[0]:
                best = rating, way
    return best[1] if best else None


def _prices_of_points(games: Sequence[Scores], at: int) -> list[Decimal]:
    """Return what column `at` pays for a thousand points, for example 0.2 if 30,000 bring 6 euros.

    The amounts are compared with the points, and the differences between two players with their
    differences of points, because only the points above the start may be paid. Three quarters of
    the amounts, or half of the differences, must have the same price. Return at most one price from
    each comparison.
    """
    whole: list[tuple[Decimal, Decimal]] = []
    apart: list[tuple[Decimal, Decimal]] = []
    for game in games:
        pairs = [(row[at], points) for row, points in zip(game.rows, game.points, strict=True)
                 if at in row]  # fmt: skip
        whole += pairs
        apart += [(one[0] - other[0], one[1] - other[1]) for one, other in pairwise(pairs)]
    prices: list[Decimal] = []
    for amounts, least in ((whole, Fraction(3, 4)), (apart, Fraction(1, 2))):
        priced = [(amount / points, points) for amount, points in amounts if points]
        for price, times in Counter(price for price, _ in priced).most_common(1):
            has_several = len({points for own, points in priced if own == price}) > 1
            if has_several and times >= least * len(priced) and price not in {0, *_SCALES}:
                prices.append(price)
    return [*dict.fromkeys(prices)]


def _places(
    games: Sequence[Scores], column: Column, in_all: Decimal
) -> Iterator[tuple[tuple[Decimal, ...], int]]:
    """Yield the placement points that a column may contain, and from how many cells they follow.

    For example, the placement points are `(15, 5, -5, -15)` for the places 1 to 4. The cells that
    they follow from do not confirm them. They are the most frequent numbers of each place, the same
    number for all places, or usual numbers such as a common uma. `in_all` is the total of all
    players' points in thousands.
    """
    size = len(games[0].points)
    by_place = [
        (better, brought, game.has_ties)
        for game in games
        for player, (better, _) in enumerate(game.order)
        if (brought := column.brought(game, player)) is not None
    ]
    every = Counter(brought for _, brought, _ in by_place)
    # Players with equal points share the points of their places.
    ways = [
        Counter(brought for place, brought, is_shared in by_place if place == at and not is_shared)
        for at in range(size)
    ]
    for places in product(*([brought for brought, _ in way.most_common(2)] for way in ways)):
        # No place brings less than the next one.
        is_possible = all(better >= worse for better, worse in pairwise(places))
        if is_possible and any(places) and max(abs(each) for each in places) <= _MOST_FOR_A_PLACE:
            is_even = sum(places, in_all * column.has_points) == 0
            is_usual = is_even and all(2 * place % 1 == 0 for place in places)
            # In a single game, the sum that the places must have confirms one number.
            yield places, size - (is_usual and len(games) == 1)
    # In a single game, some numbers always add up to others.
    if (column.has_points or (column.others and len(games) > 1)) and every:
        # In a single game, players with equal points confirm only one number together.
        tied = max(alike for _, alike in games[0].order) if len(games) == 1 else 1
        yield (every.most_common(1)[0][0],) * size, tied
    # Because of ties and slips, no game may show what each place brings. A single game whose
    # numbers have the sum of a usual row has a row of its own.
    written = sorted(every.elements())
    for places in usual_places(size, in_all, has_points=column.has_points):
        shared = sorted(add_up(places[better : better + alike]) / alike
                        for better, alike in games[0].order)  # fmt: skip
        if len(games) > 1 or sum(places) != sum(written) or written in (sorted(places), shared):
            # Zeros follow from anything.
            yield places, 0 if column.has_points or len(games) > 1 else places.count(Decimal(0))


def converted(
    numbers: Sequence[Decimal | None], amounts: Sequence[Decimal | None]
) -> list[Decimal | None]:
    """Multiply the numbers by the factor that explains most of the amounts; return the products.

    Used for money that is paid for points: if 30 points brought 6 euros, the factor is 0.2.
    `amounts` are the written amounts. An amount that differs from its product only by rounding is
    returned as written. An entry is None if the number or the amount is missing. Return an empty
    list if no factor explains nearly all amounts.

    >>> [str(due) for due in converted([Decimal(n) for n in (-4, 6, 2, -4)],
    ...                                [Decimal(n) for n in (-2, -3, 1, -2)])]
    ['-2', '3.0', '1', '-2']
    """
    pairs = [(number, amount) for number, amount in zip(numbers, amounts, strict=True)
             if number and amount is not None]  # fmt: skip
    best: list[Decimal | None] = []
    most = 0
    for factor in {amount / number for number, amount in pairs} - {Decimal(0), Decimal(1)}:
        due = [None if number is None or amount is None
               else amount if abs(amount - number * factor) <= _half_of_a_unit(amounts)
               else number * factor
               for number, amount in zip(numbers, amounts, strict=True)]  # fmt: skip
        fitting = sum(own is not None and own == amount
                      for own, amount, number in zip(due, amounts, numbers, strict=True)
                      if number)  # fmt: skip
        if fitting > most:
            best, most = due, fitting
    return best if len(pairs) > _MOST_OTHERS and most >= len(pairs) - 1 - len(pairs) // 8 else []


def _half_of_a_unit(amounts: Sequence[Decimal | None]) -> Decimal:
    """Return half of the last decimal place of the amounts, for example 0.05 for 1.5 and 20."""
    exponents = [int(exponent) for amount in amounts if amount is not None
                 if isinstance(exponent := amount.as_tuple().exponent, int)]  # fmt: skip
    return Decimal(5).scaleb(min(exponents, default=0) - 1)


def usual_places(size: int, in_all: Decimal, *, has_points: bool) -> Iterator[tuple[Decimal, ...]]:
    """Yield the usual placement points of a game, such as a common uma, each as a tuple by place.

    `size` is the number of players, and `in_all` the total of their points in thousands. If
    `has_points` is False, each uma is yielded without and with the bonus for the first player
    (oka). If it is True, the tuples are for a column of points plus uma. Such a column may count
    only the points above a number such as 30 (thousand), which is then subtracted in each tuple.
    """
    if in_all == 0 and size == len(BROUGHT):
        yield BROUGHT
    usual = [Decimal(start) / 1000 for start in STARTS]
    returns = [in_all / size, *usual]
    # Sticks left on the table do not change the bonus of the first player.
    begun = [in_all, *(start * size for start in usual
                       if 0 < 1000 * (start * size - in_all) <= MOST_LEFT)]  # fmt: skip
    bonuses = [first for back in returns for total in begun if (first := back * size - total) > 0]
    for uma in UMA.values():
        row = uma if len(uma) == size else (uma[0], *(0,) * (size - 2), -uma[0])
        if not any(row):
            if not has_points:
                yield from ((first, *(Decimal(each) for each in row[1:])) for first in bonuses)
            continue
        yield tuple(Decimal(each) for each in row)
        if not has_points:
            yield from ((row[0] + first, *(Decimal(each) for each in row[1:])) for first in bonuses)
            continue
        for back in returns:
            for first in (Decimal(0), *(max(back * size - total, Decimal(0)) for total in begun)):
                yield (row[0] + first - back, *(each - back for each in row[1:]))
