"""Streams of server-sent events for a few readers, who learn at once of news; all others poll."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import BoundedSemaphore
from time import monotonic, sleep
from typing import Final

from flask import Response

from webviewer.venue.spectators import the_spectators

SLOTS: Final = 2
"""The most streams for spectators, and for referees, at once: each occupies a thread."""
LASTS: Final = 50.0
"""Seconds after which a stream ends, so that others have their turn; browsers reconnect."""
_LOOKS: Final = 0.5
_BEATS: Final = 10.0
"""Seconds after which something is sent without news, to notice closed connections."""
_AGAIN: Final = "retry: 300\n"
"""Tells browsers to reconnect after 300 ms, because a call for a referee is urgent."""
_FREE: Final = BoundedSemaphore(SLOTS)
_FREE_AT_THE_DESK: Final = BoundedSemaphore(SLOTS)


def stream_table(table: str) -> Response:
    """Return a response that notifies a spectator's browser at once when a table changes.

    It is a stream of server-sent events. Return 503 if too many spectators have a stream already.
    """
    spectators = the_spectators()
    return _stream(_FREE, lambda: spectators.mark(table))


def stream_desk(mark: Callable[[], str]) -> Response:
    """Return a response that notifies a referee's browser at once when a table changes.

    It is a stream of server-sent events. The function `mark` returns a hash of the present state.
    Return 503 if too many referees have a stream already.
    """
    return _stream(_FREE_AT_THE_DESK, mark)


def _stream(free: BoundedSemaphore, mark: Callable[[], str]) -> Response:
    if not free.acquire(blocking=False):
        return Response("", 503, {"Retry-After": "60"})
    answer = Response(_news(mark), mimetype="text/event-stream")
    answer.headers["Cache-Control"] = "no-store"
    answer.call_on_close(free.release)
    return answer


def _news(mark: Callable[[], str]) -> Iterator[str]:
    """Yield the hash that `mark` returns, as a server-sent event, whenever it has changed.

    It is also sent at the beginning and at least every ten seconds. After 50 seconds, the stream
    ends, and the browser connects again.
    """
    until, latest, sent = monotonic() + LASTS, "", monotonic()
    while monotonic() < until:
        now = mark()
        if now != latest or monotonic() - sent > _BEATS:
            latest, sent = now, monotonic()
            yield f"{_AGAIN}data: {now}\n\n"
        sleep(_LOOKS)
