"""Decides how much of a ledger spectators may see: only lines older than a certain delay.

The time of a line is when it reached this program, by a clock that nobody can set. After a restart
all lines count as new, except those that were released before.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Final

from mjlog.live.ledgers.following import Watched
from mjlog.live.tables import PRIVATE

TICK: Final = 5.0
"""Seconds between two looks, so that spectators get the lines of a table in bundles."""


class Release:
    """The part of one table's ledger that spectators may see, with a delay of `delay` seconds."""

    def __init__(self, table: Watched, folder: Path, delay: float) -> None:
        self._table = table
        self._delay = delay
        self._lock = Lock()
        self._kept = folder / PRIVATE / f"{table.name}.shown"
        self._looked = 0.0
        self.text = b""
        self._take(_given_before(self._kept, table.text()))

    def look(self) -> bytes:
        """Return the part of the ledger that spectators may see now.

        The part grows at most every few seconds, so that spectators get several lines at once. It
        ends with a complete line, and has at least the headers.
        """
        with self._lock:
            moment = monotonic()
            if moment - self._looked >= min(TICK, max(self._delay, TICK / 10)):
                self._looked = moment
                end = self._table.length_at(moment - self._delay)
                whole = self._table.text() if end > len(self.text) else b""
                if whole[:end] != self.text and len(whole) >= end > 0:
                    self._take(whole[:end])
                    self._keep()
            return self.text

    def _take(self, text: bytes) -> None:
        """Set the part of the ledger that spectators may see to `text`.

        If `text` is empty, spectators may see the headers of the ledger.
        """
        self.text = text or self._table.text().partition(b"\n@")[0].rstrip(b"\n") + b"\n"

    def _keep(self) -> None:
        """Store on the disk how long the part is that spectators may see, for the next start.

        If storing fails, the only consequence is that, after a restart, some released lines count
        as new again, so spectators must wait for them.
        """
        beside = self._kept.with_suffix(".shown-new")
        with suppress(OSError):
            number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(number, "w", encoding="ascii") as file:
                json.dump([len(self.text), _digest(self.text)], file)
            beside.replace(self._kept)


def _given_before(kept: Path, text: bytes) -> bytes:
    """Return the part of the ledger that spectators had already seen before a restart.

    `kept` is the file that stores this, `text` the ledger. Return nothing if the file is missing,
    or if the ledger no longer begins with that part.
    """
    with suppress(OSError, ValueError, TypeError):
        end, digest = json.loads(kept.read_text(encoding="ascii"))
        if _digest(text[:end]) == digest:
            return text[:end]
    return b""


def _digest(text: bytes) -> str:
    return sha256(text).hexdigest()
