"""Opens an archive to add, judge again, show and remove records.

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
    put,
)
from mjlog.archive.storage import tables
from mjlog.archive.storage.clock import now
from mjlog.archive.storage.database import (
    ArchiveError,
    check_schema,
    engine_for,
    is_address,
    is_archive,
    keep_private,
    make_tables,
    readers_of,
    shown,
    told,
    writing_to,
)
from mjlog.archive.storage.write_log import Author, note_write

TOGETHER: Final = 200
"""Records written in one transaction."""
VISIBILITIES: Final = ("public", "private", "later")


class Changed(Exception):
    """Raised if somebody else changed the record in the meantime."""


class Archive:
    """An open archive, at the path of its file or the URL of its database.

    Opening it makes its rule files known to this process. Raises ArchiveError if there is no
    archive, or one of another version. Several threads may use it.
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
                keep_rules(connection)
        except ArchiveError:
            self.close()
            raise

    def __enter__(self) -> Self:
        """Return the archive itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the archive."""
        self.close()

    @cached_property
    def _readers(self) -> Engine:
        return readers_of(self.engine)

    def close(self) -> None:
        """Close the connections."""
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a connection that sees one state of the archive until it is closed."""
        with told(self.where), self._readers.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self, *, at_once: bool = False) -> Iterator[Connection]:
        """Open a connection for one transaction, of which all changes are kept, or none.

        Wait while another program writes, in SQLite for 30 seconds; with `at_once`, hardly wait.
        Raises ArchiveError if it still writes then, or if the database fails.
        """
        keep_private(self.where)
        engine = self.engine.execution_options(writes=True, at_once=at_once)
        with told(self.where), engine.begin() as connection:
            yield connection

    @contextmanager
    def _changing(
        self, digest: str, change: int | None
    ) -> Iterator[tuple[Connection, RowId | None]]:
        """Open a connection that writes, and yield it with the record's row number.

        The number is None if there is no such record. Raises `Changed` if `change` is not None and
        not the number of the record's last change.
        """
        with self.writing() as connection:
            yield connection, _unchanged(connection, digest, change)

    # ----------------------------------------------------------------------- adding

    def add(
        self, found: Iterable[Found], policy: Policy | None = None, author: Author | None = None
    ) -> Iterator[Added]:
        """Add records in transactions of 200 records, and yield the result for each.

        A result is yielded when its record is stored. Nothing is added unless the results are
        iterated.
        """
        left = iter(found)
        while together := list(islice(left, TOGETHER)):
            yield from self.add_together(together, policy, author)

    def add_together(
        self, found: Sequence[Found], policy: Policy | None = None, author: Author | None = None
    ) -> list[Added]:
        """Add these records in one transaction, and return the result for each.

        New records are audited before the transaction, so that other writers do not wait. If
        `policy` publishes, as it does if None, records that were only submitted before are
        published.
        """
        with self.reading() as connection:
            numbers = ids_of(connection, {each.digest for each in found})
        unknown = {
            each.digest: each for each in found if each.digest and each.digest not in numbers
        }
        entries = {digest: each.audited() for digest, each in unknown.items()}
        with self.writing() as connection:
            added = Writer(connection, policy).put(found, entries)
            put_rules(connection, [entry.record["rules"] for entry in entries.values()])
            for each in added:
                if each.outcome in {"added", "amended"}:
                    note_write(connection, author, each.outcome, each.digest)
            if (policy or Policy()).state == "published":
                _publish(connection, policy or Policy(), author, numbers)
            return added

    def judge_again(self, entries: Iterable[Entry]) -> int:
        """Replace the rows of these records, and return how many of them the archive has.

        Reports by other rules stay. Each transaction has 200 records.
        """
        number = 0
        left = iter(entries)
        while together := list(islice(left, TOGETHER)):
            with self.writing() as connection:
                number += Writer(connection).judge_again(together)
        return number

    # ----------------------------------------------------------------------- taking out, showing

    def publish_due(self) -> int:
        """Mark as public the records whose time has come, log that, and return their number."""
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
        """Remove a record; return False if there is no such record.

        Its digest, the time and the reason stay. `kind` is removed, withdrawn or gone (its file was
        deleted). Raises `Changed` if `change` is not None and not the number of its last change.
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
        """Set who may see a record, and log that; return False if there is no such record.

        `kind` is the kind of change that is logged. Raises `Changed` if `change` is not None and
        not the number of the record's last change.
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
    """Publish the records in `known` (numbers by digest) that were only submitted."""
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
    """Set who sees a record, and log the change as `kind`.

    If the record was public and is hidden now, it is logged as ``hidden``, which everybody sees, so
    that others can delete their copies.
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
    """Return by digest the state of each record: published or submitted.

    Digests that the archive does not have are left out.
    """
    records = tables.records.c
    asked = select(records.digest, records.state).where(records.digest.in_(list(digests)))
    return dict(connection.execute(asked).all())


def create(where: str | Path) -> Archive:
    """Open the archive at a path or URL; make it first if it does not exist.

    Raises ArchiveError if it cannot be made or opened, or is of another version.
    """
    make(where)
    return Archive(where)


def make(where: str | Path) -> bool:
    """Make the tables of an archive; return False if they exist already.

    Raises ArchiveError if they cannot be made, are of another version, or if the file is the
    database of another program.
    """
    with writing_to(where) as connection:
        is_new = not is_archive(connection)
        if is_new:
            _refuse_other_tables(connection, where)
            make_tables(connection)
        check_schema(connection, where)
    return is_new


def _refuse_other_tables(connection: Connection, where: str | Path) -> None:
    """Raise ArchiveError if an SQLite file contains another program's tables."""
    if (
        connection.dialect.name == "sqlite"
        and connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar()
    ):
        raise ArchiveError(f"{shown(where)} is a database of another program")


def id_of(connection: Connection, digest: str) -> RowId | None:
    """Return the row number of the record with that digest; None if it is not in the archive."""
    asked = select(tables.records.c.id).where(tables.records.c.digest == digest)
    return connection.execute(asked).scalar()


def _unchanged(connection: Connection, digest: str, change: int | None) -> RowId | None:
    """Return the row number of a record, None if it is not in the archive.

    Raises `Changed` if `change` is given and is not the number of the record's last change.
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
    """Log a change of that kind to a record; return the number of the change."""
    return note_changes(connection, [digest], kind)[0]


def touch(connection: Connection, several: ColumnElement[bool], kind: str) -> None:
    """Log one change for all records that meet the condition; do nothing if none does.

    The change names the record added last, and all of them get its number. They are shown
    differently now, though their texts did not change.
    """
    records = tables.records
    newest = select(records.c.digest).where(several).order_by(records.c.id.desc()).limit(1)
    digest = connection.execute(newest).scalar()
    if digest is not None:
        number = note_change(connection, digest, kind)
        connection.execute(update(records).where(several).values(change=number))


def note_removal(connection: Connection, record_id: RowId, kind: str, reason: str) -> None:
    """Record that a record is removed, with the kind and the reason; the record stays.

    The public will see the removal only if it could see the record.
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
    put(connection, tables.removals, removal, keys=("digest",))


def take_out(connection: Connection, record_id: RowId) -> None:
    """Delete all rows of a record, and original files that no other record has.

    Its removal and the log of changes stay.
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
