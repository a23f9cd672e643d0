"""Rows of tiles that print as notation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import SupportsIndex, overload

from mjlog.model.tile import NAMED, Tile
from mjlog.model.tiles import text


class TileRow(tuple[int, ...]):
    """A tuple of `Tile` objects that prints as notation.

    `count`, `index` and ``in`` accept names and numbers. A name also matches the same tile marked
    as a pillar; a number does not. A red five is never a plain five.

    >>> str(TileRow((0, 1, 46))), TileRow((27,))
    ('12m?', TileRow('1z'))
    >>> row = TileRow((0, 0, 30))
    >>> row.count("1m"), "4z" in row, row.index("4z"), row[2], row[:2]
    (2, True, 2, Tile('4z'), TileRow('11m'))
    """

    __slots__ = ()

    def __iter__(self) -> Iterator[Tile]:
        """Yield the tiles of the row in their order, as `Tile` objects."""
        for number in super().__iter__():
            yield NAMED[number] or Tile(number)

    @overload
    def __getitem__(self, place: SupportsIndex) -> Tile: ...
    @overload
    def __getitem__(self, place: slice) -> TileRow: ...
    def __getitem__(self, place: SupportsIndex | slice) -> Tile | TileRow:
        """Return the tile at an index, or a shorter row for a slice."""
        if isinstance(place, slice):
            return TileRow(super().__getitem__(place))
        return Tile(super().__getitem__(place))

    def __contains__(self, tile: object) -> bool:
        """Return whether the row has a tile with this name (such as ``5m``) or number.

        Raise ValueError for a name that is no tile.
        """
        if isinstance(tile, str):
            return self.count(tile) > 0
        return super().__contains__(tile)

    def count(self, tile: object) -> int:
        """Return how many tiles of the row have this name (such as ``5m``) or number.

        Raise ValueError for a name that is no tile.
        """
        if not isinstance(tile, str):
            return super().count(tile)
        named = Tile(tile)
        return sum(named in {each, each.face} for each in self)

    def index(self, tile: object, start: SupportsIndex = 0, stop: SupportsIndex = 1 << 62) -> int:
        """Return the index of the first tile in the row with this name (such as ``5m``) or number.

        Only the part from index `start` up to, but not including, `stop` is searched. Raise
        ValueError if the part has no such tile, or if the name is no tile.
        """
        if not isinstance(tile, str):
            return super().index(tile, start, stop)
        named = Tile(tile)
        for place in range(len(self))[slice(start, stop)]:
            if named in {self[place], self[place].face}:
                return place
        raise ValueError(f"{tile} is not in {self}")

    def __str__(self) -> str:
        """Write the tiles of the row in notation, such as ``12m?``."""
        return text(self)

    def __repr__(self) -> str:
        """Return a text such as ``TileRow('12m')``, which is not Python code for the row."""
        return f"TileRow('{text(self)}')"
