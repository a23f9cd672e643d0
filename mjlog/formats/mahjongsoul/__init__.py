"""Mahjong Soul: JSON that record tools and browser consoles save; it is read but not written.

This package imports `mjlog.formats.riichi` and what all formats share. It knows no other format and
no rule set, and does not judge.
"""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from mjlog.formats.format import Content, Format, games_of
from mjlog.formats.json_parts import bytes_of_buffer

_NAME: Final = (
    r"(?:\.?lq\.)?(?:Record|Action)"
    r"(?:NewRound|DealTile|DiscardTile|ChiPengGang|AnGangAddGang|BaBei|Hule|NoTile|LiuJu)"
)
_EVENT: Final = re.compile(
    rf'"{_NAME}"|"C.{{0,3}}(?:bHEuR2FtZURldGFpbFJlY29yZHM|bHEuUmVjb3Jk)'.encode()
)
"""Name of an event, or of packed events in base64."""
_PACKED: Final = re.compile(rb"\x15\.lq\.GameDetailRecords|\x12\.lq\.RecordNewRound")
"""Length and name of packed records, or of the first event in them."""
_LOOKED_AT: Final = 1 << 16


def _matches(content: Content) -> bool:
    if content.first is not None:
        return _is_first(content.first)
    if content.text.startswith((b"{", b"[")) and _EVENT.search(content.text):
        return True
    return is_packed(content.text)


def is_packed(data: bytes) -> bool:
    """Return whether the bytes are Mahjong Soul records in the server's binary form (protobuf)."""
    return _PACKED.search(data[:_LOOKED_AT]) is not None


def _is_first(first: Mapping[str, Any]) -> bool:
    """Return whether a JSON object is a record of Mahjong Soul, or an event of such a record."""
    result = first.get("result", first)
    name = result.get("name") if isinstance(result, dict) else None
    if isinstance(first.get("head"), dict):  # the events may be anywhere in the file
        is_buffer = bool(bytes_of_buffer(first.get("data")))
        return is_buffer or _EVENT.search(json.dumps(first).encode()) is not None
    return "passed" in first or (isinstance(name, str) and re.fullmatch(_NAME, name) is not None)


FORMAT = Format("mahjongsoul", _matches, games_of("mjlog.formats.mahjongsoul.reader"))
