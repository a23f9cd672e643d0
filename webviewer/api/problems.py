"""Errors as RFC 9457 describes them: `application/problem+json`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, current_app
from werkzeug.exceptions import HTTPException

from mjlog.archive.questions.search import QueryError
from mjlog.archive.storage.database import ArchiveError
from mjlog.model.findings import Finding
from mjlog.report.file_report import finding_object

TYPE: Final = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of error response: its permanent name, its HTTP status and its title."""

    name: str
    status: int
    title: str

    @property
    def type(self) -> str:
        """The URI that identifies this kind of error, such as `urn:mjlog:problem:unknown`."""
        return f"urn:mjlog:problem:{self.name}"


BAD_QUESTION: Final = Kind("bad-question", 400, "The question cannot be asked so")
UNREADABLE: Final = Kind("unreadable", 422, "What was sent holds no record")
UNKNOWN: Final = Kind("unknown", 404, "There is no such thing")
GONE: Final = Kind("gone", 410, "The record was taken out")
NOT_ACCEPTABLE: Final = Kind("not-acceptable", 406, "The record cannot be given in that form")
TOO_LARGE: Final = Kind("too-large", 413, "What was sent is too large")
UNKNOWN_READER: Final = Kind("unknown-reader", 401, "A token is needed")
FORBIDDEN: Final = Kind("forbidden", 403, "The token does not give this right")
CHANGED: Final = Kind("changed", 412, "The record is not what you had seen")
UNCONDITIONAL: Final = Kind("unconditional", 428, "Say which state of the record you had seen")
TOO_MANY: Final = Kind("too-many", 429, "Too many requests")
KEY_USED: Final = Kind("key-used", 422, "This key was used for another request")
STILL_RUNNING: Final = Kind("still-running", 409, "The same request is still running")
TAKEN_OUT: Final = Kind("taken-out", 409, "Somebody has taken the record out")
BUSY: Final = Kind("busy", 503, "The server has too much to do")
NO_METRICS: Final = Kind("no-metrics", 503, "The server counts no answers")
NO_ARCHIVE: Final = Kind("archive-unavailable", 503, "The archive does not answer")
OF_HTTP: Final = {kind.status: kind for kind in (BAD_QUESTION, UNKNOWN, TOO_LARGE, TOO_MANY)}
"""The kinds of problem for Werkzeug's errors, by HTTP status."""


class Problem(Exception):
    """An error that ends a request with a JSON response of the kind `kind` (RFC 9457).

    `detail` is the message. The findings, the items of `more` and the keyword arguments `rest`
    become further members of the JSON object.
    """

    def __init__(
        self,
        kind: Kind,
        detail: str,
        *,
        findings: Iterable[Finding] = (),
        headers: Mapping[str, str] | None = None,
        more: Mapping[str, Any] | None = None,
        **rest: Any,
    ) -> None:
        super().__init__(detail)
        self.headers = headers or {}
        self.kind = kind
        self.detail = detail
        self.more = {**(more or {}), **rest}
        objects = [finding_object(finding) for finding in findings]
        if objects:
            self.more["findings"] = objects

    def answer(self) -> Response:
        """Return the JSON response that describes this error."""
        named = {"type": self.kind.type, "title": self.kind.title}
        answer = _answer(self.kind.status, named | {"detail": self.detail} | self.more)
        answer.headers.update(self.headers)
        return answer


def _answer(status: int, members: dict[str, Any]) -> Response:
    named = {"type": members.pop("type"), "title": members.pop("title"), "status": status}
    words = json.dumps(named | members, ensure_ascii=False)
    answer = Response(words.encode("utf-8", "replace"), status, content_type=TYPE)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def http_problem(problem: HTTPException) -> Response:
    """Return the JSON response for an error of Flask or Werkzeug, such as an unknown address."""
    status = problem.code or 500
    kind = OF_HTTP.get(status)
    if kind is None:
        standard = HTTPStatus(status)
        name = standard.name.lower().replace("_", "-")  # such as `method-not-allowed`
        kind = Kind(name, status, standard.phrase)
    members = {"type": kind.type, "title": kind.title, "detail": problem.description or kind.title}
    answer = _answer(status, members)
    for header, value in problem.get_headers():
        if header in {"Allow", "Retry-After", "WWW-Authenticate"}:
            answer.headers[header] = value
    return answer


def _question_problem(problem: QueryError) -> Response:
    return Problem(BAD_QUESTION, str(problem)).answer()


def _archive_problem(problem: ArchiveError) -> Response:
    """Log an error of the archive, and return a 503 response without the error's message.

    The message is not sent, because it may contain paths of the server.
    """
    current_app.logger.error("%s", problem)
    answer = Problem(NO_ARCHIVE, "The archive cannot be read or written just now.").answer()
    answer.headers["Retry-After"] = "10"
    return answer


def install(blueprint: Blueprint) -> None:
    """Make a blueprint answer errors with JSON problem responses instead of HTML pages."""
    blueprint.register_error_handler(Problem, Problem.answer)
    blueprint.register_error_handler(QueryError, _question_problem)
    blueprint.register_error_handler(ArchiveError, _archive_problem)
    blueprint.register_error_handler(HTTPException, http_problem)
