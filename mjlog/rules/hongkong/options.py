"""Hong Kong Old Style: what tables choose, as no source is the canonical one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mjlog.referee.rulebook import Option

YES_NO: Final = ("yes", "no")
CAUSES: Final = ("twelve", "dragons", "winds", "kongs", "one_suit")
"""What makes a player liable for a hand."""

OPTIONS: Final = (
    Option("flowers", "8", "bonus tiles in play", ("8", "0"), "1.4"),
    Option("dead_wall", "0", "tiles at the end that nobody draws", ("0", "14"), "1.5"),
    Option("several_winners", "all", "who wins if several can", ("all", "nearest"), "3.3"),
    Option(
        "missed_win",
        "off",
        "whether a tile let pass bars from winning on its like",
        ("off", "same_tile_same_goround"),
        "3.7",
    ),
    Option("flower_win", "seven_eight", "bonus tiles that win at once",
           ("seven_eight", "eight", "off"), "3.1"),
    Option("minimum", "3", "faan that a win needs", ("0", "1", "2", "3"), "3.4"),
    Option("bonus_in_minimum", "yes", "whether faan of bonus tiles count for the minimum",
           YES_NO, "3.4"),
    Option("max_faan", "13", "the faan that count at most, 99 for no limit", clause="4.3", least=1),
    Option("limits_stack", "no", "whether patterns count beside a limit hand", ("no", "yes"),
           "4.3"),
    Option("stake", "1", "the price of the lowest row of the table", clause="4.4", least=1),
    Option("base_faan", "0", "the faan of the lowest row", ("0", "1", "2", "3"), "4.4"),
    Option("rise", "half_spicy", "how the price rises with the faan",
           ("half_spicy", "spicy", "steps", "simplified"), "4.4"),
    Option("table", "none", "prices from 0 faan on, in the place of a rise", ("none",), "4.4",
           pattern=r"faan:[0-9]{1,6}(,[0-9]{1,6})*"),
    Option("table_means", "bystander", "what the price is: of a bystander, a share of a "
           "self-draw, or all that a discarder pays", ("bystander", "share", "discard_total"),
           "4.4"),
    Option("responsibility", "full", "who pays for a win on a discard", ("full", "half"), "4.6"),
    Option("dealer_double", "no", "whether the dealer pays and is paid double", ("no", "yes"),
           "4.7"),
    Option("robbing_pays", "as_discard", "what a robbed player pays",
           ("as_discard", "as_self_draw"), "4.8"),
    Option("liability", "dragons,winds", "sets that make liable whoever feeds the last of them",
           ("none",), "4.9", joined=CAUSES),
    Option("liable_on", "self_draw", "wins that a liable player pays alone",
           ("self_draw", "any_win"), "4.9"),
    Option("nine_tile", "off", "what three open sets mean for who feeds the hand",
           ("off", "discard_pays_all", "one_suit_warning"), "4.9"),
    Option("kong_feeder", "off", "whether who feeds a kong pays for a win on its replacement",
           ("off", "pays_all"), "4.9"),
    Option("false_win", "self_draw_limit", "what a false win costs",
           ("self_draw_limit", "three_each", "table_each", "agreed"), "4.10"),
    Option("draw_dealer", "stay", "who deals after a draw", ("stay", "pass"), "4.11"),
    Option("start_points", "0", "points that each player starts with", clause="4.12"),
    Option("small_dragons", "total_5", "small dragons: five in all, or beside the two sets",
           ("total_5", "plus_sets"), "5.8"),
    Option("great_dragons", "8", "faan of big dragons", ("8", "limit"), "5.9"),
    Option("small_winds", "6_plus_shape", "faan of small winds, and what counts beside them",
           ("3_plus_shape", "6_plus_shape", "6_plus_winds", "10", "limit"), "5.10"),
    Option("mixed_terminals", "total", "mixed terminals: four in all, or beside the triplets",
           ("total", "4_plus_triplets"), "5.11"),
    Option("four_concealed_discard", "any_wait", "when a discard may complete the last triplet",
           ("any_wait", "pair_wait", "no"), "5.12"),
    Option("pure_straight", "off", "faan of a pure straight", ("off", "8"), "5.13"),
    Option("seven_pairs", "off", "faan of seven pairs", ("off", "3", "4", "5"), "5.14"),
    Option("all_terminals", "13", "faan of all terminals", ("10", "13", "15"), "5.16"),
    Option("nine_gates", "13", "faan of nine gates", ("10", "13", "15"), "5.17"),
    Option("nine_gates_wait", "any", "whether nine gates needs a wait on nine tiles",
           ("any", "nine_sided"), "5.17"),
    Option("heavenly", "13", "faan of a heavenly hand", ("10", "13"), "5.21"),
    Option("earthly", "first_discard", "what an earthly hand is",
           ("first_discard", "first_draw"), "5.22"),
    Option("earthly_faan", "13", "faan of an earthly hand", ("10", "13"), "5.22"),
    Option("human", "13", "faan of a human hand", ("13", "3", "off"), "5.23"),
    Option("circumstances_with_blessings", "yes",
           "whether self-draw and a concealed hand count beside blessings", YES_NO, "5.21"),
    Option("concealed", "1", "whether a concealed hand counts", ("1", "without_flowers", "off"),
           "5.25"),
    Option("concealed_kong_keeps_concealed", "no",
           "whether a hand with a concealed kong is concealed", ("no", "yes"), "5.25"),
    Option("flower_faan", "yes", "whether bonus tiles count", YES_NO, "5.26"),
    Option("seven_bonus", "3", "faan of seven bonus tiles", ("3", "5"), "5.31"),
    Option("kong_on_kong", "8", "faan of a kong on a kong", ("8", "sum", "limit"), "5.34"),
    Option("after_flower", "0", "faan of a win after a flower", ("0", "1"), "5.35"),
    Option("last_discard", "1", "faan of the last discard", ("1", "0"), "5.38"),
    Option("kong", "0", "faan of each kong", ("0", "1"), "5.39"),
)  # fmt: skip

PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    "hongkong-simplified": {
        "rise": "simplified",
        "base_faan": "3",
        "dealer_double": "yes",
        "responsibility": "half",
    },
    "hongkong-ten": {"max_faan": "10"},
}
