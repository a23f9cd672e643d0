"""Games of MCR from open_mahjong_unity, as JSON; they are read but not written.

This package imports what the formats of MCR share. It knows no other format and no rule set, and
does not judge.
"""

from __future__ import annotations

from mjlog.formats.format import Content, Format, games_of


def _matches(content: Content) -> bool:
    first = content.first or {}
    title = first.get("game_title")
    return isinstance(title, dict) and isinstance(first.get("game_round"), dict)


FORMAT = Format(
    "salasasa",
    _matches,
    games_of("mjlog.formats.salasasa.reader"),
    players=frozenset({4}),
    rules="mcr",
    label="salasasa",
    members=(("game_title", "game_round"),),
)
