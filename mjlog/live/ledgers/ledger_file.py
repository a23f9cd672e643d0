"""The file of a ledger: it only grows, and everything acknowledged is on the disk."""

from __future__ import annotations

import os
import secrets
from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Final, NamedTuple, Self

from mjlog.live.ledgers.chain import HEADER, START, mark_of, seals, survey
from mjlog.private_files import close_to_others, give_new_name, lock_file

sync: Final = getattr(os, "fdatasync", os.fsync)


class LedgerError(Exception):
    """Raised if a ledger cannot be opened or written; the message says why."""


Announce = Callable[[str, Sequence[str]], None]
"""A function that is called before lines are written: with the mark before them, and their marks.
"""


class Recovery(NamedTuple):
    """What was wrong with a ledger when it was opened.

    `torn` bytes at the end were moved into the file `aside`. `changed` are the numbers of lines
    that were changed after they were written.
    """

    torn: int = 0
    aside: str = ""
    changed: tuple[int, ...] = ()


class Prepared(NamedTuple):
    """Lines that are ready to be appended to a ledger, with their marks (hashes).

    `number` is the number of the last entry. `before` are bytes to write before the lines. The
    caller checks that the lines can be read, before they are appended.
    """

    lines: tuple[str, ...]
    marks: tuple[str, ...]
    number: int
    before: bytes = b""

    @property
    def data(self) -> bytes:
        """The bytes to append to the file."""
        return self.before + "".join(f"{line}\n" for line in self.lines).encode()


class LedgerFile:
    """An open ledger, locked so that no other process writes it."""

    def __init__(self, path: Path) -> None:
        """Open and lock an existing ledger; move an incomplete end, left by a crash, to a new file.

        Raises LedgerError if the file is locked or is not a ledger, OSError if it cannot be opened.
        """
        self.path = path
        self.announce: Announce | None = None
        self._file = self._opened()
        try:
            self._take_up(path.read_bytes())
        except (OSError, LedgerError):
            os.close(self._file)
            raise

    def _take_up(self, data: bytes) -> None:
        """Read the content of the ledger, and set `text`, `mark`, `number` and `recovery` from it.

        Bytes after the intact part of the ledger are moved into another file. Raises LedgerError if
        no part is intact.
        """
        kept = survey(data)
        if not kept.end:
            raise LedgerError(f"{self.path} is no ledger: no line of it bears a mark")
        self._end, self.mark, self.number = kept.end, kept.mark, kept.number
        self.text = data[: kept.end]
        self.arrivals = [(monotonic(), kept.end)]
        self.recovery = self._put_aside(data[kept.end :], kept.changed)

    def _opened(self) -> int:
        number = os.open(self.path, os.O_RDWR)
        try:
            lock_file(number)
        except OSError:
            os.close(number)
            raise LedgerError(f"{self.path} is open in another program that records") from None
        close_to_others(self.path)
        return number

    def _put_aside(self, torn: bytes, changed: tuple[int, ...]) -> Recovery:
        """Move `torn`, bytes at the end of the ledger left by a crash, into a new file next to it.

        Return a `Recovery` with the size and the name of the new file, and with `changed`, the
        numbers of lines that were changed later.
        """
        if not torn:
            return Recovery(changed=changed)
        aside = _free_name(self.path)
        _write_new(aside, torn)
        os.ftruncate(self._file, self._end)
        sync(self._file)
        return Recovery(len(torn), str(aside), changed)

    def __enter__(self) -> Self:
        """Return this open ledger."""
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _is: BaseException | None,
        _at: TracebackType | None,
    ) -> None:
        """Close the file, which unlocks the ledger.

        An exception in the block is not caught.
        """
        os.close(self._file)

    # ------------------------------------------------------------------ growing

    def deal_line(self, words: str, author: str, at: str = "") -> Prepared:
        """Return the ``@`` line of a new deal, prepared to be appended; nothing is written yet.

        `words` are the words of the line, such as ``E2 dealer=B``; author, time and mark (a hash)
        are added. `at` is the time, or empty for now.
        """
        line = f"@ {words} at={at or now()} by={author} chain="
        mark = mark_of(self.mark, [b"", line.encode()])
        return Prepared((line + mark,), (mark,), self.number, b"\n")

    def entries(self, texts: Sequence[str], author: str, at: str = "") -> Prepared:
        """Prepare one ledger entry for each text; nothing is written yet.

        `at` is the time, such as 2026-11-22T05:02:11Z, or empty for now.
        """
        lines, marks, number = list[str](), [self.mark], self.number
        clock = (at or now())[_TIME_OF_DAY]
        for text in texts:
            number += 1
            head = f"{number:04d} {clock} {author} #"
            marks.append(mark_of(marks[-1], [f"{head} {text}".encode()]))
            lines.append(f"{head}{marks[-1]} {text}")
        return Prepared(tuple(lines), tuple(marks[1:]), number)

    def append(self, prepared: Prepared) -> None:
        """Write prepared lines to the end of the ledger, and wait until they are on the disk.

        Raises LedgerError if that fails; the file is then as before.
        """
        self._append(prepared.data, prepared.marks)
        self.number = prepared.number

    def add(self, texts: Sequence[str], author: str, at: str = "") -> None:
        """Write one ledger entry for each text, and wait until all are on the disk.

        `at` is the time, or empty for now. Raises LedgerError if that fails; then nothing is
        written.
        """
        self.append(self.entries(texts, author, at))

    def _append(self, data: bytes, marks: Sequence[str]) -> None:
        """Append bytes to the ledger, and wait until they are on the disk.

        Before that, the function `announce` is called with the marks (hashes) of the new lines, so
        that these are stored before the lines. Raises LedgerError if writing fails; the file is
        then as before.
        """
        try:
            # The marks are stored before the lines. After a crash they show which lines the ledger
            # has.
            if self.announce is not None:
                self.announce(self.mark, marks)
            write_all(self._file, data, self._end)
            sync(self._file)
        except OSError as problem:
            with suppress(OSError):
                os.ftruncate(self._file, self._end)
            raise LedgerError(f"{self.path} cannot be written: {problem.strerror}") from problem
        self._end += len(data)
        self.mark = marks[-1]
        self.arrivals.append((monotonic(), self._end))

    # ------------------------------------------------------------------ content

    def written(self) -> bytes:
        """Return all confirmed bytes of the ledger, read from the disk."""
        return self.path.read_bytes()[: self._end]

    def length_at(self, moment: float) -> int:
        """Return how long the ledger was, in bytes, at a moment given by `time.monotonic`.

        The result is 0 for a moment before the file was opened.
        """
        place = bisect_right(self.arrivals, moment, key=lambda arrival: arrival[0])
        return self.arrivals[place - 1][1] if place else 0

    def cut_back(self, mark: str) -> Recovery:
        """Move all lines after the line with this mark (a hash) into another file.

        Return a `Recovery`, which says what was moved. If no line has this mark, do nothing and
        return an empty `Recovery`.
        """
        data = self.written()
        kept = [seal for seal in seals(data) if seal.mark == mark]
        if not kept:
            return Recovery()
        self._end = kept[-1].end
        recovery = self._put_aside(data[self._end :], ())
        self._take_up(data[: self._end])
        return recovery


_TIME_OF_DAY: Final = slice(11, 19)


def now() -> str:
    """Return the present time in UTC as text, in the form 2026-11-22T05:02:11Z."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def has_beginning(path: Path) -> bool:
    """Return whether a file has content that must not be replaced by a new ledger.

    The result is False if the file does not exist, or has only an incomplete part of a ledger's
    headers, as after a crash. It is True for a ledger with complete headers, and for any other
    content.
    """
    if not path.exists():
        return False
    data = path.read_bytes()
    return any(seals(data)) or b"\n@" in data or not _MAGIC.startswith(data[: len(_MAGIC)])


def put_aside(path: Path) -> Recovery:
    """Rename a file, so that a new ledger can have its name; return the new name and the size.

    If the file does not exist, do nothing. The caller must check with `has_beginning` that the file
    is not a ledger.
    """
    if not path.exists():
        return Recovery()
    data = path.read_bytes()
    aside = _free_name(path)
    path.rename(aside)
    return Recovery(len(data), str(aside))


_MAGIC: Final = b"%mjlog 1.0\n"


def create(path: Path, headers: Sequence[str]) -> None:
    """Create a new ledger with these header lines and their mark (a hash).

    The file is written completely or not at all. Raises FileExistsError if the file exists, OSError
    if it cannot be written.
    """
    lines = ["%mjlog 1.0", *headers]
    mark = mark_of(START, [*(line.encode() for line in lines), HEADER.encode()])
    text = "".join(f"{line}\n" for line in [*lines, HEADER + mark])
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        _write_new(beside, text.encode())
        give_new_name(beside, path)
    finally:
        beside.unlink(missing_ok=True)
    sync_folder(path)


def write_all(number: int, data: bytes, place: int) -> None:
    """Write bytes into an open file at the byte position `place`; `number` is its descriptor."""
    os.lseek(number, place, os.SEEK_SET)
    # The system may write only some of the bytes, and returns how many.
    while data:
        data = data[os.write(number, data) :]


def _write_new(path: Path, data: bytes) -> None:
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(number, "wb") as file:
        file.write(data)
        file.flush()
        sync(file.fileno())


def sync_folder(path: Path) -> None:
    """Wait until the name of a new file is on the disk; do nothing if the system cannot do that."""
    with suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _free_name(path: Path) -> Path:
    number = 1
    while (beside := path.with_name(f"{path.name}.torn-{number}")).exists():
        number += 1
    return beside
