"""Which lines of devices are in a ledger: the id of each, kept on the disk beside it.

A device that hears no answer sends its lines again. Before a line is written, its id and the marks
that the ledger will bear stand here; after a crash they tell whether the ledger holds the line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from mjlog.live.ledgers.ledger_file import sync, write_all


class Known(NamedTuple):
    """What became of a line: the mark before it and the marks of what it wrote, or why nothing."""

    before: str = ""
    marks: tuple[str, ...] = ()
    refusal: str = ""


class Journal:
    """The ids of one ledger."""

    def __init__(self, path: Path) -> None:
        """Read what is there, without a last line that a crash cut."""
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        self._known: dict[str, Known] = {}
        end = 0
        for line in path.read_bytes().splitlines(keepends=True):
            read = _read(line)
            if read is None:
                break
            end += len(line)
            self._known[read[0]] = read[1]
        os.ftruncate(self._file, end)
        self._end = end

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def find(self, key: str) -> Known | None:
        """Return the result of the line with that id; None if it never came."""
        return self._known.get(key)

    def note(self, key: str, known: Known) -> None:
        """Write the result of a line to the disk, whole or not at all. Raises OSError."""
        row = json.dumps([key, known.before, known.marks, known.refusal]) + "\n"
        try:
            # A full disk may have left a part of a row, and behind that no row is read.
            os.ftruncate(self._file, self._end)
            write_all(self._file, row.encode(), self._end)
            sync(self._file)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._file, self._end)
            raise
        self._end += len(row.encode())
        self._known[key] = known

    def drop_all_but(self, marks: Collection[str]) -> list[tuple[str, Known]]:
        """Forget lines that a ledger with these marks does not hold, and return them."""
        lost = [(key, each) for key, each in self._known.items() if not is_held(each, marks)]
        for key, _ in lost:
            self._known.pop(key)
        return lost


def _read(line: bytes) -> tuple[str, Known] | None:
    try:
        key, before, marks, refusal = json.loads(line)
    except ValueError:
        return None
    whole = line.endswith(b"\n")
    return (key, Known(before, tuple(marks), refusal)) if whole else None


def is_held(known: Known, marks: Collection[str]) -> bool:
    """Return whether a ledger with these marks holds all that a line wrote."""
    return not known.marks or known.marks[-1] in marks
