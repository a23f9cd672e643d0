"""What hangs on the walls of a venue: cards of tables, result sheets, the time, the screen.

It imports what pages do, live tables and the tournament. It never writes a record, and shows
nothing that the tables do not give to everybody.
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
    """Let an application show tables to spectators, `delay` seconds late."""
    keep_event(app, tables.folder)
    app.jinja_env.filters["author_named"] = author_named
    spectators = Spectators(tables, delay, opens, share)
    keep_spectators(app, spectators)
    answer_at_once(app, spectators)
    watching.routes(app)


def install_desk(app: Flask, folder: Path) -> None:
    """Let an application of live tables call referees, take PINs and direct an event."""
    presence.keep_pins(app, folder)
    desk.routes(app)
    presence.routes(app)
    director.routes(app)
