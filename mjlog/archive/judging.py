"""Records judged by several processes before they are added, in the order in which they come."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace

from mjlog.archive.entry import Entry, entry_of
from mjlog.archive.reading import Found
from mjlog.archive.store import Archive
from mjlog.archive.writer import ids_of
from mjlog.batch.internal_errors import internal_finding
from mjlog.batch.rule_files import RuleFile, file_of, keep
from mjlog.batch.time_limit import PATIENCE, at_most, too_slow
from mjlog.batch.workers import AHEAD, Workers
from mjlog.model.patience import OutOfTime


@dataclass(frozen=True, slots=True)
class Text:
    """A canonical text to be judged, its digest, and the club's own rules that it names, if any."""

    digest: str
    text: bytes
    rules: RuleFile | None


Crew = Workers[Text, Entry]


def judged(archive: Archive, found: Iterable[Found], jobs: int) -> Iterator[Found]:
    """Judge the records that the archive does not have, by `jobs` processes."""
    crew: Crew = Workers(entry_of_text, jobs)
    waiting: deque[tuple[Found, Future[Entry] | None]] = deque()
    try:
        for each in found:
            is_new = each.digest != "" and not _is_known(archive, each.digest)
            future = crew.submit(_text_of(each)) if is_new else None
            # The game is read again where it is judged, so that memory stays flat here.
            waiting.append((replace(each, game=None), future))
            if len(waiting) >= AHEAD * jobs:
                yield _with_entry(crew, *waiting.popleft())
        while waiting:
            yield _with_entry(crew, *waiting.popleft())
    except BaseException:  # nobody waits for their answers any more
        crew.dismiss()
        raise
    finally:
        crew.pool.shutdown(cancel_futures=True)


def _text_of(found: Found) -> Text:
    rules = file_of(found.game.rules) if found.game is not None else None
    return Text(found.digest, found.text, rules)


def entry_of_text(wanted: Text) -> Entry:
    """Return the rows of a record, worked out in this process."""
    if wanted.rules is not None:
        keep(wanted.rules)
    with at_most(PATIENCE):
        return replace(entry_of(wanted.digest, wanted.text), digest=wanted.digest)


def _is_known(archive: Archive, digest: str) -> bool:
    with archive.reading() as connection:
        return bool(ids_of(connection, [digest]))


def _with_entry(crew: Crew, found: Found, future: Future[Entry] | None) -> Found:
    """Return the record with its rows, or why there are none."""
    if future is None:
        return found
    try:
        try:
            return replace(found, entry=future.result())
        except BrokenProcessPool:
            # Another record may have ended the process: only one that does it again is blamed.
            return replace(found, entry=crew.submit(_text_of(found)).result())
    except BrokenProcessPool as problem:
        return Found(found.name, (internal_finding(problem),))
    except OutOfTime:
        return Found(found.name, (too_slow(PATIENCE),))
