"""The referee's desk: open cases at all tables, their positions, and effects of rulings."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final

from flask import Flask, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as Redirect

from mjlog.auditor.checks.amended import find_unsigned
from mjlog.auditor.payment_words import cause_named
from mjlog.live.ledgers.audit_trail import DEAL, Row, trail
from mjlog.live.ledgers.ledger_file import LedgerError
from mjlog.live.referees import desk
from mjlog.live.referees.effect import Effect, changes, effect, line_mark
from mjlog.live.referees.rulings import penalties, ruling_lines
from mjlog.live.scribes.entering import NotReadError
from mjlog.live.session import Session
from mjlog.live.tables import Sent, Table
from mjlog.model.messages import to_message
from mjlog.model.record import SEATS, Game
from mjlog.notation import read
from mjlog.rules import load
from webviewer.i18n import translate
from webviewer.live.access import (
    device,
    device_at,
    is_sent_from_here,
    named,
    names_of,
    table_named,
    the_devices,
    the_event,
    the_tables,
)
from webviewer.live.table_state import words_of
from webviewer.responses import page
from webviewer.venue.public import drawn
from webviewer.venue.streaming import stream_desk
from webviewer.venue.wall import mark_of_wall, tiles
from webviewer.venue.watching import with_etag

REFEREES: Final = ("referee", "organiser")
_MOST_BYTES: Final = 32 << 10
_LONGEST: Final = 400
_AGAIN: Final = 1
"""Seconds after which a desk without a stream asks again."""
_TRAIL: Final = 12
"""Entries before a case that its page lists."""


def routes(app: Flask) -> None:
    """Add the pages of the referees' desk, and the pages by which a table calls a referee."""

    @app.get("/live/desk/")
    def desk_list() -> str:
        _referee()
        tables, devices = the_tables(), the_devices()
        mark = mark_of_wall(tables, devices, the_event())
        return page("desk.html", tiles=tiles(tables, devices), mark_of_wall=mark, again=_AGAIN)

    @app.get("/live/desk/events")
    def desk_events() -> Response:
        _referee()
        mark = mark_of_wall(the_tables(), the_devices(), the_event())
        return with_etag(Response("{}", mimetype="application/json"), mark)

    @app.get("/live/desk/stream")
    def desk_stream() -> Response:
        _referee()
        tables, devices, event = the_tables(), the_devices(), the_event()
        return stream_desk(lambda: mark_of_wall(tables, devices, event))

    @app.get("/live/<table>/desk")
    def desk_case(table: str) -> str:
        device_at(table, *REFEREES)
        return _case_page(table_named(table), request.args.get("case", 0, int))

    @app.post("/live/<table>/desk")
    def desk_decide(table: str) -> str | Redirect:
        _form()
        asking = device_at(table, *REFEREES)
        return _decided(table_named(table), asking.right.author)

    @app.get("/live/<table>/desk.svg")
    def desk_picture(table: str) -> Response:
        device_at(table, *REFEREES)
        game = _position(table_named(table), request.args.get("at", -1, int))
        picture = drawn(game, load(game.rules), closed=False)
        return Response(picture, mimetype="image/svg+xml")

    _calls(app)


def _calls(app: Flask) -> None:
    """Add the page on which people at a table call a referee or propose a correction.

    The call or the proposed line is written into the table's ledger.
    """

    @app.get("/live/<table>/call")
    def desk_call(table: str) -> str:
        asking = device_at(table)
        opened = table_named(table)
        with opened.session() as session:
            game = session.game
        return page(
            "call.html",
            table=table,
            device=asking,
            players=names_of(game),
            cases=desk.waiting(game),
        )

    @app.post("/live/<table>/call")
    def desk_called(table: str) -> Redirect:
        _form()
        author = device_at(table).right.author
        opened, words = table_named(table), _words("reason")
        by = request.form.get("by", "") if author[:1] in "SRO" else author
        if by not in {"", author, *SEATS}:
            abort(400, "Choose a player.")
        if request.form.get("line", "").strip():
            line = desk.proposed(by or author, _words("line"))
        else:
            line = desk.called(by or author, opened.number, words)
        _write(opened, [line], author)
        return redirect(url_for("desk_call", table=table), 303)


def _form() -> None:
    is_sent_from_here()
    request.max_content_length = _MOST_BYTES


def _referee() -> None:
    asking = device()
    if asking is None or asking.right.role not in REFEREES or asking.right.table:
        abort(403, "Only the device of a referee or an organiser may do that.")


def _words(name: str) -> str:
    return " ".join(request.form.get(name, "").split())[:_LONGEST]


def _position(table: Table, at: int) -> Game:
    """Return the game of a table as it was after entry `at` of the ledger.

    If `at` is negative, return the game as it is now.
    """
    return read(table.text() if at < 0 else desk.position(table.text(), at))


# --------------------------------------------------------------------------- one case


def _case_page(table: Table, number: int, **more: Any) -> str:
    with table.session() as session:
        game, fines = session.game, penalties(session)
        rows = [_with_words(row, session) for row in trail(game)]
    case = next((each for each in desk.cases(game) if each.number == number), None)
    rows = [row for row in rows if case is None or row.number <= f"{case.at:04d}"]
    seat, name = _seat_and_ruling()
    given = {**request.form, "seat": seat, "ruling": name}
    values: dict[str, Any] = {"given": given, "seats": SEATS[: game.seats]}
    values["penalties"] = [(fine, translate(to_message(cause_named(fine.name)))) for fine in fines]
    values["rulings"] = sorted({fine.name for fine in fines})
    values["unsigned"] = [*find_unsigned(game)]
    values |= {
        "table": table.name,
        "game": game,
        "players": names_of(game),
        "case": case,
        "rows": rows[-_TRAIL:],
    }
    return page("case.html", **{"effect": None, "problem": "", "seen": "", **values, **more})


def _with_words(row: Row, session: Session) -> Row:
    """Return a row of the referees' list of ledger entries, with its entries put in words.

    A row that is the heading of a deal is returned unchanged.
    """
    if row.number == DEAL:
        return row
    before = tuple(words_of(text, session) for text in row.before)
    return row._replace(text=words_of(row.text, session), before=before)


def _decided(table: Table, author: str) -> str | Redirect:
    """Handle the form in which a referee decides about a table.

    At first, return the page that shows the effect of the decision. If the referee then confirms,
    and the ledger has not changed since, write the decision into the ledger and return a redirect.
    """
    number = request.form.get("case", 0, int)
    try:
        lines = _decision(table)
        with table.session() as session:
            change = effect(session, lines) if lines else None
            words = [(line, words_of(line, session)) for line in change.lines] if change else []
        seen = line_mark(table.mark, lines)
        if request.form.get("do") != "write" or request.form.get("seen") != seen:
            places = _places(table, change) if change else []
            return _case_page(table, number, effect=change, words=words, places=places, seen=seen)
        _write(table, [*(change.lines if change else ()), *_ending(table, number)], author)
    except NotReadError as problem:
        return _case_page(table, number, problem=str(problem))
    return redirect(url_for("desk_list"), 303)


def _decision(table: Table) -> list[str]:
    """Return the ledger lines of the decision that the submitted form describes.

    They are the line of a ruling, if there is one, with the lines that follow from it, and the
    lines that the referee typed. Raise NotReadError if the form names a seat that the table does
    not have.
    """
    lines = [*desk.lines_of(request.form.get("lines", "")[:_MOST_BYTES])]
    seat, name = _seat_and_ruling()
    if not name:
        return lines
    with table.session() as session:
        seat = desk.check_seat(seat, session.seats)
        line = desk.ruling(seat, name, _words("article"), _words("reason"))
        return [*ruling_lines(session, line, name), *lines]


def _seat_and_ruling() -> tuple[str, str]:
    """Return the seat and the name of the ruling that a referee has chosen in the form.

    Both come from the button of a penalty or, without a button, from two fields. The seat is
    `table` if none is chosen; the name is empty if there is no ruling.
    """
    seat, _, name = _words("penalty").partition(" ")
    return (seat, name) if name else (_words("seat") or "table", _words("ruling"))


def _ending(table: Table, number: int) -> list[str]:
    """Return the ledger lines, at most one, by which case `number` is closed.

    A case is something that waits for a referee, such as a call. The list is empty if there is no
    such open case, and for a rejected result, which needs no line.
    """
    if not number:
        return []
    with table.session() as session:
        waits = [each for each in desk.waiting(session.game) if each.number == number]
    if waits and waits[0].sort == desk.REJECTED:
        return []
    return [desk.decision_text(case, _words("reason")) for case in waits]


def _write(table: Table, lines: Sequence[str], author: str) -> None:
    sent = [Sent(f"desk-{secrets.token_hex(12)}", line, is_official=True) for line in lines]
    try:
        refused = [answer.refusal for answer in table.take(sent, author) if answer.refusal]
    except LedgerError as problem:
        abort(503, str(problem))
    if refused:
        raise NotReadError(refused[0])


# --------------------------------------------------------------------------- standings


def _places(table: Table, change: Effect) -> list[tuple[str, float, float, int, int]]:
    """Return how a referee's decision changes the standings of the event, best player first.

    Each item has a player's name, the points before and after the decision, and the ranks before
    and after it.
    """
    with table.session() as session:
        players, event = named(session.game).players, session.game.header("Event")
    sums: dict[str, float] = {}
    for other in the_tables().opened():
        with other.session() as session:
            if other.name != table.name and session.game.header("Event") == event:
                _add(sums, named(session.game).players, changes(session.game))
    before, after = dict(sums), dict(sums)
    _add(before, players, change.before)
    _add(after, players, change.after)
    rows = [(name, before.get(name, 0.0), after.get(name, 0.0)) for name in after]
    ordered = sorted(rows, key=lambda row: -row[2])
    return [(*row, _place(row[1], before), _place(row[2], after)) for row in ordered]


def _add(sums: dict[str, float], players: Sequence[str], changed: Sequence[float | None]) -> None:
    for name, points in zip(players, changed, strict=False):
        sums[name] = sums.get(name, 0.0) + (points or 0)


def _place(points: float, sums: dict[str, float]) -> int:
    return 1 + sum(other > points for other in sums.values())
