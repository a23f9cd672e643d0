"""majiang, the records of kobalab's programs as JSON, read and written.

It imports `mjlog.formats.riichi` and what all formats share. It knows no other format and no rule
set, and judges nothing.
"""

from mjlog.formats.format import Content, Format, games_of, lazily


def _matches(content: Content) -> bool:
    first = content.first or {}
    return isinstance(first.get("log"), list) and not first.keys().isdisjoint({"player", "qijia"})


FORMAT = Format(
    "majiang",
    _matches,
    games_of("mjlog.formats.majiang.reader"),
    lazily("mjlog.formats.majiang.writer", "write"),
    players=frozenset({4}),
    members=(("log", "player"), ("log", "qijia")),
)
