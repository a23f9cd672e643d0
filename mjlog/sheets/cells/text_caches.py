"""Caches for functions of a cell's text, because the cells of a sheet are read several times."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from functools import _lru_cache_wrapper

_Parameters = ParamSpec("_Parameters")
_Answer = TypeVar("_Answer")
_TEXTS: Final = 1 << 15
"""Most texts that each cache keeps."""
_LETTERS: Final = 1 << 20
"""Most characters of earlier sheets that all caches may keep together."""


class TextCaches:
    """A group of function caches that are cleared together.

    The same cell text is usually in many of them, so clearing a single cache frees little memory.
    """

    def __init__(self) -> None:
        """Create an empty group of caches, which `cached` fills and `count` clears."""
        self._caches: list[_lru_cache_wrapper[object]] = []
        self._letters = 0

    def cached(self, function: Callable[_Parameters, _Answer]) -> Callable[_Parameters, _Answer]:
        """Decorate a function of a cell's text so that its results are cached."""
        cache = lru_cache(maxsize=_TEXTS)(function)
        self._caches.append(cache)
        return cast("Callable[_Parameters, _Answer]", cache)

    def count(self, letters: int) -> None:
        """Add the number of characters of a sheet; clear all caches if the sum is above a limit.

        Call this once for each sheet that was read, so that the caches do not grow without limit.
        """
        self._letters += letters
        if self._letters > _LETTERS:
            self._letters = 0
            for cache in self._caches:
                cache.cache_clear()


CELL_TEXTS: Final = TextCaches()
