"""The line `void` in a game in which nobody gives up a suit."""

from __future__ import annotations

from mjlog.model.findings import Finding, Place
from mjlog.model.messages import msg
from mjlog.model.record import Deal, VoidSuit
from mjlog.referee.rule_set import RuleSet


def check_void_suits(deal: Deal, number: int, rules: RuleSet) -> list[Finding]:
    """Return a finding if the deal names a suit that a player gives up, and the game has none."""
    if rules.play.spec.gives_up_suit:
        return []
    words = msg("a player gives up a suit, but in this game nobody does")
    return [
        Finding.telling(
            "void.none", "error", words, Place(line.span.line, line.span.column, number)
        )
        for line in deal.lines_of(VoidSuit)[:1]
    ]
