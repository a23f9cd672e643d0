"""Tenhou's JSON (``tenhou.net/6``), read and written; the acts in its rows are put in order.

This package imports `mjlog.formats.riichi` and what all formats share. It knows no other format and
no rule set, and does not judge.
"""

import re
from typing import Any

from mjlog.formats.format import Content, Format, games_of, lazily

_ADDRESS = re.compile(rb"https?://tenhou\.net/\d/?[^\s#]*#json=")
_MARK = b"#json="
_HANDS = 5
"""Index of the first hand of a deal."""


def _matches(content: Content) -> bool:
    if content.first is None:
        if content.text.startswith(b"<"):  # a page may contain such addresses
            return _MARK in content.text and _ADDRESS.search(content.text) is not None
        return _ADDRESS.match(content.text) is not None
    if content.first.get("split_logs") and "mjai_log" not in content.first:
        return True
    log = content.first.get("log")
    return isinstance(log, list) and ("name" in content.first or _is_deal(log[:1]))


def _is_deal(deals: list[Any]) -> bool:
    """Return whether the first element of the list is a deal in Tenhou's JSON.

    Such a deal begins with a list of three numbers (deal, repeats, sticks) and a longer list with
    the players' points. Used to recognise a file that breaks off before its list of players.
    """
    parts = deals[0] if deals else None
    if not isinstance(parts, list) or len(parts) < _HANDS:
        return False
    start, points = parts[:2]
    return isinstance(start, list) and isinstance(points, list) and len(start) < len(points)


FORMAT = Format(
    "tenhou6",
    _matches,
    games_of("mjlog.formats.tenhou_json.reader"),
    lazily("mjlog.formats.tenhou_json.writer", "write"),
    label="Tenhou JSON",
    members=(("log", "name"),),
)
ADDRESSES = Format(
    "tenhou-link",
    lambda _content: False,  # an address is recognised as the JSON inside it
    games_of("mjlog.formats.tenhou_json.reader"),
    lazily("mjlog.formats.tenhou_json.writer", "write_addresses"),
)
"""Addresses of Tenhou's viewer, one for each deal, which people use to show a deal to others."""
