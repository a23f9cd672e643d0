"""MCR: the fans that a table cannot say, among them chows by the account-once principle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final

from mjlog.model.tiles import EAST, KINDS, TERMINALS, WHITE
from mjlog.rules.kit import WORDS, Reading, Term, WinningHand
from mjlog.rules.kit.hand import KNITTED_KINDS

TRIPLES: Final = {
    "pure_triple_chow": 24,
    "pure_straight": 16,
    "pure_shifted_chows": 16,
    "mixed_straight": 8,
    "mixed_triple_chow": 8,
    "mixed_shifted_chows": 6,
}
"""What three chows bring together."""
OF_FOUR: Final = (
    "pure_terminal_chows",
    "quadruple_chow",
    "four_pure_shifted_chows",
    "three_suited_terminal_chows",
)
_NINE_GATES: Final = WORDS["gates"]("strict")
_CHOW_FANS: Final = (
    *OF_FOUR,
    *TRIPLES,
    "pure_double_chow",
    "mixed_double_chow",
    "short_straight",
    "two_terminal_chows",
)


def fan_of_three(some: Sequence[int]) -> str:
    """Return the fan that three chows make; empty for none."""
    suits = {kind // 9 for kind in some}
    ranks = sorted([kind % 9 for kind in some])
    step = ranks[1] - ranks[0]
    if ranks[2] - ranks[1] != step:
        return ""
    if len(suits) == 1:
        pure = {0: "pure_triple_chow", 1: "pure_shifted_chows", 2: "pure_shifted_chows"}
        return {**pure, 3: "pure_straight"}.get(step, "")
    if len(suits) == 3:
        mixed = {0: "mixed_triple_chow", 1: "mixed_shifted_chows", 3: "mixed_straight"}
        return mixed.get(step, "")
    return ""


def fan_of_two(one: int, other: int) -> str:
    """Return the fan that two chows make; empty for none."""
    if one // 9 == other // 9:
        away = {0: "pure_double_chow", 3: "short_straight", 6: "two_terminal_chows"}
        return away.get(abs(one - other), "")
    return "mixed_double_chow" if one % 9 == other % 9 else ""


def fan_of_four(chows: Sequence[int], pair: int) -> str:
    """Return the fan that four chows make, some with the pair; empty for none."""
    suits = {kind // 9 for kind in chows}
    ranks = sorted([kind % 9 for kind in chows])
    if pair < EAST and pair % 9 == 4 and ranks == [0, 0, 6, 6]:
        if suits == {pair // 9}:
            return "pure_terminal_chows"
        both = all(9 * suit in chows and 9 * suit + 6 in chows for suit in suits)
        if len(suits) == 2 and both and pair // 9 not in suits:
            return "three_suited_terminal_chows"
    steps = {later - earlier for earlier, later in pairwise(chows)}
    if len(suits) == 1 and len(steps) == 1 and steps <= {0, 1, 2}:
        return "quadruple_chow" if steps == {0} else "four_pure_shifted_chows"
    return ""


def chow_fans(chows: Sequence[int], pair: int) -> Counter[str]:
    """Return the fans of chows.

    After some sets are combined, each remaining set may be combined once with a set already used.
    """
    if len(chows) == 4:
        of_four = fan_of_four(chows, pair)
        if of_four:
            return Counter([of_four])
    best: Counter[str] = Counter()
    most = 0
    for some in combinations(range(len(chows)), 3):
        fan = fan_of_three([chows[place] for place in some])
        if not fan:
            continue
        others = [chows[place] for place in range(len(chows)) if place not in some]
        related = [
            two for other in others for place in some if (two := fan_of_two(other, chows[place]))
        ]
        points = TRIPLES[fan] + bool(related)
        if points > most:
            most, best = points, Counter([fan, *related[:1]])
    return best or _joined_once(chows)


def _joined_once(chows: Sequence[int]) -> Counter[str]:
    """Return fans of two chows that join all chows that can be joined, none of them twice."""
    fans: Counter[str] = Counter()
    group = list(range(len(chows)))
    for one, other in combinations(range(len(chows)), 2):
        fan = fan_of_two(chows[one], chows[other])
        if fan and group[one] != group[other]:
            fans[fan] += 1
            joined = group[other]
            group = [group[one] if each == joined else each for each in group]
    return fans


def _asking(fan: str) -> Term:
    def answer(hand: WinningHand, reading: Reading) -> int:
        chows = tuple(sorted([one.kind for one in reading.sets if one.is_chow]))
        key = (chows, reading.pair)
        fans = hand.notes.get(key)
        if fans is None:
            fans = hand.notes[key] = chow_fans(chows, reading.pair)
        return fans[fan]

    return answer


def _is_shifted(hand: WinningHand, reading: Reading) -> int:
    low = min(hand.kinds)
    in_a_row = hand.kinds == set(range(low, low + 7))
    return reading.shape == "pairs" and len(hand.suits) == 1 and in_a_row and low + 6 < EAST


def _has_all_honours(hand: WinningHand, _reading: Reading) -> int:
    return all(hand.counts[EAST:KINDS])


def _is_knitted(hand: WinningHand, reading: Reading) -> int:
    if reading.shape == "knitted":
        return 1
    if reading.shape != "singles":
        return 0
    return any(hand.kinds.issuperset(nine) for nine in KNITTED_KINDS)


def _outer_pungs(hand: WinningHand, reading: Reading) -> int:
    """Count pungs of terminals and winds that no other fan pays."""
    pungs = [one.kind for one in reading.sets if not one.is_chow]
    winds = [kind for kind in pungs if EAST <= kind < WHITE]
    paid = {hand.seat_wind, hand.round_wind}
    outer = [kind for kind in pungs if kind in TERMINALS]
    if len(winds) < 3:
        outer += [kind for kind in winds if kind not in paid]
    return max(0, len(outer) - _NINE_GATES(hand, reading))


def _is_last_of_its_kind(hand: WinningHand, _reading: Reading) -> int:
    """Return whether three of the winning kind are open, perhaps all in the own sets."""
    if hand.counts[hand.tile] != 1:
        return 0
    shown = 0
    for meld in hand.melds:
        if meld.is_claimed:
            shown += meld.kinds.count(hand.tile) + (meld.is_kong and meld.kind == hand.tile)
    return shown == 3 or "fourth" in hand.happened


def _never(_hand: WinningHand, _reading: Reading) -> int:
    return 0


PREDICATES: Final[Mapping[str, Callable[[WinningHand, Reading], int]]] = {
    **{fan: _asking(fan) for fan in _CHOW_FANS},
    "seven_shifted": _is_shifted,
    "all_honours_single": _has_all_honours,
    "knitted_straight": _is_knitted,
    "outer_pungs": _outer_pungs,
    "last_of_its_kind": _is_last_of_its_kind,
    "never": _never,
}
"""Words of the table that are asked here."""
