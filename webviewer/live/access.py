"""Which device asks, and what it may do at a table."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

from flask import Flask, abort, current_app, request
from werkzeug.wrappers import Response as BaseResponse

from mjlog.live.access.devices import Device, Devices, Right
from mjlog.live.access.names_beside import NamesBeside, with_names
from mjlog.live.event_state import EventKept
from mjlog.live.ledgers.ledger_file import LedgerError
from mjlog.live.referees.substitutes import players_of
from mjlog.live.rounds import latest_round
from mjlog.live.tables import PRIVATE, NoTableError, Table, Tables
from mjlog.model.messages import Message
from mjlog.model.record import SEATS, Game
from mjlog.referee.rulebook import RulesError
from webviewer.i18n import told
from webviewer.pages.upload_pages import is_from_here

COOKIE: Final = "mjlog-live"
"""What holds the secret of a device."""
_KEPT_FOR: Final = 30 * 24 * 3600
"""Seconds that a browser keeps it."""
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
"""What roles are called on pages."""
_SIGNS: Final = {"O": ROLE_NAMES[0], "R": ROLE_NAMES[1], "S": ROLE_NAMES[2]}
"""By which letter the entries of a role are signed."""
_Answer = TypeVar("_Answer", bound=BaseResponse)
WRITERS: Final = frozenset({"organiser", "referee", "scribe"})
"""Roles that may write any line."""


PREFERRED: Final = "mjlog.live.rules"
"""The rules that a new game is offered first."""


def keep_tables(app: Flask, folder: Path) -> None:
    """Give the application the tables of a folder, and the devices that may enter them."""
    app.extensions[_TABLES] = Tables(folder)
    app.extensions[_DEVICES] = Devices(folder / PRIVATE / "devices.json")
    app.extensions[_NAMES] = NamesBeside(folder / PRIVATE)
    keep_event(app, folder)


def keep_event(app: Flask, folder: Path) -> None:
    """Give an application the state shared by all tables of a folder."""
    app.extensions[_EVENT] = EventKept(folder / PRIVATE)
    app.jinja_env.globals["current_event"] = current_event


def current_event() -> dict[str, Any]:
    """Return the state shared by all tables: the clock of the round, the announcement.

    `ends` is in milliseconds since 1970, 0 for a clock that stands; without a clock `round` is 0.
    """
    state = the_event().now()
    return {
        "round": state.round,
        "ends": round(state.ends * 1000),
        "rest": round(state.rest),
        "announcement": state.announcement,
    }


def the_tables() -> Tables:
    """Return the tables of this application."""
    tables: Tables = current_app.extensions[_TABLES]
    return tables


def the_names() -> Mapping[str, str]:
    """Return the names kept with the tables of this application, by identifier."""
    names: NamesBeside = current_app.extensions[_NAMES]
    return names.now()


def named(game: Game) -> Game:
    """Return a game with the names kept with the tables of this application."""
    return with_names(game, the_names())


def names_of(game: Game, deal: int | None = None) -> list[str]:
    """Return who plays a deal, counted from 1, as people know them; without one, who plays now."""
    names = the_names()
    return [names.get(player, player) for player in players_of(game, deal)]


def the_event() -> EventKept:
    """Return the state shared by all tables of this application."""
    event: EventKept = current_app.extensions[_EVENT]
    return event


def the_devices() -> Devices:
    """Return the devices of this application."""
    devices: Devices = current_app.extensions[_DEVICES]
    return devices


def tables_of(app: Flask) -> Tables:
    """Return the tables of an application, for the code that starts it."""
    tables: Tables = app.extensions[_TABLES]
    return tables


def devices_of(app: Flask) -> Devices:
    """Return the devices of an application, for the code that starts it."""
    devices: Devices = app.extensions[_DEVICES]
    return devices


def author_named(author: str) -> str:
    """Return the author of an entry in words: a role and its number; a letter is a player."""
    role = _SIGNS.get(author[:1])
    return f"{told(role)} {author[1:]}" if role else author


def device() -> Device | None:
    """Return the device of this request; None if it was not let in, or was sent away."""
    secret = request.cookies.get(COOKIE, "")
    return the_devices().holder(secret) if secret else None


def device_at(name: str, *roles: str) -> Device:
    """Return the device of this request if it has one of these roles at that table; else 403."""
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
    """Return a right's role and seat at a table; None if it has none there.

    For a player of the event, the ledger of the table names the seat.
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
    """Return the table of a device; empty for one that may enter all."""
    if right.player:
        return the_tables().of_player(right.player)
    return latest_round(right.table, the_tables().names()) or right.table


def organiser() -> Device:
    """Return the device of this request if it is an organiser's; else 403."""
    asking = device()
    if asking is None or asking.right.role != "organiser":
        abort(403, "Only the device of an organiser may do that.")
    return asking


def is_sent_from_here() -> None:
    """End a request that another site sent with 403."""
    if not is_from_here():
        abort(403, "This can be sent from the pages of this site only.")


def table_named(name: str) -> Table:
    """Return an open table; 404 if there is none, 409 if another program has it."""
    try:
        return the_tables().table(name)
    except NoTableError:
        abort(404, "There is no such table.")
    except (LedgerError, RulesError, OSError) as problem:
        abort(409, str(problem))


def with_secret(answer: _Answer, secret: str) -> _Answer:
    """Return the answer with the secret of a new device, which no script can read."""
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
