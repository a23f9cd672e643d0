"""Other names for the players of a report, the same for the same name under one key."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import TypeVar

from mjlog.archive.privacy.renaming import Renaming
from mjlog.archive.questions.words import folded

Words = TypeVar("Words", str, None, str | None)
LETTERS = 10
"""Of a pseudonym: enough for a million players."""


@dataclass(frozen=True, slots=True)
class Alias:
    """What the players of one record are called, and how words are told that may name them."""

    players: tuple[str, ...]
    renamings: tuple[Renaming, ...] = ()

    def words(self, words: Words) -> Words:
        """Return the words without the names."""
        if words is None:
            return words
        for renaming in self.renamings:
            words = renaming.words(words)
        return words


@dataclass(frozen=True, slots=True)
class Pseudonyms:
    """How players are called: by their names, or where there is a `key`, by marks made of it."""

    key: str = ""

    def of(self, players: tuple[str, ...]) -> Alias:
        """Return the pseudonyms of these players."""
        if not self.key:
            return Alias(players)
        called = tuple(self._mark(player) for player in players)
        pairs = zip(players, called, strict=True)
        return Alias(called, tuple(Renaming((name,), mark) for name, mark in pairs))

    def _mark(self, name: str) -> str:
        key = folded(name).encode("utf-8", "replace")
        return "player-" + hmac.new(self.key.encode(), key, "sha256").hexdigest()[:LETTERS]
