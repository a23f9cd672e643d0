"""Riichi: scores a hand from the claims on the score sheet if nobody shows its tiles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import Final, NamedTuple

from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import Message, msg
from mjlog.model.record import Seat
from mjlog.model.settlement import Item, Score, sum_items
from mjlog.referee.rulebook import HandClaim, ItemsClaimed, Outcome, Unclear, hand_unknown
from mjlog.rules.riichi.hand_value import FU, HAN_OF_LIMIT, LIMITS, YAKUMAN, Counting, Worth
from mjlog.rules.riichi.paid_claims import MOST_HAN, PaidClaims, fu_claimed
from mjlog.rules.riichi.points import LIMIT_NAMES, stated_sums
from mjlog.rules.riichi.yaku import WORTH
from mjlog.rules.shared.claimed import (
    claim_of,
    claims_of_one_sum,
    index_exclusive_pairs,
    items_of,
    numbers_near,
    stated,
)

SUMS: Final = frozenset({*WORTH, "fu"})
LIMIT: Final = "yakuman-"
_LIMITS: Final = frozenset({*LIMITS.values(), "no-limit"})
_NO_FU_FROM: Final = 5
"""Number of han from which a hand is worth a limit with any fu."""


def claimed(settings: Mapping[str, str]) -> Callable[[Seat, Outcome], Score | Unclear]:
    """Return a function that scores a hand from its score sheet; used if its tiles are not shown.

    The function uses the limits on the sheet, otherwise the han and fu, otherwise the points. It
    returns an `Unclear`, which states the reason, if the sheet says too little about the hand, or
    if the player has not won. `settings` maps the name of each option to its value.
    """
    counting, paid = Counting(settings), PaidClaims(settings)
    halved = settings["three_player_tsumo"] == "halved"

    def score(seat: Seat, outcome: Outcome) -> Score | Unclear:
        claim = claim_of(seat, outcome).items
        winner = outcome.winner_of(seat)
        if not claim or winner is None:
            return hand_unknown(seat)
        claimed_hand = _limit_hand(claim) or _counted_hand(claim)
        if claimed_hand is None:
            return paid.score(claim, winner, outcome)
        base = YAKUMAN * claimed_hand.limits or counting.base(claimed_hand.han, claimed_hand.fu)
        worth = Worth(base, claimed_hand.han, claimed_hand.fu, claimed_hand.limits, (), ())
        sums = _name_limit(stated_sums(winner, worth, outcome, halved=halved), claim)
        return Score(
            seat,
            claimed_hand.items,
            unit="yakuman" if claimed_hand.limits else "han",
            totals=fu_claimed(claimed_hand.fu),
            worth=_with_counters(
                sums, claim, paid.points_of_counters(winner, outcome), outcome.seats - 1
            ),
            claimed=True,
        )

    return score


def _name_limit(sums: tuple[Item, ...], claim: ItemsClaimed) -> tuple[Item, ...]:
    """Return `sums`, in which a limit such as ``mangan`` gets the number 1 if the sheet states 1.

    On some score sheets ``mangan`` with 1 only means that the hand reaches a mangan. `sums` are the
    items by which a sheet may state the value of a hand: han, points, limit and so on. `claim` is
    what the sheet states.
    """
    named = {name for name, points in claim if points == 1}
    return tuple(replace(item, points=1) if item.name in named & _LIMITS else item for item in sums)


def _with_counters(
    sums: tuple[Item, ...], claim: ItemsClaimed, counters: int, payers: int
) -> tuple[Item, ...]:
    """Return `sums`, adding the counters' points to each sum that includes them on the sheet.

    `sums` are the items by which a score sheet may state the value of a hand, such as points or the
    shares of a self-draw. `claim` is what the sheet states. `counters` are the points for all honba
    counters (repeats of the deal), which `payers` players share after a self-draw.
    """
    more = {"points": counters, "share": counters // payers, "dealer-share": counters // payers}
    return tuple(
        replace(item, points=item.points + more[item.name])
        if item.name in more and stated(claim, item.name) == item.points + more[item.name]
        else item
        for item in sums
    )


class Found(NamedTuple):
    """The value of a hand as the sheet states it: its items, and its han and fu or its limits.

    A limit hand has 0 han and fu. Any other hand has 0 limits.
    """

    items: tuple[Item, ...]
    han: int
    fu: int
    limits: int


def _limit_hand(claim: ItemsClaimed) -> Found | None:
    """Return the hand that a score sheet describes by limit hands, or by a number of limits.

    For example, ``yakuman-four-winds``, or ``limits`` with 2. If the sheet only says ``yakuman``,
    without han, this means one limit. Return None if the sheet has none of these.
    """
    items = items_of(_limit_items(claim), {})
    if items:
        return Found(items, 0, 0, sum_items(items))
    limits = stated(claim, "limits")
    # If han are stated, the word only names the limit that this number of han reaches.
    if limits is None and ("yakuman" not in dict(claim) or stated(claim, "han")):
        return None
    number = limits or 1
    return Found((Item("limits", number, "6.10"),), 0, 0, number)


def _limit_items(claim: ItemsClaimed) -> ItemsClaimed:
    """Return the limit hands on a score sheet: items whose names begin with ``yakuman-``."""
    return tuple(each for each in claim if each[0].startswith(LIMIT))


def _counted_hand(claim: ItemsClaimed) -> Found | None:
    """Return the hand that a score sheet describes by han and fu, as a `Found`.

    Return None if the han are not stated, or if the han are below five and the fu are not stated.
    """
    items, fu = _han(claim), stated(claim, "fu")
    if items is None:
        return None
    han = sum_items(items)
    if fu is None and han < _NO_FU_FROM:
        return None
    return Found(items, han, fu or 0, 0)


def _han(claim: ItemsClaimed) -> tuple[Item, ...] | None:
    """Return the han of a hand on a score sheet as items.

    These are the named patterns, and as many dora as make up the stated total. For example, riichi
    with a stated total of 3 han gives 1 han for riichi and 2 for dora. Return the total as a single
    item if no patterns are named or if they have more han than the total. If neither is stated,
    return the fewest han of the named limit. Return None if nothing is named.
    """
    items, han = items_of(claim, {}, but=SUMS) or (), stated(claim, "han")
    if han is None:
        return items or _limit_han_items(dict(claim))
    left = han - sum_items(items)
    if not items or left < 0:
        return (Item("han", han, "5.26"),)
    if not left:
        return items
    return (*items, Item("dora", left, "5.25"))


def _limit_han_items(names: Iterable[str]) -> tuple[Item, ...] | None:
    """Return the fewest han of the limit that a score sheet names, as an item in a tuple.

    `names` are the names of all items on the sheet. Return None if none of them is a limit.
    """
    named = next((name for name in names if name in HAN_OF_LIMIT), None)
    return None if named is None else (Item("han", HAN_OF_LIMIT[named], "5.26"),)


class NearClaims:
    """Proposes corrections of what a sheet states about a hand."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.paid = PaidClaims(settings)

    def __call__(self, seat: Seat, outcome: Outcome) -> Iterator[HandClaim]:
        """Yield other values of a hand, near the stated one, that a score sheet may have meant.

        Each is yielded as a `HandClaim`: what a score sheet could state about a hand. They differ
        in the han, in the fu or in the number of limits. If the sheet states neither han nor
        limits, yield hands that are worth a similar number of points.
        """
        claim = claim_of(seat, outcome).items
        counted = [*_near_counted(claim)]
        return iter(counted or self.paid.near(claim, seat, outcome))


_DIGITS_APART: Final = range(3, 13)
"""Differences to try for a misread digit of the han, and steps of the fu."""


def _near_counted(claim: ItemsClaimed) -> Iterator[HandClaim]:
    """Yield other han and fu, or other numbers of limits, that a score sheet may have meant.

    Each is yielded as a `HandClaim`: what a score sheet could state about a hand. First comes one
    han more or less and the next higher or lower fu, then two han and two steps of fu. Last come
    the other han from 1 to 13 and the other fu, because a digit may be misread. If the sheet names
    limit hands, only their number of limits is changed. Yield nothing if the sheet states neither
    han nor limit hands.
    """
    limits = _limit_items(claim)
    if limits:
        yield from _other_limits(limits)
        return
    items, fu = _han(claim), stated(claim, "fu")
    if items is None:
        return
    han = sum_items(items)
    for more in (1, 2):
        yield from (_claim_of(each, fu) for each in numbers_near(han, (more,), least=1))
        yield from (_claim_of(han, each) for each in _fu_beside(fu, more))
    far = numbers_near(han, _DIGITS_APART, least=1)
    yield from (_claim_of(each, fu) for each in far if each <= MOST_HAN)
    for more in _DIGITS_APART:
        yield from (_claim_of(han, each) for each in _fu_beside(fu, more))


def _other_limits(named: ItemsClaimed) -> Iterator[HandClaim]:
    """Yield the limit hands of a score sheet, with one limit less or more for the last of them.

    `named` are the limit hands as pairs of name and number of limits. A limit hand never has less
    than one limit.
    """
    *others, (name, points) = named
    for number in numbers_near(points or 1, (1,), least=1):
        yield HandClaim((*others, (name, number)))


def _claim_of(han: int, fu: int | None) -> HandClaim:
    return HandClaim((("han", han), *((("fu", fu),) if fu else ())))


def _fu_beside(fu: int | None, steps: int) -> Iterator[int]:
    """Yield the two values `steps` steps below and above `fu` on the scale 20, 25, 30, 40 and on.

    A value outside that scale is left out; yield nothing if `fu` is not on the scale.
    """
    if fu in FU:
        place = FU.index(fu)
        yield from FU[place - steps : place - steps + 1] if place >= steps else ()
        yield from FU[place + steps : place + steps + 1]


_HONOURS: Final = (
    "yakuhai-east yakuhai-south yakuhai-west yakuhai-north yakuhai-white yakuhai-green yakuhai-red"
)
NEVER_TOGETHER: Final = index_exclusive_pairs({
    "riichi": "double-riichi",
    "honitsu": "chinitsu",
    "chanta": "junchan",
    "iipeikou": "ryanpeikou",
    "tsumo": "houtei chankan",
    "houtei": "haitei rinshan chankan",
    "haitei": "chankan",
    "tanyao": f"chanta junchan honroutou honitsu shousangen ittsuu {_HONOURS}",
    "pinfu": f"toitoi sanankou sankantsu sanshoku-doukou shousangen {_HONOURS}",
    "chiitoitsu": "pinfu toitoi iipeikou ryanpeikou ittsuu sanshoku-doujun sanshoku-doukou chanta "
    f"junchan sanankou sankantsu shousangen {_HONOURS}",
    "toitoi": "iipeikou ryanpeikou ittsuu sanshoku-doujun",
    "ittsuu": "sanshoku-doujun sanshoku-doukou ryanpeikou sankantsu sanankou",
})  # fmt: skip
"""Patterns that no hand can have together, because of their sets."""


REPEATED: Final = frozenset({
    "dora", "ura", "aka", "yakuhai-east", "yakuhai-south", "yakuhai-west", "yakuhai-north",
})  # fmt: skip
"""Items that a hand can have once for each tile, or for the round wind and the seat wind."""


_LEAST_FU: Final = {1: 30}
"""Lowest fu of a hand with this number of han.

Lower fu, of seven pairs or a self-drawn pinfu, need at least two han.
"""
_MOST_FU: Final = 110
_COUNTED_YAKUMAN: Final = 13


def stated_values() -> Iterator[HandClaim]:
    """Yield a `HandClaim` for every value that a person can choose for a hand in a form.

    The values are 1 to 4 han with each possible number of fu, then 5 to 13 han, then 1 to 6 limits.
    """
    for han in range(1, _NO_FU_FROM):
        for fu in FU:
            if _LEAST_FU.get(han, 0) <= fu <= _MOST_FU:
                yield _claim_of(han, fu)
    for han in range(_NO_FU_FROM, _COUNTED_YAKUMAN + 1):
        yield _claim_of(han, None)
    yield from claims_of_one_sum("limits", range(1, 7))


def value_words(settings: Mapping[str, str]) -> Callable[[ItemsClaimed], Message]:
    """Return a function that puts a hand's value into words: ``30 fu`` or ``mangan (5 han)``.

    The function gets the stated han, fu or limits as pairs of name and number. If fu are stated,
    the words have the fu, but not the han. `settings` maps the name of each option to its value.
    """
    counting = Counting(settings)

    def name_value(items: ItemsClaimed) -> Message:
        sums = {name: points or 0 for name, points in items}
        limits, han, fu = (sums.get(name, 0) for name in ("limits", "han", "fu"))
        if limits > 1:
            return msg("{number} yakuman", number=limits)
        if limits:
            return LIMIT_NAMES[YAKUMAN]
        words = msg("{number} fu", number=fu) if fu else msg("{number} han", number=han)
        limit = LIMIT_NAMES.get(counting.base(han, fu))
        if limit is None or not (fu or han >= _NO_FU_FROM):
            return words
        if limit is LIMIT_NAMES[YAKUMAN]:
            limit = msg("counted yakuman")
        return msg("{limit} ({value})", limit=limit, value=words)

    return name_value


_LIABLE: Final = ("daisangen", "daisuushii", "suukantsu")
_COMMON: Final = (30, 40, 50, 25, 20, *range(60, 150, 10))


def possible_claims(_seat: Seat, _outcome: Outcome) -> Iterator[HandClaim]:
    """Yield values that a hand may have: han with fu, the han of each limit, and numbers of limits.

    Each is yielded as a `HandClaim`: what a score sheet could state about a hand. Last come limit
    hands for which another player may be liable. Used to search for the value of a hand about which
    the sheet says nothing.
    """
    for fu, han in product(_COMMON, range(1, 5)):
        yield _claim_of(han, fu)
    yield from claims_of_one_sum("han", HAN_OF_LIMIT.values())
    yield from claims_of_one_sum("limits", range(1, 7))
    yield from (HandClaim(((f"{LIMIT}{name}", 1),)) for name in _LIABLE)
