"""The list of a folder's records: a table in the database that is the folder's cache.

The list stays after the program ends, so that no record is read twice. Filters and orders are
queries of the database. Several servers may share the list.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal, TypeVar
from urllib.parse import unquote_to_bytes

from sqlalchemy import ColumnElement, Connection, delete, func, insert, or_, select, update

from mjlog.archive.adding.watching import Seen, file_row, key_of
from mjlog.archive.adding.writer import upsert
from mjlog.archive.judging_version import engine
from mjlog.archive.storage import tables
from mjlog.archive.storage.cache_tables import listed as table_of_list
from mjlog.archive.store import Archive
from mjlog.model.findings import Answer, Finding
from webviewer.parts.results.summary import Ending
from webviewer.records.library import Entry, KnownFile

Status = Literal["clean", "unverified", "warnings", "errors", "unreadable", "unread"]
STATUS: Final[tuple[Status, ...]] = ("clean", "unverified", "warnings", "errors", "unreadable")
GROUPS: Final[Mapping[str, tuple[Status, ...]]] = {
    "fine": ("clean", "unverified"),
    "faulty": ("warnings", "errors", "unreadable"),
}
"""The statuses of records without and with faults, which the first page separates."""
ON_A_PAGE: Final = 100
TOGETHER: Final = 400
"""The most keys in one query."""
listed: Final = table_of_list.c
Row = dict[str, Any]
Key = tuple[str, int]
One = TypeVar("One")


@dataclass(frozen=True, slots=True)
class RecordRow:
    """One record or score sheet in the list.

    `slug` is its name in URLs. `points` are the recorded final points, empty if there are none.
    `ending` is how its only deal ended or, if it has several deals, its biggest win. `faults` has
    the codes of its first faults (errors and warnings), `where` its round and table, `why` the
    reasons if it cannot be read.
    """

    slug: str
    name: str
    title: str = ""
    rules: str = ""
    rules_title: str = ""
    date: str = ""
    places: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    deals: int = 0
    findings: int = 0
    claims: Mapping[Answer, int] = field(default_factory=dict)
    status: Status = "unread"
    why: tuple[Finding, ...] = ()
    is_sheet: bool = False
    ending: Ending | None = None
    faults: tuple[str, ...] = ()
    where: tuple[str, ...] = ()

    @property
    def heading(self) -> str:
        """The text by which the list shows this record: its title or, without one, its players.

        Without title and players, it is the title of the rules or, without rules, the file's name.
        """
        players = " – ".join(player for player in self.players if player)
        return self.title or players or self.rules_title or self.name.rpartition("/")[2]

    @property
    def is_titled(self) -> bool:
        """Whether the list shows the players' names in addition to `heading`.

        It is False only if there are names but no title, because `heading` then consists of the
        names.
        """
        return bool(self.title) or not any(self.players)

    @property
    def seated(self) -> list[tuple[str, int | None, bool]]:
        """The players as tuples: name, final points (None if unknown), whether the player won.

        The player with the most points comes first; without points, the order is that of the seats.
        If all points are equal, nobody has won.
        """
        if len(self.points) != len(self.players):
            return [(player, None, False) for player in self.players]
        best = max(self.points, default=0)
        level = min(self.points, default=0) == best
        ranked = sorted(zip(self.players, self.points, strict=True), key=lambda each: -each[1])
        return [(p, n, n == best and not level) for p, n in ranked]


@dataclass(frozen=True, slots=True)
class Query:
    """The filters, the order and the page number with which a visitor asks for the list.

    `player` and `event` match any part of the text, in upper or lower case; `rules` must match
    exactly. `status` is one status, or the group `fine` or `faulty`. `since` and `until` are years,
    months or days.
    """

    rules: str = ""
    player: str = ""
    event: str = ""
    since: str = ""
    until: str = ""
    status: str = ""
    sort: str = ""
    page: int = 1

    @property
    def filters(self) -> dict[str, Any]:
        """The filters that are not empty, as a dict from the field's name to the value."""
        names = ("rules", "player", "event", "since", "until", "status")
        return {name: value for name in names if (value := getattr(self, name))}

    @property
    def is_plain(self) -> bool:
        """Whether the query asks for the whole list in its usual order, without any filter."""
        return not self.filters and not self.sort


@dataclass(frozen=True, slots=True)
class Found:
    """One page of the list, as found for a query.

    `number` is the number of rows on all pages, `last` the number of the last page, `unread` the
    number of records that have not been read yet. `is_remembered` is True if the folder has not
    been searched since the program began, so that new files may be missing.
    """

    rows: tuple[RecordRow, ...]
    number: int
    last: int
    unread: int
    is_remembered: bool = False


@dataclass(frozen=True, slots=True)
class Synced:
    """The result of comparing the list with the files that exist.

    `fresh` has the names of records that must be read. `renamed` has the records that the list has
    under a different name, because another server entered them first; it maps the name that this
    process chose to the name in the list.
    """

    renamed: Mapping[str, str]
    fresh: tuple[str, ...]


SORTS: Final[Mapping[str, tuple[ColumnElement[Any], ...]]] = {
    "name": (listed.name,),
    "title": (listed.title_key,),
    "date": (listed.date,),
    "rules": (listed.rules_title,),
    "deals": (listed.deals,),
    "findings": (listed.findings, listed.gravity),
}
_AS_LISTED: Final = (listed.ordered, listed.place)


class KeptList:
    """The list of one folder's records, stored in the folder's cache."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive

    # ----------------------------------------------------------------------- files

    def files(self) -> dict[Path, KnownFile]:
        """Return the files that the stored list knows, as a dict from path to `KnownFile`.

        A `KnownFile` has the records in the file. The files are in the order of the list; files
        without records come last.
        """
        with self.archive.reading() as connection:
            files = connection.execute(select(tables.files)).all()
            rows = connection.execute(select(*_OF_ENTRY).order_by(*_AS_LISTED)).all()
        of_file: dict[str, list[Entry]] = {row.path: [] for row in rows}
        paths = {key: path_of(key) for key in {*of_file, *(row.path for row in files)}}
        for row in rows:
            path = paths[row.path]
            of_file[row.path].append(
                Entry(row.slug, row.name, path, row.place, row.packed, row.mark, row.is_sheet)
            )
        states = {row.path: row for row in files}
        files_by_path = {key: _known(states[key], of_file[key]) for key in of_file if key in states}
        rest = {key: _known(row, []) for key, row in states.items() if key not in of_file}
        return {paths[key]: file for key, file in (files_by_path | rest).items()}

    def sync(self, files: Mapping[Path, KnownFile]) -> Synced:
        """Bring the stored list up to date with `files`, the files that exist now.

        Records of changed files are marked as unread; records of missing files are removed. The
        result says which records must be read.
        """
        with self.archive.writing() as connection:
            wanted = {key_of(path): file for path, file in files.items()}
            self._note_files(connection, wanted)
            return self._note_entries(connection, wanted)

    @staticmethod
    def _note_files(connection: Connection, wanted: Mapping[str, KnownFile]) -> None:
        rows = connection.execute(select(tables.files)).all()
        states = {row.path: ((row.modified, row.size), row.sha256) for row in rows}
        changed = [
            key for key, file in wanted.items() if states.get(key) != (file.stamp, file.mark)
        ]
        for key in (*(states.keys() - wanted.keys()), *changed):
            connection.execute(delete(tables.files).where(tables.files.c.path == key))
        if changed:
            seen = (Seen(wanted[key].stamp, wanted[key].mark, ()) for key in changed)
            rows_of_them = list(map(file_row, changed, seen))
            connection.execute(insert(tables.files), rows_of_them)

    @staticmethod
    def _note_entries(connection: Connection, wanted: Mapping[str, KnownFile]) -> Synced:
        asked = select(listed.path, listed.place, listed.mark, listed.slug)
        rows_by_entry = {(row.path, row.place): row for row in connection.execute(asked)}
        entries = {(key, each.place): each for key, file in wanted.items() for each in file.entries}
        marks = {key: row.mark for key, row in rows_by_entry.items()}
        changed = [key for key, entry in entries.items() if marks.get(key) != entry.mark]
        pairs = [
            (entries[key].slug, rows_by_entry[key].slug) for key in entries if key in rows_by_entry
        ]
        renamed = {slug: before for slug, before in pairs if slug != before}
        gone = rows_by_entry.keys() - entries.keys()
        for path, place in (*gone, *(key for key in changed if key in rows_by_entry)):
            old = delete(table_of_list).where(listed.path == path, listed.place == place)
            connection.execute(old)
        if changed:
            rows = [_unread(key, entries[key], renamed) for key in changed]
            connection.execute(insert(table_of_list), rows)
        if changed or gone:
            mark_list_changed(connection)
        fresh = [entries[key].slug for key in changed]
        return Synced(renamed, tuple(renamed.get(slug, slug) for slug in fresh))

    def vanished_records(self) -> list[str]:
        """Return the digests of archived records that are in no file of the folder any more.

        A digest is a hash of the record. As long as the list has an unread record, the result is
        empty, because the unread record could have one of these digests.
        """
        records = tables.records.c
        held = select(listed.digest).where(listed.digest.is_not(None))
        unread = select(listed.path).where(listed.status == "unread").exists()
        asked = select(records.digest).where(records.digest.not_in(held), ~unread)
        with self.archive.reading() as connection:
            return list(connection.execute(asked).scalars())

    # ----------------------------------------------------------------------- rows

    def unread(self, slugs: Sequence[str] | None = None, most: int = TOGETHER) -> list[str]:
        """Return the names in URLs of at most `most` records that have not been read yet.

        They are in the order of the list. If `slugs` is given, only records with these names are
        returned.
        """
        return self._slugs(listed.status == "unread", slugs, most)

    def unfinished(self, most: int = TOGETHER) -> list[str]:
        """Return the names in URLs of at most `most` records that must be audited again.

        These are records that another version of the rules audited, and records that the archive
        does not have.
        """
        is_other = listed.engine.not_in(["", engine()])
        is_missing = listed.digest.not_in(select(tables.records.c.digest))
        return self._slugs(or_(is_other, is_missing), None, most)

    def _slugs(
        self, condition: ColumnElement[bool], slugs: Sequence[str] | None, most: int
    ) -> list[str]:
        asked = select(listed.slug).where(condition).order_by(*_AS_LISTED).limit(most)
        if slugs is not None:
            asked = asked.where(listed.slug.in_(slugs))
        with self.archive.reading() as connection:
            return list(connection.execute(asked).scalars())

    def number_unread(self) -> int:
        """Count the records that have not been read yet."""
        with self.archive.reading() as connection:
            return _number(connection, listed.status == "unread")

    def write(self, rows: Iterable[tuple[Entry, str | None, RecordRow]]) -> None:
        """Store in the list what was found out about records that were just read.

        Each item of `rows` has the record's entry, its digest (None if unreadable), and the values
        to show. An item is skipped if the file has changed since the record was read.
        """
        with self.archive.writing() as connection:
            for entry, digest, row in rows:
                same = (listed.path == key_of(entry.path), listed.place == entry.place)
                values = _values(row) | {"digest": digest}
                written = update(table_of_list).where(*same, listed.mark == entry.mark)
                connection.execute(written.values(values))
            mark_list_changed(connection)

    def row(self, slug: str) -> RecordRow | None:
        """Return what the list shows of one record, such as its title, players and audit result.

        `slug` is the record's name in URLs. Return None if there is no such record.
        """
        with self.archive.reading() as connection:
            row = connection.execute(select(table_of_list).where(listed.slug == slug)).first()
        return _to_row(row) if row else None

    def digest_of(self, slug: str) -> str | None:
        """Return the digest (a hash of the content) of the record with this name in URLs.

        Return None if there is no such record, or if its digest is unknown because it was not read.
        """
        with self.archive.reading() as connection:
            asked = select(listed.digest).where(listed.slug == slug)
            return connection.execute(asked).scalar()

    def version(self) -> str:
        """Return the version of the list, a number as text, which increases at every change."""
        with self.archive.reading() as connection:
            return _version(connection)

    def find(self, query: Query, *, tells_unread: bool = True) -> Found:
        """Return one page of the list of records: the records that match the filters of `query`.

        The result also has the number of all matches and of pages. If `tells_unread` is True, it
        also counts the records that were not read yet; otherwise that count is 0. Unread records
        match only a query without filters and order.
        """
        conditions = [] if query.is_plain else [listed.status != "unread", *_conditions(query)]
        columns = SORTS.get(query.sort.removeprefix("-"), ())
        order = [column.desc() if query.sort.startswith("-") else column for column in columns]
        with self.archive.reading() as connection:
            number = _number(connection, *conditions)
            asked = (
                select(table_of_list)
                .where(*conditions)
                .order_by(*order, *_AS_LISTED)
                .limit(ON_A_PAGE)
                .offset(min((query.page - 1) * ON_A_PAGE, number) if query.page > 0 else 0)
            )
            rows = tuple(_to_row(each) for each in connection.execute(asked))
            unread = _number(connection, listed.status == "unread") if tells_unread else 0
        return Found(rows, number, max(1, math.ceil(number / ON_A_PAGE)), unread)


# --------------------------------------------------------------------------- questions


def _number(connection: Connection, *conditions: ColumnElement[bool]) -> int:
    asked = select(func.count()).select_from(table_of_list).where(*conditions)
    return connection.execute(asked).scalar() or 0


def _conditions(query: Query) -> Iterator[ColumnElement[bool]]:
    if query.rules:
        yield listed.rules == query.rules
    if query.status:
        yield listed.status.in_(GROUPS.get(query.status, (query.status,)))
    if query.player:
        yield _holds(listed.player_keys, query.player)
    if query.event:
        yield or_(*(_holds(each, query.event) for each in (listed.title_key, listed.place_keys)))
    if query.since:
        yield listed.date >= query.since
    if query.until:
        yield listed.date != ""
        yield func.substr(listed.date, 1, len(query.until)) <= query.until


def _holds(column: ColumnElement[str], words: str) -> ColumnElement[bool]:
    return column.contains(words.casefold(), autoescape=True)


def mark_list_changed(connection: Connection) -> None:
    """Increase the version number of the list, because the list has changed.

    Call this in the database transaction of the change. Pages notice changes by comparing the
    version number.
    """
    number = int(_version(connection)) + 1
    upsert(connection, tables.meta, {"name": "list", "value": str(number)}, keys=("name",))


def _version(connection: Connection) -> str:
    asked = select(tables.meta.c.value).where(tables.meta.c.name == "list")
    return connection.execute(asked).scalar() or "0"


# --------------------------------------------------------------------------- rows of the table

ROWS: Final = 2_000
"""Rows that a process keeps as it read them last."""
_OF_ENTRY: Final = (
    listed.path,
    listed.place,
    listed.slug,
    listed.name,
    listed.packed,
    listed.mark,
    listed.is_sheet,
)


def path_of(key: str) -> Path:
    """Return the path of a file from its key in the database.

    A key is the path with special bytes written as `%XX`.
    """
    return Path(os.fsdecode(unquote_to_bytes(key)))


def _known(state: Any, entries: list[Entry]) -> KnownFile:
    return KnownFile((state.modified, state.size), state.sha256, tuple(entries))


def _unread(key: Key, entry: Entry, renamed: Mapping[str, str]) -> Row:
    """Return the database row for `entry`, a record that was not read yet.

    `key` is the file's path and the number of the record in the file. `renamed` maps the name in
    URLs that this process chose for a record to a different name that the database has for it.
    """
    return _values(RecordRow(entry.slug, entry.name, is_sheet=entry.is_sheet)) | {
        "path": key[0],
        "place": key[1],
        "slug": renamed.get(entry.slug, entry.slug),
        "name": entry.name,
        # The files of folder `a` come before a file such as `a-b`.
        "ordered": key[0].replace("/", "\x01"),
        "mark": entry.mark,
        "packed": entry.packed,
        "digest": None,
        "engine": "",
    }


def _values(row: RecordRow) -> Row:
    rest = {
        "players": row.players,
        "points": row.points,
        "claims": row.claims,
        "why": [(each.code, each.severity, each.message) for each in row.why],
        "ending": row.ending,
        "faults": row.faults,
        "where": row.where,
    }
    return {
        "is_sheet": row.is_sheet,
        "engine": engine() if row.status != "unread" else "",
        "status": row.status,
        "title": row.title,
        "title_key": row.title.casefold(),
        "place_keys": "\n".join(row.places).casefold(),
        "player_keys": "\n".join(row.players).casefold(),
        "rules": row.rules,
        "rules_title": row.rules_title,
        "date": row.date,
        "deals": row.deals,
        "findings": row.findings,
        "gravity": STATUS.index(row.status) if row.status in STATUS else 0,
        "told": json.dumps(rest),
    }


@lru_cache(maxsize=ROWS)
def _to_row(row: Any) -> RecordRow:
    rest = json.loads(row.told)
    ending = rest.get("ending")  # rows of older lists have no ending
    return RecordRow(
        row.slug,
        row.name,
        row.title,
        row.rules,
        row.rules_title,
        row.date,
        (),
        tuple(rest["players"]),
        tuple(rest["points"]),
        row.deals,
        row.findings,
        rest["claims"],
        row.status,
        tuple(Finding(*each) for each in rest["why"]),
        row.is_sheet,
        Ending(*ending) if ending else None,
        tuple(rest.get("faults", ())),
        tuple(rest.get("where", ())),
    )
