"""Tiles, hands and melds as majiang writes them.

``m0`` is a red five, ``m123z55,p5-06`` a hand with its melds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, Literal

from mjlog.formats.json_parts import WrongPartError, shown
from mjlog.model.tiles import NAMES, ORDER, TILES, UNKNOWN, Tile, kinds_of

_TILE: Final = re.compile(r"[mps]\d|z[1-7]|_")
_HAND: Final = re.compile(r"(?:[mps]\d+|z[1-7]+|_)*")
_MELD: Final = re.compile(r"(?=[mps]|z(?:[1-7][-+=]?)+\Z)([mpsz])((?:\d[-+=]?)+)")


_RUN: Final = re.compile(r"([mpsz])(\d+)|_")
MARKS: Final = {"-": 3, "=": 2, "+": 1}
"""For each mark: how many places to the right of the meld's owner the discarder sits."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld, decoded from the text of the majiang format.

    `tile` is the claimed tile, or the tile that was added to a pung; `own` has the other tiles. For
    a concealed kong, `own` has all four tiles and `tile` is one of them. `source` says which player
    discarded the tile: 1 for the player on the right of the meld's owner, 2 for the player opposite
    and 3 for the player on the left, as in `MARKS`; 0 for a concealed kong.
    """

    kind: Literal["chow", "pung", "kong", "added", "concealed"]
    own: tuple[Tile, ...]
    tile: Tile
    source: int = 0


def tile_of(value: Any, _name: str = "") -> Tile:
    """Return the tile whose name in majiang is `value`, such as ``p0`` for a red five.

    Characters after the name, such as the mark of a riichi, are ignored. Raise `WrongPartError` if
    `value` does not begin with a tile.
    """
    word = value[:2] if isinstance(value, str) else ""
    if not _TILE.fullmatch(word):
        raise WrongPartError(f"{shown(value)} is no tile of majiang")
    return UNKNOWN if word == "_" else TILES[word[1] + word[0]]


def hand_of(text: str) -> tuple[Tile, ...]:
    """Return the concealed tiles of a hand in majiang's notation; its melds are ignored.

    Raise `WrongPartError` if the text is not a hand.
    """
    concealed = text.split(",", maxsplit=1)[0].rstrip("*")
    if not _HAND.fullmatch(concealed):
        raise WrongPartError(f"{shown(text)} is no hand of majiang")
    tiles: list[Tile] = []
    for suit, ranks in _RUN.findall(concealed):
        tiles += [TILES[rank + suit] for rank in ranks] if suit else [UNKNOWN]
    return tuple(tiles)


def meld_of(value: Any) -> Meld:
    """Decode a meld in majiang's notation.

    Raise `WrongPartError` if `value` is not the text of a meld.

    >>> meld_of("p2-34").kind, meld_of("z111=1").kind, meld_of("m5550").own
    ('chow', 'added', (4, 4, 4, 34))
    """
    word = _MELD.fullmatch(value) if isinstance(value, str) else None
    suit, body = word.groups() if word else ("", "")
    digits = re.findall(r"(\d)([-+=]?)", body)
    tiles = tuple(TILES[rank + suit] for rank, _ in digits)
    marked = [place for place, (_, mark) in enumerate(digits) if mark]
    match marked, len(tiles):
        case [], 4:
            return Meld("concealed", tiles, tiles[-1])
        case [2], 4:
            return Meld("added", tiles[:3], tiles[3], MARKS[digits[2][1]])
        case [place], 3 | 4:
            own = tiles[:place] + tiles[place + 1 :]
            return Meld(_kind_of(own, tiles), own, tiles[place], MARKS[digits[place][1]])
    raise WrongPartError(f"{shown(value)} is no meld of majiang")


def _kind_of(own: Sequence[Tile], tiles: Sequence[Tile]) -> Literal["chow", "pung", "kong"]:
    """Return whether a claimed meld is a chow, a pung or a kong.

    `own` are the tiles from the claimer's hand, `tiles` all tiles of the meld.
    """
    if len(own) == 3:
        return "kong"
    return "pung" if len(set(kinds_of(tiles))) == 1 else "chow"


# --------------------------------------------------------------------------- writing


def spelled(tile: Tile) -> str:
    """Return the name of a tile in majiang; ``_`` for an unknown tile or a bonus tile."""
    name = NAMES[tile]
    return name[1] + name[0] if _SPELLED.fullmatch(name) else "_"


_SPELLED: Final = re.compile(r"[^?][mpsz]")


def spelled_hand(tiles: Sequence[Tile]) -> str:
    """Return concealed tiles in majiang's notation.

    Unknown tiles come first, each as ``_``; then the known tiles, sorted.
    """
    words = [spelled(tile) for tile in sorted(tiles, key=ORDER.__getitem__)]
    known_words = (word for word in words if word != "_")
    suits = groupby(known_words, key=itemgetter(0))
    runs = (suit + "".join(itemgetter(1)(each) for each in run) for suit, run in suits)
    return "_" * words.count("_") + "".join(runs)


def spelled_meld(meld: Meld) -> str:
    """Return a meld in majiang's notation, with a mark after the tile that was claimed."""
    called = (meld.tile, _MARKS.get(meld.source, ""))
    match meld.kind:
        case "chow":
            parts = sorted([*_plain(meld.own), called], key=lambda each: ORDER[each[0]])
        case "added":
            parts = [*_plain(meld.own[:2]), (meld.own[2], called[1]), (meld.tile, "")]
        case "concealed":
            parts = _plain(meld.own)
        case _:
            parts = [*_plain(meld.own), called]
    return spelled(meld.tile)[0] + "".join(spelled(tile)[1:] + sign for tile, sign in parts)


_MARKS: Final = {places: sign for sign, places in MARKS.items()}


def _plain(tiles: Sequence[Tile]) -> list[tuple[Tile, str]]:
    return [(tile, "") for tile in sorted(tiles, key=ORDER.__getitem__)]
