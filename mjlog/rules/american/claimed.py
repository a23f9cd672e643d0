"""American Modern: scores a hand from the claims on the score sheet if nobody shows its tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from mjlog.model.formula import limited, number
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import msg
from mjlog.model.record import Seat
from mjlog.model.settlement import Item, Score
from mjlog.referee.rulebook import HandClaim, ItemsClaimed, Outcome, Unclear, hand_unknown
from mjlog.rules.american.points import BOUQUET_DOUBLES, CLAUSE, DOUBLES, POINTS, Count, score_of
from mjlog.rules.shared.claimed import (
    claim_of,
    claims_of_one_sum,
    index_exclusive_pairs,
    items_of,
    numbers_near,
    stated,
    value_not_claimed,
)

SUMS: Final = ("points", "doubles", "total")


NEVER_TOGETHER: Final = index_exclusive_pairs({
    "one-suit": "one-suit-with-honors",
    "heavenly-hand": "earthly-hand",
})  # fmt: skip
"""Items that no hand can have together."""


REPEATED: Final = frozenset({
    "melded-pung", "concealed-pung", "melded-kong", "concealed-kong", "pair", "bonus", "dragon",
})  # fmt: skip
"""Items that a hand can have once for each tile, set or pair."""


_KEPT: Final = 256
"""Most claims whose counts are cached."""


class ClaimScorer:
    """A callable that scores a hand from its score sheet, under one choice of options."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.limit = int(settings["limit"])
        self.losers_limit = self.limit if settings["limit_losers"] == "each" else 0
        doubled = BOUQUET_DOUBLES if settings["bouquet"] == "doubles" else frozenset[str]()
        self.doubles = DOUBLES | doubled
        self._counted = lru_cache(maxsize=_KEPT)(self._count)

    def __eq__(self, other: object) -> bool:
        """Return whether `other` is a `ClaimScorer` with equal limits and equal doubling items.

        Equal scorers give the same score to every hand.
        """
        return isinstance(other, ClaimScorer) and self._by == other._by

    def __hash__(self) -> int:
        """Return a hash of the options that affect scores; equal scorers have equal hashes."""
        return hash(self._by)

    @property
    def _by(self) -> tuple[object, ...]:
        return self.limit, self.losers_limit, self.doubles

    def __call__(self, seat: Seat, outcome: Outcome) -> Score | Unclear:
        """Compute the score of a seat's hand from what the score sheet states about the hand.

        If the sheet lists items (such as a pung of dragons), the score is computed from them.
        Otherwise it is computed from the stated points and doubles, or taken from the stated total.
        The result is an `Unclear`, which states the reason, if the sheet states nothing or too
        little about the hand.
        """
        claim = claim_of(seat, outcome).items
        if not claim:
            return hand_unknown(seat)
        return self._counted(seat, claim, won=seat in outcome.winning_seats)

    def _count(self, seat: Seat, claim: ItemsClaimed, *, won: bool) -> Score | Unclear:
        """Compute the score of a hand from its items on the sheet, or else its points or total.

        An item is for example a pung of dragons. The result is an `Unclear`, which states the
        reason, if the sheet states too little. `won` is true if the hand won; a losing hand may
        have another limit.
        """
        score = self._score_items(seat, claim, won=won) or self._score_sums(seat, claim, won=won)
        if score is None:
            return value_not_claimed(seat)
        return replace(score, claimed=True)

    def _limit(self, *, won: bool) -> int:
        return self.limit if won else self.losers_limit

    def _score_items(self, seat: Seat, claim: ItemsClaimed, *, won: bool) -> Score | None:
        """Return the score of a hand from the items on its sheet, or None if this is impossible.

        The sheet must name at least one item and give each item a number. Either all items earn
        points or doubles, or the only item is a special hand. `won` is true if the hand won; a
        losing hand may have another limit.
        """
        items = items_of(claim, CLAUSE, but=SUMS)
        if not items:
            return None
        named = [(each.name, each.points) for each in items]
        points = tuple(each for each in named if each[0] in POINTS)
        doubles = tuple(each for each in named if each[0] in self.doubles)
        if len(points) + len(doubles) == len(items):
            code = "" if won else "score.losers"
            return score_of(seat, [Count(points, doubles)], self._limit(won=won), code=code)
        return _alone(seat, items) if len(items) == 1 else None

    def _score_sums(self, seat: Seat, claim: ItemsClaimed, *, won: bool) -> Score | None:
        """Compute the score of a hand from its points and doubles, or else its total, on the sheet.

        The points are doubled once for each stated double, and the result is cut at the limit.
        Return None if the sheet states neither points nor a total. `won` is true if the hand won; a
        losing hand may have another limit.
        """
        total, points = stated(claim, "total"), stated(claim, "points")
        if points is not None:
            # A negative number of doubles is an error of its own.
            doubles = max(stated(claim, "doubles") or 0, 0)
            count = Count((("points", points),), (("doubles", doubles),))
            formula = count.formula()
            most = self._limit(won=won)
            value = limited(formula, most)
            stood = tuple(Item(*each, CLAUSE[each[0]]) for each in (*count.points, *count.doubles))
            whole = Item("total", value.number, CLAUSE["total"], code="score.total")
            return Score(seat, stood, formula=value, totals=(whole,))
        if total is None:
            return None
        return _alone(seat, (Item("total", total, CLAUSE["total"]),))


def _alone(seat: Seat, items: tuple[Item, ...]) -> Score:
    """Return a score whose value is the points of the first item in `items`.

    Used for a hand with only one item, such as a special hand or a stated total.
    """
    item = items[0]
    alone = number(item.points, msg("{item} alone", item=item.name))
    totals = () if item.name == "total" else (Item("total", item.points, "7.7"),)
    return Score(seat, items, formula=alone, totals=totals)


def near_claims(seat: Seat, outcome: Outcome) -> Iterator[HandClaim]:
    """Yield values that the writer of a score sheet may have meant for a hand.

    Each is yielded as a `HandClaim`: what a score sheet states about a hand. It has a few points
    more or less than the sheet, or one double more or less. The audit tries these to find out which
    number on the sheet is wrong. If the sheet also lists items, the first claim has the sheet's
    points and doubles without the items. Yield nothing if the sheet states no points.
    """
    claim = claim_of(seat, outcome).items
    points, doubles = stated(claim, "points"), stated(claim, "doubles") or 0
    if points is None:
        return
    if items_of(claim, {}, but=SUMS):
        yield _claim_of(points, doubles)
    # All points are even, so try the even numbers next to an odd sum.
    for other in numbers_near(points, (1, 3) if points % 2 else (2, 4)):
        yield _claim_of(other, doubles)
    for other in numbers_near(doubles, (1,)):
        yield _claim_of(points, other)


def _claim_of(points: int, doubles: int) -> HandClaim:
    return HandClaim((("points", points), ("doubles", doubles)))


def possible_claims(_seat: Seat, _outcome: Outcome) -> Iterator[HandClaim]:
    """Yield a `HandClaim` for each even total from 2 to 1000: the values that a hand may have.

    A `HandClaim` is what a score sheet could state about a hand. The audit tries these if neither
    the tiles nor the value of a hand is recorded.
    """
    return claims_of_one_sum("total", range(2, 1001, 2))
