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
"""Hears what is about to be written: the mark before it, and the marks of its lines."""


class Recovery(NamedTuple):
    """What was wrong when the file was opened.

    `torn` bytes at the end were moved into the file `aside`; `changed` are the numbers of lines
    that were changed after they were written.
    """

    torn: int = 0
    aside: str = ""
    changed: tuple[int, ...] = ()


class Prepared(NamedTuple):
    """Lines ready to be appended, with their marks and the number of the last entry.

    `before` has bytes to write before them. The caller first checks that the lines can be read.
    """

    lines: tuple[str, ...]
    marks: tuple[str, ...]
    number: int
    before: bytes = b""

    @property
    def data(self) -> bytes:
        """The bytes to append."""
        return self.before + "".join(f"{line}\n" for line in self.lines).encode()


class LedgerFile:
    """An open ledger, locked so that no other process writes it."""

    def __init__(self, path: Path) -> None:
        """Open and lock an existing ledger; move what a crash left incomplete into another file.

        Raises LedgerError if it is locked or no ledger, OSError if it cannot be opened.
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
        """Set the state to the end of the ledger's sound part.

        Raises LedgerError if there is none.
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
        """Move bytes that were never acknowledged into a new file next to the ledger."""
        if not torn:
            return Recovery(changed=changed)
        aside = _free_name(self.path)
        _write_new(aside, torn)
        os.ftruncate(self._file, self._end)
        sync(self._file)
        return Recovery(len(torn), str(aside), changed)

    def __enter__(self) -> Self:
        """Return the ledger itself."""
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _is: BaseException | None,
        _at: TracebackType | None,
    ) -> None:
        """Close the file, which unlocks it."""
        os.close(self._file)

    # ------------------------------------------------------------------ growing

    def deal_line(self, words: str, author: str, at: str = "") -> Prepared:
        """Return an ``@`` line with time, author and mark, ready to be appended.

        `words` come before these; `at` is the time, or now if empty. Nothing is written.
        """
        line = f"@ {words} at={at or now()} by={author} chain="
        mark = mark_of(self.mark, [b"", line.encode()])
        return Prepared((line + mark,), (mark,), self.number, b"\n")

    def entries(self, texts: Sequence[str], author: str, at: str = "") -> Prepared:
        """Return one entry for each text, ready to be appended; nothing is written.

        `at` is the time, as in 2026-11-22T05:02:11Z, or now if empty.
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
        """Write prepared lines at the end, and wait for the disk.

        Raises LedgerError if that fails; then the file is as before.
        """
        self._append(prepared.data, prepared.marks)
        self.number = prepared.number

    def add(self, texts: Sequence[str], author: str, at: str = "") -> None:
        """Write one entry for each text, and wait for the disk.

        `at` is the time, or now if empty. Raises LedgerError if that fails; then none is written.
        """
        self.append(self.entries(texts, author, at))

    def _append(self, data: bytes, marks: Sequence[str]) -> None:
        """Write bytes at the end, and wait for the disk.

        The marks are announced first. Raises LedgerError if that fails; then the file is as before.
        """
        try:
            # The marks are on the disk before the lines: after a crash they tell what the ledger
            # holds.
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

    # ------------------------------------------------------------------ what is there

    def written(self) -> bytes:
        """Return all acknowledged bytes of the ledger, read from the disk."""
        return self.path.read_bytes()[: self._end]

    def reached(self, moment: float) -> int:
        """Return the length of the ledger in bytes at that moment of `time.monotonic`.

        It is 0 before the file was opened.
        """
        place = bisect_right(self.arrivals, moment, key=lambda arrival: arrival[0])
        return self.arrivals[place - 1][1] if place else 0

    def cut_back(self, mark: str) -> Recovery:
        """Move what follows the line with that mark into another file; return what was moved.

        Do nothing, and return an empty `Recovery`, if no line has the mark.
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
    """Return the present time in UTC as ledgers write it: 2026-11-22T05:02:11Z."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def has_beginning(path: Path) -> bool:
    """Return whether a file has more than an incomplete part of a ledger's headers.

    False for a missing file; True for a file of another kind, which must not be moved.
    """
    if not path.exists():
        return False
    data = path.read_bytes()
    return any(seals(data)) or b"\n@" in data or not _MAGIC.startswith(data[: len(_MAGIC)])


def put_aside(path: Path) -> Recovery:
    """Rename a file, so that a new ledger can have its name; return new name and size.

    Do nothing if it does not exist. The caller first makes sure that the file has no beginning of a
    ledger.
    """
    if not path.exists():
        return Recovery()
    data = path.read_bytes()
    aside = _free_name(path)
    path.rename(aside)
    return Recovery(len(data), str(aside))


_MAGIC: Final = b"%mjlog 1.0\n"


def create(path: Path, headers: Sequence[str]) -> None:
    """Make a new ledger with these header lines and their mark, complete or not at all.

    Raises FileExistsError if there is a file of that name, OSError if it cannot be written.
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
    """Write all bytes into an open file (`number`), beginning at byte `place`."""
    os.lseek(number, place, os.SEEK_SET)
    # The system may take a part of the bytes only, and says how many.
    while data:
        data = data[os.write(number, data) :]


def _write_new(path: Path, data: bytes) -> None:
    number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(number, "wb") as file:
        file.write(data)
        file.flush()
        sync(file.fileno())


def sync_folder(path: Path) -> None:
    """Wait until the name of a file is on the disk, if the system can do that."""
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
