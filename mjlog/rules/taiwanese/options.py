"""Taiwanese 16-tile: the options that a table agrees on before play, and the presets."""

from __future__ import annotations

from typing import Final

from mjlog.rules.shared.option_table import options, presets

OPTIONS: Final = options(
    """
bonus_tiles | 8 | 8 4 0 | 1.2 | hands
    flowers and seasons, flowers alone, or no bonus tiles
first_break | thrown | thrown seating | 3.2a | play
    the wall of the very first deal is broken by a throw, or in East's own wall by the last throw
    for seats
replacement_order | upper_first | upper_first last_first | 3.6 | play
    the upper tile of a stack is taken before the lower, or every tile from the very end
kong_on_last_tile | true | true false | 5.7a | play
    a kong may be declared when the live wall is used up
multi_win | all | all nearest | 5.4
    of several who win on one tile all are paid, or the nearest alone
missed_win_scope | kind | kind any off | 6.1 | play
    a winning tile let pass bars from that kind, from the whole wait, or from nothing
minimum | 0 | 0+ | 7.4 | play
    tai that a winning hand must be worth
tai_table | four_winds | four_winds association | 9.1
    the scale of tai: the large one of this rulebook, or that of the Taiwanese association
imply | logical | logical stated_only | 9.3 | hands
    a pattern contained in another is not paid, or only where the table says so
straight_high | concealed | concealed self_drawn | 9.17 | hands
    what makes a straight 10: its three chows concealed, or a self-drawn win
winning_discard_concealed | false | true false | 9.4 | hands
    a set completed by the winning discard is concealed
exposed_requires_discard | false | true false | 9.25 | hands
    the exposed hand must be won on a discard
exposed_kongs | melded_only | melded_only any | 9.25 | hands
    a concealed kong spoils the exposed hand, or does not
wait_unique | false | true false | 9.41 | hands
    one-chance and pair count only when the hand waits for one kind
early_counts | all | all before_win unclaimed | 9.46 | hands
    the discards that an early win counts: all, those before the winning one, those nobody claimed
orig_declared | false | true false | 9.48 | hands
    the original hand counts only when declared ready
blessing_supplements | true | true false | 9.49 | hands
    heaven and earth allow replacement tiles
tai.all_honors | 40 | 0+ | 9.51
    tai of a hand of honours alone
tai.all_terminals | 40 | 0+ | 9.52
    tai of a hand of ones and nines alone
limit | 0 | 0+ | 9.5
    the most tai a hand can earn, 0 for no limit
limit_scope | value | value payment | 9.5
    the limit cuts the hand, or the hand with the bonuses
unit | 1 | 1+ | 10.7
    points that one tai is worth
base | 0 | 0+ | 10.7
    points that each payment has besides the tai
start_points | 0 | 0+ | 10.8
    points each player starts with
dealer_bonus | 0 | 0+ | 10.3
    tai that East wins, or pays for the winning discard, on top
continued_bonus | false | true false | 10.4
    two tai on top for each deal that the dealer has dealt on
continued_counts_draws | true | true false | 10.4a | play
    a drawn deal counts among the continued ones
east_pays_bonus_on_selfdraw | false | true false | 10.5
    East pays the bonuses for another's self-draw, too
rob8_payer | drawer | drawer all | 10.2a
    who pays for a robbed eighth bonus tile: who drew it, or everybody
false_out_points | 16 | 0+ | 11.7 | play
    points to each for a faulty win, where no limit is set
insurance | true | true false | 11.9
    a dangerous discard makes its discarder pay for all
insurance_suit | true | true false | 11.10
    insurance against one suit only
insurance_concealed_kongs | false | true false | 11.10
    a concealed kong is among the open sets that insurance counts
insurance_winds | true | true false | 11.11
    insurance against the little and the big four winds
insurance_dragons | true | true false | 11.12
    insurance against the little and the big three dragons
insurance_last_five | true | true false | 11.13
    insurance against fresh tiles among the last five
insurance_limit_hands | true | true false | 11.14
    insurance against all honours and all terminals
insurance_amount | three_shares | three_shares three_shares_no_bonus | 11.16
    what the liable player pays: three shares with the bonuses, or without
""",
)


PRESETS: Final = presets(
    """
taiwan_usual | dealer_bonus=1 continued_bonus=true
association | tai_table=association dealer_bonus=1 continued_bonus=true
"""
)
