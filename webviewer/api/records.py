"""The list of records, and the description of one record."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, request, url_for

from mjlog.archive.questions.search import Query, count, facets, find, seat
from mjlog.archive.storage.objects import (
    facet_objects,
    origin_object,
    record_object,
    removal_object,
)
from mjlog.archive.view import View
from webviewer.api import asking
from webviewer.api.answers import json_answer, mark_of, with_etag
from webviewer.api.archive_view import open_view
from webviewer.api.problems import GONE, UNKNOWN, Problem


def routes(api: Blueprint) -> None:
    """Add the address of the list of records to the web API."""
    api.add_url_rule("/records", view_func=records)


def records() -> Response:
    """Return one page of the list of records that match the request's parameters, as JSON.

    If requested, the page also has the number of all matches, and the most frequent values of each
    field.
    """
    asking.refuse_parameters_except(asking.OF_A_QUERY | {"count", "facets"})
    query = asking.query()
    counts, with_facets = asking.is_wanted("count"), asking.is_wanted("facets")
    with open_view() as view:
        return with_etag(
            mark_of(view.mark()),
            lambda: _page(view, query, counts=counts, with_facets=with_facets),
        )


def _page(view: View, query: Query, *, counts: bool, with_facets: bool) -> Response:
    results = find(view, query)
    answer_object: dict[str, Any] = {
        "records": [record_object(row) for row in results.rows],
        "next": results.next or None,
    }
    if counts:
        answer_object["count"] = count(view, query)
    if with_facets:
        answer_object["facets"] = facet_objects(facets(view, query))
    answer = json_answer(answer_object)
    if results.next:
        # RFC 8288: the address of the next page
        asked = urlencode(request.args.to_dict() | {"after": results.next})
        answer.headers["Link"] = f'<{request.path}?{asked}>; rel="next"'
    return answer


def listed(view: View, digest: str) -> dict[str, Any]:
    """Return what lists show of one record, such as title, players and rules, as a dict.

    Raise Problem (404) if there is no such record. If the record was removed, raise Problem (410)
    with the time and the reason. `view` is the archive, limited to what the reader may see.
    """
    row = view.row(digest.lower())
    if row is not None:
        seat(view, [row])
        return row
    gone = view.removal(digest.lower())
    if gone is None:
        raise Problem(UNKNOWN, "There is no record with this digest.")
    words = f"This record was {gone.kind}."
    raise Problem(GONE, words, removal=removal_object(gone))


def described(view: View, row: dict[str, Any]) -> dict[str, Any]:
    """Return a JSON object with everything that the web API says about a record.

    `row` has the values that lists show. The object also has the record's earlier and later
    versions, the files from which the record was read, and links. The record's ETag is computed
    from this object. `view` is the archive, limited to what the reader may see.
    """
    digest = row["digest"]
    return record_object(row) | {
        "ancestors": view.ancestors(digest),
        "descendants": view.descendants(digest),
        "origins": [origin_object(each) for each in view.origins(digest)],
        "links": links(digest),
    }


def mark_of_record(description: dict[str, Any]) -> str:
    """Compute the ETag of a record from `description`, the JSON object that describes the record.

    A client that changes the record sends this ETag as `If-Match`, so that a change in between is
    noticed.
    """
    return mark_of(description, at=str(description["digest"]))


def links(digest: str) -> dict[str, str]:
    """Return the addresses of a record and of its parts, as a dict from name to address.

    The names are `record`, `deals`, `findings`, `report`, `reports` and `originals`.
    """
    names = ("record", "deals", "findings", "report", "reports", "originals")
    return {name: url_for(f"api.{name}", digest=digest) for name in names}
