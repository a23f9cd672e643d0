"""A tar archive read as a stream whose headers are not believed: every byte is counted."""

from __future__ import annotations

import tarfile
from collections.abc import Callable
from typing import Final, Protocol

HEADERS: Final = 1 << 20
"""How many bytes the headers before one member may take; they are read into memory."""
_AHEAD: Final = tarfile.RECORDSIZE
"""How much `tarfile` reads at once."""
_WITHOUT_DATA: Final = frozenset(
    {
        tarfile.DIRTYPE,
        tarfile.LNKTYPE,
        tarfile.SYMTYPE,
        tarfile.FIFOTYPE,
        tarfile.CHRTYPE,
        tarfile.BLKTYPE,
    }
)

DAMAGE: Final = (
    tarfile.TarError,
    EOFError,
    OSError,
    # Odd numbers and texts in a header, and very many headers for one member, end so in `tarfile`.
    ValueError,
    OverflowError,
    IndexError,
    RecursionError,
)
"""What reading a damaged tar archive may raise."""


class Readable(Protocol):
    """Bytes that come one part after the other."""

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes, none at the end."""


class Meter:
    """Hands on the bytes of a tar stream, and breaks off where `tarfile` would go on for ever.

    Each byte is told to `charge`, whether it belongs to a member, to a header or to what is
    skipped.
    """

    def __init__(self, stream: Readable, charge: Callable[[int], None]) -> None:
        self._stream = stream
        self._charge = charge
        self._ended = False
        self._furthest = HEADERS
        self.passed = 0

    def read(self, size: int) -> bytes:
        """At most `size` bytes; ReadError behind the end, and where the headers have no end."""
        if self._ended:
            # To skip what a header claims, tarfile reads on behind the end as often as it takes.
            raise tarfile.ReadError("the end is missing")
        if self.passed > self._furthest:
            raise tarfile.ReadError(f"a member has more than {HEADERS} bytes of headers")
        data = self._stream.read(size)
        self._ended = not data
        self.passed += len(data)
        self._charge(len(data))
        return data

    def allow(self, info: tarfile.TarInfo) -> None:
        """Lets the member pass, and the headers of the one behind it."""
        self._furthest = self._end(info) + HEADERS + _AHEAD

    def missing(self, info: tarfile.TarInfo) -> int:
        """How many bytes must still be read to get past the member."""
        return max(0, self._end(info) - self.passed)

    @staticmethod
    def _end(info: tarfile.TarInfo) -> int:
        return info.offset_data + (0 if info.type in _WITHOUT_DATA else info.size)
