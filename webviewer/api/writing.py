"""Addresses that write: add records, publish them, change who sees them, remove them.

A record that the archive already has stays as it is. A request with an `Idempotency-Key` runs once,
and if it is sent again it gets the first response.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from threading import BoundedSemaphore
from time import monotonic
from typing import Any, Final

from flask import Blueprint, Response, request, url_for

from mjlog.archive.adding.reading import Found, found_in_bytes
from mjlog.archive.adding.writer import Added, Policy
from mjlog.archive.answers import Answer, OtherRequest, RequestsRunOnce, StillRunning, key_of
from mjlog.archive.storage.clock import format_moment, moment_of
from mjlog.archive.storage.write_log import writes_of
from mjlog.archive.store import VISIBILITIES, Changed, states_of
from mjlog.archive.view import View, viewing
from mjlog.batch.time_limit import limit_time
from mjlog.formats import Bounds
from mjlog.model.patience import OutOfTime, go_on
from mjlog.notation.limits import STANDARD
from webviewer.api import asking
from webviewer.api.answers import json_answer, to_bytes
from webviewer.api.archive_view import open_view, the_archive
from webviewer.api.callers import Caller, caller, require_scope, settings
from webviewer.api.problems import (
    BAD_QUESTION,
    BUSY,
    CHANGED,
    KEY_USED,
    STILL_RUNNING,
    TAKEN_OUT,
    TOO_LARGE,
    UNCONDITIONAL,
    UNREADABLE,
    Problem,
)
from webviewer.api.records import described, links, listed, mark_of_record
from webviewer.uploads import LIMITS

TOGETHER: Final = 50
"""Records added in one transaction; the time is checked between transactions."""
AT_ONCE: Final = 2
"""Requests that one process reads and judges at the same time."""
WAIT: Final = 10.0
REASON: Final = 500
"""The most characters of the reason why a record is removed."""
_BUSY: Final = BoundedSemaphore(AT_ONCE)
_KEY: Final = re.compile(r"[!-~]{1,200}")
_KEPT: Final = ("Content-Type", "Location", "ETag", "WWW-Authenticate", "Retry-After")
"""Headers that a stored response has again when it is repeated."""


def routes(api: Blueprint) -> None:
    """Add the addresses that add, publish, change or remove records, and the log of writes."""
    one = "/records/<digest:digest>"
    api.add_url_rule("/records", "add", add, methods=["POST"])
    api.add_url_rule(f"{one}/publish", "publish", publish, methods=["POST"])
    api.add_url_rule(one, "show_to", show_to, methods=["PATCH"])
    api.add_url_rule(one, "remove", remove, methods=["DELETE"])
    api.add_url_rule("/log", "log", log)


# --------------------------------------------------------------------------- adding


def add() -> Response:
    """Add the records in the request's body to the archive, and return the result for each record.

    The body may have any format that mjlog reads. Raise Problem if the sender may not add records,
    if the body is too large or takes too long, if the server is busy, or if no record was accepted.
    """
    asking.refuse_parameters_except({"name", "visibility", "public_from", "again"})
    author = (
        caller() if settings().add == "anybody" and not caller().token else require_scope("submit")
    )
    policy = _policy(author)
    data = _body()
    name = asking.word("name", "request")
    return _run_once(data, lambda: _added(data, name, policy, author))


def _policy(author: Caller) -> Policy:
    """Return who may see the records that this sender adds, as the request's parameters say.

    The records of a sender without the right `write` are only submitted: they stay hidden until
    somebody publishes them. Raise Problem (401 or 403) if such a sender uses one of these
    parameters.
    """
    asked = asking.one_of("visibility", VISIBILITIES)
    since = asking.word("public_from")
    again = asking.is_wanted("again")
    if not author.has_scope("write"):
        if asked or since or again:
            require_scope("write")
        return Policy(state="submitted")
    shown = _shown(asked or ("later" if since else "public"), since or None)
    return Policy(*shown, again=again)


def _shown(visibility: str, since: str | None) -> tuple[str, int | None]:
    """Return the visibility, and the time of publication in microseconds since 1970.

    `visibility` is `public`, `private` or `later`. `since` is the time as text; it is required for
    `later`, and must be None otherwise. The returned time is None if `since` is None. Raise Problem
    (400) if `visibility` and `since` do not fit together, or if `since` is not a valid time.
    """
    if (visibility == "later") != (since is not None):
        words = "visibility=later and public_from=TIME belong together"
        raise Problem(BAD_QUESTION, words)
    try:
        return visibility, None if since is None else moment_of(since)
    except (ValueError, OverflowError):
        words = "public_from must be a time: 2026-12-31T18:00:00Z"
        raise Problem(BAD_QUESTION, words) from None


def _body() -> bytes:
    """Return the body of the request; raise Problem (413) if it is too large."""
    most = settings().most_bytes or None
    if most is not None and (request.content_length or 0) > most:
        _too_large(most)
    request.max_content_length = None if most is None else most + 1
    data = request.get_data(cache=False)
    if most is not None and len(data) > most:
        _too_large(most)
    return data


def _too_large(most: int) -> None:
    words = f"One request may have {most} bytes; send the records in several."
    raise Problem(TOO_LARGE, words, most_bytes=most)


def _added(data: bytes, name: str, policy: Policy, author: Caller) -> Response:
    if not _BUSY.acquire(timeout=WAIT):
        words = "Others are adding records just now. Send this again in a moment."
        raise Problem(BUSY, words, headers={"Retry-After": "5"})
    try:
        until = monotonic() + most_seconds()
        contents = _found(data, name, author, until)
        added = list(add_records(contents, policy, author, until))
        if contents and not added:
            raise Problem(TOO_LARGE, "To judge this takes too long; send it in parts.")
    finally:
        _BUSY.release()
    return _answer_added(added, len(contents), policy, author)


def _found(data: bytes, name: str, author: Caller, until: float) -> list[Found]:
    """Read the records in the request's body `data`; return a `Found` for each record.

    A `Found` has the record's text, or findings that say why the record cannot be read. Reading
    must end before `until`, a time of `time.monotonic`. Raise Problem (413) if there are too many
    records or too little time. Senders without the right `write` have narrower limits. `name` is
    the name of the file, if the sender gave one; it helps to recognise the format.
    """
    most = settings().most_records
    size = settings().most_bytes or 1 << 30
    limits = STANDARD if author.has_scope("write") else LIMITS
    contents: list[Found] = []
    try:
        with limit_time(until - monotonic()):
            for each in found_in_bytes(data, name, Bounds(member=size, total=4 * size), limits):
                go_on()
                contents.append(each)
                if most and len(contents) > most:
                    words = f"One request may have {most} records; send them in several."
                    raise Problem(TOO_LARGE, words, most_records=most)
    except OutOfTime:
        raise Problem(TOO_LARGE, "To read this takes too long; send it in parts.") from None
    return contents


def most_seconds() -> float:
    """Return how many seconds one request may spend on reading and auditing records.

    Return 3600 if the settings have no limit.
    """
    return settings().most_seconds or 3600


def add_records(
    found: Sequence[Found],
    policy: Policy,
    author: Caller,
    until: float,
    beat: Callable[[], None] | None = None,
) -> Iterator[dict[str, Any]]:
    """Audit records, add them to the archive, and yield for each record what happened, as JSON.

    A yielded object says for example that the record was `added`, was `known` already, or was
    `refused`. After the time `until` (of `time.monotonic`), the remaining records are left out.
    During the work, `beat` is called again and again, so that the caller can signal that the work
    goes on. `policy` says who may see the records, and `author` is the sender.
    """
    tally = _Tally(author, policy)
    start = 0
    while start < len(found):
        some = found[start : start + TOGETHER]
        tally.look({each.digest for each in some if each.digest})
        together = _judged_in_time(some, tally, until, beat)
        for added in the_archive().add_in_one_transaction(together, policy, author.author):
            yield tally.of(added)
        start += len(together)
        if not together or monotonic() > until:
            return


def _judged_in_time(
    found: Sequence[Found], tally: _Tally, until: float, beat: Callable[[], None] | None
) -> list[Found]:
    """Audit records one after the other until the time `until`; return the audited ones in order.

    The result is shorter than `found` if time ran out. A record needs no audit if it is unreadable,
    or if the archive already shows it to the sender; it is then returned unchanged. `tally` knows
    what the archive shows to the sender. `beat` is called again and again during the work.
    """
    judged: list[Found] = []
    try:
        with limit_time(until - monotonic(), beat):
            for each in found:
                go_on()
                is_needed = each.digest and not tally.has_seen(each.digest)
                judged.append(replace(each, entry=each.audited()) if is_needed else each)
    except OutOfTime:
        pass
    return judged


class _Tally:
    """Builds the results that a sender gets for added records.

    If the archive already has a record but hides it from the sender, the result is that of a new
    record. Such a record is audited all the same, so that the duration does not reveal it.
    """

    def __init__(self, author: Caller, policy: Policy) -> None:
        self._author = author
        self._policy = policy
        self._seen: dict[str, str] = {}
        self._before: set[str] = set()

    def look(self, digests: set[str]) -> None:
        """Look up which of the records with these digests the archive shows to the sender already.

        Store the state of each, `published` or `submitted`, by its digest in this object. Call this
        method before these records are added, because later the archive has all of them.
        """
        with the_archive().reading() as connection:
            states = states_of(connection, digests)
        if not self._author.reader.sees_all:
            with viewing(the_archive(), self._author.reader) as view:
                states = {each: state for each, state in states.items() if view.row(each)}
        self._seen |= states

    def has_seen(self, digest: str) -> bool:
        """Return whether the archive shows this record to the sender already.

        Such a record needs no new audit.
        """
        return digest in self._seen

    def of(self, added: Added) -> dict[str, Any]:
        """Return as a JSON object what happened to one record that the sender added.

        It has the outcome (such as `added`, `known` or `refused`), the name, the digest, the status
        of the audit, the state (`published` or `submitted`) and the findings.
        """
        added = self._new_answer(added) if self._is_hidden(added) else added
        self._before.add(added.digest)
        return {
            "outcome": added.outcome,
            "name": added.found.name,
            "digest": added.digest or None,
            "status": added.status or None,
            "state": self._state(added),
            "findings": json.loads(added.found.remarks),
            **_removal(added),
        }

    def _is_hidden(self, added: Added) -> bool:
        """Return whether the archive knows a record that this sender must not know about.

        This is so if the archive has the record or has removed it, and does not show it to the
        sender.
        """
        if self._author.reader.sees_all:
            return False
        if added.gone:
            return not added.gone.shown
        return added.outcome == "known" and added.digest not in self._seen

    def _new_answer(self, added: Added) -> Added:
        """Return a result that does not reveal to the sender that the archive has the record.

        It is the result that a new record would have, such as `added`. If the same record came
        earlier in this request, the result is `known`.
        """
        if added.digest in self._before:
            return Added("known", added.found)
        row = (added.judged or added.found.audited()).record
        return Added("amended" if row["amends"] else "added", added.found, row["status"])

    def _state(self, added: Added) -> str | None:
        if not added.digest or added.gone:
            return None
        if self._policy.state == "published":
            return "published"
        return self._seen.get(added.digest, self._policy.state)


def _removal(added: Added) -> dict[str, Any]:
    """Return a dict with the member `removal`: when, how and why a record was removed.

    The dict is empty if the record was not removed from the archive.
    """
    gone = added.gone
    if gone is None:
        return {}
    removal = {"kind": gone.kind, "at": format_moment(gone.at), "reason": gone.reason}
    return {"removal": {"digest": added.digest, **removal}}


def _answer_added(
    added: list[dict[str, Any]], number: int, policy: Policy, author: Caller
) -> Response:
    """Return the response to a request that added records: the results, and the counts of outcomes.

    `added` are the results; `number` is the number of records in the request, and each record
    without a result counts as failed. The status is 207 if some records failed, else 201 if a
    record is new, else 200. Raise Problem if no record was accepted.
    """
    counts = Counter(each["outcome"] for each in added)
    states = {each["state"] for each in added if each["state"]}
    left = number - len(added)
    answer_object: dict[str, Any] = {
        "records": [each | {"links": _links(each, author)} for each in added],
        "counts": dict(sorted(counts.items())),
        "state": states.pop() if len(states) == 1 else policy.state,
        "left": left,
    }
    bad = counts["refused"] + counts["withdrawn"] + counts["removed"] + left
    new = counts["added"] + counts["amended"]
    if not new + counts["known"]:
        answer_object["findings"] = [finding for each in added for finding in each["findings"]]
        if counts["removed"]:
            words = "What was sent was taken out; ?again=1 brings it back, with the right write."
            raise Problem(TAKEN_OUT, words, more=answer_object)
        raise Problem(UNREADABLE, "Nothing of what was sent can be kept.", more=answer_object)
    answer = json_answer(answer_object, 207 if bad else 201 if new else 200)
    if len(added) == 1 and author.reader.sees_all:
        answer.headers["Location"] = url_for("api.record", digest=added[0]["digest"])
    return answer


def _links(result: dict[str, Any], author: Caller) -> dict[str, str]:
    """Return the addresses of the record that was added, as a dict from name to address.

    `result` is the result for that record. Return an empty dict if the record is not in the
    archive, or if the sender may not see it.
    """
    is_there = result["outcome"] in {"added", "amended", "known"}
    is_seen = author.reader.sees_all or result["state"] == "published"
    return links(result["digest"]) if is_there and is_seen else {}


# --------------------------------------------------------------------------- one record


def publish(digest: str) -> Response:
    """Make a submitted record visible, and return its description as JSON.

    A submitted record is one that waits for the permission of somebody with the right `publish`. A
    record that is published already does not change. Raise Problem if there is no such record, or
    if the sender's token does not give that right.
    """
    asking.refuse_parameters_except(())
    author = require_scope("publish")

    def write() -> Response:
        row, _ = _seen(digest)
        if row["state"] != "published":
            policy = Policy(row["visibility"], row["public_from"], "published")
            _show(row, policy, author, "published")
        return _record(digest)

    return _run_once(b"", write)


def show_to(digest: str) -> Response:
    """Change who may see a record, and return its description as JSON.

    The request's body says `public`, `private` or, with a time, `later`. Raise Problem if the
    request has no `If-Match` header, or if the record has changed since the sender read it.
    """
    asking.refuse_parameters_except(())
    author = require_scope("write")
    data = _body()

    def write() -> Response:
        visibility, since = _asked(data)
        row, mark = _seen(digest)
        _compare(mark, is_needed=True)
        _show(row, Policy(visibility, since, row["state"]), author, "visibility")
        return _record(digest)

    return _run_once(data, write)


def _show(row: dict[str, Any], policy: Policy, author: Caller, kind: str) -> None:
    try:
        the_archive().show_to(row["digest"], policy, author.author, kind, row["change"])
    except Changed:
        _changed()


def _asked(data: bytes) -> tuple[str, int | None]:
    try:
        request_object = json.loads(data)
    except (ValueError, RecursionError):
        request_object = None
    if not isinstance(request_object, dict) or not set(request_object) <= {
        "visibility",
        "public_from",
    }:
        words = 'send JSON: {"visibility": "public"}, private, or later with public_from'
        raise Problem(BAD_QUESTION, words)
    visibility, since = request_object.get("visibility"), request_object.get("public_from")
    if visibility not in VISIBILITIES or not isinstance(since, str | None):
        words = f"visibility must be one of: {', '.join(VISIBILITIES)}"
        raise Problem(BAD_QUESTION, words)
    return _shown(visibility, since)


def remove(digest: str) -> Response:
    """Remove a record from the archive, and return an empty response (204).

    The archive keeps the digest, the time and the reason. Raise Problem if the request has an
    `If-Match` header and the record has changed since the sender read it.
    """
    asking.refuse_parameters_except({"reason"})
    author = require_scope("write")
    reason = request.args.get("reason", "").strip()
    if len(reason) > REASON or "\0" in reason:
        raise Problem(BAD_QUESTION, f"reason may have {REASON} characters")

    def write() -> Response:
        row, mark = _seen(digest)
        _compare(mark, is_needed=False)
        try:
            the_archive().remove(row["digest"], reason, author=author.author, change=row["change"])
        except Changed:
            _changed()
        return Response(status=204)

    return _run_once(b"", write)


def _seen(digest: str) -> tuple[dict[str, Any], str]:
    """Return the values that describe a record in lists, and the record's present ETag.

    Raise Problem (404 or 410) if there is no such record for this sender.
    """
    with open_view() as view:
        row = listed(view, digest)
        return row, _mark(view, row)


def _mark(view: View, row: dict[str, Any]) -> str:
    return mark_of_record(described(view, row))


def _compare(mark: str, *, is_needed: bool) -> None:
    """Refuse the request if the record has changed since the sender read it.

    `mark` is the present ETag of the record. Raise Problem (412) if the `If-Match` header is
    neither `*` nor this ETag. If the request has no such header, raise Problem (428) if `is_needed`
    is True, and return otherwise.
    """
    asked = request.if_match
    if not asked:
        if is_needed:
            words = "Send If-Match with the ETag of the record as you had seen it, or with *."
            raise Problem(UNCONDITIONAL, words)
        return
    # Compressed answers have the same tags, but weak ones.
    if not (asked.star_tag or asked.contains_weak(mark)):
        _changed()


def _changed() -> None:
    words = "The record has changed since. Get it again, and see whether this still holds."
    raise Problem(CHANGED, words)


def _record(digest: str) -> Response:
    with open_view() as view:
        row = listed(view, digest)
        answer = json_answer(described(view, row))
        answer.set_etag(_mark(view, row))
    return answer


# --------------------------------------------------------------------------- once


def _run_once(data: bytes, write: Callable[[], Response]) -> Response:
    """Call `write` and return its response, unless the request is repeated.

    For a repeated request, return the stored response without a call of `write`. A request is
    repeated if it has the same `Idempotency-Key`, method, address, `If-Match` and body `data` as an
    earlier request. Raise Problem if the key is invalid, if it belongs to a different request, or
    if the earlier request still runs.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return write()
    if not _KEY.fullmatch(key):
        raise Problem(BAD_QUESTION, "Idempotency-Key must be 1 to 200 signs of ASCII, no spaces")
    once = RequestsRunOnce(
        the_archive(),
        life=settings().keep_answers_hours * 3600.0,
        lease=2 * most_seconds() + WAIT,
    )
    kept = key_of(caller().owner, key)
    try:
        answer, is_old = once.run(kept, _request(data), lambda: _kept_answer(_answered(write)))
    except OtherRequest:
        raise Problem(KEY_USED, "Take a new Idempotency-Key for every request.") from None
    except StillRunning:
        words = "The first request with this key is not done. Ask again in a moment."
        raise Problem(STILL_RUNNING, words, headers={"Retry-After": "2"}) from None
    return _repeat_answer(answer, is_old=is_old)


def _answered(write: Callable[[], Response]) -> Response:
    """Return the response of `write`.

    If `write` raises a Problem, return the response of that Problem, so that it can be stored, too.
    """
    try:
        return write()
    except Problem as problem:
        return problem.answer()


def _request(data: bytes) -> str:
    """Compute a hash of the request's method, address, `If-Match` header and body.

    It shows whether an `Idempotency-Key` is used for the same request again.
    """
    request_line = (request.method, request.full_path, request.headers.get("If-Match", ""))
    return sha256(repr(request_line).encode("utf-8", "replace") + data).hexdigest()


def _kept_answer(answer: Response) -> Answer:
    headers = {name: answer.headers[name] for name in _KEPT if name in answer.headers}
    return Answer(answer.status_code, headers, answer.get_data())


def _repeat_answer(kept: Answer, *, is_old: bool) -> Response:
    answer = Response(kept.body, kept.status)
    answer.headers.update(kept.headers)
    if is_old:
        answer.headers["Idempotency-Replayed"] = "true"
    return answer


# --------------------------------------------------------------------------- the log


def log() -> Response:
    """Return the latest entries of the log of writes as JSON.

    The sender needs the right `admin`.
    """
    asking.refuse_parameters_except({"size"})
    require_scope("admin")
    size = asking.number("size", 100, least=1, most=1000) or 100
    with the_archive().reading() as connection:
        lines = [
            asdict(each) | {"at": format_moment(each.at)} for each in writes_of(connection, size)
        ]
    answer = Response(to_bytes({"writes": lines}), content_type="application/json")
    answer.cache_control.no_store = True
    return answer
