"""Sheets of results: a row a game or a row a player, with the points at the end.

Names stand in cells before their points, in the heads of columns, or in a column of players. Points
of a game add up to what most games have. Points with places counted are those at the end and what
each place brings, which follows from the sheet: it is the same in all games and adds up to nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import product
from operator import itemgetter
from typing import Final

from mjlog.model.findings import Finding
from mjlog.model.record import SEATS, Seat
from mjlog.sheets.numbers import is_number, number_of, whole
from mjlog.sheets.records import Entry, GameDraft, RowBelow, final_entry, one_line
from mjlog.sheets.unread import unread
from mjlog.sheets.words import (
    AFTERWARDS,
    Role,
    core,
    is_absent,
    is_total,
    label_of,
    plain,
    role_of,
    seat_of,
)
from mjlog.sheets.workbook import Cell, Grid

_OF_DEALS: Final[frozenset[Role]] = frozenset(
    {"winner", "from", "how", "han", "fu", "faan", "tai", "doubles", "items", "dealer", "ready"}
)
"""Columns that no sheet of results has."""
_NAMING: Final[frozenset[Role | None]] = frozenset({"round", "table", "game", "date", "deal"})
"""Columns that say which game a row is."""
_PLACES: Final[tuple[Role, ...]] = ("round", "table")
_SIZES: Final = (3, 4)
_UNITS: Final = (1, 100, 1000)
_LEAST_IN_ALL, _MOST_IN_ALL = 50_000, 200_000
"""What all players have at least and at most together, in games that begin with points."""
_MOST_FOR_A_PLACE: Final = 200
"""Thousands of points that a place brings at most."""
_MOST_COLUMNS: Final = 60
_LOOK: Final = 5
"""Rows that may have the heads."""

Numbers = Mapping[int, Cell]
"""The cells with a player's numbers, by column or by their place behind the name."""


@dataclass(frozen=True, slots=True)
class Line:
    """One player of one game: the name, and the cells with numbers."""

    name: str
    cells: Numbers

    def number(self, at: int) -> Decimal | None:
        """Return the number at one of these places; None if there is none."""
        cell = self.cells.get(at)
        return None if cell is None else number_of(cell.text)


@dataclass(frozen=True, slots=True)
class Result:
    """One game: what it is called, its players, and by `round` and `table` where it was played."""

    name: str
    lines: tuple[Line, ...]
    places: Mapping[str, str] = field(default_factory=dict)

    def total(self, at: int) -> Decimal | None:
        """Return the sum of the numbers at that place; None if one is missing."""
        numbers = [line.number(at) for line in self.lines]
        numbers_known = [number for number in numbers if number is not None]
        return sum(numbers_known, Decimal(0)) if len(numbers_known) == len(numbers) else None


@dataclass(frozen=True, slots=True)
class Placed:
    """A column in which places count: what each brings in thousands, in a unit of `scale`.

    `has_points`: the points at the end are in it as well.
    """

    at: int
    scale: int
    places: tuple[Decimal, ...]
    has_points: bool = True


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the numbers are: where the points, those with places counted and the ranks stand.

    `total` is what all players have together, `lacking` how much more a row of totals has for a
    player than the games.
    """

    points: int
    total: Decimal
    unit: int
    rank: int = 0
    placed: tuple[Placed, ...] = ()
    lacking: Mapping[str, Decimal] = field(default_factory=dict)


def drafts_of_results(grid: Grid, rules: str = "") -> tuple[GameDraft, ...]:
    """Return the games of a worksheet whose rows are results; none for any other worksheet.

    `rules` are those that somebody names.
    """
    rows = [(row, columns) for row, columns in grid.rows() if len(columns) < _MOST_COLUMNS]
    heads = rows[:_LOOK]
    if any(role_of(grid.text(row, at)) in _OF_DEALS for row, columns in heads for at in columns):
        return ()
    for at, (head, columns) in enumerate(heads):
        roles = {column: role_of(grid.text(head, column)) for column in columns}
        below = [row for row, _ in rows[at + 1 :]]
        # Names with their numbers beside them need no head: one look at all rows is enough.
        for read in (_by_player, _by_cells, _by_heads) if at == 0 else (_by_player, _by_heads):
            results = [*read(grid, head, roles, below)]
            ranked = {column for column, role in roles.items() if role == "rank"}
            meaning = _meaning(results, ranked if read is _by_player else ())
            if meaning is not None:
                sums = _sums(grid, head, below) if read is _by_heads else {}
                meaning = replace(meaning, lacking=_lacking(results, sums))
                drafts = [_draft(grid, result, results, meaning, rules) for result in results]
                first, *others = drafts
                notes = tuple(_unread(grid, head, results, meaning))
                return replace(first, findings=notes), *others
    return ()


# ------------------------------------------------------------------ how results are laid out


def _by_player(
    grid: Grid, head: int, roles: Mapping[int, Role | None], below: Sequence[int]
) -> Iterator[Result]:
    """Yield the games of a sheet that has a row for each player of each game.

    The game is named beside each player, or once for all of them, or above a head that repeats.
    """
    columns = {role: column for column, role in reversed([*roles.items()])}
    player = columns.get("player")
    if not player:
        return
    naming = [column for role in ("round", "table", "game", "date")
              if (column := columns.get(role))]  # fmt: skip
    # A head that names one of the players has the points of that player below it.
    players = {plain(text) for text in grid.down(below, player)}
    # Of one game alone any numbers may add up, unless it has ranks.
    has_ranks = "rank" in columns or bool(naming)
    numeric = {column for column, role in roles.items()
               if column != player and role not in {*_NAMING, "seat"}
               and (word := core(plain(grid.text(head, column)))) not in players
               and (role or word in AFTERWARDS or has_ranks)}  # fmt: skip
    games: dict[str, tuple[Mapping[str, str], list[tuple[Seat, Line]]]] = {}
    title = _title(grid, head - 1)
    latest: dict[str, str] = {}
    for row in below:
        name = grid.text(row, player)
        cells = {column: grid.cells[row, column] for column in grid.columns_of(row)
                 if column in numeric and is_number(grid.text(row, column))}  # fmt: skip
        if role_of(name) == "player" and not cells:
            # Tables without titles have numbers.
            title = _title(grid, row - 1) or str(row)
            latest.clear()
            continue
        if not name or not cells:
            continue
        latest |= {str(roles[column]): text for column in naming
                   if (text := grid.text(row, column))}  # fmt: skip
        called = ", ".join(f"{role} {text}" for role, text in latest.items())
        _, game = games.setdefault(called or title, (dict(latest), []))
        game.append((seat_of(grid.text(row, columns.get("seat", 0))), Line(name, cells)))
    for called, (places, game) in games.items():
        if {seat for seat, _ in game} == {*range(len(game))}:
            game.sort(key=itemgetter(0))
        if len(game) in _SIZES:
            yield Result(called, tuple(line for _, line in game), places)


def _title(grid: Grid, row: int) -> str:
    """Return what stands alone in a row; empty if nothing or more does."""
    columns = grid.columns_of(row)
    return grid.text(row, columns[0]) if len(columns) == 1 else ""


def _by_cells(
    grid: Grid, head: int, roles: Mapping[int, Role | None], below: Sequence[int]
) -> Iterator[Result]:
    """Yield the games of rows in which each name has its numbers in the next cells."""
    for row in (head, *below):
        lines: list[tuple[str, list[Cell]]] = []
        for cell in grid.in_row(row):
            if is_number(cell.text):
                if lines:
                    lines[-1][1].append(cell)
            elif not label_of(cell.text) and not is_absent(cell.text):
                lines.append((cell.text, []))
        players = [Line(name, dict(enumerate(cells, 1))) for name, cells in lines if cells]
        if len(players) in _SIZES:
            places = {str(role): grid.text(row, column) for column, role in roles.items()
                      if role in _PLACES}  # fmt: skip
            yield Result(grid.text(row, 1), tuple(players), places)


def _by_heads(
    grid: Grid, head: int, roles: Mapping[int, Role | None], below: Sequence[int]
) -> Iterator[Result]:
    """Yield the games of a season: a column for each player, blank for those who did not play."""
    names = {column: grid.text(head, column) for column, role in roles.items() if role is None}
    players = [column for column, name in names.items() if not is_number(name)]
    # Of five who take turns at a table, deals have four totals in a row as well.
    labels = [label_of(grid.text(row, 1)) for row in below]
    is_of_deals = "deal" in roles.values() or any(each and not each.isdigit() for each in labels)
    if len(players) <= max(_SIZES) or is_of_deals:
        return
    for row in below:
        cells = [(grid.text(head, column), grid.at(row, column)) for column in players]
        lines = tuple(
            Line(name, {1: cell}) for name, cell in cells if cell and is_number(cell.text)
        )
        if len(lines) in _SIZES and not is_total(grid.first_text(row)):
            yield Result(grid.text(row, 1), lines)


def _sums(grid: Grid, head: int, below: Sequence[int]) -> Mapping[str, Cell]:
    """Return the cells of a row of totals below a season, by the player above them."""
    totals = [row for row in below if is_total(grid.first_text(row))]
    cells = (cell for row in totals[-1:] for cell in grid.in_row(row) if is_number(cell.text))
    return {grid.text(head, cell.column): cell for cell in cells}


def _lacking(results: Sequence[Result], sums: Mapping[str, Cell]) -> Mapping[str, Decimal]:
    """Return by player how much more the row of totals has than the games, if it is not nothing."""
    written = {name: Decimal(0) for name in sums}
    for line in (line for result in results for line in result.lines):
        written[line.name] = written.get(line.name, Decimal(0)) + (line.number(1) or 0)
    totals = {name: number_of(cell.text) or Decimal(0) for name, cell in sums.items()}
    return {name: more for name in totals if (more := totals[name] - written[name])}


# ------------------------------------------------------------------ what the numbers mean


def _meaning(results: Sequence[Result], ranked: Collection[int]) -> Meaning | None:
    """Return what the numbers of these games are; None if they are no results.

    `ranked` are the columns that a head calls ranks.
    """
    places = dict.fromkeys(at for result in results for line in result.lines for at in line.cells)
    for at in places:
        totals = Counter(total for result in results if (total := result.total(at)) is not None)
        # Of two games with other sums the round one is right.
        by_times = [(times, total % 1000 == 0, total) for total, times in totals.items()]
        times, _, total = max(by_times, default=(0, False, Decimal(0)))
        units = [unit for unit in _UNITS if _LEAST_IN_ALL <= total * unit <= _MOST_IN_ALL]
        is_usual = times * 2 >= len(results) and bool(units)
        if is_usual and total * units[0] % 1000 == 0:
            meaning = Meaning(at, total, units[0])
            meaning = replace(meaning, rank=next(iter(ranked), 0))
            others = [place for place in places if place not in {at, *ranked}]
            return _with_places(meaning, results, others)
    return None


def _with_places(meaning: Meaning, results: Sequence[Result], places: Sequence[int]) -> Meaning:
    """Return the meaning with the points that have places counted, and the ranks."""
    for at in places:
        totals = [result.total(at) for result in results]
        totals_known = [total for total in totals if total is not None]
        if not totals_known:
            continue
        ranks = [sorted(line.number(at) or 0 for line in result.lines) for result in results]
        if sum(each == [*range(1, len(each) + 1)] for each in ranks) * 2 >= len(ranks):
            meaning = replace(meaning, rank=at)
            continue
        ways = [_places(meaning, results, Placed(at, scale, (), has_points))
                for scale in (1, 1000) for has_points in (True, False)]  # fmt: skip
        # One game fits several ways, of which places bring whole thousands, or halves, in one.
        agreeing, placed = max(ways, key=lambda way: (way[0], _is_usual(way[1]), way[1].has_points))
        if (len(results) > 1 or _is_usual(placed)) and agreeing * 2 > len(results) * len(
            placed.places
        ) > 0:
            meaning = replace(meaning, placed=(*meaning.placed, placed))
    return meaning


def _is_usual(column: Placed) -> bool:
    """Return whether each place brings whole thousands of points, or halves of them."""
    return all(2 * place % 1 == 0 for place in column.places)


def _places(meaning: Meaning, results: Sequence[Result], column: Placed) -> tuple[int, Placed]:
    """Return the column with what its places bring, and for how many numbers that is so."""
    ways: dict[int, Counter[Decimal]] = {}
    for result in results:
        numbers = [(line.number(meaning.points), line.number(column.at)) for line in result.lines]
        placed_players = [(points, placed) for points, placed in numbers
                 if points is not None and placed is not None]  # fmt: skip
        # Players with equal points share what their places bring.
        if len({points for points, _ in placed_players}) < len(numbers):
            continue
        for place, (points, placed) in enumerate(sorted(placed_players, reverse=True)):
            counted = points * meaning.unit / 1000 * column.has_points
            ways.setdefault(place, Counter())[placed / column.scale - counted] += 1
    options = [[brought for brought, _ in ways[place].most_common(2)] for place in sorted(ways)]
    in_all = -meaning.total * meaning.unit / 1000 * column.has_points
    fitting = [some for some in product(*options) if some and sum(some) == in_all
               and any(some) and max(map(abs, some)) <= _MOST_FOR_A_PLACE]  # fmt: skip
    return max(
        (
            (
                sum(ways[place][each] for place, each in enumerate(some)),
                replace(column, places=some),
            )
            for some in fitting
        ),
        key=lambda way: way[0],
        default=(0, column),
    )


# ------------------------------------------------------------------ what is due


def _points_due(meaning: Meaning, result: Result) -> list[Decimal | None]:
    """Return the points that everybody has by the sum of the game, or by points with places.

    Nothing is due to players of whom nobody knows whose number is wrong.
    """
    numbers = [line.number(meaning.points) for line in result.lines]
    total = result.total(meaning.points)
    if total is None or total == meaning.total:
        return numbers
    off = total - meaning.total
    # Sticks that nobody took may be missing.
    if off * meaning.unit % 1000 == 0 and off < 0 and -off * meaning.unit <= 4000:
        return [None] * len(numbers)
    fitting = []
    for at, number in enumerate(numbers):
        right = [*numbers]
        right[at] = (number or 0) - off
        if meaning.lacking.get(result.lines[at].name) == -off or _bears_out(
            meaning, result, right, at
        ):
            fitting.append(right)
    return fitting[0] if len(fitting) == 1 else [None] * len(numbers)


def _bears_out(meaning: Meaning, result: Result, points: Sequence[Decimal | None], at: int) -> bool:
    """Return whether the points with places counted bear out the corrected points of a player."""
    line = result.lines[at]
    return any(
        column.has_points and line.number(column.at) == _placed_due(meaning, column, points, at)
        for column in meaning.placed
    )


def _placed_due(
    meaning: Meaning, column: Placed, points: Sequence[Decimal | None], at: int
) -> Decimal | None:
    """Return the points with places counted of one player; equal points share their places."""
    own = points[at]
    if own is None or None in points or len(points) != len(column.places):
        return None
    better = sum((each or 0) > own for each in points)
    alike = sum(each == own for each in points)
    brought = sum(column.places[better : better + alike], Decimal(0)) / alike
    return (own * meaning.unit / 1000 * column.has_points + brought) * column.scale


def _rows(meaning: Meaning, result: Result) -> Iterator[RowBelow]:
    """Yield the cells of a game with what is due in each."""
    lines = result.lines
    due = _points_due(meaning, result)
    cells = tuple(line.cells.get(meaning.points) for line in lines)
    total = result.total(meaning.points)
    if total != meaning.total and all(number is None for number in due):
        yield RowBelow("points", cells, meaning.unit, (int(meaning.total),))
        return
    yield RowBelow("result", cells, sums=tuple(due))
    for column in meaning.placed:
        placed = tuple(line.cells.get(column.at) for line in lines)
        right = tuple(_placed_due(meaning, column, due, at) for at in range(len(lines)))
        yield RowBelow("result", placed, sums=right)
    if meaning.rank:
        ranks = tuple(line.cells.get(meaning.rank) for line in lines)
        yield RowBelow("place", ranks, sums=ranks_due(ranks, due))


def ranks_due(
    cells: Sequence[Cell | None], points: Sequence[Decimal | None]
) -> tuple[Decimal | None, ...]:
    """Return the rank of everybody by points; players with equal points may share one."""
    due: list[Decimal | None] = []
    for cell, own in zip(cells, points, strict=True):
        if own is None or None in points:
            due.append(None)
            continue
        better = sum((other or 0) > own for other in points)
        stated = number_of(cell.text) if cell else None
        may_be = stated is not None and better < stated <= better + points.count(own)
        due.append(stated if may_be else Decimal(better + 1))
    return tuple(due)


def _draft(
    grid: Grid, result: Result, results: Sequence[Result], meaning: Meaning, rules: str
) -> GameDraft:
    """Return the game of a result, without deals."""
    names = tuple(one_line(line.name) for line in result.lines)
    parts = ["names", "points at the end"]
    for column in meaning.placed:
        brought = " ".join(f"{each.normalize():+f}" for each in column.places)
        counted = "points with places counted" if column.has_points else "points for places"
        parts.append(f"{counted} ({brought})")
    if meaning.rank:
        parts.append("ranks")
    understood = (
        f"results of {len(results)} games; read: {', '.join(parts)}",
        f"rules: {rules or 'not named'}; players: {', '.join(names)}",
    )
    return GameDraft(
        rules,
        names[: len(SEATS)],
        (),
        headers=tuple(_headers(result, meaning)),
        sheet=grid.name,
        name=result.name or grid.name,
        understood=understood,
        below=tuple(_rows(meaning, result)),
    )


def _headers(result: Result, meaning: Meaning) -> Iterator[Entry]:
    """Yield where the game was played, and the points at its end."""
    for key in _PLACES:
        if text := result.places.get(key):
            yield Entry(f"{key.capitalize()}: {one_line(text)}")
    numbers = [line.number(meaning.points) for line in result.lines]
    points = [None if number is None else whole(number * meaning.unit) for number in numbers]
    final = final_entry([line.cells.get(meaning.points) for line in result.lines], points)
    if final is not None:
        yield final


def _unread(
    grid: Grid, head: int, results: Sequence[Result], meaning: Meaning
) -> Iterator[Finding]:
    """Yield a note for each column of numbers below a head that is not read."""
    read = {meaning.points, meaning.rank, *(column.at for column in meaning.placed)}
    lines = [line for result in results for line in result.lines]
    used = {cell.column for line in lines for at, cell in line.cells.items() if at in read}
    rows = sorted({cell.row for line in lines for cell in line.cells.values()})
    heads = [cell for cell in grid.in_row(head)
             if cell.column not in used and role_of(cell.text) not in _NAMING
             and any(map(is_number, grid.down(rows, cell.column)))]  # fmt: skip
    yield from unread("columns", heads, grid.name)
