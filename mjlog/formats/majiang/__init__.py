"""majiang, the records of kobalab's programs as JSON, read and written."""

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
)
