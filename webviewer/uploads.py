"""Files that a visitor uploads to look at, kept for a while under a name that nobody can guess.

The number of files, their bytes and the time for which they are kept are limited. The file that
nobody has looked at for longest is dropped first.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from secrets import token_hex
from threading import BoundedSemaphore, Lock
from time import monotonic, time
from typing import Final

from mjlog.batch.internal_errors import internal_finding
from mjlog.batch.rule_files import keep_rules
from mjlog.formats import Bounds, Source, load
from mjlog.formats.sources import is_rules
from mjlog.model.findings import Finding
from mjlog.notation import Limits
from webviewer.parts.catalogue import PATIENCE, RecordRow, row_of
from webviewer.records.library import Record, audited
from webviewer.records.temporary_store import Holder, InFolder, InMemory, Room
from webviewer.sheet_copies import SheetCopy

MARK: Final = "~"
"""The first character of an upload's name in addresses; no record of a library has it."""
LARGEST: Final = 2 << 20
"""The most bytes of one upload."""
BOUNDS: Final = Bounds(member=2 << 20, total=8 << 20)
"""How much of an upload is unpacked."""
RECORDS: Final = 200
"""The most records of one upload; the rest is not read."""
LIMITS: Final = Limits(file_size=64 << 10, words=400, deals=100, findings=500)
"""The limits of a record, several times what a long game needs; others are refused."""
LOOKING: Final = 4.0
"""Seconds after which no further record of an upload is read."""
LIFE: Final = 30 * 60.0
"""Seconds that a file is kept after it was last looked at."""
ROOM: Final = 64 << 20
ROOM_OF_SHEETS: Final = 32 << 20
PLACES: Final = 256
READY: Final = 16
"""Records that are kept read and audited."""
AT_ONCE: Final = 2
"""Uploads read at the same time; the worst possible one takes seconds."""

WAIT: Final = 10.0
"""Seconds that an upload waits for its turn."""

File = tuple[str, bytes]


@dataclass(frozen=True, slots=True)
class Upload:
    """An upload: its files, the names of its records, and the files that cannot be read.

    `refused` has these files' names with the findings that say why. `cut` is True if only the first
    part of the upload was read, because it has too many records or takes too long to read. `rows`
    caches rows of the list by the number of the record, from 1.
    """

    token: str
    files: tuple[File, ...]
    names: tuple[str, ...]
    refused: tuple[tuple[str, tuple[Finding, ...]], ...]
    cut: bool = False
    rows: dict[int, RecordRow] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """The total number of bytes of the upload's files."""
        return sum(len(data) for _, data in self.files)

    def slug(self, number: int) -> str:
        """Return the name in URLs of record `number`, from 1, of the upload, such as `~4f0c-2`."""
        if number == 1:
            return f"{MARK}{self.token}"
        return f"{MARK}{self.token}-{number}"


class Shelf:
    """The uploads and sheets of visitors, kept in this process or in a shared folder."""

    def __init__(
        self, clock: Callable[[], float] | None = None, shared: Path | None = None
    ) -> None:
        self._lock = Lock()
        self._busy = BoundedSemaphore(AT_ONCE)
        self._ready: OrderedDict[str, Record] = OrderedDict()
        self._held: Holder[Upload]
        self._sheets: Holder[SheetCopy]
        room, room_of_sheets = Room(ROOM, PLACES, LIFE), Room(ROOM_OF_SHEETS, PLACES, LIFE)
        if shared is None:
            self._held = InMemory(room, clock or monotonic, self._forget)
            self._sheets = InMemory(room_of_sheets, clock or monotonic)
        else:
            self._held = InFolder(shared / "uploads", room, clock or time)
            self._sheets = InFolder(shared / "sheets", room_of_sheets, clock or time)

    def bring(self, files: Sequence[File]) -> Upload | None:
        """Read uploaded files; if they contain a record, store them for a limited time.

        Return the upload with the names of its records and with what could not be read. Return None
        if the server was busy with other uploads for ten seconds.
        """
        if not self._busy.acquire(timeout=WAIT):
            return None
        try:
            brought = _looked_over(files)
        finally:
            self._busy.release()
        if brought.names:
            self._held.put(brought.token, brought, brought.size)
        return brought

    def find_upload(self, token: str) -> Upload | None:
        """Return the upload with this name; None if it was never stored or is no longer stored."""
        return self._held.get(token)

    def record(self, slug: str) -> Record | None:
        """Return the uploaded record with this name in URLs, read and audited.

        Return None if the upload is not stored (any more), or if it has no record with this number.
        """
        token, _, number = slug.removeprefix(MARK).partition("-")
        brought = self.find_upload(token)
        place = 1
        if number.isascii() and number.isdigit() and len(number) < 5:
            place = int(number)
        if brought is None or not 1 <= place <= len(brought.names) or slug != brought.slug(place):
            return None
        with self._lock:
            kept = self._ready.get(slug)
        return kept or self._read(brought, place)

    def text(self, slug: str) -> str | None:
        """Return the text of an upload that consists of one record in mjlog's notation.

        Return None for any other upload.
        """
        brought = self.find_upload(slug.removeprefix(MARK)) if slug.startswith(MARK) else None
        if brought is None or len(brought.files) != 1 or len(brought.names) != 1:
            return None
        data = brought.files[0][1].removeprefix(BOM_UTF8)
        if not data.lstrip().startswith(b"%mjlog"):
            return None
        return data.decode("utf-8", "replace").replace("\r\n", "\n")

    def store_sheet(self, sheet: SheetCopy) -> None:
        """Store a score sheet for a limited time; it replaces an earlier version of the sheet."""
        self._sheets.put(sheet.token, sheet, sheet.size)

    def sheet(self, token: str) -> SheetCopy | None:
        """Return the uploaded score sheet with this name; None if it is not or no longer stored."""
        return self._sheets.get(token)

    @staticmethod
    def rows(brought: Upload, patience: float = PATIENCE) -> list[RecordRow]:
        """Return for each record of an upload what a list shows of it, such as its audit result.

        Records are audited for at most `patience` seconds; of the remaining records, only the name
        is known. The results are kept in `brought`.
        """
        until = monotonic() + patience
        for number, (source, lines) in enumerate(_games(brought), 1):
            if monotonic() > until:
                break
            if number not in brought.rows and (
                record := audited(brought.slug(number), source.path, source, lines)
            ):
                brought.rows[number] = row_of(record)
        unknown = (
            (number, RecordRow(brought.slug(number), name))
            for number, name in enumerate(brought.names, 1)
        )
        return [brought.rows.get(number, row) for number, row in unknown]

    def _read(self, brought: Upload, number: int) -> Record | None:
        slug = brought.slug(number)
        source, lines = next(islice(_games(brought), number - 1, None))
        record = audited(slug, source.path, source, lines)
        if record is None:
            return None
        with self._lock:
            self._ready[slug] = record
            if len(self._ready) > READY:
                self._ready.popitem(last=False)
        # The upload may have been dropped for newer ones while it was read.
        if self.find_upload(brought.token) is None:
            self._forget(brought.token)
        return record

    def _forget(self, token: str) -> None:
        """Remove the audited records of an upload from memory, because the upload is dropped."""
        with self._lock:
            for slug in [each for each in self._ready if each.startswith(f"{MARK}{token}")]:
                del self._ready[slug]


def _looked_over(files: Sequence[File]) -> Upload:
    names: list[str] = []
    refused: list[tuple[str, tuple[Finding, ...]]] = []
    cut = False
    until = monotonic() + LOOKING
    for source, _ in sources(files):
        if len(names) + len(refused) >= RECORDS or ((names or refused) and monotonic() > until):
            cut = True
            break
        if source.game is None:
            refused.append((source.path, source.findings))
        else:
            names.append(source.path)
    return Upload(token_hex(16), tuple(files), tuple(names), tuple(refused), cut)


def _games(brought: Upload) -> Iterator[tuple[Source, list[bytes]]]:
    """Yield the readable records of an upload, each with the lines of its file.

    No more records are yielded than were counted when the upload was first read.
    """
    games = ((source, lines) for source, lines in sources(brought.files) if source.game is not None)
    return islice(games, len(brought.names))


def _not_too_long(source: Source) -> Source:
    """Return the record `source`, or an error in its place if it has too many deals.

    The error is a `Source` without a game, whose finding names the limit.
    """
    if source.game is None or len(source.game.deals) <= LIMITS.deals:
        return source
    words = (
        f"a record of {len(source.game.deals)} deals is too long to be looked at; "
        f"{LIMITS.deals} are allowed"
    )
    return Source(source.path, source.format, None, (Finding("syntax.too_many", "error", words),))


def sources(files: Sequence[File]) -> Iterator[tuple[Source, list[bytes]]]:
    """Read the records in uploaded files; yield each as a `Source`, with the lines of its file.

    A `Source` has the game and the findings of reading; for a file that cannot be read, it has only
    findings, and no exception is raised. Files with rules are read first, because records may use
    them. The lines are empty if the file is not in mjlog's notation.
    """
    # Files of rules come first, so that records of the same upload find them.
    for name, data in sorted(files, key=lambda file: not is_rules(file[1])):
        lines = (
            data.split(b"\n") if data.removeprefix(BOM_UTF8).lstrip().startswith(b"%mjlog") else []
        )
        try:
            read = load(data, name, bounds=BOUNDS, limits=LIMITS)
            for source in keep_rules(read, brought=True):
                yield _not_too_long(source), lines
        # An error in this program must not hide the results of the other files.
        except Exception as problem:  # noqa: BLE001
            yield Source(name, "", None, (internal_finding(problem),)), []
