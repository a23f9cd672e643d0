"""Riichi: fu, item by item."""

from __future__ import annotations

from typing import Final

from mjlog.model.table import NONE
from mjlog.model.tiles import EAST, WHITE, Tile, text
from mjlog.rules.riichi.hand import OUTSIDE, HandReading, RiichiHand
from mjlog.rules.riichi.yaku import is_value

FuItem = tuple[str, int]
"""What the fu are for, and how many."""

SEVEN_PAIRS: Final = 25
_OF_SORT: Final = {"pung": 2, "kong": 8, "concealed kong": 16}


def fu_items(
    hand: RiichiHand, view: HandReading, *, double_wind: int, rinshan: bool
) -> list[FuItem]:
    """Everything that brings fu, before rounding.

    `double_wind` is what a pair of a wind brings that is one's own and the round's; `rinshan` tells
    whether a replacement tile brings the fu of a self-draw.
    """
    if view.wait == "seven pairs":
        return [("seven pairs", SEVEN_PAIRS)]
    items = [("base", 20), *_sets(hand, view), *_pair(hand, view.pair, double_wind)]
    if view.wait in {"edge", "closed", "pair"}:
        items.append((f"{view.wait} wait", 2))
    won = hand.situation
    if won.own_draw:
        pinfu = hand.closed and len(items) == 1
        if not pinfu and (rinshan or "rinshan" not in won.happened):
            items.append(("self-draw", 2))
    elif hand.closed:
        items.append(("closed hand, won on a discard", 10))
    if len(items) == 1 and not hand.closed:
        items.append(("open hand without fu", 10))
    return items


def _sets(hand: RiichiHand, view: HandReading) -> list[FuItem]:
    found = [_set(kind, "concealed pung", 4) for kind in view.held]
    if view.finished != NONE:
        found.append(_set(view.finished, "pung", 2))
    found += [_set(tile, sort, _OF_SORT[sort]) for sort, tile in hand.melds if sort != "chow"]
    return found


def _set(kind: Tile, sort: str, fu: int) -> FuItem:
    """Terminals and honours bring twice as much."""
    return f"{sort} {_NAMES[kind]}", fu << (OUTSIDE >> kind & 1)


_NAMES: Final = tuple(text([kind]) for kind in range(34))


def _pair(hand: RiichiHand, kind: Tile, double_wind: int) -> list[FuItem]:
    if kind < EAST or not is_value(hand, kind):
        return []
    double = kind < WHITE and hand.situation.seat_wind == hand.situation.round_wind
    return [(f"pair {_NAMES[kind]}", double_wind if double else 2)]


def rounded(items: list[FuItem]) -> int:
    """The sum, brought up to whole tens; seven pairs stay as they are."""
    total = sum([fu for _, fu in items])
    return total if total == SEVEN_PAIRS else -(-total // 10) * 10
