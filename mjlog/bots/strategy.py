"""The plans of made-up players: what a player collects, and which tiles help least.

No rule is here. A plan that a rule set does not reward only loses games: see `mjlog.bots.play`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mjlog.model.tiles import EAST
from mjlog.referee.nearness import count_missing_tiles, suit_parts


@dataclass(frozen=True, slots=True)
class Plan:
    """The tiles that a player collects, and the sets in which it collects them.

    `one_suit`: True for tiles of one suit and honours, False for tiles of all suits. `rows`: True
    for chows and pungs, False for pungs only. `pairs`: True for pairs only.
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


def missing_for_plan(hope: Plan, counts: Sequence[int], sets: int, jokers: int = 0) -> int:
    """Return how many tiles a hand lacks to have all sets and the pair that its plan asks for.

    `counts` has the number of concealed tiles of each kind. `sets` is the number of sets to make
    from them, besides the melds. Each of the `jokers` replaces one missing tile.
    """
    if hope.pairs:
        pairs = sum(number // 2 for number in counts)
        return max(0, (3 * sets + 2) // 2 - pairs - jokers)
    if not hope.one_suit:
        return max(
            0,
            count_missing_tiles([suit_parts(counts, suit, hope.rows) for suit in range(4)], sets)
            - jokers,
        )
    honours = suit_parts(counts, 3, hope.rows)
    return max(
        0,
        min(
            count_missing_tiles([suit_parts(counts, suit, hope.rows), honours], sets)
            for suit in range(3)
        )
        - jokers,
    )


def usefulness(counts: Sequence[int], kind: int) -> int:
    """Return a number that says how useful a tile is in a hand; a higher number is better.

    The number grows with equal tiles and with neighbours of the same suit. `kind` is the kind of
    the tile, and `counts` the number of concealed tiles of each kind, including the tile itself.
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
