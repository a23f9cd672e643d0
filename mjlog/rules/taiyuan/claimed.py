"""Taiyuan: scores a hand from the claims on the score sheet if nobody shows its tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, product
from typing import Final

from mjlog.model.lazy_dataclass import replace
from mjlog.model.record import Seat
from mjlog.model.settlement import Item, Score
from mjlog.referee.rulebook import HandClaim, Outcome, Unclear, hand_unknown
from mjlog.rules.shared.claimed import (
    claim_of,
    claims_with_other_kongs,
    index_exclusive_pairs,
    items_of,
    sum_claimed,
    value_not_claimed,
)
from mjlog.rules.taiyuan.points import CLAUSE, KONG_POINTS, WAIT_ITEMS

DEALER: Final = "dealer"
Items = tuple[tuple[str, int], ...]
_NEAR: Final = 4
"""Number of other values of a hand that are tried, the nearest first."""
_MOST_KONG_POINTS: Final = 8
_ONE_WAIT: Final = {"middle": "edge single", "edge": "single"}


def claimed(seat: Seat, outcome: Outcome) -> Score | Unclear:
    """Compute the score of a hand from the items and kong points that its score sheet states.

    The dealer's point is added if the seat is the dealer, even if the sheet does not state it. The
    result is an `Unclear`, which states the reason, if the sheet states too little.
    """
    return _score(seat, claim_of(seat, outcome), dealer=seat == outcome.dealer)


@lru_cache(maxsize=1 << 10)
def _score(seat: Seat, claim: HandClaim, *, dealer: bool) -> Score | Unclear:
    if not claim.items:
        return hand_unknown(seat)
    items = items_of(claim.items, CLAUSE, but={DEALER})
    kongs = items_of(claim.kongs, dict.fromkeys(KONG_POINTS, "10.2"))
    if not items or kongs is None:
        return value_not_claimed(seat)
    score = Score(seat, items, kongs, claimed=True)
    if not dealer:
        return score
    return replace(score, items=(*items, Item(DEALER, 1, CLAUSE[DEALER])))


def near_claims(settings: Mapping[str, str]) -> Callable[[Seat, Outcome], Iterator[HandClaim]]:
    """Return a function that yields values that a score sheet may have meant for a hand.

    Each is yielded as a `HandClaim`: what a sheet could state about a hand. First come claims with
    one or two kong points more or less, then claims of the nearest possible values of the hand. The
    audit tries these to find out which number on the sheet is wrong. `settings` maps the name of
    each option to its value.
    """
    values = hand_values(settings)

    def near(seat: Seat, outcome: Outcome) -> Iterator[HandClaim]:
        claim = claim_of(seat, outcome)
        yield from claims_with_other_kongs(claim, "exposed")
        value = sum_claimed(claim, but={DEALER})
        others = sorted((abs(each - value), each) for each in values if each != value)
        yield from (HandClaim(values[each], claim.kongs) for _, each in others[:_NEAR])

    return near


def possible_claims(settings: Mapping[str, str]) -> Callable[[Seat, Outcome], Iterator[HandClaim]]:
    """Return a function that yields every value of a hand together with each of 0 to 8 kong points.

    Each is yielded as a `HandClaim`: what a score sheet could state about a hand. The audit tries
    these if neither the tiles nor the value of a hand is recorded. `settings` maps the name of each
    option to its value.
    """
    values = hand_values(settings)

    def possible(_seat: Seat, _outcome: Outcome) -> Iterator[HandClaim]:
        for kongs in range(_MOST_KONG_POINTS + 1):
            of_kongs = (("exposed", kongs),) if kongs else ()
            yield from (HandClaim(items, of_kongs) for items in values.values())

    return possible


def hand_values(settings: Mapping[str, str]) -> dict[int, Items]:
    """Return every possible value of a hand, each with the fewest items that add up to that value.

    The lowest value comes first. The items do not include the dealer's point. `settings` maps the
    name of each option to its value.
    """
    dragon, pure = int(settings["dragon_points"]), int(settings["pure_suit_points"])
    waits = WAIT_ITEMS if settings["wait_scoring"] == "stacking" else WAIT_ITEMS[-1:]
    of_waits = [tuple((name, 1) for name in waits[:number]) for number in range(len(waits))]
    of_waits.append((("single", 1),))
    suits: list[Items] = [(), (("missing-suit", 1),), *([(("pure-suit", pure),)] if pure else [])]
    straights: list[Items] = [(), *([(("dragon", dragon),)] if dragon else [])]
    values: dict[int, Items] = {}
    for parts in sorted(
        product(of_waits, suits, straights), key=lambda parts: sum(map(len, parts))
    ):
        items: Items = (("basic", 1), *chain.from_iterable(parts))
        values.setdefault(sum(points for _, points in items), items)
    return dict(sorted(values.items()))


def never_together(settings: Mapping[str, str]) -> frozenset[frozenset[str]]:
    """Return the pairs of items that no hand can have together.

    `settings` maps the name of each option to its value.
    """
    one_wait = {} if settings["wait_scoring"] == "stacking" else _ONE_WAIT
    return index_exclusive_pairs({"missing-suit": "pure-suit", **one_wait})
