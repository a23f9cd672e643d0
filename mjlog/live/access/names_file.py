"""Reads players' names from a file next to the ledgers, which contain only identifiers.

The bytes of a ledger are signed. Because they contain only identifiers, a name can be deleted from
the file of names, and every signature stays valid.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from mjlog.model.record import SEATS, Game

FILE: Final = "names.tsv"
"""Name of the file with one player on each line: the identifier, a tab, the name."""


class NamesFile:
    """The players' names in the file `names.tsv` of a folder; changes of the file are noticed."""

    def __init__(self, folder: Path) -> None:
        """Prepare to read the file of names in a folder; the file need not exist yet."""
        self._path = folder / FILE
        self._read: tuple[tuple[int, int], Mapping[str, str]] = ((0, 0), {})

    def now(self) -> Mapping[str, str]:
        """Return a dict from players' identifiers to names; it is empty if the file cannot be read.

        As long as the file does not change, the same object is returned.
        """
        try:
            status = self._path.stat()
            stamp = (status.st_mtime_ns, status.st_size)
            if stamp != self._read[0]:
                self._read = (stamp, names_at(self._path))
        except (OSError, UnicodeError):
            if self._read[1]:
                self._read = ((0, 0), {})
        return self._read[1]


def names_at(path: Path) -> Mapping[str, str]:
    """Read a file of identifiers and names, and return a dict from identifier to name.

    A tab separates the two. Raises OSError if the file cannot be read, UnicodeError if it is not
    UTF-8.
    """
    text = path.read_text(encoding="utf-8-sig")
    rows = (line.partition("\t") for line in text.splitlines())
    return {key.strip(): name.strip() for key, _, name in rows if key.strip() and name.strip()}


def with_names(game: Game, names: Mapping[str, str]) -> Game:
    """Replace the players' identifiers in the headers of a game by their names.

    An identifier that is not in `names` stays.
    """
    if names.keys().isdisjoint(game.players):
        return game
    headers = (
        replace(head, value=names.get(head.value, head.value)) if head.key in SEATS else head
        for head in game.headers
    )
    return replace(game, headers=tuple(headers))
