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

    It is not an error of mjlog, so code that catches errors must not catch it.
    """


_limit: Final[ContextVar[Callable[[], None] | None]] = ContextVar("limit", default=None)


@contextmanager
def limited_by(check: Callable[[], None]) -> Iterator[None]:
    """Return a context manager that sets `check`, which ends work when its time is up.

    Long work inside the ``with`` block calls `go_on` at intervals, and `go_on` calls `check`. When
    the time is up, `check` must raise `OutOfTime`, which ends the work.
    """
    token = _limit.set(check)
    try:
        yield
    finally:
        _limit.reset(token)


def go_on() -> None:
    """End long work if its time is up; long work must call this function at intervals.

    It calls the function that was passed to `limited_by`, which raises `OutOfTime` if the time is
    up. Outside a block with `limited_by`, nothing happens.
    """
    check = _limit.get()
    if check is not None:
        check()
