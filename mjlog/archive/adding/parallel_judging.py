"""Reads and judges records with several processes before they are added; their order stays."""

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
from mjlog.batch.rule_files import RuleFile, file_of, keep
from mjlog.batch.time_limit import PATIENCE, limit_time, too_slow
from mjlog.batch.workers import Answer, Asked, Workers, is_large
from mjlog.model.patience import OutOfTime


class Text(NamedTuple):
    """A canonical text to be judged, with its digest.

    `rules` is the file of the club's own rules that the record names; None if it names no such
    rules.
    """

    digest: str
    text: bytes
    rules: RuleFile | None


class Unjudged(NamedTuple):
    """A record that was read but not judged, or findings that say why it could not be read.

    `rules` is the file of the club's own rules that it names, or None. The game is left out to save
    memory; the process that judges the record reads it again.
    """

    found: Found
    rules: RuleFile | None

    @property
    def text(self) -> Text:
        """The text for the process that judges the record."""
        return Text(self.found.digest, self.found.text, self.rules)


def judged(archive: Archive, to_read: Iterable[RecordFile | Found], jobs: int) -> Iterator[Found]:
    """Read files, and judge the records that are new to the archive, with `jobs` processes.

    Yield all records in the order of the files, also known ones and findings about unreadable
    files. `to_read` may contain records that were read already. Nothing is added.
    """
    with Workers(jobs) as crew:
        reading = ((each, _begin_reading(crew, each)) for each in to_read)
        records = (record for each in crew.ahead(reading) for record in _read(crew, *each))
        judging = ((record, _begin_judging(crew, archive, record)) for record in records)
        for record, future in crew.ahead(judging):
            yield _with_entry(crew, record, future)


def _begin_reading(crew: Workers, file: RecordFile | Found) -> Future[list[Unjudged]] | None:
    """Let another process read a file, and return its future.

    None if nothing was begun: for a record that was read already, and for a large file, which this
    process reads itself.
    """
    if isinstance(file, Found) or is_large(str(file.path)):
        return None
    return crew.submit(file, records_of_file)


def _read(
    crew: Workers, file: RecordFile | Found, future: Future[list[Unjudged]] | None
) -> Iterable[Unjudged]:
    """Return the records of a file, or one item that says why the file could not be read.

    `future` is what `_begin_reading` returned for the file.
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
    """Read a file in this process, and return its records without their games."""
    return [_unjudged(record) for record in found_in_file(file)]


def _unjudged(found: Found) -> Unjudged:
    rules = file_of(found.game.rules) if found.game is not None else None
    return Unjudged(replace(found, game=None), rules)


def _begin_judging(crew: Workers, archive: Archive, record: Unjudged) -> Future[Entry] | None:
    """Let another process judge a record, and return its future.

    None if the record is in the archive already, or could not be read.
    """
    if not record.found.digest:
        return None
    with archive.reading() as connection:
        is_known = bool(ids_of(connection, [record.found.digest]))
    return None if is_known else crew.submit(record.text, entry_of_text)


def entry_of_text(wanted: Text) -> Entry:
    """Judge a record in this process, and return its rows.

    Loads the club's rules that it names. Raises OutOfTime if that takes too long.
    """
    if wanted.rules is not None:
        keep(wanted.rules)
    with limit_time(PATIENCE):
        return replace(entry_of(wanted.digest, wanted.text), digest=wanted.digest)


def _with_entry(crew: Workers, record: Unjudged, future: Future[Entry] | None) -> Found:
    """Return the record with its rows, or, if judging failed, with a finding that says why.

    Without a `future` the record is returned unjudged.
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
    """Return the result of a task; run the task again if its process ended.

    Another task may have ended the process. Raises BrokenProcessPool if the second process ends,
    too, and what the task itself raises.
    """
    try:
        return future.result()
    except BrokenProcessPool:
        return crew.submit(task, do).result()
