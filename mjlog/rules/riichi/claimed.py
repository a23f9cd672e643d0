"""Riichi: scores a hand by the claims of the score sheet if nobody shows its tiles."""

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
from mjlog.rules.riichi.paid_claims import PaidClaims, fu_claimed
from mjlog.rules.riichi.points import LIMIT_NAMES, stated_sums
from mjlog.rules.riichi.yaku import WORTH
from mjlog.rules.shared.claimed import (
    claim_of,
    claims_of_one_sum,
    excluding,
    items_of,
    numbers_near,
    stated,
)

SUMS: Final = frozenset({*WORTH, "fu"})
LIMIT: Final = "yakuman-"
_LIMITS: Final = frozenset({*LIMITS.values(), "no-limit"})
_NO_FU_FROM: Final = 5
"""So many han are a limit, whatever the fu."""


def claimed(chosen: Mapping[str, str]) -> Callable[[Seat, Outcome], Score | Unclear]:
    """Return the function that scores a hand by the han and fu, or limits, on its sheet.

    If the sheet does not state these, the points that it states count. The result of the function
    is unclear if the sheet claims too little, or the player has not won.
    """
    counting, paid = Counting(chosen), PaidClaims(chosen)
    halved = chosen["three_player_tsumo"] == "halved"

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
        return Score(
            seat,
            claimed_hand.items,
            unit="yakuman" if claimed_hand.limits else "han",
            totals=fu_claimed(claimed_hand.fu),
            worth=_name_limit(stated_sums(winner, worth, outcome, halved=halved), claim),
            claimed=True,
        )

    return score


def _name_limit(sums: tuple[Item, ...], claim: ItemsClaimed) -> tuple[Item, ...]:
    """Return the sums of a hand, with the points of its limit as the sheet writes them.

    If the sheet names a limit with 1 point, the item of that limit has 1 point, too.
    """
    named = {name for name, points in claim if points == 1}
    return tuple(replace(item, points=1) if item.name in named & _LIMITS else item for item in sums)


class Found(NamedTuple):
    """What a sheet says of a hand: its items, and its han and fu or its limits.

    A limit hand has 0 han and fu, any other hand 0 limits.
    """

    items: tuple[Item, ...]
    han: int
    fu: int
    limits: int


def _limit_hand(claim: ItemsClaimed) -> Found | None:
    """Return a hand that a claim counts in limits, by its patterns or by their number.

    Return None if the claim does not count limits.
    """
    items = items_of(_limit_items(claim), {})
    if items:
        return Found(items, 0, 0, sum_items(items))
    limits = stated(claim, "limits")
    # Where han are told, the word names the limit that so many of them reach.
    if limits is None and ("yakuman" not in dict(claim) or stated(claim, "han")):
        return None
    number = limits or 1
    return Found((Item("limits", number, "6.10"),), 0, 0, number)


def _limit_items(claim: ItemsClaimed) -> ItemsClaimed:
    """Return the patterns of a claim that are limit hands."""
    return tuple(each for each in claim if each[0].startswith(LIMIT))


def _counted_hand(claim: ItemsClaimed) -> Found | None:
    """Return a hand that a claim counts in han and fu, by patterns or sums.

    Return None if the han are missing, or the fu of a hand below five han.
    """
    items, fu = _han(claim), stated(claim, "fu")
    if items is None:
        return None
    han = sum_items(items)
    if fu is None and han < _NO_FU_FROM:
        return None
    return Found(items, han, fu or 0, 0)


def _han(claim: ItemsClaimed) -> tuple[Item, ...] | None:
    """Return the claimed patterns, with dora for the han that they lack of the stated sum.

    Without patterns, or if they have more than the sum, return the sum as one item. Without a sum
    and patterns return the han of a limit that is named, else None.
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
    """Return the lowest han of a limit that the sheet names, as an item; None without one."""
    named = next((name for name in names if name in HAN_OF_LIMIT), None)
    return None if named is None else (Item("han", HAN_OF_LIMIT[named], "5.26"),)


class NearClaims:
    """A function that yields claims a little above or below the sheet's."""

    def __init__(self, chosen: Mapping[str, str]) -> None:
        self.paid = PaidClaims(chosen)

    def __call__(self, seat: Seat, outcome: Outcome) -> Iterator[HandClaim]:
        """Yield claims near the sheet's: by han and fu, by limits, or else by points."""
        claim = claim_of(seat, outcome).items
        counted = [*_near_counted(claim)]
        return iter(counted or self.paid.near(claim, seat, outcome))


_DIGITS_APART: Final = (3, 4, 5)
"""By how much a misread digit of the han may be off."""


def _near_counted(claim: ItemsClaimed) -> Iterator[HandClaim]:
    """Yield claims of one han or one step of fu more or less, then of two.

    Then yield claims of 3, 4 and 5 han more or less, for a misread digit. If the claim names limit
    patterns, yield only claims with other limits. Yield nothing if it has neither these nor han.
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
    yield from (_claim_of(each, fu) for each in numbers_near(han, _DIGITS_APART, least=1))


def _other_limits(named: ItemsClaimed) -> Iterator[HandClaim]:
    """Yield the claim with one limit less, and with one more, for its last limit pattern.

    `named` are the limit patterns of the claim. A pattern never has less than one limit.
    """
    *others, (name, points) = named
    for number in numbers_near(points or 1, (1,), least=1):
        yield HandClaim((*others, (name, number)))


def _claim_of(han: int, fu: int | None) -> HandClaim:
    return HandClaim((("han", han), *((("fu", fu),) if fu else ())))


def _fu_beside(fu: int | None, steps: int) -> Iterator[int]:
    """Yield the values of fu that are `steps` steps below and above, if there are such values."""
    if fu in FU:
        place = FU.index(fu)
        yield from FU[place - steps : place - steps + 1] if place >= steps else ()
        yield from FU[place + steps : place + steps + 1]


_HONOURS: Final = (
    "yakuhai-east yakuhai-south yakuhai-west yakuhai-north yakuhai-white yakuhai-green yakuhai-red"
)
NEVER_TOGETHER: Final = excluding({
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
"""What no hand has both, by what the patterns are made of."""


REPEATED: Final = frozenset({
    "dora", "ura", "aka", "yakuhai-east", "yakuhai-south", "yakuhai-west", "yakuhai-north",
})  # fmt: skip
"""What a hand has once for each tile, or for the round's wind and its own."""


_LEAST_FU: Final = {1: 30}
"""The fu of hands of so few han; seven pairs and a self-drawn pinfu have two han at least."""
_MOST_FU: Final = 110
_COUNTED_YAKUMAN: Final = 13


def stated_values() -> Iterator[HandClaim]:
    """Yield a claim for each value that a person may choose for a hand.

    They are 1 to 4 han with fu, then 5 to 13 han alone, then 1 to 6 limits.
    """
    for han in range(1, _NO_FU_FROM):
        for fu in FU:
            if _LEAST_FU.get(han, 0) <= fu <= _MOST_FU:
                yield _claim_of(han, fu)
    for han in range(_NO_FU_FROM, _COUNTED_YAKUMAN + 1):
        yield _claim_of(han, None)
    yield from claims_of_one_sum("limits", range(1, 7))


def value_words(chosen: Mapping[str, str]) -> Callable[[ItemsClaimed], Message]:
    """Return the function that names a stated value, such as 4 han 30 fu or a limit."""
    counting = Counting(chosen)

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
    """Yield claims of han with fu, then of limits by han or by number.

    Last come limit hands for which another player may be liable.
    """
    for fu, han in product(_COMMON, range(1, 5)):
        yield _claim_of(han, fu)
    yield from claims_of_one_sum("han", HAN_OF_LIMIT.values())
    yield from claims_of_one_sum("limits", range(1, 7))
    yield from (HandClaim(((f"{LIMIT}{name}", 1),)) for name in _LIABLE)
