"""Sichuan: the fan of the competition rules, and the items that players of apps can add."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mjlog.rules.kit import Counted, Reading, Table, WinningHand, sum_of_patterns, table
from mjlog.rules.kit.counting import Found
from mjlog.rules.kit.hand import PAIR


def _is_won_on_pair(_hand: WinningHand, reading: Reading) -> int:
    return reading.place == PAIR


PATTERNS: Final[Table] = table(
    """
all-pungs | 1 | pungs=4
    All pungs: four pungs or kongs and a pair.
full-flush | 2 | suits=1
    Full flush: all tiles are of one suit.
seven-pairs | 2 | shape=pairs
    Seven pairs: seven pairs, of which four alike count as two.
golden-wait | {golden_wait_fan} | melds=4 | | golden_wait=declared
    Golden wait: four declared pungs or kongs, won on the single tile left; all pungs count, too.
golden-wait | {golden_wait_fan} | pungs=4 won_on_pair | | golden_wait=any
kong | 1 | kongs | seven-pairs
    Kong: each declared kong; a robbed one is none, one that was paid back is.
root | 1 | four_alike | all-pungs golden-wait
    Root: each four tiles alike that are no declared kong.
win-after-kong | 1 | own_draw=1 happened(supplement)
    Win after a kong: the winning tile is the replacement for a kong.
shot-after-kong | 1 | happened(kong-shot) | | rob_after_kong=both
    Shot after a kong: the winning tile is the discard right after a kong.
shot-after-kong | 1 | happened(kong-discard) | | rob_after_kong=robbing_only
robbing-a-kong | 1 | happened(robbed) | all-pungs golden-wait seven-pairs
    Robbing a kong: the winning tile is the one added to a pung.
under-the-sea | 1 | happened(last)
    Under the sea: the winning tile is the last of the wall, or the discard after it.
self-draw | 1 | own_draw=1 | | self_draw=fan
    Self-draw: a fan where the table counts one instead of a point.
heavenly | 5 | happened(dealt) | | heavenly=on
    Heavenly hand: the dealer wins with the dealt tiles.
earthly | 5 | happened(first-draw) | | earthly=on
    Earthly hand: another player wins on the first draw.
terminals-everywhere | 2 | each_has(terminals) | | mixed_terminals_sets=on
    Terminals everywhere: each set and the pair have a 1 or a 9.
pure-all-pungs | 3 | pungs=4 suits=1 | all-pungs full-flush | pure_pungs=on
    Pure all pungs: all pungs of one suit.
general-pungs | 3 | pungs=4 tiles(2,5,8) | all-pungs | jiang_pungs=on
    General pungs: four pungs and a pair of 2, 5 and 8 alone.
pure-seven-pairs | 4 | shape=pairs suits=1 | seven-pairs full-flush | pure_seven_pairs=on
    Pure seven pairs: seven pairs of one suit.
dragon-pairs | 4 | shape=pairs four_alike>=1 | seven-pairs | dragon_pairs=on
    Dragon pairs: seven pairs, two of them alike; one root less counts.
pure-dragon-pairs | 5 | shape=pairs four_alike>=1 suits=1
      | seven-pairs dragon-pairs pure-seven-pairs full-flush | pure_dragon_pairs=on
    Pure dragon pairs: dragon pairs of one suit.
pure-terminals-everywhere | 4 | each_has(terminals) suits=1
      | terminals-everywhere full-flush | pure_terminals_sets=on
    Pure terminals everywhere: each set and the pair have a 1 or a 9 of one suit.
eighteen-arhats | 6 | kongs=4
      | all-pungs kong golden-wait general-pungs pure-all-pungs | eighteen_arhats=on
    Eighteen arhats: four kongs.
general-golden-wait | 4 | melds=4 tiles(2,5,8)
      | general-pungs golden-wait all-pungs | jiang_golden_wait=on
    General golden wait: a golden wait of 2, 5 and 8 alone.
pure-golden-wait | 4 | melds=4 suits=1
      | golden-wait all-pungs full-flush pure-all-pungs | pure_golden_wait=on
    Pure golden wait: a golden wait of one suit.
general-pairs | 4 | shape=pairs four_alike>=1 tiles(2,5,8) | seven-pairs | jiang_pairs=on
    General pairs: seven pairs of 2, 5 and 8 alone.
pure-eighteen-arhats | 8 | kongs=4 suits=1
      | eighteen-arhats all-pungs kong golden-wait full-flush pure-all-pungs pure-golden-wait
      | pure_eighteen_arhats=on
    Pure eighteen arhats: four kongs of one suit.
concealed-self-draw | 1 | own_draw=1 melds=0 | | concealed=on
    Concealed hand: a self-drawn win without a pung or a kong.
no-terminals | 1 | tiles(simples) | | no_terminals=on
    No terminals: neither a 1 nor a 9 is in the hand.
straight | 2 | chows[0,3,6]/1>=1 | | straight=on
    Straight: 123, 456 and 789 of one suit.
""",
    {"won_on_pair": _is_won_on_pair},
)
EXTRAS: Final = tuple(
    dict.fromkeys(
        name for row in PATTERNS.rows for name, values in row.only if values == frozenset({"on"})
    )
)
"""Items that a table can switch on, in the order of the book."""
_WITH_A_ROOT: Final = frozenset({"dragon-pairs", "pure-dragon-pairs"})
"""Items that include a root."""


def switched_on(settings: Mapping[str, str]) -> dict[str, str]:
    """Return for each extra pattern ``on`` or ``off``, as the option ``extra`` says.

    `settings` maps the name of each option to its value; the result maps the names of patterns.
    """
    switched = settings["extra"].split(",")
    return {name: "on" if name in switched else "off" for name in EXTRAS}


def sum_of_fan(hand: WinningHand, reading: Reading, found: Found) -> Counted:
    """Return the patterns of a hand that count in Sichuan, as a `Counted`.

    They count as in `sum_of_patterns`, with one exception. Dragon seven pairs, in which two pairs
    are equal, already includes one root (four equal tiles), so one root fewer is counted. `found`
    has the hand's patterns, each with the number of times that the hand has it.
    """
    counted = sum_of_patterns(hand, reading, found)
    if _WITH_A_ROOT.isdisjoint([pattern.item for pattern, _ in counted.found]):
        return counted
    kept = [(pattern, times - (pattern.item == "root")) for pattern, times in counted.found]
    return counted._replace(found=[(pattern, times) for pattern, times in kept if times])
