"""A ledger as a fair copy: what it says in the end, without numbers, times and authors."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mjlog.model.record import Deal, Game

OF_THE_LEDGER: Final = frozenset({"at", "by", "chain"})
"""Words of an ``@`` line that tell who wrote it, and when."""
_HEADERS: Final = frozenset({"Chain", "Clock"})


def fair_copy(game: Game) -> Game:
    """The record that a ledger says."""
    headers = tuple(head for head in game.headers if head.key not in _HEADERS)
    return replace(game, headers=headers, deals=tuple(map(_copied, game.deals)), findings=())


def _copied(deal: Deal) -> Deal:
    attributes = tuple(pair for pair in deal.attributes if pair[0] not in OF_THE_LEDGER)
    return replace(deal, attributes=attributes, ledger=())
