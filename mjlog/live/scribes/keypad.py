"""Reads shorthand typed on the numeric keypad: a discard is its rank and the key of its suit.

``5/`` is 5m, ``5*`` 5p, ``5-`` 5s, ``5+`` 5z; a dot after it means that it was the drawn tile.
``02`` before a discard is a pung of seat B, ``002`` a kong, ``0002`` a win. ``0`` alone is a win by
self-draw. ``0246/8/`` is a chow of B with 4m and 6m, after which B discards 8m.
"""

from __future__ import annotations

import re
from typing import Final

_SUITS: Final = dict(zip("/*-+", "mpsz", strict=True))
_TILE: Final = r"([0-9])([/*+-])"
_DISCARD: Final = re.compile(rf"{_TILE}(\.?)")
_CALL: Final = re.compile(rf"(00?)([1-4])(?:{_TILE})?")
_CHOW: Final = re.compile(rf"0([1-4])([0-9]{{2}})([/*-]){_TILE}")
_WIN: Final = re.compile(r"000([1-4])")


def from_keypad(typed: str) -> str:
    """Convert words typed on a numeric keypad into notation; other words are returned unchanged.

    >>> from_keypad("5/ 3+. 023* 0004 0246/8/")
    '5m 3z. B:+-3p D:# B:+46m-8m'
    """
    return " ".join(_word(word) for word in typed.split(" "))


def _word(typed: str) -> str:
    if typed == "0":
        return "?#"
    if chow := _CHOW.fullmatch(typed):
        seat, ranks, suit, rank, thrown = chow.groups()
        return f"{_seat(seat)}:+{ranks}{_SUITS[suit]}-{rank}{_SUITS[thrown]}"
    if win := _WIN.fullmatch(typed):
        return f"{_seat(win[1])}:#"
    if call := _CALL.fullmatch(typed):
        noughts, seat, rank, suit = call.groups()
        sign = "+" if noughts == "0" else "++/"
        thrown = f"-{rank}{_SUITS[suit]}" if rank and suit else ""
        return f"{_seat(seat)}:{sign}{thrown}"
    if tile := _DISCARD.fullmatch(typed):
        return f"{tile[1]}{_SUITS[tile[2]]}{tile[3]}"
    return typed


def _seat(number: str) -> str:
    return "ABCD"[int(number) - 1]
