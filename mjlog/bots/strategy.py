"""What a made-up player is after.

A guess at how far a hand is from what it hopes for, and which tiles serve it least.

No rule stands here. A hope that a rule set does not honour only loses games; see `mjlog.bots.play`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mjlog.model.tiles import EAST
from mjlog.referee.nearness import fewest, suit_parts


@dataclass(frozen=True, slots=True)
class Plan:
    """Which tiles a player collects, and in which sets.

    The tiles are of one suit with honours, or of all suits; the sets are chows and pungs, pungs
    alone, or pairs alone.
    """

    one_suit: bool = False
    rows: bool = True
    pairs: bool = False


PLANS: Final = (
    Plan(),
    Plan(one_suit=True),
    Plan(rows=False),
    Plan(one_suit=True, rows=False),
    Plan(pairs=True),
)


def away(hope: Plan, counts: Sequence[int], sets: int, jokers: int = 0) -> int:
    """Return how many tiles the hand lacks of the sets and the pair that the plan still needs."""
    if hope.pairs:
        pairs = sum(number // 2 for number in counts)
        return max(0, (3 * sets + 2) // 2 - pairs - jokers)
    if not hope.one_suit:
        return max(
            0, fewest([suit_parts(counts, suit, hope.rows) for suit in range(4)], sets) - jokers
        )
    honours = suit_parts(counts, 3, hope.rows)
    return max(
        0,
        min(fewest([suit_parts(counts, suit, hope.rows), honours], sets) for suit in range(3))
        - jokers,
    )


def company(counts: Sequence[int], kind: int) -> int:
    """Return how useful a tile is with its like and its neighbours.

    The least useful is discarded first.
    """
    alike = 4 * (counts[kind] - 1)
    if kind >= EAST:
        return alike
    near = [
        other
        for other in range(kind - 2, kind + 3)
        if other != kind and other // 9 == kind // 9 and other >= 0
    ]
    return (
        alike
        + sum((3 - abs(other - kind)) * min(counts[other], 2) for other in near)
        + (0 < kind % 9 < 8)
    )
