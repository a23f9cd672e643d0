"""The Tibet ladder: the han of a hand by the sheet, where nobody shows its tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from mjlog.model.record import Seat
from mjlog.model.settlement import Score
from mjlog.referee.rulebook import HandClaim, Outcome, Unclear, hand_unknown
from mjlog.rules.shared.claimed import (
    claim_of,
    excluding,
    items_of,
    of_one_sum,
    of_other_sum,
    sum_claimed,
    value_not_claimed,
)
from mjlog.rules.tibet.points import YAKU, yaku_of

NEVER_TOGETHER: Final = excluding({
    "honitsu": "chinitsu tanyao",
    "tanyao": "dragon round-wind seat-wind yakuhai",
})  # fmt: skip
"""What no hand has both."""
REPEATED: Final = frozenset({"dragon", "yakuhai"})
"""What a hand has once for each set."""


def claimed(chosen: Mapping[str, str]) -> Callable[[Seat, Outcome], Score | Unclear]:
    """Return the patterns that the sheet names, with their han."""
    clauses = {each.name: each.clause for each in yaku_of(chosen)}

    def score(seat: Seat, outcome: Outcome) -> Score | Unclear:
        claim = claim_of(seat, outcome).items
        if not claim:
            return hand_unknown(seat)
        items = items_of(claim, clauses)
        if items is None:
            return value_not_claimed(seat)
        return Score(seat, items, unit="han", claimed=True)

    return score


def near_claims(seat: Seat, outcome: Outcome) -> Iterator[HandClaim]:
    """Yield some han more or less."""
    claim = claim_of(seat, outcome)
    yield from of_other_sum(claim, YAKU[0].name, sum_claimed(claim), 3)


def possible_claims(_seat: Seat, _outcome: Outcome) -> Iterator[HandClaim]:
    """Return one worth for each column of the table."""
    return of_one_sum(YAKU[0].name, (0, 1, 2, 3, 4, 6))
