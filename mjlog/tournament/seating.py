"""Who sits at which place of a table, so that everybody has each place equally often.

The first four games of a player have four different places, so have the next four, and so on.
Places are colours of the edges between players and tables: such a colouring always exists (König).
"""

from __future__ import annotations

from collections.abc import Sequence

Group = Sequence[int]
_Node = tuple[int, ...]


def places(tables: Sequence[Group], seats: int) -> list[list[int]]:
    """Return for each table of all rounds, in order of play, its players by their places."""
    colours = _Colours(seats)
    games: dict[int, int] = {}
    for number, table in enumerate(tables):
        for player in table:
            game = games.get(player, 0)
            games[player] = game + 1
            colours.add((number,), (player, game // seats))
    return [colours.around((number,)) for number in range(len(tables))]


class _Colours:
    """Edges between tables and spans of a player's games, each with a colour: a place."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._at: dict[_Node, dict[int, _Node]] = {}

    def add(self, table: _Node, span: _Node) -> None:
        """Add an edge; if no place is free at both ends, exchange two places along a path."""
        own, other = self._free(table), self._free(span)
        if own != other:
            self._swap(span, own, other)
        self._at[table][own] = span
        self._at[span][own] = table

    def around(self, table: _Node) -> list[int]:
        """Return the players of a table by their places."""
        return [self._at[table][place][0] for place in range(self._seats)]

    def _free(self, node: _Node) -> int:
        taken = self._at.setdefault(node, {})
        return next(place for place in range(self._seats) if place not in taken)

    def _swap(self, start: _Node, one: int, other: int) -> None:
        """Exchange two places on the path that leaves a node by the first of them."""
        path = [start]
        while (end := self._at[path[-1]].get(other if len(path) % 2 == 0 else one)) is not None:
            path.append(end)
        for node in path:
            changed = {one: other, other: one}
            around = self._at[node].items()
            self._at[node] = {changed.get(place, place): end for place, end in around}
