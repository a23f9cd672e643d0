"""The tiles of Mahjong Soul: `1m` to `9s`, `1z` to `7z`, red fives as `0m`, `0p`, `0s`."""

from __future__ import annotations

from typing import Any, Final

from mjlog.formats.json_parts import lookup
from mjlog.model.tiles import RED, Tile

_SUITS: Final = "mps"
TILES: Final[dict[str, Tile]] = {
    **{
        f"{rank}{suit}": 9 * place + rank - 1
        for place, suit in enumerate(_SUITS)
        for rank in range(1, 10)
    },
    **{f"{rank}z": 26 + rank for rank in range(1, 8)},
    **{f"0{suit}": RED + place for place, suit in enumerate(_SUITS)},
}


def tile_of(value: Any, name: str) -> Tile:
    """Return the tile whose name at Mahjong Soul is `value`, for example `0m` for a red five.

    Raise `WrongPartError` for any other value. `name` is the name of the JSON member, which the
    error message shows.
    """
    return lookup(TILES, value, f"tile ({name})")
