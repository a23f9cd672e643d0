"""Opens packed files in memory, one member at a time: compressed files, zip, tar, SQLite.

Nothing is ever written to disk. Bytes are counted while unpacking, because the sizes that an
archive states cannot be trusted.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import IO, TYPE_CHECKING, Any, BinaryIO, Final, Protocol, cast

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Message

if TYPE_CHECKING:
    from tarfile import TarFile, TarInfo

    from mjlog.formats.tar_stream import Readable

_ZIP, _EMPTY_ZIP = b"PK\x03\x04", b"PK\x05\x06"
_SQLITE: Final = b"SQLite format 3\0"
_TAR_MARK, _TAR_AT = b"ustar", 257
_CHUNK: Final = 1 << 16
_DEPTH: Final = 3
HEAD: Final = 512
"""Number of first bytes that show whether a file is packed."""
_BOUNDED: Final = (0, 8)
"""Methods of compression that `zipfile` unpacks piece by piece: stored and deflated.

With other methods, 64 KiB can become a gigabyte at once.
"""
_METHODS: Final = {9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "xz"}
_ZSTD_WINDOW: Final = 1 << 27
"""Maximum memory for Zstandard; it is also the default of the program `zstd`."""
_ZSTD_PART: Final = 1 << 10
"""Packed bytes that are unpacked at a time; they can become 32 MB."""
_LZMA_MEMORY: Final = 1 << 27
_GZIP_WINDOW: Final = 31  # zlib's code for data with a gzip header


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits for unpacking, in bytes.

    `member` is the limit for one unpacked file, `total` for all files unpacked from one source.
    """

    member: int = 1 << 26
    total: int = 1 << 32


@dataclass(frozen=True, slots=True)
class Member:
    """The path and the bytes of a file to be read, which often comes from an archive.

    The path of a file in an archive has a colon after the archive, as in ``games.zip:one.mjl``.
    `problem` says why bytes are missing; it is empty if the whole file was read. `kind` is a
    message that mjlog cannot read files of this kind, for example spreadsheets; otherwise None.
    """

    path: str
    data: bytes
    problem: str = ""
    kind: Message | None = None


class _Budget:
    """Limits how many bytes are unpacked from one source; `left` bytes may still be unpacked."""

    def __init__(self, bounds: Bounds) -> None:
        self.bounds = bounds
        self.left = bounds.total

    def spend(self, size: int) -> None:
        """Subtract `size` from the number of bytes that may still be unpacked."""
        self.left -= size

    def read(self, stream: Readable) -> tuple[bytes, str]:
        """Read a stream to its end; return its bytes, and a sentence on what went wrong or "".

        If the stream is longer than `bounds.member` or `left` (the number of bytes that may still
        be unpacked), no bytes are returned. The number of bytes read is always subtracted from
        `left`.
        """
        left = self.left
        data, problem, size = self.peek(stream, min(self.bounds.member, left))
        self.left = left - size
        return data, problem

    @staticmethod
    def peek(stream: Readable, limit: int) -> tuple[bytes, str, int]:
        """Read a stream to its end without changing the number of bytes that may still be unpacked.

        Return the bytes, a sentence on what went wrong, and the number of bytes read. If the whole
        stream was read, the sentence is "". If the packed data is damaged, the bytes before the
        damage are returned. If the stream is longer than `limit`, no bytes are returned.
        """
        parts: list[bytes] = []
        size = 0
        try:
            while size <= limit and (part := stream.read(min(_CHUNK, limit + 1 - size))):
                parts.append(part)
                size += len(part)
        except _damages() as broken:
            return b"".join(parts), f"the packed data is damaged or cut off ({broken})", size
        if size > limit:
            return b"", _too_large(limit), limit
        return b"".join(parts), "", size


def _damages() -> tuple[type[Exception], ...]:
    """Return the exception classes that unpacking can raise if the packed data is damaged."""
    from tarfile import TarError
    from zipfile import BadZipFile

    return EOFError, OSError, zlib.error, BadZipFile, TarError


def _too_large(limit: int) -> str:
    return f"it is larger than {limit} bytes and was not read"


def members(stream: BinaryIO, path: str, bounds: Bounds | None = None) -> Iterator[Member]:
    """Unpack an archive or a compressed file, and yield each file inside as a `Member`.

    SQLite databases of logs are unpacked, too, and archives inside archives up to three levels
    deep. Any other stream is yielded as one `Member`. `stream` must be able to seek. `path` is the
    name of the packed file; the path of each `Member` begins with this name. `bounds` limit how
    many bytes are unpacked. Hidden files and links are skipped. A file that cannot be unpacked is
    yielded with the reason in `problem`.
    """
    yield from _members(stream, path, _Budget(bounds or Bounds()), 0)


def _members(stream: BinaryIO, path: str, budget: _Budget, depth: int) -> Iterator[Member]:
    head = stream.read(HEAD)
    stream.seek(0)
    packed = is_packed(head)
    if packed and depth >= _DEPTH:
        yield Member(path, b"", f"archives inside archives are opened {_DEPTH} deep, not deeper")
    elif compression := _compression(head):
        yield from _compressed(compression, stream, path, budget, depth)
    elif head.startswith((_ZIP, _EMPTY_ZIP)):
        yield from _zip(stream, path, budget, depth)
    elif head.startswith(_SQLITE):
        yield from _database(stream, path, budget)
    elif packed:
        yield from _tar(stream, path, budget, depth)
    else:
        yield Member(path, *budget.read(stream))


def is_packed(head: bytes) -> bool:
    """Return whether a file is an archive, a compressed file or a SQLite database.

    `head` has the first `HEAD` bytes of the file, or the whole file if it is shorter.
    """
    is_archive = _is_tar(head) or head.startswith((_ZIP, _EMPTY_ZIP, _SQLITE))
    return is_archive or _compression(head) is not None


def _compression(head: bytes) -> _Compression | None:
    """Find the kind of compression of a file; return None if the file is not compressed.

    `head` has the first bytes of the file.
    """
    return next((each for each in _COMPRESSIONS if head.startswith(each.start)), None)


def _is_tar(head: bytes) -> bool:
    return head[_TAR_AT : _TAR_AT + len(_TAR_MARK)] == _TAR_MARK


def _inner(data: bytes, problem: str, path: str, budget: _Budget, depth: int) -> Iterator[Member]:
    """Yield the files that are packed in `data`, or `data` itself as one `Member`.

    `data` itself is yielded if it is not packed, or if `problem` says why it could not be read
    completely; the `Member` then has this `problem`. `path` is the path of `data`. `budget` limits
    how many bytes may still be unpacked. `depth` is the number of archives around `data`.
    """
    if problem or not is_packed(data[:HEAD]):
        yield Member(path, data, problem)
    else:
        yield from _members(io.BytesIO(data), path, budget, depth + 1)


@dataclass(frozen=True, slots=True)
class _Compression:
    """A kind of compression: its first bytes, the function that unpacks it, and advice.

    `remedy` is a message for users whose Python lacks the library that unpacks it.
    """

    start: bytes
    unpack: Callable[[BinaryIO], Readable]
    remedy: str = ""


def _compressed(
    kind: _Compression, stream: BinaryIO, path: str, budget: _Budget, depth: int
) -> Iterator[Member]:
    """Unpack a compressed file and yield it; if it is an archive, yield the files in the archive.

    A tar archive is read piece by piece while it is unpacked; any other file is first unpacked
    whole. `budget` limits how many bytes may still be unpacked. `depth` is the number of archives
    around the file.
    """
    try:
        head = kind.unpack(stream).read(HEAD)
    except ImportError:
        yield Member(path, b"", kind.remedy)
        return
    except (EOFError, zlib.error):
        head = b""  # reading again will report the problem
    stream.seek(0)
    if _is_tar(head):
        yield from _tar(kind.unpack(stream), path, budget, depth)
    else:
        yield from _inner(*budget.read(kind.unpack(stream)), path, budget, depth)


class _Engine(Protocol):
    """The interface of the standard library's decompressors for bzip2 and LZMA."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = ...) -> bytes: ...


class _Unpacked:
    """A readable stream that unpacks bzip2 or LZMA data while it is read.

    If the packed data is damaged, reading first returns all bytes before the damage, then raises
    EOFError. `damage` is the class of exception that the decompressor raises for bad data.
    """

    def __init__(
        self, stream: BinaryIO, begin: Callable[[], _Engine], damage: type[Exception]
    ) -> None:
        self._stream = stream
        self._damage = damage
        self._begin = begin
        self._engine = begin()

    def read(self, size: int) -> bytes:
        """Return the next unpacked bytes, at most `size`; empty at the end of the data.

        Raise EOFError if the packed data is cut off or damaged.
        """
        while True:
            packed = b""
            if self._engine.eof:
                # Some programs add zeros after the end of a packed file.
                packed = (self._engine.unused_data or self._stream.read(_CHUNK)).lstrip(b"\0")
                if not packed:
                    return b""
                self._engine = self._begin()
            elif self._engine.needs_input and not (packed := self._stream.read(_CHUNK)):
                raise EOFError("the end is missing")
            try:
                data = self._engine.decompress(packed, size)
            except self._damage as problem:
                raise EOFError(str(problem)) from None
            if data:
                return data


def _bunzip(stream: BinaryIO) -> _Unpacked:
    return _Unpacked(stream, import_module("bz2").BZ2Decompressor, OSError)


def _unlzma(stream: BinaryIO) -> _Unpacked:
    lzma = import_module("lzma")
    return _Unpacked(stream, lambda: lzma.LZMADecompressor(memlimit=_LZMA_MEMORY), lzma.LZMAError)


class _Unzstd:
    """A readable stream that unpacks Zstandard data while it is read.

    If the packed data is damaged, reading first returns all bytes before the damage, then raises
    EOFError.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._library = import_module("zstandard")
        self._stream = stream
        self._engine = self._begin()
        self._ready = memoryview(b"")

    def read(self, size: int) -> bytes:
        """Return the next unpacked bytes, at most `size`; empty at the end of the data.

        Raise EOFError if the packed data is cut off or damaged.
        """
        try:
            while not self._ready and (packed := self._packed()):
                self._ready = memoryview(self._engine.decompress(packed))
        except self._library.ZstdError as problem:
            raise EOFError(str(problem)) from None
        data, self._ready = self._ready[:size], self._ready[size:]
        return bytes(data)

    def _begin(self) -> Any:
        decompressor = self._library.ZstdDecompressor(max_window_size=_ZSTD_WINDOW)
        return decompressor.decompressobj()

    def _packed(self) -> bytes:
        """Read the next packed bytes, about a thousand at most; empty at the end of the stream.

        The number is small because each packed byte can unpack to many bytes. Raise EOFError if the
        stream is cut off.
        """
        if not self._engine.eof:
            if more := self._stream.read(_ZSTD_PART):
                return more
            raise EOFError("the end is missing")
        left: bytes = self._engine.unused_data or self._stream.read(_ZSTD_PART)
        if left:
            self._engine = self._begin()
        return left


class _Gunzip:
    """A readable stream that unpacks gzip data while it is read.

    If the packed data is damaged, reading first returns all bytes before the damage. The class in
    the standard library does not.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._engine = zlib.decompressobj(_GZIP_WINDOW)
        self._pending = b""

    def read(self, size: int) -> bytes:
        """Return the next unpacked bytes, at most `size`; empty at the end of the data.

        Raise EOFError if the packed data is cut off, and zlib.error if it is damaged.
        """
        while True:
            if self._engine.eof:
                # Some programs add zeros after the end of a gzip file.
                self._pending = (self._engine.unused_data or self._stream.read(_CHUNK)).lstrip(
                    b"\0"
                )
                if not self._pending:
                    return b""
                self._engine = zlib.decompressobj(_GZIP_WINDOW)
            data = self._engine.decompress(self._pending, size)
            self._pending = self._engine.unconsumed_tail
            if data:
                return data
            if not self._pending and not self._engine.eof:
                self._pending = self._stream.read(_CHUNK)
                if not self._pending:
                    raise EOFError("the end is missing")


_COMPRESSIONS: Final = (
    _Compression(b"\x1f\x8b", _Gunzip),
    _Compression(
        b"\x28\xb5\x2f\xfd",
        _Unzstd,
        "it is packed by Zstandard, which needs: pip install 'mjlog[analysis]'",
    ),
    _Compression(
        b"BZh", _bunzip, "it is packed by bzip2, which this Python was built without: unpack it"
    ),
    _Compression(
        b"\xfd7zXZ\0", _unlzma, "it is packed by xz, which this Python was built without: unpack it"
    ),
    _Compression(
        b"]\0\0", _unlzma, "it is packed by LZMA, which this Python was built without: unpack it"
    ),
)


def _database(stream: BinaryIO, path: str, budget: _Budget) -> Iterator[Member]:
    from mjlog.formats.log_database import NoLogsError, rows_of

    try:
        for row in rows_of(stream, min(budget.bounds.member, budget.left)):
            budget.spend(len(row.data))
            yield Member(f"{path}:{row.name}", row.data, row.problem)
            if budget.left <= 0:
                yield _exhausted(path, budget)
                return
    except NoLogsError as problem:
        yield Member(path, b"", str(problem))


def _zip(stream: BinaryIO, path: str, budget: _Budget, depth: int) -> Iterator[Member]:
    import zipfile

    from mjlog.formats.unread import unread_office

    try:
        archive = zipfile.ZipFile(stream)
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as broken:
        yield Member(path, b"", f"the zip archive cannot be opened ({broken})")
        return
    with archive:
        if (kind := unread_office(archive.namelist())) is not None:
            yield Member(path, b"", "", kind)
            return
        for info in sorted(archive.infolist(), key=lambda info: info.filename):
            inside = f"{path}:{info.filename}"
            if info.filename.endswith("/") or is_hidden(info.filename):
                continue
            if info.compress_type not in _BOUNDED:
                method = _METHODS.get(info.compress_type, str(info.compress_type))
                words = f"it is packed by a method that is not unpacked here ({method})"
                yield Member(inside, b"", f"{words}: unpack it, or pack it as an ordinary zip")
                continue
            try:
                with archive.open(info) as member:
                    data, problem = budget.read(member)
            except (zipfile.BadZipFile, RuntimeError, OSError, ValueError, zlib.error) as broken:
                data, problem = b"", f"the member cannot be unpacked ({broken})"
            yield from _inner(data, problem, inside, budget, depth)
            if budget.left <= 0:
                yield _exhausted(path, budget)
                return


def _tar(stream: Readable, path: str, budget: _Budget, depth: int) -> Iterator[Member]:
    import tarfile

    from mjlog.formats.tar_stream import DAMAGE, Meter, TarHeader

    meter = Meter(stream, budget.spend)
    try:
        stream = cast("IO[bytes]", meter)
        with tarfile.open(fileobj=stream, mode="r|", tarinfo=TarHeader) as archive:
            while info := archive.next():
                cast("Any", archive).members.clear()  # otherwise all headers stay in memory
                meter.allow(info)
                # A member's bytes must be read even to skip it, so check first how many its header
                # claims.
                if meter.missing(info) > budget.left:
                    yield Member(f"{path}:{info.name}", b"", _claims_too_much(info.size, budget))
                    return
                yield from _tar_member(archive, info, path, budget, depth)
                if budget.left <= 0:
                    yield _exhausted(path, budget)
                    return
    except (*DAMAGE, zlib.error) as broken:
        yield Member(path, b"", f"the tar archive is damaged or cut off ({_reason(broken)})")


def _tar_member(
    archive: TarFile, info: TarInfo, path: str, budget: _Budget, depth: int
) -> Iterator[Member]:
    """Yield one file of a tar archive as a `Member`, or the files that are packed in this file.

    Nothing is yielded for links and hidden files. A file that is too large, or sparse (stored
    without its zero bytes), is yielded without bytes and with a `problem`. `budget` limits how many
    bytes may still be unpacked; the bytes read here are not subtracted, because they were counted
    when the archive was read. `depth` is the number of archives around this archive.
    """
    inside = f"{path}:{info.name}"
    if not info.isreg() or is_hidden(info.name):
        return
    if info.issparse():  # a few bytes can stand for any number of zeros
        yield Member(
            inside, b"", "it is stored with holes (sparse), which no record has, and was not read"
        )
        return
    if info.size > budget.bounds.member:
        yield Member(inside, b"", _too_large(budget.bounds.member))
        return
    member = archive.extractfile(info)
    if member is not None:
        data, problem, _ = budget.peek(member, info.size)
        yield from _inner(data, problem, inside, budget, depth)


def _claims_too_much(size: int, budget: _Budget) -> str:
    return (
        f"its header claims {size} bytes, and {max(0, budget.left)} more may be unpacked; "
        "it and the rest of the archive were not read"
    )


def _reason(broken: Exception) -> str:
    """Return the reason why unpacking failed, as text for users; `broken` is the error raised."""
    is_plain = isinstance(broken, _damages())
    if not is_plain:
        return "its headers make no sense"
    return str(broken)


def _exhausted(path: str, budget: _Budget) -> Member:
    return Member(
        path, b"", f"more than {budget.bounds.total} bytes are packed in it; the rest was not read"
    )


def is_hidden(path: str) -> bool:
    """Return whether a file or folder name in the path, except `.` and `..`, begins with a dot."""
    return any(part.startswith(".") and part not in {".", ".."} for part in path.split("/"))
