"""Tiles and fans of PMN.

A tile such as `c5` has a letter and a number: `c` characters, `d` dots, `b` bamboo, `w` winds, `r`
dragons, `f` bonus tiles.
"""

from __future__ import annotations

from typing import Final

from mjlog.formats.mcr.fans import FANS

SUITS: Final = {"c": "m", "d": "p", "b": "s", "w": "z", "r": "z", "f": "f"}
ACTS: Final = {
    "T": "draw", "D": "discard", "C": "chow", "P": "pung", "Z": "kong", "A": "concealed",
    "B": "added", "H": "win",
}  # fmt: skip
"""Kinds of acts, by their letters."""
_DRAGONS: Final = {"1": "7z", "2": "6z", "3": "5z"}


def tile_named(name: str) -> str:
    """Convert PMN's name of a tile to mjlog's notation.

    Raise ValueError for an unknown name.

    >>> tile_named("c5"), tile_named("r1"), tile_named("w3")
    ('5m', '7z', '3z')
    """
    suit, number = name[:1], name[1:]
    most = {"w": 4, "r": 3, "f": 8}.get(suit, 9)
    if suit not in SUITS or not number.isdigit() or not 1 <= int(number) <= most:
        raise ValueError(f"{name!r:.20} is no tile")
    return _DRAGONS[number] if suit == "r" else f"{int(number)}{SUITS[suit]}"


def _names() -> dict[str, str]:
    names = {}
    for suit in SUITS:
        for number in range(1, 1 + {"w": 4, "r": 3, "f": 8}.get(suit, 9)):
            names[tile_named(f"{suit}{number}")] = f"{suit}{number}"
    return names


NAMES: Final = _names()
"""Names of tiles in PMN, by the tile in a record."""


def _items() -> tuple[str, ...]:
    items = list(FANS.values())
    types, shifted = items.index("all-types"), items.index("mixed-shifted-chows")
    items[types], items[shifted] = items[shifted], items[types]
    return tuple(items)


ITEMS: Final = _items()
"""Fans by number, counted from 1."""
