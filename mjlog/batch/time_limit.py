"""A limit of seconds for the work on one record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Final, TypeVar

from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.model.patience import OutOfTime, limited_by

Thing = TypeVar("Thing")
PATIENCE: Final = 120.0
"""Seconds after which a command gives up one record, unless the user chose another limit."""
CODE: Final = "file.too_slow"


@contextmanager
def limit_time(seconds: float, beat: Callable[[], None] | None = None) -> Iterator[None]:
    """Limit the work in a `with` block to `seconds` seconds.

    The work must regularly call the function `go_on`, which checks the time: it raises `OutOfTime`
    if the time is over, otherwise it calls `beat`.
    """
    until = monotonic() + seconds

    def check() -> None:
        if monotonic() > until:
            raise OutOfTime
        if beat is not None:
            beat()

    with limited_by(check):
        yield


def next_within(things: Iterator[Thing], seconds: float) -> Thing | None:
    """Return the next item of an iterator; None at its end.

    Raise `OutOfTime` if this takes longer than `seconds`. The iterator must regularly call the
    function `go_on`, which checks the time.
    """
    with limit_time(seconds):
        return next(things, None)


def too_slow(seconds: float) -> Finding:
    """Return the finding that the audit of a record took longer than `seconds` seconds."""
    words = msg(
        "to read and judge this takes longer than {seconds} seconds", seconds=f"{seconds:g}"
    )
    return Finding.telling(CODE, "error", words)
