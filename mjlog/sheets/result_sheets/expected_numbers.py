"""Works out the numbers that a game should have, from what its columns mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Final, Literal

from mjlog.model.record import SEATS
from mjlog.sheets.cells.numbers import add_up, number_of, rank_of
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.records import RowBelow
from mjlog.sheets.result_sheets.result_columns import Column, Scores
from mjlog.sheets.result_sheets.result_layouts import Result
from mjlog.sheets.usual_amounts import MOST_LEFT

_STICK: Final = 1000


@dataclass(frozen=True, slots=True)
class SumsWithPlaces:
    """A season's totals with uma: the cells by player, and the numbers that follow from the games.

    `lacking` says by how much each player's points in the games are too low, as the totals show.
    """

    cells: Mapping[str, Cell]
    due: Mapping[str, Decimal]
    lacking: Mapping[str, Decimal]


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the numbers of games mean: which columns have points and ranks, and what others contain.

    `points` and `rank` are columns, and `columns` describes the other columns. `total` is the sum
    of all players' points in a game, as the sheet writes them. A written 1 means `unit` points.
    Written points times `worth` have the unit of placement points such as uma, mostly thousands. If
    `shares_ties` is True, players with equal points share their placement points. `running` maps
    columns of running totals to the columns that they add up. `lacking` says by how much each
    player's season total exceeds the sum of the games. If `tells_sticks` is True, the sheet says
    how many riichi sticks were left after games. `with_places` has the season's totals that include
    uma.
    """

    points: int
    total: Decimal
    unit: int
    worth: Decimal
    rank: int = 0
    columns: tuple[Column, ...] = ()
    shares_ties: bool = False
    running: Mapping[int, int] = field(default_factory=dict)
    lacking: Mapping[str, Decimal] = field(default_factory=dict)
    tells_sticks: bool = False
    with_places: tuple[SumsWithPlaces, ...] = ()

    def scores(self, result: Result, points: Sequence[Decimal | None]) -> Scores | None:
        """Convert a game into a `Scores` object: its points in thousands, and its other numbers.

        `points` has the points of each player, as written or as corrected. Return None if one of
        them is None.
        """
        if None in points:
            return None
        rows = [
            {at: number for at in line.cells if (number := line.number(at)) is not None}
            for line in result.lines
        ]
        counted = (self.worth * (each or 0) for each in points)
        return Scores(tuple(counted), tuple(rows), self.shares_ties)


def sums_stated(game: Result, at: int) -> set[Decimal]:
    """Return the sums of column `at` that a sheet may write for a game.

    They are the sum of the players' numbers, and this sum plus the points of riichi sticks left.
    Return an empty set if a number is missing.
    """
    total = game.total(at)
    return set() if total is None else {total, total + game.left}


def points_due(meaning: Meaning, result: Result) -> list[Decimal | None]:
    """Return the points that each player of a game should have.

    The written points are returned if their total is right or missing, or if sticks left may
    explain the difference. If the total is wrong and a season's total, another column or the ranks
    show whose points are wrong, these points are corrected. Otherwise all are None.
    """
    numbers = [line.number(meaning.points) for line in result.lines]
    total = result.total(meaning.points)
    if total is None or total + result.left == meaning.total:
        return numbers
    off = total + result.left - meaning.total
    corrections: list[list[Decimal | None]] = [
        [(number or 0) - off * (at == player) for at, number in enumerate(numbers)]
        for player in range(len(numbers))
    ]
    fitting = [
        right
        for at, right in enumerate(corrections)
        if meaning.lacking.get(result.lines[at].name) == -off
        or _bears_out(meaning, result, right, at)
    ]
    if not fitting and meaning.rank:
        ranks = [line.cells.get(meaning.rank) for line in result.lines]
        stated = tuple(line.number(meaning.rank) for line in result.lines)
        fitting = [right for right in corrections if ranks_due(ranks, right) == stated]
    if len(fitting) == 1:
        return fitting[0]
    return numbers if _may_be_sticks(meaning, off) else [None] * len(numbers)


def _may_be_sticks(meaning: Meaning, off: Decimal) -> bool:
    """Return whether one to four riichi sticks left on the table explain a wrong total.

    `off` is the written total minus the usual total.
    """
    if not meaning.total or meaning.tells_sticks:
        return False
    return off * meaning.unit % _STICK == 0 and 0 < -off * meaning.unit <= MOST_LEFT


def _bears_out(meaning: Meaning, result: Result, points: Sequence[Decimal | None], at: int) -> bool:
    """Return whether another column, such as points with uma, confirms a player's corrected points.

    `points` are all players' points after the correction, and `at` is the index of the corrected
    player. The player's number in the other column must be right with the corrected points and
    wrong with the written points.
    """
    line = result.lines[at]
    right = meaning.scores(result, points)
    written = meaning.scores(result, [each.number(meaning.points) for each in result.lines])
    return any(
        right is not None
        and written is not None
        and column.has_points
        and line.number(column.at) == column.due(right, at) != column.due(written, at)
        for column in meaning.columns
    )


def rows_of_game(meaning: Meaning, result: Result) -> Iterator[RowBelow]:
    """Yield the columns of a game, each as cells with their expected numbers (`RowBelow`).

    First come the points, then other columns such as uma, the ranks, the sums below the players,
    and cells with the points of two partners. If it is unknown whose points are wrong, only the
    points are yielded, with their expected total.
    """
    lines = result.lines
    due = points_due(meaning, result)
    cells = tuple(line.cells.get(meaning.points) for line in lines)
    is_off = None in due or sum(each or 0 for each in due) + result.left != meaning.total
    if is_off:
        in_all = int(meaning.total - result.left)
        yield RowBelow(
            "points", cells, meaning.unit, (in_all,), includes_sticks=meaning.tells_sticks
        )
    else:
        yield RowBelow("result", cells, sums=tuple(due))
    scores = meaning.scores(result, due)
    if scores is None:
        return
    due_in: dict[int, Sequence[Decimal | None]] = {meaning.points: due}
    for column in meaning.columns:
        if len(column.places) == len(lines):
            stated = tuple(line.cells.get(column.at) for line in lines)
            right = tuple(column.due(scores, at) for at in range(len(lines)))
            if (bought := _added_column_that_is_wrong(result, column, right)) is not None:
                yield bought
                continue
            due_in[column.at] = right
            due_in |= {at: [line.number(at) for line in lines] for at in column.others}
            yield RowBelow("result", stated, sums=right)
    if meaning.rank:
        ranks = tuple(line.cells.get(meaning.rank) for line in lines)
        yield RowBelow("place", ranks, sums=ranks_due(ranks, due))
    yield from _sums_below(result, due_in)
    for cell, players in result.shares:
        together = add_up([due[at] for at in players])
        yield RowBelow("result", (cell,), sums=(together,))


def _added_column_that_is_wrong(
    result: Result, column: Column, right: Sequence[Decimal]
) -> RowBelow | None:
    """Return the cells of a wrong column that `column` adds to the points; None if none is wrong.

    For example, `column` is points plus chips bought. If the sum written below `column` is right
    and the sum below the chips is wrong, a number of chips is wrong. `right` has the expected
    numbers of `column`, from which those of the chips follow. The result has the cells of the chips
    with their expected numbers.
    """
    if len(column.others) != 1 or any(column.places):
        return None
    ((at, times),) = column.others.items()
    totals = [(result.total(each), result.sums.get(each)) for each in (column.at, at)]
    sums_agree = [cell is not None and number_of(cell.text) == total for total, cell in totals]
    if sums_agree != [True, False] or at not in result.sums:
        return None
    due: list[Decimal | None] = []
    for line, more in zip(result.lines, right, strict=True):
        added, stated = line.number(at), line.number(column.at)
        is_known = added is not None and stated is not None
        due.append((added or 0) - (more - (stated or 0)) / times if is_known else None)
    return RowBelow("result", tuple(line.cells.get(at) for line in result.lines), sums=tuple(due))


def _sums_below(
    result: Result, due_in: Mapping[int, Sequence[Decimal | None]]
) -> Iterator[RowBelow]:
    """Yield the cells with sums below a game, with the expected sums, as `RowBelow` objects.

    `due_in` maps a column to the expected numbers of the players. A sum of the written numbers is
    right, too, even if one of them is wrong.
    """
    columns = [at for at in result.sums if at in due_in]
    cells = [result.sums[at] for at in columns]
    sums: list[Decimal | None] = []
    for at, cell in zip(columns, cells, strict=True):
        right = add_up(due_in[at])
        stated = number_of(cell.text)
        sums.append(stated if stated in sums_stated(result, at) else right)
    yield from split_into_rows("result", cells, sums, len(result.lines))


def split_into_rows(
    kind: Literal["result", "place"],
    cells: Sequence[Cell | None],
    due: Sequence[Decimal | None],
    players: int = len(SEATS),
) -> Iterator[RowBelow]:
    """Split a long column into `RowBelow` objects, each with at most `players` cells.

    `due` has the expected number of each cell. A `RowBelow` has the cells of one game's players,
    but a column may list more people. `kind` says what the numbers are.
    """
    for first in range(0, len(cells), players):
        some = slice(first, first + players)
        yield RowBelow(kind, tuple(cells[some]), sums=tuple(due[some]))


def ranks_due(
    cells: Sequence[Cell | None], points: Sequence[Decimal | None]
) -> tuple[Decimal | None, ...]:
    """Return the expected rank of each player by points; all are None if a player has no points.

    `cells` and `points` have an entry for each player. Players with equal points may share a rank
    or have different ranks; then the rank written in the cell is returned.
    """
    due: list[Decimal | None] = []
    for cell, own in zip(cells, points, strict=True):
        if own is None or None in points:
            due.append(None)
            continue
        better = sum((other or 0) > own for other in points)
        stated = rank_of(cell.text) if cell else None
        may_be = stated is not None and better < stated <= better + points.count(own)
        due.append(stated if may_be else Decimal(better + 1))
    return tuple(due)
