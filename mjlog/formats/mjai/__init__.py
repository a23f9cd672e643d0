"""mjai: a game as lines of JSON. Both dialects are read and written.

This package imports `mjlog.formats.riichi` and what all formats share. It knows no other format and
no rule set, and does not judge.
"""

from mjlog.formats.format import Content, Format, games_of, lazily
from mjlog.formats.mjai.events import TYPES, events_within, is_trace
from mjlog.formats.mjai.naga import MARK


def _matches(content: Content) -> bool:
    if content.first is None:
        is_page = content.text.startswith(b"<") and MARK.search(content.text) is not None
        return is_page or is_trace(content.text)
    named = content.first.get("type")
    return (isinstance(named, str) and named in TYPES) or bool(events_within(content.first))


FORMAT = Format(
    "mjai",
    _matches,
    games_of("mjlog.formats.mjai.reader"),
    lazily("mjlog.formats.mjai.writer", "write"),
    members=(("type",),),
)
