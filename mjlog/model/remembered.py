"""What a function answers, remembered by what it was asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")
_NOTHING: Final = object()


class Remembered(Generic[Key, Value]):
    """What a function answers, by what it was asked; compiled, `functools.lru_cache` costs thrice.

    When `most` are `known`, all are forgotten. Where it is asked most, and no answer is empty, a
    caller looks among the `known` first.

    >>> squares = Remembered(lambda number: number * number, most=2)
    >>> squares.of(7), squares.known
    (49, {7: 49})
    """

    def __init__(self, compute: Callable[[Key], Value], *, most: int = 1 << 12) -> None:
        """Begin with nothing remembered."""
        self.known: dict[Key, Value] = {}
        self._compute = compute
        self._most = most

    def of(self, key: Key) -> Value:
        """Return the function's answer, and remember it."""
        kept: Any = self.known.get(key, _NOTHING)
        if kept is not _NOTHING:
            return kept  # type: ignore[no-any-return]
        value = self._compute(key)
        if len(self.known) >= self._most:
            self.known.clear()
        self.known[key] = value
        return value
