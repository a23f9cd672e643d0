"""Follows ledgers that another program writes: reads them as they grow, and never writes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Final, Protocol

from mjlog.live.tables import NAME, NoTableError, is_ledger, names_in
from mjlog.notation import read
from mjlog.referee.rulebook import RulesError
from mjlog.rules import load

_OVERLAP: Final = 256
"""Bytes that each look reads again, to check that the earlier part of the ledger did not change."""


class Watched(Protocol):
    """A table as spectators see it: its name and its ledger."""

    name: str

    def text(self) -> bytes:
        """Return the bytes of the whole ledger."""

    def length_at(self, moment: float) -> int:
        """Return how many bytes the ledger had at a moment, given by `time.monotonic`."""


class Watchable(Protocol):
    """The tables of a folder as spectators see them."""

    folder: Path

    def names(self) -> list[str]:
        """Return the names of all tables in the folder."""

    def opened(self) -> Sequence[Watched]:
        """Return all tables whose ledgers can be opened, sorted by the number in the name."""

    def table(self, name: str) -> Watched:
        """Return the table with this name.

        Raises NoTableError if there is no such table, LedgerError or OSError if its ledger cannot
        be opened, RulesError if its rules are unknown.
        """


class FollowedTable:
    """A ledger that another program writes, as far as it has been read; `look` reads further."""

    def __init__(self, path: Path) -> None:
        """Read a ledger that another program writes.

        Raises RulesError if its rules are unknown, OSError if it cannot be read.
        """
        self.name = path.stem
        self._path = path
        self._lock = Lock()
        self._text = b""
        self._stamp = (0, 0)
        self._arrivals: list[tuple[float, int]] = []
        self.look()
        load(read(self._text.partition(b"\n@")[0] + b"\n").rules)

    def look(self) -> None:
        """Read the lines that were added to the ledger since the last call, and store the time.

        The time is needed by `length_at`. An incomplete last line is ignored. Raises OSError if the
        ledger cannot be read.
        """
        with self._lock:
            before, text = self._text, self._read()
            if text != before:
                if not text.startswith(before):
                    same = [at for at in self._arrivals if text[: at[1]] == before[: at[1]]]
                    self._arrivals = same
                self._text = text
                self._arrivals.append((monotonic(), len(text)))

    def _read(self) -> bytes:
        now = self._path.stat()
        if (now.st_size, now.st_mtime_ns) == self._stamp:
            return self._text
        self._stamp = now.st_size, now.st_mtime_ns
        end = len(self._text)
        begin = max(0, end - _OVERLAP)
        with self._path.open("rb") as file:
            file.seek(begin)
            new = file.read()
            if not new.startswith(self._text[begin:]):
                file.seek(0)
                begin, new = 0, file.read()
        return self._text[:begin] + new[: new.rfind(b"\n") + 1]

    def text(self) -> bytes:
        """Read added lines, and return the ledger up to its last complete line.

        Raises OSError if the ledger cannot be read.
        """
        self.look()
        return self._text

    def length_at(self, moment: float) -> int:
        """Return how many bytes of the ledger had already been read at a certain moment.

        `moment` is a time as given by `time.monotonic`. The result is 0 if nothing had been read
        then. Added lines are read first; raises OSError if that fails.
        """
        self.look()
        with self._lock:
            place = bisect_right(self._arrivals, moment, key=lambda arrival: arrival[0])
            return self._arrivals[place - 1][1] if place else 0


class FollowedTables:
    """The tables of a folder whose ledgers another program writes."""

    def __init__(self, folder: Path) -> None:
        """Prepare to follow all ledgers of a folder, including those that will be created later."""
        self.folder = folder
        self._lock = Lock()
        self._known: dict[str, FollowedTable] = {}

    def names(self) -> list[str]:
        """Return the names of all tables in the folder, sorted by the number in the name.

        A table is a ledger whose file has a valid name.
        """
        return names_in(self.folder, self._known)

    def opened(self) -> list[FollowedTable]:
        """Return all tables whose ledgers can be read, sorted by the number in the name."""
        followed = []
        for name in self.names():
            with suppress(NoTableError, RulesError, OSError):
                followed.append(self.table(name))
        return followed

    def table(self, name: str) -> FollowedTable:
        """Return the table with this name, and follow its ledger from now on.

        Raises NoTableError if there is no such ledger, RulesError if its rules are unknown, OSError
        if it cannot be read.
        """
        with self._lock:
            if name not in self._known:
                path = self.folder / f"{name}.mjl"
                if not (NAME.fullmatch(name) and path.is_file() and is_ledger(path)):
                    raise NoTableError(f"there is no table {name!r}")
                self._known[name] = FollowedTable(path)
            return self._known[name]

    def look(self) -> None:
        """Call `look` of all tables whose ledgers can be read: read the lines that were added."""
        for table in self.opened():
            with suppress(OSError):
                table.look()
