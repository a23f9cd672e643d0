"""Riichi: the value of a winning hand: han, fu and limit of its best reading."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from mjlog.model.frozen import value
from mjlog.model.tiles import EAST
from mjlog.rules.riichi.fu import FuItem, fu_items, rounded
from mjlog.rules.riichi.hand import HandReading, RiichiHand
from mjlog.rules.riichi.yaku import (
    FIRST_TURN,
    IN_PLAY,
    RENHOU,
    SELF_DRAWN,
    SEVEN_PAIRS,
    WIND_NAMES,
    Patterns,
    Yaku,
)

Named = tuple[str, int, str]
"""An item of the hand: its name, its han (or limits), and the number of its sentence."""

MANGAN: Final = 2000
HANEMAN: Final = 3000
BAIMAN: Final = 4000
SANBAIMAN: Final = 6000
YAKUMAN: Final = 8000
LIMITS: Final = {
    MANGAN: "mangan",
    HANEMAN: "haneman",
    BAIMAN: "baiman",
    SANBAIMAN: "sanbaiman",
    YAKUMAN: "yakuman",
}
_OF_HAN: Final = (
    0,
    0,
    0,
    0,
    0,
    MANGAN,
    HANEMAN,
    HANEMAN,
    BAIMAN,
    BAIMAN,
    BAIMAN,
    SANBAIMAN,
    SANBAIMAN,
)
HAN_OF_LIMIT: Final = {LIMITS[base]: _OF_HAN.index(base) for base in LIMITS if base in _OF_HAN}
"""Fewest han that reach each limit."""
_ROUNDED_UP: Final = 1920
FU: Final = (20, 25, *range(30, 150, 10))
_MOST_LIMITS: Final = 6
"""Most limits that any table counts together."""


@value
class Worth:
    """The value of one reading of a hand.

    `base` is the number that payments are multiples of, for example 2000 for a mangan. `han` and
    `fu` are 0 for a limit hand, `limits` is the number of limits (yakuman). `items` are the
    patterns and dora of the hand, `fu_items` the reasons for its fu.
    """

    base: int
    han: int
    fu: int
    limits: int
    items: tuple[Named, ...]
    fu_items: tuple[FuItem, ...]

    @property
    def limit(self) -> str:
        """Name of the limit, such as ``mangan`` or ``2 yakuman``; an empty text below a mangan."""
        several = f"{self.limits} yakuman" if self.limits else ""
        return LIMITS.get(self.base, several)


_RENHOU_ALONE: Final = Worth(MANGAN, RENHOU[1], 0, 0, (RENHOU,), ())


class Counting:
    """Computes the value of hands under one choice of options."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.patterns = Patterns.of(settings)
        self.double_wind = int(settings["double_wind_fu"])
        self.rinshan_fu = settings["rinshan_fu"] == "true"
        self.rounds_up = settings["round_up_mangan"] == "true"
        self.most = YAKUMAN if settings["counted_yakuman"] == "true" else SANBAIMAN
        self.several = settings["several_yakuman"] == "true"
        self.renhou = settings["renhou"]
        self.first_turn = dict(FIRST_TURN)
        if self.renhou == "yakuman":
            self.first_turn["renhou"] = RENHOU[2]

    def worth(self, hand: RiichiHand) -> Worth | None:
        """Return the value of a hand, grouped in the best way; None if no grouping has a yaku.

        The best way has the highest base (the number that payments are multiples of), then han,
        then fu.
        """
        return next(iter(self.dearest(hand)), None)

    def dearest(self, hand: RiichiHand) -> list[Worth]:
        """Return the values of the best ways to group a hand; an empty list if none has a yaku.

        The ways are equally good: they have the same base (the number that payments are multiples
        of), han and fu, but may have different patterns.
        """
        counted = [self._worth_of(hand, view) for view in hand.views()]
        worths = [worth for worth in counted if worth is not None]
        if len(worths) < 2:
            return worths
        most = max(_rank(worth) for worth in worths)
        return [worth for worth in worths if _rank(worth) == most]

    def every(self, hand: RiichiHand) -> list[tuple[HandReading, Worth | None]]:
        """Return every way to group a hand, each with its value, or with None if it has no yaku."""
        return [(view, self._worth_of(hand, view)) for view in hand.views()]

    def _worth_of(self, hand: RiichiHand, view: HandReading) -> Worth | None:
        return self._limits(hand, view) or self._counted(hand, view)

    # ------------------------------------------------------------------ limit hands

    def _limits(self, hand: RiichiHand, view: HandReading) -> Worth | None:
        limit_hands = self.patterns.limit_hands[view.pung_mask.bit_count()]
        items = _found(limit_hands, hand, view, "yakuman-")
        for name in hand.situation.happened:
            if name in self.first_turn:
                items.append((f"yakuman-{name}", 1, self.first_turn[name]))
        if not items:
            return None
        if not self.several:
            items = [max(items, key=lambda item: item[1])]
        limits = sum(points for _, points, _ in items)
        return Worth(YAKUMAN * limits, 0, 0, limits, tuple(items), ())

    # ------------------------------------------------------------------ han and fu

    def _counted(self, hand: RiichiHand, view: HandReading) -> Worth | None:
        """Return the value by han and fu of one way to group a hand, or None if it has no yaku.

        `view` is the way to group the hand. If the options count renhou as a mangan, a hand won by
        renhou is worth at least a mangan, even if it has no other yaku.
        """
        won = hand.situation
        least = _RENHOU_ALONE if self.renhou == "mangan" and "renhou" in won.happened else None
        items = self._patterns(hand, view)
        if not items:
            return least
        items += [(name, number, "5.21") for name, number in won.dora if number]
        han = sum(points for _, points, _ in items)
        parts = fu_items(hand, view, double_wind=self.double_wind, rinshan=self.rinshan_fu)
        fu = rounded(parts)
        base = self.base(han, fu)
        if least is not None and base < MANGAN:
            return least
        return Worth(base, han, fu, 0, tuple(items), tuple(parts))

    def _patterns(self, hand: RiichiHand, view: HandReading) -> list[Named]:
        happened = hand.situation.happened
        items = [_IN_PLAY_ITEMS[name] for name in happened if name in _IN_PLAY_ITEMS]
        if hand.closed and hand.situation.own_draw:
            items.append((SELF_DRAWN.name, 1, SELF_DRAWN.clause))
        items += _found(self.patterns.of_tiles, hand, view)
        if view.wait == "seven pairs":
            items.append((SEVEN_PAIRS.name, SEVEN_PAIRS.closed, SEVEN_PAIRS.clause))
            return items
        of_sets = self.patterns.of_sets[view.pung_mask.bit_count()]
        items += _found(of_sets, hand, view)
        if view.pung_mask >> EAST:
            items += _winds(hand, view)
        return items

    @cached_property
    def bases(self) -> tuple[int, ...]:
        """All bases that a hand can have, in ascending order, up to six yakuman.

        The base is the number that payments are multiples of, for example 2000 for a mangan.
        """
        counted = {self.base(han, fu) for fu in FU for han in range(1, 14)}
        limits = {YAKUMAN * limits for limits in range(1, _MOST_LIMITS + 1)}
        return tuple(sorted(counted | limits))

    def base(self, han: int, fu: int) -> int:
        """Return the base for a number of han and fu: the number that payments are multiples of.

        For example, 5 han give 2000. The base is cut at the mangan, haneman or higher limit that
        these han reach.
        """
        if han >= 13:
            return self.most
        if han >= 5:
            return _OF_HAN[han]
        points = fu << 2 + han
        if points >= MANGAN or (self.rounds_up and points == _ROUNDED_UP):
            return MANGAN
        return points


_IN_PLAY_ITEMS: Final[Mapping[str, Named]] = {
    name: (name, han, clause) for name, (clause, han) in IN_PLAY.items()
}


def _winds(hand: RiichiHand, view: HandReading) -> Iterator[Named]:
    """Yield an item for each pung of the player's own wind or the round's wind.

    If both winds are the same, the item has two han.
    """
    counting = (hand.situation.seat_wind, hand.situation.round_wind)
    for wind in set(counting):
        if view.pung_mask >> wind & 1:
            yield WIND_NAMES[wind - EAST], counting.count(wind), "5.6"


def _rank(worth: Worth) -> tuple[int, int, int]:
    return worth.base, worth.han, worth.fu


def _found(
    patterns: Iterable[Yaku], hand: RiichiHand, view: HandReading, before: str = ""
) -> list[Named]:
    """Return the patterns that a hand has, each as a tuple of name, number and rulebook sentence.

    `view` is one way to group the tiles. The number is the han of the pattern, or its number of
    limits if `patterns` are yakuman. In an open hand patterns that need a closed hand are left out.
    `before` is a prefix for the names.
    """
    patterns_found = [each for each in patterns if each.test(hand, view)]
    if hand.closed:
        return [(before + each.name, each.closed, each.clause) for each in patterns_found]
    return [(before + each.name, each.open, each.clause) for each in patterns_found if each.open]
