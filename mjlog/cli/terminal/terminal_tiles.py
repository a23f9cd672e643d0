"""Draws tiles on a terminal: Unicode tiles in the colour of their suit, or notation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

import click

from mjlog.model.tiles import (
    BONUS,
    EAST,
    JOKER,
    JOKER_AS,
    KIND,
    PARTLY,
    PILLAR,
    RED,
    SUIT,
    UNKNOWN,
    Tile,
    text,
)

FIRST: Final = {"m": 0x1F007, "p": 0x1F019, "s": 0x1F010, "winds": 0x1F000, "f": 0x1F022}
DRAGONS: Final = (0x1F006, 0x1F005, 0x1F004)
JOKER_FACE: Final = 0x1F02A
BACK: Final = 0x1F02B
TEXT_STYLE: Final = "\N{VARIATION SELECTOR-15}"
"""Keeps terminals from drawing the red dragon as a coloured picture, wider than the other tiles."""
TILELESS: Final = frozenset({"dumb", "linux"})
"""Values of ``TERM`` for terminals that have no letters for tiles, such as the console of Linux."""
COLOURS: Final = ("red", "blue", "green", "white", "magenta", "white")


def shows_tiles(encoding: str | None, environment: Mapping[str, str]) -> bool:
    """Return whether a terminal can show the Unicode characters of tiles.

    `encoding` is the encoding of its output; the variable ``TERM`` in `environment` is its type.

    >>> shows_tiles("utf-8", {"TERM": "xterm"}), shows_tiles("iso8859-1", {})
    (True, False)
    """
    if environment.get("TERM") in TILELESS:
        return False
    try:
        chr(BACK).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def drawn(tiles: Iterable[Tile], *, letters: bool) -> str:
    """Return tiles side by side, as letters of the notation or as coloured Unicode characters.

    Red fives are printed in bold.
    """
    if letters:
        return text(tiles)
    return "".join(_glyph(tile) for tile in tiles)


def _glyph(tile: Tile) -> str:
    face = tile & ~PILLAR
    mark = "J" if face >= JOKER_AS else " "
    return click.style(
        chr(code_point(face)) + TEXT_STYLE + mark, fg=COLOURS[SUIT[face]], bold=RED <= face < BONUS
    )


def code_point(face: Tile) -> int:
    r"""Return the code point of the Unicode character for a tile.

    If the tile is not fully known, return the code point of the back of a tile.

    >>> chr(code_point(0)) == "\N{MAHJONG TILE ONE OF CHARACTERS}"
    True
    >>> chr(code_point(UNKNOWN)) == "\N{MAHJONG TILE BACK}"
    True
    """
    if UNKNOWN <= face < PARTLY + 5:
        return BACK
    if face == JOKER:
        return JOKER_FACE
    if BONUS <= face < JOKER:
        return FIRST["f"] + face - BONUS
    kind = KIND[face]
    if kind >= EAST + 4:
        return DRAGONS[kind - EAST - 4]
    if kind >= EAST:
        return FIRST["winds"] + kind - EAST
    return FIRST["mps"[kind // 9]] + kind % 9
