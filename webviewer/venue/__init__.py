"""Pages at the venue of an event: table cards, result sheets, clock, screens, desk.

It imports what pages import, live tables and the tournament. It never writes to a ledger except
through the ledger's live table. Spectators see only what is released to everybody.
"""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from mjlog.live.ledgers.following import Watchable
from webviewer.live.access import author_named, keep_event
from webviewer.venue import desk, director, presence, watching
from webviewer.venue.answering import answer_at_once
from webviewer.venue.spectators import DELAY, Spectators, keep_spectators


def install(
    app: Flask,
    tables: Watchable,
    delay: float = DELAY,
    opens: str = "confirmed",
    share: float = 0.2,
) -> None:
    """Add the pages on which spectators watch live tables.

    Spectators see each table `delay` seconds late. `opens` says when they see the hands of a deal:
    `confirmed` (after a player confirmed the result), `result` (after the result is recorded) or
    `never`. `share`, from 0 to 1, limits how much of a processor's time is spent on preparing games
    for spectators.
    """
    keep_event(app, tables.folder)
    app.jinja_env.filters["author_named"] = author_named
    spectators = Spectators(tables, delay, opens, share)
    keep_spectators(app, spectators)
    answer_at_once(app, spectators)
    watching.routes(app)


def install_desk(app: Flask, folder: Path) -> None:
    """Add the referees' desk, the pages for players' PINs and the tournament director's page.

    `folder` contains the ledgers (growing records) of the live tables.
    """
    presence.keep_pins(app, folder)
    desk.routes(app)
    presence.routes(app)
    director.routes(app)
