"""The seat of each player at each table, so that every player has each seat equally often.

With four seats at a table, a player has four different seats in the first four games, in the next
four, and so on. Seats are computed as colours of the edges between players and tables; such a
colouring always exists (König).
"""

from __future__ import annotations

from collections.abc import Sequence

Group = Sequence[int]
_Node = tuple[int, ...]


def places(tables: Sequence[Group], seats: int) -> list[list[int]]:
    """Decide who sits on which seat, so that every player has each seat about equally often.

    `tables` are the players of each table, for all rounds in order. Return, for each table, the
    list of its players in the order of seats. In a player's first `seats` games, each seat occurs
    at most once. The same holds for the next `seats` games, and so on.
    """
    colours = _Colours(seats)
    games: dict[int, int] = {}
    for number, table in enumerate(tables):
        for player in table:
            game = games.get(player, 0)
            games[player] = game + 1
            colours.add((number,), (player, game // seats))
    return [colours.players_at((number,)) for number in range(len(tables))]


class _Colours:
    """A graph from which seats are computed.

    Its edges connect tables and players; the colour of an edge is a seat.

    A table is connected with each of its players. A span is as many games in a row as a table has
    seats; a player has one node for each span. Edges at the same node have different colours.
    """

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._at: dict[_Node, dict[int, _Node]] = {}

    def add(self, table: _Node, span: _Node) -> None:
        """Give a player a free seat at a table.

        `table` is the node of the table and `span` the node of the player for a few games, in which
        each seat may occur only once. The two nodes are connected by an edge whose colour is the
        seat. If no seat is free at both nodes, two seats are first swapped on a path of edges.
        """
        own, other = self._free(table), self._free(span)
        if own != other:
            self._swap(span, own, other)
        self._at[table][own] = span
        self._at[span][own] = table

    def players_at(self, table: _Node) -> list[int]:
        """Return the players at a table, in the order of their seats."""
        return [self._at[table][place][0] for place in range(self._seats)]

    def _free(self, node: _Node) -> int:
        taken = self._at.setdefault(node, {})
        return next(place for place in range(self._seats) if place not in taken)

    def _swap(self, start: _Node, one: int, other: int) -> None:
        """Swap the seats `one` and `other` on a path of edges, so that a seat becomes free.

        The path begins at the node `start` with an edge of seat `one`; its edges have the seats
        `one` and `other` alternately.
        """
        path = [start]
        while (end := self._at[path[-1]].get(other if len(path) % 2 == 0 else one)) is not None:
            path.append(end)
        for node in path:
            changed = {one: other, other: one}
            around = self._at[node].items()
            self._at[node] = {changed.get(place, place): end for place, end in around}
