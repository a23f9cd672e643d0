"""News of a table as they come, by server-sent events: for a few; all others ask now and then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import BoundedSemaphore
from time import monotonic, sleep
from typing import Final

from flask import Response

from webviewer.venue.spectators import the_spectators

SLOTS: Final = 2
"""Streams at once: each keeps a thread of the server busy."""
LASTS: Final = 50.0
"""Seconds after which a stream ends, so that others have their turn; browsers come again."""
_LOOKS: Final = 0.5
_BEATS: Final = 10.0
"""Seconds after which something is sent where there is no news: so it is noticed who has gone."""
_FREE: Final = BoundedSemaphore(SLOTS)


def stream(table: str) -> Response:
    """Return the stream of a table; 503 where all slots are taken."""
    if not _FREE.acquire(blocking=False):
        return Response("", 503, {"Retry-After": "60"})
    spectators = the_spectators()
    answer = Response(_news(table, spectators.mark), mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    answer.call_on_close(_FREE.release)
    return answer


def _news(table: str, mark: Callable[[str], str]) -> Iterator[str]:
    """Yield the mark of the table whenever it is another one."""
    until, known, sent = monotonic() + LASTS, "", monotonic()
    while monotonic() < until:
        now = mark(table)
        if now != known or monotonic() - sent > _BEATS:
            known, sent = now, monotonic()
            yield f"data: {now}\n\n"
        sleep(_LOOKS)
