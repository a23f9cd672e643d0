"""A tar archive read as a stream whose headers are not believed: every byte is counted."""

from __future__ import annotations

import re
import tarfile
from collections.abc import Callable
from typing import Any, Final, Protocol

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

_RECORD: Final = re.compile(rb"(\d{1,9}) [^=\n]+=")
_MANY_DIGITS: Final = re.compile(rb"\d{65}")

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
        """Read at most `size` bytes, none at the end."""


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
        """Read at most `size` bytes; raises ReadError after the end, or if headers have no end."""
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
        """Let the member pass, and the headers of the next one."""
        self._furthest = self._end(info) + HEADERS + _AHEAD

    def missing(self, info: tarfile.TarInfo) -> int:
        """Return how many bytes must still be read to get past the member."""
        return max(0, self._end(info) - self.passed)

    @staticmethod
    def _end(info: tarfile.TarInfo) -> int:
        return info.offset_data + (0 if info.type in _WITHOUT_DATA else info.size)


class TarHeader(tarfile.TarInfo):
    """The header of a member; one with a list of records is read only where these make sense.

    Where the records overlap, or one is a long row of digits, `tarfile` takes a time and a memory
    that grow with the square of their length.
    """

    def _proc_pax(self, archive: Any) -> tarfile.TarInfo:
        stream = archive.fileobj
        # A tar archive fills each part up to whole blocks.
        blocks = -(-self.size // tarfile.BLOCKSIZE) * tarfile.BLOCKSIZE
        data = stream.read(blocks)
        if not _are_records(data[: self.size]):
            raise tarfile.ReadError("a header has records that make no sense")
        # The records are looked at before `tarfile` reads them, and it reads from a stream alone.
        archive.fileobj = _Again(data, stream)
        try:
            header: tarfile.TarInfo = super()._proc_pax(archive)  # type: ignore[misc]
        finally:
            archive.fileobj = stream
        return header


def _are_records(data: bytes) -> bool:
    """Return whether the records follow each other, each as long as it says."""
    if _MANY_DIGITS.search(data):
        return False
    at = 0
    while at < len(data):
        record = _RECORD.match(data, at)
        end = at + int(record[1]) if record else 0
        if record is None or end < record.end() or data[end - 1 : end] != b"\n":
            return False
        at = end
    return True


class _Again:
    """A stream of which the latest part is read once more."""

    def __init__(self, part: bytes, stream: Any) -> None:
        self._part = part
        self._stream = stream

    def read(self, size: int) -> bytes:
        """Return the part, then what follows it."""
        part, self._part = self._part, b""
        return part or self._stream.read(size)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
