"""Taiwanese 16-tile: scores a hand from the claims on the score sheet if nobody shows its tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from mjlog.model.formula import Formula, limited
from mjlog.model.record import Seat
from mjlog.model.settlement import Item, Score
from mjlog.referee.rulebook import HandClaim, ItemsClaimed, Outcome, Unclear, Winner, hand_unknown
from mjlog.rules.shared.claimed import (
    claim_of,
    claims_of_one_sum,
    claims_with_other_sum,
    index_exclusive_pairs,
    items_of,
    stated,
    sum_claimed,
    value_not_claimed,
)
from mjlog.rules.taiwanese.points import Bonuses, east_parts, sum_of, totals_of
from mjlog.rules.taiwanese.tai import scale

TOTALS: Final = ("base", "dealer", "continued", "total")
"""Sums that a sheet may state in addition to the patterns."""


NEVER_TOGETHER: Final = index_exclusive_pairs({
    "mixed1": "pure1 all_honors all_terminals no_hon",
    "pure1": "all_honors all_terminals",
    "no_hon": "all_honors honor_set l3d b3d l3w b3w l4w b4w",
    "pung": "chow chow_plain pairs7 straight",
    "chow": "honor_set l3d b3d b3w all_honors",
    "heaven": "earth",
    "l3d": "b3d",
    "l4w": "b4w",
    "conc": "exposed",
    "fl_none": "flower season fl_each fl_7rob fl_8",
})  # fmt: skip
"""Patterns that no hand can have together, because of their sets."""


REPEATED: Final = frozenset({
    "fl_each", "flower", "flowers", "season", "bonus", "seat_flower", "flower_set",
    "honor_set", "dragon_set", "kong_m", "kong_c", "straight",
})  # fmt: skip
"""Items that a hand can have once for each tile or set."""


Counted = tuple[tuple[Item, ...], int, Formula | None]
"""Items, the sum of their tai, and a formula if the sum is not a simple one."""
_KEPT: Final = 256
"""Most claims whose counts are cached."""


@lru_cache(maxsize=_KEPT)
def _shared(clauses: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Convert pairs of a pattern's name and its rulebook sentence's number into a mapping.

    `clauses` has the pairs. Equal pairs give the same mapping object, so that scorers that contain
    it can be compared fast; the audit of a wrong sheet does this very often.
    """
    return dict(clauses)


class ClaimScorer:
    """A callable that scores a hand from the tai (points) on its sheet under one set of options."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.bonuses = Bonuses(settings)
        self.limit = int(settings["limit"]) if settings["limit_scope"] == "value" else 0
        self.clauses = _shared(tuple((row.item, row.clause) for row in scale(settings).rows))
        self._counted = lru_cache(maxsize=_KEPT)(self._count)
        self._by = (self.limit, self.bonuses.dealer, self.bonuses.per_deal, self.clauses)

    def __eq__(self, other: object) -> bool:
        """Return whether `other` is a `ClaimScorer` with the same limit, bonuses and patterns.

        Equal scorers give the same score to every hand.
        """
        return isinstance(other, ClaimScorer) and self._by == other._by

    def __hash__(self) -> int:
        """Return a hash of the limit; equal scorers have equal hashes."""
        return hash(self.limit)

    def __call__(self, seat: Seat, outcome: Outcome) -> Score | Unclear:
        """Compute the score of a winning hand from the patterns, or else the sum, on its sheet.

        The result is an `Unclear`, which states the reason, if the sheet states too little about
        the hand, or if the seat has not won.
        """
        claimed_items = claim_of(seat, outcome).items
        winner = outcome.winner_of(seat)
        if not claimed_items or winner is None:
            return hand_unknown(seat)
        items, tai, formula = self._counted(claimed_items)
        if not items:
            items, tai, formula = self._limited(self._base_as_item(claimed_items, winner, outcome))
        if not items:
            return value_not_claimed(seat)
        return Score(
            seat,
            items,
            unit="tai",
            formula=formula,
            totals=tuple(totals_of(winner, outcome, tai, self.bonuses)),
            claimed=True,
        )

    def _count(self, claim: ItemsClaimed) -> Counted:
        """Return the patterns on a score sheet, the sum of their tai, and a formula, as a tuple.

        The sum is cut at the limit. The formula shows how it is cut; it is None if the sum is not
        above the limit. There are no patterns, and the sum is 0, if the sheet names none or if it
        names a pattern without its tai.
        """
        return self._limited(items_of(claim, self.clauses, but=TOTALS))

    def _limited(self, items: tuple[Item, ...] | None) -> Counted:
        """Return the items, the sum of their tai, and a formula, as a tuple.

        The sum is cut at the limit. The formula shows how it is cut; it is None if the sum is not
        above the limit. Without items the sum is 0.
        """
        tai = sum(item.points for item in items or ())
        if not items or not 0 < self.limit < tai:
            return items or (), tai, None
        return items, self.limit, limited(sum_of(items), self.limit)

    def _base_as_item(
        self, claim: ItemsClaimed, winner: Winner, outcome: Outcome
    ) -> tuple[Item, ...] | None:
        """Return the value of a hand in tai, from the sums on its sheet, as one item ``base``.

        The number is the stated ``base`` or, without it, the stated ``total`` minus East's bonuses.
        Return None if the sheet states neither ``base`` nor ``total``, or if only ``total`` is
        stated and the bonuses are unknown.
        """
        base, total = stated(claim, "base"), stated(claim, "total")
        dealer, continued = east_parts(winner, outcome, self.bonuses)
        if base is None and total is not None and continued is not None:
            base = total - dealer - continued
        if base is None:
            return None
        return (Item("base", base, "9.2"),)


def near_claims(seat: Seat, outcome: Outcome) -> Iterator[HandClaim]:
    """Yield other numbers of tai that the writer of a score sheet may have meant for a hand.

    Each is yielded as a `HandClaim`: what a score sheet could state about a hand. First come
    numbers up to four above or below the sheet's, then likely slips of the pen. If the sheet states
    a sum that differs from the sum of its patterns, the stated sum comes before all others. The
    audit tries these to find out which number on the sheet is wrong.
    """
    claim = claim_of(seat, outcome)
    base, total = stated(claim.items, "base"), stated(claim.items, "total")
    patterns = sum_claimed(claim, but=TOTALS)
    if base is None and total is not None and not patterns:
        yield from claims_with_other_sum(claim, "total", total, 4)
        return
    if base is not None and patterns not in {0, base}:
        yield HandClaim((("base", base),))
    yield from claims_with_other_sum(claim, "base", patterns if base is None else base, 4)


def possible_claims(_seat: Seat, _outcome: Outcome) -> Iterator[HandClaim]:
    """Yield a `HandClaim` for each number of tai from 1 to 199: the values that a hand may have.

    A `HandClaim` is what a score sheet could state about a hand. The audit tries these if neither
    the tiles nor the value of a hand is recorded.
    """
    return claims_of_one_sum("base", range(1, 200))
