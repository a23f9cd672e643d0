"""Forgets a player: replaces the name everywhere in the archive, and wipes its bytes from the disk.

Changed records get new digests. The archive answers *withdrawn* for the old digests, and does not
add records with these digests again. An original file that cannot be rewritten safely is deleted
and reported.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from sqlalchemy import Column, Connection, Table, delete, func, or_, select, update

from mjlog.archive.adding import jobs
from mjlog.archive.adding.entry import canonical, entry_of, game_of, pack, player_key, unpack
from mjlog.archive.adding.reading import found_in_bytes, original_of
from mjlog.archive.adding.writer import Writer
from mjlog.archive.privacy.renaming import Renaming
from mjlog.archive.questions.words import folded
from mjlog.archive.storage import tables
from mjlog.archive.storage.database import ArchiveError, convert_errors, reason_of_failure, shown
from mjlog.archive.store import Archive, id_of, note_change, note_removal, take_out
from mjlog.model.record import Game

REASON: Final = "a player of this record was forgotten"
AT_A_TIME: Final = 500
_records: Final = tables.records.c
_players: Final = tables.players.c
_seats: Final = tables.seats.c
FREE_TEXTS: Final[tuple[tuple[Table, str], ...]] = (
    (tables.origins, "name"),
    (tables.removals, "reason"),
    (tables.tokens, "name"),
    (tables.writes, "token"),
    (tables.writes, "what"),
    (tables.events, "name"),
)
"""Columns that may hold a name among other words."""
FREE_JSON: Final = ((tables.origins, "findings"), (tables.files, "refused"))


@dataclass(slots=True)
class Forgotten:
    """The result of forgetting a player: what was changed, and where the name still is.

    `records` maps old to new digests. `rewritten` is the number of changed original files,
    `dropped` has the names of deleted original files. `unwatched` is the number of watched files
    with the name in their path. `left` has the digests of records that still contain the name,
    `parts` the digests of records in which the name is part of a longer word. `namesakes` is True
    if other players keep the same name. `unwiped` says why old bytes are still in the database
    file; it is empty if there are none.
    """

    pseudonym: str
    records: dict[str, str] = field(default_factory=dict)
    rewritten: int = 0
    dropped: list[str] = field(default_factory=list)
    unwatched: int = 0
    namesakes: bool = False
    left: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    unwiped: str = "nothing was wiped yet"


def forget(archive: Archive, number: int) -> Forgotten:
    """Replace a player's names everywhere in the archive by the player's pseudonym.

    `number` is the player's number; names of players merged into this player are replaced, too.
    Either all names are replaced or none. Afterwards the database is written again, to wipe old
    bytes. If that fails, `unwiped` of the result says why; call the function again to try again.
    """
    with archive.writing() as connection:
        work = _Forgetting(connection, number)
        work.run()
    try:
        wipe(archive)
        work.done.unwiped = ""
    except ArchiveError as problem:
        work.done.unwiped = str(problem)
    return work.done


class _Forgetting:
    """One run of forgetting a player: replaces the player's names within one transaction."""

    def __init__(self, connection: Connection, number: int) -> None:
        self.connection = connection
        own = or_(_players.id == number, _players.merged_into == number)
        self.group = [*connection.execute(select(_players.id).where(own)).scalars()]
        self.group += self._written_otherwise()
        pseudonym = connection.execute(
            select(_players.pseudonym).where(_players.id == number)
        ).scalar()
        self.keys, names = self._names()
        self.renaming = Renaming(tuple(names), str(pseudonym))
        self.done = Forgotten(str(pseudonym), namesakes=self._has_namesakes())
        self.seats: dict[int, set[int]] = {}

    def _names(self) -> tuple[list[str], list[str]]:
        rows = self.connection.execute(
            select(_players.key, _players.name).where(_players.id.in_(self.group))
        ).all()
        written = self.connection.execute(
            select(_seats.name).where(_seats.player_id.in_(self.group)).distinct()
        ).scalars()
        return [key for key, _ in rows], sorted({*written, *(name for _, name in rows)})

    def _written_otherwise(self) -> list[int]:
        """Find players in the archive who are the forgotten person under another spelling.

        Earlier versions of mjlog stored `Quartz, Ana` and `Ana Quartz` as two players; now both
        names have the same key. Return the row numbers of such players.
        """
        rows = self.connection.execute(select(_players.id, _players.key, _players.name)).all()
        own = [row for row in rows if row.id in self.group]
        stored = {row.key for row in own}
        keys = {player_key(row.name) for row in own}
        return [
            row.id
            for row in rows
            if row.id not in self.group and row.key not in stored and player_key(row.name) in keys
        ]

    def _has_namesakes(self) -> bool:
        """Return whether another player, who is not forgotten, has the same name.

        If so, the name is replaced only in the records of the forgotten player.
        """
        others = select(func.count()).where(
            _players.key.in_(self.keys), _players.id.not_in(self.group)
        )
        return bool(self.connection.execute(others).scalar())

    def run(self) -> None:
        """Replace the player's names in all tables.

        Do nothing if the player was forgotten before.
        """
        if self.renaming.names == (self.renaming.pseudonym,):
            return
        sat = select(_seats.record_id, _seats.seat).where(_seats.player_id.in_(self.group))
        for record_id, seat in self.connection.execute(sat):
            self.seats.setdefault(record_id, set()).add(seat)
        if not self.done.namesakes:
            self._find_mentions()
        self._rename_player()
        self._rewrite_texts()
        self._rewrite_records()
        self._rewrite_originals()
        self._rewrite_files()
        self._rewrite_jobs()
        if not self.done.namesakes:
            self._find_parts()

    def _find_parts(self) -> None:
        """Find records that still contain the name, but only as a part of a longer word.

        There the name is not replaced. The digests of these records are added to `done.parts`, so
        that a person can look at them.
        """
        for record_id, packed in self._all(tables.texts, tables.texts.c.record_id, "text"):
            text = unpack(packed)
            if self.renaming.may_be_part_of(text) and self.renaming.is_part_of(game_of(text)):
                asked = select(_records.digest).where(_records.id == record_id)
                self.done.parts.append(str(self.connection.execute(asked).scalar()))

    def _find_mentions(self) -> None:
        """Find records that mention the name although the player did not play in the game.

        The name may be in a comment, for example. The records are added to `seats` with an empty
        set of seats, so that they are rewritten, too.
        """
        for record_id, packed in self._all(tables.texts, tables.texts.c.record_id, "text"):
            text = unpack(packed)
            if record_id not in self.seats and self.renaming.is_in_bytes(text):
                game = game_of(text)
                if canonical(self.renaming.game(game)) != canonical(game):
                    self.seats[record_id] = set()

    def _all(self, table: Table, number: Column[Any], name: str) -> Iterator[tuple[int, Any]]:
        """Yield, for each row of a table, the values of its columns `number` and `name`.

        The rows are sorted by `number`. At most 500 rows are in memory at a time.
        """
        last = 0
        while True:
            asked = select(number, table.c[name]).where(number > last).order_by(number)
            rows = self.connection.execute(asked.limit(AT_A_TIME)).all()
            yield from ((row[0], row[1]) for row in rows)
            if len(rows) < AT_A_TIME:
                return
            last = rows[-1][0]

    def _rename_player(self) -> None:
        pseudonym = self.renaming.pseudonym
        row = {"name": pseudonym, "key": player_key(pseudonym)}
        self.connection.execute(
            update(tables.players).where(_players.id.in_(self.group)).values(row)
        )

    def _rewrite_texts(self) -> None:
        """Replace the name in texts outside of records. Do nothing if there is a namesake.

        A namesake is another player of the same name. The texts are names of files, events and
        tokens, reasons of removals, and the log of writes.
        """
        if self.done.namesakes:
            return
        for table, name in FREE_TEXTS:
            self._rewrite_column(table, name, self.renaming.words)
        for table, name in FREE_JSON:
            self._rewrite_column(table, name, self.renaming.json)
        for number, name in self.connection.execute(
            select(tables.events.c.id, tables.events.c.name)
        ).all():
            self.connection.execute(
                update(tables.events)
                .where(tables.events.c.id == number, tables.events.c.key != folded(name))
                .values(key=folded(name))
            )

    def _rewrite_column(self, table: Table, name: str, rewritten: Any) -> None:
        column = table.c[name]
        for words in self.connection.execute(select(column).distinct()).scalars().all():
            if self.renaming.occurs_in(words):
                self.connection.execute(
                    update(table).where(column == words).values({name: rewritten(words)})
                )

    # ----------------------------------------------------------------------- records

    def _rewrite_records(self) -> None:
        """Replace the name in all records that contain it, and update the records that amend them.

        An amending (correcting) record contains the digest of the record that it amends. This
        digest changes with the text, so the amended record is rewritten first.
        """
        left = self._with_descendants()
        while left:
            # A record comes after the one that it amends.
            self._rewrite_record(left.take())

    def _with_descendants(self) -> _Line:
        line = _Line()
        numbers = list(self.seats)
        while numbers:
            asked = select(_records.id, _records.digest, _records.amends)
            rows = self.connection.execute(asked.where(_records.id.in_(numbers))).all()
            for number, digest, amends in rows:
                line.put(number, digest, amends)
            amending = select(_records.id).where(_records.amends.in_([row[1] for row in rows]))
            numbers = [
                number
                for number in self.connection.execute(amending).scalars()
                if number not in line
            ]
        return line

    def _rewrite_record(self, number: int) -> None:
        asked = (
            select(_records.digest, tables.texts.c.text)
            .join(tables.texts)
            .where(_records.id == number)
        )
        old, packed = self.connection.execute(asked).one()
        game = self._amending(game_of(unpack(packed)))
        new, text = canonical(self.renaming.game(game, self.seats.get(number, ())))
        if new == old:
            return
        self.done.records[old] = new
        note_removal(self.connection, number, "withdrawn", REASON)
        note_change(self.connection, old, "withdrawn")
        if id_of(self.connection, new) is not None:
            take_out(self.connection, number)
            return
        self.connection.execute(
            update(tables.seatings).where(tables.seatings.c.digest == old).values(digest=new)
        )
        self._rewrite_reports(number, old, new)
        Writer(self.connection).change_text(number, entry_of(new, text))
        if self.renaming.is_in_bytes(text):
            self.done.left.append(new)

    def _amending(self, game: Game) -> Game:
        """Return a copy of an amending record that names the amended record by its new digest.

        An amending record corrects another one, whose digest is in the header ``Amends``. If the
        amended record was not rewritten, the header stays the same.
        """
        new = self.done.records
        headers = tuple(
            replace(each, value=new.get(each.value.strip().lower(), each.value))
            if each.key == "Amends"
            else each
            for each in game.headers
        )
        return replace(game, headers=headers)

    def _rewrite_reports(self, number: int, old: str, new: str) -> None:
        """Replace the name by the pseudonym in all stored audit reports of a record.

        `number` is the row number of the record. Its digest has changed from `old` to `new`, and is
        replaced in the reports, too.
        """
        reports = tables.reports
        asked = select(reports.c.engine, reports.c.body).where(reports.c.record_id == number)
        for engine, body in self.connection.execute(asked).all():
            renamed = self.renaming.json(unpack(body).decode()).replace(old, new)
            self.connection.execute(
                update(reports)
                .where(reports.c.record_id == number, reports.c.engine == engine)
                .values(body=pack(renamed.encode()))
            )

    # ----------------------------------------------------------------------- original files

    def _rewrite_originals(self) -> None:
        for number, packed in list(self._all(tables.originals, tables.originals.c.id, "data")):
            data = unpack(packed)
            expected = self._digests_of(number)
            if self._concerns(data, expected):
                self._rewrite_original(number, data, expected)

    def _digests_of(self, number: int) -> set[str]:
        asked = (
            select(_records.digest)
            .join(tables.origins, tables.origins.c.record_id == _records.id)
            .where(tables.origins.c.original_id == number)
        )
        return set(self.connection.execute(asked).scalars())

    def _concerns(self, data: bytes, digests: set[str]) -> bool:
        if digests & set(self.done.records.values()):
            return True
        return not self.done.namesakes and self.renaming.is_in_file(data)

    def _rewrite_original(self, number: int, data: bytes, expected: set[str]) -> None:
        """Replace the name in an original file, or delete the file if that is not possible.

        `number` is the row number of the file and `data` its bytes. `expected` has the digests of
        the records that must result from the changed file. The file is deleted if one of these
        records is missing, if the name is still in it, or if it now equals another original.
        """
        renamed = self.renaming.bytes(data)
        for old, new in self.done.records.items():
            renamed = renamed.replace(old.encode(), new.encode())
        digests = {each.digest for each in found_in_bytes(renamed, self._name_of(number))}
        originals = tables.originals
        made = original_of(renamed, "")
        namesake = select(originals.c.id).where(
            originals.c.sha256 == made.sha256, originals.c.id != number
        )
        is_right = expected <= digests and not self.renaming.is_in_file(renamed)
        if is_right and self.connection.execute(namesake).scalar() is None:
            self.done.rewritten += 1
            row = {"sha256": made.sha256, "size": made.size, "data": made.packed}
            self.connection.execute(update(originals).where(originals.c.id == number).values(row))
            return
        self._drop_original(number)

    def _name_of(self, number: int) -> str:
        """Return the name of the original file with the row number `number`.

        A game number after a colon (`day.xlsx:2`) is cut off.
        """
        origins = tables.origins.c
        asked = select(origins.name).where(origins.original_id == number).limit(1)
        name, _, rest = str(self.connection.execute(asked).scalar() or "").rpartition(":")
        return name if name and rest.isdecimal() else f"{name}{rest}"

    def _drop_original(self, number: int) -> None:
        origins = tables.origins
        is_of_it = origins.c.original_id == number
        names = self.connection.execute(select(origins.c.name).where(is_of_it)).scalars()
        self.done.dropped += sorted(set(names))
        self.connection.execute(delete(origins).where(is_of_it))
        self.connection.execute(delete(tables.originals).where(tables.originals.c.id == number))

    def _rewrite_files(self) -> None:
        """Replace old digests in the table of watched files; delete rows with the name in the path.

        If another player has the same name, no row is deleted. All stored answers to requests are
        deleted, too, because they may contain the name.
        """
        files = tables.files
        for path, digests in self.connection.execute(select(files.c.path, files.c.digests)).all():
            is_file = files.c.path == path
            if not self.done.namesakes and self.renaming.occurs_in(path):
                self.done.unwatched += 1
                self.connection.execute(delete(files).where(is_file))
                continue
            renamed = digests
            for old, new in self.done.records.items():
                renamed = renamed.replace(old, new)
            if renamed != digests:
                self.connection.execute(update(files).where(is_file).values(digests=renamed))
        # Stored answers may contain names. They are only needed if a client repeats a request.
        self.connection.execute(delete(tables.answers))

    # ----------------------------------------------------------------------- waiting jobs

    def _rewrite_jobs(self) -> None:
        """Replace the name in the files and the results of all background jobs."""
        for name in jobs.names_of_jobs(self.connection):
            files, outcomes = jobs.contents(self.connection, name)
            kept = [each for each in (self._job_file(file) for file in files) if each is not None]
            jobs.replace_contents(self.connection, name, kept, self.renaming.json(outcomes))

    def _job_file(self, file: jobs.File) -> jobs.File | None:
        """Replace the name in a file of a background job, and return the changed file.

        If the name cannot be replaced, add the file's name to `done.dropped`, and return None.
        """
        name, data = file
        if not self.renaming.is_in_file(data):
            return self.renaming.words(name), data
        renamed = self.renaming.bytes(data)
        if not self.renaming.is_in_file(renamed):
            return self.renaming.words(name), renamed
        self.done.dropped.append(self.renaming.words(name))
        return None


class _Line:
    """A queue of records to rewrite, in which a record comes after the record that it amends."""

    def __init__(self) -> None:
        self._digests: dict[int, str] = {}
        self._amends: dict[int, str | None] = {}

    def __contains__(self, number: object) -> bool:
        return number in self._digests

    def __bool__(self) -> bool:
        return bool(self._digests)

    def put(self, number: int, digest: str, amends: str | None) -> None:
        """Add a record to the queue: its row number and its digest.

        `amends` is the digest of the record that it amends (corrects), None if it amends no record.
        """
        self._digests[number] = digest
        self._amends[number] = amends

    def take(self) -> int:
        """Remove the next record from the queue, and return its row number.

        The next record is one that does not amend another record of the queue. If there is none,
        because records amend each other in a circle, any record is removed.
        """
        left = set(self._digests.values())
        number = next(
            (each for each, amends in self._amends.items() if amends not in left),
            next(iter(self._digests)),
        )
        del self._digests[number], self._amends[number]
        return number


# --------------------------------------------------------------------------- old bytes


def wipe(archive: Archive) -> None:
    """Write the whole database again, so that no bytes of deleted data stay on the disk.

    Raises ArchiveError if that is not possible now, for example because another program has the
    archive open. The data in the archive do not change.
    """
    where = shown(archive.where)
    if archive.engine.dialect.name != "sqlite":
        whole = archive.engine.execution_options(isolation_level="AUTOCOMMIT")
        with convert_errors(archive.where), whole.connect() as connection:
            connection.exec_driver_sql("VACUUM (FULL)")
        return
    archive.engine.dispose()
    raw = archive.engine.raw_connection()
    try:
        is_wiped = _wiped(raw.cursor())
    except sqlite3.Error as problem:
        raise ArchiveError(f"{where}: {reason_of_failure(str(problem))}") from problem
    finally:
        raw.close()
    if not is_wiped:
        raise ArchiveError(f"{where}: another program has the archive open; close it first")


def _wiped(cursor: Any) -> bool:
    """Write the SQLite file again, and empty its write-ahead log; return whether the log is empty.

    The log cannot be emptied while another program has the file open; then the result is False.
    """
    indexed = "SELECT count(*) FROM sqlite_master WHERE name = 'word_index'"
    if cursor.execute(indexed).fetchone()[0]:
        cursor.execute("INSERT INTO word_index(word_index) VALUES ('rebuild')")
    cursor.execute("VACUUM")
    cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    is_busy, *_ = cursor.fetchone()
    return not is_busy
