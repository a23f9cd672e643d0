"""How long work may take: whoever waits for it sets a limit, and the work asks whether to go on.

The rooms that read and judge know no clock. What they find out never depends on one: work that is
ended gives no answer at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final


class OutOfTime(BaseException):
    """The time for the work is up. No failure of mjlog: what catches failures must let it pass."""


_limit: Final[ContextVar[Callable[[], None] | None]] = ContextVar("limit", default=None)


@contextmanager
def limited_by(check: Callable[[], None]) -> Iterator[None]:
    """Let the work inside ask `check`, which raises `OutOfTime` once time is up."""
    token = _limit.set(check)
    try:
        yield
    finally:
        _limit.reset(token)


def go_on() -> None:
    """Raise `OutOfTime` if time is up."""
    check = _limit.get()
    if check is not None:
        check()
