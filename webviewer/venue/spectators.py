"""The tables that spectators may look at, each as far as it is given out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Final

from flask import Flask, abort, current_app

from mjlog.live.ledger_file import LedgerError
from mjlog.live.releasing import TICK, Release
from mjlog.live.tables import NoTableError, Tables
from mjlog.referee.rulebook import RulesError
from webviewer.venue.public import Public, mark_of, public

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

DELAY: Final = 60.0
"""Seconds for which spectators wait, unless the organiser says otherwise."""
_NAME: Final = "mjlog.venue.spectators"


class Spectators:
    """What spectators may know of each table of a folder; made once for all of them."""

    def __init__(self, tables: Tables, delay: float = DELAY, opens: str = "confirmed") -> None:
        self._tables = tables
        self._delay = delay
        self._opens = opens
        self._lock = Lock()
        self._lock_of_all = Lock()
        self._places: dict[str, _Place] = {}
        self._all = (-TICK, "")

    def names(self) -> list[str]:
        """All tables that can be opened, by name."""
        return [table.name for table in self._tables.opened()]

    def public(self, name: str) -> Public:
        """One table. Raises NoTableError, LedgerError, RulesError, OSError."""
        with self._lock:
            place = self._places.get(name)
            if place is None:
                place = self._places[name] = self._place(name)
        return place.look()

    def mark(self, name: str) -> str:
        """The mark of a table that was looked at before; empty for another one."""
        place = self._places.get(name)
        return place.look().etag if place else ""

    def mark_of_all(self) -> str:
        """A word that is the same as long as the same may be known of all tables."""
        with self._lock_of_all:
            moment = monotonic()
            if moment - self._all[0] >= TICK / 10:
                marks = [f"{name} {self.public(name).etag}" for name in self.names()]
                self._all = moment, mark_of(marks)
            return self._all[1]

    def _place(self, name: str) -> _Place:
        folder: Path = self._tables.folder
        return _Place(Release(self._tables.table(name), folder, self._delay), self._opens)


class _Place:
    """One table, and what was made of what it gave out last."""

    def __init__(self, release: Release, opens: str) -> None:
        self._release = release
        self._opens = opens
        self._lock = Lock()
        self._made: tuple[bytes, Public] | None = None

    def look(self) -> Public:
        """What may be known now."""
        text = self._release.look()
        with self._lock:
            if self._made is None or self._made[0] is not text:
                self._made = text, public(text, self._opens)
            return self._made[1]


def keep_spectators(app: Flask, spectators: Spectators) -> None:
    """Gives an application what its spectators may look at.

    Most of what they ask is whether there is anything new. Where there is not, that is answered
    before an application begins to work.
    """
    app.extensions[_NAME] = spectators
    whole: WSGIApplication = app.wsgi_app

    def answer(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        known = environ.get("HTTP_IF_NONE_MATCH", "")
        if known and known.removeprefix("W/") == _mark_asked(spectators, environ):
            start("304 NOT MODIFIED", [("ETag", known), ("Cache-Control", "no-cache")])
            return []
        return whole(environ, start)

    app.wsgi_app = answer  # type: ignore[assignment, method-assign]


def _mark_asked(spectators: Spectators, environ: WSGIEnvironment) -> str:
    """The ETag of the events that are asked for; empty where something else is asked."""
    found = _EVENTS.fullmatch(environ.get("PATH_INFO", ""))
    if found is None or environ.get("REQUEST_METHOD") != "GET":
        return ""
    return f'"{spectators.mark(found[1])}"'


_EVENTS: Final = re.compile(r"/watch/([A-Za-z0-9][A-Za-z0-9_-]{0,39})/events")


def the_spectators() -> Spectators:
    """The spectators of this application."""
    spectators: Spectators = current_app.extensions[_NAME]
    return spectators


def public_table(name: str) -> Public:
    """One table as spectators may know it; 404 where there is none."""
    try:
        return the_spectators().public(name)
    except (NoTableError, LedgerError, RulesError, OSError):
        abort(404, "There is no such table.")
