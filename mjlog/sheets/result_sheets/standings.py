"""Tables of standings: a row a player, with the points of each round, their sum and the rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise, permutations, product
from typing import Final

from mjlog.model.record import SEATS
from mjlog.sheets.cells.numbers import is_number, number_of
from mjlog.sheets.cells.words import (
    AFTERWARDS,
    PLACED,
    RANKS,
    core,
    is_total,
    label_of,
    plain,
    role_of,
)
from mjlog.sheets.files.workbook import Grid
from mjlog.sheets.layouts.mapping import SheetMap
from mjlog.sheets.records import GameDraft, one_line
from mjlog.sheets.result_sheets.results import in_rows, ranks_due

_LEAST_PLAYERS: Final = 4
_LEAST_ROUNDS: Final = 2
_MOST_COLUMNS: Final = 40
_MOST_OF_RANKS: Final = 6
_LOOK: Final = 24
"""Players whose sums tell which columns are rounds."""
_ROUNDING: Final = Decimal("0.06")
"""By so much sums of rounded numbers may be off."""


@dataclass(frozen=True, slots=True)
class _Standings:
    """The columns of a table: the players, their rounds, the sum of these, the rank or 0.

    `taken` are those of the rounds whose numbers are taken off, such as penalties.
    """

    rows: Sequence[int]
    player: int
    rounds: Sequence[int]
    total: int
    rank: int
    taken: frozenset[int] = frozenset()


def drafts_of_standings(grid: Grid, *, has_rounds: bool) -> tuple[GameDraft, ...]:
    """Return the table of standings of a worksheet as one game without deals; else nothing.

    `has_rounds`: only tables in which the points of rounds add up to the total are wanted, else
    only those with totals and ranks alone.
    """
    rows = [(row, columns) for row, columns in grid.rows() if len(columns) < _MOST_COLUMNS]
    for at, (head, columns) in enumerate(rows[:5]):
        if label_of(grid.text(head, columns[0])):
            break  # below deals stand final points, not the standings of an event
        players = [column for column in columns if role_of(grid.text(head, column)) == "player"]
        below = [row for row, _ in rows[at + 1 :]]
        for player in players:
            standings = _read(grid, head, columns, player, below)
            if standings is not None and has_rounds == bool(standings.rounds):
                layout = SheetMap(head=head, columns={"player": player})
                return (replace(_draft(grid, standings), layout=layout),)
    return ()


def _read(
    grid: Grid, head: int, columns: Sequence[int], player: int, below: Sequence[int]
) -> _Standings | None:
    """Return the meaning of the columns, if most rows have a sum of their rounds."""
    rows = [row for row in below if _is_of_player(grid.text(row, player))
            and not is_total(grid.first_text(row))]  # fmt: skip
    names = Counter(grid.text(row, player) for row in rows)
    if len(rows) < _LEAST_PLAYERS or len(names) < len(rows):
        return None
    # How many games somebody played is the sum of columns that count places.
    numeric = [
        column
        for column in columns
        if column != player
        and role_of(grid.text(head, column)) != "game"
        and sum(is_number(text) for text in grid.down(rows, column)) * 2 > len(rows)
    ]
    penalties = [column for column in columns if column not in {player, *numeric}
                 and _is_penalty(grid.text(head, column))
                 and any(is_number(each) for each in grid.down(rows, column))]  # fmt: skip
    numbers = {column: [number_of(grid.text(row, column)) for row in rows]
               for column in columns if column != player}  # fmt: skip
    # A penalty written without a sign is taken off.
    taken = frozenset(
        column for column in penalties if all((number or 0) >= 0 for number in numbers[column])
    )
    best: tuple[int, int, tuple[int, ...], int] = (0, 0, (), 0)
    for total in numeric:
        for block in _blocks([column for column in numeric if column != total]):
            for rounds in dict.fromkeys([(*block,), (*block, *penalties)]):
                read = _Standings(rows[:_LOOK], player, rounds, total, 0, taken)
                fitting = sum(
                    off is not None and abs(off) < _ROUNDING for off in _off(numbers, read)
                )
                best = max(best, (fitting, len(rounds), rounds, total))
    fitting, _, rounds, total = best
    if fitting * 3 < len(rows[:_LOOK]) * 2:
        rounds = ()
        total = next((at for at in numeric if _is_in_order(grid.text(head, at), numbers[at])), 0)
    ranks = {Decimal(number) for number in range(1, len(rows) + 1)}
    others = [column for column in numeric if column not in {*rounds, total}]
    rank = next((column for column in others if ranks.issuperset(numbers[column])
                 and 2 * len({*numbers[column]}) > len(rows)), 0)  # fmt: skip
    # More columns than a rank, a name, a place, points and games are statistics.
    if not total or not (rounds or rank):
        return None
    if not rounds and len(columns) > _MOST_OF_RANKS and not _has_averages(numbers, total):
        return None
    return _Standings(rows, player, rounds, total, rank, taken)


def _has_averages(numbers: Mapping[int, Sequence[Decimal | None]], total: int) -> bool:
    """Return whether a column has what a game brings on average, beside the number of games."""
    whole = {column: [each for each in some if each is not None]
             for column, some in numbers.items() if None not in some}  # fmt: skip
    points = whole.pop(total, [])
    return bool(points) and any(
        all(
            abs(own - count * average) <= _ROUNDING * abs(count)
            for own, count, average in zip(points, whole[games], whole[averages], strict=True)
        )
        for games, averages in permutations(whole, 2)
    )


def _is_penalty(head: str) -> bool:
    """Return whether a column has penalties or other numbers counted after the rounds."""
    word = core(plain(head))
    return role_of(head) in {"ruling", "bonus"} or word in AFTERWARDS - RANKS


def _is_in_order(head: str, numbers: Sequence[Decimal | None]) -> bool:
    """Return whether a column has points of standings: most players have fewer than the one before.

    Ratings are no points.
    """
    if role_of(head) not in {"total", "value", "final", "change"} and (
        core(plain(head)) not in PLACED
    ):
        return False
    pairs = [(first, second) for first, second in pairwise(numbers)
             if first is not None and second is not None]  # fmt: skip
    return sum(first >= second for first, second in pairs) * 3 >= len(pairs) * 2 > 0


def _is_of_player(text: str) -> bool:
    return bool(text) and not (is_number(text) or label_of(text) or is_total(text))


def _blocks(columns: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield the columns that may be rounds: side by side, or one of each two or three."""
    for step, first in product((1, 2, 3), range(len(columns))):
        for last in range(first + step * (_LEAST_ROUNDS - 1), len(columns), step):
            yield columns[first : last + 1 : step]


def _off(
    numbers: Mapping[int, Sequence[Decimal | None]], standings: _Standings
) -> list[Decimal | None]:
    """Return by how much the sum of the rounds exceeds the total, row by row."""
    off: list[Decimal | None] = []
    for row in range(len(standings.rows)):
        own = numbers[standings.total][row]
        # Who did not play a round has nothing in it.
        parts = [(-1 if column in standings.taken else 1) * (numbers[column][row] or Decimal(0))
                 for column in standings.rounds]  # fmt: skip
        off.append(None if own is None else sum(parts, Decimal(0)) - own)
    return off


def _draft(grid: Grid, standings: _Standings) -> GameDraft:
    """Return the table as a game without deals, its cells in rows of four players."""
    rows = standings.rows
    names = [one_line(grid.text(row, standings.player)) for row in rows]
    columns = (*standings.rounds, standings.total)
    numbers = {column: [number_of(grid.text(row, column)) for row in rows] for column in columns}
    due = _due(numbers, standings)
    below = [*in_rows("result", [grid.at(row, standings.total) for row in rows],
                        due[standings.total])]  # fmt: skip
    for column in standings.rounds:
        below += in_rows("result", [grid.at(row, column) for row in rows], due[column])
    if standings.rank:
        cells = [grid.at(row, standings.rank) for row in rows]
        below += in_rows("place", cells, ranks_due(cells, due[standings.total]))
    rounds = f", {len(standings.rounds)} rounds" if standings.rounds else ""
    read = f"names{rounds}, totals{', ranks' if standings.rank else ''}"
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
    """Return what is due in each cell: the sum of its column shows a wrong round."""
    due = {column: [*numbers[column]] for column in (*standings.rounds, standings.total)}
    if not standings.rounds:
        return due
    sums = {column: sum((number or 0 for number in numbers[column]), Decimal(0))
            for column in standings.rounds}  # fmt: skip
    usual = Counter(sums.values()).most_common(1)[0][0]
    off = _off(numbers, standings)
    for row, more in enumerate(off):
        if more is None or abs(more) < _ROUNDING:
            continue
        rounds = [column for column in standings.rounds if sums[column] - usual == more]
        column = rounds[0] if len(rounds) == 1 else standings.total
        sign = -1 if column in standings.rounds else 1
        due[column][row] = (numbers[column][row] or Decimal(0)) + sign * more
    return due
