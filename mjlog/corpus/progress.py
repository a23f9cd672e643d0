"""The progress of a run: how much is done, how fast, and how long the rest will take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

MINUTE, HOUR = 60, 3600


@dataclass(slots=True)
class Progress:
    """The progress of a run: `done` of `total` bytes, and the number of deals audited in this run.

    `skipped` bytes were audited by an earlier run and do not count for the speed. `clock` is a
    function that returns the time in seconds.
    """

    total: int
    clock: Callable[[], float] = monotonic
    begun: float = field(init=False)
    done: int = 0
    skipped: int = 0
    deals: int = 0

    def __post_init__(self) -> None:
        """Store the time at which the run begins."""
        self.begun = self.clock()

    def skip(self, size: int) -> None:
        """Count the bytes of a shard (a part of the corpus) that an earlier run has audited."""
        self.skipped += size
        self.done += size

    def add(self, size: int, deals: int) -> None:
        """Count the bytes and deals of a shard (a part of the corpus) that this run has audited."""
        self.done += size
        self.deals += deals

    @property
    def percent(self) -> int:
        """The percentage of the corpus that is audited, as a whole number up to 100."""
        return min(100, 100 * self.done // max(1, self.total))

    @property
    def rate(self) -> float:
        """The number of deals that this run has audited each second."""
        return self.deals / max(1e-9, self.clock() - self.begun)

    @property
    def left(self) -> float | None:
        """The estimated seconds until the run ends; None if nothing was audited yet."""
        here = self.done - self.skipped
        if here <= 0:
            return None
        return max(0.0, (self.clock() - self.begun) * (self.total - self.done) / here)

    def __str__(self) -> str:
        """Return a line for users with percentage, deals, speed and time left."""
        left = "" if self.left is None else f", {format_seconds(self.left)} left"
        return f"{self.percent:3} %, {self.deals:,} deals, {self.rate:,.0f} a second{left}"


def format_seconds(seconds: float) -> str:
    """Format a number of seconds as text, such as `3 min 20 s`."""
    whole = round(seconds)
    if whole >= HOUR:
        return f"{whole // HOUR} h {whole % HOUR // MINUTE} min"
    if whole >= MINUTE:
        return f"{whole // MINUTE} min {whole % MINUTE} s"
    return f"{whole} s"
