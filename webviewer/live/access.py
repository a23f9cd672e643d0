"""Devices that record or follow games: which one sends a request, and its rights at a table."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

from flask import Flask, abort, current_app, request
from werkzeug.wrappers import Response as BaseResponse

from mjlog.live.access.devices import Device, Devices, Right
from mjlog.live.access.names_file import NamesFile, with_names
from mjlog.live.event_state import EventKept
from mjlog.live.ledgers.ledger_file import LedgerError
from mjlog.live.referees.substitutes import players_of
from mjlog.live.rounds import latest_round
from mjlog.live.tables import PRIVATE, NoTableError, Table, Tables
from mjlog.model.messages import Message
from mjlog.model.record import SEATS, Game
from mjlog.referee.rulebook import RulesError
from webviewer.i18n import translate
from webviewer.pages.upload_pages import is_from_here

COOKIE: Final = "mjlog-live"
"""The cookie with the secret of a device."""
_KEPT_FOR: Final = 30 * 24 * 3600
"""Seconds that a browser keeps the cookie."""
_TABLES: Final = "mjlog.live.tables"
_DEVICES: Final = "mjlog.live.access.devices"
_NAMES: Final = "mjlog.live.names"
_EVENT: Final = "mjlog.live.event"
ROLE_NAMES: Final = (
    Message("organiser"),
    Message("referee"),
    Message("scribe"),
    Message("player"),
)
"""The names of roles on pages."""
_SIGNS: Final = {"O": ROLE_NAMES[0], "R": ROLE_NAMES[1], "S": ROLE_NAMES[2]}
"""The names of roles, by the letter that signs their entries."""
_Answer = TypeVar("_Answer", bound=BaseResponse)
WRITERS: Final = frozenset({"organiser", "referee", "scribe"})
"""Roles that may write any line."""


PREFERRED: Final = "mjlog.live.rules"
"""The setting with the rules that the form of a new game selects."""


def keep_tables(app: Flask, folder: Path) -> None:
    """Store in the application what pages need about the live tables of a folder.

    These are the tables, the devices that may use them, the players' real names, and the state that
    all tables share. Pages get them later by `the_tables`, `the_devices`, `the_names` and
    `the_event`.
    """
    app.extensions[_TABLES] = Tables(folder)
    app.extensions[_DEVICES] = Devices(folder / PRIVATE / "devices.json")
    app.extensions[_NAMES] = NamesFile(folder / PRIVATE)
    keep_event(app, folder)


def keep_event(app: Flask, folder: Path) -> None:
    """Give the application the state that all tables of the folder share, such as the clock.

    Templates can read it by `current_event`, other code by `the_event`.
    """
    app.extensions[_EVENT] = EventKept(folder / PRIVATE)
    app.jinja_env.globals["current_event"] = current_event


def current_event() -> dict[str, Any]:
    """Return a dict with the state that all tables share: the round's clock, an announcement.

    `ends` is the time at which the round ends, in milliseconds since 1970. If the clock is stopped,
    `ends` is 0 and `rest` is the number of seconds left. `round` is 0 if there is no clock.
    """
    state = the_event().now()
    return {
        "round": state.round,
        "ends": round(state.ends * 1000),
        "rest": round(state.rest),
        "announcement": state.announcement,
    }


def the_tables() -> Tables:
    """Return the live tables of the application that handles this request."""
    tables: Tables = current_app.extensions[_TABLES]
    return tables


def the_names() -> Mapping[str, str]:
    """Return the real names of players, as a dict from identifier to name.

    The names come from private files next to the tables.
    """
    names: NamesFile = current_app.extensions[_NAMES]
    return names.now()


def named(game: Game) -> Game:
    """Return a copy of a game with real names in place of the players' identifiers.

    Ledgers contain only identifiers; the real names are in private files.
    """
    return with_names(game, the_names())


def names_of(game: Game, deal: int | None = None) -> list[str]:
    """Return the real names of the players of deal number `deal`, counted from 1.

    If `deal` is None, return those of the present players. A player without a real name keeps the
    recorded name.
    """
    names = the_names()
    return [names.get(player, player) for player in players_of(game, deal)]


def the_event() -> EventKept:
    """Return the object that reads and writes the state shared by all tables, such as the clock."""
    event: EventKept = current_app.extensions[_EVENT]
    return event


def the_devices() -> Devices:
    """Return the devices, such as phones of scribes, that may use the application's tables."""
    devices: Devices = current_app.extensions[_DEVICES]
    return devices


def tables_of(app: Flask) -> Tables:
    """Return the live tables of an application; for code that runs outside a request."""
    tables: Tables = app.extensions[_TABLES]
    return tables


def devices_of(app: Flask) -> Devices:
    """Return the devices that may use an application's tables; for code outside a request."""
    devices: Devices = app.extensions[_DEVICES]
    return devices


def author_named(author: str) -> str:
    """Return the author of an entry in words, for example "scribe 2" for `S2`.

    The letter of a player is returned unchanged.
    """
    role = _SIGNS.get(author[:1])
    return f"{translate(role)} {author[1:]}" if role else author


def device() -> Device | None:
    """Return the device that sent this request, as identified by its cookie.

    Return None if the device was never registered, or if its access was revoked.
    """
    secret = request.cookies.get(COOKIE, "")
    return the_devices().holder(secret) if secret else None


def device_at(name: str, *roles: str) -> Device:
    """Return the device that sent this request, with what it may do at table `name`.

    End the request with 403 if the device may not enter this table, or if its role is not among
    `roles` (an empty `roles` allows any role). If the device is the scribe's, also record the time
    of this request: the director's page shows tables whose scribe is silent.
    """
    asking = device()
    right = right_at(asking.right, name) if asking else None
    if asking is None or right is None:
        abort(403, "This device was not let in to this table. Ask the organiser for a link.")
    if roles and right.role not in roles:
        abort(403, "This device may not do that at this table.")
    if right.role == "scribe":
        the_devices().hear(name)
    return replace(asking, right=right)


def right_at(right: Right, name: str) -> Right | None:
    """Return what a device may do at table `name`, with its seat; None if it may not enter.

    `right` is the right that the device has in general. For a player of an event, it names the
    player but no seat: then the seat is looked up in the table's ledger (the file of its game). The
    result is also None if the ledger cannot be read.
    """
    if not right.player:
        return right if right.reaches(name) else None
    with suppress(NoTableError, LedgerError, RulesError, OSError):
        players = the_tables().table(name).players
        if right.player in players:
            seat = SEATS[players.index(right.player)]
            return replace(right, table=name, seat=seat, author=seat)
    return None


def own_table(right: Right) -> str:
    """Return the name of the table at which a device records or plays now.

    At an event, this is the device's table in the latest round. The result is empty if the device
    may enter all tables, or if its player sits at no table.
    """
    if right.player:
        return the_tables().of_player(right.player)
    return latest_round(right.table, the_tables().names()) or right.table


def organiser() -> Device:
    """Return the device that sent this request, which must be an organiser's.

    End the request with 403 if it is not.
    """
    asking = device()
    if asking is None or asking.right.role != "organiser":
        abort(403, "Only the device of an organiser may do that.")
    return asking


def is_sent_from_here() -> None:
    """End the request with 403 unless a page of this site sent it."""
    if not is_from_here():
        abort(403, "This can be sent only from the pages of this site.")


def table_named(name: str) -> Table:
    """Return the table of that name; open it if it is not open yet.

    End the request with 404 if there is no such table, with 409 if it cannot be opened.
    """
    try:
        return the_tables().table(name)
    except NoTableError:
        abort(404, "There is no such table.")
    except (LedgerError, RulesError, OSError) as problem:
        abort(409, str(problem))


def with_secret(answer: _Answer, secret: str) -> _Answer:
    """Set the cookie by which a newly registered device is recognised, and return the response.

    `secret` is the value of the cookie. Scripts of the page cannot read it.
    """
    answer.set_cookie(
        COOKIE,
        secret,
        max_age=_KEPT_FOR,
        path="/live",
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
    return answer
