"""The tables of a folder: each has a ledger, which one process writes; a line is written once."""

from __future__ import annotations

import os
import re
from collections.abc import Container, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from socket import gethostname
from threading import Condition, RLock
from typing import Final, NamedTuple

from mjlog.live.ledgers.chain import HEADER, seals
from mjlog.live.ledgers.journal import Journal, LineResult
from mjlog.live.ledgers.ledger_file import LedgerError, LedgerFile, Recovery, create, now, write_all
from mjlog.live.referees.substitutes import players_of
from mjlog.live.rounds import round_of
from mjlog.live.scribes.entering import NotReadError, plain
from mjlog.live.session import Session
from mjlog.private_files import close_to_others, lock_file
from mjlog.referee.rulebook import RulesError

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
"""Possible name of a table, which is also the name of its file."""
PRIVATE: Final = ".live"
"""Folder for ids and devices, in the folder of the ledgers."""
_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
_TIME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


class NoTableError(LookupError):
    """Raised if a table does not exist or cannot be made; the message says why."""


class Sent(NamedTuple):
    """A line that a device sends: its id, the typed text, and the time (UTC, or empty for now).

    `is_official` is True if the server made the line, after a player's confirmation, a PIN or a
    referee's decision.
    """

    key: str
    text: str
    at: str = ""
    is_official: bool = False


class Answer(NamedTuple):
    """The result of a device's line: the ledger lines that it wrote, or why it was refused."""

    key: str
    lines: tuple[str, ...]
    refusal: str = ""


class Table:
    """One table with its open ledger, which is locked against other programs."""

    def __init__(self, path: Path) -> None:
        """Open and lock a ledger; if a crash left an incomplete line, move it to another file.

        Raises LedgerError if the ledger is locked or the file is no ledger, RulesError if the rules
        are unknown, OSError if a file cannot be opened.
        """
        self.name = path.stem
        self.changed = Condition(RLock())
        private = path.parent / PRIVATE
        private.mkdir(mode=0o700, exist_ok=True)
        close_to_others(private)
        self._key = ""
        self._players: tuple[str, Sequence[str]] = ("", ())
        with ExitStack() as opened:
            self._file = opened.enter_context(LedgerFile(path))
            self._journal = Journal(private / f"{path.stem}.ids")
            opened.callback(self._journal.close)
            self.recovery = self._recovered()
            self._file.announce = self._announced
            self._session = Session(self._file, "S1")
            self._opened = opened.pop_all()

    def close(self) -> None:
        """Close the table's files, which unlocks the ledger."""
        self._opened.close()

    def _recovered(self) -> Recovery:
        """Repair the ledger after a crash; return what was moved into another file.

        The result is a `Recovery`. If only some of the entries of a device's line were written
        before the crash, these entries are moved, too.
        """
        lost = self._journal.drop_all_but(self._marks())
        parts = [recovered for _, recovered in lost if self._file.mark in recovered.marks]
        return self._file.cut_back(parts[-1].before) if parts else self._file.recovery

    def _marks(self) -> set[str]:
        return {seal.mark for seal in seals(self._file.written())}

    # ------------------------------------------------------------------ reading

    @property
    def mark(self) -> str:
        """The mark (a hash) of the ledger's last line; it changes whenever a line is written."""
        return self._file.mark

    @property
    def number(self) -> int:
        """The number of the last ledger entry."""
        return self._file.number

    @property
    def players(self) -> Sequence[str]:
        """The names of the present players by seat, from the headers and later substitutes."""
        if self._players[0] != self.mark:
            self._players = self.mark, players_of(self._session.game)
        return self._players[1]

    @contextmanager
    def session(self) -> Iterator[Session]:
        """Return a context manager for the session that reads and writes the ledger.

        Other threads cannot write during the ``with`` block.
        """
        with self.changed:
            yield self._session

    def text(self) -> bytes:
        """Return the bytes of the whole ledger."""
        with self.changed:
            return self._file.written()

    def length_at(self, moment: float) -> int:
        """Return how many bytes the ledger had at a moment, given by `time.monotonic`."""
        with self.changed:
            return self._file.length_at(moment)

    def lines(self, since: int = 0) -> list[str]:
        """Return the lines of the ledger after the entry with the number `since`, as texts.

        Only entries and ``@`` lines are returned, so no headers.
        """
        rows = self.text().decode("utf-8", "replace").splitlines()
        behind = 0
        for place, row in enumerate(rows):
            number = row.partition(" ")[0]
            behind = place + 1 if number.isdigit() and int(number) <= since else behind
        return [row for row in rows[behind:] if row[:1] == "@" or row[:4].isdigit()]

    def wait(self, mark: str, seconds: float) -> bool:
        """Wait until the ledger gets a new line, but at most `seconds`; return whether it did.

        `mark` is the hash of the last line that the caller knows.
        """
        with self.changed:
            return self.changed.wait_for(lambda: self.mark != mark, seconds)

    # ------------------------------------------------------------------ writing

    def take(self, sent: Sequence[Sent], author: str) -> list[Answer]:
        """Write to the ledger the lines that a device sent; return an answer for each, as a list.

        If a device sends a line again (with the same id), it is not written again, and gets its
        first answer. A refused line gets an answer with the reason. Raises LedgerError if the
        ledger cannot be written.
        """
        with self.changed:
            answers = [self._taken(each, author) for each in sent]
            self.changed.notify_all()
            return answers

    def _taken(self, sent: Sent, author: str) -> Answer:
        if not _ID.fullmatch(sent.key):
            return Answer(sent.key, (), "an id has 8 to 64 letters, digits, - and _")
        answer = self._journal.find(sent.key)
        if answer is not None:
            return self._answered(sent.key, answer)
        self._session.author = author
        self._session.is_official = sent.is_official
        self._session.at = sent.at if _is_time(sent.at) else ""
        try:
            return Answer(sent.key, self._written(sent))
        except NotReadError as problem:
            return self._refused(sent.key, str(problem))
        except LedgerError:
            self._journal.drop_all_but(self._marks())
            raise

    def _refused(self, key: str, reason: str) -> Answer:
        try:
            self._journal.store_result(key, LineResult(refusal=reason))
        except OSError as problem:
            raise LedgerError(f"{self.name} cannot be written: {problem.strerror}") from problem
        return Answer(key, (), reason)

    def _written(self, sent: Sent) -> tuple[str, ...]:
        """Write a line of a device to the ledger, and return the lines written.

        If the line begins a deal, the ``@`` line of the deal is written first.
        """
        session, begun = self._session, tuple[str, ...]()
        text = plain(sent.text)
        # `u` takes a line back and `ok` accepts the proposed lines; neither is an entry.
        is_entry = text[:1] != "@" and text not in {"u", "ok"}
        if session.opens_a_deal(text) and is_entry:
            session.with_typed(text)
            self._key = f"{sent.key}@"
            begun = session.take("@").lines
        self._key = sent.key
        return (*begun, *session.take(sent.text).lines)

    def _announced(self, before: str, marks: Sequence[str]) -> None:
        self._journal.store_result(self._key, LineResult(before, tuple(marks)))

    def _answered(self, key: str, known: LineResult) -> Answer:
        """Return the answer to a line that the device has sent again, with the id `key`.

        The answer is built from `known`, the stored result of the first time.
        """
        if known.refusal:
            return Answer(key, (), known.refusal)
        opening = self._journal.find(f"{key}@")
        marks = {*known.marks, *(opening.marks if opening else ())}
        rows = self.text().splitlines()
        ends = (seal.line for seal in seals(self.text()) if seal.mark in marks)
        return Answer(key, tuple(rows[line - 1].decode() for line in ends))


def _is_time(words: str) -> bool:
    """Return whether a text is a valid UTC time in the form 2026-11-22T05:02:11Z."""
    try:
        return bool(_TIME.fullmatch(words)) and bool(datetime.fromisoformat(words))
    except ValueError:
        return False


class InUseError(Exception):
    """Raised if another program records the tables of the folder; the message says which."""


@contextmanager
def recorded_here(folder: Path) -> Iterator[None]:
    """Return a context manager that locks a folder, so that no other program records its tables.

    A second program would overwrite the devices and PINs of the first, which are kept in memory.
    Raises InUseError if the folder is locked, OSError if it cannot be written.
    """
    private = folder / PRIVATE
    private.mkdir(mode=0o700, exist_ok=True)
    close_to_others(private)
    number = os.open(private / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            lock_file(number)
        except OSError:
            holder = os.read(number, _LONGEST_HOLDER).decode("utf-8", "replace").strip()
            words = f"another program records the tables of {folder}: mjlog live, {holder}"
            raise InUseError(f"{words}. End it first, or give another folder") from None
        os.ftruncate(number, 0)
        holder = f"process {os.getpid()} on {gethostname()}, since {now()}"
        write_all(number, holder.encode(), 0)
        yield
    finally:
        os.close(number)


_LONGEST_HOLDER: Final = 400


class Tables:
    """The tables of a folder; each ledger is opened when it is first needed."""

    def __init__(self, folder: Path) -> None:
        """Prepare to open the ledgers of a folder, including those that will be created later."""
        self.folder = folder
        self._lock = RLock()
        self._open: dict[str, Table] = {}

    def names(self) -> list[str]:
        """Return the names of all tables in the folder, sorted by the number in the name.

        A table is a ledger whose file has a valid name.
        """
        return names_in(self.folder, self._open)

    def opened(self) -> list[Table]:
        """Open all tables, and return those that can be opened, sorted by number."""
        tables = []
        for name in self.names():
            with suppress(NoTableError, LedgerError, RulesError, OSError):
                tables.append(self.table(name))
        return tables

    def of_player(self, player: str) -> str:
        """Return the name of a player's table in the latest round; empty if there is none.

        Tables that cannot be opened are skipped.
        """
        for name in sorted(self.names(), key=round_of, reverse=True):
            with suppress(NoTableError, LedgerError, RulesError, OSError):
                if player in self.table(name).players:
                    return name
        return ""

    def table(self, name: str) -> Table:
        """Return the table with this name; open its ledger if it is not open yet.

        Raises NoTableError if there is no such table, LedgerError if its file is locked or is no
        ledger, RulesError if the rules are unknown, OSError if it cannot be opened.
        """
        with self._lock:
            if name not in self._open:
                path = self._path(name)
                if not path.is_file():
                    raise NoTableError(f"there is no table {name!r}")
                self._open[name] = Table(path)
            return self._open[name]

    def create(self, name: str, headers: Sequence[str]) -> Table:
        """Create a table with these header lines in its ledger, open it, and return it.

        Raises NoTableError if the name is not valid or already exists, OSError if the ledger cannot
        be written. Raises RulesError if the headers name unknown rules; the ledger then exists.
        """
        with self._lock:
            path = self._path(name)
            if path.exists():
                raise NoTableError(f"there is a table {name!r} already")
            try:
                create(path, headers)
            except FileExistsError:  # another program has made it in the meantime
                raise NoTableError(f"there is a table {name!r} already") from None
            return self.table(name)

    def close(self) -> None:
        """Close all open tables, which unlocks their ledgers."""
        with self._lock:
            for table in self._open.values():
                table.close()
            self._open.clear()

    def _path(self, name: str) -> Path:
        if not NAME.fullmatch(name):
            raise NoTableError("the name of a table has letters, digits, - and _, 40 at most")
        return self.folder / f"{name}.mjl"


def names_in(folder: Path, known: Container[str]) -> list[str]:
    """Return the names of the tables whose ledgers are in a folder, sorted by number.

    `known` are names of tables that are certainly ledgers, so their files need not be checked.
    """
    stems = sorted((file.stem for file in folder.glob("*.mjl")), key=_number_key)
    names = (stem for stem in stems if NAME.fullmatch(stem))
    return [name for name in names if name in known or is_ledger(folder / f"{name}.mjl")]


def _number_key(name: str) -> list[tuple[str, int]]:
    """Return a sort key that compares numbers in names by value: t2 comes before t10."""
    return [(words, int(number or 0)) for words, number in re.findall(r"([^0-9]*)([0-9]*)", name)]


def is_ledger(path: Path) -> bool:
    """Return whether a file is a ledger: whether its headers contain a mark (a hash).

    Only the first 16 KiB are read. The result is False if the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    return b"\n" + HEADER.encode() in head.partition(b"\n@")[0]


_HEAD: Final = 1 << 14

__all__ = ["Answer", "InUseError", "LedgerError", "NoTableError", "Sent", "Table", "Tables"]
