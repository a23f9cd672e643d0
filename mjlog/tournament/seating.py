"""The seat of each player at each table, so that every player has each seat equally often.

A player has four different seats in the first four games, in the next four, and so on. Seats are
colours of the edges between players and tables: such a colouring always exists (König).
"""

from __future__ import annotations

from collections.abc import Sequence

Group = Sequence[int]
_Node = tuple[int, ...]


def places(tables: Sequence[Group], seats: int) -> list[list[int]]:
    """Return each table's players by seat, so that nobody has one seat too often.

    `tables` are those of all rounds, in order. A player's games are taken in groups of `seats`;
    within a group the player has each seat at most once.
    """
    colours = _Colours(seats)
    games: dict[int, int] = {}
    for number, table in enumerate(tables):
        for player in table:
            game = games.get(player, 0)
            games[player] = game + 1
            colours.add((number,), (player, game // seats))
    return [colours.around((number,)) for number in range(len(tables))]


class _Colours:
    """A graph with an edge from each table to each of its players' spans of games.

    A span is as many games in a row as a table has seats. The colour of an edge is a seat.
    """

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._at: dict[_Node, dict[int, _Node]] = {}

    def add(self, table: _Node, span: _Node) -> None:
        """Add an edge in a colour free at both ends, exchanging colours on a path if needed."""
        own, other = self._free(table), self._free(span)
        if own != other:
            self._swap(span, own, other)
        self._at[table][own] = span
        self._at[span][own] = table

    def around(self, table: _Node) -> list[int]:
        """Return the players of a table by seat."""
        return [self._at[table][place][0] for place in range(self._seats)]

    def _free(self, node: _Node) -> int:
        taken = self._at.setdefault(node, {})
        return next(place for place in range(self._seats) if place not in taken)

    def _swap(self, start: _Node, one: int, other: int) -> None:
        """Exchange two colours on the path that begins at a node with colour `one`."""
        path = [start]
        while (end := self._at[path[-1]].get(other if len(path) % 2 == 0 else one)) is not None:
            path.append(end)
        for node in path:
            changed = {one: other, other: one}
            around = self._at[node].items()
            self._at[node] = {changed.get(place, place): end for place, end in around}
