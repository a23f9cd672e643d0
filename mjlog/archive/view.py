"""Shows a reader of an archive what this reader may see; records are read only through it.

A `Reader` says who asks. `View` hides from that reader every record that is private, not yet public
or not yet published, in lists, counts, searches, changes and texts alike.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final
from weakref import WeakKeyDictionary

from sqlalchemy import ColumnElement, Connection, Engine, and_, exists, func, or_, select, true

from mjlog.archive.adding.entry import Row, unpack
from mjlog.archive.storage import tables
from mjlog.archive.storage.clock import now
from mjlog.archive.store import Archive

records: Final = tables.records.c
_amending: Final = tables.records.alias("amending")


@dataclass(frozen=True, slots=True)
class Reader:
    """Who reads an archive, which decides which records are visible.

    With `sees_all`, every record is visible. `moment` is the time of reading in microseconds since
    1970, None for now; records with a later time of publication are hidden. `players` are the
    numbers of the players as which the reader is signed in. With `pseudonyms`, names of players are
    replaced.
    """

    sees_all: bool = False
    moment: int | None = None
    players: frozenset[int] = frozenset()
    pseudonyms: bool = False

    @property
    def time(self) -> int:
        """The time of reading, in microseconds since 1970."""
        return now() if self.moment is None else self.moment

    def may_see(self) -> ColumnElement[bool]:
        """Build the SQL condition that selects the records that this reader may see.

        A record is visible to the public from its time of publication on.
        """
        if self.sees_all:
            return true()
        # The sum keeps the database from using the index of this column, as nearly all rows match.
        return records.seen_from + 0 <= self.time


ANYBODY: Final = Reader()
KEEPER: Final = Reader(sees_all=True)
"""The keeper of the archive, who uses the command line."""


_MARKS: Final[WeakKeyDictionary[Engine, tuple[int, int, int, str]]] = WeakKeyDictionary()
"""For each archive: the last change, the first and last moment of a mark, and the mark."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A record in the archive: its row of the table of records, and its canonical text."""

    row: Row
    text: bytes

    @property
    def digest(self) -> str:
        """The record's digest, the SHA-256 of its canonical text."""
        return str(self.row["digest"])


@dataclass(frozen=True, slots=True)
class Removal:
    """The removal of a record: its digest, the time in microseconds, the kind, and the reason."""

    digest: str
    at: int
    kind: str
    reason: str


class View:
    """An archive as one reader sees it, over one open connection. Use `viewing` to open a view.

    All queries see the same state of the archive, without the records hidden from the reader.
    """

    def __init__(self, connection: Connection, reader: Reader = ANYBODY) -> None:
        self.connection = connection
        self.reader = reader

    @property
    def visible(self) -> ColumnElement[bool]:
        """The SQL condition that selects the records that this reader may see."""
        return self.reader.may_see()

    @property
    def newest(self) -> ColumnElement[bool]:
        """The SQL condition that selects the records that no visible record amends (corrects).

        Used for counting: a corrected game counts once, by its newest record.
        """
        seen = true() if self.reader.sees_all else _amending.c.seen_from <= self.reader.time
        return ~exists().where(_amending.c.amends == records.digest, seen)

    def digest_of(self, beginning: str) -> str | None:
        """Return the full digest of the record whose digest has the given beginning.

        Return None if the reader may see no such record, or more than one.
        """
        rows = self.connection.execute(
            select(records.digest)
            .where(self.visible, records.digest.startswith(beginning, autoescape=True))
            .limit(2)
        )
        digests = list(rows.scalars())
        return digests[0] if len(digests) == 1 else None

    def record(self, digest: str) -> Stored | None:
        """Return the record with that digest, with its text.

        Return None if there is no such record, or if the reader may not see it.
        """
        asked = (
            select(*rows_of_list(), tables.texts.c.text)
            .select_from(LISTED.join(tables.texts))
            .where(self.visible, records.digest == digest)
        )
        row = self.connection.execute(asked).mappings().first()
        if row is None:
            return None
        row_of_list = dict(row)
        return Stored(row_of_list, unpack(row_of_list.pop("text")))

    def row(self, digest: str) -> Row | None:
        """Return a record's row, without its text.

        Return None if there is no such record, or if the reader may not see it.
        """
        asked = select(*rows_of_list()).select_from(LISTED)
        rows = self.connection.execute(asked.where(self.visible, records.digest == digest))
        row = rows.mappings().first()
        return dict(row) if row else None

    def mark(self) -> str:
        """Return a text that changes whenever something changes that this reader can see.

        Used to recognise outdated copies of pages. For a reader who does not see everything,
        changes of hidden records do not change the text.
        """
        asked = select(func.max(tables.changes.c.number))
        latest = self.connection.execute(asked).scalar() or 0
        if self.reader.sees_all:
            return str(latest)
        # other databases may number changes out of order
        if self.connection.dialect.name != "sqlite":
            return self._mark()
        kept, moment = _MARKS.get(self.connection.engine), self.reader.time
        if kept is None or kept[0] != latest or not kept[1] <= moment < kept[2]:
            kept = (latest, moment, self._next_due(), self._mark())
            _MARKS[self.connection.engine] = kept
        return kept[3]

    def _mark(self) -> str:
        """Compute the text of `mark` for a reader who does not see everything."""
        asked = select(func.max(records.change), func.count(), func.max(records.seen_from)).where(
            self.visible
        )
        return "-".join(str(each or 0) for each in self.connection.execute(asked).one())

    def _next_due(self) -> int:
        """Return the time when the next hidden record becomes public, in microseconds since 1970.

        If no record will become public, return a time that never comes.
        """
        asked = select(func.min(records.seen_from)).where(records.seen_from > self.reader.time)
        return self.connection.execute(asked).scalar() or 1 << 62

    @property
    def _removals(self) -> ColumnElement[bool]:
        """The SQL condition that selects the removals that this reader may see.

        A removal is visible to the public if the removed record was.
        """
        return true() if self.reader.sees_all else tables.removals.c.shown

    def removal(self, digest: str) -> Removal | None:
        """Return when and why a record was removed.

        `digest` is the digest of the record, or its first letters. If several removed records
        match, the first in the order of digests is used. Return None if the reader may see no such
        removal. The kind is ``withdrawn`` or ``removed``; the latter also if the file of the record
        was deleted.
        """
        removals = tables.removals.c
        asked = (
            select(removals.digest, removals.at, removals.kind, removals.reason)
            .where(self._removals, removals.digest.startswith(digest, autoescape=True))
            .order_by(removals.digest)
            .limit(1)
        )
        row = self.connection.execute(asked).mappings().first()
        if row is None:
            return None
        return Removal(**{**row, "kind": "removed" if row["kind"] == "gone" else row["kind"]})

    def report(self, digest: str, engine: str = "") -> dict[str, Any] | None:
        """Return an audit report of a record, as a JSON object.

        `engine` is the version of mjlog and its rules that made the report; if empty, return the
        record's last report. Return None if there is no such report, or if the reader may not see
        the record.
        """
        reports = tables.reports
        asked = (
            select(reports.c.body)
            .join(tables.records)
            .where(self.visible, records.digest == digest)
            .where(reports.c.engine == (engine or records.engine))
        )
        body = self.connection.execute(asked).scalar()
        if body is None:
            return None
        judged: dict[str, Any] = json.loads(unpack(body))
        return judged

    def originals(self, digest: str) -> list[Row]:
        """Return a row, including the bytes, for each original file of a record, oldest first.

        The list is empty if the reader may not see the record.
        """
        origins, originals = tables.origins.c, tables.originals.c
        asked = (
            select(origins.name, origins.added, originals.format, originals.sha256, originals.data)
            .select_from(tables.origins.join(tables.originals).join(tables.records))
            .where(self.visible, records.digest == digest)
            .order_by(origins.added, originals.id)
        )
        rows = (dict(mapping) for mapping in self.connection.execute(asked).mappings())
        return [{**row, "data": unpack(row["data"])} for row in rows]

    def origins(self, digest: str) -> list[Row]:
        """Return a row, without the bytes, for each original file of a record, the oldest first.

        A row has the name, format, size and SHA-256 of the file, and the time of adding. The list
        is empty if the reader may not see the record.
        """
        origins, originals = tables.origins.c, tables.originals.c
        asked = (
            select(origins.name, origins.added, originals.format, originals.sha256, originals.size)
            .select_from(tables.origins.join(tables.originals).join(tables.records))
            .where(self.visible, records.digest == digest)
            .order_by(origins.added, originals.id)
        )
        return [dict(mapping) for mapping in self.connection.execute(asked).mappings()]

    def reports(self, digest: str) -> list[Row]:
        """List the audit reports of a record, the newest first.

        A row has the version of mjlog and its rules that made the report (`engine`), and the time.
        """
        reports = tables.reports.c
        asked = (
            select(reports.engine, reports.made)
            .select_from(tables.reports.join(tables.records))
            .where(self.visible, records.digest == digest)
            .order_by(reports.made.desc(), reports.engine)
        )
        return [dict(mapping) for mapping in self.connection.execute(asked).mappings()]

    def deals(self, digest: str) -> list[str]:
        """Return the deals of a record in the order of play, each as a JSON text."""
        deals = tables.deals.c
        asked = (
            select(deals.row)
            .select_from(tables.deals.join(tables.records))
            .where(self.visible, records.digest == digest)
            .order_by(deals.number)
        )
        return list(self.connection.execute(asked).scalars())

    def events(self, after: int = 0, most: int = 100) -> list[Row]:
        """Return a row for each event that has a record which the reader may see, sorted by number.

        A row has the numbers of records and deals, and the first and the last day. At most `most`
        events are returned, only those with a number greater than `after`.
        """
        events = tables.events.c
        asked = (
            select(
                events.id,
                events.name,
                events.statistics,
                func.count().label("records"),
                func.sum(records.deals).label("deals"),
                func.min(func.nullif(records.date, "")).label("first"),
                func.max(func.nullif(records.date, "")).label("last"),
            )
            .select_from(tables.events.join(tables.records))
            .where(self.visible, events.id > after)
            .group_by(events.id, events.name, events.statistics)
            .order_by(events.id)
            .limit(most)
        )
        return [dict(mapping) for mapping in self.connection.execute(asked).mappings()]

    def has_due(self) -> bool:
        """Return whether the time has come to publish a record that is not marked as public yet.

        If so, the caller should call `Archive.publish_due`.
        """
        is_due = (records.public_from <= self.reader.time, records.visibility == "later")
        asked = select(records.id).where(self.visible, *is_due).limit(1)
        return self.connection.execute(asked).first() is not None

    def ancestors(self, digest: str) -> list[str]:
        """Return the digests of all earlier versions of a record, the newest first.

        A record names its earlier version in the header ``Amends``. The list ends with a record
        that names none, that is not in the archive, or that the reader may not see.
        """
        line: list[str] = []
        while digest and digest not in line:
            asked = select(records.amends).where(self.visible, records.digest == digest)
            digest = self.connection.execute(asked).scalar() or ""
            line += [digest] if digest else []
        return line

    def descendants(self, digest: str) -> list[str]:
        """Return the digests of the records that directly amend (correct) this record.

        The oldest record comes first. Only records that the reader may see are returned, and no
        corrections of corrections.
        """
        asked = select(records.digest).where(self.visible, records.amends == digest)
        return list(self.connection.execute(asked.order_by(records.id)).scalars())

    def batch(self, after: int, most: int, *fits: ColumnElement[bool]) -> list[Stored]:
        """Return the next `most` records, with their texts, that meet all SQL conditions in `fits`.

        The records come in the order of adding. `after` is the row number of the last record of the
        previous batch, 0 for the first batch. If there are fewer than `most` records, the batch is
        the last one.
        """
        asked = (
            select(*rows_of_list(), tables.texts.c.text)
            .select_from(LISTED.join(tables.texts))
            .where(self.visible, records.id > after, *fits)
            .order_by(records.id)
            .limit(most)
        )
        rows = [dict(mapping) for mapping in self.connection.execute(asked).mappings()]
        return [Stored(row, unpack(row.pop("text"))) for row in rows]

    def texts(
        self, digests: list[str] | None = None, *fits: ColumnElement[bool], most: int = 500
    ) -> Iterator[Stored]:
        """Yield all records, with their texts, that meet all SQL conditions in `fits`.

        The records come in the order of adding. If `digests` is given, yield only these records. At
        most `most` records are in memory at a time.
        """
        last = 0
        wanted = true() if digests is None else records.digest.in_(digests)
        while True:
            together = self.batch(last, most, wanted, *fits)
            yield from together
            if len(together) < most:
                return
            last = together[-1].row["id"]

    def changes(self, since: int = 0, most: int = 500) -> list[Row]:
        """Return the entries of the log of changes after number `since`, at most `most` entries.

        Only entries that this reader may see are returned. There is also an entry for each record
        that was removed, or that was public and is hidden now, so that the reader can delete copies
        of it.
        """
        changes = tables.changes.c
        is_gone = changes.digest.in_(select(tables.removals.c.digest).where(self._removals))
        is_withdrawn = or_(changes.kind == tables.HIDDEN, and_(records.id.is_(None), is_gone))
        asked = (
            select(changes.number, changes.digest, changes.kind, changes.at)
            .select_from(tables.changes.outerjoin(tables.records, changes.digest == records.digest))
            .where(changes.number > since, or_(self.visible, is_withdrawn))
            .order_by(changes.number)
            .limit(most)
        )
        return [dict(mapping) for mapping in self.connection.execute(asked).mappings()]


@contextmanager
def viewing(archive: Archive, reader: Reader = ANYBODY) -> Iterator[View]:
    """Return a context manager that opens a view of an archive's present state for a reader.

    The connection to the archive is closed after the ``with`` block.
    """
    with archive.reading() as connection:
        yield View(connection, reader)


LICENSED: Final = or_(records.licence != "", records.source != "")
"""Condition on records that may be passed on without asking: a licence or a source is named."""
LISTED: Final = tables.records.outerjoin(tables.events)
"""Tables from which lists of records are made."""


def rows_of_list() -> list[Any]:
    """Return the SQL columns to select for a list of records.

    They are all columns of the table of records, and the name of the record's event as ``event``.
    """
    return [*tables.records.c, tables.events.c.name.label("event")]
