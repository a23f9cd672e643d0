"""Sends requests to an archive over HTTP, and repeats them if the response is lost.

Each write has an `Idempotency-Key`, so that it happens once even if it is sent several times.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.message import Message
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import Any, Final, cast
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener
from uuid import uuid4

from mjlog.client.answers import Addition, Change, Event, Figure, Player, Record

HOME: Final = "/api/v1"
JSON: Final = "application/json"
NDJSON: Final = "application/x-ndjson"
AGAIN: Final = frozenset({409, 429, 502, 503, 504})
"""HTTP statuses after which the request is sent again."""
LONGEST_PAUSE: Final = 60.0

Question = str | int | bool | None


class ClientError(Exception):
    """Raised if the archive refuses a request or does not respond.

    `status` is the HTTP status, 0 without a response; `problem` is the JSON object of the response.
    """

    def __init__(
        self, words: str, status: int = 0, problem: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(words)
        self.status = status
        self.problem: Mapping[str, Any] = problem or {}

    @property
    def findings(self) -> list[dict[str, Any]]:
        """The findings because of which the archive refused the data sent.

        The list is empty if there was another reason for the error.
        """
        return list(self.problem.get("findings", ()))


class _NoDetours(HTTPRedirectHandler):
    """A handler that follows no redirection, so that the token goes to no other address."""

    def redirect_request(self, *_: Any) -> None:
        """Return None, which tells urllib to follow no redirection."""


@dataclass(frozen=True, slots=True)
class Client:
    """A client for the archive at an address such as ``http://127.0.0.1:8000``.

    A request waits up to `timeout` seconds for a response and is sent at most `attempts` times.
    Methods raise `ClientError` if the archive refuses a request or does not respond.
    """

    url: str
    token: str = ""
    timeout: float = 60.0
    attempts: int = 5

    def __post_init__(self) -> None:
        """Raise ValueError if the address does not begin with ``http://`` or ``https://``."""
        if urlsplit(self.url).scheme not in {"http", "https"}:
            raise ValueError("the address must begin with http:// or https://")

    def __repr__(self) -> str:
        """Return the address of the archive, but not the secret token."""
        return f"Client({self.url!r})"

    # ----------------------------------------------------------------------- reading

    def records(self, **asked: Question) -> Iterator[Record]:
        """Yield all records that match the filters.

        A keyword is a filter, such as `rules` or `player`. The records are requested page by page
        while they are read.
        """
        for page in self._pages("/records", asked):
            yield from page["records"]

    def record(self, digest: str) -> Record:
        """Return all that the archive shows about one record, such as its audit report.

        `digest` is the digest of the record. The records that `records` yields have fewer JSON
        members.
        """
        return cast("Record", self._json("GET", f"/records/{quote(digest)}"))

    def text(self, digest: str, form: str = "mjl") -> str:
        """Return the text of the record with that digest.

        `form` is the file suffix of the wanted format: ``mjl`` is mjlog's canonical text.
        """
        address = f"/records/{quote(digest)}.{quote(form)}"
        return self._body("GET", address, accept="*/*").decode()

    def export(self, **asked: Question) -> Iterator[dict[str, Any]]:
        """Yield all records that match the filters, each as a JSON object with its whole content.

        Only one record is in memory at a time. A keyword is a filter, as in `records`. Raise
        OSError or HTTPException if the response breaks off.
        """
        with self._opened("GET", _address("/export", asked), b"", {"Accept": NDJSON}) as answer:
            for line in answer:
                yield json.loads(line)

    def changes(self, since: int = 0) -> Iterator[Change]:
        """Yield the entries of the archive's log of changes, such as records added or removed.

        The oldest entry comes first. Only entries with a number higher than `since` are included.
        """
        while True:
            page = self._json("GET", _address("/changes", {"since": since}))
            yield from page["changes"]
            if not page["changes"]:
                return
            since = page["changes"][-1]["number"]

    def events(self) -> Iterator[Event]:
        """Yield all events, such as tournaments, in the order in which they were added."""
        for page in self._pages("/events", {}):
            yield from page["events"]

    def players(self, name: str) -> list[Player]:
        """Return the players with that name, at most 500.

        If no player has exactly this name, return the players whose names contain it. ``#12`` finds
        the player with number 12.
        """
        answer = self._json("GET", _address("/players", {"name": name, "size": 500}))
        return cast("list[Player]", answer["players"])

    def statistics(self, **asked: Question) -> list[Figure]:
        """Return statistical figures about one player, one event, one rule set, or all records.

        The keywords `player` and `event` are numbers, `rules` is a rule set; without them the
        figures are about all records. `since` and `until` limit the days. If `pseudonyms` is true,
        players have pseudonyms instead of names.
        """
        answer = self._json("GET", _address("/statistics", asked))
        return cast("list[Figure]", answer["figures"])

    def standings(self, event: int, **asked: Question) -> list[dict[str, Any]]:
        """Return the standings of an event, one object for each rule set and number of players.

        Each object has the results as submitted, and as corrected by the rules. `event` is the
        number of the event.
        """
        answer = self._json("GET", _address(f"/events/{event}/standings", asked))
        return cast("list[dict[str, Any]]", answer["standings"])

    def audit(self, data: bytes | str | Path, **asked: Question) -> dict[str, Any]:
        """Let the archive audit records or a score sheet; return the audit as JSON data.

        Nothing is added to the archive. `data` is a path, the bytes of a file, or its text.
        """
        content, name = _content(data)
        query = {"name": name, **asked}
        return self._json("POST", _address("/audit", query), content)

    # ----------------------------------------------------------------------- writing

    def add(self, data: bytes | str | Path, **asked: Question) -> Addition:
        """Add records to the archive. A record that the archive already has is not added again.

        `data` is a path, the bytes of a file, or its text. The keywords `visibility` and
        `public_from` say who may see the records. Raise `ClientError` if no record can be kept.
        """
        content, name = _content(data)
        query = {"name": name, **asked}
        return cast("Addition", self._json("POST", _address("/records", query), content))

    def publish(self, digest: str) -> Record:
        """Publish a submitted record, which nobody could see so far, and return the record."""
        return cast("Record", self._json("POST", f"/records/{quote(digest)}/publish"))

    def show_to(self, digest: str, visibility: str, public_from: str | None = None) -> Record:
        """Set who may see a record, and return the record.

        `visibility` is ``public`` or ``private``; `public_from` is the time from which it is
        public. Raise `ClientError` if somebody else changes the record at the same time.
        """
        address = f"/records/{quote(digest)}"
        _, headers = self._whole("GET", address, b"", {"Accept": JSON})
        members = {"visibility": visibility, "public_from": public_from}
        body = json.dumps({name: value for name, value in members.items() if value}).encode()
        mark = headers.get("ETag", "*")
        return cast("Record", self._json("PATCH", address, body, {"If-Match": mark}))

    def remove(self, digest: str, reason: str = "") -> None:
        """Remove a record from the archive.

        The archive keeps its digest, the time and the reason.
        """
        self._body("DELETE", _address(f"/records/{quote(digest)}", {"reason": reason}))

    # ----------------------------------------------------------------------- asking

    def _pages(self, path: str, asked: Mapping[str, Question]) -> Iterator[dict[str, Any]]:
        after = ""
        while True:
            page = self._json("GET", _address(path, {**asked, "after": after}))
            yield page
            after = page["next"] or ""
            if not after:
                return

    def _json(
        self, method: str, address: str, data: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> dict[str, Any]:
        sent = {"Accept": JSON, **(headers or {})}
        answer: dict[str, Any] = json.loads(self._whole(method, address, data, sent)[0])
        return answer

    def _body(self, method: str, address: str, accept: str = JSON) -> bytes:
        return self._whole(method, address, b"", {"Accept": accept})[0]

    def _whole(
        self, method: str, address: str, data: bytes, headers: Mapping[str, str]
    ) -> tuple[bytes, Message]:
        """Send a request, and return the body and the headers of the response.

        The request is sent again if the response breaks off. Raise `ClientError` after the last
        attempt.
        """
        sent = dict(headers)
        if method != "GET":
            sent["Idempotency-Key"] = uuid4().hex
        for left in reversed(range(self.attempts)):
            try:
                with self._opened(method, address, data, sent) as answer:
                    return answer.read(), answer.headers
            except (HTTPException, OSError) as problem:
                self._wait(problem, left)
        raise AssertionError  # the last attempt has raised

    def _opened(
        self, method: str, address: str, data: bytes, headers: Mapping[str, str]
    ) -> HTTPResponse:
        """Send a request, and return the response, whose body is not read yet.

        The request is sent again if the archive is busy or does not respond. Raise `ClientError` if
        the archive refuses the request, or after the last attempt.
        """
        sent = dict(headers)
        if self.token:
            sent["Authorization"] = f"Bearer {self.token}"
        if data:
            sent["Content-Type"] = "application/octet-stream"
        whole = f"{self.url.rstrip('/')}{HOME}{address}"
        # `__post_init__` has checked that the address begins with http.
        request = Request(whole, data or None, sent, method=method)  # noqa: S310
        for left in reversed(range(self.attempts)):
            try:
                return cast("HTTPResponse", _OPENER.open(request, timeout=self.timeout))
            except HTTPError as refusal:
                with refusal:
                    self._wait_or_raise(refusal, left)
            except (HTTPException, OSError) as problem:
                self._wait(problem, left)
        raise AssertionError  # the last attempt has raised

    def _wait_or_raise(self, refusal: HTTPError, left: int) -> None:
        if refusal.code not in AGAIN or not left:
            raise _error(refusal) from None
        asked = refusal.headers.get("Retry-After", "")
        time.sleep(min(float(asked) if asked.isdigit() else self._pause(left), LONGEST_PAUSE))

    def _wait(self, problem: Exception, left: int) -> None:
        if not left:
            reason = problem.reason if isinstance(problem, URLError) else problem
            raise ClientError(f"{self.url} does not answer: {reason}") from problem
        time.sleep(self._pause(left))

    def _pause(self, left: int) -> float:
        """Return how many seconds to wait before a request is sent again.

        `left` is the number of attempts that are left. The first pause is 0.1 seconds; each further
        pause is twice as long, but at most `LONGEST_PAUSE` seconds.
        """
        return float(min(0.1 * 2.0 ** (self.attempts - 1 - left), LONGEST_PAUSE))


_OPENER: Final = build_opener(_NoDetours)


def _address(path: str, asked: Mapping[str, Question]) -> str:
    """Return the path of a request with its query, for example ``/records?rules=riichi``.

    True becomes 1, and False becomes 0. None and empty texts are left out. `asked` has the
    parameters of the query.
    """
    query = {
        name: int(value) if isinstance(value, bool) else value for name, value in asked.items()
    }
    words = urlencode({name: value for name, value in query.items() if value not in {None, ""}})
    return f"{path}?{words}" if words else path


def _content(data: bytes | str | Path) -> tuple[bytes, str]:
    """Return the bytes to send, and the name of the file.

    The name is empty unless `data` is a `Path`.
    """
    if isinstance(data, Path):
        return data.read_bytes(), data.name[:200]
    return (data.encode() if isinstance(data, str) else data), ""


def _error(refusal: HTTPError) -> ClientError:
    try:
        problem = json.loads(refusal.read())
    except (ValueError, OSError, HTTPException):
        problem = {}
    members = problem if isinstance(problem, dict) else {}
    words = members.get("detail") or members.get("title") or refusal.reason
    return ClientError(f"{refusal.code}: {words}", refusal.code, members)
