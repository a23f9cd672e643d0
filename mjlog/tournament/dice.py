"""Random numbers that anybody can compute again: they follow from a seed by SHA-256."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

_ALL: Final = 1 << 64
_Thing = TypeVar("_Thing")


class Dice:
    """Random numbers that follow from a seed, so that anybody can compute them again.

    Number `n` (from 0) is the first 8 bytes of the SHA-256 of the key and `n`. The key is made from
    the seed and further words.
    """

    def __init__(self, *words: str) -> None:
        """Begin a series of random numbers; the same words always give the same numbers.

        The key of all numbers is the SHA-256 of the words, each followed by a line feed.
        """
        self._key = sha256("".join(f"{word}\n" for word in words).encode()).digest()
        self._thrown = 0

    def below(self, sides: int) -> int:
        """Return the next random number from 0 to `sides` - 1; all numbers are equally likely.

        A hash is skipped if it is so large that it would make low numbers more likely.
        """
        while True:
            block = sha256(self._key + self._thrown.to_bytes(8, "big")).digest()
            self._thrown += 1
            number = int.from_bytes(block[:8], "big")
            if number < _ALL - _ALL % sides:
                return number % sides

    def shuffled(self, things: Sequence[_Thing]) -> list[_Thing]:
        """Return the things in random order, by a Fisher-Yates shuffle from the end."""
        order = [*things]
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order
