"""Opens an archive to add, audit again, publish and remove records.

Each writing method is one transaction: when it returns, the change is on disk; if it fails, the
archive stays as it was. Only `add` and `judge_again` write in batches of 200.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Final, Self

from sqlalchemy import ColumnElement, Connection, Engine, delete, select, update

from mjlog.archive.adding.entry import Entry
from mjlog.archive.adding.reading import Found
from mjlog.archive.adding.rule_files import keep_rules, put_rules
from mjlog.archive.adding.writer import (
    Added,
    Policy,
    RowId,
    Writer,
    drop_index,
    ids_of,
    note_changes,
    upsert,
)
from mjlog.archive.storage import tables
from mjlog.archive.storage.clock import now
from mjlog.archive.storage.database import (
    ArchiveError,
    check_schema,
    convert_errors,
    engine_for,
    is_address,
    is_archive,
    keep_private,
    make_tables,
    readers_of,
    shown,
    writing_to,
)
from mjlog.archive.storage.write_log import Author, note_write

TOGETHER: Final = 200
"""Records written in one transaction."""
VISIBILITIES: Final = ("public", "private", "later")


class Changed(Exception):
    """Raised if the record was changed since the caller last read it."""


class Archive:
    """An open archive. `where` is the path of an SQLite file, or the URL of a database.

    Opening an archive also loads the clubs' own rule files in it. Raises ArchiveError if there is
    no archive, or an archive of another version. Several threads may use one object.
    """

    def __init__(self, where: str | Path) -> None:
        self.where = where
        if not is_address(str(where)) and not Path(where).is_file():
            words = f"there is no archive at {where}; make one: mjlog archive init {where}"
            raise ArchiveError(words)
        self.engine = engine_for(where)
        try:
            with convert_errors(where), self.engine.connect() as connection:
                check_schema(connection, where)
                keep_rules(connection)
        except ArchiveError:
            self.close()
            raise

    def __enter__(self) -> Self:
        """Return this archive, for a ``with`` statement."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the archive."""
        self.close()

    @cached_property
    def _readers(self) -> Engine:
        return readers_of(self.engine)

    def close(self) -> None:
        """Close all connections to the database."""
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Return a context manager that opens a connection for reading.

        All queries on the connection see the same state of the archive.
        """
        with convert_errors(self.where), self._readers.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self, *, at_once: bool = False) -> Iterator[Connection]:
        """Return a context manager for one transaction, whose changes are all stored, or none.

        While another program writes, wait, in SQLite up to 30 seconds; with `at_once`, hardly wait.
        Raises ArchiveError if the other program does not finish in this time, or if the database
        fails.
        """
        keep_private(self.where)
        engine = self.engine.execution_options(writes=True, at_once=at_once)
        with convert_errors(self.where), engine.begin() as connection:
            yield connection

    @contextmanager
    def _changing(
        self, digest: str, change: int | None
    ) -> Iterator[tuple[Connection, RowId | None]]:
        """Return a context manager for changing one record.

        Its value is a pair: an open connection, and the row number of the record. The row number is
        None if there is no record with this digest. `change` is the number of the record's last
        change that the caller knows. Raises `Changed` if the record has changed since; if `change`
        is None, this is not checked.
        """
        with self.writing() as connection:
            yield connection, _unchanged(connection, digest, change)

    # ----------------------------------------------------------------------- adding

    def add(
        self, found: Iterable[Found], policy: Policy | None = None, author: Author | None = None
    ) -> Iterator[Added]:
        """Add records to the archive, 200 in each transaction; yield an outcome for each record.

        Nothing happens until the result is iterated. The outcome of a record, such as added or
        known, is yielded after the record was stored. `policy` says who may see new records.
        `found` are the records, as they were read.
        """
        left = iter(found)
        while together := list(islice(left, TOGETHER)):
            yield from self.add_in_one_transaction(together, policy, author)

    def add_in_one_transaction(
        self, found: Sequence[Found], policy: Policy | None = None, author: Author | None = None
    ) -> list[Added]:
        """Add records in one transaction, and return an outcome, such as added or known, for each.

        New records are audited before the transaction, so that other programs can write meanwhile.
        If the archive has a record only as submitted, so that nobody can see it, the record is
        published, unless `policy` is to submit, too.
        """
        with self.reading() as connection:
            numbers = ids_of(connection, {each.digest for each in found})
        unknown = {
            each.digest: each for each in found if each.digest and each.digest not in numbers
        }
        entries = {digest: each.audited() for digest, each in unknown.items()}
        with self.writing() as connection:
            added = Writer(connection, policy).write_records(found, entries)
            put_rules(connection, [entry.record["rules"] for entry in entries.values()])
            for each in added:
                if each.outcome in {"added", "amended"}:
                    note_write(connection, author, each.outcome, each.digest)
            if (policy or Policy()).state == "published":
                _publish(connection, policy or Policy(), author, numbers)
            return added

    def judge_again(self, entries: Iterable[Entry]) -> int:
        """Replace the results of the last audit of records by new audits, 200 in each transaction.

        Return the number of replaced audits; records that the archive does not have are ignored. An
        audit report of another version of mjlog or its rules stays in the archive.
        """
        number = 0
        left = iter(entries)
        while together := list(islice(left, TOGETHER)):
            with self.writing() as connection:
                number += Writer(connection).judge_again(together)
        return number

    # ----------------------------------------------------------------------- taking out, showing

    def publish_due(self) -> int:
        """Mark as public all records whose time of publication has come; return their number.

        Each of these changes is logged.
        """
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
        """Remove a record from the archive; return False if there is no such record.

        The archive keeps the digest, the time and `reason`. `kind` says why: ``removed`` by a
        person, ``withdrawn`` for privacy, or ``gone`` because its file was deleted. Raises
        `Changed` if `change` is given and is not the number of the record's last change.
        """
        with self._changing(digest, change) as (connection, record_id):
            if record_id is None:
                return False
            note_removal(connection, record_id, kind, reason)
            take_out(connection, record_id)
            change_kind = "removed" if kind == "gone" else kind
            note_change(connection, digest, change_kind)
            note_write(connection, author, change_kind, digest)
            return True

    def show_to(
        self,
        digest: str,
        policy: Policy,
        author: Author | None = None,
        kind: str = "visibility",
        change: int | None = None,
    ) -> bool:
        """Set who may see a record to `policy`; return False if there is no such record.

        The log of changes gets an entry of kind `kind`. Raises `Changed` if `change` is given and
        is not the number of the record's last change.
        """
        with self._changing(digest, change) as (connection, record_id):
            if record_id is None:
                return False
            note_write(connection, author, kind, digest)
            _show(connection, record_id, digest, policy, kind)
            return True


def _publish(
    connection: Connection, policy: Policy, author: Author | None, known: Mapping[str, RowId]
) -> None:
    """Publish those records in `known` that were submitted and are not published yet.

    `known` maps digests to row numbers. Records that are published already stay as they are.
    `policy` says who may see the newly published records.
    """
    records = tables.records.c
    asked = select(records.id, records.digest).where(records.state == "submitted")
    rows = connection.execute(asked.where(records.id.in_(list(known.values())))).all()
    for record_id, digest in rows:
        note_write(connection, author, "published", digest)
        _show(connection, record_id, digest, policy, "published")


def _show(
    connection: Connection,
    record_id: RowId,
    digest: str,
    policy: Policy,
    kind: str,
) -> None:
    """Set who may see a record to `policy`, and add an entry of kind `kind` to the log of changes.

    If everybody could see the record until now, and no longer can, the kind is ``hidden`` instead:
    everybody can see such an entry, and delete copies of the record.
    """
    shown_from = select(tables.records.c.seen_from).where(tables.records.c.id == record_id)
    is_hidden = connection.execute(shown_from).scalar_one() <= now() < policy.seen_from
    number = note_change(connection, digest, tables.HIDDEN if is_hidden else kind)
    row = {
        "visibility": policy.visibility,
        "public_from": policy.public_from,
        "state": policy.state,
        "seen_from": policy.seen_from,
        "change": number,
    }
    connection.execute(update(tables.records).where(tables.records.c.id == record_id).values(row))


def states_of(connection: Connection, digests: Iterable[str]) -> dict[str, str]:
    """Map the digests of records to their states, ``published`` or ``submitted``.

    Records that are not in the archive are left out.
    """
    records = tables.records.c
    asked = select(records.digest, records.state).where(records.digest.in_(list(digests)))
    return dict(connection.execute(asked).all())


def create(where: str | Path) -> Archive:
    """Open the archive at a path or URL. If it does not exist, create it first.

    Raises ArchiveError if that fails, or if the archive is of another version.
    """
    make(where)
    return Archive(where)


def make(where: str | Path) -> bool:
    """Create the tables of an archive at a path or URL. Return False if they exist already.

    Raises ArchiveError if that fails, if the existing tables are of another version, or if the file
    is the database of another program.
    """
    with writing_to(where) as connection:
        is_new = not is_archive(connection)
        if is_new:
            _refuse_other_tables(connection, where)
            make_tables(connection)
        check_schema(connection, where)
    return is_new


def _refuse_other_tables(connection: Connection, where: str | Path) -> None:
    """Raise ArchiveError if an SQLite file already contains tables.

    Called for a file without the tables of an archive, so that the database of another program is
    not changed.
    """
    if (
        connection.dialect.name == "sqlite"
        and connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar()
    ):
        raise ArchiveError(f"{shown(where)} is a database of another program")


def id_of(connection: Connection, digest: str) -> RowId | None:
    """Return the row number of a record. Return None if it is not in the archive."""
    asked = select(tables.records.c.id).where(tables.records.c.digest == digest)
    return connection.execute(asked).scalar()


def _unchanged(connection: Connection, digest: str, change: int | None) -> RowId | None:
    """Return the row number of a record, after a check that the record did not change.

    Return None if it is not in the archive. Raises `Changed` if `change` is given and is not the
    number of the record's last change.
    """
    records = tables.records.c
    asked = select(records.id, records.change).where(records.digest == digest)
    row = connection.execute(asked).first()
    if row is None:
        return None
    if change is not None and row.change != change:
        raise Changed
    return int(row.id)


def note_change(connection: Connection, digest: str, kind: str) -> int:
    """Log a change of this kind to a record; return the number of the change."""
    return note_changes(connection, [digest], kind)[0]


def mark_changed(connection: Connection, several: ColumnElement[bool], kind: str) -> None:
    """Mark all records that meet the condition `several` as changed, with a single log entry.

    Used if records are displayed differently although their texts stay, for example after players
    were merged. The entry names only the newest of the records, but the number of the entry is
    stored in all of them. If no record meets the condition, nothing is logged. `kind` is the kind
    of the entry.
    """
    records = tables.records
    newest = select(records.c.digest).where(several).order_by(records.c.id.desc()).limit(1)
    digest = connection.execute(newest).scalar()
    if digest is not None:
        number = note_change(connection, digest, kind)
        connection.execute(update(records).where(several).values(change=number))


def note_removal(connection: Connection, record_id: RowId, kind: str, reason: str) -> None:
    """Store that a record was removed: its digest, and the time, kind and reason of the removal.

    Called just before the record is deleted. The public may see the removal if it may see the
    record now.
    """
    records = tables.records.c
    asked = select(records.digest, records.seen_from).where(records.id == record_id)
    row = connection.execute(asked).one()
    removal = {
        "digest": row.digest,
        "at": now(),
        "kind": kind,
        "reason": reason,
        "shown": row.seen_from <= now(),
    }
    upsert(connection, tables.removals, removal, keys=("digest",))


def take_out(connection: Connection, record_id: RowId) -> None:
    """Delete a record with all its rows, and its original files if no other record has them.

    The log of changes and the stored fact that the record was removed stay.
    """
    origins, originals = tables.origins, tables.originals
    own = select(origins.c.original_id).where(origins.c.record_id == record_id)
    originals_of_it = list(connection.execute(own).scalars())
    drop_index(connection, [record_id])
    for table in (tables.reports, tables.texts, origins):
        connection.execute(delete(table).where(table.c.record_id == record_id))
    connection.execute(delete(tables.records).where(tables.records.c.id == record_id))
    still_used = select(origins.c.original_id).where(origins.c.original_id.in_(originals_of_it))
    connection.execute(
        delete(originals)
        .where(originals.c.id.in_(originals_of_it))
        .where(originals.c.id.not_in(still_used))
    )
