"""Addresses that list many records at once: whole records, deals, changes, events."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Final

from flask import Blueprint, Response

from mjlog.archive.adding.bulk import deals_csv, deals_ndjson, rows_of_deals, whole_records
from mjlog.archive.questions.export import write_ndjson, write_text
from mjlog.archive.questions.search import MOST, Query
from mjlog.archive.storage.database import ArchiveError
from mjlog.archive.storage.objects import change_object, event_object
from mjlog.archive.view import View
from webviewer.api import asking
from webviewer.api.accept_header import wanted_of
from webviewer.api.answers import json_answer, mark_of, with_etag
from webviewer.api.archive_view import open_view, reader, the_archive
from webviewer.api.record_formats import CSV, NDJSON, TEXT, bare

NARROWS: Final = asking.OF_A_QUERY - {"after", "size", "sort"}
"""Parameters that filter an export; its records are in the order in which they were added."""


def routes(api: Blueprint) -> None:
    """Add the addresses of exports, deals, changes and events to the web API."""
    api.add_url_rule("/export", view_func=export)
    api.add_url_rule("/deals", view_func=all_deals)
    api.add_url_rule("/changes", view_func=changes)
    api.add_url_rule("/events", view_func=events)


def export() -> Response:
    """Return the text of all records that match the request's filters, as NDJSON or plain text.

    Only one record is in memory at a time. Records with neither licence nor source are left out
    unless the parameter `any_licence` is 1. Other parameters, such as `sort` and `size`, are
    refused.
    """
    asking.refuse_parameters_except(NARROWS | {"any_licence"})
    query, any_licence = asking.query(), asking.is_wanted("any_licence")
    wanted = wanted_of((NDJSON, bare(TEXT)))
    return with_etag(_mark(wanted), lambda: _records(query, wanted, any_licence=any_licence))


def _records(query: Query, wanted: str, *, any_licence: bool) -> Response:
    records = whole_records(the_archive(), reader(), query, any_licence=any_licence)
    if wanted == NDJSON:
        return Response(write_ndjson(records), content_type=NDJSON)
    return Response(write_text(records), content_type=TEXT)


def all_deals() -> Response:
    """Return the deals of all records that match the request's filters, with one row for each deal.

    The response is NDJSON or CSV, whichever the `Accept` header prefers. A row has, for example,
    the deal's label, its dealer and how it ended.
    """
    asking.refuse_parameters_except(NARROWS)
    query = asking.query()
    wanted = wanted_of((NDJSON, bare(CSV)))
    return with_etag(_mark(wanted), lambda: _rows(query, wanted))


def _rows(query: Query, wanted: str) -> Response:
    rows = rows_of_deals(the_archive(), reader(), query)
    if wanted == NDJSON:
        return Response(deals_ndjson(rows), content_type=NDJSON)
    return Response(deals_csv(rows), content_type=CSV)


def _mark(*parts: Any) -> str:
    with open_view() as view:
        return mark_of(*parts, view.mark())


# --------------------------------------------------------------------------- changes, events


def changes() -> Response:
    """Return as JSON which records were added, changed or removed after change number `since`.

    First publish the records whose time of publication has come; this counts as a change of these
    records. In the response, the oldest change comes first. `since` and `size` (the largest number
    of changes in the response) are parameters of the request.
    """
    asking.refuse_parameters_except({"since", "size"})
    since = asking.number("since", 0, most=10**15) or 0
    size = asking.number("size", 100, least=1, most=MOST) or 100
    _publish_due()
    with open_view() as view:
        rows = view.changes(since, size + 1)
        mark = mark_of(*(row["number"] for row in rows))
        return with_etag(mark, lambda: json_answer(_changes(rows, since, size)))


def _publish_due() -> None:
    """Publish the records whose time of publication has come.

    Ignore an error of the archive, for example if the archive is read-only.
    """
    with open_view() as view:
        is_due = view.has_due()
    if is_due:
        with suppress(ArchiveError):
            the_archive().publish_due()


def _changes(rows: list[dict[str, Any]], since: int, size: int) -> dict[str, Any]:
    shown = rows[:size]
    return {
        "changes": [change_object(row) for row in shown],
        "next": shown[-1]["number"] if shown else since,
        "more": len(rows) > size,
    }


def events() -> Response:
    """Return one page of the list of events (such as tournaments), as JSON.

    The events are in the order in which they were added.
    """
    asking.refuse_parameters_except({"after", "size"})
    after = asking.number("after", 0, most=10**15) or 0
    size = asking.number("size", 100, least=1, most=MOST) or 100
    with open_view() as view:
        return with_etag(mark_of(view.mark()), lambda: json_answer(_events(view, after, size)))


def _events(view: View, after: int, size: int) -> dict[str, Any]:
    rows = view.events(after, size + 1)
    shown = rows[:size]
    return {
        "events": [event_object(row) for row in shown],
        "next": shown[-1]["id"] if len(rows) > size else None,
    }
