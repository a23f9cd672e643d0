"""PMN, portable majiang notation of mahjongsoft.com: games of MCR as text, read and written.

This package imports what the formats of MCR share. It knows no other format and no rule set, and
does not judge.
"""

from __future__ import annotations

from mjlog.formats.format import Content, Format, games_of, lazily


def _matches(content: Content) -> bool:
    if content.first is not None or not content.text.startswith(b"["):
        return False
    return b'[Deal "' in content.text[: 1 << 14] and b"[Play " in content.text[: 1 << 16]


FORMAT = Format(
    "pmn",
    _matches,
    games_of("mjlog.formats.pmn.reader"),
    lazily("mjlog.formats.pmn.writer", "write"),
    players=frozenset({4}),
    rules="mcr",
    label="PMN",
    start='[Event "…"]',
)
