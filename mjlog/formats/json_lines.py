"""Decodes JSON lines faster if the package msgspec is installed.

Decoding takes most of the time of reading a log in JSON lines: a deal of mjai has a hundred events.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

Decoder = Callable[[str], Any]


def _decoder() -> tuple[Decoder | None, tuple[type[Exception], ...]]:
    try:
        from msgspec import DecodeError
        from msgspec.json import decode
    except ImportError:  # the extra `fast` is not installed
        return None, ()
    return decode, (DecodeError,)


_FOUND: Final = _decoder()
quickly: Final = _FOUND[0]
"""A function that decodes JSON fast; None if the package msgspec is missing."""
ODD: Final = _FOUND[1]
"""Errors that `quickly` raises for texts that are not JSON.

It also raises them for some JSON texts, for example for a number that is too large for a float.
"""
