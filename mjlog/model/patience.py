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
    """Return a context manager: work inside it calls `check` whenever it asks `go_on`.

    `check` raises `OutOfTime` once time is up.
    """
    token = _limit.set(check)
    try:
        yield
    finally:
        _limit.reset(token)


def go_on() -> None:
    """Raise `OutOfTime` if the time that the caller allows is up."""
    check = _limit.get()
    if check is not None:
        check()
