"""An archive: records put in, judged anew, taken out.

Each writing method is one transaction: what it acknowledges is on disk, and what fails leaves the
archive as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, Literal, Self

from sqlalchemy import Connection, Table, delete, func, insert, select, update

from mjlog.archive import tables
from mjlog.archive.clock import now
from mjlog.archive.database import (
    ArchiveError,
    check_schema,
    engine_for,
    is_address,
    is_archive,
    make_tables,
    shown,
    told,
    writing_to,
)
from mjlog.archive.entry import Entry, pack, player_key
from mjlog.archive.reading import Found, Original
from mjlog.archive.words import folded
from mjlog.archive.write_log import Author, note_write

Outcome = Literal["added", "known", "amended", "refused", "withdrawn"]
Row = dict[str, Any]
RowId = int
TOGETHER: Final = 200
"""Records written in one transaction."""
NEVER: Final = 1 << 62
"""A moment that does not come."""
VISIBILITIES: Final = ("public", "private", "later")


@dataclass(frozen=True, slots=True)
class Policy:
    """How a record is kept that is added now.

    `visibility` is public, private or later; `public_from` says from when, for the last.
    """

    visibility: str = "public"
    public_from: int | None = None
    state: str = "published"

    @property
    def seen_from(self) -> int:
        """The moment from which everybody sees the record: 0 is always, `NEVER` is never."""
        if self.state != "published" or self.visibility == "private":
            return NEVER
        return 0 if self.visibility == "public" else self.public_from or NEVER


@dataclass(frozen=True, slots=True)
class Added:
    """What came of one record: whether it was added, known already, or why it was refused."""

    outcome: Outcome
    found: Found
    status: str = ""

    @property
    def digest(self) -> str:
        """The record's name; empty where there is none."""
        return self.found.digest


class Changed(Exception):
    """Somebody else has changed the record meanwhile."""


class Archive:
    """An open archive, by the path of its file or the URL of its database.

    Raises ArchiveError where there is none. It may be used by several threads.
    """

    def __init__(self, where: str | Path) -> None:
        self.where = where
        if not is_address(str(where)) and not Path(where).is_file():
            words = f"there is no archive at {where}; make one: mjlog archive init {where}"
            raise ArchiveError(words)
        self.engine = engine_for(where)
        try:
            with told(where), self.engine.connect() as connection:
                check_schema(connection, where)
        except ArchiveError:
            self.close()
            raise

    def __enter__(self) -> Self:
        """The archive itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes it."""
        self.close()

    def close(self) -> None:
        """Gives its connections back."""
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one state of the archive from its first question on."""
        with told(self.where), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection of which everything is kept at the end, or nothing."""
        engine = self.engine.execution_options(writes=True)
        with told(self.where), engine.begin() as connection:
            yield connection

    # ----------------------------------------------------------------------- adding

    def add(
        self, found: Iterable[Found], policy: Policy | None = None, author: Author | None = None
    ) -> Iterator[Added]:
        """Keeps records, some at a time, and tells of each what came of it, once it is kept."""
        left = iter(found)
        while together := list(islice(left, TOGETHER)):
            yield from self.add_together(together, policy, author)

    def add_together(
        self, found: Sequence[Found], policy: Policy | None = None, author: Author | None = None
    ) -> list[Added]:
        """Keeps these records, all or none.

        They are audited before, so that no other writer waits for that.
        """
        with self.reading() as connection:
            known = known_of(connection, [each.digest for each in found])
        unknown = {each.digest: each for each in found if each.digest and each.digest not in known}
        entries = {digest: each.audited() for digest, each in unknown.items()}
        with self.writing() as connection:
            writer = _Writer(connection, policy or Policy())
            added = [writer.put(each, entries.get(each.digest)) for each in found]
            for each in added:
                if each.outcome in {"added", "amended"}:
                    note_write(connection, author, each.outcome, each.digest)
            return added

    def judge_again(self, entries: Iterable[Entry]) -> int:
        """Puts other rows in the place of those that records have; old reports are kept."""
        number = 0
        left = iter(entries)
        while together := list(islice(left, TOGETHER)):
            with self.writing() as connection:
                writer = _Writer(connection, Policy())
                number += sum(map(writer.judge_again, together))
        return number

    # ----------------------------------------------------------------------- taking out, showing

    def publish_due(self) -> int:
        """Makes public what has waited for its time, and writes down that it is; how many."""
        records = tables.records.c
        moment = now()
        is_due = (records.public_from <= moment, records.seen_from <= moment)
        asked = select(records.id, records.digest).where(*is_due, records.visibility == "later")
        with self.writing() as connection:
            due = connection.execute(asked).all()
            for record_id, digest in due:
                change = note_change(connection, digest, "visibility")
                shown = {"visibility": "public", "public_from": None, "change": change}
                changed = update(tables.records).where(records.id == record_id)
                connection.execute(changed.values(shown))
        return len(due)

    def remove(
        self,
        digest: str,
        reason: str = "",
        kind: str = "removed",
        author: Author | None = None,
        change: int | None = None,
    ) -> bool:
        """Takes a record out; its digest, the time and the reason stay. False where it is not.

        Raises Changed where its last change is not that one.
        """
        with self.writing() as connection:
            record_id = _unchanged(connection, digest, change)
            if record_id is None:
                return False
            note_removal(connection, record_id, kind, reason)
            take_out(connection, record_id)
            note_change(connection, digest, kind)
            note_write(connection, author, kind, digest)
            return True

    def show_to(
        self,
        digest: str,
        policy: Policy,
        author: Author | None = None,
        kind: str = "visibility",
        change: int | None = None,
    ) -> bool:
        """Says who may see a record; False where it is not there.

        Raises Changed where its last change is not that one.
        """
        with self.writing() as connection:
            record_id = _unchanged(connection, digest, change)
            if record_id is None:
                return False
            number = note_change(connection, digest, kind)
            note_write(connection, author, kind, digest)
            connection.execute(
                update(tables.records)
                .where(tables.records.c.id == record_id)
                .values(
                    visibility=policy.visibility,
                    public_from=policy.public_from,
                    state=policy.state,
                    seen_from=policy.seen_from,
                    change=number,
                )
            )
            return True


def create(where: str | Path) -> Archive:
    """Makes an archive where there is none; the one that is there stays as it is.

    Raises ArchiveError where it cannot be made.
    """
    with writing_to(where) as connection:
        if not is_archive(connection):
            _refuse_other_tables(connection, where)
            make_tables(connection)
    return Archive(where)


def _refuse_other_tables(connection: Connection, where: str | Path) -> None:
    """Another program's database is left alone."""
    if (
        connection.dialect.name == "sqlite"
        and connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar()
    ):
        raise ArchiveError(f"{shown(where)} is a database of another program")


# --------------------------------------------------------------------------- writing


class _Writer:
    """Puts records into the tables, within one transaction."""

    def __init__(self, connection: Connection, policy: Policy) -> None:
        self._connection = connection
        self._policy = policy
        self._seatings = _seatings(connection)
        self._players: dict[str, int] = {}
        self._events: dict[str, int] = {}

    def put(self, found: Found, entry: Entry | None) -> Added:
        """Keeps one record; `entry` is missing where it was known before."""
        if not found.digest:
            return Added("refused", found)
        if _is_withdrawn(self._connection, found.digest):
            return Added("withdrawn", found)
        known = id_of(self._connection, found.digest)
        if known is not None:
            self._keep_original(known, found)
            return Added("known", found)
        entry = entry or found.audited()
        self._keep_original(self._new(entry, found), found)
        outcome: Outcome = "amended" if entry.record["amends"] else "added"
        return Added(outcome, found, entry.record["status"])

    def _new(self, entry: Entry, found: Found) -> RowId:
        change = note_change(self._connection, entry.digest, "added")
        row = self._row(entry) | {
            "digest": entry.digest,
            "visibility": self._policy.visibility,
            "public_from": self._policy.public_from,
            "state": self._policy.state,
            "seen_from": self._policy.seen_from,
            "format": found.original.format if found.original else "mjlog",
            "added": now(),
            "change": change,
        }
        made = self._connection.execute(insert(tables.records).values(row))
        (record_id,) = made.inserted_primary_key or (0,)
        packed = {"record_id": record_id, "text": pack(entry.text)}
        self._connection.execute(insert(tables.texts).values(packed))
        gone = delete(tables.removals).where(tables.removals.c.digest == entry.digest)
        self._connection.execute(gone)
        self._put_index(record_id, entry)
        return int(record_id)

    def judge_again(self, entry: Entry) -> bool:
        record_id = id_of(self._connection, entry.digest)
        if record_id is None:
            return False
        for table in INDEX_TABLES:
            self._connection.execute(delete(table).where(table.c.record_id == record_id))
        change = note_change(self._connection, entry.digest, "audited")
        self._connection.execute(
            update(tables.records)
            .where(tables.records.c.id == record_id)
            .values(self._row(entry) | {"change": change})
        )
        self._put_index(record_id, entry)
        return True

    def change_text(self, record_id: RowId, entry: Entry) -> None:
        """Gives a record another text, and with it another digest and other rows."""
        for table in INDEX_TABLES:
            self._connection.execute(delete(table).where(table.c.record_id == record_id))
        change = note_change(self._connection, entry.digest, "added")
        row = self._row(entry) | {"digest": entry.digest, "change": change}
        records, texts = tables.records, tables.texts
        self._connection.execute(update(records).where(records.c.id == record_id).values(row))
        packed = update(texts).where(texts.c.record_id == record_id).values(text=pack(entry.text))
        self._connection.execute(packed)
        self._put_index(record_id, entry)

    def _row(self, entry: Entry) -> Row:
        row = dict(entry.record)
        row["event_id"] = self._event(entry.event) if entry.event else None
        return row

    def _put_index(self, record_id: RowId, entry: Entry) -> None:
        whose = {"record_id": record_id}
        told = self._seatings.get(entry.digest, {})
        seats = [
            {
                **whose,
                **row,
                "name": name,
                "player_id": told.get(row["seat"]) or self._player(name),
            }
            for row, name in zip(entry.seats, entry.players, strict=False)
            if name
        ]
        several = {
            tables.seats: seats,
            tables.deals: entry.deals,
            tables.deal_seats: entry.deal_seats,
            tables.items: entry.items,
            tables.findings: entry.findings,
            tables.words: [{"folded": entry.words}],
        }
        for table, rows in several.items():
            if rows:
                self._connection.execute(insert(table), [{**whose, **row} for row in rows])
        report = {
            **whose,
            "engine": entry.record["engine"],
            "made": now(),
            "body": pack(entry.report),
        }
        put(self._connection, tables.reports, report, keys=("record_id", "engine"))

    def _player(self, name: str) -> int:
        key = player_key(name)
        if key not in self._players:
            row = {"name": name, "key": key, "pseudonym": new_pseudonym()}
            # Where a person said that two players have this name, the first of them is meant.
            self._players[key] = _first_or_new(self._connection, tables.players, row)
        return self._players[key]

    def _event(self, name: str) -> int:
        key = folded(name)
        if key not in self._events:
            row = {"name": name, "key": key, "statistics": "players"}
            self._events[key] = _first_or_new(self._connection, tables.events, row)
        return self._events[key]

    def _keep_original(self, record_id: RowId, found: Found) -> None:
        if found.original is None:
            return
        original_id = self._original(found.original)
        row = {
            "record_id": record_id,
            "original_id": original_id,
            "name": found.name,
            "added": now(),
            "findings": found.remarks,
        }
        put_new(self._connection, tables.origins, row)

    def _original(self, original: Original) -> int:
        known = self._connection.execute(
            select(tables.originals.c.id).where(tables.originals.c.sha256 == original.sha256)
        ).scalar()
        if known is not None:
            return int(known)
        row = {
            "sha256": original.sha256,
            "format": original.format,
            "size": original.size,
            "data": original.packed,
        }
        made = self._connection.execute(insert(tables.originals).values(row))
        return int((made.inserted_primary_key or (0,))[0])


INDEX_TABLES: Final = (
    tables.seats,
    tables.deals,
    tables.deal_seats,
    tables.items,
    tables.findings,
    tables.words,
)
"""Tables that follow from the text of a record."""


def _first_or_new(connection: Connection, table: Table, row: Row) -> int:
    """The number of the first row with that key, made if there is none."""
    known = connection.execute(
        select(func.min(table.c.id)).where(table.c.key == row["key"])
    ).scalar()
    if known is not None:
        return int(known)
    made = connection.execute(insert(table).values(row))
    return int((made.inserted_primary_key or (0,))[0])


def change_text(connection: Connection, record_id: RowId, entry: Entry) -> None:
    """Gives a record another text, and with it another digest and other rows."""
    _Writer(connection, Policy()).change_text(record_id, entry)


def new_pseudonym() -> str:
    """A name that tells nothing of the player: drawn by chance, not made from the name."""
    return f"Player {token_hex(6)}"


def _seatings(connection: Connection) -> dict[str, dict[int, int]]:
    """By record and seat which player a person said sat there; there are few of them."""
    found: dict[str, dict[int, int]] = {}
    for digest, seat, player in connection.execute(select(tables.seatings)):
        found.setdefault(digest, {})[seat] = player
    return found


def _is_withdrawn(connection: Connection, digest: str) -> bool:
    """Whether nobody may bring the record again."""
    kind = select(tables.removals.c.kind).where(tables.removals.c.digest == digest)
    return connection.execute(kind).scalar() == "withdrawn"


def id_of(connection: Connection, digest: str) -> RowId | None:
    """The number of the record with that digest."""
    asked = select(tables.records.c.id).where(tables.records.c.digest == digest)
    return connection.execute(asked).scalar()


def _unchanged(connection: Connection, digest: str, change: int | None) -> RowId | None:
    """The number of a record that nobody has changed since that change."""
    records = tables.records.c
    asked = select(records.id, records.change).where(records.digest == digest)
    row = connection.execute(asked).first()
    if row is None:
        return None
    if change is not None and row.change != change:
        raise Changed
    return int(row.id)


def known_of(connection: Connection, digests: Sequence[str]) -> set[str]:
    """Which of these records the archive holds."""
    column = tables.records.c.digest
    return set(connection.execute(select(column).where(column.in_(digests))).scalars())


def note_change(connection: Connection, digest: str, kind: str) -> int:
    """Writes down that something happened to a record; the number of the change."""
    row = {"digest": digest, "kind": kind, "at": now()}
    made = connection.execute(insert(tables.changes).values(row))
    return int((made.inserted_primary_key or (0,))[0])


def note_removal(connection: Connection, record_id: RowId, kind: str, reason: str) -> None:
    """Writes down that a record goes; nobody is told of one that nobody could see."""
    records = tables.records.c
    asked = select(records.digest, records.seen_from).where(records.id == record_id)
    row = connection.execute(asked).one()
    told = {
        "digest": row.digest,
        "at": now(),
        "kind": kind,
        "reason": reason,
        "shown": row.seen_from <= now(),
    }
    put(connection, tables.removals, told, keys=("digest",))


def take_out(connection: Connection, record_id: RowId) -> None:
    """Takes everything out that a record has, and originals that no other record has."""
    origins, originals = tables.origins, tables.originals
    own = select(origins.c.original_id).where(origins.c.record_id == record_id)
    originals_of_it = list(connection.execute(own).scalars())
    for table in (*INDEX_TABLES, tables.reports, tables.texts, origins):
        connection.execute(delete(table).where(table.c.record_id == record_id))
    connection.execute(delete(tables.records).where(tables.records.c.id == record_id))
    still_used = select(origins.c.original_id).where(origins.c.original_id.in_(originals_of_it))
    connection.execute(
        delete(originals)
        .where(originals.c.id.in_(originals_of_it))
        .where(originals.c.id.not_in(still_used))
    )


def _inserting(connection: Connection, table: Table) -> Any:
    """The statement that writes a row, in the dialect of the database; only that is loaded."""
    dialect = import_module(f"sqlalchemy.dialects.{connection.dialect.name}")
    return dialect.insert(table)


def put(connection: Connection, table: Table, row: Row, keys: Sequence[str]) -> None:
    """Writes a row in the place of the one that has its keys, if any."""
    statement = _inserting(connection, table).values(row)
    rest = {name: statement.excluded[name] for name in row if name not in keys}
    connection.execute(statement.on_conflict_do_update(index_elements=list(keys), set_=rest))


def put_new(connection: Connection, table: Table, row: Row) -> None:
    """Writes a row unless one has its keys."""
    statement = _inserting(connection, table).values(row)
    connection.execute(statement.on_conflict_do_nothing())
