"""Hong Kong Old Style: the options that a table chooses from, because no source is canonical."""

from __future__ import annotations

from typing import Final

from mjlog.rules.shared.option_table import options, presets

CAUSES: Final = ("twelve", "dragons", "winds", "kongs", "one_suit")
"""Reasons for which a player can be liable for a hand."""

OPTIONS: Final = options(
    """
flowers | 8 | 8 0 | 1.4
    bonus tiles in play
dead_wall | 0 | 0 14 | 1.5
    tiles at the end that nobody draws
several_winners | all | all nearest | 3.3
    who wins if several can
missed_win | off | off same_tile_same_goround | 3.7
    whether a tile let pass bars from winning on its like
flower_win | seven_eight | seven_eight eight off | 3.1
    bonus tiles that win at once
minimum | 3 | 0 1 2 3 | 3.4
    faan that a win needs
bonus_in_minimum | yes | yes no | 3.4
    whether faan of bonus tiles count for the minimum
max_faan | 13 | 1+ | 4.3
    the faan that count at most, 99 for no limit
limits_stack | no | no yes | 4.3
    whether patterns count beside a limit hand
stake | 1 | 1+ | 4.4
    the price of the lowest row of the table
base_faan | 0 | 0 1 2 3 | 4.4
    the faan of the lowest row
rise | half_spicy | half_spicy spicy steps simplified | 4.4
    how the price rises with the faan
table | none | none | 4.4
    prices from 0 faan on, in the place of a rise
table_means | bystander | bystander share discard_total | 4.4
    what the price is: of a bystander, a share of a self-draw, or all that a discarder pays
responsibility | full | full half | 4.6
    who pays for a win on a discard
dealer_double | no | no yes | 4.7
    whether the dealer pays and is paid double
robbing_pays | as_discard | as_discard as_self_draw | 4.8
    what a robbed player pays
liability | dragons,winds | none | 4.9
    sets that make liable whoever feeds the last of them
liable_on | self_draw | self_draw any_win | 4.9
    wins that a liable player pays alone
nine_tile | off | off discard_pays_all one_suit_warning | 4.9
    what three open sets mean for who feeds the hand
kong_feeder | off | off pays_all | 4.9
    whether who feeds a kong pays for a win on its replacement
false_win | self_draw_limit | self_draw_limit three_each table_each agreed | 4.10
    what a false win costs
draw_dealer | stay | stay pass | 4.11
    who deals after a draw
dealer_repeats | unlimited | unlimited three | 4.11
    how often a dealer deals again at most
start_points | 0 | 0+ | 4.12
    points that each player starts with
small_dragons | total_5 | total_5 plus_sets | 5.8
    small dragons: five in all, or beside the two sets
great_dragons | 8 | 8 limit | 5.9
    faan of big dragons
small_winds | 6_plus_shape | 3_plus_shape 6_plus_shape 6_plus_winds 10 limit | 5.10
    faan of small winds, and what counts beside them
mixed_terminals | total | total 4_plus_triplets | 5.11
    mixed terminals: four in all, or beside the triplets
four_concealed_discard | any_wait | any_wait pair_wait no | 5.12
    when a discard may complete the last triplet
pure_straight | off | off 8 | 5.13
    faan of a pure straight
seven_pairs | off | off 3 4 5 | 5.14
    faan of seven pairs
all_terminals | 13 | 10 13 15 | 5.16
    faan of all terminals
nine_gates | 13 | 10 13 15 | 5.17
    faan of nine gates
nine_gates_wait | any | any nine_sided | 5.17
    whether nine gates needs a wait on nine tiles
heavenly | 13 | 10 13 | 5.21
    faan of a heavenly hand
earthly | first_discard | first_discard first_draw | 5.22
    what an earthly hand is
earthly_faan | 13 | 10 13 | 5.22
    faan of an earthly hand
human | 13 | 13 3 off | 5.23
    faan of a human hand
circumstances_with_blessings | yes | yes no | 5.21
    whether self-draw and a concealed hand count beside blessings
concealed | 1 | 1 without_flowers off | 5.25
    whether a concealed hand counts
concealed_kong_keeps_concealed | no | no yes | 5.25
    whether a hand with a concealed kong is concealed
flower_faan | yes | yes no | 5.26
    whether bonus tiles count
seven_bonus | 3 | 3 5 | 5.31
    faan of seven bonus tiles
kong_on_kong | 8 | 8 sum limit | 5.34
    faan of a kong on a kong
after_flower | 0 | 0 1 | 5.35
    faan of a win after a flower
last_discard | 1 | 1 0 | 5.38
    faan of the last discard
kong | 0 | 0 1 | 5.39
    faan of each kong
""",
    {
        "table": {"pattern": r"faan:[0-9]{1,6}(,[0-9]{1,6})*"},
        "liability": {"joined": CAUSES},
    },
)

PRESETS: Final = presets(
    """
hongkong-faan | minimum=0 false_win=three_each
hongkong-simplified | rise=simplified base_faan=3 dealer_double=yes responsibility=half
hongkong-ten | max_faan=10
"""
)
