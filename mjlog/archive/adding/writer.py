"""Writes records into the tables, many at a time, within one transaction.

There is one query for each table, not one for each record.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from secrets import token_hex
from typing import Any, Final, Literal

from sqlalchemy import Connection, Table, bindparam, delete, func, insert, select, update

from mjlog.archive.adding.entry import Entry, Row, pack, player_key
from mjlog.archive.adding.reading import Found, Original
from mjlog.archive.questions.words import folded
from mjlog.archive.storage import tables
from mjlog.archive.storage.clock import format_moment, now

Outcome = Literal["added", "known", "amended", "refused", "withdrawn", "removed"]
RowId = int
NEVER: Final = 1 << 62
"""A moment that never comes: the public may not see the record at any time."""
INDEX_TABLES: Final = (
    tables.seats,
    tables.deals,
    tables.deal_seats,
    tables.items,
    tables.findings,
    tables.words,
)
"""Tables whose rows can be computed again from the texts of the records."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Who may see new records, and whether records that were removed earlier may be added again.

    `visibility` is public, private or later; later means that everybody may see the record from the
    time `public_from` on, in microseconds since 1970. `state` is published or submitted. If `again`
    is True, records that somebody removed may be added again.
    """

    visibility: str = "public"
    public_from: int | None = None
    state: str = "published"
    again: bool = False

    @property
    def seen_from(self) -> int:
        """The time from which on everybody may see the record, in microseconds since 1970.

        It is 0 if everybody may see the record now, and `NEVER` if the record is private or only
        submitted.
        """
        if self.state != "published" or self.visibility == "private":
            return NEVER
        return 0 if self.visibility == "public" else self.public_from or NEVER


@dataclass(frozen=True, slots=True)
class Removed:
    """An earlier removal of a record, which is the reason why the record is not added again.

    `kind` is removed (by somebody) or withdrawn (for privacy). `at` is the time in microseconds
    since 1970. `shown` says whether the public could see the record before the removal.
    """

    kind: Literal["removed", "withdrawn"]
    at: int
    reason: str
    shown: bool

    @property
    def words(self) -> str:
        """The removal as text, for example "removed at 2026-01-31T12:00:00Z: wrong table"."""
        return f"{self.kind} at {format_moment(self.at)}" + (
            f": {self.reason}" if self.reason else ""
        )


@dataclass(frozen=True, slots=True)
class Added:
    """The result of adding one record.

    `outcome` is added, amended, known (the archive has the record already), refused (unreadable),
    removed or withdrawn. The last two mean that the record was removed earlier and is not added
    now; `gone` is then the earlier removal, and `judged` has the rows of the record, if it was
    audited. `status` is the audit status of a new record.
    """

    outcome: Outcome
    found: Found
    status: str = ""
    gone: Removed | None = None
    judged: Entry | None = None

    @property
    def digest(self) -> str:
        """The digest of the record; empty if the record could not be read."""
        return self.found.digest


class Writer:
    """Writes audited records into the tables of an archive, within one transaction.

    Used to add records, to replace their rows after a new audit, and to replace their texts.
    """

    def __init__(self, connection: Connection, policy: Policy | None = None) -> None:
        self._connection = connection
        self._policy = policy or Policy()

    def write_records(self, found: Sequence[Found], entries: Mapping[str, Entry]) -> list[Added]:
        """Write the records in `found` that are new to the archive.

        Return an outcome, such as added or known, for each item of `found`, in the same order.
        `entries` maps digests of audited records to their rows; new records that are missing in
        `entries` are audited here. The original files are stored, also for records that the archive
        already had.
        """
        digests = {each.digest for each in found if each.digest}
        gone = find_removed(self._connection, digests, again=self._policy.again)
        ids = ids_of(self._connection, digests)
        new: dict[str, Found] = {}
        for each in found:
            if each.digest and each.digest not in {*gone, *ids}:
                new.setdefault(each.digest, each)
        made = {digest: entries.get(digest) or each.audited() for digest, each in new.items()}
        ids |= self._new(made, new)
        kept = [each for each in found if each.digest in ids]
        self._keep_originals(kept, ids)
        return [_outcome(each, made | dict(entries), new, gone) for each in found]

    def judge_again(self, entries: Sequence[Entry]) -> int:
        """Replace the results of the last audit of records by the new audits in `entries`.

        Return the number of records that were updated. Records that the archive does not have are
        ignored. For each updated record, the log of changes gets an entry ``audited``.
        """
        ids = ids_of(self._connection, [entry.digest for entry in entries])
        stored = {entry.digest: entry for entry in entries if entry.digest in ids}
        if not stored:
            return 0
        drop_index(self._connection, list(ids.values()))
        changes = note_changes(self._connection, list(stored), "audited")
        rows = self._rows(stored.values())
        for row, change in zip(rows, changes, strict=True):
            row |= {"change": change, "own_digest": row.pop("digest")}
        named: Row = {name: bindparam(name) for name in rows[0] if name != "own_digest"}
        whose = tables.records.c.digest == bindparam("own_digest")
        self._connection.execute(update(tables.records).where(whose).values(named), rows)
        self._put_index(stored.values(), ids)
        return len(stored)

    def change_text(self, record_id: RowId, entry: Entry) -> None:
        """Replace the text of a stored record, and also its digest, its audit and its rows.

        `record_id` is the row number of the record, and `entry` has the new values. The log of
        changes gets an entry ``added`` with the new digest. Who may see the record does not change.
        """
        drop_index(self._connection, [record_id])
        (change,) = note_changes(self._connection, [entry.digest], "added")
        (row,) = self._rows([entry])
        row["change"] = change
        records, texts = tables.records, tables.texts
        self._connection.execute(update(records).where(records.c.id == record_id).values(row))
        packed = update(texts).where(texts.c.record_id == record_id).values(text=pack(entry.text))
        self._connection.execute(packed)
        self._put_index([entry], {entry.digest: record_id})

    def _new(self, made: Mapping[str, Entry], found: Mapping[str, Found]) -> dict[str, RowId]:
        if not made:
            return {}
        changes = note_changes(self._connection, list(made), "added")
        rows = self._rows(made.values())
        for row, change in zip(rows, changes, strict=True):
            original = found[row["digest"]].original
            row |= {
                "visibility": self._policy.visibility,
                "public_from": self._policy.public_from,
                "state": self._policy.state,
                "seen_from": self._policy.seen_from,
                "format": original.format if original else "mjlog",
                "added": now(),
                "change": change,
            }
        numbers = insert_many(self._connection, tables.records, rows, "id")
        ids = dict(zip(made, numbers, strict=True))
        texts = [{"record_id": ids[key], "text": pack(each.text)} for key, each in made.items()]
        self._connection.execute(insert(tables.texts), texts)
        gone = delete(tables.removals).where(tables.removals.c.digest.in_(list(made)))
        self._connection.execute(gone)
        self._put_index(made.values(), ids)
        return ids

    def _rows(self, entries: Iterable[Entry]) -> list[Row]:
        """Build one row of the table `records` for each entry.

        If a record names an event (such as a tournament) that the archive does not have yet, the
        event is added to the table of events first.
        """
        entries = list(entries)
        events = self._numbers(
            tables.events,
            {folded(each.event): each.event for each in entries if each.event},
            lambda name: {"name": name, "statistics": "players"},
        )
        return [
            {**each.record, "digest": each.digest, "event_id": events.get(folded(each.event))}
            for each in entries
        ]

    def _put_index(self, entries: Iterable[Entry], ids: Mapping[str, RowId]) -> None:
        entries = list(entries)
        several: dict[Table, list[Row]] = {
            tables.seats: self._seats(entries, ids),
            tables.deals: _collect_rows(entries, ids, lambda entry: entry.deals),
            tables.deal_seats: _collect_rows(entries, ids, lambda entry: entry.deal_seats),
            tables.items: _collect_rows(entries, ids, lambda entry: entry.items),
            tables.findings: _collect_rows(entries, ids, lambda entry: entry.findings),
            tables.words: _collect_rows(entries, ids, lambda entry: [{"folded": entry.words}]),
        }
        for table, rows in several.items():
            if rows:
                self._connection.execute(insert(table), rows)
        reports = [
            {
                "record_id": ids[entry.digest],
                "engine": entry.record["engine"],
                "made": now(),
                "body": pack(entry.report),
            }
            for entry in entries
        ]
        put_all(self._connection, tables.reports, reports, keys=("record_id", "engine"))

    def _seats(self, entries: Sequence[Entry], ids: Mapping[str, RowId]) -> list[Row]:
        names = {player_key(name): name for each in entries for name in each.players if name}
        # If two players share a name, the name means the first one, unless a person assigned the
        # seat.
        players = self._numbers(
            tables.players, names, lambda name: {"name": name, "pseudonym": new_pseudonym()}
        )
        seatings = _seatings(self._connection, [entry.digest for entry in entries])
        rows = []
        for entry in entries:
            for row, name in zip(entry.seats, entry.players, strict=False):
                if name:
                    player = seatings.get((entry.digest, row["seat"])) or players[player_key(name)]
                    whose = {"record_id": ids[entry.digest], "player_id": player}
                    rows.append({**row, **whose, "name": name})
        return rows

    def _numbers(
        self, table: Table, names: Mapping[str, str], row: Callable[[str], Row]
    ) -> dict[str, int]:
        """Return the row numbers of names in a table, for example of players; insert missing names.

        `names` maps keys to names; the result maps the same keys to row numbers. `row` is a
        function that returns the columns of a new row for a name.
        """
        asked = select(table.c.key, func.min(table.c.id)).where(table.c.key.in_(list(names)))
        numbers_by_key: dict[str, int] = dict(
            self._connection.execute(asked.group_by(table.c.key)).all()
        )
        missing = [key for key in names if key not in numbers_by_key]
        if missing:
            rows = [{**row(names[key]), "key": key} for key in missing]
            numbers = insert_many(self._connection, table, rows, "id")
            numbers_by_key |= zip(missing, numbers, strict=True)
        return numbers_by_key

    def _keep_originals(self, found: Sequence[Found], ids: Mapping[str, RowId]) -> None:
        originals = {each.original.sha256: each.original for each in found if each.original}
        numbers = self._originals(originals)
        rows = [
            {
                "record_id": ids[each.digest],
                "original_id": numbers[each.original.sha256],
                "name": each.name,
                "added": now(),
                "findings": each.remarks,
            }
            for each in found
            if each.original
        ]
        if rows:
            statement = inserting(self._connection, tables.origins)
            self._connection.execute(statement.on_conflict_do_nothing(), rows)

    def _originals(self, originals: Mapping[str, Original]) -> dict[str, int]:
        column = tables.originals.c
        asked = select(column.sha256, column.id).where(column.sha256.in_(list(originals)))
        numbers_by_mark: dict[str, int] = dict(self._connection.execute(asked).all())
        missing = [each for mark, each in originals.items() if mark not in numbers_by_mark]
        rows = [
            {
                "sha256": each.sha256,
                "format": each.format,
                "size": each.size,
                "data": each.packed,
            }
            for each in missing
        ]
        numbers = insert_many(self._connection, tables.originals, rows, "id")
        return numbers_by_mark | dict(zip([each.sha256 for each in missing], numbers, strict=True))


def _outcome(
    found: Found, made: Mapping[str, Entry], new: Mapping[str, Found], gone: Mapping[str, Removed]
) -> Added:
    if not found.digest:
        return Added("refused", found)
    if why := gone.get(found.digest):
        return Added(why.kind, found, gone=why, judged=made.get(found.digest))
    if new.get(found.digest) is not found:
        return Added("known", found)
    row = made[found.digest].record
    return Added("amended" if row["amends"] else "added", found, row["status"])


def _collect_rows(
    entries: Sequence[Entry],
    ids: Mapping[str, RowId],
    rows: Callable[[Entry], Iterable[Row]],
) -> list[Row]:
    """Return the rows of several records for one table of the archive, with the records' numbers.

    `rows` is a function that returns the rows of one entry for this table. `ids` maps the digests
    of records to their row numbers, which are added to the rows.
    """
    return [{"record_id": ids[entry.digest], **row} for entry in entries for row in rows(entry)]


def new_pseudonym() -> str:
    """Make up a random name for a player, for example "Player 3fa2b1c09d7e"."""
    return f"Player {token_hex(6)}"


def _seatings(connection: Connection, digests: Sequence[str]) -> dict[tuple[str, int], int]:
    """Read which seats were assigned to players by hand, because two players share a name.

    The result maps (digest, seat) to the number of the player who sat there. `digests` are the
    records to look up; seats that were not assigned by hand are missing in the result.
    """
    seatings = tables.seatings
    asked = select(seatings).where(seatings.c.digest.in_(digests))
    return {(digest, seat): player for digest, seat, player in connection.execute(asked)}


def find_removed(
    connection: Connection, digests: Iterable[str], *, again: bool
) -> dict[str, Removed]:
    """Find the records among `digests` that were removed earlier and must not be added again.

    The result maps the digest of such a record to its removal. If `again` is False, all removals by
    a person count; if True, only withdrawals for privacy. Records that were removed because their
    file was deleted never count.
    """
    removals = tables.removals.c
    kinds = ["withdrawn"] if again else ["withdrawn", "removed"]
    columns = (removals.digest, removals.kind, removals.at, removals.reason, removals.shown)
    asked = select(*columns).where(removals.kind.in_(kinds), removals.digest.in_(list(digests)))
    return {digest: Removed(*rest) for digest, *rest in connection.execute(asked)}


def ids_of(connection: Connection, digests: Iterable[str]) -> dict[str, RowId]:
    """Return a dict from digest to row number, for those of the `digests` that are stored."""
    records = tables.records.c
    asked = select(records.digest, records.id).where(records.digest.in_(list(digests)))
    return dict(connection.execute(asked).all())


def note_changes(connection: Connection, digests: Sequence[str], kind: str) -> list[int]:
    """Add one entry of the given kind, such as ``added``, to the log of changes for each digest.

    Return the numbers of the new entries, in the order of `digests`.
    """
    at = now()
    rows = [{"digest": digest, "kind": kind, "at": at} for digest in digests]
    return insert_many(connection, tables.changes, rows, "number")


def drop_index(connection: Connection, numbers: Sequence[RowId]) -> None:
    """Delete all rows that were computed from the texts of records, such as deals and seats.

    `numbers` are the row numbers of the records. Their texts and audit reports stay.
    """
    for table in INDEX_TABLES:
        connection.execute(delete(table).where(table.c.record_id.in_(numbers)))


def insert_many(
    connection: Connection, table: Table, rows: Sequence[Row], number: str
) -> list[int]:
    """Insert rows into a table, and return the new rows' values of the column `number`.

    The values come in the order of `rows`; for example, they are the new row numbers.
    """
    if not rows:
        return []
    statement = insert(table).returning(table.c[number], sort_by_parameter_order=True)
    return list(connection.execute(statement, list(rows)).scalars())


def inserting(connection: Connection, table: Table) -> Any:
    """Build an insert statement in the SQL dialect of the connected database.

    Only the statements of a dialect, SQLite or PostgreSQL, can ignore or update rows that exist
    already. The SQLAlchemy module of the other dialect is not imported.
    """
    dialect = import_module(f"sqlalchemy.dialects.{connection.dialect.name}")
    return dialect.insert(table)


def put_all(connection: Connection, table: Table, rows: Sequence[Row], keys: Sequence[str]) -> None:
    """Insert rows, or update existing rows that have the same values in the columns `keys`."""
    if not rows:
        return
    statement = inserting(connection, table)
    rest = {name: statement.excluded[name] for name in rows[0] if name not in keys}
    connection.execute(
        statement.on_conflict_do_update(index_elements=list(keys), set_=rest), list(rows)
    )


def upsert(connection: Connection, table: Table, row: Row, keys: Sequence[str]) -> None:
    """Insert a row, or update the existing row that has the same values in the columns `keys`."""
    put_all(connection, table, [row], keys)


def put_new(connection: Connection, table: Table, row: Row) -> None:
    """Insert a row; do nothing if a row with the same key exists."""
    statement = inserting(connection, table).values(row)
    connection.execute(statement.on_conflict_do_nothing())
