"""Tables of standings: a row a player, with the points of each round, their sum and the rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product
from typing import Final, Literal

from mjlog.model.record import SEATS
from mjlog.sheets.numbers import is_number, number_of
from mjlog.sheets.records import GameDraft, RowBelow, one_line
from mjlog.sheets.results import ranks_due
from mjlog.sheets.words import label_of, role_of
from mjlog.sheets.workbook import Cell, Grid

_LEAST_PLAYERS: Final = 4
_LEAST_ROUNDS: Final = 2
_MOST_COLUMNS: Final = 40
_LOOK: Final = 24
"""Players whose sums tell which columns are rounds."""
_ROUNDING: Final = Decimal("0.06")
"""By so much sums of rounded numbers may be off."""


@dataclass(frozen=True, slots=True)
class _Standings:
    """The columns of a table: the players, their rounds, the sum of these, the rank or 0."""

    rows: Sequence[int]
    player: int
    rounds: Sequence[int]
    total: int
    rank: int


def drafts_of_standings(grid: Grid) -> tuple[GameDraft, ...]:
    """Return the table of standings of a worksheet as one game without deals; else nothing."""
    rows = [(row, columns) for row, columns in grid.rows() if len(columns) < _MOST_COLUMNS]
    for at, (head, columns) in enumerate(rows[:5]):
        players = [column for column in columns if role_of(grid.text(head, column)) == "player"]
        below = [row for row, _ in rows[at + 1 :]]
        if players and (standings := _read(grid, head, columns, players[0], below)):
            return (_draft(grid, standings),)
    return ()


def _read(
    grid: Grid, head: int, columns: Sequence[int], player: int, below: Sequence[int]
) -> _Standings | None:
    """Return what the columns are, if most rows have a sum of their rounds."""
    rows = [row for row in below if _is_of_player(grid.text(row, player))]
    names = Counter(grid.text(row, player) for row in rows)
    if len(rows) < _LEAST_PLAYERS or len(names) < len(rows):
        return None
    # How many games somebody played is the sum of columns that count places.
    numeric = [column for column in columns if column != player
               and role_of(grid.text(head, column)) != "game"
               and sum(map(is_number, grid.down(rows, column))) * 2 > len(rows)]  # fmt: skip
    numbers = {column: [number_of(grid.text(row, column)) for row in rows] for column in numeric}
    best: tuple[int, int, Sequence[int], int] = (0, 0, (), 0)
    for total in numeric:
        for rounds in _blocks([column for column in numeric if column != total]):
            fitting = sum(
                off is not None and abs(off) < _ROUNDING
                for off in _off(numbers, rounds, total, len(rows[:_LOOK]))
            )
            best = max(best, (fitting, len(rounds), rounds, total))
    fitting, _, rounds, total = best
    if fitting * 3 < len(rows[:_LOOK]) * 2:
        return None
    ranks = {*map(Decimal, range(1, len(rows) + 1))}
    others = [column for column in numeric if column not in {*rounds, total}]
    rank = next((column for column in others if ranks.issuperset(numbers[column])), 0)
    return _Standings(rows, player, rounds, total, rank)


def _is_of_player(text: str) -> bool:
    return bool(text) and not is_number(text) and not label_of(text)


def _blocks(columns: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield the columns that may be rounds: side by side, or each second one of two kinds."""
    for step, first in product((1, 2), range(len(columns))):
        for last in range(first + _LEAST_ROUNDS, len(columns[::step]) + 1):
            yield columns[first : first + step * (last - first) : step]


def _off(
    numbers: Mapping[int, Sequence[Decimal | None]], rounds: Sequence[int], total: int, rows: int
) -> list[Decimal | None]:
    """Return how much more the sum of the rounds is than the total, row by row."""
    off: list[Decimal | None] = []
    for row in range(rows):
        own = numbers[total][row]
        # Who did not play a round has nothing in it.
        parts = [numbers[column][row] or Decimal(0) for column in rounds]
        off.append(None if own is None else sum(parts, Decimal(0)) - own)
    return off


def _draft(grid: Grid, standings: _Standings) -> GameDraft:
    """Return the table as a game without deals, its cells in rows of four players."""
    rows = standings.rows
    names = [one_line(grid.text(row, standings.player)) for row in rows]
    columns = (*standings.rounds, standings.total)
    numbers = {column: [number_of(grid.text(row, column)) for row in rows] for column in columns}
    due = _due(numbers, standings)
    below = [*_in_fours("result", [grid.at(row, standings.total) for row in rows],
                        due[standings.total])]  # fmt: skip
    for column in standings.rounds:
        below += _in_fours("result", [grid.at(row, column) for row in rows], due[column])
    if standings.rank:
        cells = [grid.at(row, standings.rank) for row in rows]
        below += _in_fours("place", cells, ranks_due(cells, due[standings.total]))
    read = f"names, {len(standings.rounds)} rounds, totals{', ranks' if standings.rank else ''}"
    understood = (
        f"standings of {len(rows)} players; read: {read}",
        f"rules: not named; players: {', '.join(names)}",
    )
    return GameDraft(
        "",
        tuple(names[: len(SEATS)]),
        (),
        sheet=grid.name,
        name=grid.name,
        understood=understood,
        below=tuple(below),
    )


def _due(
    numbers: Mapping[int, Sequence[Decimal | None]], standings: _Standings
) -> Mapping[int, list[Decimal | None]]:
    """Return what is due in each cell: a wrong round is named by the sum of its column."""
    due = {column: [*numbers[column]] for column in (*standings.rounds, standings.total)}
    sums = {column: sum((number or 0 for number in numbers[column]), Decimal(0))
            for column in standings.rounds}  # fmt: skip
    usual = Counter(sums.values()).most_common(1)[0][0]
    off = _off(numbers, standings.rounds, standings.total, len(standings.rows))
    for row, more in enumerate(off):
        if more is None or abs(more) < _ROUNDING:
            continue
        rounds = [column for column in standings.rounds if sums[column] - usual == more]
        column = rounds[0] if len(rounds) == 1 else standings.total
        sign = -1 if column in standings.rounds else 1
        due[column][row] = (numbers[column][row] or Decimal(0)) + sign * more
    return due


def _in_fours(
    kind: Literal["result", "place"],
    cells: Sequence[Cell | None],
    due: Sequence[Decimal | None],
) -> Iterator[RowBelow]:
    """Yield the cells of a column in rows of as many players as a game has."""
    for first in range(0, len(cells), len(SEATS)):
        some = slice(first, first + len(SEATS))
        yield RowBelow(kind, tuple(cells[some]), sums=tuple(due[some]))
