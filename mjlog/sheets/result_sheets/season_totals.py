"""Works out the totals, ranks and counts of a season from its games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import product

from mjlog.model.findings import Finding
from mjlog.sheets.cells.numbers import count_equal, number_of, rank_of
from mjlog.sheets.cells.words import TABLE_SIZES
from mjlog.sheets.files.workbook import Cell, Grid, numbers_in
from mjlog.sheets.records import RowBelow
from mjlog.sheets.result_sheets.expected_numbers import (
    Meaning,
    SumsWithPlaces,
    points_due,
    ranks_due,
    split_into_rows,
)
from mjlog.sheets.result_sheets.result_columns import Column, usual_places
from mjlog.sheets.result_sheets.result_layouts import Part, Results, start_taken_off
from mjlog.sheets.result_sheets.rows_after_sums import numbers_in_titles, rows_after_sums
from mjlog.sheets.unread import unread


def rows_of_season(grid: Grid, seasons: Sequence[Results], meaning: Meaning) -> Iterator[RowBelow]:
    """Yield the rows below the games of a season, as cells with expected numbers.

    `seasons` are the whole season and its parts, such as months, which may have totals of their
    own.
    """
    rows = [row for season in seasons for row in _season_totals(season, meaning)]
    yield from rows
    expected = {cell: number for row in rows for cell, number
                in zip(row.cells, row.sums, strict=True) if cell is not None}  # fmt: skip
    cells_of_sums = [[*cells.values()][-1] for cells in seasons[0].sums.values() if cells]
    if not cells_of_sums and meaning.with_places:
        cells_of_sums = [*meaning.with_places[0].cells.values()]
    sums = {cell: number_of(cell.text) if (due := expected.get(cell)) is None else Decimal(due)
            for cell in cells_of_sums}  # fmt: skip
    for each in (grid, grid.transposed()):
        for cells, numbers in rows_after_sums(each, sums, numbers_in_titles(grid)):
            yield from split_into_rows("result", cells, numbers)


def _season_totals(results: Results, meaning: Meaning) -> Iterator[RowBelow]:
    """Yield the cells of a season's totals, ranks and counts of places with expected numbers.

    The cells are grouped as `RowBelow` objects. A total should be the sum of the games. If the
    points of a game do not add up, totals count as right, because they help to find out whose
    points are wrong.
    """
    in_all = {game.total(meaning.points) for game in results.games}
    is_clear = in_all <= {meaning.total, None}
    totals: list[dict[str, Decimal | None]] = []
    columns = {column.at: column for column in meaning.columns}
    for at in (meaning.points, *columns):
        cells = {name: some[at] for name, some in results.sums.items() if at in some}
        lacking = lacking_in_sums(results, at) if is_clear else {}
        # A total that uses the right number instead of the written one is right.
        mended = _mended(results, meaning, columns[at]) if at in columns else {}
        lacking = {name: more for name, more in lacking.items() if more != mended.get(name)}
        stated = {name: number_of(cell.text) for name, cell in cells.items()}
        # Most totals are points with uma if most are not the sums of the points.
        are_wrong = 2 * len(lacking_in_sums(results, at)) > len(stated)
        with_places: Mapping[str, Decimal | None] = {}
        if at == meaning.points and are_wrong:
            points = [[line.number(at) for line in game.lines] for game in results.games]
            with_places = _totals_with_places(results, meaning, stated, points)
            with_places = with_places or dict.fromkeys(stated)
        due = [with_places[name] if with_places else None if number is None
               else number - lacking.get(name, 0) for name, number in stated.items()]  # fmt: skip
        yield from split_into_rows("result", [*cells.values()], due)
        totals += [dict(zip(cells, due, strict=True))] if cells else []
    for some in meaning.with_places if results.other_sums else ():
        totals.append({name: some.due[name] if is_clear else number_of(cell.text)
                       for name, cell in some.cells.items()})  # fmt: skip
        yield from split_into_rows("result", [*some.cells.values()], [*totals[-1].values()])
    by_name = {name: next(iter(cells.values())) for name, cells in results.ranks.items()}
    if totals and by_name.keys() == totals[-1].keys():
        yield from split_into_rows("place", [*by_name.values()], _season_ranks(by_name, totals))
    yield from _counts_of_places(results, meaning)


def _counts_of_places(results: Results, meaning: Meaning) -> Iterator[RowBelow]:
    """Yield the cells that count a player's games and places, with expected numbers (`RowBelow`).

    The expected numbers are counted from the games. A column is yielded only if two thirds of its
    numbers are right. If two players may have the same place in some game, only the numbers of
    games are yielded.
    """
    taken: Counter[tuple[str, int]] = Counter()
    is_clear = True
    for game in results.games:
        points = points_due(meaning, game)
        ranks = ranks_due([line.cells.get(meaning.rank) for line in game.lines], points)
        is_clear &= None not in ranks and len({*ranks}) == len(ranks)
        taken.update((line.name, 0) for line in game.lines)
        taken.update((line.name, int(rank or 0)) for line, rank
                     in zip(game.lines, ranks, strict=True))  # fmt: skip
    for place in range((max(TABLE_SIZES) if is_clear else 0) + 1):
        cells = {name: some[place] for name, some in results.counts.items() if place in some}
        due = [Decimal(taken[name, place]) for name in cells]
        right = count_equal(numbers_in(cells.values()), due)
        if cells and 3 * right >= 2 * len(cells):
            yield from split_into_rows("result", [*cells.values()], due)


def unread_sums(grid: Grid, results: Results, season: Sequence[RowBelow]) -> Iterator[Finding]:
    """Yield one note that lists the headings of a season's columns that mjlog did not use.

    `season` are the rows to check. A column of chips is used if a checked column of money is to the
    right of it.
    """
    checked = {cell for row in season for cell in row.cells}
    used = [head for head, cells in results.other_sums.items()
            if not checked.isdisjoint(cells.values())]  # fmt: skip
    heads = [head for head in results.other_sums
             if not any(each.row == head.row and each.column >= head.column
                        for each in used)]  # fmt: skip
    yield from unread("columns", heads, grid.name)


def results_of_part(results: Results, part: Part) -> Results:
    """Return a copy of `results` with only the games of one part of the season, such as a month.

    The copy has the subtotals of this part as its totals.
    """
    games = tuple(game for game in results.games if part.has(game))
    return Results(
        games,
        results.ranked,
        results.penalties,
        sums=part.sums,
        may_be_even=results.may_be_even,
        is_running=results.is_running,
    )


def lacking_by_game(
    results: Results,
    parts: Sequence[Results],
    meaning: Meaning,
    slips: Mapping[int, Mapping[str, Decimal]],
) -> Iterator[Mapping[str, Decimal]]:
    """Yield for each game the missing points of players, as the most detailed totals show them.

    `parts` are the parts of the season with subtotals, and `slips` has the missing points that
    running totals show, by the index of the game.
    """
    for number, game in enumerate(results.games):
        # The smallest part of a season shows best whose number is wrong.
        of_parts = [lacking_in_sums(part, meaning.points) for part in parts if game in part.games]
        yield slips.get(number, of_parts[0] if of_parts else meaning.lacking)


def lacking_in_sums(results: Results, at: int) -> Mapping[str, Decimal]:
    """Return by how much each player's season total exceeds the sum of the player's games.

    `at` is the column that is added up. If most totals leave out the starting points, the sums
    leave them out, too. The result is a dict by name, without players whose total is right.
    """
    written = defaultdict[str, Decimal](Decimal)
    played: Counter[str] = Counter()
    for line in (line for game in results.games for line in game.lines):
        written[line.name] += line.number(at) or 0
        played[line.name] += line.number(at) is not None
    totals = {
        name: number_of(cells[at].text) for name, cells in results.sums.items() if at in cells
    }
    for name, fine in results.fines.get(at, {}).items():
        written[name] += fine
    start = start_taken_off((written[name], total or Decimal(0), played[name])
                            for name, total in totals.items())  # fmt: skip
    return {name: more for name, total in totals.items() if total is not None
            and (more := total - written[name] + start * played[name])}  # fmt: skip


def _season_ranks(
    ranks: Mapping[str, Cell], totals: Sequence[Mapping[str, Decimal | None]]
) -> tuple[Decimal | None, ...]:
    """Return the rank that each player of a season should have, in the order of `ranks`.

    `ranks` has the cell with each player's rank. `totals` has several kinds of totals, such as
    points and points with uma, each as a dict by player. The kind that explains most ranks is used,
    and a second kind decides between players with equal totals.
    """
    best: tuple[Decimal | None, ...] = ()
    most = -1
    stated = [rank_of(cell.text) for cell in ranks.values()]
    for first, second in product(reversed(totals), totals):
        pairs = [(first.get(name), second.get(name)) for name in ranks]
        whole = [(own, other) for own, other in pairs if own is not None and other is not None]
        players_below = [None if None in pair else Decimal(sum(pair > other for other in whole))
                         for pair in pairs]  # fmt: skip
        due = ranks_due([*ranks.values()], players_below)
        fitting = count_equal(stated, due)
        for number in {*players_below}:
            shared = [rank for rank, own in zip(stated, players_below, strict=True)
                      if own == number]  # fmt: skip
            # Players with equal totals either all share a rank, or each have their own.
            if 1 < len({*shared}) < len(shared):
                fitting -= 1
        if fitting > most:
            best, most = due, fitting
    return best


def sums_with_places(results: Results, meaning: Meaning) -> Iterator[SumsWithPlaces]:
    """Yield the season's other sums that a common uma explains, with the expected numbers.

    If the points of one game have a wrong sum, each player's points are corrected in turn, because
    a wrong number also changes who has which place. A single correction must explain all totals.
    Totals may include penalties. Nothing is yielded if a column of the games includes uma, because
    the totals are then plain sums of that column.
    """
    if any(column.has_points and any(column.places) for column in meaning.columns):
        return
    points = [[line.number(meaning.points) for line in game.lines] for game in results.games]
    for cells in results.other_sums.values():
        stated = {name: number_of(cell.text) or Decimal(0) for name, cell in cells.items()}
        lost = {name: results.losses.get(name, Decimal(0)) for name in cells}
        before = {name: number - lost[name] for name, number in stated.items()}
        fitting = [SumsWithPlaces(cells, stated, {name: more})
                   for name, more, corrected in _corrected_points(results, meaning, points)
                   if (right := _totals_with_places(results, meaning, before, corrected))
                   and all(right[each] == number for each, number in before.items())]  # fmt: skip
        if len(fitting) == 1:
            yield from fitting
            continue
        likeliest: Mapping[str, Decimal] = {}
        # Totals before penalties may be next to those after penalties.
        for numbers, more in ((before, lost), (stated, dict.fromkeys(cells, Decimal(0)))):
            sums = _totals_with_places(results, meaning, numbers, points)
            due = {name: sums[name] + more[name] for name in cells} if sums else {}
            if _right(due, stated) > _right(likeliest, stated):
                likeliest = due
        if likeliest:
            off = {name: number - likeliest[name] for name, number in stated.items()}
            lacking = {name: more / meaning.worth for name, more in off.items() if more}
            yield SumsWithPlaces(cells, likeliest, lacking)


def _right(due: Mapping[str, Decimal], stated: Mapping[str, Decimal]) -> int:
    """Count the players whose written number is the expected one."""
    return sum(due.get(name) == number for name, number in stated.items())


_Points = list[list[Decimal | None]]
"""The points of each player of each game."""


def _corrected_points(
    results: Results, meaning: Meaning, points: _Points
) -> Iterator[tuple[str, Decimal, _Points]]:
    """Yield copies of `points` in which one player's points give the only wrong game a right sum.

    Each copy comes with the player's name and the points that were missing. Yield nothing if not
    exactly one game has a wrong sum.
    """
    sums = {at: game.total(meaning.points) for at, game in enumerate(results.games)}
    missing = {at: meaning.total - total - results.games[at].left for at, total in sums.items()
               if total is not None}  # fmt: skip
    wrong = [at for at, more in missing.items() if more]
    for at in wrong if len(wrong) == 1 else ():
        for player, number in enumerate(points[at]):
            of_game = [*points[at]]
            of_game[player] = None if number is None else number + missing[at]
            name = results.games[at].lines[player].name
            yield name, missing[at], [*points[:at], of_game, *points[at + 1 :]]


def lacking_with_places(sums: Sequence[SumsWithPlaces]) -> Mapping[str, Decimal]:
    """Return by how much each player's points are too low, as the first totals with uma show."""
    return next((some.lacking for some in sums), {})


def _totals_with_places(
    results: Results,
    meaning: Meaning,
    stated: Mapping[str, Decimal | None],
    points: _Points,
) -> Mapping[str, Decimal]:
    """Return each player's expected season total, if the season's totals are points with uma.

    `stated` has the written totals by player, and `points` the points of each game. Common uma are
    tried, and the one that explains all totals but at most one is used. The dict is empty if there
    is none.
    """
    games = [(game, scores) for game, some in zip(results.games, points, strict=True)
             if (scores := meaning.scores(game, some)) is not None]  # fmt: skip
    sizes = {len(scores.points) for _, scores in games}
    if len(games) < len(results.games) or len(sizes) > 1:
        return {}
    in_all = meaning.total * meaning.worth
    for places in usual_places(min(sizes), in_all, has_points=True):
        column = Column(0, Decimal(1), places)
        due = defaultdict[str, Decimal](Decimal)
        for game, scores in games:
            for player, line in enumerate(game.lines):
                due[line.name] += column.due(scores, player)
        if sum(due[name] == number for name, number in stated.items()) >= len(stated) - 1:
            return due
    return {}


def _mended(results: Results, meaning: Meaning, column: Column) -> Mapping[str, Decimal]:
    """Return by how much each player's numbers in a column are too low, added up over all games.

    The result is a dict by name. It is used because a season's total may add up the right numbers
    although a written number is wrong.
    """
    mended = defaultdict[str, Decimal](Decimal)
    for game in results.games:
        scores = meaning.scores(game, [line.number(meaning.points) for line in game.lines])
        for player, line in enumerate(game.lines):
            stated = line.number(column.at)
            if scores is not None and stated is not None:
                mended[line.name] += column.due(scores, player) - stated
    return mended
