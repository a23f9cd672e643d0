"""Audited records as JSON: one object in all, or one a line.

Pieces of output, one record at a time, so that memory does not grow.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from mjlog.report.file_report import FileReport, record_object
from mjlog.report.tally import Interrupted, Tally, never


def ndjson(
    records: Iterable[FileReport], *, claims: bool = False, suggest: bool = False
) -> Iterator[str]:
    """Yield one object a record, one record a line."""
    for record in records:
        yield json.dumps(record_object(record, claims=claims, suggest=suggest))


def whole_json(
    records: Iterable[FileReport],
    *,
    claims: bool = False,
    suggest: bool = False,
    interrupted: Interrupted = never,
) -> Iterator[str]:
    """Yield one object: all records, their event if they are of one, then the sums."""
    tally = Tally()
    events: list[FileReport] = []
    yield '{"records": ['
    yield from separated(
        json.dumps(record_object(record, claims=claims, suggest=suggest))
        for record in _set_events_aside(tally.watch(records), events)
    )
    tally.interrupted = interrupted()
    yield "],"
    for event in events:
        yield f'"event": {json.dumps(record_object(event))},'
    yield f'"summary": {json.dumps(tally.to_object())}}}'


def _set_events_aside(
    records: Iterable[FileReport], events: list[FileReport]
) -> Iterator[FileReport]:
    """Yield the records, and put reports of events aside."""
    for record in records:
        if record.state == "event":
            events.append(record)
        else:
            yield record


def separated(objects: Iterable[str]) -> Iterator[str]:
    """Yield the objects with a comma between two, and none after the last."""
    before = ""
    for text in objects:
        yield before + text
        before = ","
