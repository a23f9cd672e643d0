"""What holds at all tables of a folder: the clock of the round, and what the director announces."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Final

from mjlog.live.kept import damaged, read_kept, write_kept

FILE: Final = "event.json"
_LONGEST: Final = 300
"""Of an announcement, in letters."""


@dataclass(frozen=True, slots=True)
class EventState:
    """The clock and the announcement.

    `ends` is when the time is up, in seconds since 1970, while the clock runs; else 0, and `rest`
    has the seconds that are left. Without a `round` there is no clock.
    """

    round: int = 0
    rest: float = 0.0
    ends: float = 0.0
    announcement: str = ""

    def left(self, now: float) -> float:
        """Return the seconds that are left."""
        return max(0.0, self.ends - now if self.ends else self.rest)

    def started(self, now: float) -> EventState:
        """Return the state with a clock that runs."""
        return replace(self, rest=0.0, ends=now + self.left(now))

    def stopped(self, now: float) -> EventState:
        """Return the state with a clock that stands."""
        return replace(self, rest=self.left(now), ends=0.0)

    def with_more(self, seconds: float, now: float) -> EventState:
        """Return the state with more time; a clock that runs goes on."""
        left = self.left(now) + seconds
        if self.ends:
            return replace(self, ends=now + left)
        return replace(self, rest=left)

    def announcing(self, words: str) -> EventState:
        """Return the state with another announcement; empty words remove it."""
        return replace(self, announcement=" ".join(words.split())[:_LONGEST])


class EventKept:
    """The state on the disk: one program changes it, others read it as it changes."""

    def __init__(self, folder: Path) -> None:
        """Take the file of a private folder; it need not exist yet."""
        self._path = folder / FILE
        self._lock = Lock()
        self._read: tuple[tuple[int, int], EventState] = ((0, 0), EventState())

    def now(self) -> EventState:
        """Return the state; the same object as long as the file is the same. Raises KeptError."""
        try:
            file = self._path.stat()
        except FileNotFoundError:
            return EventState()
        stamp = (file.st_mtime_ns, file.st_size)
        if stamp != self._read[0]:
            try:
                self._read = (stamp, EventState(**(read_kept(self._path) or {})))
            except TypeError as problem:
                raise damaged(self._path) from problem
        return self._read[1]

    def change(self, changed: Callable[[EventState, float], EventState]) -> EventState:
        """Change the state by a function of state and time; return the new one. Raises OSError."""
        with self._lock:
            state = changed(self.now(), time.time())
            write_kept(self._path, asdict(state))
            return state
