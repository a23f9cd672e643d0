"""Connections to waitress: idle ones are closed to make room for those with a request."""

from __future__ import annotations

from typing import Any, Final

from waitress.channel import HTTPChannel

ROOM: Final = 200
"""Connections allowed without a whole request; beyond them the oldest one is closed."""
SETTINGS: Final[dict[str, Any]] = {
    # Waitress must never reach its own limit: it would stop accepting, and everybody would wait.
    "connection_limit": 4 * ROOM,
    "channel_timeout": 30,
    "cleanup_interval": 5,
    "asyncore_use_poll": True,
}


class Visitor(HTTPChannel):  # type: ignore[misc]
    """A connection to waitress; opening it closes old idle connections above the limit."""

    def __init__(self, server: Any, *rest: Any, **named: Any) -> None:
        make_room(list(server.active_channels.values()))
        super().__init__(server, *rest, **named)


def make_room(channels: list[Any]) -> None:
    """Mark the oldest idle connections to be closed, so that there is room for a new connection.

    `channels` are all connections of the server. A connection is idle if it has sent no complete
    request and gets no response now.
    """
    idle = [
        each
        for each in channels
        if not (each.requests or each.total_outbufs_len or each.will_close)
    ]
    idle.sort(key=lambda each: each.creation_time)
    for channel in idle[: max(0, len(idle) - ROOM + 1)]:
        channel.will_close = True
