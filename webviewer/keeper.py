"""The thread that keeps the list of a folder as the folder is, beside those that answer."""

from __future__ import annotations

import sys
import threading
from time import monotonic, sleep
from typing import Final

from mjlog.archive.database import ArchiveError
from webviewer.library import Library
from webviewer.parts.catalogue import Catalogue

EVERY: Final = 1.0
"""Seconds between two looks at the folder."""
SHARE: Final = 10.0
"""How many times as long as a look took nobody looks again."""
FIRST: Final = 0.2
"""Seconds before the first look, for the first page."""
BREATH: Final = 0.002
"""Seconds for those who answer, after some records have been read."""
LATER: Final = 10.0
"""Seconds after which something that failed is tried again."""


class Keeper(threading.Thread):
    """Looks at the folder again and again, and reads what has come or changed."""

    def __init__(self, library: Library, catalogue: Catalogue) -> None:
        super().__init__(name="keeper", daemon=True)
        self._library = library
        self._catalogue = catalogue
        self._is_over = threading.Event()
        library.is_watched = True

    def stop(self) -> None:
        """Ends it; what is being read is read to its end."""
        self._is_over.set()
        self.join()

    def run(self) -> None:
        """Looks and reads until it is stopped."""
        rest = FIRST
        while not self._is_over.wait(rest):
            try:
                rest = self.turn()
            except ArchiveError as problem:
                sys.stderr.write(f"the list is not kept: {problem}\n")
                rest = LATER

    def turn(self) -> float:
        """Looks once, then reads for a while; in how many seconds it is time for the next turn."""
        rest = max(EVERY, SHARE * self._library.look())
        kept = self._catalogue.synced()
        until = monotonic() + rest
        while monotonic() < until and not self._is_over.is_set():
            if not self._catalogue.read_some(kept):
                self._catalogue.take_out(kept)
                return rest
            sleep(BREATH)
        return 0.0
