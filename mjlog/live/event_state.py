"""The state shared by all tables of a folder: the round's clock, the director's announcement."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Final

from mjlog.live.private_json import damaged, read_private_json, write_private_json

FILE: Final = "event.json"
_LONGEST: Final = 300
"""Longest announcement, in characters."""


@dataclass(frozen=True, slots=True)
class EventState:
    """The clock of the present round of an event, and the director's announcement.

    While the clock runs, `ends` is the time at which it ends, in seconds since 1970. While the
    clock is stopped, `ends` is 0 and `rest` is the number of seconds left. If `round` is 0, there
    is no clock.
    """

    round: int = 0
    rest: float = 0.0
    ends: float = 0.0
    announcement: str = ""

    def left(self, now: float) -> float:
        """Return the number of seconds left on the clock at the time `now`; at least 0."""
        return max(0.0, self.ends - now if self.ends else self.rest)

    def started(self, now: float) -> EventState:
        """Return a copy of the state in which the clock runs from the time `now` on."""
        return replace(self, rest=0.0, ends=now + self.left(now))

    def stopped(self, now: float) -> EventState:
        """Return a copy of the state in which the clock is stopped at the time `now`."""
        return replace(self, rest=self.left(now), ends=0.0)

    def with_more(self, seconds: float, now: float) -> EventState:
        """Return a copy of the state with more seconds on the clock.

        A clock that runs goes on, and a stopped clock stays stopped. `now` is the present time.
        """
        left = self.left(now) + seconds
        if self.ends:
            return replace(self, ends=now + left)
        return replace(self, rest=left)

    def announcing(self, words: str) -> EventState:
        """Return a copy of the state with this announcement; an empty text removes it.

        The announcement is cut after 300 letters.
        """
        return replace(self, announcement=" ".join(words.split())[:_LONGEST])


class EventKept:
    """The state of an event, stored in a file that one program changes and others only read."""

    def __init__(self, folder: Path) -> None:
        """Prepare to use the file of the state in a private folder; the file need not exist yet."""
        self._path = folder / FILE
        self._lock = Lock()
        self._read: tuple[tuple[int, int], EventState] = ((0, 0), EventState())

    def now(self) -> EventState:
        """Return the present state of the event, from the file.

        As long as the file does not change, the same object is returned. Without a file, return a
        state without clock and announcement. Raises KeptError if the file is damaged.
        """
        try:
            file = self._path.stat()
        except FileNotFoundError:
            return EventState()
        stamp = (file.st_mtime_ns, file.st_size)
        if stamp != self._read[0]:
            try:
                self._read = (stamp, EventState(**(read_private_json(self._path) or {})))
            except TypeError as problem:
                raise damaged(self._path) from problem
        return self._read[1]

    def change(self, changed: Callable[[EventState, float], EventState]) -> EventState:
        """Change the state of the event, write it to the file, and return it.

        `changed` is a function that gets the present state and the time, and returns the new state.
        Raises OSError if the file cannot be written, KeptError if it is damaged.
        """
        with self._lock:
            state = changed(self.now(), time.time())
            write_private_json(self._path, asdict(state))
            return state
