"""Sichuan: what tables choose; the defaults are those of the competition rules of 2025."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mjlog.referee.rulebook import Option
from mjlog.rules.sichuan.table import EXTRAS

_YES_NO: Final = ("yes", "no")
OPTIONS: Final = (
    Option("exchange", "off", "whether three tiles are exchanged before play", ("off", "three"),
           "1.7"),
    Option("exchange_suit", "same", "whether the three tiles are of one suit", ("same", "any"),
           "1.7"),
    Option("replacement", "head", "where replacements come from", ("head", "tail"), "1.6"),
    Option("void_first", "strict", "when tiles of the void suit have to be discarded",
           ("strict", "first_only", "free"), "2.9"),
    Option("missed_win", "until_draw", "how long a win that was let pass bars another",
           ("until_draw", "off"), "3.7"),
    Option("base", "1", "points of a hand of no fan", clause="4.3", least=1),
    Option("max_fan", "3", "the fan that count at most", ("2", "3", "4", "5", "6", "none"),
           "4.3"),
    Option("self_draw", "plus_one", "what a self-draw brings",
           ("plus_one", "fan", "none"), "4.5"),
    Option("exposed_kong_win", "self_draw", "who pays for a win after a kong of a discard",
           ("self_draw", "discard"), "4.5"),
    Option("exposed_kong", "2", "the price of a kong of a discard", ("2", "3"), "4.6"),
    Option("late_kong", "0", "the price of a kong added later", ("0", "1"), "4.6"),
    Option("shot_after_kong", "refund", "what becomes of a kong's income if the next discard is "
           "won on", ("refund", "transfer", "keep"), "4.8"),
    Option("further_kong_robbed", "refund_first", "the same if a further kong is robbed",
           ("refund_first", "keep_first"), "4.8"),
    Option("transfer_amount", "last_kong", "how much passes to the winner",
           ("last_kong", "all_kongs"), "4.8"),
    Option("transfer_several", "each_full", "how several winners share it",
           ("each_full", "nearest", "split"), "4.8"),
    Option("kongs_when_ready", "yes", "whether kongs count in the hand of who is ready", _YES_NO,
           "4.9"),
    Option("refund_to_winners", "yes", "whether those who have won get kongs back", _YES_NO,
           "4.10"),
    Option("refund_when_all_not_ready", "yes", "whether kongs go back if nobody is ready",
           _YES_NO, "4.10"),
    Option("void_holder", "penalty_24", "what it costs to hold void tiles",
           ("penalty_24", "penalty_48", "pay_16_each", "pay_cap_each"), "4.11"),
    Option("void_holder_not_ready", "yes", "whether a void holder pays those who are ready, too",
           _YES_NO, "4.11"),
    Option("void_holder_pays_winners", "no", "whether those who have won are paid the cap, too",
           ("no", "yes"), "4.11"),
    Option("void_holder_ready_spared", "yes", "whether a void holder whose hand is ready pays "
           "nobody who is", _YES_NO, "4.11"),
    Option("false_win", "penalty_24", "what a false win costs", ("penalty_24", "eight_each"),
           "4.12"),
    Option("next_dealer", "discarder_if_several", "who deals if several won first",
           ("discarder_if_several", "first_winner"), "4.13"),
    Option("golden_wait", "declared", "whether the sets of a golden wait are declared",
           ("declared", "any"), "5.4"),
    Option("golden_wait_fan", "1", "fan of a golden wait", ("1", "2"), "5.4"),
    Option("rob_after_kong", "both", "whether a kong robbed after a kong is a shot, too",
           ("both", "robbing_only"), "5.8"),
    Option("extra", "none", "items beside those of the competition rules", ("none",), "5.11",
           joined=EXTRAS),
)  # fmt: skip
PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    "sbr2025": {},
    "novikov": {
        "void_first": "first_only",
        "rob_after_kong": "robbing_only",
        "void_holder": "penalty_48",
        "kongs_when_ready": "no",
        "false_win": "eight_each",
    },
    "app": {
        "exchange": "three",
        "max_fan": "6",
        "self_draw": "none",
        "shot_after_kong": "transfer",
        "transfer_amount": "all_kongs",
        "late_kong": "1",
        "void_holder": "pay_cap_each",
        "void_holder_not_ready": "no",
        "missed_win": "off",
        "extra": ",".join(
            [
                name
                for name in EXTRAS
                if name
                not in {"pure_pungs", "pure_seven_pairs", "pure_golden_wait", "jiang_pairs",
                        "straight"}
            ]
        ),
    },
}  # fmt: skip
