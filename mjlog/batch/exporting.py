"""Exports a game to the format of another program, with fu that only the rules know."""

from __future__ import annotations

from typing import Final

from mjlog.auditor.audit import audit
from mjlog.formats import registry
from mjlog.formats.missing_fu import with_known_fu
from mjlog.formats.registry import CannotExportError, Export
from mjlog.model.record import Game

__all__ = ["CannotExportError", "Export", "export"]

STATES_FU: Final = frozenset({"tenhou"})
"""The formats in which every hand that is won states its fu."""


def export(game: Game, target: str) -> Export:
    """Return the game in that format: its `text`, and in `losses` what the format cannot hold.

    Raise `CannotExportError` for games of other rules or with too few players, and if mjlog cannot
    write the format.
    """
    exported = game
    if target in STATES_FU:
        exported = with_known_fu(game, audit(game).settlements)
    return registry.export(exported, target)
