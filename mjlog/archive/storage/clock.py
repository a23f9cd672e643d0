"""Times as the archive stores them: whole microseconds since 1970 in UTC."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from time import time_ns
from typing import Final

_DAY: Final = re.compile(r"[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?")


def now() -> int:
    """Return the present time in microseconds since 1970."""
    return time_ns() // 1000


def format_moment(moment: int) -> str:
    """Convert microseconds since 1970 into RFC 3339 text, in UTC and whole seconds.

    >>> format_moment(1_700_000_000_000_000)
    '2023-11-14T22:13:20Z'
    """
    time = datetime.fromtimestamp(moment / 1_000_000, UTC)
    return time.replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def moment_of(words: str) -> int:
    """Parse an ISO 8601 date or time into microseconds since 1970. A time without offset is UTC.

    Raises ValueError if the text is not a date or time.

    >>> moment_of("2023-11-14T22:13:20Z")
    1700000000000000
    """
    time = datetime.fromisoformat(words)
    return int((time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp() * 1_000_000)


def is_day(words: str) -> bool:
    """Return whether the text is a valid year, month or day.

    >>> is_day("2026-02"), is_day("2026-02-30"), is_day("soon")
    (True, False, False)
    """
    if not _DAY.fullmatch(words):
        return False
    try:
        date.fromisoformat(words + "-01-01"[len(words) - 4 :])
    except ValueError:
        return False
    return True
