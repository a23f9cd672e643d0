"""Reads a tar archive as a stream without trusting its headers: every byte is counted."""

from __future__ import annotations

import re
import tarfile
from collections.abc import Callable
from typing import Any, Final, Protocol

HEADERS: Final = 1 << 20
"""Maximum number of bytes of the headers before one file, which are read into memory."""
_AHEAD: Final = tarfile.RECORDSIZE
"""Number of bytes that `tarfile` reads at once."""
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
    # `tarfile` raises these for odd numbers and texts in a header, and for very many headers.
    ValueError,
    OverflowError,
    IndexError,
    RecursionError,
)
"""Errors that reading a damaged tar archive may raise."""


class Readable(Protocol):
    """The interface of a stream from which bytes are read."""

    def read(self, size: int, /) -> bytes:
        """Return the next bytes, at most `size`; empty at the end of the stream."""


class Meter:
    """A stream that wraps a tar archive, counts bytes and limits what the module `tarfile` reads.

    At every read, also of headers and skipped parts, `charge` is called with the number of bytes.
    """

    def __init__(self, stream: Readable, charge: Callable[[int], None]) -> None:
        self._stream = stream
        self._charge = charge
        self._ended = False
        self._furthest = HEADERS
        self.passed = 0

    def read(self, size: int) -> bytes:
        """Return the next bytes of the archive, at most `size`; empty if the end is reached.

        Raise ReadError at any further read after the end, or if more bytes of headers were read
        than `allow` permits.
        """
        if self._ended:
            # To skip the size that a header claims, tarfile would go on reading after the end.
            raise tarfile.ReadError("the end is missing")
        if self.passed > self._furthest:
            raise tarfile.ReadError(f"a member has more than {HEADERS} bytes of headers")
        data = self._stream.read(size)
        self._ended = not data
        self.passed += len(data)
        self._charge(len(data))
        return data

    def allow(self, info: tarfile.TarInfo) -> None:
        """Allow reading up to the end of the file `info`, and `HEADERS` bytes of headers after it.

        Called for each file in the archive when its header has been read.
        """
        self._furthest = self._end(info) + HEADERS + _AHEAD

    def missing(self, info: tarfile.TarInfo) -> int:
        """Return how many bytes must still be read to reach the end of the file `info`."""
        return max(0, self._end(info) - self.passed)

    @staticmethod
    def _end(info: tarfile.TarInfo) -> int:
        return info.offset_data + (0 if info.type in _WITHOUT_DATA else info.size)


class TarHeader(tarfile.TarInfo):
    """The header of a file in a tar archive; its extended records are checked before parsing.

    Raises ReadError if a record does not have the length that it states, or has a long row of
    digits. Otherwise `tarfile` would need time and memory that grow with the square of the length.
    """

    def _proc_pax(self, archive: Any) -> tarfile.TarInfo:
        stream = archive.fileobj
        # A tar archive pads each part to whole blocks.
        blocks = -(-self.size // tarfile.BLOCKSIZE) * tarfile.BLOCKSIZE
        data = stream.read(blocks)
        if not _are_records(data[: self.size]):
            raise tarfile.ReadError("a header has records that make no sense")
        # `tarfile` reads only from a stream, so give it the checked records as a stream.
        archive.fileobj = _Again(data, stream)
        try:
            header: tarfile.TarInfo = super()._proc_pax(archive)  # type: ignore[misc]
        finally:
            archive.fileobj = stream
        return header


def _are_records(data: bytes) -> bool:
    """Return whether `data` is a valid extended header of a tar archive.

    Such a header consists of entries that begin with their own length. Return False if an entry
    has another length than it states, or if the data has a long row of digits.
    """
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
    """A stream that first returns `part`, which was read already, and then continues `stream`."""

    def __init__(self, part: bytes, stream: Any) -> None:
        self._part = part
        self._stream = stream

    def read(self, size: int) -> bytes:
        """Return all bytes of `part` at the first call; later, read `size` bytes of the stream."""
        part, self._part = self._part, b""
        return part or self._stream.read(size)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
