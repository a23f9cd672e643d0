"""Riichi: the fu of a hand, item by item."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mjlog.model.formula import Formula, number, rounded_up, total
from mjlog.model.messages import Message, Tiles, msg
from mjlog.model.table import NONE
from mjlog.model.tiles import EAST, WHITE, Tile
from mjlog.rules.riichi.hand import OUTSIDE, HandReading, RiichiHand
from mjlog.rules.riichi.yaku import is_value

FuItem = tuple[Message, int]
"""The reason for some fu, and their number."""

SEVEN_PAIRS: Final = 25
_OF_SORT: Final = {"pung": 2, "kong": 8, "concealed kong": 16}
_BASE: Final = (msg("base"), 20)
_PAIRS: Final = (msg("seven pairs"), SEVEN_PAIRS)
_WAITS: Final = {
    "edge": (msg("edge wait"), 2),
    "closed": (msg("closed wait"), 2),
    "pair": (msg("pair wait"), 2),
}
DRAWN: Final = (msg("self-draw"), 2)
"""Fu for drawing the winning tile."""
_CLOSED: Final = (msg("closed hand, won on a discard"), 10)
_OPEN: Final = (msg("open hand without fu"), 10)


def _group_names(message: str) -> tuple[Message, ...]:
    """Return 34 messages: `message` with each tile kind inserted for ``{tile}``.

    The messages are made once, at import, because thousands of hands use them.
    """
    return tuple(Message(message, {"tile": Tiles((kind,))}) for kind in range(34))


_SETS: Final = {
    "pung": _group_names(msg("pung {tile}").message),
    "concealed pung": _group_names(msg("concealed pung {tile}").message),
    "kong": _group_names(msg("kong {tile}").message),
    "concealed kong": _group_names(msg("concealed kong {tile}").message),
}
_PAIR: Final = _group_names(msg("pair {tile}").message)


def fu_items(
    hand: RiichiHand, view: HandReading, *, double_wind: int, rinshan: bool
) -> list[FuItem]:
    """Return what brings fu in a hand: a list of items with the reason and the fu, not rounded.

    `view` is one way to group the hand. `double_wind` is the fu for a pair of the wind that is both
    the player's and the round's. If `rinshan` is false, winning on a replacement tile brings no fu
    for a self-draw.
    """
    if view.wait == "seven pairs":
        return [_PAIRS]
    items = [_BASE, *_sets(hand, view), *_pair(hand, view.pair, double_wind)]
    if view.wait in _WAITS:
        items.append(_WAITS[view.wait])
    flat = len(items) == 1
    if hand.situation.own_draw:
        pinfu = flat and hand.closed
        if not pinfu and (rinshan or "rinshan" not in hand.situation.happened):
            items.append(DRAWN)
    elif hand.closed:
        items.append(_CLOSED)
    if len(items) == 1 and not hand.closed:
        items.append(_OPEN)
    return items


def _sets(hand: RiichiHand, view: HandReading) -> list[FuItem]:
    sets = [_set(kind, "concealed pung", 4) for kind in view.held]
    if view.finished != NONE:
        sets.append(_set(view.finished, "pung", 2))
    sets += [_set(tile, sort, _OF_SORT[sort]) for sort, tile in hand.melds if sort != "chow"]
    return sets


def _set(kind: Tile, sort: str, fu: int) -> FuItem:
    """Return the fu item of a pung or kong: its message and its fu.

    `kind` is the tile kind. The fu are `fu` for kinds from 2 to 8, and twice `fu` for terminals and
    honours. `sort` is ``pung``, ``concealed pung``, ``kong`` or ``concealed kong``.
    """
    return _SETS[sort][kind], fu << (OUTSIDE >> kind & 1)


def _pair(hand: RiichiHand, kind: Tile, double_wind: int) -> list[FuItem]:
    if kind < EAST or not is_value(hand, kind):
        return []
    fu = 2
    if kind < WHITE and hand.situation.seat_wind == hand.situation.round_wind:
        fu = double_wind
    return [(_PAIR[kind], fu)]


def rounded(items: list[FuItem]) -> int:
    """Return the sum of the fu, rounded up to a multiple of ten; 25 for seven pairs stays 25."""
    total = sum(fu for _, fu in items)
    if total == SEVEN_PAIRS:
        return total
    return -(-total // 10) * 10


def explained(items: Iterable[FuItem]) -> Formula:
    """Return the sum of the fu as a formula that names the reason for each summand.

    The sum is rounded up to a multiple of ten; 25 for seven pairs stays 25.
    """
    formula = total(*[number(fu, name) for name, fu in items])
    if formula.number == SEVEN_PAIRS:
        return formula
    return rounded_up(formula, 10)
