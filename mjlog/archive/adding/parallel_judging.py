"""Reads and audits records with several processes before they are added, and keeps their order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from typing import NamedTuple

from mjlog.archive.adding.entry import Entry, entry_of
from mjlog.archive.adding.reading import Found, RecordFile, found_in_file
from mjlog.archive.adding.writer import ids_of
from mjlog.archive.store import Archive
from mjlog.batch.internal_errors import internal_finding
from mjlog.batch.rule_files import RuleFile, file_of, store_rule_file
from mjlog.batch.time_limit import PATIENCE, limit_time, too_slow
from mjlog.batch.workers import Answer, Asked, Workers, is_large
from mjlog.model.patience import OutOfTime


class Text(NamedTuple):
    """The canonical text of a record that another process will audit, with the record's digest.

    `rules` is the file of a club's own rules that the record names in its header; None if the
    record uses rules that come with mjlog.
    """

    digest: str
    text: bytes
    rules: RuleFile | None


class Unjudged(NamedTuple):
    """A record that was read but not audited yet, or findings that say why no record could be read.

    `rules` is the file of a club's own rules that the record names, or None. `found` has no parsed
    game, to save memory; the process that audits the record parses the text again.
    """

    found: Found
    rules: RuleFile | None

    @property
    def text(self) -> Text:
        """The part of this record that is sent to the process that audits it.

        It is the canonical text with its digest, and the file of the club's own rules, if any.
        """
        return Text(self.found.digest, self.found.text, self.rules)


def judged(archive: Archive, to_read: Iterable[RecordFile | Found], jobs: int) -> Iterator[Found]:
    """Read files and audit their records in `jobs` processes; yield one `Found` for each record.

    The `Found` of a new record has the rows for the archive. Records that the archive already has
    are not audited, and their `Found` has no rows. `to_read` has files, or records that were read
    before; the results come in the same order. An unreadable file gives a `Found` with findings
    (messages) that say why. Nothing is written to the archive.
    """
    with Workers(jobs) as crew:
        reading = ((each, _begin_reading(crew, each)) for each in to_read)
        records = (record for each in crew.read_ahead(reading) for record in _read(crew, *each))
        judging = ((record, _begin_judging(crew, archive, record)) for record in records)
        for record, future in crew.read_ahead(judging):
            yield _with_entry(crew, record, future)


def _begin_reading(crew: Workers, file: RecordFile | Found) -> Future[list[Unjudged]] | None:
    """Start to read the records of `file` in another process, and return the future result.

    Return None, and start nothing, if `file` is a record that was read before, or if it is a large
    file, which `_read` will read in this process.
    """
    if isinstance(file, Found) or is_large(str(file.path)):
        return None
    return crew.submit(file, records_of_file)


def _read(
    crew: Workers, file: RecordFile | Found, future: Future[list[Unjudged]] | None
) -> Iterable[Unjudged]:
    """Return the records of `file`, which are not audited yet.

    `future` is the result of `_begin_reading`: another process reads the file, and this function
    waits for it. If `future` is None, the file is read in this process. If the other process died,
    return a single item without a record, whose finding (message) says so.
    """
    if isinstance(file, Found):
        return [_unjudged(file)]
    if future is None:
        return (_unjudged(record) for record in found_in_file(file))
    try:
        return _result(crew, file, records_of_file, future)
    except BrokenProcessPool as problem:
        return [Unjudged(Found(file.name, (internal_finding(problem),)), None)]


def records_of_file(file: RecordFile) -> list[Unjudged]:
    """Read all records of a file in this process; leave out the parsed games, to save memory."""
    return [_unjudged(record) for record in found_in_file(file)]


def _unjudged(found: Found) -> Unjudged:
    rules = file_of(found.game.rules) if found.game is not None else None
    return Unjudged(replace(found, game=None), rules)


def _begin_judging(crew: Workers, archive: Archive, record: Unjudged) -> Future[Entry] | None:
    """Start to audit a record in another process, and return its future rows for the archive.

    Return None, and start nothing, if the archive has the record already, or if no record was read.
    """
    if not record.found.digest:
        return None
    with archive.reading() as connection:
        is_known = bool(ids_of(connection, [record.found.digest]))
    return None if is_known else crew.submit(record.text, entry_of_text)


def entry_of_text(wanted: Text) -> Entry:
    """Audit a record in this process, and return its rows for the archive.

    `wanted` is the text of the record. If it names a club's own rules, they are loaded first.
    Raises OutOfTime if the audit takes too long.
    """
    if wanted.rules is not None:
        store_rule_file(wanted.rules)
    with limit_time(PATIENCE):
        return replace(entry_of(wanted.digest, wanted.text), digest=wanted.digest)


def _with_entry(crew: Workers, record: Unjudged, future: Future[Entry] | None) -> Found:
    """Wait until another process has audited a record, and return the record with its new rows.

    `future` is the result of `_begin_judging`; if it is None, return the record without rows. If
    the audit failed or took too long, return a `Found` without a record, whose finding says so.
    """
    without_rows = record.found
    if future is None:
        return without_rows
    try:
        return replace(without_rows, entry=_result(crew, record.text, entry_of_text, future))
    except BrokenProcessPool as problem:
        return Found(without_rows.name, (internal_finding(problem),))
    except OutOfTime:
        return Found(without_rows.name, (too_slow(PATIENCE),))


def _result(
    crew: Workers, task: Asked, do: Callable[[Asked], Answer], future: Future[Answer]
) -> Answer:
    """Wait for `future`, the result of `do(task)` in another process, and return that result.

    If the process died, perhaps because of another task, run `do(task)` once more in a new process.
    Raises BrokenProcessPool if the new process dies, too, and any exception that `do` raises.
    """
    try:
        return future.result()
    except BrokenProcessPool:
        return crew.submit(task, do).result()
