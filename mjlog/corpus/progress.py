"""The progress of a run: how much is done, how fast, and how long the rest will take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

MINUTE, HOUR = 60, 3600


@dataclass(slots=True)
class Progress:
    """The progress of a run: bytes `done` of `total`, and deals audited.

    Bytes `skipped`, which an earlier run audited, do not count for the speed. `clock` returns
    seconds.
    """

    total: int
    clock: Callable[[], float] = monotonic
    begun: float = field(init=False)
    done: int = 0
    skipped: int = 0
    deals: int = 0

    def __post_init__(self) -> None:
        """Start the clock."""
        self.begun = self.clock()

    def skip(self, size: int) -> None:
        """Count bytes that an earlier run audited."""
        self.skipped += size
        self.done += size

    def add(self, size: int, deals: int) -> None:
        """Count bytes and deals of a shard that this run audited."""
        self.done += size
        self.deals += deals

    @property
    def percent(self) -> int:
        """How many percent of the corpus are audited."""
        return min(100, 100 * self.done // max(1, self.total))

    @property
    def rate(self) -> float:
        """How many deals this run audits in a second."""
        return self.deals / max(1e-9, self.clock() - self.begun)

    @property
    def left(self) -> float | None:
        """The seconds that remain at this speed; None if nothing was audited yet."""
        here = self.done - self.skipped
        if here <= 0:
            return None
        return max(0.0, (self.clock() - self.begun) * (self.total - self.done) / here)

    def __str__(self) -> str:
        """Return the progress in one line."""
        left = "" if self.left is None else f", {format_seconds(self.left)} left"
        return f"{self.percent:3} %, {self.deals:,} deals, {self.rate:,.0f} a second{left}"


def format_seconds(seconds: float) -> str:
    """Return a time in words, such as `3 min 20 s`."""
    whole = round(seconds)
    if whole >= HOUR:
        return f"{whole // HOUR} h {whole % HOUR // MINUTE} min"
    if whole >= MINUTE:
        return f"{whole // MINUTE} min {whole % MINUTE} s"
    return f"{whole} s"
