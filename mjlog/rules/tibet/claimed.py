"""The Tibet ladder: the han of a hand by the sheet, where nobody shows its tiles."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from mjlog.model.record import Seat
from mjlog.model.settlement import Score
from mjlog.referee.rulebook import Outcome, Unclear
from mjlog.rules.shared.claimed import claim_of, items_of, nothing_claimed, value_not_claimed
from mjlog.rules.tibet.points import yaku_of


def claimed(chosen: Mapping[str, str]) -> Callable[[Seat, Outcome], Score | Unclear]:
    """The patterns that the sheet names, with their han."""
    clauses = {each.name: each.clause for each in yaku_of(chosen)}

    def score(seat: Seat, outcome: Outcome) -> Score | Unclear:
        claim = claim_of(seat, outcome).items
        if not claim:
            return nothing_claimed(seat)
        items = items_of(claim, clauses)
        if items is None:
            return value_not_claimed(seat)
        return Score(seat, items, unit="han", claimed=True)

    return score
