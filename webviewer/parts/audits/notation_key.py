"""A key to the notation: what its signs mean, for readers who do not know them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import Final

from mjlog.model.messages import Message
from mjlog.model.tiles import SUITS
from mjlog.text.glossary import SUIT_NAMES

Signs = tuple[tuple[str, Message], ...]

_TILES: Final = (
    *[
        (rf"[0-9?]'*{suit}", f"1{suit}", name)
        for suit, name in zip(SUITS, SUIT_NAMES, strict=False)
    ],
    (r"0[mps]", "0m", Message("red five")),
    (r"[1-7]'*z", "1z 2z 3z 4z", Message("East, South, West, North")),
    (r"[1-7]'*z", "5z 6z 7z", Message("white, green, red dragon")),
    (r"[1-8]f", "1f", Message("flowers and seasons, numbered")),
    (r"J|j", "J", Message("joker")),
    (r"[0-9]'", "9'm", Message("from the pillars")),
    (r"\?", "?", Message("a tile that is not known")),
)
_PLAY: Final = (
    (r"^[0-9]?[mpszf]?$|^[0-9]+[mpszf][!]?$", "9m", Message("discards 9m")),
    (r"^[^-]*\.!?$", "9m.", Message("draws 9m and discards it")),
    (r"[0-9]'*[mpszf]-[^=]", "2s-8m", Message("draws 2s, discards 8m from the hand")),
    (r"^-", "-8m", Message("draws a tile, discards 8m from the hand")),
    (r"\+", "+99m-4p", Message("claims the last discard with 99m, discards 4p")),
    (r"\*", "*5555z", Message("lays a concealed kong")),
    (r"\^", "^5z", Message("adds 5z to a pung")),
    (r"/", "/7s", Message("takes 7s as replacement")),
    (r"&", "&4z", Message("sets out 4z")),
    (r"=", "=3p", Message("the indicator 3p is turned up")),
    (r"!", "8m!", Message("discards 8m and declares ready")),
    (r"_", "_8m", Message("lays 8m face down")),
    (r"#", "#", Message("wins")),
    (r"~", "~", Message("against the rules, and not taken back")),
)
"""For each sign a pattern of words that have it, an example, and its meaning."""


def key(words: Collection[str], lines: Iterable[str]) -> Signs:
    """Return the signs of the notation that a deal uses, for a legend: pairs of sign and meaning.

    For example, `+` means a claimed discard. `words` are the texts of the deal's turns, `lines` its
    other lines. Signs for tiles are searched in both, signs for play only in `words`.
    """
    text = " ".join([*words, *lines])
    tiles = [(sign, says) for pattern, sign, says in _TILES if re.search(pattern, text)]
    play = [
        (sign, says)
        for pattern, sign, says in _PLAY
        if any(re.search(pattern, word) for word in words)
    ]
    return (*tiles, *play)
