"""Stores the ids of lines that devices sent, on the disk next to the ledger.

A device that gets no answer sends its lines again. Before a line is written to the ledger, its id
and the marks that its entries will have are written to the journal. After a crash they show whether
the ledger has the line.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from mjlog.live.ledgers.ledger_file import sync, write_all


class LineResult(NamedTuple):
    """The result of a line that a device sent: the marks of the entries it wrote, or a refusal.

    `before` is the mark of the ledger before the line; `marks` are the marks (hashes) of the
    entries that the line wrote.
    """

    before: str = ""
    marks: tuple[str, ...] = ()
    refusal: str = ""


class Journal:
    """A file with the ids of the lines that devices sent to one ledger, and their results.

    A device that gets no answer sends its line again; the id shows whether it was already written.
    """

    def __init__(self, path: Path) -> None:
        """Open the journal file, or create it, and read its rows.

        If a crash left a row that cannot be read, this row and all rows after it are removed from
        the file.
        """
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        self._known: dict[str, LineResult] = {}
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

    def find(self, key: str) -> LineResult | None:
        """Return the result of the line with the id `key`; None if no such line is stored."""
        return self._known.get(key)

    def store_result(self, key: str, known: LineResult) -> None:
        """Write to the disk the result of a line that a device sent.

        `key` is the id that the device gave to the line, and `known` is the result. Raises OSError
        if writing fails; then nothing is stored.
        """
        row = json.dumps([key, known.before, known.marks, known.refusal]) + "\n"
        try:
            # A full disk may have left a part of a row. Rows after such a part would not be read.
            os.ftruncate(self._file, self._end)
            write_all(self._file, row.encode(), self._end)
            sync(self._file)
        except OSError:
            with suppress(OSError):
                os.ftruncate(self._file, self._end)
            raise
        self._end += len(row.encode())
        self._known[key] = known

    def drop_all_but(self, marks: Collection[str]) -> list[tuple[str, LineResult]]:
        """Forget the results of devices' lines whose entries are missing in the ledger.

        After a crash, entries can be missing because a result is stored before the entries are
        written. `marks` are the marks (hashes) of all ledger entries. Only the results in memory
        are dropped; the file is not changed. Return the dropped pairs (id of the line, result).
        """
        lost = [(key, each) for key, each in self._known.items() if not is_held(each, marks)]
        for key, _ in lost:
            self._known.pop(key)
        return lost


def _read(line: bytes) -> tuple[str, LineResult] | None:
    try:
        key, before, marks, refusal = json.loads(line)
    except ValueError:
        return None
    whole = line.endswith(b"\n")
    return (key, LineResult(before, tuple(marks), refusal)) if whole else None


def is_held(known: LineResult, marks: Collection[str]) -> bool:
    """Return whether all entries that a device's line wrote are in the ledger with these marks.

    `known` is the result of the line, with the marks (hashes) of its entries. The result is True if
    it wrote no entries.
    """
    return not known.marks or known.marks[-1] in marks
