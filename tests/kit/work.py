"""Measures work as the number of function calls, which is the same on every machine."""

import sys
from collections.abc import Callable
from types import FrameType


class TooMuchWorkError(BaseException):
    """Raised for more calls than allowed.

    It is no `Exception`, so that no code on the way catches it.
    """


def calls_of(work: Callable[[], object], most: int) -> int:
    """How many calls of functions the work takes; it is stopped where they are more than `most`."""
    number = 0

    def count(_frame: FrameType, event: str, _value: object) -> None:
        nonlocal number
        number += event in {"call", "c_call"}
        if number > most:
            raise TooMuchWorkError(most)

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return number
