"""Tiles, hands and melds as majiang writes them.

``m0`` is a red five, ``m123z55,p5-06`` a hand with its melds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from mjlog.formats.json_parts import WrongPartError, shown
from mjlog.model.tiles import NAMES, ORDER, TILES, UNKNOWN, Tile

_TILE: Final = re.compile(r"[mps]\d|z[1-7]|_")
_HAND: Final = re.compile(r"(?:[mps]\d+|z[1-7]+|_)*")
_MELD: Final = re.compile(r"([mpsz])((?:\d[-+=]?)+)")
MARKS: Final = {"-": 3, "=": 2, "+": 1}
"""How many places to the right the tile before the mark comes from."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A decoded meld: `tile` is the one called, in an added kong the one laid on.

    `source` as in `MARKS`, or 0.
    """

    kind: Literal["chow", "pung", "kong", "added", "concealed"]
    own: tuple[Tile, ...]
    tile: Tile
    source: int = 0


def tile_of(found: Any, _name: str = "") -> Tile:
    """The tile behind a word such as ``p0``; marks behind it are not looked at."""
    word = found[:2] if isinstance(found, str) else ""
    if not _TILE.fullmatch(word):
        raise WrongPartError(f"{shown(found)} is no tile of majiang")
    if word == "_":
        return UNKNOWN
    return TILES[word[1] + word[0]]


def hand_of(text: str) -> tuple[Tile, ...]:
    """The concealed tiles of a hand."""
    concealed = text.split(",", maxsplit=1)[0].rstrip("*")
    if not _HAND.fullmatch(concealed):
        raise WrongPartError(f"{shown(text)} is no hand of majiang")
    tiles: list[Tile] = []
    suit = ""
    for sign in concealed:
        if sign in "mpsz":
            suit = sign
        else:
            tiles.append(UNKNOWN if sign == "_" else TILES[sign + suit])
    return tuple(tiles)


def meld_of(found: Any) -> Meld:
    """The meld behind a word.

    >>> meld_of("p2-34").kind, meld_of("z111=1").kind, meld_of("m5550").own
    ('chow', 'added', (4, 4, 4, 34))
    """
    word = _MELD.fullmatch(found) if isinstance(found, str) else None
    if word is None or (word[1] == "z" and not set(word[2]) <= set("1234567-+=")):
        raise WrongPartError(f"{shown(found)} is no meld of majiang")
    digits = re.findall(r"(\d)([-+=]?)", word[2])
    tiles = [TILES[rank + word[1]] for rank, _ in digits]
    marked = [place for place, (_, mark) in enumerate(digits) if mark]
    if not marked and len(tiles) == 4:
        return Meld("concealed", tuple(tiles), tiles[-1])
    if len(marked) != 1 or len(tiles) not in (3, 4):
        raise WrongPartError(f"{shown(found)} is no meld of majiang")
    source = MARKS[digits[marked[0]][1]]
    if len(tiles) == 4 and marked[0] == 2:
        return Meld("added", tuple(tiles[:3]), tiles[3], source)
    tile = tiles.pop(marked[0])
    if len(tiles) == 3:
        return Meld("kong", tuple(tiles), tile, source)
    ranks = {rank.replace("0", "5") for rank, _ in digits}
    return Meld("pung" if len(ranks) == 1 else "chow", tuple(tiles), tile, source)


# --------------------------------------------------------------------------- writing


def spelled(tile: Tile) -> str:
    """The tile as majiang writes it; ``_`` for any that it cannot."""
    name = NAMES[tile]
    if len(name) == 2 and name[1] in "mpsz" and name[0] != "?":
        return name[1] + name[0]
    return "_"


def spelled_hand(tiles: Sequence[Tile]) -> str:
    """Tiles run together, unknown ones in front."""
    words = [spelled(tile) for tile in sorted(tiles, key=ORDER.__getitem__)]
    text = "_" * words.count("_")
    suit = ""
    for word in words:
        if word != "_":
            text += word[1] if word[0] == suit else word
            suit = word[0]
    return text


def spelled_meld(meld: Meld) -> str:
    """The meld as majiang writes it, ranks ascending, the mark behind the called tile."""
    mark = {places: sign for sign, places in MARKS.items()}.get(meld.source, "")
    if meld.kind == "chow":
        called = [
            (tile, mark if place == 2 else "") for place, tile in enumerate((*meld.own, meld.tile))
        ]
        parts = sorted(called, key=lambda each: ORDER[each[0]])
    elif meld.kind == "added":
        parts = [*_plain(meld.own[:2]), (meld.own[2], mark), (meld.tile, "")]
    elif meld.kind == "concealed":
        parts = _plain(meld.own)
    else:
        parts = [*_plain(meld.own), (meld.tile, mark)]
    return spelled(meld.tile)[0] + "".join(spelled(tile)[1:] + sign for tile, sign in parts)


def _plain(tiles: Sequence[Tile]) -> list[tuple[Tile, str]]:
    return [(tile, "") for tile in sorted(tiles, key=ORDER.__getitem__)]
