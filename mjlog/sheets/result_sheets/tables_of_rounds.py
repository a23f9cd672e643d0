"""Finds who sat together in a round of standings, and checks the points that places bring.

Minipoints add up to zero at each table, so they show who sat together, and at which place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations, islice
from typing import Final

from mjlog.sheets.cells.numbers import add_up

_SEATS: Final = 4
_MOST_PLAYERS: Final = 16
_MOST_WAYS: Final = 200
"""Most ways to seat everybody that are compared; with more ways, nothing can be known."""
BROUGHT: Final = (Decimal(4), Decimal(2), Decimal(1), Decimal(0))
"""Points that the places at a table bring, from the first place on."""
Column = Sequence[Decimal | None]
"""Numbers of all players in a round."""


def wrong_table_points(
    rounds: Sequence[tuple[Column, Column]],
) -> tuple[int, int, Decimal] | None:
    """Find the only wrong number of table points; return its round, player and right number.

    Table points are 4, 2, 1 and 0 for the places at a table. Each round is a pair: the table points
    and the minipoints (points of the game) of all players. The sheet does not say who sat together,
    so all tables that the minipoints allow are tried. Round and player are indices from 0. Return
    None unless exactly one number is wrong for sure.
    """
    wrong: list[tuple[int, int, Decimal]] = []
    for number, (points, minipoints) in enumerate(rounds):
        ways = [*islice(_table_points(minipoints), _MOST_WAYS + 1)]
        if not ways or len(ways) > _MOST_WAYS:
            return None
        differing = [
            [(player, due) for player, due in enumerate(way) if due != points[player]]
            for way in ways
        ]
        fewest = min(len(some) for some in differing)
        nearest = {tuple(some) for some in differing if len(some) == fewest}
        if fewest > 1 or (len(nearest) > 1 and fewest):
            return None
        wrong += [(number, player, due) for player, due in next(iter(nearest))]
    return wrong[0] if len(wrong) == 1 and len(rounds) > 1 else None


def _table_points(minipoints: Column) -> Iterator[list[Decimal]]:
    """Yield the table points of all players for each possible way to assign them to tables.

    Yield nothing if a number is missing, or if there are more than `_MOST_PLAYERS` players.
    """
    by_player = {player: number for player, number in enumerate(minipoints) if number is not None}
    if len(by_player) < len(minipoints) or not by_player or len(by_player) > _MOST_PLAYERS:
        return
    for tables in _seated(by_player):
        due = {player: _shared(by_player, table, player) for table in tables for player in table}
        yield [due[player] for player in range(len(by_player))]


def _seated(free: dict[int, Decimal]) -> Iterator[list[tuple[int, ...]]]:
    """Yield each way to assign the players to tables of four whose minipoints add up to zero.

    A way is a list of tables, each a tuple of players. `free` maps the players that are still
    without a table to their minipoints.
    """
    if not free:
        yield []
        return
    first, *others = free
    for some in combinations(others, _SEATS - 1):
        if free[first] + add_up([free[player] for player in some]):
            continue
        left = {player: free[player] for player in others if player not in some}
        yield from ([(first, *some), *tables] for tables in _seated(left))


def table_points_due(minipoints: Sequence[Decimal]) -> list[Decimal]:
    """Return the table points of each player at one table, by the order of the minipoints.

    The places bring 4, 2, 1 and 0. Players with equal minipoints share the points of their places.

    >>> [str(points) for points in table_points_due([Decimal(n) for n in (-7, 30, -16, -7)])]
    ['1.5', '4', '0', '1.5']
    """
    numbers = dict(enumerate(minipoints))
    return [_shared(numbers, [*numbers], player) for player in numbers]


def _shared(minipoints: dict[int, Decimal], table: Sequence[int], player: int) -> Decimal:
    """Return the table points of one player; players with equal minipoints share their places.

    `table` are the players at the same table, including this player.
    """
    above = sum(minipoints[other] > minipoints[player] for other in table)
    alike = sum(minipoints[other] == minipoints[player] for other in table)
    return add_up(BROUGHT[above : above + alike]) / alike
