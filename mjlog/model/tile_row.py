"""Tiles side by side, with the text that a record writes for them."""

from __future__ import annotations

from mjlog.model.tiles import Tile, text


class TileRow(tuple[Tile, ...]):
    """A tuple of tiles that prints as notation.

    >>> str(TileRow((0, 1, 46))), TileRow((27,))
    ('12m?', TileRow('1z'))
    """

    __slots__ = ()

    def __str__(self) -> str:
        """Return the tiles in notation, in the order in which they stand."""
        return text(self)

    def __repr__(self) -> str:
        """Return the notation, and that it is a row of tiles."""
        return f"TileRow('{text(self)}')"
