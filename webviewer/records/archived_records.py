"""Records of an archive as the record pages need them: by digest, read and audited."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from mjlog.archive.adding.entry import game_of
from mjlog.formats import Source
from webviewer.api.archive_view import open_view
from webviewer.records.library import Record, audited

DIGEST: Final = re.compile(r"[0-9a-fA-F]{64}")
KEPT: Final = 64
"""The most records that are kept in memory; the least recently used are dropped first."""
SHORT: Final = 12
"""Letters of a digest in the name of a record without an event."""


class ArchivedRecords:
    """The records of the application's archive, audited; only those that the reader may see."""

    def __init__(self) -> None:
        self._read = lru_cache(maxsize=KEPT)(_read)

    def record(self, digest: str) -> Record | None:
        """Load the archived record with this digest (a hash of its text), and audit it.

        Return None if there is no such record, or if the sender of the request may not see it.
        """
        with open_view() as view:
            stored = view.record(digest.lower())
        return self._read(stored.digest, stored.text) if stored else None


def _read(digest: str, text: bytes) -> Record | None:
    source = Source(digest, "mjlog", game_of(text), (), text)
    return audited(digest, digest[:SHORT], source, text.split(b"\n"))
