"""What a function answers, remembered by what it was asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Remembered(dict[Key, Value]):
    """A dictionary that asks the function for what it has not.

    To look something up costs a third of a call of what `functools.lru_cache` makes. When `most`
    are remembered, all are forgotten.

    >>> squares = Remembered(lambda number: number * number, most=2)
    >>> squares[7], squares
    (49, {7: 49})
    """

    def __init__(self, compute: Callable[[Key], Value], *, most: int = 1 << 12) -> None:
        """Remembers nothing yet."""
        super().__init__()
        self._compute = compute
        self._most = most

    def __missing__(self, key: Key) -> Value:
        """What the function answers; from now on it is remembered."""
        found = self._compute(key)
        if len(self) >= self._most:
            self.clear()
        self[key] = found
        return found
