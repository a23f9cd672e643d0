"""Exports a game to the format of another program; adds the fu that the rules compute."""

from __future__ import annotations

from typing import Final

from mjlog.auditor.audit import audit
from mjlog.formats import registry
from mjlog.formats.missing_fu import with_known_fu
from mjlog.formats.registry import CannotExportError, Export
from mjlog.model.record import Game

__all__ = ["CannotExportError", "Export", "export"]

STATES_FU: Final = frozenset({"tenhou"})
"""Formats in which every winning hand states its fu."""


def export(game: Game, target: str) -> Export:
    """Convert a game to the format `target` of another program.

    The result has the `text`, and in `losses` what the format cannot hold. Raise
    `CannotExportError` if mjlog cannot write the format, or if the format does not allow the rules
    or the number of players.
    """
    exported = game
    if target in STATES_FU:
        exported = with_known_fu(game, audit(game).settlements)
    return registry.export(exported, target)
