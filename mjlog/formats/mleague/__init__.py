"""The M-League viewer: its page or its list of commands; it is read but not written.

This package imports `mjlog.formats.riichi` and what all formats share. It knows no other format and
no rule set, and does not judge.
"""

from typing import Final

from mjlog.formats.format import Content, Format, games_of

PAGE_MARK: Final = b"UMP_PLAYER"
"""Name of the viewer's player on a page, before the list of commands."""


def _matches(content: Content) -> bool:
    if content.first is None:
        return content.text.startswith(b"<") and PAGE_MARK in content.text
    return {"cmd", "args", "id"} <= content.first.keys()


FORMAT = Format(
    "mleague",
    _matches,
    games_of("mjlog.formats.mleague.reader"),
    players=frozenset({4}),
    label="M-League viewer",
    members=(("cmd", "args", "id"),),
    start=f"< and {PAGE_MARK.decode()}",
)
