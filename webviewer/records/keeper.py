"""Background threads: one updates the list of a folder, one audits archived records again."""

from __future__ import annotations

import sys
import threading
from time import monotonic, sleep
from typing import Final

from mjlog.archive.storage.database import ArchiveError
from mjlog.archive.store import Archive
from mjlog.archive.verify import judge_some
from webviewer.parts.catalogue import Catalogue
from webviewer.records.library import Library

EVERY: Final = 1.0
"""The least number of seconds between two looks at the folder."""
SHARE: Final = 10.0
"""The pause between two looks, in multiples of the time that a look takes."""
FIRST: Final = 0.6
"""Seconds before the first look, so that the first page is not delayed."""
BREATH: Final = 0.002
"""Seconds of pause after reading some records, for threads that answer."""
AT_FIRST: Final = 2.0
"""Seconds before the first record is judged again, so that first pages are not delayed."""
LEISURE: Final = 3.0
"""The pause after judging, in multiples of the time that judging took."""
LATER: Final = 10.0
"""Seconds after which a failed attempt is repeated."""


class Keeper(threading.Thread):
    """A background thread that watches a folder, and reads new and changed records for the list."""

    def __init__(self, library: Library, catalogue: Catalogue) -> None:
        super().__init__(name="keeper", daemon=True)
        self._library = library
        self._catalogue = catalogue
        self._is_over = threading.Event()
        library.is_watched = True

    def stop(self) -> None:
        """Stop the thread, and wait until it has read the few records that it is reading."""
        self._is_over.set()
        self.join()

    def run(self) -> None:
        """Keep the list of records up to date, until the thread is stopped.

        This calls `turn` again and again. After an ArchiveError, write the error to standard error,
        and wait ten seconds.
        """
        rest = FIRST
        while not self._is_over.wait(rest):
            try:
                rest = self.turn()
            except ArchiveError as problem:
                sys.stderr.write(f"the list is not kept: {problem}\n")
                rest = LATER

    def turn(self) -> float:
        """Look once for new, changed and missing files, and then read new records for some time.

        Return the seconds to wait before the next call; 0 if some records were not read yet. When
        all are read, remove from the archive the records that are no longer in any file.
        """
        rest = max(EVERY, SHARE * self._library.look())
        kept = self._catalogue.synced()
        until = monotonic() + rest
        while monotonic() < until and not self._is_over.is_set():
            if not self._catalogue.read_some(kept):
                self._catalogue.take_out(kept)
                return rest
            sleep(BREATH)
        return 0.0


class Judge(threading.Thread):
    """A background thread that slowly audits old archived records again.

    Old means that an earlier version of the rules audited the record.
    """

    def __init__(self, archive: Archive) -> None:
        super().__init__(name="judge", daemon=True)
        self._archive = archive
        self._is_over = threading.Event()

    def stop(self) -> None:
        """Stop the thread, and wait until it has audited the records that it is auditing."""
        self._is_over.set()
        self.join()

    def run(self) -> None:
        """Audit again all archived records that were audited by earlier rules, then end.

        After each few records, the thread rests three times as long as the audits took. After an
        ArchiveError, write the error to standard error, and wait ten seconds.
        """
        rest = AT_FIRST
        left = True
        while left and not self._is_over.wait(rest):
            begun = monotonic()
            try:
                left = judge_some(self._archive)
                rest = LEISURE * (monotonic() - begun)
            except ArchiveError as problem:
                sys.stderr.write(f"the records are not judged again: {problem}\n")
                rest = LATER
