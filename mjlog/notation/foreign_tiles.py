"""Turns tiles as other books, programs and keyboards write them into the notation."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.model.near_words import invert_names

SUIT_LETTERS: Final = dict(zip("bckwdto萬万筒饼餅索条條", "smmmpppmmpppsss", strict=True))
"""Letters for suits in other books: bamboo, characters, wan, dots, tong, and Chinese letters."""
HONOURS: Final = invert_names(
    {
        "1z": "east ton dong tung ost est este e 東 东",
        "2z": "south nan nam süd sued sud sur s 南",
        "3z": "west shaa sha xi sai ouest oeste ovest w 西",
        "4z": "north pei kita bei pak bak nord norte n 北",
        "5z": "white haku bai baak weiss weiß blanc blanco wh wd h 白",
        "6z": "green hatsu fa fat faat grün gruen vert verde gr gd g 發 发 発",
        "7z": "red chun zhong zung hung hongzhong rot rouge rojo rosso rd r 中",
    }
)
SUITS_BY_NAME: Final = invert_names(
    {
        "m": "character wan wanzi man crack crak manzu c k w m 萬 万",
        "p": "dot circle pin tong tung bing tongzi pinzu d t o p 筒 饼 餅",
        "s": "bamboo bam sou suo sok tiao tiaozi souzu stick b s 索 条 條",
    }
)
"""Names of the suits among players."""
_SUIT_NAMES: Final = "|".join(
    sorted([name for name in SUITS_BY_NAME if len(name) > 2], reverse=True)
)
_RANKS: Final = dict(zip("一二三四五六七八九", "123456789", strict=True))
_PICTURES: Final = (
    *(["1z", "2z", "3z", "4z", "7z", "6z", "5z"]),
    *(f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)),
    *(["1f", "2f", "3f", "4f", "5f", "6f", "7f", "8f"]),
    "J",
    "?",
)
_FIRST_PICTURE: Final = 0x1F000
"""First tile in Unicode, the east wind; all other tiles follow it."""
_FOREIGN: Final = lazy_pattern(
    r"([\U0001F000-\U0001F02B])[\uFE0E\uFE0F]?"
    r"|([一二三四五六七八九1-9])([萬万筒饼餅索条條])"
    r"|([東东南西北白發发発中])"
    rf"|(?<![A-Za-z0-9])([1-9])[ -]?({_SUIT_NAMES})s?(?![A-Za-z])"
)


def plain_tiles(text: str) -> str:
    """Replace tiles in Unicode, in Chinese characters or in words by mjlog's notation.

    For example ``🀇``, ``一萬`` and ``1 character`` all become ``1m``. Full-width characters become
    ASCII.
    """
    return _FOREIGN.sub(_plain_tile, unicodedata.normalize("NFKC", text))


def _plain_tile(tile: re.Match[str]) -> str:
    picture, rank, suit, honour, number, name = tile.groups()
    if name:
        return number + SUITS_BY_NAME[name]
    if picture:
        return _PICTURES[ord(picture) - _FIRST_PICTURE]
    return HONOURS[honour] if honour else _RANKS.get(rank, rank) + SUIT_LETTERS[suit]
