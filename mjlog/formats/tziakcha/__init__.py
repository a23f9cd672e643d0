"""Games of MCR from the site tziakcha.net, as JSON; they are read but not written.

This package imports what the formats of MCR share. It knows no other format and no rule set, and
does not judge.
"""

from __future__ import annotations

from mjlog.formats.format import Content, Format, games_of


def _matches(content: Content) -> bool:
    first = content.first or {}
    if isinstance(first.get("session"), dict) and isinstance(first.get("records"), list):
        return True
    is_record = isinstance(first.get("step"), dict) or isinstance(first.get("script"), str)
    return is_record and "belongs" in first


FORMAT = Format(
    "tziakcha",
    _matches,
    games_of("mjlog.formats.tziakcha.reader"),
    players=frozenset({4}),
    rules="mcr",
    label="tziakcha.net",
    members=(("session", "records"), ("step", "belongs"), ("script", "belongs")),
)
