"""Mahjong Soul, the JSON that record tools and browser consoles give, read and never written.

It imports `mjlog.formats.riichi` and what all formats share. It knows no other format and no rule
set, and judges nothing.
"""

import re
from typing import Final

from mjlog.formats.format import Content, Format, games_of

_EVENT: Final = re.compile(
    rb'"(?:\.lq\.)?(?:Record|Action)'
    rb'(?:NewRound|DealTile|DiscardTile|ChiPengGang|AnGangAddGang|BaBei|Hule|NoTile|LiuJu)"'
    rb'|"C.{0,3}(?:bHEuR2FtZURldGFpbFJlY29yZHM|bHEuUmVjb3Jk)'
)
"""The name of an event, or that of packed ones in base64."""
_LOOKED_AT: Final = 1 << 16


def _matches(content: Content) -> bool:
    if content.text[:1] in b"{[":
        return _EVENT.search(content.text) is not None
    return b".lq.GameDetailRecords" in content.text[:_LOOKED_AT]


FORMAT = Format("mahjongsoul", _matches, games_of("mjlog.formats.mahjongsoul.reader"))
