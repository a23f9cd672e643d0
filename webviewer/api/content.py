"""A record in one of its formats, chosen by the suffix of the address or by `Accept`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, Response

from mjlog.archive.judging_version import engine
from mjlog.archive.view import Stored, View
from mjlog.model.findings import Finding
from mjlog.report.file_report import finding_object
from webviewer.api import asking
from webviewer.api.accept_header import best_of
from webviewer.api.answers import JSON, json_answer, mark_of, with_etag
from webviewer.api.archive_view import open_view
from webviewer.api.problems import NOT_ACCEPTABLE, UNKNOWN, Problem
from webviewer.api.record_formats import CannotExportError, Form, Made, bare, form_of_word, forms
from webviewer.api.records import described, listed, mark_of_record

LOSSES = "Mjlog-Losses"
"""The header with the number of losses of a format, by code."""


def routes(api: Blueprint) -> None:
    """Add the addresses of a record's text in each format, and of the record's losses.

    A loss is something in the record that another format cannot express.
    """
    api.add_url_rule("/records/<digest:digest>", view_func=record)
    api.add_url_rule("/records/<digest:digest>.<word>", view_func=content)
    api.add_url_rule("/records/<digest:digest>/losses", view_func=losses)


def record(digest: str) -> Response:
    """Return a record in the format that the `Accept` header prefers.

    For `application/json`, the response is a summary of the record (players, rules, digest, links),
    not its text. Raise Problem if there is no such record (404 or 410), or if the header accepts
    none of the formats (406).
    """
    asking.refuse_parameters_except(())
    of_type = {bare(each): (each, form) for form in forms() for each in form.types}
    wanted = best_of([JSON, *of_type])
    if wanted is None:
        raise _not_acceptable("No form that there is has a type that you accept.")
    with open_view() as view:
        row = listed(view, digest)
        if wanted == JSON:
            description = described(view, row)
            return with_etag(mark_of_record(description), lambda: json_answer(description))
        media_type, form = of_type[wanted]
        return _given(view, row, form, media_type)


def content(digest: str, word: str) -> Response:
    """Return a record in the format whose suffix is `word`, such as `mjl` or `csv`.

    Raise Problem if there is no such record or format, or if the format cannot express the record.
    """
    asking.refuse_parameters_except(())
    form = form_of_word(word)
    if form is None:
        raise _not_acceptable(f"There is no form called {word}.")
    with open_view() as view:
        return _given(view, listed(view, digest), form, form.types[0])


def losses(digest: str) -> Response:
    """Return as JSON what a record would lose if it were exported to another format.

    Each loss is a finding with a code and a message. The request's parameter `to` is the suffix of
    the format, such as `csv`; without it, the format is mjlog's own notation.
    """
    asking.refuse_parameters_except({"to"})
    words = [form.word for form in forms()]
    form = form_of_word(asking.one_of("to", words, default="mjl"))
    with open_view() as view:
        row = listed(view, digest)
        mark = mark_of(row["digest"], engine())
        return with_etag(mark, lambda: _losses(made(stored(view, row), form)))


def _losses(found: Made) -> Response:
    return json_answer({"losses": [finding_object(each) for each in found.losses]})


def _given(view: View, row: dict[str, Any], form: Form, media_type: str) -> Response:
    mark = mark_of(row["digest"], form.word, media_type, engine())
    return with_etag(mark, lambda: _answer(made(stored(view, row), form), row, form, media_type))


def stored(view: View, row: dict[str, Any]) -> Stored:
    """Load a record from the archive, and return it with its text, as a `Stored`.

    `row` describes the record; only its member `digest` is used. Raise Problem (404) if the reader
    may not see the record. `view` is the archive, limited to what the reader may see.
    """
    stored_record = view.record(row["digest"])
    if stored_record is None:
        raise Problem(UNKNOWN, "There is no record with this digest.")
    return stored_record


def made(found: Stored, form: Form | None) -> Made:
    """Export a record of the archive to the format `form`.

    Return a `Made`: the bytes of the new file, and findings that say what was lost. If `form` is
    None, both are empty. If the format cannot express the record, raise Problem (406), which lists
    all formats.
    """
    try:
        return form.make(found) if form else Made(b"")
    except CannotExportError as problem:
        raise _not_acceptable(str(problem)) from None


def _answer(found: Made, row: dict[str, Any], form: Form, media_type: str) -> Response:
    answer = Response(found.data, content_type=media_type)
    name = f"{row['digest']}.{form.word}"
    answer.headers["Content-Disposition"] = f'inline; filename="{name}"'
    if found.losses:
        answer.headers[LOSSES] = counted(found.losses)
    return answer


def counted(found: Sequence[Finding]) -> str:
    """Count findings by code, and return the counts as text, for example `code=2, other=1`.

    The findings are what an export has lost; the text becomes the value of a header of the
    response.
    """
    numbers = Counter(finding.code for finding in found)
    return ", ".join(f"{code}={number}" for code, number in sorted(numbers.items()))


def _not_acceptable(words: str) -> Problem:
    return Problem(NOT_ACCEPTABLE, words, available=[form.to_object() for form in forms()])
