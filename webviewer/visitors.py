"""Connections to waitress: those that ask for nothing make room for those that do."""

from __future__ import annotations

from typing import Any, Final

from waitress.channel import HTTPChannel

ROOM: Final = 200
"""Connections that may be open without a whole request.

Beyond them the oldest such one is closed.
"""
SETTINGS: Final[dict[str, Any]] = {
    # Waitress itself must never be the one to stop accepting: it waits, and everybody with it.
    "connection_limit": 4 * ROOM,
    "channel_timeout": 30,
    "cleanup_interval": 5,
    "asyncore_use_poll": True,
}


class Visitor(HTTPChannel):  # type: ignore[misc]
    """A connection that closes an idle one when it comes and there are many."""

    def __init__(self, server: Any, *rest: Any, **named: Any) -> None:
        make_room(list(server.active_channels.values()))
        super().__init__(server, *rest, **named)


def make_room(channels: list[Any]) -> None:
    """Close the connections idle or half open for longest, beyond the number allowed."""
    idle = [
        each
        for each in channels
        if not (each.requests or each.total_outbufs_len or each.will_close)
    ]
    idle.sort(key=lambda each: each.creation_time)
    for channel in idle[: max(0, len(idle) - ROOM + 1)]:
        channel.will_close = True
