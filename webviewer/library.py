"""The records that a viewer shows, found once and named by it.

Nothing that a browser sends ever becomes a path.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from errno import ENOENT
from functools import lru_cache
from hashlib import file_digest
from itertools import count, islice
from os import fsencode, strerror
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Final

from mjlog.auditor.audit import Report
from mjlog.batch.internal_errors import audit_what_can_be, has_failed, internal_finding
from mjlog.formats import Source, files, load
from mjlog.model.findings import Finding
from mjlog.model.record import Game
from mjlog.notation import digest
from mjlog.notation.decoding import is_wide_record
from webviewer.sheet_copies import LARGEST_SHEET, SheetCopy

KEPT: Final = 128
"""Records held ready in memory, the least recently used dropped first.

More than one page of the list shows.
"""
EXCERPT: Final = 400
"""Of a longer line of the file only so many characters are shown."""
SHARE: Final = 20.0
"""How many times as long as a look at the folder took nobody looks again."""
REASONS: Final = 3
"""How many findings are kept of a record that cannot be read."""
_PACKED: Final = (b"PK\x03\x04", b"\x1f\x8b")
_SHEETS: Final = frozenset({".csv", ".tsv", ".xlsx", ".xlsm", ".ods"})
"""How names of files end that are score sheets, if they are anything."""
SHEETS_KEPT: Final = 32


@dataclass(frozen=True, slots=True)
class Entry:
    """One record: its name in URLs, what to call it in the list.

    And where it lies (`place`-th record of the file).

    `mark` names the bytes of the file: with other bytes it is another record.
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
    """A record read and audited.

    Its name in URLs, that of its file, and the lines of it that findings point at.
    """

    slug: str
    name: str
    game: Game
    report: Report
    digest: str
    excerpt: Mapping[int, str]

    @property
    def title(self) -> str:
        """The event, or the file's name."""
        return self.game.header("Event") or self.name

    @property
    def playable(self) -> bool:
        """Whether there is a deal, judged by rules that know how many sit at the table.

        So that steps can be shown.
        """
        rules = self.report.rules
        judged = (
            rules is not None
            and self.game.seats in rules.play.spec.seats
            and not has_failed(self.report)
        )
        return judged and bool(self.game.deals)


class _Walk:
    """A way through the records of one file.

    Who asks for them in their order has each read once.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._file: tuple[Path, str] | None = None
        self._place = 0
        self._sources: Iterator[Source] = iter(())

    def to(self, entry: Entry) -> Source | None:
        """What lies at the entry's place; None where there is nothing any more."""
        with self._lock:
            if (entry.path, entry.mark) != self._file or entry.place < self._place:
                self._place, self._sources = 0, load(entry.path)
            self._file = None  # should reading fail, the next one begins anew
            source = next(islice(self._sources, entry.place - self._place, None), None)
            self._file, self._place = (entry.path, entry.mark), entry.place + 1
            return source


class Library:
    """The records below a folder, in one file, or none.

    Raises FileNotFoundError when there is no such path.
    """

    def __init__(self, source: str | Path | None, *, follow_links: bool = False) -> None:
        self.entries: dict[str, Entry] = {}
        self._source = None if source is None else Path(source)
        self._follow_links = follow_links
        self._files: dict[Path, _File] = {}
        self._why: dict[Entry, tuple[Finding, ...]] = {}
        self._lock = Lock()
        self._rest = 0.0
        if self._source is not None:
            if not self._source.exists():
                raise FileNotFoundError(ENOENT, strerror(ENOENT), str(source))
            self._look(self._source)
        self._ready = lru_cache(maxsize=KEPT)(self._record)
        self._sheets = lru_cache(maxsize=SHEETS_KEPT)(self._sheet)
        self._walk = _Walk()

    def record(self, slug: str) -> Record | None:
        """The record of that name; None when there is none or it cannot be read."""
        self.look_again()
        entry = self.entries.get(slug)
        if entry is None or entry.is_sheet:
            return None
        return self._ready(entry)

    def sheet(self, slug: str) -> SheetCopy | None:
        """The score sheet of that name; None when there is none or it cannot be read."""
        self.look_again()
        entry = self.entries.get(slug)
        if entry is None or not entry.is_sheet:
            return None
        return self._sheets(entry)

    def look_again(self) -> None:
        """Sees which files have come, changed and gone.

        A small part of the time at most is spent on it.
        """
        if (
            self._source is None
            or monotonic() < self._rest
            or not self._lock.acquire(blocking=False)
        ):
            return
        try:
            if (
                self._source.exists()
            ):  # a folder that is away for a while takes nothing from the list
                begun = monotonic()
                self._look(self._source)
                self._rest = monotonic() + SHARE * (monotonic() - begun)
        except OSError:
            pass  # a file that goes while it is looked at is seen the next time
        finally:
            self._lock.release()

    def _look(self, source: Path) -> None:
        """Lists the records anew; those that were there keep their names."""
        names = {(entry.path, entry.place): slug for slug, entry in self.entries.items()}
        used = set(names.values())
        entries: dict[str, Entry] = {}
        for path, name in _paths(source, follow_links=self._follow_links):
            for entry in self._entries(path, name):
                slug = names.get((path, entry.place)) or _free(entry.slug, used)
                used.add(slug)
                entries[slug] = replace(entry, slug=slug)
        self.entries = entries

    def _entries(self, path: Path, name: str) -> tuple[Entry, ...]:
        """The records of a file.

        Which is read where its time or its size is another than before.
        """
        try:
            state = path.stat()
            stamp = state.st_mtime_ns, state.st_size
            known = self._files.get(path)
            if known is not None and known.stamp == stamp:
                return known.entries
            with path.open("rb") as stream:
                mark = file_digest(stream, "sha256").hexdigest()
        except OSError:
            return tuple(_records(path, name))
        if known is None or known.mark != mark:
            entries = tuple(replace(entry, mark=mark) for entry in _records(path, name))
        else:
            entries = known.entries
        self._files[path] = _File(stamp, mark, entries)
        return entries

    def why(self, entry: Entry) -> tuple[Finding, ...]:
        """Why a record cannot be read; empty where it can, or nobody has tried yet."""
        return self._why.get(entry, ())

    def _sheet(self, entry: Entry) -> SheetCopy | None:
        try:
            with entry.path.open("rb") as stream:
                return SheetCopy("", entry.name, stream.read(LARGEST_SHEET + 1))
        except OSError as problem:
            self._why[entry] = (_unreadable(problem),)
            return None

    def _record(self, entry: Entry) -> Record | None:
        try:
            source = self._walk.to(entry)
            lines = () if entry.packed else entry.path.read_bytes().split(b"\n")
        except OSError as problem:
            self._why[entry] = (_unreadable(problem),)
            return None
        # One bad file must not take the list of all others away.
        except Exception as problem:  # noqa: BLE001
            self._why[entry] = (internal_finding(problem),)
            return None
        if source is None or source.game is None:
            self._why[entry] = () if source is None else tuple(source.findings[:REASONS])
            return None
        return audited(entry.slug, entry.name, source, lines)

    def page(self, number: int, size: int) -> list[Entry]:
        """The entries on one page of the list, counted from 1."""
        return list(islice(self.entries.values(), (number - 1) * size, number * size))


def _unreadable(problem: OSError) -> Finding:
    return Finding("file.unreadable", "error", f"cannot be read: {problem.strerror or problem}")


def audited(slug: str, name: str, source: Source, lines: Sequence[bytes] = ()) -> Record | None:
    """The record of a source with what the audit says of it; None where there is none.

    `lines` are its file's.
    """
    game = source.game
    if game is None:
        return None
    report = audit_what_can_be(game)
    report = replace(report, findings=(*source.findings, *report.findings))
    wanted = {finding.place.line for finding in report.findings} - {0}
    if lines and is_wide_record(lines[0]):
        lines = ()
    excerpt = {
        n: lines[n - 1].decode("utf-8", "replace")[:EXCERPT]
        for n in sorted(wanted)
        if n <= len(lines)
    }
    return Record(slug, name, game, report, digest(game), excerpt)


@dataclass(frozen=True, slots=True)
class _File:
    """What is known of a file: its time and size, the mark of its bytes, its records."""

    stamp: tuple[int, int]
    mark: str
    entries: tuple[Entry, ...]


def _free(slug: str, used: set[str]) -> str:
    """The name, with a number behind it where another record has it."""
    numbered = (f"{slug}-{number}" for number in count(2))
    if slug not in used:
        return slug
    return next(name for name in numbered if name not in used)


def _paths(source: Path, *, follow_links: bool) -> Iterator[tuple[Path, str]]:
    """The files, each with what to call it."""
    if not source.is_dir():
        yield source, source.name
        return
    home = source.resolve()
    for path in files(source):
        if follow_links or path.resolve().is_relative_to(home):
            yield path, path.relative_to(source).as_posix()


def _records(path: Path, name: str) -> Iterator[Entry]:
    """A file is one record, or as many as it or an archive holds.

    Names of files need not be text; what is shown is.
    """
    slug = _slug(name)
    name = fsencode(name).decode("utf-8", "replace")
    if path.suffix.lower() in _SHEETS:
        yield Entry(slug, name, path, is_sheet=True)
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
    """Whether a file is worth reading at the start to see how many records it holds.

    Most hold one, and say so soon.
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
    """Letters and digits of the name, joined by hyphens.

    >>> _slug("Taiyuan/Dealer wins.mjl")
    'taiyuan-dealer-wins'
    """
    return (
        re.sub(r"[^a-z0-9]+", "-", re.sub(r"\.[A-Za-z0-9]{1,5}$", "", name).lower()).strip("-")[:80]
        or "record"
    )
