"""How far a run has come, how fast it goes, and how long it will take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

MINUTE, HOUR = 60, 3600


@dataclass(slots=True)
class Progress:
    """Bytes of the corpus read of `total`, deals audited; what was done before counts for nothing.

    `clock` tells seconds.
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
        """Count a number of bytes as audited by an earlier run."""
        self.skipped += size
        self.done += size

    def add(self, size: int, deals: int) -> None:
        """Count a number of bytes and deals as audited."""
        self.done += size
        self.deals += deals

    @property
    def percent(self) -> int:
        """How much of the corpus is audited."""
        return min(100, 100 * self.done // max(1, self.total))

    @property
    def rate(self) -> float:
        """Deals a second in this run."""
        return self.deals / max(1e-9, self.clock() - self.begun)

    @property
    def left(self) -> float | None:
        """Seconds that are left at this rate; None where nothing tells it yet."""
        here = self.done - self.skipped
        if here <= 0:
            return None
        return max(0.0, (self.clock() - self.begun) * (self.total - self.done) / here)

    def __str__(self) -> str:
        """Return the progress in one line."""
        left = "" if self.left is None else f", {format_seconds(self.left)} left"
        return f"{self.percent:3} %, {self.deals:,} deals, {self.rate:,.0f} a second{left}"


def format_seconds(seconds: float) -> str:
    """Return a time for people."""
    whole = round(seconds)
    if whole >= HOUR:
        return f"{whole // HOUR} h {whole % HOUR // MINUTE} min"
    if whole >= MINUTE:
        return f"{whole // MINUTE} min {whole % MINUTE} s"
    return f"{whole} s"
