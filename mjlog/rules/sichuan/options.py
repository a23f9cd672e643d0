"""Sichuan: the options of a table; the defaults are those of the competition rules of 2025."""

from __future__ import annotations

from typing import Final

from mjlog.rules.shared.option_table import options, presets
from mjlog.rules.sichuan.table import EXTRAS

OPTIONS: Final = options(
    """
exchange | off | off three | 1.7
    whether three tiles are exchanged before play
exchange_suit | same | same any | 1.7
    whether the three tiles are of one suit
replacement | head | head tail | 1.6
    where replacements come from
void_first | strict | strict first_only free | 2.9
    when tiles of the void suit have to be discarded
missed_win | until_draw | until_draw off | 3.7
    how long a win that was let pass bars another
base | 1 | 1+ | 4.3
    points of a hand of no fan
max_fan | 3 | 2 3 4 5 6 none | 4.3
    the fan that count at most
self_draw | plus_one | plus_one fan none | 4.5
    what a self-draw brings
exposed_kong_win | self_draw | self_draw discard | 4.5
    who pays for a win after a kong of a discard
exposed_kong | 2 | 2 3 | 4.6
    the price of a kong of a discard
late_kong | 0 | 0 1 | 4.6
    the price of a kong added later
shot_after_kong | refund | refund transfer keep | 4.8
    what becomes of a kong's income if the next discard is won on
further_kong_robbed | refund_first | refund_first keep_first | 4.8
    the same if a further kong is robbed
transfer_amount | last_kong | last_kong all_kongs | 4.8
    how much passes to the winner
transfer_several | each_full | each_full nearest split | 4.8
    how several winners share it
dead_wait | own_hand | own_hand visible | 4.9
    which waits are none: with all four tiles in the own hand, or open anywhere
kongs_when_ready | yes | yes no | 4.9
    whether kongs count in the hand of who is ready
refund_to_winners | yes | yes no | 4.10
    whether those who have won get kongs back
refund_when_all_not_ready | yes | yes no | 4.10
    whether kongs go back if nobody is ready
void_holder | penalty_24 | penalty_24 penalty_48 pay_16_each pay_cap_each | 4.11
    what it costs to hold void tiles
void_holder_not_ready | yes | yes no | 4.11
    whether a void holder pays those who are ready, too
void_holder_pays_winners | no | no yes | 4.11
    whether those who have won are paid the cap, too
void_holder_ready_spared | yes | yes no | 4.11
    whether a void holder whose hand is ready pays nobody who is
false_win | penalty_24 | penalty_24 eight_each | 4.12
    what a false win costs
next_dealer | discarder_if_several | discarder_if_several first_winner | 4.13
    who deals if several won first
golden_wait | declared | declared any | 5.4
    whether the sets of a golden wait are declared
golden_wait_fan | 1 | 1 2 | 5.4
    fan of a golden wait
rob_after_kong | both | both robbing_only | 5.8
    whether a kong robbed after a kong is a shot, too
extra | none | none | 5.11
    items beside those of the competition rules
""",
    {
        "extra": {"joined": EXTRAS},
    },
)
_OF_THE_APP: Final = ",".join(
    [
        name
        for name in EXTRAS
        if name
        not in {"pure_pungs", "pure_seven_pairs", "pure_golden_wait", "jiang_pairs", "straight"}
    ]
)
PRESETS: Final = presets(
    f"""
sbr2025 |
novikov | void_first=first_only rob_after_kong=robbing_only void_holder=penalty_48
      kongs_when_ready=no false_win=eight_each
app | exchange=three max_fan=6 self_draw=none shot_after_kong=transfer transfer_amount=all_kongs
      late_kong=1 void_holder=pay_cap_each void_holder_not_ready=no missed_win=off
      extra={_OF_THE_APP}
"""
)
