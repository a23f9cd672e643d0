"""Finds out what the columns of results contain: points, ranks, uma and others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import chain, combinations, product
from typing import Final

from mjlog.sheets.cells.numbers import add_up, count_equal, number_of
from mjlog.sheets.layouts.mapping import SheetMap
from mjlog.sheets.result_sheets.expected_numbers import Meaning, ranks_due
from mjlog.sheets.result_sheets.result_columns import Column, Scores, columns_of, columns_of_places
from mjlog.sheets.result_sheets.result_layouts import Result, Results
from mjlog.sheets.result_sheets.sums_so_far import adds_up_so_far
from mjlog.sheets.usual_amounts import MOST_LEFT, STARTS

_UNITS: Final = (1, 100, 1000)
_LEAST_IN_ALL, _MOST_IN_ALL = 50_000, 200_000
"""Least and most points of all players together, in games that begin with points."""
_STICK: Final = 1000
_LEAST_OF_DEALS: Final = 100
"""Least total of all players in a table of deals, in the smallest unit."""
_LEAST_GAMES: Final = 3
"""Fewest games that can show what all players have together."""


def find_meaning(results: Results, layout: SheetMap | None = None) -> Meaning | None:
    """Find out which columns have points, ranks, uma and so on; return a `Meaning`.

    `layout` may say which column has the final points. Return None if no column can have points of
    games.
    """
    final = layout.columns.get("final") if layout else None
    games = results.games
    places = dict.fromkeys(at for game in games for line in game.lines for at in line.cells)
    ranks = [at for at in places if at in results.ranked or _are_ranks(games, at)]
    # Points at the start may have a usual total, too, but all players have the same.
    others = sorted((at for at in places if at not in ranks),
                    key=lambda at: (at != final, _is_constant(games, at)))  # fmt: skip
    unknown = [at for at in others if at in results.unknown and at != final]
    others = [at for at in others if at not in unknown]
    # The numbers by which players are named also have a sum.
    of_points = [meaning for at in others if (meaning := _points(results, at))]
    usual = (each for each in of_points if is_usual_in_a_unit(each.total, len(games[0].lines)))
    meaning = next((each for each in of_points if each.points == final), None)
    meaning = meaning or _net_of_stakes(games, others, unknown)
    meaning = meaning or next(usual, next(iter(of_points), None))
    if meaning is None:
        meaning = _even_points(games, others, are_games=results.may_be_even)
    if meaning is None:
        return None
    meaning = replace(meaning, rank=_rank_column(results, meaning.points, ranks))
    scores = [
        meaning.scores(game, [line.number(meaning.points) for line in game.lines]) for game in games
    ]
    numbers = [game for game in scores if game is not None]
    sizes = Counter(len(game.points) for game in numbers).most_common(1)
    numbers = [game for game in numbers if len(game.points) == sizes[0][0]]
    taken = {meaning.points, *(at for each in meaning.columns for at in (each.at, *each.others))}
    rest = [at for at in (*others, *unknown) if at not in taken]
    if len(games) == len(numbers) == 1:
        return _meaning_of_one_game(results, meaning, rest)
    columns = _columns(numbers, results, meaning, rest)
    return replace(meaning, columns=(*meaning.columns, *columns))


def _is_constant(games: Sequence[Result], at: int) -> bool:
    """Return whether all players of all games have the same number in a column."""
    return len({line.number(at) for game in games for line in game.lines}) == 1


def _columns(
    games: Sequence[Scores], results: Results, meaning: Meaning, rest: Sequence[int]
) -> tuple[Column, ...]:
    """Find out what the columns `rest` contain, such as uma; return a `Column` for each known one.

    `rest` are all columns but points and ranks, and `games` are the games whose numbers are
    compared. A column with an unknown heading must contain usual numbers, such as a common uma.
    """
    in_all = meaning.total * meaning.worth
    understood = [at for at in rest if at not in results.unknown]
    unknown = [at for at in rest if at in results.unknown]
    others = columns_of_places(games, unknown, in_all)
    return (
        *(_with_penalty_in_sums(results, meaning, column)
          for column in columns_of(games, understood, in_all, results.penalties)),
        *(column for column in others if not column.free),
    )  # fmt: skip


def _with_penalty_in_sums(results: Results, meaning: Meaning, column: Column) -> Column:
    """Return a copy of `column` that includes a column of penalties, if sums below games show it.

    More of these sums must be right with the penalties than without. `column` is returned unchanged
    if no column of penalties makes more sums right, or if the column contains no points.
    """
    if not column.has_points or not results.penalties.isdisjoint(column.others):
        return column
    best, most = column, 0
    for at in (None, *sorted(results.penalties - {column.at})):
        others = column.others if at is None else {**column.others, at: 1}
        way = replace(column, others=others)
        right = 0
        for game in results.games:
            points = [line.number(meaning.points) for line in game.lines]
            scores = meaning.scores(game, points)
            cell = game.sums.get(column.at)
            if scores is not None and cell is not None:
                due = [way.due(scores, player) for player in range(len(points))]
                right += number_of(cell.text) == add_up(due)
        if right > most:
            best, most = way, right
    return best


def _meaning_of_one_game(results: Results, meaning: Meaning, rest: Sequence[int]) -> Meaning:
    """Complete the `Meaning` of a sheet with only one game, so that it explains most numbers.

    One player's points may be wrong, and then all placement points seem wrong; so the points are
    tried as written, and with each player's points corrected. `rest` are all columns but points and
    ranks.
    """
    (game,) = results.games
    written = [line.number(meaning.points) or Decimal(0) for line in game.lines]
    together = add_up(written) + game.left
    usual = [Decimal(start * len(written)) / meaning.unit for start in STARTS]
    totals = dict.fromkeys([meaning.total, *(usual if meaning.total else [])])
    ways: list[tuple[Decimal, Sequence[Decimal]]] = [(meaning.total, written)]
    for total, player in product(totals, range(len(written))):
        right = [*written]
        right[player] += total - together
        ways.append((total, right))
    best, most = meaning, -1
    right_points: Sequence[Decimal] = written
    for total, points in ways:
        way = replace(meaning, total=total)
        right_cells, cells = _right_cells(game, way, points, rest)
        # A changed number is a slip, and so are points with another sum.
        right_cells -= points != written or total != together
        if right_cells > most:
            best, most, right_points = way, right_cells, points
        if most == cells:
            break
    scores = best.scores(game, right_points)
    return (
        best if scores is None else replace(best, columns=_columns([scores], results, best, rest))
    )


def _right_cells(
    game: Result, meaning: Meaning, points: Sequence[Decimal], rest: Sequence[int]
) -> tuple[int, int]:
    """Count how many cells of a game are right for these points, and how many cells there are.

    The cells are the ranks and those in the columns `rest`. `points` are the players' points, as
    written or corrected. Return both counts.
    """
    scores = meaning.scores(game, points)
    if scores is None:
        return 0, 0
    columns = columns_of_places([scores], rest, meaning.total * meaning.worth)
    right = sum(column.fitting([scores]) - column.free for column in columns)
    if meaning.rank:
        due = ranks_due([line.cells.get(meaning.rank) for line in game.lines], points)
        stated = [line.number(meaning.rank) for line in game.lines]
        right += count_equal(stated, due)
    at_ranks = [meaning.rank] * bool(meaning.rank)
    return right, sum(at in line.cells for line in game.lines for at in (*rest, *at_ranks))


def _are_ranks(games: Sequence[Result], at: int) -> bool:
    """Return whether in at least half of the games column `at` has the ranks 1, 2, 3 (and 4).

    If there is only one game, one of its ranks may be wrong.
    """
    ranks = [sorted(line.number(at) or 0 for line in game.lines) for game in games]
    right = sum(each == [*range(1, len(each) + 1)] for each in ranks)
    if len(ranks) == 1:
        # One rank may be wrong.
        return {*ranks[0]} <= {*range(1, len(ranks[0]) + 1)} and len({*ranks[0]}) >= len(
            ranks[0]
        ) - 1
    return right * 2 >= len(ranks)


def _rank_column(results: Results, points: int, columns: Sequence[int]) -> int:
    """Return the column whose numbers agree best with the ranks by the points in column `points`.

    `columns` are the columns to try. A column without a heading for ranks must be right for at
    least half of the players, because numbers of seats look like ranks. Return 0 if no column is
    accepted.
    """
    best, most = 0, -1
    for at in columns:
        right = players = 0
        for game in results.games:
            cells = [line.cells.get(at) for line in game.lines]
            due = ranks_due(cells, [line.number(points) for line in game.lines])
            stated = [line.number(at) for line in game.lines]
            right += count_equal(stated, due)
            players += len(due)
        if right > most and (at in results.ranked or 2 * right >= players):
            best, most = at, right
    return best


def _points(results: Results, at: int) -> Meaning | None:
    """Return a `Meaning` in which column `at` has the players' points; None if it cannot have them.

    At least half of the games must have the same total, in whole thousands. A single game must have
    a usual total such as 100,000, unless headings show that rows are games.
    """
    games = results.games
    totals = Counter(total + game.left for game in games
                     if (total := game.total(at)) is not None)  # fmt: skip
    # If two games have different sums, prefer the sum of usual starting points, and then a round
    # sum.
    by_times = [
        (times, is_usual_in_a_unit(total, len(games[0].lines)), total % _STICK == 0, total)
        for total, times in totals.items()
    ]
    times, *_, total = max(by_times, default=(0, Decimal(0)))
    units = [unit for unit in _UNITS if _LEAST_IN_ALL <= total * unit <= _MOST_IN_ALL]
    if times * 2 < len(games) or not units:
        return None
    unit = units[0]
    if total * unit % _STICK and (len(games) > 1 or not results.may_be_even):
        return None
    # For names with only numbers, several games must confirm the unit.
    has_unit = unit > 1 and len(games) > 1 and is_usual_in_a_unit(total, len(games[0].lines))
    if results.is_bare and not (has_unit or _is_usual_total(total, len(games[0].lines))):
        return None
    # A single game with an unusual sum of hundreds or thousands may count anything, such as wins.
    if len(games) == 1 and unit > 1 and not is_usual_in_a_unit(total, len(games[0].lines)):
        return None
    if len(games) == 1:
        total = _usual_total(total * unit, len(games[0].lines)) / unit
    return Meaning(at, total, unit, Decimal(unit) / 1000)


def _usual_total(total: Decimal, players: int) -> Decimal:
    """Return the total that a game should have if its points add up to `total`.

    `total` is returned unchanged if all players can have begun with the same whole thousands, or if
    only riichi sticks are missing from a usual total. Otherwise the nearest usual total, such as 4
    × 25,000, is returned.
    """
    if total % (players * _STICK) == 0 or _is_usual_total(total, players):
        return total
    return min((Decimal(start * players) for start in STARTS), key=lambda each: abs(each - total))


def is_usual_in_a_unit(total: Decimal, players: int) -> bool:
    """Return whether a sum is a usual total of points, written in points, hundreds or thousands."""
    return any(_is_usual_total(total * unit, players) for unit in _UNITS)


def _is_usual_total(total: Decimal, players: int) -> bool:
    """Return whether a sum is the total of a usual start, such as 100,000 for four players.

    Up to `MOST_LEFT` points of riichi sticks may be missing from it.
    """
    missing = [start * players - total for start in STARTS]
    return any(0 <= each <= MOST_LEFT and each % _STICK == 0 for each in missing)


def _net_of_stakes(
    games: Sequence[Result], columns: Sequence[int], unknown: Sequence[int]
) -> Meaning | None:
    """Return the `Meaning` of games in which players buy chips first and cash them in at the end.

    Such a sheet has one or two columns of chips bought, one of chips cashed in, and one of the
    difference, which is used as the points. The chips at the start may have no column. The headings
    of the columns `unknown` are not understood; only the chips bought may be in such a column.
    Return None if there are no such columns, or if all players bought the same number of chips.
    """
    lines = [line for game in games for line in game.lines]
    numbers = {at: [line.number(at) for line in lines] for at in (*columns, *unknown)}
    whole = {at: [number for number in some if number is not None] for at, some in numbers.items()}
    whole = {at: some for at, some in whole.items() if len(some) == len(lines)}
    even = [
        at
        for at in whole
        if at not in unknown and 2 * sum(game.total(at) == 0 for game in games) >= len(games)
    ]
    best, most = None, 2 * len(lines) // 3
    for net, cashed in product(even, whole):
        # Nobody cashes in less than no chips; other columns are money for the difference.
        if min(whole[cashed]) < 0 or _is_paid_for(whole[net], whole[cashed]):
            continue
        stakes = [at for at in whole if at not in {net, cashed} and min(whole[at]) >= 0]
        for bought in chain(combinations(stakes, 1), combinations(stakes, 2)):
            more = [add_up(some) for some in zip(*(whole[at] for at in bought), strict=True)]
            starts = Counter(
                end - change - own
                for change, own, end in zip(whole[net], more, whole[cashed], strict=True)
                if change
            )
            (start, right), *_ = starts.most_common(1) or [(Decimal(0), 0)]
            is_known = cashed not in {net, *unknown}
            if is_known and len({*more}) > 1 and right > most:
                places = (start,) * len(games[0].lines)
                end_column = Column(cashed, Decimal(1), places, others=dict.fromkeys(bought, 1))
                best, most = Meaning(net, Decimal(0), 1, Decimal(1), columns=(end_column,)), right
    return best


def _is_paid_for(points: Sequence[Decimal], amounts: Sequence[Decimal]) -> bool:
    """Return whether most amounts are the points times the same price, as with money."""
    prices = [amount / number for number, amount in zip(points, amounts, strict=True) if number]
    return 3 * max(Counter(prices).values(), default=0) > 2 * len(points)


def _even_points(
    games: Sequence[Result], columns: Sequence[int], *, are_games: bool
) -> Meaning | None:
    """Return a `Meaning` for results whose points have the same total, often zero, in most games.

    If several columns have such points, the one with the largest numbers is used. If `are_games` is
    False, the rows may be deals, whose changes add up to zero; then the total must not be zero, and
    must be less than 100. Return None if no column has such points.
    """
    some: list[tuple[Decimal, int, Meaning]] = []
    for at in columns:
        totals = Counter(total for game in games if (total := game.total(at)) is not None)
        total = max(totals, key=lambda each: (totals[each], each == 0), default=Decimal(0))
        times = totals[total]
        numbers = [line.number(at) or Decimal(0) for game in games for line in game.lines]
        is_usual = times * 2 >= len(games) if total == 0 else times * 4 >= 3 * len(games)
        is_plausible = times >= _LEAST_GAMES and (are_games or 0 < abs(total) < _LEAST_OF_DEALS)
        is_plausible |= are_games and total == 0
        # Numbers from 0 up are points for places, which follow from the points, if there are any.
        is_alone = are_games and len(columns) == 1 and _are_points_for_places(games, at)
        size = add_up([abs(number) for number in numbers])
        if is_usual and is_plausible and (min(numbers) < 0 or is_alone):
            some.append((size, times, Meaning(at, total, 1, Decimal(1))))
    # Totals so far are larger than the points that they add up.
    points_alone = [each for each in some
                    if not any(adds_up_so_far(games, each[2].points, other[2].points)
                               for other in some if other is not each)]  # fmt: skip
    some = points_alone or some
    if not some:
        return None
    best = max(some, key=lambda each: each[0])[2]
    # Points after penalties equal the points before them for most players, but do not add up.
    lines = [line for game in games for line in game.lines]
    alike = [each for each in some if 2 * sum(
        line.number(each[2].points) == line.number(best.points) for line in lines) > len(lines)
    ]  # fmt: skip
    return max(alike, key=lambda each: each[1])[2]


def _are_points_for_places(games: Sequence[Result], at: int) -> bool:
    """Return whether most games have the same numbers in column `at`, such as 4, 2, 1 and 0.

    The players have them in another order in each game. Numbers of other games may differ because
    players with equal points share them.
    """
    sorted_numbers = Counter(
        tuple(sorted(line.number(at) or Decimal(0) for line in game.lines)) for game in games
    )
    numbers, times = sorted_numbers.most_common(1)[0]
    return times >= _LEAST_GAMES and 2 * times >= len(games) and len({*numbers}) == len(numbers)
