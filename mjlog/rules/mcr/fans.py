"""MCR: the fans that the rows of a table cannot describe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mjlog.model.settlement import LeftOut
from mjlog.model.tiles import EAST, TERMINALS, WHITE
from mjlog.rules.kit import WORDS, Counted, Reading, Term, WinningHand, sum_once
from mjlog.rules.kit.counting import Found

CHICKEN: Final = "chicken-hand"
FLOWERS: Final = "flower-tiles"
OUTER: Final = "pung-of-terminals-or-honors"
_HONOUR_FANS: Final = ("seat-wind", "prevalent-wind", "dragon-pung", "two-dragon-pungs")
_NINE_GATES: Final = WORDS["gates"]("strict")


def _is_shifted(hand: WinningHand, _reading: Reading) -> int:
    low = min(hand.kinds)
    return hand.kinds == set(range(low, low + 7)) and low + 6 < EAST


def _outer_pungs(hand: WinningHand, reading: Reading) -> int:
    """Count how often a hand earns the fan for a pung of terminals or winds.

    Three sorts are left out because other fans count them: pungs of the seat wind or the round
    wind, all pungs of winds if there are three or more, and one terminal pung of nine gates.
    `reading` is one way to group the hand.
    """
    pungs = [one.kind for one in reading.sets if not one.is_chow]
    winds = [kind for kind in pungs if EAST <= kind < WHITE]
    paid = {hand.seat_wind, hand.round_wind}
    outer = [kind for kind in pungs if kind in TERMINALS]
    if len(winds) < 3:
        outer += [kind for kind in winds if kind not in paid]
    return max(0, len(outer) - _NINE_GATES(hand, reading))


PREDICATES: Final[Mapping[str, Term]] = {
    "seven_in_a_row": _is_shifted,
    "outer_pungs": _outer_pungs,
}
"""Words of the table that functions of this module test."""


def account(hand: WinningHand, reading: Reading, found: Found) -> Counted:
    """Return which of a hand's fans count under the principles of MCR, as a `Counted`.

    `found` has the hand's fans, each with how often the hand has it. The fan "chicken hand" counts
    only if the hand has no other fan except flowers.
    """
    others = [(pattern, times) for pattern, times in found if pattern.item != CHICKEN]
    if all(pattern.item == FLOWERS for pattern, _ in others):
        return sum_once(hand, reading, found)
    counted = sum_once(hand, reading, others)
    items = [pattern.item for pattern, _ in counted.found]
    paid = next((item for item in _HONOUR_FANS if item in items), "")
    if paid and OUTER not in items:
        return counted._replace(left_out=(*counted.left_out, LeftOut(OUTER, paid)))
    return counted
