"""Riichi City: a game as JSON that contains JSON strings; it is read but not written.

This package imports `mjlog.formats.riichi` and what all formats share. It knows no other format and
no rule set, and does not judge.
"""

from mjlog.formats.format import Content, Format, games_of


def _matches(content: Content) -> bool:
    data = (content.first or {}).get("data")
    return isinstance(data, dict) and "handRecord" in data


FORMAT = Format(
    "riichicity",
    _matches,
    games_of("mjlog.formats.riichicity.reader"),
    label="Riichi City",
    members=(("data.handRecord",),),
)
