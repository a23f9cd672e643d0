"""The line `void` in a game in which nobody gives up a suit."""

from __future__ import annotations

from mjlog.model.findings import Finding, Place
from mjlog.model.messages import msg
from mjlog.model.record import Deal, VoidSuit


def void_in_vain(deal: Deal, number: int) -> Finding:
    """Report that the deal names a suit that a player gives up, though in this game nobody does."""
    words = msg("a player gives up a suit, but in this game nobody does")
    span = deal.lines_of(VoidSuit)[0].span
    return Finding.telling("void.none", "error", words, Place(span.line, span.column, number))
