"""Tiles side by side, with the text that a record writes for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import SupportsIndex, overload

from mjlog.model.tile import NAMED, Tile
from mjlog.model.tiles import text


class TileRow(tuple[int, ...]):
    """A tuple of tiles that prints as notation; each of them is a `Tile`.

    Where a tile is looked for by its name, the face counts, whether it is a pillar or not; by its
    number a pillar is another tile. A red five is no plain five.

    >>> str(TileRow((0, 1, 46))), TileRow((27,))
    ('12m?', TileRow('1z'))
    >>> row = TileRow((0, 0, 30))
    >>> row.count("1m"), "4z" in row, row.index("4z"), row[2], row[:2]
    (2, True, 2, Tile('4z'), TileRow('11m'))
    """

    __slots__ = ()

    def __iter__(self) -> Iterator[Tile]:
        """Yield the tiles in their order."""
        for number in super().__iter__():
            yield NAMED[number] or Tile(number)

    @overload
    def __getitem__(self, place: SupportsIndex) -> Tile: ...
    @overload
    def __getitem__(self, place: slice) -> TileRow: ...
    def __getitem__(self, place: SupportsIndex | slice) -> Tile | TileRow:
        """Return the tile at that place, or the row of tiles at several places."""
        if isinstance(place, slice):
            return TileRow(super().__getitem__(place))
        return Tile(super().__getitem__(place))

    def __contains__(self, tile: object) -> bool:
        """Return whether the tile is in the row, by its name or its number."""
        if isinstance(tile, str):
            return self.count(tile) > 0
        return super().__contains__(tile)

    def count(self, tile: object) -> int:
        """Return how often the tile is in the row. Raises ValueError for a name of no tile."""
        if not isinstance(tile, str):
            return super().count(tile)
        named = Tile(tile)
        return sum(named in {each, each.face} for each in self)

    def index(self, tile: object, start: SupportsIndex = 0, stop: SupportsIndex = 1 << 62) -> int:
        """Return the first place of the tile. Raises ValueError where it is not in the row."""
        if not isinstance(tile, str):
            return super().index(tile, start, stop)
        named = Tile(tile)
        for place in range(len(self))[slice(start, stop)]:
            if named in {self[place], self[place].face}:
                return place
        raise ValueError(f"{tile} is not in {self}")

    def __str__(self) -> str:
        """Return the tiles in notation, in their order."""
        return text(self)

    def __repr__(self) -> str:
        """Return the notation, marked as a row of tiles."""
        return f"TileRow('{text(self)}')"
