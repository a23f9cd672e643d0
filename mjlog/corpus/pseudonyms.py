"""Pseudonyms for the players of a report: with the same key, a name has the same pseudonym."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import TypeVar

from mjlog.archive.privacy.renaming import Renaming
from mjlog.archive.questions.words import folded

Words = TypeVar("Words", str, None, str | None)
LETTERS = 10
"""Letters of a pseudonym: enough for a million players."""


@dataclass(frozen=True, slots=True)
class Alias:
    """The names of one record's players for the report, and how to replace real names in texts."""

    players: tuple[str, ...]
    renamings: tuple[Renaming, ...] = ()

    def words(self, words: Words) -> Words:
        """Replace the players' real names in a text by their pseudonyms; None stays None."""
        if words is None:
            return words
        for renaming in self.renamings:
            words = renaming.words(words)
        return words


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """Chooses the names of players for the report.

    If `key` is empty, these are the real names; otherwise pseudonyms that are computed with the
    key.
    """

    key: str = ""

    def of(self, players: tuple[str, ...]) -> Alias:
        """Return the names of a record's players for the report: pseudonyms, or real names."""
        if not self.key:
            return Alias(players)
        called = tuple(self._mark(player) for player in players)
        pairs = zip(players, called, strict=True)
        return Alias(called, tuple(Renaming((name,), mark) for name, mark in pairs))

    def _mark(self, name: str) -> str:
        key = folded(name).encode("utf-8", "replace")
        return "player-" + hmac.new(self.key.encode(), key, "sha256").hexdigest()[:LETTERS]
