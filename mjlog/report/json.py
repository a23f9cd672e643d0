"""Reports as JSON: one object for all, or one object on each line.

The output comes in pieces, one record at a time, so that memory does not grow.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from mjlog.report.file_report import FileReport, record_object
from mjlog.report.tally import Interrupted, Tally, never_interrupted


def ndjson(
    records: Iterable[FileReport], *, claims: bool = False, suggest: bool = False
) -> Iterator[str]:
    """Yield the reports as NDJSON: one line with a JSON object for each report.

    `claims` and `suggest` are as in `record_object`.
    """
    for record in records:
        yield json.dumps(record_object(record, claims=claims, suggest=suggest))


def whole_json(
    records: Iterable[FileReport],
    *,
    claims: bool = False,
    suggest: bool = False,
    interrupted: Interrupted = never_interrupted,
) -> Iterator[str]:
    """Yield one JSON object, in pieces of text.

    Its members are a list of reports on records, then the report on the event, if there is one,
    then a summary. `claims` and `suggest` are as in `record_object`. `interrupted` is called after
    the last report; it returns whether the work was stopped early.
    """
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
    """Yield the reports on records, and append the reports on events to the list `events`."""
    for record in records:
        if record.state == "event":
            events.append(record)
        else:
            yield record


def separated(objects: Iterable[str]) -> Iterator[str]:
    """Yield the texts, with a comma before each text except the first."""
    before = ""
    for text in objects:
        yield before + text
        before = ","
