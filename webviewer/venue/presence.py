"""PINs from the organiser, by which players prove on a device that they are at the table."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Any, Final

from flask import Flask, abort, current_app, redirect, request, url_for
from werkzeug.wrappers import Response as Redirect

from mjlog.live.access.devices import Device
from mjlog.live.access.pins import Pins, WrongPinError, presence_line, refusal_line
from mjlog.live.ledgers.ledger_file import LedgerError
from mjlog.live.referees.confirming import opinions, result_of
from mjlog.live.referees.substitutes import players_of
from mjlog.live.tables import PRIVATE, Sent, Table
from mjlog.model.record import SEATS
from webviewer.i18n import translate
from webviewer.live.access import (
    WRITERS,
    device,
    device_at,
    is_sent_from_here,
    organiser,
    table_named,
    the_devices,
    the_names,
    the_tables,
    with_secret,
)
from webviewer.live.table_state import Played, line_in_words
from webviewer.responses import page

_PINS: Final = "mjlog.venue.pins"
_MOST_BYTES: Final = 8 << 10


def keep_pins(app: Flask, folder: Path) -> None:
    """Load the players' PINs for the live tables of a folder into the application."""
    app.extensions[_PINS] = Pins(folder / PRIVATE / "pins.json")


def the_pins() -> Pins:
    """Return the players' PINs of the current application."""
    pins: Pins = current_app.extensions[_PINS]
    return pins


def routes(app: Flask) -> None:
    """Add the pages on which an organiser hands out PINs and players enter them."""

    @app.get("/live/pins/")
    def pins_list() -> str:
        organiser()
        return _list()

    @app.post("/live/pins/")
    def pins_give() -> str:
        _form()
        organiser()
        name = request.form.get("player", "")
        if name not in _players():
            abort(400, "No player of that name is at these tables.")
        return _list(name, the_pins().give(name))

    @app.get("/live/<table>/pin")
    def pin_page(table: str) -> str:
        asking = device_at(table, *WRITERS)
        return _page(table_named(table), asking)

    @app.post("/live/<table>/pin")
    def pin_entered(table: str) -> str | Redirect:
        _form()
        asking = device_at(table, *WRITERS)
        return _entered(table_named(table), asking)

    @app.get("/live/<table>/player")
    def player_in(table: str) -> str:
        return _who_page(table)

    @app.post("/live/<table>/player")
    def player_let_in(table: str) -> str | Redirect:
        _form()
        return _let_player_in(table)


def _form() -> None:
    is_sent_from_here()
    request.max_content_length = _MOST_BYTES


def _players() -> list[str]:
    """Return the identifiers of all players at the live tables, sorted."""
    names = set[str]()
    for table in the_tables().opened():
        with table.session() as session:
            names |= {*session.game.players, *players_of(session.game)} - {""}
    return sorted(names)


def _seated(table: str) -> list[str]:
    """Return the players of a table, as recorded in its ledger; empty if there is no such table."""
    if table not in the_tables().names():
        return []
    return [player for player in table_named(table).players if player]


def _who_page(table: str, problem: str = "") -> str:
    """Return the page of a table on which a player chooses a name and enters a PIN.

    `problem` is an error message to show, or empty.
    """
    names = the_names()
    players = [(player, names.get(player, player)) for player in _seated(table)]
    values = {"given": request.form.get("player", ""), "problem": problem}
    return page("player_in.html", table=table, players=players, pins=the_pins(), **values)


def _let_player_in(table: str) -> str | Redirect:
    """Register the device on which a player has entered the right PIN.

    From then on, the device may enter the player's table in this and later rounds. Return a
    redirect to the table, or the page with an error message if the PIN is wrong.
    """
    player = request.form.get("player", "")
    if player not in _seated(table):
        abort(400, "Choose a player.")
    if device() is not None:
        abort(403, "This device was let in already. The organiser can send it away.")
    try:
        the_pins().check(player, request.form.get("pin", ""))
    except WrongPinError as problem:
        return _who_page(table, translate(problem.words))
    secret = the_devices().let_player_in(player)
    return with_secret(redirect(url_for("live_table", table=table), 303), secret)


def _list(name: str = "", pin: str = "") -> str:
    names = the_names()
    players = [(player, names.get(player, player)) for player in _players()]
    given = {"name": names.get(name, name), "pin": pin}
    return page("pins.html", players=players, pins=the_pins(), **given)


def _page(table: Table, asking: Device, problem: str = "") -> str:
    """Return the page on which players confirm the latest complete result of a table by PIN.

    It also shows who has confirmed the result. `asking` is the device that sent the request,
    `problem` an error message to show, or empty.
    """
    with table.session() as session:
        game, is_open = session.game, bool(session.proposed())
        words = [
            [
                line_in_words(line, Played.of(session, number))
                for line in deal.lines
                if line.content.keyword != "note"
            ]
            for number, deal in enumerate(game.deals, 1)
        ]
    deals_with_result = [number for number, deal in enumerate(game.deals, 1) if result_of(deal)]
    if is_open and deals_with_result[-1:] == [len(game.deals)]:
        deals_with_result.pop()  # every line that is added changes the result
    values: dict[str, Any] = {"table": table.name, "device": asking, "number": 0}
    values["given"] = request.form.get("seat", "")
    if deals_with_result:
        deal = game.deals[deals_with_result[-1] - 1]
        players = [
            (seat, player, the_names().get(player, player))
            for seat, player in zip(SEATS, players_of(game, deals_with_result[-1]), strict=False)
            if player
        ]
        answer_by_author = {
            each.author: each.answer for each in opinions(game, deals_with_result[-1])
        }
        values |= {
            "number": deals_with_result[-1],
            "label": deal.label,
            "lines": words[deals_with_result[-1] - 1],
            "players": players,
        }
        values |= {"said": answer_by_author, "of": result_of(deal), "pins": the_pins()}
    return page("pin.html", problem=problem, **values)


def _entered(table: Table, asking: Device) -> str | Redirect:
    """Write into the ledger that a player confirms or rejects the result of a deal.

    To confirm, the player must have entered the right PIN; to reject needs no PIN. Return a
    redirect, or the page with an error message if the PIN is wrong. End the request with 400 for an
    invalid player or deal, and with 409 if the result has changed since the page showed it.
    `asking` is the device that sent the request.
    """
    seat, number = request.form.get("seat", ""), request.form.get("deal", 0, int)
    with table.session() as session:
        game = session.game
    if seat not in [*SEATS[: len(game.players)]] or not 1 <= number <= len(game.deals):
        abort(400, "Choose a player.")
    result = result_of(game.deals[number - 1])
    if request.form.get("of") != result:
        abort(409, "The result was changed meanwhile; look at it again.")
    line = refusal_line(seat, number)
    if request.form.get("do") != "refuse":
        try:
            player = players_of(game, number)[SEATS.index(seat)]
            the_pins().check(player, request.form.get("pin", ""))
        except WrongPinError as problem:
            return _page(table, asking, translate(problem.words))
        line = presence_line(seat, asking.right.author, number, result)
    try:
        table.take(
            [Sent(f"pin-{secrets.token_hex(12)}", line, is_official=True)], asking.right.author
        )
    except LedgerError as problem:
        abort(503, str(problem))
    return redirect(url_for("pin_page", table=table.name), 303)
