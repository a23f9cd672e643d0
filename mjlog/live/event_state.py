"""The state shared by all tables of a folder: the round's clock, the director's announcement."""

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
    """The clock of a round, and the announcement.

    While the clock runs, `ends` is when the time is up, in seconds since 1970. While it is stopped,
    `ends` is 0, and `rest` is the number of seconds left. If `round` is 0, there is no clock.
    """

    round: int = 0
    rest: float = 0.0
    ends: float = 0.0
    announcement: str = ""

    def left(self, now: float) -> float:
        """Return the seconds left at the moment `now`, at least 0."""
        return max(0.0, self.ends - now if self.ends else self.rest)

    def started(self, now: float) -> EventState:
        """Return the state with the clock running from the moment `now` on."""
        return replace(self, rest=0.0, ends=now + self.left(now))

    def stopped(self, now: float) -> EventState:
        """Return the state with the clock stopped at the moment `now`."""
        return replace(self, rest=self.left(now), ends=0.0)

    def with_more(self, seconds: float, now: float) -> EventState:
        """Return the state with more seconds on the clock, running or stopped as before."""
        left = self.left(now) + seconds
        if self.ends:
            return replace(self, ends=now + left)
        return replace(self, rest=left)

    def announcing(self, words: str) -> EventState:
        """Return the state with that announcement, cut after 300 letters; empty words remove it."""
        return replace(self, announcement=" ".join(words.split())[:_LONGEST])


class EventKept:
    """The state of an event in a file, which one program changes and others read again."""

    def __init__(self, folder: Path) -> None:
        """Use the state's file in a private folder; it need not exist yet."""
        self._path = folder / FILE
        self._lock = Lock()
        self._read: tuple[tuple[int, int], EventState] = ((0, 0), EventState())

    def now(self) -> EventState:
        """Return the state; the same object as long as the file does not change.

        Without a file, return a new state without clock and announcement. Raises KeptError if the
        file is damaged.
        """
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
        """Write the state that `changed` returns for the present state and time, and return it.

        Raises OSError if it cannot be written, KeptError if the file is damaged.
        """
        with self._lock:
            state = changed(self.now(), time.time())
            write_kept(self._path, asdict(state))
            return state
