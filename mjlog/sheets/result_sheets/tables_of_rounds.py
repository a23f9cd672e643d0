"""Finds who sat together in a round of standings, and checks the points that places bring.

The minipoints of a table add up to zero, so that they show the tables and the places at them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations, islice
from typing import Final

_SEATS: Final = 4
_MOST_PLAYERS: Final = 16
_MOST_WAYS: Final = 200
"""Ways to seat everybody that are compared; where there are more, nothing is known."""
BROUGHT: Final = (Decimal(4), Decimal(2), Decimal(1), Decimal(0))
"""What the places at a table bring, the first one first."""
Column = Sequence[Decimal | None]
"""The numbers of all players in a round."""


def wrong_table_points(
    rounds: Sequence[tuple[Column, Column]],
) -> tuple[int, int, Decimal] | None:
    """Return the one wrong number of table points: its round, its player and the right number.

    Each round has the table points and the minipoints of all players. None if no tables explain
    all other numbers, or if several numbers may be the wrong one.
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
    """Yield everybody's table points for each way to seat the players of a round."""
    known = {player: number for player, number in enumerate(minipoints) if number is not None}
    if len(known) < len(minipoints) or not known or len(known) > _MOST_PLAYERS:
        return
    for tables in _seated(known):
        due = {player: _shared(known, table, player) for table in tables for player in table}
        yield [due[player] for player in range(len(known))]


def _seated(free: dict[int, Decimal]) -> Iterator[list[tuple[int, ...]]]:
    """Yield each way to seat these players at tables whose minipoints add up to zero."""
    if not free:
        yield []
        return
    first, *others = free
    for some in combinations(others, _SEATS - 1):
        if free[first] + sum((free[player] for player in some), Decimal(0)):
            continue
        left = {player: free[player] for player in others if player not in some}
        yield from ([(first, *some), *tables] for tables in _seated(left))


def table_points_due(minipoints: Sequence[Decimal]) -> list[Decimal]:
    """Return what their places bring the players of a table.

    >>> [str(points) for points in table_points_due([Decimal(n) for n in (-7, 30, -16, -7)])]
    ['1.5', '4', '0', '1.5']
    """
    numbers = dict(enumerate(minipoints))
    return [_shared(numbers, [*numbers], player) for player in numbers]


def _shared(minipoints: dict[int, Decimal], table: Sequence[int], player: int) -> Decimal:
    """Return the table points of a player's place; players with equal minipoints share them."""
    above = sum(minipoints[other] > minipoints[player] for other in table)
    alike = sum(minipoints[other] == minipoints[player] for other in table)
    return sum(BROUGHT[above : above + alike], Decimal(0)) / alike
