"""The names of tiles at Botzone, and the headers of its records."""

from __future__ import annotations

import re
from typing import Final

from mjlog.model.record import SEATS

_SUITS: Final = {"W": "m", "B": "p", "T": "s", "F": "z", "H": "f"}
_DRAGONS: Final = {"1": "7z", "2": "6z", "3": "5z"}
_TILE: Final = re.compile(r"[WBT][1-9]|F[1-4]|J[1-3]|H[1-8]")
ACTS: Final = {
    "Draw": "draw", "Play": "discard", "Chi": "chow", "Peng": "pung", "Gang": "kong",
    "AnGang": "concealed", "BuGang": "added", "Hu": "win",
}  # fmt: skip
"""Kinds of acts, by their words in the data set."""
EVENT: Final = "Botzone, match "
NAMES: Final = {
    **{f"{rank}{suit}": f"{letter}{rank}" for letter, suit in _SUITS.items() for rank in range(10)},
    **{tile: f"J{number}" for number, tile in _DRAGONS.items()},
}
"""Names of tiles at Botzone, by the tile in a record."""


def tile_named(name: str) -> str:
    """Convert Botzone's name of a tile to mjlog's notation.

    Raise ValueError for an unknown name.

    >>> tile_named("W4"), tile_named("J1")
    ('4m', '7z')
    """
    if _TILE.fullmatch(name) is None:
        raise ValueError(f"{name!r:.20} is no tile")
    return _DRAGONS[name[1]] if name[0] == "J" else name[1] + _SUITS[name[0]]


def head_of(match: str) -> str:
    """Return the header lines of a record in mjlog's notation, for a match of Botzone.

    `match` is the number of the match; it may be empty.
    """
    number = re.sub("[^0-9A-Za-z]", "", match)[:40]
    players = [f"{letter}: Player {seat}" for seat, letter in enumerate(SEATS)]
    event = f"Event: {EVENT}{number}" if number else "Event: Botzone"
    return "\n".join(["%mjlog 1.0", event, "Rules: mcr/1 preset=mcr-botzone", *players, "", ""])
