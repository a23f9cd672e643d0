"""The referee's desk: what waits at all tables, the position of each, what a ruling changes."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from flask import Flask, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as Redirect

from mjlog.auditor.checks.amended import behind_signatures
from mjlog.live import desk
from mjlog.live.desk import Case
from mjlog.live.effect import Effect, changes, effect, line_mark
from mjlog.live.entering import NotReadError
from mjlog.live.ledger_file import LedgerError
from mjlog.live.tables import Sent, Table
from mjlog.live.trail import trail
from mjlog.model.record import SEATS, Game
from mjlog.notation import read
from mjlog.referee.rule_set import RuleSet
from mjlog.rules import load
from webviewer.live.access import (
    device,
    device_at,
    is_sent_from_here,
    named,
    table_named,
    the_tables,
)
from webviewer.responses import page
from webviewer.venue.public import drawn

REFEREES: Final = ("referee", "organiser")
_MOST_BYTES: Final = 32 << 10
_LONGEST: Final = 400
_TRAIL: Final = 12
"""Entries before a case that its page lists."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A case and the table at which it came up."""

    table: str
    case: Case


def routes(app: Flask) -> None:
    """Add the addresses of the desk, and that by which a table calls."""

    @app.get("/live/desk/")
    def desk_list() -> str:
        _referee()
        return page("desk.html", waiting=[*_all_waiting()], tables=the_tables().names())

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
    """Add what any device at a table may do: call a referee, propose a correction."""

    @app.get("/live/<table>/call")
    def desk_call(table: str) -> str:
        asking = device_at(table)
        opened = table_named(table)
        with opened.session() as session:
            game = session.game
        return page("call.html", table=table, device=asking, game=game, cases=desk.waiting(game))

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


def _all_waiting() -> Iterator[Waiting]:
    for table in the_tables().opened():
        with table.session() as session:
            yield from (Waiting(table.name, case) for case in desk.waiting(session.game))


def _position(table: Table, at: int) -> Game:
    """Return the record as it was behind an entry; as it is now where none is named."""
    return read(table.text() if at < 0 else desk.position(table.text(), at))


# --------------------------------------------------------------------------- one case


def _case_page(table: Table, number: int, **more: Any) -> str:
    with table.session() as session:
        game, rules = session.game, session.rules
    case = next((each for each in desk.cases(game) if each.number == number), None)
    rows = [row for row in trail(game) if case is None or row.number <= f"{case.at:04d}"]
    values: dict[str, Any] = {"given": dict(request.form), "seats": SEATS[: game.seats]}
    values["rulings"] = _rulings(rules)
    values["unsigned"] = [*behind_signatures(game)]
    values |= {"table": table.name, "game": game, "case": case, "rows": rows[-_TRAIL:]}
    return page("case.html", **{"effect": None, "problem": "", "seen": "", **values, **more})


def _rulings(rules: RuleSet) -> list[str]:
    """Return the names of rulings that these rules know."""
    return sorted(rules.penalties.ruled)


def _decided(table: Table, author: str) -> str | Redirect:
    """Return what a referee decided: looked at first, written once it was seen as it is."""
    number = request.form.get("case", 0, int)
    try:
        lines = _decision(table)
        with table.session() as session:
            told = effect(session, lines) if lines else None
        seen = line_mark(table.mark, lines)
        if request.form.get("do") != "write" or request.form.get("seen") != seen:
            places = _places(table, told) if told else []
            return _case_page(table, number, effect=told, places=places, seen=seen)
        _write(table, [*(told.lines if told else ()), *_ending(table, number)], author)
    except NotReadError as problem:
        return _case_page(table, number, problem=str(problem))
    return redirect(url_for("desk_list"), 303)


def _decision(table: Table) -> list[str]:
    """Return the lines of a decision, as a form gives them. Raises NotReadError."""
    lines = [*desk.lines_of(request.form.get("lines", "")[:_MOST_BYTES])]
    name = _words("ruling")
    if not name:
        return lines
    with table.session() as session:
        seat = desk.check_seat(_words("seat") or "table", session.seats)
    return [desk.ruling(seat, name, _words("article"), _words("reason")), *lines]


def _ending(table: Table, number: int) -> list[str]:
    """Return the line that ends the case, where one was asked about."""
    if not number:
        return []
    with table.session() as session:
        waits = [each for each in desk.waiting(session.game) if each.number == number]
    if waits and waits[0].sort == desk.REJECTED:
        return []
    return [desk.settled(case, _words("reason")) for case in waits]


def _write(table: Table, lines: Sequence[str], author: str) -> None:
    sent = [Sent(f"desk-{secrets.token_hex(12)}", line, is_official=True) for line in lines]
    try:
        refused = [answer.refusal for answer in table.take(sent, author) if answer.refusal]
    except LedgerError as problem:
        abort(503, str(problem))
    if refused:
        raise NotReadError(refused[0])


# --------------------------------------------------------------------------- standings


def _places(table: Table, told: Effect) -> list[tuple[str, float, float, int, int]]:
    """Return for each player of the event here points and places, before and after."""
    with table.session() as session:
        players, event = named(session.game).players, session.game.header("Event")
    sums: dict[str, float] = {}
    for other in the_tables().opened():
        with other.session() as session:
            if other.name != table.name and session.game.header("Event") == event:
                _add(sums, named(session.game).players, changes(session.game))
    before, after = dict(sums), dict(sums)
    _add(before, players, told.before)
    _add(after, players, told.after)
    rows = [(name, before.get(name, 0.0), after.get(name, 0.0)) for name in after]
    ordered = sorted(rows, key=lambda row: -row[2])
    return [(*row, _place(row[1], before), _place(row[2], after)) for row in ordered]


def _add(sums: dict[str, float], players: Sequence[str], told: Sequence[float | None]) -> None:
    for name, points in zip(players, told, strict=False):
        sums[name] = sums.get(name, 0.0) + (points or 0)


def _place(points: float, sums: dict[str, float]) -> int:
    return 1 + sum(other > points for other in sums.values())
