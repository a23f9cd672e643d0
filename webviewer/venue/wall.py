"""The director's wall: the state of each table being played; tables that need help come first."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from mjlog.live.access.devices import Devices
from mjlog.live.event_state import EventKept
from mjlog.live.referees import desk
from mjlog.live.referees.confirming import answers_to, result_of, result_remarks
from mjlog.live.referees.desk import Case
from mjlog.live.referees.effect import line_mark
from mjlog.live.rounds import latest_round
from mjlog.live.session import has_ended
from mjlog.live.tables import Table, Tables
from mjlog.model.record import Game
from webviewer.live.access import names_of


class Recorded(NamedTuple):
    """The state of a live table, as recorded in its ledger.

    `deal` is the label of the latest deal, `cases` are open cases for a referee, `unconfirmed` is
    the number of results that no player has confirmed.
    """

    deal: str
    cases: tuple[Case, ...]
    unconfirmed: int
    has_ended: bool
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tile:
    """A live table on the director's page, with the seconds since its last ledger entry.

    `is_silent` is True if no scribe's device has contacted the server for some time.
    """

    name: str
    recorded: Recorded
    seconds: int
    is_silent: bool


def tiles(tables: Tables, devices: Devices) -> list[Tile]:
    """Return what the tournament director's page shows of each table, as a list of `Tile`.

    Shown are all tables of the latest round or of no round, and older tables with an open case
    (something that waits for a referee). Tables with a case come first, then tables whose scribe is
    silent. Tables whose ledger cannot be opened are left out.
    """
    names = tables.names()
    shown = [
        Tile(
            table.name,
            recorded,
            max(0, round(time.time() - (tables.folder / f"{table.name}.mjl").stat().st_mtime)),
            not recorded.has_ended and devices.is_silent(table.name),
        )
        for table in tables.opened()
        if (recorded := _recorded(table, table.mark)).cases
        or latest_round(table.name, names) in {"", table.name}
    ]
    return sorted(shown, key=lambda tile: (not tile.recorded.cases, not tile.is_silent))


def mark_of_wall(tables: Tables, devices: Devices, event: EventKept) -> str:
    """Return a hash of what the director's page shows, by which the page notices changes.

    It changes with the clock, with the ledger of a table, and when a scribe's device becomes silent
    or contacts the server again. The seconds since a table's last entry do not change it.
    """
    rows = [
        f"{table.name} {table.mark} {devices.is_silent(table.name)}" for table in tables.opened()
    ]
    return line_mark(repr(event.now()), rows)


@lru_cache(maxsize=512)
def _recorded(table: Table, _mark: str) -> Recorded:
    """Return what a table's ledger says about it: the deal, open cases, results and players.

    `_mark` is the hash of the ledger: as long as it is equal, the cached result is returned.
    """
    with table.session() as session:
        game = session.game
    label = game.deals[-1].label if game.deals else ""
    cases, players = tuple(desk.waiting(game)), tuple(names_of(game))
    return Recorded(label, cases, _unconfirmed(game), has_ended(game), players)


def _unconfirmed(game: Game) -> int:
    """Count the deals with a result that no player has confirmed."""
    answers = answers_to(answer for deal in game.deals for answer in result_remarks(deal))
    results = [(number, result_of(deal)) for number, deal in enumerate(game.deals, 1)]
    return sum(
        bool(result) and "confirmed" not in answers.get((number, result), {}).values()
        for number, result in results
    )
