"""majiang: records of kobalab's programs as JSON, read and written.

This package imports `mjlog.formats.riichi` and what all formats share. It knows no other format and
no rule set, and does not judge.
"""

from typing import Any

from mjlog.formats.format import Content, Format, games_of, lazily


def _matches(content: Content) -> bool:
    first = content.first or {}
    log = first.get("log")
    if not isinstance(log, list):
        return False
    return not first.keys().isdisjoint({"player", "qijia"}) or _is_deal(log[:1])


def _is_deal(deals: list[Any]) -> bool:
    """Return whether the first element of the list is a deal in the majiang format.

    Used to recognise a file that breaks off before its list of players.
    """
    steps = deals[0] if deals else None
    first = steps[0] if isinstance(steps, list) and steps else None
    return isinstance(first, dict) and isinstance(first.get("qipai"), dict)


FORMAT = Format(
    "majiang",
    _matches,
    games_of("mjlog.formats.majiang.reader"),
    lazily("mjlog.formats.majiang.writer", "write"),
    players=frozenset({4}),
    members=(("log", "player"), ("log", "qijia")),
)
