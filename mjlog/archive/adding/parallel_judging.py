"""Records read and judged by several processes before they are added, in their order."""

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
    """A canonical text to be judged, its digest, and the club's own rules that it names, if any."""

    digest: str
    text: bytes
    rules: RuleFile | None


class Unjudged(NamedTuple):
    """A record that was read, and the club's own rules that it names, if any.

    The game is left out: it is read again where it is judged, so that memory stays flat.
    """

    found: Found
    rules: RuleFile | None

    @property
    def text(self) -> Text:
        """What is to be judged."""
        return Text(self.found.digest, self.found.text, self.rules)


def judged(archive: Archive, to_read: Iterable[RecordFile | Found], jobs: int) -> Iterator[Found]:
    """Read these files and judge the records that are new to the archive, by `jobs` processes.

    Files that are read already keep their place among the others.
    """
    with Workers(jobs) as crew:
        reading = ((each, _begin_reading(crew, each)) for each in to_read)
        records = (record for each in crew.ahead(reading) for record in _read(crew, *each))
        judging = ((record, _begin_judging(crew, archive, record)) for record in records)
        for record, future in crew.ahead(judging):
            yield _with_entry(crew, record, future)


def _begin_reading(crew: Workers, file: RecordFile | Found) -> Future[list[Unjudged]] | None:
    """Give a file to a process; a large one is read here, record by record."""
    if isinstance(file, Found) or is_large(str(file.path)):
        return None
    return crew.submit(file, records_of_file)


def _read(
    crew: Workers, file: RecordFile | Found, future: Future[list[Unjudged]] | None
) -> Iterable[Unjudged]:
    """Return the records of a file, or why there are none."""
    if isinstance(file, Found):
        return [_unjudged(file)]
    if future is None:
        return (_unjudged(record) for record in found_in_file(file))
    try:
        return _result(crew, file, records_of_file, future)
    except BrokenProcessPool as problem:
        return [Unjudged(Found(file.name, (internal_finding(problem),)), None)]


def records_of_file(file: RecordFile) -> list[Unjudged]:
    """Return the records of a file, read in this process."""
    return [_unjudged(record) for record in found_in_file(file)]


def _unjudged(found: Found) -> Unjudged:
    rules = file_of(found.game.rules) if found.game is not None else None
    return Unjudged(replace(found, game=None), rules)


def _begin_judging(crew: Workers, archive: Archive, record: Unjudged) -> Future[Entry] | None:
    """Give a record to a process unless it is in the archive."""
    if not record.found.digest:
        return None
    with archive.reading() as connection:
        is_known = bool(ids_of(connection, [record.found.digest]))
    return None if is_known else crew.submit(record.text, entry_of_text)


def entry_of_text(wanted: Text) -> Entry:
    """Return the rows of a record, made in this process."""
    if wanted.rules is not None:
        keep(wanted.rules)
    with limit_time(PATIENCE):
        return replace(entry_of(wanted.digest, wanted.text), digest=wanted.digest)


def _with_entry(crew: Workers, record: Unjudged, future: Future[Entry] | None) -> Found:
    """Return the record with its rows, or why there are none."""
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
    """Return an answer; try a task again if its process ended.

    Another task may have ended the process: a task is blamed only the second time.
    """
    try:
        return future.result()
    except BrokenProcessPool:
        return crew.submit(task, do).result()
