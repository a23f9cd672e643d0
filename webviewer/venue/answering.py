"""Fast responses to spectators who ask whether a table has new events, and for the events.

They are made before the application is called. Equal requests get the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from gzip import compress
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs

from flask import Flask

from webviewer.hosts import NAMES, host_of
from webviewer.responses import HEADERS
from webviewer.venue.public import Public, mark_of
from webviewer.venue.spectators import Spectators

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_EVENTS: Final = re.compile(r"/watch/([A-Za-z0-9][A-Za-z0-9_-]{0,39})/events")
_KEPT: Final = 32
"""Responses of a table that are kept: nearly all readers ask for the same."""
_LONGEST: Final = 200
_MOST_BYTES_PLAIN: Final = 1000


def answer_at_once(app: Flask, spectators: Spectators) -> None:
    """Answer requests for a table's new events directly in WSGI, without calling Flask.

    This is fast, and spectators ask often. Flask still handles all other requests, and the first
    request for a table.
    """
    whole: WSGIApplication = app.wsgi_app

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        names = app.config.get(NAMES)
        is_meant = names is None or host_of(environ.get("HTTP_HOST", "")) in names
        public = _asked(spectators, environ) if is_meant else None
        return whole(environ, start) if public is None else _answer(public, environ, start)

    app.wsgi_app = answer  # type: ignore[assignment, method-assign]


def _asked(spectators: Spectators, environ: WSGIEnvironment) -> Public | None:
    """Return the game, as spectators may see it, whose events a request asks for.

    `environ` is the WSGI environment of the request. Return None if the request asks for something
    else, or for a table that nobody has asked for before.
    """
    match = _EVENTS.fullmatch(environ.get("PATH_INFO", ""))
    if match is None or environ.get("REQUEST_METHOD") != "GET":
        return None
    return spectators.seen(match[1])


def _answer(public: Public, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
    mark, mark_of_browser = f'"{public.etag}"', environ.get("HTTP_IF_NONE_MATCH", "")
    if mark_of_browser.removeprefix("W/") == mark:
        start("304 NOT MODIFIED", [("ETag", mark_of_browser), ("Cache-Control", "no-cache")])
        return []
    is_packed = "gzip" in environ.get("HTTP_ACCEPT_ENCODING", "")
    data = _bytes(public, environ.get("QUERY_STRING", "")[:_LONGEST], is_packed=is_packed)
    headers = [*_HEADERS, ("Content-Length", str(len(data)))]
    if data.startswith(_PACKED):
        headers += [("ETag", f"W/{mark}"), ("Content-Encoding", "gzip")]
    else:
        headers.append(("ETag", mark))
    start("200 OK", headers)
    return [data]


_HEADERS: Final = [
    *HEADERS.items(),
    ("Content-Type", "application/json"),
    ("Cache-Control", "no-cache"),
    ("Vary", "Accept-Encoding"),
]
_PACKED: Final = b"\x1f\x8b"


def _bytes(public: Public, query: str, *, is_packed: bool) -> bytes:
    """Return the body of the response to a request for a table's events.

    `query` is the query string of the request; equal requests get the same cached bytes. If
    `is_packed` is True, a long body is compressed by gzip.
    """
    key = query, is_packed
    data = public.answers.get(key)
    if data is None:
        asked = parse_qs(query)
        data = events_since(public, *(asked.get(name, [""])[0] for name in ("since", "mark")))
        if is_packed and len(data) > _MOST_BYTES_PLAIN:
            data = compress(data, 5, mtime=0)
        if len(public.answers) >= _KEPT:
            public.answers.clear()
        public.answers[key] = data
    return data


LONGEST_NUMBER: Final = 19


def events_since(public: Public, since: str = "", mark: str = "") -> bytes:
    """Return the events of a table that a client does not have yet, as JSON.

    The client has the first `since` events, whose hash is `mark` (if empty, the hash is not
    compared). The JSON has the new `events`, their total number `next` and the hash of all, `mark`.
    If the client's events are not those of the table, `again` is true, and all events are returned.
    """
    events = public.events
    # Python refuses numbers with thousands of digits, and no list is so long.
    number = int(since) if since.isdecimal() and len(since) < LONGEST_NUMBER else 0
    again = number > len(events) or (bool(mark) and mark_of(events[:number]) != mark)
    new = events if again else events[number:]
    head = f'"next":{len(events)},"mark":"{public.mark}","again":{str(again).lower()}'
    return f'{{{head},"events":[{",".join(new)}]}}'.encode("utf-8", "replace")
