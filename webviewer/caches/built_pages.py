"""A cache of the latest pages; a page is valid as long as its record has not changed.

A record's page depends only on the record, the whole address with its host, and the language. A
browser that has the page already gets a 304 without the page being built.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from threading import Lock
from typing import Final

from flask import Response, request

from webviewer.i18n import spoken
from webviewer.uploads import MARK

ROOM: Final = 24 << 20
"""Bytes of pages that a process keeps."""
PLACES: Final = 256
"""Pages that a process keeps, each with its record."""


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A page kept in the cache: its bytes, its ETag, and the record from which it was built."""

    record: object
    body: bytes
    mark: str


class KeptAnswers:
    """A cache of pages by address and language; the least recently used page is dropped first."""

    def __init__(self, room: int = ROOM) -> None:
        self._room = room
        self._size = 0
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, ...], CachedPage] = OrderedDict()

    def of(self, record: object, name: str, build: Callable[[], str]) -> Response | str:
        """Return a response with the cached page for this request, or build the page and cache it.

        The function `build` returns the page as text. The response is 304 if the browser has the
        page already. `record` is the record that the page shows: if the cached page shows an older
        `Record` object, the page is built again. `name` is the record's name in URLs; the page of
        an upload is never cached and is returned as text.
        """
        if name.startswith(MARK):
            return build()
        key = (request.url_root, request.full_path, spoken().tag)
        with self._lock:
            kept = self._kept.get(key)
            if kept is not None:
                self._kept.move_to_end(key)
        if kept is None or kept.record is not record:
            body = build().encode("utf-8", "replace")
            kept = CachedPage(record, body, blake2b(body, digest_size=16).hexdigest())
            self._keep(key, kept)
        is_known = request.if_none_match.contains_weak(kept.mark)
        answer = Response(status=304) if is_known else Response(kept.body, mimetype="text/html")
        answer.set_etag(kept.mark)
        answer.cache_control.no_cache = True
        return answer

    def _keep(self, key: tuple[str, ...], kept: CachedPage) -> None:
        with self._lock:
            old = self._kept.pop(key, None)
            self._size += len(kept.body) - (len(old.body) if old else 0)
            self._kept[key] = kept
            while self._size > self._room or len(self._kept) > PLACES:
                _, gone = self._kept.popitem(last=False)
                self._size -= len(gone.body)
