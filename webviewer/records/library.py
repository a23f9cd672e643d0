"""The records of a folder or file, found once and named by the viewer.

Nothing that a browser sends ever becomes a path of a file.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from errno import ENOENT
from functools import lru_cache
from itertools import count, islice
from os import fsencode, strerror
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Final

from mjlog.archive.adding.watching import SHARE, FileState, files_of, mark_of
from mjlog.auditor.report import Report
from mjlog.batch.internal_errors import audit_what_can_be, has_failed, internal_finding
from mjlog.formats import Source, load
from mjlog.model.findings import Finding, reason_of
from mjlog.model.record import Game
from mjlog.notation import digest
from mjlog.notation.decoding import is_wide_record
from webviewer.sheet_copies import LARGEST_SHEET, SheetCopy

KEPT: Final = 128
"""Records kept in memory, more than a page of the list has; the least recently used go first."""
EXCERPT: Final = 400
"""The most characters shown of a line of the file."""
REASONS: Final = 3
"""The most findings kept about a record that cannot be read."""
_PACKED: Final = (b"PK\x03\x04", b"\x1f\x8b", b"SQLi")
_SHEETS: Final = frozenset({".csv", ".tsv", ".xlsx", ".xlsm", ".ods", ".xls"})
"""Suffixes of files that can only be score sheets, not records."""
SHEETS_KEPT: Final = 32


@dataclass(frozen=True, slots=True)
class Entry:
    """One record or score sheet in the list: its name in addresses, its title and its file.

    `place` is the number of the record in its file, from 0. `mark` is a hash of the file. If the
    file changes, the entry is replaced by a different entry. `packed` is True if the file is
    compressed or an archive.
    """

    slug: str
    name: str
    path: Path
    place: int = 0
    packed: bool = False
    mark: str = ""
    is_sheet: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """A record that was read and audited.

    `slug` is its name in addresses, `name` the name of its file. `excerpt` has the lines of the
    file that findings refer to, by line number.
    """

    slug: str
    name: str
    game: Game
    report: Report
    digest: str
    excerpt: Mapping[int, str]

    @property
    def title(self) -> str:
        """The title to show for the record.

        It is the event or title; if there is none, the players, the rules or the file's name.
        """
        players = " – ".join(player for player in self.game.players if player)
        rules = self.report.rules.title if self.report.rules is not None else ""
        titled = self.game.header("Event") or self.game.header("Title")
        return titled or players or rules or self.name.rpartition("/")[2]

    @property
    def playable(self) -> bool:
        """Whether the viewer can show the record step by step.

        It needs deals, and a rule set that allows its number of players.
        """
        rules = self.report.rules
        judged = (
            rules is not None
            and self.game.seats in rules.play.spec.seats
            and not has_failed(self.report)
        )
        return judged and bool(self.game.deals)


class _Walk:
    """Reads the records of one file, and continues each time where it stopped.

    If the records are requested in order, each record is read only once.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._file: tuple[Path, str] | None = None
        self._place = 0
        self._sources: Iterator[Source] = iter(())

    def to(self, entry: Entry) -> Source | None:
        """Read one record from its file, as a `Source` (the game and the findings of reading).

        `entry` says which file, and which record in the file. The source has no game if the record
        cannot be read. Return None if the file has fewer records than before.
        """
        with self._lock:
            if (entry.path, entry.mark) != self._file or entry.place < self._place:
                self._place, self._sources = 0, load(entry.path)
            self._file = None  # if reading fails, the next call opens the file again
            source = next(islice(self._sources, entry.place - self._place, None), None)
            self._file, self._place = (entry.path, entry.mark), entry.place + 1
            return source


class Library:
    """The records below a folder, or in one file; empty if `source` is None.

    `known` are files that an earlier run of the program has read. Raise FileNotFoundError if the
    path `source` does not exist.
    """

    def __init__(
        self,
        source: str | Path | None,
        *,
        follow_links: bool = False,
        known: Mapping[Path, KnownFile] | None = None,
    ) -> None:
        self.source = None if source is None else Path(source)
        self.is_watched = False
        self.is_seen = source is None
        """Whether the folder has been looked at since the program began."""
        self._follow_links = follow_links
        self.files = dict(known or {})
        self.entries = {e.slug: e for file in self.files.values() for e in file.entries}
        self._why: dict[Entry, tuple[Finding, ...]] = {}
        self._lock = Lock()
        self._rest = 0.0
        if self.source is not None:
            if not self.source.exists():
                raise FileNotFoundError(ENOENT, strerror(ENOENT), str(source))
            if not self.files:
                self._look(self.source)
        self._ready = lru_cache(maxsize=KEPT)(self._record)
        self._sheets = lru_cache(maxsize=SHEETS_KEPT)(self._sheet)
        self._walk = _Walk()

    def record(self, slug: str) -> Record | None:
        """Read the record with this name in URLs, audit it, and return it.

        Before this, look for new and changed files. Return None if there is no such record, if the
        name is that of a score sheet, or if the record cannot be read.
        """
        self.look_again()
        entry = self.entries.get(slug)
        if entry is None or entry.is_sheet:
            return None
        return self._ready(entry)

    def sheet(self, slug: str) -> SheetCopy | None:
        """Read the score sheet with this name in URLs, and return it.

        Before this, look for new and changed files. Return None if there is no such sheet, if the
        name is that of a record, or if the sheet cannot be read.
        """
        self.look_again()
        entry = self.entries.get(slug)
        if entry is None or not entry.is_sheet:
            return None
        return self._sheets(entry)

    def look_again(self) -> None:
        """Look for new, changed and missing files, unless a background thread does so anyway.

        Also do nothing if the last look was a short time ago: at most a tenth of the time is spent
        on looking.
        """
        if not self.is_watched and monotonic() >= self._rest:
            self._rest = monotonic() + SHARE * self.look()

    def look(self) -> float:
        """Look for new, changed and missing files; return how many seconds this took.

        Nothing is done while another thread looks. If a folder cannot be read, the known files
        stay.
        """
        begun = monotonic()
        if self.source is not None and self._lock.acquire(blocking=False):
            try:
                # While a folder is out of reach, its files stay in the list. A file that is
                # deleted during the search is noticed the next time.
                with suppress(OSError):
                    self._look(self.source)
            finally:
                self._lock.release()
        return monotonic() - begun

    def _look(self, source: Path) -> None:
        """Find all files of the folder, and replace the lists of known files and records.

        A record that was known keeps its name in URLs. Raise OSError if the folder cannot be read.
        """
        names = {(entry.path, entry.place): slug for slug, entry in self.entries.items()}
        used = set(names.values())
        entries: dict[str, Entry] = {}
        files: dict[Path, KnownFile] = {}
        for state in files_of(source, follow_links=self._follow_links):
            file = self._file(state)
            if file is not self.files.get(state.path):
                file = replace(file, entries=_named(file.entries, names, used))
            files[state.path] = file
            entries |= {entry.slug: entry for entry in file.entries}
        if files != self.files:
            self.files = files
            self.entries = entries
        self.is_seen = True

    def _file(self, state: FileState) -> KnownFile:
        """Return what is known of a file: the hash of its content, and its records.

        If its time and size are unchanged, or if its content is, return the known records; they are
        not searched in the file again.
        """
        known_file = self.files.get(state.path)
        if known_file is not None and known_file.stamp == state.stamp:
            return known_file
        try:
            mark = mark_of(state.path)
        except OSError:
            return KnownFile(state.stamp, "", tuple(_records(state.path, state.name)))
        if known_file is not None and known_file.mark == mark:
            return replace(known_file, stamp=state.stamp)
        records = _records(state.path, state.name)
        return KnownFile(state.stamp, mark, tuple(replace(each, mark=mark) for each in records))

    def rename(self, slugs: Mapping[str, str]) -> None:
        """Replace names of records in URLs; `slugs` maps present names to new names.

        This method is used if another server process has already given names to these records.
        """
        if slugs:
            self.files = {path: _renamed(file, slugs) for path, file in self.files.items()}
            self.entries = {e.slug: e for file in self.files.values() for e in file.entries}

    def why(self, entry: Entry) -> tuple[Finding, ...]:
        """Return the findings that say why a record could not be read.

        The tuple is empty if the record could be read, or if nobody has tried to read it yet.
        """
        return self._why.get(entry, ())

    def _sheet(self, entry: Entry) -> SheetCopy | None:
        try:
            with entry.path.open("rb") as stream:
                return SheetCopy("", entry.name, stream.read(LARGEST_SHEET + 1))
        except OSError as problem:
            self._why[entry] = (_unreadable(problem),)
            return None

    def _record(self, entry: Entry) -> Record | None:
        read = self.read(entry)
        return audited(entry.slug, entry.name, *read) if read else None

    def read(self, entry: Entry) -> tuple[Source, Sequence[bytes]] | None:
        """Read one record; return it as a `Source` together with the lines of its file.

        Return None if the record cannot be read; the method `why` then returns the reasons. There
        are no lines if the file is an archive such as a zip.
        """
        try:
            source = self._walk.to(entry)
            lines = () if entry.packed else entry.path.read_bytes().split(b"\n")
        except OSError as problem:
            self._why[entry] = (_unreadable(problem),)
            return None
        # One bad file must not hide the list of all others.
        except Exception as problem:  # noqa: BLE001
            self._why[entry] = (internal_finding(problem),)
            return None
        if source is None or source.game is None:
            self._why[entry] = () if source is None else tuple(source.findings[:REASONS])
            return None
        return source, lines

    def page(self, number: int, size: int) -> list[Entry]:
        """Return the records on page `number`, from 1, of the list of all records.

        A page has `size` records. They are entries, which say where to read the record.
        """
        return list(islice(self.entries.values(), (number - 1) * size, number * size))


def _unreadable(problem: OSError) -> Finding:
    return Finding("file.unreadable", "error", f"cannot be read: {reason_of(problem)}")


def audited(slug: str, name: str, source: Source, lines: Sequence[bytes] = ()) -> Record | None:
    """Audit a record that was read, and return it as a `Record`; None if it could not be read.

    `slug` becomes the record's name in URLs, `name` is the name of its file. `lines` are the lines
    of the file; lines in mjlog's notation to which findings refer are stored in the result.
    """
    game = source.game
    if game is None:
        return None
    report = audit_what_can_be(game)
    report = replace(report, findings=(*source.findings, *report.findings))
    wanted = {finding.place.line for finding in report.findings} - {0}
    # Readers would not recognise their entry in a line of JSON or XML.
    if source.format != "mjlog" or (lines and is_wide_record(lines[0])):
        lines = ()
    excerpt = {
        n: lines[n - 1].decode("utf-8", "replace")[:EXCERPT]
        for n in sorted(wanted)
        if n <= len(lines)
    }
    return Record(slug, name, game, report, digest(game), excerpt)


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file that was read: its time and size, the hash of its bytes, and its entries."""

    stamp: tuple[int, int]
    mark: str
    entries: tuple[Entry, ...]


def _named(
    entries: Sequence[Entry], names: Mapping[tuple[Path, int], str], used: set[str]
) -> tuple[Entry, ...]:
    """Return the records of a file, each with a name in URLs that no other record has.

    A record that had a name keeps it: `names` maps the file's path and the record's place in the
    file to this name. `used` is the set of names that are taken; the new names are added to this
    set.
    """
    named = []
    for entry in entries:
        slug = names.get((entry.path, entry.place)) or _free(entry.slug, used)
        used.add(slug)
        named.append(replace(entry, slug=slug))
    return tuple(named)


def _renamed(file: KnownFile, slugs: Mapping[str, str]) -> KnownFile:
    named = (replace(each, slug=slugs.get(each.slug, each.slug)) for each in file.entries)
    return replace(file, entries=tuple(named))


def _free(slug: str, used: set[str]) -> str:
    """Return `slug` or, if it is in `used`, `slug` with a free number, such as `game-2`."""
    numbered = (f"{slug}-{number}" for number in count(2))
    if slug not in used:
        return slug
    return next(name for name in numbered if name not in used)


def _records(path: Path, name: str) -> Iterator[Entry]:
    """Yield an entry for each record in a file; an entry says where to read the record.

    A zip file, or a file with several records, gives several entries. A score sheet gives one
    entry. A file that is not a record gives one, too, so that the list can show its errors. A
    `.toml` file, which has rules, gives none.
    """
    slug = _slug(name)
    name = fsencode(name).decode("utf-8", "replace")
    if path.suffix.lower() in _SHEETS:
        yield Entry(slug, name, path, is_sheet=True)
        return
    if path.suffix == ".toml":  # a file of a club's own rules is not a record
        return
    packed = _is_packed(path)
    if not (packed or _may_hold_several(path)):
        yield Entry(slug, name, path)
        return
    places = [place for place, source in enumerate(load(path)) if source.game is not None]
    if len(places) < 2 and not packed:
        yield Entry(slug, name, path, next(iter(places), 0))
        return
    for place in places:
        yield Entry(f"{slug}-{place + 1}", f"{name} ({place + 1})", path, place, packed=packed)


def _is_packed(path: Path) -> bool:
    try:
        with path.open("rb") as stream:
            return stream.read(4).startswith(_PACKED)
    except OSError:
        return False


def _may_hold_several(path: Path) -> bool:
    """Return whether a file may contain several records.

    The file is then read to count the records.
    """
    try:
        data = path.read_bytes()
    except OSError:
        return False
    text = data.removeprefix(BOM_UTF8).lstrip()
    if text.startswith(b"%mjlog"):
        return b"\n%mjlog " in text
    if b'"start_game"' in text:
        return text.count(b'"start_game"') > 1
    return text.startswith(b"[") or (text.startswith(b"{") and b"\n{" in text)


def _slug(name: str) -> str:
    """Make a name for addresses from the name of a file.

    The letters and digits of the file's name, without its suffix, are joined by hyphens.

    >>> _slug("Taiyuan/Dealer wins.mjl")
    'taiyuan-dealer-wins'
    """
    return (
        re.sub(r"[^a-z0-9]+", "-", re.sub(r"\.[A-Za-z0-9]{1,5}$", "", name).lower()).strip("-")[:80]
        or "record"
    )
