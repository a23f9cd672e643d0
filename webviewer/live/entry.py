"""What devices send to a table and read from it: lines, confirmations, takeovers, events, state."""

from __future__ import annotations

import re
from typing import Any, Final

from flask import Flask, Response, abort, jsonify, request

from mjlog.live.access.devices import Device
from mjlog.live.ledgers.ledger_file import LedgerError
from mjlog.live.referees.confirming import ANSWERS, opinion_line, result_of
from mjlog.live.tables import Answer, Sent, Table
from webviewer.live.access import (
    WRITERS,
    device_at,
    is_sent_from_here,
    table_named,
    the_devices,
)
from webviewer.live.table_state import may_confirm, reading_of, state

MOST_BYTES: Final = 256 << 10
MOST_LINES: Final = 500
"""The most lines in one request."""
_LONGEST: Final = 2_000
_LONGEST_REASON: Final = 200


def routes(app: Flask) -> None:
    """Add the addresses by which devices at a table write to and read the table's ledger.

    The ledger is the file to which the game is recorded line by line.
    """

    @app.post("/live/<table>/lines")
    def live_lines(table: str) -> Response:
        asking = _sending(table, *WRITERS)
        given = _given().get("lines")
        if not isinstance(given, list) or len(given) > MOST_LINES:
            abort(400, f"`lines` is a list of at most {MOST_LINES}.")
        # The first device that sends a line becomes the scribe of the table.
        if not the_devices().scribe_of(table):
            the_devices().take_over(table, asking)
        return _answer_sent(table_named(table), [_line(each) for each in given], asking)

    @app.post("/live/<table>/opinion")
    def live_opinion(table: str) -> Response:
        asking = _sending(table, "player", "referee", "organiser")
        opened = table_named(table)
        return _answer_sent(opened, [_opinion(opened, _given(), asking)], asking)

    @app.post("/live/<table>/takeover")
    def live_takeover(table: str) -> Response:
        asking = _sending(table, *WRITERS)
        the_devices().take_over(table, asking)
        return jsonify(state(table_named(table), asking)["scribes"])

    @app.post("/live/<table>/read")
    def live_read(table: str) -> Response:
        _sending(table, *WRITERS)
        text = _given().get("text")
        if not isinstance(text, str) or len(text) > _LONGEST:
            abort(400, "Send `text`.")
        with table_named(table).session() as session:
            return jsonify(reading_of(session, text))

    _reading(app)


def _reading(app: Flask) -> None:
    """Add the addresses at which devices read a table's ledger and its state."""

    @app.get("/live/<table>/events")
    def live_events(table: str) -> Response:
        device_at(table, *WRITERS)
        opened = table_named(table)
        since = request.args.get("since", 0, type=int)
        with opened.session():  # no line is added between reading the mark and the lines
            mark, number, lines = opened.mark, opened.number, opened.lines(since)
        return _marked(jsonify(mark=mark, number=number, lines=lines), mark)

    @app.get("/live/<table>/state")
    def live_state(table: str) -> Response:
        asking = device_at(table)
        return jsonify(state(table_named(table), asking))


def _marked(answer: Response, mark: str) -> Response:
    """Add `mark`, the ledger's hash, as ETag to a response about the ledger.

    Return the response, or a 304 without a body if the device has this version already.
    """
    answer.set_etag(mark)
    answer.cache_control.no_cache = True
    answer.make_conditional(request.environ)
    return answer


# --------------------------------------------------------------------------- what is sent


def _sending(table: str, *roles: str) -> Device:
    """Return the device that wants to write to a table, after checking that it may.

    The result includes what the device may do at the table. End the request with 403 if a page of
    another site sent it, or if the device has none of `roles`; with 415 if the body is not JSON.
    """
    is_sent_from_here()
    if not request.is_json:
        abort(415, "Send application/json.")
    request.max_content_length = MOST_BYTES
    return device_at(table, *roles)


def _given() -> dict[str, Any]:
    given = request.get_json()
    if not isinstance(given, dict):
        abort(400, "Send one object.")
    return given


def _line(given: Any) -> Sent:
    if not isinstance(given, dict):
        abort(400, "A line is an object with `id` and `text`.")
    words = [given.get("id"), given.get("text"), given.get("at", "")]
    if not all(isinstance(each, str) and len(each) <= _LONGEST for each in words):
        abort(400, f"`id`, `text` and `at` of a line are texts of at most {_LONGEST} characters.")
    return Sent(*words)


def _opinion(table: Table, given: dict[str, Any], asking: Device) -> Sent:
    """Return the ledger line by which a player confirms or rejects the result of a deal.

    `given` is the body of the request. End the request with 409 if the result has changed since the
    player saw it, with 403 if the player did not play that deal, with 400 if a value is invalid.
    `asking` is the player's device.
    """
    answer, number, reason = given.get("answer"), given.get("deal"), given.get("reason", "")
    with table.session() as session:
        deals = session.game.deals
        is_deal = isinstance(number, int) and 1 <= number <= len(deals)
        if answer not in ANSWERS or not is_deal or not isinstance(reason, str):
            abort(400, "Send `answer` (confirmed, rejected), `deal`, `of` and maybe `reason`.")
        if not may_confirm(session, int(number or 1), asking.right.author):
            abort(403, "Another player sat here in this deal.")
        result = result_of(deals[int(number or 1) - 1])
    if given.get("of") != result:
        abort(409, "The result was changed meanwhile; look at it again.")
    author, words = asking.right.author, " ".join(reason.split())[:_LONGEST_REASON]
    line = opinion_line(str(answer), author, int(number or 1), result, words)
    return _line({"id": given.get("id"), "text": line})._replace(is_official=True)


def _answer_sent(table: Table, sent: list[Sent], asking: Device) -> Response:
    try:
        answers = table.take(sent, asking.right.author)
    except LedgerError as problem:
        abort(503, str(problem))
    is_player = asking.right.role == "player"
    answer_objects = [_answer(each, without_marks=is_player) for each in answers]
    return jsonify(answers=answer_objects, mark="" if is_player else table.mark)


def _answer(answer: Answer, *, without_marks: bool) -> dict[str, Any]:
    """Return the answer to a line that a device sent, as a JSON object.

    The object has the `id` that the device gave to the line. It also has `lines`, the lines written
    to the ledger, or else `refusal`, the reason why nothing was written. If `without_marks` is
    True, the hash is removed from each ledger line, because a player could compute hidden lines
    from it.
    """
    if answer.refusal:
        return {"id": answer.key, "refusal": answer.refusal}
    lines = [_MARK.sub("", line) if without_marks else line for line in answer.lines]
    return {"id": answer.key, "lines": lines}


_MARK: Final = re.compile(r"#[0-9a-f]{16} ")
