"""The tables of a folder: each has a ledger with one writing process; each line is written once."""

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
from mjlog.live.ledgers.journal import Journal, Known
from mjlog.live.ledgers.ledger_file import LedgerError, LedgerFile, Recovery, create, now, write_all
from mjlog.live.referees.substitutes import players_of
from mjlog.live.rounds import round_of
from mjlog.live.scribes.entering import NotReadError, plain
from mjlog.live.session import Session
from mjlog.private_files import close_to_others, lock_file
from mjlog.referee.rulebook import RulesError

NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
"""What a table may be called: it is the name of its file, too."""
PRIVATE: Final = ".live"
"""The folder beside the ledgers with ids and devices."""
_ID: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
_TIME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


class NoTableError(LookupError):
    """Raised if a table does not exist or cannot be made; the message says why."""


class Sent(NamedTuple):
    """A line that a device sends: its id, what was typed, and when (UTC, or empty for now).

    `is_official` is True if the server made the line, from what a device, a PIN or a referee said.
    """

    key: str
    text: str
    at: str = ""
    is_official: bool = False


class Answer(NamedTuple):
    """The result of a line: the lines of the ledger that it wrote, or why it was refused."""

    key: str
    lines: tuple[str, ...]
    refusal: str = ""


class Table:
    """One table with its ledger, which no other process may write meanwhile."""

    def __init__(self, path: Path) -> None:
        """Open and lock the ledger; move what a crash left of an incomplete line into a file.

        Raises LedgerError if it is locked or no ledger, RulesError for unknown rules, OSError if a
        file cannot be opened.
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
        """Close the files, which unlocks the ledger."""
        self._opened.close()

    def _recovered(self) -> Recovery:
        """Repair what a crash left, and return what was moved aside.

        If only a part of a device's line is in the ledger, that part is moved aside, too.
        """
        lost = self._journal.drop_all_but(self._marks())
        parts = [recovered for _, recovered in lost if self._file.mark in recovered.marks]
        return self._file.cut_back(parts[-1].before) if parts else self._file.recovery

    def _marks(self) -> set[str]:
        return {seal.mark for seal in seals(self._file.written())}

    # ------------------------------------------------------------------ reading

    @property
    def mark(self) -> str:
        """The mark of the ledger's last line; it changes whenever a line is written."""
        return self._file.mark

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return self._file.number

    @property
    def players(self) -> Sequence[str]:
        """The players by seat: those of the headers, or the substitutes who took over."""
        if self._players[0] != self.mark:
            self._players = self.mark, players_of(self._session.game)
        return self._players[1]

    @contextmanager
    def session(self) -> Iterator[Session]:
        """Yield the session on the ledger; no other thread writes during the block."""
        with self.changed:
            yield self._session

    def text(self) -> bytes:
        """Return the whole ledger."""
        with self.changed:
            return self._file.written()

    def reached(self, moment: float) -> int:
        """Return the length of the ledger in bytes at that moment of `time.monotonic`."""
        with self.changed:
            return self._file.reached(moment)

    def lines(self, since: int = 0) -> list[str]:
        """Return the entries after the one with the number `since`, and the ``@`` lines after it.

        They are texts, in the order of the ledger.
        """
        rows = self.text().decode("utf-8", "replace").splitlines()
        behind = 0
        for place, row in enumerate(rows):
            number = row.partition(" ")[0]
            behind = place + 1 if number.isdigit() and int(number) <= since else behind
        return [row for row in rows[behind:] if row[:1] == "@" or row[:4].isdigit()]

    def wait(self, mark: str, seconds: float) -> bool:
        """Wait until the ledger's mark is not `mark`, at most `seconds`.

        Return whether it changed.
        """
        with self.changed:
            return self.changed.wait_for(lambda: self.mark != mark, seconds)

    # ------------------------------------------------------------------ writing

    def take(self, sent: Sequence[Sent], author: str) -> list[Answer]:
        """Write a device's lines in order, and return an answer for each.

        A line with an id that came before is not written again; its first answer is returned.
        Refused lines are answers, too. Raises LedgerError if the ledger cannot be written.
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
            self._journal.note(key, Known(refusal=reason))
        except OSError as problem:
            raise LedgerError(f"{self.name} cannot be written: {problem.strerror}") from problem
        return Answer(key, (), reason)

    def _written(self, sent: Sent) -> tuple[str, ...]:
        """Write a device's line, and return the lines written to the ledger.

        Begin a deal first if the line opens one.
        """
        session, begun = self._session, tuple[str, ...]()
        if session.opens_a_deal(text := plain(sent.text)) and text[:1] != "@" and _is_entry(text):
            session.with_typed(text)
            self._key = f"{sent.key}@"
            begun = session.take("@").lines
        self._key = sent.key
        return (*begun, *session.take(sent.text).lines)

    def _announced(self, before: str, marks: Sequence[str]) -> None:
        self._journal.note(self._key, Known(before, tuple(marks)))

    def _answered(self, key: str, known: Known) -> Answer:
        """Return the answer to a line that came before, from what the journal knows of it."""
        if known.refusal:
            return Answer(key, (), known.refusal)
        opening = self._journal.find(f"{key}@")
        marks = {*known.marks, *(opening.marks if opening else ())}
        rows = self.text().splitlines()
        ends = (seal.line for seal in seals(self.text()) if seal.mark in marks)
        return Answer(key, tuple(rows[line - 1].decode() for line in ends))


def _is_time(words: str) -> bool:
    """Return whether the text is a valid UTC time as ledgers write it."""
    try:
        return bool(_TIME.fullmatch(words)) and bool(datetime.fromisoformat(words))
    except ValueError:
        return False


def _is_entry(text: str) -> bool:
    """Return whether a line is neither `u` (undo) nor `ok` (take over)."""
    return text not in {"u", "ok"}


class InUseError(Exception):
    """Raised if another program records the tables of the folder; the message says which."""


@contextmanager
def recorded_here(folder: Path) -> Iterator[None]:
    """Lock the folder, so that no other program records its tables during the block.

    Devices and PINs are kept in memory, so a second program would overwrite those of the first.
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
        """Use the ledgers of a folder, including ledgers made later."""
        self.folder = folder
        self._lock = RLock()
        self._open: dict[str, Table] = {}

    def names(self) -> list[str]:
        """Return the names of all tables, sorted by number: the ledgers with a valid name."""
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
        """Return the table of that name; open it if it is not open yet.

        Raises NoTableError if there is none, LedgerError if its file is locked or no ledger,
        RulesError for unknown rules, OSError if it cannot be opened.
        """
        with self._lock:
            if name not in self._open:
                path = self._path(name)
                if not path.is_file():
                    raise NoTableError(f"there is no table {name!r}")
                self._open[name] = Table(path)
            return self._open[name]

    def create(self, name: str, headers: Sequence[str]) -> Table:
        """Create a table with these header lines, open it, and return it.

        Raises NoTableError if the name is invalid or taken, OSError if it cannot be written,
        RulesError if the headers name unknown rules; the file stays in this last case.
        """
        with self._lock:
            path = self._path(name)
            if path.exists():
                raise NoTableError(f"there is a table {name!r} already")
            try:
                create(path, headers)
            except FileExistsError:  # another program made it meanwhile
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

    Files of tables in `known` are not read again.
    """
    stems = sorted((file.stem for file in folder.glob("*.mjl")), key=_number_key)
    names = (stem for stem in stems if NAME.fullmatch(stem))
    return [name for name in names if name in known or is_ledger(folder / f"{name}.mjl")]


def _number_key(name: str) -> list[tuple[str, int]]:
    """Return a sort key that puts table 2 before table 10."""
    return [(words, int(number or 0)) for words, number in re.findall(r"([^0-9]*)([0-9]*)", name)]


def is_ledger(path: Path) -> bool:
    """Return whether the headers of a file have a mark, as those of ledgers do.

    False if the file cannot be read. Only its first 16 KiB are looked at.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    return b"\n" + HEADER.encode() in head.partition(b"\n@")[0]


_HEAD: Final = 1 << 14

__all__ = ["Answer", "InUseError", "LedgerError", "NoTableError", "Sent", "Table", "Tables"]
