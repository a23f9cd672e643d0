"""Checks that an archive is complete and undamaged, and computes its index again from the texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

from sqlalchemy import func, select

from mjlog.archive.adding.entry import Entry, entry_of, unpack
from mjlog.archive.adding.writer import INDEX_TABLES
from mjlog.archive.judging_version import engine
from mjlog.archive.storage import tables
from mjlog.archive.store import Archive
from mjlog.archive.view import KEEPER, View, viewing
from mjlog.model.notebook_display import counted

AT_A_TIME = 500


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in an archive. `what` is a sentence about the fault, `digest` the record concerned.

    `digest` is empty if the fault does not concern a single record.
    """

    digest: str
    what: str


def verify(archive: Archive) -> Iterator[Fault]:
    """Check whether an archive is damaged, and yield a `Fault` for each problem.

    The database file, the texts of the records, the original files, and the rows that were computed
    from the texts are checked.
    """
    with viewing(archive, KEEPER) as view:
        if view.connection.dialect.name == "sqlite":
            answers = view.connection.exec_driver_sql("PRAGMA integrity_check").scalars()
            yield from (Fault("", answer) for answer in answers if answer != "ok")
        yield from _text_faults(view)
        yield from _original_faults(view)
        yield from _row_faults(view)


def _text_faults(view: View) -> Iterator[Fault]:
    number = 0
    for stored in view.texts(most=AT_A_TIME):
        number += 1
        if sha256(stored.text).hexdigest() != stored.digest:
            yield Fault(stored.digest, "the text is not the one that this digest names")
    whole = select(func.count()).select_from(tables.records)
    missing = (view.connection.execute(whole).scalar() or 0) - number
    if missing:
        words = counted(missing, "record has no text", "records have no text")
        yield Fault("", words)


def _original_faults(view: View) -> Iterator[Fault]:
    originals = tables.originals.c
    last = 0
    while True:
        asked = select(originals.id, originals.sha256, originals.data).where(originals.id > last)
        rows = view.connection.execute(asked.order_by(originals.id).limit(AT_A_TIME)).all()
        for number, mark, data in rows:
            last = number
            if sha256(unpack(data)).hexdigest() != mark:
                yield Fault("", f"the original bytes {mark} are not those that were kept")
        if len(rows) < AT_A_TIME:
            return


def _row_faults(view: View) -> Iterator[Fault]:
    """Yield a fault for each difference between the records and the rows computed from them.

    A fault is a table with rows that belong to no record, or a record that searches cannot find
    because its words are missing.
    """
    records = tables.records.c
    for table in INDEX_TABLES:
        strays = select(func.count()).where(table.c.record_id.not_in(select(records.id)))
        if number := view.connection.execute(strays).scalar():
            yield Fault("", f"{number} rows of {table.name} belong to no record")
    bare = select(records.digest).where(records.id.not_in(select(tables.words.c.record_id)))
    for digest in view.connection.execute(bare).scalars():
        yield Fault(digest, "the search does not know this record; run verify --rebuild")


def audit_again(archive: Archive, *, all_of_them: bool = True) -> Iterator[Entry]:
    """Audit records of the archive again, and yield their new rows; the archive is not changed.

    If `all_of_them` is false, audit only the records that another version of mjlog or its rules
    audited last.
    """
    with viewing(archive, KEEPER) as view:
        marks = view.connection.execute(
            select(tables.records.c.digest, tables.records.c.engine)
        ).all()
    wanted = [digest for digest, mark in marks if all_of_them or mark != engine()]
    for start in range(0, len(wanted), AT_A_TIME):
        with viewing(archive, KEEPER) as view:
            together = list(view.texts(wanted[start : start + AT_A_TIME]))
        for stored in together:
            yield entry_of(stored.digest, stored.text)


def outdated(archive: Archive, entries: Sequence[Entry]) -> set[str]:
    """Return the digests of those records in `entries` whose stored audit is outdated.

    `entries` are new audits. The stored audit is outdated if another version of mjlog or its rules
    made it.
    """
    records = tables.records.c
    marks = {entry.digest: entry.record["engine"] for entry in entries}
    asked = select(records.digest, records.engine).where(records.digest.in_(marks))
    with archive.reading() as connection:
        rows = connection.execute(asked).all()
    return {digest for digest, mark in rows if mark != marks[digest]}


def judge_some(archive: Archive, most: int = 20) -> bool:
    """Update at most `most` audits that another version of mjlog or its rules made.

    The records are audited again, and the new audits are stored. Return False if no such audits are
    left. If several programs call this at the same time, a record may be audited twice, which does
    no harm.
    """
    records = tables.records.c
    asked = select(records.digest).where(records.engine != engine()).limit(most)
    with viewing(archive, KEEPER) as view:
        digests = list(view.connection.execute(asked).scalars())
        together = list(view.texts(digests)) if digests else []
    archive.judge_again(entry_of(stored.digest, stored.text) for stored in together)
    return bool(together)
