"""Taiyuan: what a hand is worth by the sheet, where nobody shows its tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from mjlog.model.record import Seat
from mjlog.model.settlement import Item, Score
from mjlog.referee.rulebook import HandClaim, Outcome, Unclear, hand_unknown
from mjlog.rules.shared.claimed import (
    claim_of,
    items_of,
    of_other_kongs,
    of_other_sum,
    sum_claimed,
    value_not_claimed,
)
from mjlog.rules.taiyuan.points import CLAUSE, KONG_POINTS

DEALER: Final = "dealer"


def claimed(seat: Seat, outcome: Outcome) -> Score | Unclear:
    """The hand value as the sheet has it, the dealer's point as it is due, and the kong points."""
    claim = claim_of(seat, outcome)
    if not claim.items:
        return hand_unknown(seat)
    items = items_of(claim.items, CLAUSE, but={DEALER})
    kongs = items_of(claim.kongs, dict.fromkeys(KONG_POINTS, "10.2"))
    if not items or kongs is None:
        return value_not_claimed(seat)
    found = Score(seat, items, kongs, claimed=True)
    if seat != outcome.dealer:
        return found
    return replace(found, items=(*items, Item(DEALER, 1, CLAUSE[DEALER])))


def near_claims(seat: Seat, outcome: Outcome) -> Iterator[HandClaim]:
    """A point more or less in the hand or for kongs."""
    claim = claim_of(seat, outcome)
    yield from of_other_kongs(claim, "exposed")
    yield from of_other_sum(claim, "basic", sum_claimed(claim, but={DEALER}), 2)


def possible_claims(_seat: Seat, _outcome: Outcome) -> Iterator[HandClaim]:
    """Every hand value beside all kong points."""
    yield from (
        HandClaim((("basic", value),), ((("exposed", kongs),) if kongs else ()))
        for kongs in range(9)
        for value in range(1, 30)
    )
