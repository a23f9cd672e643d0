"""Follows a folder: adds its new and changed files to an archive, removes records of deleted files.

A file is hashed again only if its time or size changed, and read again only if its hash changed, so
a look at an unchanged folder is fast. While the folder is missing, nothing is removed.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import file_digest
from itertools import islice
from pathlib import Path
from time import monotonic, sleep
from typing import Final
from urllib.parse import quote_from_bytes

from sqlalchemy import delete, or_, select

from mjlog.archive.adding.entry import Row
from mjlog.archive.adding.reading import Found, RecordFile, found_in_file
from mjlog.archive.adding.writer import Added, Policy, upsert
from mjlog.archive.storage import tables
from mjlog.archive.store import TOGETHER, Archive
from mjlog.formats.archives import is_hidden

EVERY: Final = 1.0
"""Least number of seconds between two looks."""
SHARE: Final = 20.0
"""Shortest pause after a look, as a multiple of the time that the look took."""
GONE: Final = "its file is gone"


@dataclass(frozen=True, slots=True)
class FileState:
    """A file in a watched folder. `modified` is its modification time in nanoseconds."""

    path: Path
    name: str
    modified: int
    size: int

    @property
    def stamp(self) -> tuple[int, int]:
        """The modification time and the size of the file, to see whether the file has changed.

        A file whose stamp did not change since the last look is not read again.
        """
        return self.modified, self.size


def files_of(source: Path, *, follow_links: bool = False) -> Iterator[FileState]:
    """Yield all files below the folder `source`, sorted by name; if `source` is a file, yield it.

    Hidden files and links to folders are left out. Links to files outside the folder are left out,
    too, unless `follow_links`. Raises OSError if a folder or a file cannot be read.
    """
    if source.is_dir():
        home = None if follow_links else source.resolve()
        yield from _files_below(str(source), "", home)
    else:
        state = source.stat()
        yield FileState(source, source.name, state.st_mtime_ns, state.st_size)


def _files_below(folder: str, prefix: str, home: Path | None) -> Iterator[FileState]:
    with os.scandir(folder) as listed:
        entries = sorted(listed, key=lambda entry: entry.name)
    for entry in entries:
        if is_hidden(entry.name):
            continue
        if entry.is_dir():
            if not entry.is_symlink():
                yield from _files_below(entry.path, f"{prefix}{entry.name}/", home)
        elif entry.is_file() and _is_inside(entry, home):
            state = entry.stat()
            name = prefix + entry.name
            yield FileState(Path(entry.path), name, state.st_mtime_ns, state.st_size)


def _is_inside(entry: os.DirEntry[str], home: Path | None) -> bool:
    """Return whether a watcher may read a file: it is no link, or a link to a file below `home`.

    If `home` is None, links to any file may be followed.
    """
    if home is None or not entry.is_symlink():
        return True
    return Path(entry.path).resolve().is_relative_to(home)


def mark_of(path: Path) -> str:
    """Compute the SHA-256 of a file, to see whether the file has changed.

    Raises OSError if the file cannot be read.
    """
    with path.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()


def key_of(path: Path) -> str:
    """Convert the path of a file into the text that identifies the file in the archive.

    The path is made absolute. All bytes except ASCII letters, digits and common signs are escaped
    with percent signs, as in a URL.

    >>> key_of(Path("/games/a b.mjl"))
    '/games/a b.mjl'
    """
    return quote_from_bytes(os.fsencode(path.absolute()), safe="/ :,;+@()[]=!&'~")


@dataclass(frozen=True, slots=True)
class Seen:
    """The state of a file when it was last read, to see later whether it has changed.

    `stamp` is the modification time and the size. `digests` are the digests of those records of
    the file that came into the archive only from this folder.
    """

    stamp: tuple[int, int]
    sha256: str
    digests: tuple[str, ...]


class Watcher:
    """Keeps an archive equal to a folder: adds its new records, and removes those of deleted files.

    If a file is deleted or changed, its earlier records are removed unless another file of the
    folder contains them. Records also stay if somebody else had added them to the archive before,
    or if a record in the new version of the file amends them.
    """

    def __init__(self, archive: Archive, folder: Path, policy: Policy | None = None) -> None:
        self._archive = archive
        self._folder = folder
        self._policy = policy
        self._seen = self._load()
        self._held = Counter(digest for seen in self._seen.values() for digest in seen.digests)

    def _load(self) -> dict[str, Seen]:
        """Read from the archive the state of each file when a watcher of this folder last read it.

        The result maps the path of a file, as text, to its state: time, size, hash and records.
        """
        files = tables.files.c
        key = key_of(self._folder)
        begins = files.path.startswith(f"{key.rstrip('/')}/", autoescape=True)
        asked = select(tables.files).where(or_(files.path == key, begins))
        with self._archive.reading() as connection:
            rows = connection.execute(asked).all()
        return {row.path: _seen(row.modified, row.size, row.sha256, row.digests) for row in rows}

    def look(self) -> Iterator[Added]:
        """Compare the folder with the archive once, and make the archive equal to the folder.

        New records are added, and records of deleted files are removed. Yield the outcome of each
        record that was read from a new or changed file. Files that cannot be read are skipped.
        Nothing happens if the folder is missing or cannot be read.
        """
        try:
            states = list(files_of(self._folder))
        except OSError:
            return
        for state in states:
            seen = self._seen.get(key_of(state.path))
            if seen is None or seen.stamp != state.stamp:
                yield from self._read(state, seen)
        for key in self._seen.keys() - {key_of(state.path) for state in states}:
            with self._archive.writing() as connection:
                connection.execute(delete(tables.files).where(tables.files.c.path == key))
            self._drop(self._seen.pop(key))

    def _read(self, state: FileState, before: Seen | None) -> Iterator[Added]:
        try:
            mark = mark_of(state.path)
        except OSError:
            return
        if before is not None and before.sha256 == mark:
            self._note(state, Seen(state.stamp, mark, before.digests))
            return
        added: list[Added] = []
        records = found_in_file(RecordFile(state.path, state.name, in_folder=True))
        while together := list(islice(records, TOGETHER)):
            news = self._archive.add_in_one_transaction(together, self._policy)
            added += news
            yield from news
        seen = Seen(state.stamp, mark, self._own(added))
        unread = [each.found.name for each in added if each.outcome == "refused"]
        self._note(state, seen, json.dumps(unread))
        self._held.update(seen.digests)
        self._drop(before, {amended_by(each.found) for each in added})

    def _own(self, added: list[Added]) -> tuple[str, ...]:
        """Return the digests of those records in `added` that this watcher may remove later.

        It may remove records that were new to the archive now, and records that the watcher had
        added from another file of the folder. Records that were added in another way before are
        left out, because they must stay when the file is deleted.
        """
        own = (
            each.digest
            for each in added
            if each.outcome in {"added", "amended"} or self._held[each.digest]
        )
        return tuple(dict.fromkeys(own))

    def _note(self, state: FileState, seen: Seen, refused: str = "[]") -> None:
        key = key_of(state.path)
        with self._archive.writing() as connection:
            upsert(connection, tables.files, file_row(key, seen, refused), keys=("path",))
        self._seen[key] = seen

    def _drop(self, before: Seen | None, amended: set[str] | None = None) -> None:
        """Remove the records of the earlier version of a file from the archive.

        `before` is the state of the file when it was last read; nothing is removed if it is None. A
        record stays if another watched file contains it, or if its digest is in `amended`, because
        the new version of the file has a record that corrects it.
        """
        digests = before.digests if before else ()
        self._held.subtract(digests)
        for digest in digests:
            if self._held[digest] <= 0 and digest not in (amended or set()):
                self._archive.remove(digest, GONE, kind="gone")


def _seen(modified: int, size: int, sha256: str, digests: str) -> Seen:
    return Seen((modified, size), sha256, tuple(json.loads(digests)))


def amended_by(found: Found) -> str:
    """Return the digest of the record that this record amends (corrects), in lower case.

    The digest is read from the header ``Amends``; without such a header the result is empty.
    """
    return ((found.game and found.game.header("Amends")) or "").strip().lower()


def file_row(key: str, seen: Seen, refused: str = "[]") -> Row:
    """Build the row of a watched file for the database table of files.

    `key` is the path of the file as text, `seen` its state. `refused` is a JSON list, as text, of
    the names of parts that could not be read.
    """
    return {
        "path": key,
        "modified": seen.stamp[0],
        "size": seen.stamp[1],
        "sha256": seen.sha256,
        "digests": json.dumps(seen.digests),
        "refused": refused,
    }


def watch_all(watchers: list[Watcher], every: float = EVERY) -> Iterator[Added | None]:
    """Call `Watcher.look` for all watchers again and again, without end.

    Yield the outcome of each record that was read, and None after each round over all watchers.
    Between two rounds, wait `every` seconds, or 20 times as long as the round took if that is
    longer.
    """
    while True:
        begun = monotonic()
        for watcher in watchers:
            yield from watcher.look()
        yield None
        sleep(max(every, SHARE * (monotonic() - begun)))
