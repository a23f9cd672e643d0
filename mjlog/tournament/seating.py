"""The seat of each player at each table, so that every player has each seat equally often.

A player has four different seats in the first four games, in the next four, and so on. Seats are
colours of the edges between players and tables: such a colouring always exists (König).
"""

from __future__ import annotations

from collections.abc import Sequence

Group = Sequence[int]
_Node = tuple[int, ...]


def places(tables: Sequence[Group], seats: int) -> list[list[int]]:
    """Assign seats at each table, so that every player has each seat about equally often.

    `tables` are the tables of all rounds, in order. In a player's first `seats` games, each seat
    occurs at most once; likewise in the next `seats` games. Return each table's players by seat.
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
    """A graph from which seats are computed.

    Its edges connect tables and players; the colour of an edge is a seat.

    A table is connected with each of its players. A player has one node for each span, which is as
    many games in a row as a table has seats. Edges at the same node have different colours.
    """

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._at: dict[_Node, dict[int, _Node]] = {}

    def add(self, table: _Node, span: _Node) -> None:
        """Connect a table with a player's span by an edge.

        The edge gets a seat that is free at both ends. If there is no such seat, two seats are
        first exchanged on a path of edges.
        """
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
        """Exchange the seats `one` and `other` on a path of edges with these seats.

        The path begins at the node `start` with an edge of seat `one`.
        """
        path = [start]
        while (end := self._at[path[-1]].get(other if len(path) % 2 == 0 else one)) is not None:
            path.append(end)
        for node in path:
            changed = {one: other, other: one}
            around = self._at[node].items()
            self._at[node] = {changed.get(place, place): end for place, end in around}
