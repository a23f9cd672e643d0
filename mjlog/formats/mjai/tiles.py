"""Tiles as mjai writes them: ``5mr`` is a red five, honours are E S W N P F C."""

from __future__ import annotations

from typing import Final

from mjlog.model.tiles import UNKNOWN, Tile

NAMES: Final[tuple[str, ...]] = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *"ESWNPFC",
    *(f"5{suit}r" for suit in "mps"),
)
"""Names of tiles by number, red fives last."""
TILES: Final[dict[str, Tile]] = {name: tile for tile, name in enumerate(NAMES)} | {"?": UNKNOWN}


def spelled(tile: Tile) -> str:
    """Return the name of a tile in mjai; ``?`` for an unknown tile or a bonus tile."""
    if tile < len(NAMES):
        return NAMES[tile]
    return "?"
