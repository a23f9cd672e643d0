"""The tables that spectators may look at, each as far as it is given out."""

from __future__ import annotations

from pathlib import Path
from threading import Lock
from typing import Final

from flask import Flask, abort, current_app

from mjlog.live.ledger_file import LedgerError
from mjlog.live.releasing import Release
from mjlog.live.tables import NoTableError, Tables
from mjlog.referee.rulebook import RulesError
from webviewer.venue.public import Public, public

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
        self._places: dict[str, _Place] = {}

    def names(self) -> list[str]:
        """All tables by name."""
        return self._tables.names()

    def public(self, name: str) -> Public:
        """One table. Raises NoTableError, LedgerError, RulesError, OSError."""
        with self._lock:
            place = self._places.get(name)
            if place is None:
                place = self._places[name] = self._place(name)
        return place.look()

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
    """Gives an application what its spectators may look at."""
    app.extensions[_NAME] = spectators


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
