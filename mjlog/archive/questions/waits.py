"""Classifies the wait of a hand by its tiles alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from mjlog.model.tiles import KIND, KINDS, NAMES, SUIT, SUITS, Tile, kinds_of
from mjlog.notation.play.tile_words import tiles_of

APART: Final = 3
"""Distance between the two tiles that complete a run at either end, such as 4 and 7 for 56."""
NUMBERED: Final = "mps"
SHAPES: Final = ("one", "two_ends", "two", "more")
"""Shapes of waits: one kind, both ends of a run, two other kinds, more kinds."""


def wait_of(waits: object) -> dict[str, Any]:
    """Return how many kinds of tiles a hand waits for, and the shape of the wait, in a dict.

    `waits` has the tiles as text; if it is not a string, the wait is unknown and both values are
    None.
    The shape is ``one`` kind, ``two_ends`` of a run (such as 4 and 7), ``two`` other kinds, or
    ``more``; None if the hand does not wait.

    >>> wait_of("47m")["wait_shape"], wait_of("1m1z")["wait_shape"], wait_of("")["wait_kinds"]
    ('two_ends', 'two', 0)
    """
    if not isinstance(waits, str):
        return {"wait_kinds": None, "wait_shape": None}
    tiles = sorted({KIND[tile]: tile for tile in tiles_of(waits) or ()}.values())
    return {"wait_kinds": len(tiles), "wait_shape": _shape(tiles) if tiles else None}


def kinds_in_order(tiles: Iterable[Tile]) -> str:
    """Convert tiles into text, sorted by kind, each with its own suit letter.

    Red fives become plain fives, and unknown tiles are left out. Texts in this form can be searched
    for several equal tiles.

    >>> kinds_in_order(tiles_of("0p15p"))
    '1p5p5p'
    """
    kinds = sorted(kinds_of(tiles))
    return "".join(NAMES[kind] for kind in kinds if kind < KINDS)


def _shape(tiles: list[Tile]) -> str:
    if len(tiles) != 2:
        return "one" if len(tiles) == 1 else "more"
    one, other = tiles
    is_suit = SUIT[one] < len(SUITS) and SUITS[SUIT[one]] in NUMBERED
    is_run = is_suit and SUIT[one] == SUIT[other] and KIND[other] - KIND[one] == APART
    return "two_ends" if is_run else "two"
