"""Recognises events of mjai, and printed traces of a game."""

from __future__ import annotations

from typing import Any, Final

from mjlog.formats.mjai.naga import naga_events

_LOOKED_AT: Final = 1 << 12
TYPES: Final = frozenset({
    "start_game", "start_kyoku", "haipai", "tsumo", "dahai", "chi", "pon", "daiminkan", "ankan",
    "kakan", "nukidora", "kita", "dora", "reach", "reach_accepted", "hora", "ryukyoku", "end_kyoku",
    "end_game", "error", "hello", "none", "log",
})  # fmt: skip
"""Values that the ``type`` of an event can have."""
_WRAPPERS: Final = ("mjai_log", "events")
"""Members that contain the events of a game in reports and matches."""


def events_within(value: Any) -> list[Any]:
    """Return the list of mjai events inside a larger JSON object; [] if there are no events.

    The object may be a match, or the report of the analysis program NAGA or mjai-reviewer.
    """
    if isinstance(value, dict) and "pred" in value:
        return naga_events(value)
    for name in _WRAPPERS:
        events = value.get(name) if isinstance(value, dict) else None
        first = events[0] if isinstance(events, list) and events else None
        if isinstance(events, list) and isinstance(first, dict) and first.get("type") in TYPES:
            return events
    return []


def is_trace(data: bytes) -> bool:
    """Return whether the data is the printed trace of a game by the classic mjai program.

    A trace begins with a comment; then come events, with drawings of the table between them.
    """
    start = data[:_LOOKED_AT].lstrip()
    return start.startswith(b"#") and b'\n{"type":"start_game"' in start.replace(b"\r\n", b"\n")
