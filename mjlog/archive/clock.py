"""Times as the archive keeps them: whole microseconds since 1970 in UTC."""

from __future__ import annotations

from datetime import UTC, datetime
from time import time_ns


def now() -> int:
    """This moment."""
    return time_ns() // 1000


def in_words(moment: int) -> str:
    """A moment as RFC 3339 writes it.

    >>> in_words(1_700_000_000_000_000)
    '2023-11-14T22:13:20Z'
    """
    told = datetime.fromtimestamp(moment / 1_000_000, UTC)
    return told.replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def moment_of(words: str) -> int:
    """The moment that a date or a time of ISO 8601 names; without an offset it is UTC.

    Raises ValueError where it is none.

    >>> moment_of("2023-11-14T22:13:20Z")
    1700000000000000
    """
    told = datetime.fromisoformat(words)
    return int((told if told.tzinfo else told.replace(tzinfo=UTC)).timestamp() * 1_000_000)
