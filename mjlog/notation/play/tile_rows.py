"""Makes rows of tiles from text, for programs that use mjlog."""

from __future__ import annotations

from mjlog.model.tile_row import TileRow
from mjlog.notation.play.tile_words import tiles_of


def tiles(text: str) -> TileRow:
    """Convert text such as ``27m5s1z`` into a row of tiles, in the order written.

    Raises ValueError if the text has anything other than tiles.

    >>> tiles("27m5s1z").count("5s")
    1
    """
    row = tiles_of(text)
    if row is None:
        raise ValueError(
            f"{text!r} is no run of tiles; they are written as in 27m5s1z, ? for unknown"
        )
    return TileRow(row)
