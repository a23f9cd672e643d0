"""The pages of live tables: the list, the link by which a device enters, the table itself."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from flask import Flask, Response, abort, current_app, make_response, redirect, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as Redirect

from mjlog.live.access.devices import ROLES, Device, NotLetInError, Right
from mjlog.live.ledgers.ledger_file import LedgerError
from mjlog.live.rounds import latest_round, round_of
from mjlog.live.tables import NAME, NoTableError
from mjlog.model.record import SEATS
from mjlog.referee.rulebook import RulesError
from mjlog.rules import load, loadable, with_edition
from mjlog.tournament.folder import tournament_in
from mjlog.tournament.frame import Game, TournamentError
from webviewer.i18n import gettext
from webviewer.live.access import (
    PREFERRED,
    device,
    device_at,
    is_sent_from_here,
    organiser,
    own_table,
    right_at,
    table_named,
    the_devices,
    the_names,
    the_tables,
    with_secret,
)
from webviewer.live.table_state import rules_object, state
from webviewer.responses import authority, page
from webviewer.site import absolute

MOST_BYTES: Final = 16 << 10
_OF_ONE_TABLE: Final = ("scribe", "player")
_LONGEST: Final = 80
"""The most characters of a name in a header."""


def routes(app: Flask) -> None:
    """Add the pages of live tables: the list, the links by which devices enter, and each table."""

    @app.get("/live/")
    def live() -> str | Redirect:
        asking = device()
        return (_own_page(asking) if asking else None) or _list(asking)

    @app.get("/live/worker.js")
    def live_worker() -> Response:
        return app.send_static_file("live-worker.js")

    @app.get("/live/authority.pem")
    def live_authority() -> Response:
        return authority()

    @app.get("/live/in/<word>")
    def live_link(word: str) -> str:
        return page("live_in.html", right=the_devices().right_of_link(word), word=word)

    @app.post("/live/in/<word>")
    def live_let_in(word: str) -> Response | Redirect:
        is_sent_from_here()
        asking = device()
        try:
            secret = the_devices().let_in(word, asking.right if asking else None)
        except NotLetInError as problem:
            abort(403, str(problem))
        admitted = the_devices().holder(secret)
        table = own_table(admitted.right) if admitted else ""
        where = url_for("live_table", table=table) if table else url_for("live")
        return with_secret(make_response(redirect(where, 303)), secret)

    @app.get("/live/<table>")
    def live_table(table: str) -> str | tuple[str, int] | Redirect:
        return _table(table)

    _forms(app)


def _forms(app: Flask) -> None:
    """Add the addresses to which the organiser's forms and the form for a new game are sent."""

    @app.post("/live/<table>/begin")
    def live_begin(table: str) -> Redirect:
        _form()
        device_at(table, "organiser", "referee", "scribe")
        return _begun(table)

    @app.post("/live/")
    def live_new() -> Redirect:
        _form()
        organiser()
        return _begun(request.form.get("table", "").strip())

    @app.post("/live/links")
    def live_links() -> str:
        _form()
        role, table = request.form.get("role", ""), request.form.get("table", "")
        seat = request.form.get("seat", "") if role == "player" else ""
        is_seat = seat in SEATS if role == "player" else True
        if role not in ROLES or not is_seat or not (table == "" or NAME.fullmatch(table)):
            abort(400, "A link needs a role, and a player a seat.")
        given = organiser()
        return _list(given, link=invited(role, table, seat))

    @app.post("/live/devices/<int:number>/revoke")
    def live_revoke(number: int) -> Redirect:
        _form()
        organiser()
        the_devices().revoke(number)
        return redirect(url_for("live"), 303)


def invited(role: str, table: str = "", seat: str = "") -> str:
    """Create a new link by which a device enters with the given role, and return its address.

    If the table belongs to an event, the link for a seat is made for the player at that seat, and
    is valid in every round.
    """
    player = ""
    if seat and round_of(table) and table in the_tables().names():
        players = table_named(table).players
        player = players[SEATS.index(seat)] if SEATS.index(seat) < len(players) else ""
    return link_for("player", player=player) if player else link_for(role, table, seat)


def link_for(role: str, table: str = "", seat: str = "", player: str = "") -> str:
    """Create a link by which a device is let in with this role, and return its whole address.

    `table`, `seat` and `player` restrict the role to one table, seat or player; empty means no
    restriction.
    """
    word = the_devices().invite(role, table, seat, player)
    return absolute(url_for("live_link", word=word, lang=None, theme=None))


def _form() -> None:
    is_sent_from_here()
    request.max_content_length = MOST_BYTES


# --------------------------------------------------------------------------- a new game


def _begun(name: str) -> Redirect:
    """Create the ledger of table `name` from the submitted form; redirect to the table's page.

    The ledger is the file to which the game is recorded. End the request with 400 if the table's
    name or the rules are not valid.
    """
    try:
        the_tables().create(name, headers(request.form, name))
    except (NoTableError, RulesError, LedgerError) as problem:
        abort(400, str(problem))
    return redirect(url_for("live_table", table=name), 303)


def headers(form: Any, table: str) -> list[str]:
    """Convert a form for a new game into the header lines of its ledger.

    Raise RulesError if the rules are unknown, or if they do not allow the number of
    players in the form.
    """
    header = with_edition(_one_line(form.get("rules", "")))
    rules = load(header)
    names = [_one_line(form.get(f"player-{seat}", "")) for seat in SEATS]
    most = max(rules.play.spec.seats)
    played = [name for name in names[:most] if name] or [""] * most
    if len(played) not in rules.play.spec.seats:
        raise RulesError(f"{rules.name} is not played by {len(played)}")
    heads = ((key, _one_line(form.get(key.lower(), ""))) for key in ("Event", "Round"))
    return [
        *(f"{key}: {value}" for key, value in heads if value),
        f"Table: {table}",
        f"Rules: {header}",
        *(f"{seat}: {name}".rstrip() for seat, name in zip(SEATS, played, strict=False)),
        f"Clock: UTC{offset()}",
    ]


def _one_line(words: str) -> str:
    """Return a text as one line of at most 80 characters, so that it fits into a header line."""
    return " ".join(words.split())[:_LONGEST]


def offset() -> str:
    """Return the difference of this machine's local time from UTC, such as `+08:00`."""
    minutes = (time.localtime().tm_gmtoff or 0) // 60
    sign = "-" if minutes < 0 else "+"
    return f"{sign}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"


# --------------------------------------------------------------------------- showing


def _list(asking: Device | None, link: str = "") -> str:
    """Return the page that lists the tables which the device `asking` may enter.

    If `asking` is None, no table is listed. An organiser also sees all devices. `link` is the
    address of a link that the organiser has just created; the page then shows the link with its QR
    code.
    """
    tables = [name for name in the_tables().names() if asking and right_at(asking.right, name)]
    return page(
        "live_tables.html",
        device=asking,
        tables=tables,
        link=link,
        code=code_of(link),
        devices=the_devices().all() if asking else [],
        rule_sets=[*rule_sets()],
        roles=ROLES,
        names=SEATS,
        preferred=preferred_rules(),
    )


def code_of(link: str) -> Markup:
    """Return a link as a QR code in SVG; empty if there is no link or segno is not installed."""
    if not link or find_spec("segno") is None:
        return Markup()
    segno = import_module("segno")
    code = segno.make(link, error="m", micro=False)
    drawn = code.svg_inline(border=2, omitsize=True, lineclass=None, svgclass="qr", light="#fff")
    return Markup(drawn)  # noqa: S704 - it holds nothing but squares


def preferred_rules() -> str:
    """Return the `Rules` header that the form for a new game offers first.

    It is the header with which the server was started; empty if there was none.
    """
    named: str = current_app.config.get(PREFERRED, "")
    return named


def rule_sets() -> Iterator[tuple[str, str]]:
    """Yield the rules that the form for a new game offers, as pairs of `Rules` header and title.

    The rules with which the server was started come first, unless they are a built-in rule set or
    preset; their title is the header.
    """
    built_in = list(_built_in())
    named = preferred_rules()
    if named and named not in {header for header, _ in built_in}:
        yield named, named
    yield from built_in


def _built_in() -> Iterator[tuple[str, str]]:
    for rules in loadable():
        yield f"{rules.name}/{rules.edition}", gettext(rules.title)
        for preset in rules.presets:
            yield (
                f"{rules.name}/{rules.edition} preset={preset}",
                f"{gettext(rules.title)}: {preset}",
            )


def _elsewhere(name: str) -> str | tuple[str, int] | Redirect:
    """Return the response for a device that may not enter table `name`.

    An unknown device is redirected to the page where players enter with a PIN. A device whose game
    has not begun is redirected to the list. Another device gets a page (403) with a link to its own
    table.
    """
    asking = device()
    if asking is None and "player_in" in current_app.view_functions:
        return redirect(url_for("player_in", table=name), 303)
    own = own_table(asking.right) if asking else ""
    if asking and not own and _coming_game(asking.right):
        return redirect(url_for("live"), 303)
    if not own or own == name:
        device_at(name)  # aborts with the reason if the device may not enter
    return page("live_elsewhere.html", table=name, own=own, device=asking), 403


def _own_page(asking: Device) -> str | Redirect | None:
    """Return the response that leads the device of a scribe or player to its own table.

    It is a redirect to the table or, if the game has not begun, a page on which the device waits.
    Return None for a device with another role, and if no game for the device is known.
    """
    if asking.right.role not in _OF_ONE_TABLE:
        return None
    own = own_table(asking.right)
    if own in the_tables().names():
        return redirect(url_for("live_table", table=own), 303)
    coming = _coming_game(asking.right)
    return page("live_waits.html", game=coming) if coming else None


def _coming_game(right: Right) -> Game | None:
    """Return the first game in the draw of the tournament in which a device takes part.

    For a player's device, this is the player's first game; for a scribe's device, the first game at
    its table. Return None if there is no such game.
    """
    with suppress(TournamentError):
        made = tournament_in(the_tables().folder)
        games = made.named(the_names()).games() if made else ()
        whose = the_names().get(right.player, right.player)
        for game in games:
            if whose in game.players or f"t{game.table}" == right.table:
                return game
    return None


def _table(name: str) -> str | tuple[str, int] | Redirect:
    """Return the page of a table, or the form that begins a game if there is no such table.

    A name such as `t3` redirects to that table in the latest round. A device that may not enter, or
    a scribe whose game has not begun, gets another page.
    """
    asking, names = device(), the_tables().names()
    played = name if name in names else latest_round(name, names) or name
    if asking is None or right_at(asking.right, played) is None:
        return _elsewhere(played)
    asking = device_at(played)
    if name not in names:
        if played != name:
            return redirect(url_for("live_table", table=played), 303)
        if not NAME.fullmatch(name):
            abort(404, "There is no such table.")
        if asking.right.role == "scribe" and (coming := _coming_game(asking.right)):
            return page("live_waits.html", game=coming)
        return page(
            "live_begin.html",
            table=name,
            device=asking,
            rule_sets=[*rule_sets()],
            names=SEATS,
            preferred=preferred_rules(),
        )
    opened = table_named(name)
    with opened.session() as session:
        rules, seats = session.rules, session.seats
    return page(
        "live.html",
        table=opened,
        device=asking,
        rules=rules,
        rules_object=rules_object(rules, seats),
        state=state(opened, asking),
        recovery=opened.recovery,
    )
