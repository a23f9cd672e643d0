"""Reads and writes tiles and calls of Tenhou's JSON.

``23`` is 3p, ``52`` the red 5p. Calls are strings with a letter, such as ``c223…``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, Literal

from mjlog.formats.json_parts import WrongPartError, integer_in, shown
from mjlog.model.record import Seat
from mjlog.model.tiles import EAST, RED, Tile

SAME: Final = 60
"""Number for a discard of the tile just drawn."""
NOTHING: Final = 0
"""Entry in the row of discards for the turn of a claimed kong."""

CODES: Final[tuple[int, ...]] = (
    *(10 * suit + rank for suit in (1, 2, 3) for rank in range(1, 10)),
    *range(41, 48),
    51,
    52,
    53,
)
"""Numbers of tiles by face, red fives last."""
TILES: Final[dict[int, Tile]] = {code: tile for tile, code in enumerate(CODES)}

CallKind = Literal["chow", "pung", "kong", "concealed", "added", "north", "riichi"]
_LETTERS: Final[dict[str, CallKind]] = {
    "c": "chow", "p": "pung", "m": "kong", "a": "concealed", "k": "added", "f": "north",
    "r": "riichi",
}  # fmt: skip
_CALL: Final = re.compile(r"((?:\d\d)*)([cpmakfr])((?:\d\d)+)")
_LENGTHS: Final[dict[CallKind, int]] = {
    "chow": 3, "pung": 3, "kong": 4, "concealed": 4, "added": 4, "north": 1, "riichi": 1,
}  # fmt: skip
_PLACES: Final[dict[CallKind, tuple[int, ...]]] = {
    "chow": (0,), "pung": (0, 1, 2), "kong": (0, 1, 3), "concealed": (3,), "added": (0, 1, 2),
    "north": (0,),
    "riichi": (0,),
}  # fmt: skip
"""Possible numbers of tiles in front of the letter."""
_LEFT, _ACROSS, _RIGHT = 3, 2, 1


@dataclass(frozen=True, slots=True)
class Call:
    """A call, decoded from its string.

    `own` are the tiles from the hand. `tile` is the tile that is claimed, added, set aside or
    discarded; None for a concealed kong and for a riichi with the tile just drawn. `source` says
    how many places to the right of the claimer the discarder sits; 0 if no tile is claimed.
    """

    kind: CallKind
    own: tuple[Tile, ...]
    tile: Tile | None
    source: int = 0

    def from_seat(self, seat: Seat) -> Seat:
        """Return the seat from which the tile was claimed; `seat` is the claimer's seat.

        A table of three players counts like a table of four with an empty fourth seat.
        """
        return (seat + self.source) % 4


def tile_of(code: Any, name: str) -> Tile:
    """Return the tile that the number `code` means in this format; for example, 52 is the red 5p.

    Raise `WrongPartError` if there is no such tile. `name` is the name of the part of the deal,
    which the error message shows.
    """
    number = integer_in(code)
    if number is None or number not in TILES:
        raise WrongPartError(f"{name!r} has {shown(code)}, which is no tile")
    return TILES[number]


def call_of(text: str) -> Call:
    """Decode a call from its string. Raise `WrongPartError` if the string is not a call.

    >>> call_of("c232224").own, call_of("c232224").tile, call_of("3737p37").source
    ((10, 12), 11, 1)
    """
    match = _CALL.fullmatch(text)
    kind = _LETTERS[match[2]] if match else "chow"
    if (
        match is None
        or len(match[1] + match[3]) != 2 * _LENGTHS[kind]
        or len(match[1]) // 2 not in _PLACES[kind]
    ):
        raise WrongPartError(f"{shown(text)} is no call")
    before, after = _codes(match[1]), _codes(match[3])
    if kind == "riichi":
        return Call(kind, (), None if after == [SAME] else tile_of(after[0], text))
    tiles = [tile_of(code, text) for code in (*before, *after)]
    if kind == "concealed":
        return Call(kind, tuple(tiles), None)
    place = len(before)
    tile = tiles.pop(place)
    return Call(kind, tuple(tiles), tile, _direction(kind, place))


def _codes(text: str) -> list[int]:
    return [int(text[at : at + 2]) for at in range(0, len(text), 2)]


def _direction(kind: CallKind, place: int) -> int:
    """Return how many places to the right of the claimer the discarder sits.

    The position of the call's letter shows this: it is first if the discarder sits on the left, in
    the middle if opposite, and last if on the right. `place` is the number of tiles before it.
    """
    if kind == "north":
        return 0
    return (_LEFT, _ACROSS, _RIGHT, _RIGHT)[place]


# --------------------------------------------------------------------------- writing


def spelled_call(letter: str, tile: Tile, own: tuple[Tile, ...], source: int) -> str:
    """Return the string of a claim or an added kong, such as `3737p37`.

    `letter` is the format's letter for the kind of call; it is written before `tile`, the claimed
    or added tile. `own` are the other tiles. `source` says how many places to the right of the
    claimer the discarder sits; the position of the letter shows this.
    """
    words = [str(CODES[each]) for each in own]
    place = {_LEFT: 0, _ACROSS: 1, _RIGHT: len(own) if letter == "m" else 2}[source]
    words.insert(place, f"{letter}{CODES[tile]}")
    return "".join(words)


def spelled_concealed(tiles: tuple[Tile, ...]) -> str:
    """Return the string of a concealed kong: three tiles, the letter `a`, and the fourth tile."""
    words = [str(CODES[each]) for each in sorted(tiles, key=lambda tile: tile >= RED)]
    return "".join(words[:3]) + "a" + words[3]


def is_code(tile: Tile) -> bool:
    """Return whether Tenhou's JSON has a number for the tile."""
    return tile < len(CODES)


NORTH_CALL: Final = f"f{CODES[EAST + 3]}"
