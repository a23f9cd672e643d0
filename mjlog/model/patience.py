"""Limits how long work may take.

The caller sets a limit, and the work asks `go_on` at intervals. Functions that read and judge
records know no clock, and their results never depend on one: work that is ended gives no result.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final


class OutOfTime(BaseException):
    """Raised when the time for the work is up.

    It is no error of mjlog, so code that catches errors must let it pass.
    """


_limit: Final[ContextVar[Callable[[], None] | None]] = ContextVar("limit", default=None)


@contextmanager
def limited_by(check: Callable[[], None]) -> Iterator[None]:
    """Return a context manager that can stop work inside it which takes too long.

    The work calls `go_on` at intervals, which calls `check`. The function `check` must raise
    `OutOfTime` when the time is up.
    """
    token = _limit.set(check)
    try:
        yield
    finally:
        _limit.reset(token)


def go_on() -> None:
    """Raise `OutOfTime` if the time for the current work is up.

    Long work calls this at intervals. `limited_by` sets the limit; without a limit nothing happens.
    """
    check = _limit.get()
    if check is not None:
        check()
