"""Functions that wait for a condition, however busy the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable


def wait_until(holds: Callable[[], object], seconds: float = 30) -> None:
    """Asks again and again; an AssertionError where it does not hold in time."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)
