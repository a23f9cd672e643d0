"""A game written in the format of another program, with what the referee knows by itself."""

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
    """Return the game as that program writes it: its `text`, and in `losses` what is lost.

    Raises `CannotExportError` for games of other rules, with too few players, and if nothing writes
    the format.
    """
    exported = game
    if target in STATES_FU:
        exported = with_known_fu(game, audit(game).settlements)
    return registry.export(exported, target)
