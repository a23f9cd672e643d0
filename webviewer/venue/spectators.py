"""The tables that spectators may see, each as far as it is released."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from threading import Lock
from time import monotonic, thread_time
from typing import Final

from flask import Flask, abort, current_app

from mjlog.live.access.names_file import NamesFile, with_names
from mjlog.live.event_state import EventKept
from mjlog.live.ledgers.following import Watchable
from mjlog.live.ledgers.ledger_file import LedgerError
from mjlog.live.ledgers.releasing import TICK, Release
from mjlog.live.tables import PRIVATE, NoTableError
from mjlog.referee.rulebook import RulesError
from webviewer.venue.public import Public, Publishing, mark_of

DELAY: Final = 60.0
"""Seconds by which spectators see a table late, unless the organiser chooses another delay."""
_NAME: Final = "mjlog.venue.spectators"


class Spectators:
    """The games of a folder's live tables for spectators; each game is prepared once for all."""

    def __init__(
        self, tables: Watchable, delay: float = DELAY, opens: str = "confirmed", share: float = 0.2
    ) -> None:
        """Prepare to show the live tables of a folder to spectators, `delay` seconds late.

        `opens` says when hands are shown: `confirmed` (after a player confirmed the result),
        `result` (after the result is recorded) or `never`. `share`, from 0 to 1, limits how much of
        a processor's time is spent on preparing games.
        """
        self._tables = tables
        self._delay = delay
        self._opens = opens
        self._names = NamesFile(tables.folder / PRIVATE)
        self._event = EventKept(tables.folder / PRIVATE)
        self._lock = Lock()
        self._lock_of_all = Lock()
        self._allowance = Allowance(share)
        self._places: dict[str, _Place] = {}
        self._all = (-TICK, "")

    def names(self) -> list[str]:
        """Return the names of all tables whose ledgers can be opened."""
        return [table.name for table in self._tables.opened()]

    def public(self, name: str) -> Public:
        """Return what spectators may see of the game at a table.

        Raise NoTableError if there is no such table, and LedgerError, RulesError or OSError if its
        ledger cannot be read. `name` is the name of the table.
        """
        with self._lock:
            place = self._places.get(name)
            if place is None:
                release = Release(self._tables.table(name), self._tables.folder, self._delay)
                place = _Place(release, self._names, self._opens, self._allowance)
                self._places[name] = place
        return place.look()

    def seen(self, name: str) -> Public | None:
        """Return what spectators may see of a table's game, if somebody has asked for it before.

        Otherwise return None. Unlike `public`, this method never opens a ledger for the first time,
        so it is fast. `name` is the name of the table.
        """
        place = self._places.get(name)
        return place.look() if place else None

    def mark(self, name: str) -> str:
        """Return a hash of what spectators see of a table, which serves as ETag.

        The text is empty if nobody has asked for this table before. `name` is the name of the
        table.
        """
        seen = self.seen(name)
        return seen.etag if seen else ""

    def mark_of_all(self) -> str:
        """Return a hash of all that spectators see: the tables, the clock and the announcement.

        It changes as soon as one of these changes.
        """
        with self._lock_of_all:
            moment = monotonic()
            if moment - self._all[0] >= TICK / 10:
                marks = [f"{name} {self.public(name).etag}" for name in self.names()]
                self._all = moment, mark_of([*marks, repr(self._event.now())])
            return self._all[1]


class Allowance:
    """A limit on the processor time that is spent on preparing games for spectators.

    If more time is needed, spectators see the games later, so that scribes are not slowed down.
    """

    def __init__(self, share: float = 0.2, most: float = 2.0) -> None:
        """Begin to limit how much processor time is spent on preparing games.

        `share`, from 0 to 1, is the part of the time that may be spent; `most` is how many unused
        seconds can be saved for later.
        """
        self._share = share
        self._most = most
        self._lock = Lock()
        self._left = most
        self._looked = monotonic()

    def is_left(self) -> bool:
        """Return whether a game may be prepared now, because the limit is not used up."""
        with self._lock:
            moment = monotonic()
            gained = (moment - self._looked) * self._share
            self._left = min(self._most, self._left + gained)
            self._looked = moment
            return self._left > 0

    def spend(self, seconds: float) -> None:
        """Subtract `seconds`, the time that preparing a game took, from the time that may be spent.

        The time that may be spent grows again at a constant rate. It may become negative, but only
        so far that it is positive again after a minute.
        """
        with self._lock:
            self._left = max(self._left - seconds, -_LONGEST * self._share)


_LONGEST: Final = 60.0
"""The most seconds for which nothing new is made."""


class _Place:
    """A live table with the latest game that was prepared for spectators."""

    def __init__(
        self, release: Release, names: NamesFile, opens: str, allowance: Allowance
    ) -> None:
        self._release = release
        self._names = names
        self._publishing = Publishing(opens)
        self._allowance = allowance
        self._lock = Lock()
        self._made: tuple[bytes, Mapping[str, str], Public] | None = None

    def look(self) -> Public:
        """Return what spectators may see of the game now.

        If another thread is preparing the game, or if too much processor time was spent, return
        what was prepared last.
        """
        text, made = self._release.look(), self._made
        if made is None:
            with self._lock:
                return self._made_of(text)
        is_known = made[0] is text and made[1] is self._names.now()
        if not is_known and self._allowance.is_left() and self._lock.acquire(blocking=False):
            try:
                return self._made_of(text)
            finally:
                self._lock.release()
        return made[2]

    def _made_of(self, text: bytes) -> Public:
        """Prepare the game that spectators see from the part of the ledger that is old enough.

        If `text` and the players' names are those of the last call, return the earlier result.
        """
        names, made = self._names.now(), self._made
        if made is None or made[0] is not text or made[1] is not names:
            begun = thread_time()
            public = self._publishing.public(text)
            made = self._made = text, names, replace(public, game=with_names(public.game, names))
            self._allowance.spend(thread_time() - begun)
        return made[2]


def keep_spectators(app: Flask, spectators: Spectators) -> None:
    """Store in the application the object that knows what spectators see of each table.

    The function `the_spectators` returns it.
    """
    app.extensions[_NAME] = spectators


def the_spectators() -> Spectators:
    """Return the object that knows what spectators see of each table of this application."""
    spectators: Spectators = current_app.extensions[_NAME]
    return spectators


def public_table(name: str) -> Public:
    """Return the game of a table as spectators may see it.

    End the request with 404 if there is no such table, or if it cannot be read.
    """
    try:
        return the_spectators().public(name)
    except (NoTableError, LedgerError, RulesError, OSError):
        abort(404, "There is no such table.")
