"""Taiwanese 16-tile: what a table agrees on before play, and the presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mjlog.referee.rulebook import Option

YES_NO: Final = ("true", "false")

OPTIONS: Final = (
    Option(
        "bonus_tiles",
        "8",
        "flowers and seasons, flowers alone, or no bonus tiles",
        ("8", "4", "0"),
        "1.2",
    ),
    Option(
        "first_break",
        "thrown",
        "the wall of the very first deal is broken by a throw, or in East's own wall by "
        "the last throw for seats",
        ("thrown", "seating"),
        "3.2a",
    ),
    Option(
        "replacement_order",
        "upper_first",
        "the upper tile of a stack is taken before the lower, or every tile from the very end",
        ("upper_first", "last_first"),
        "3.6",
    ),
    Option(
        "kong_on_last_tile",
        "true",
        "a kong may be declared when the live wall is used up",
        YES_NO,
        "5.7a",
    ),
    Option(
        "multi_win",
        "all",
        "of several who win on one tile all are paid, or the nearest alone",
        ("all", "nearest"),
        "5.4",
    ),
    Option(
        "missed_win_scope",
        "kind",
        "a winning tile let pass bars from that kind, from the whole wait, or from nothing",
        ("kind", "any", "off"),
        "6.1",
    ),
    Option("minimum", "0", "tai that a winning hand must be worth", clause="7.4"),
    Option(
        "tai_table",
        "four_winds",
        "the scale of tai: the large one of this rulebook, or that of the Taiwanese association",
        ("four_winds", "association"),
        "9.1",
    ),
    Option(
        "imply",
        "logical",
        "a pattern contained in another is not paid, or only where the table says so",
        ("logical", "stated_only"),
        "9.3",
    ),
    Option(
        "straight_high",
        "concealed",
        "what makes a straight 10: its three chows concealed, or a self-drawn win",
        ("concealed", "self_drawn"),
        "9.17",
    ),
    Option(
        "winning_discard_concealed",
        "false",
        "a set completed by the winning discard is concealed",
        YES_NO,
        "9.4",
    ),
    Option(
        "exposed_requires_discard",
        "false",
        "the exposed hand must be won on a discard",
        YES_NO,
        "9.25",
    ),
    Option(
        "exposed_kongs",
        "melded_only",
        "a concealed kong spoils the exposed hand, or does not",
        ("melded_only", "any"),
        "9.25",
    ),
    Option(
        "wait_unique",
        "false",
        "one-chance and pair count only when the hand waits for one kind",
        YES_NO,
        "9.41",
    ),
    Option(
        "early_counts",
        "all",
        "the discards that an early win counts: all, those before the winning one, those "
        "nobody claimed",
        ("all", "before_win", "unclaimed"),
        "9.46",
    ),
    Option(
        "orig_declared",
        "false",
        "the original hand counts only when declared ready",
        YES_NO,
        "9.48",
    ),
    Option(
        "blessing_supplements", "true", "heaven and earth allow replacement tiles", YES_NO, "9.49"
    ),
    Option("tai.all_honors", "40", "tai of a hand of honours alone", clause="9.51"),
    Option("tai.all_terminals", "40", "tai of a hand of ones and nines alone", clause="9.52"),
    Option("limit", "0", "the most tai a hand can earn, 0 for no limit", clause="9.5"),
    Option(
        "limit_scope",
        "value",
        "the limit cuts the hand, or the hand with the bonuses",
        ("value", "payment"),
        "9.5",
    ),
    Option("unit", "1", "points that one tai is worth", clause="10.7", least=1),
    Option("base", "0", "points that each payment has besides the tai", clause="10.7"),
    Option("start_points", "0", "points each player starts with", clause="10.8"),
    Option(
        "dealer_bonus",
        "0",
        "tai that East wins, or pays for the winning discard, on top",
        clause="10.3",
    ),
    Option(
        "continued_bonus",
        "false",
        "two tai on top for each deal that the dealer has dealt on",
        YES_NO,
        "10.4",
    ),
    Option(
        "continued_counts_draws",
        "true",
        "a drawn deal counts among the continued ones",
        YES_NO,
        "10.4a",
    ),
    Option(
        "east_pays_bonus_on_selfdraw",
        "false",
        "East pays the bonuses for another's self-draw, too",
        YES_NO,
        "10.5",
    ),
    Option(
        "rob8_payer",
        "drawer",
        "who pays for a robbed eighth bonus tile: who drew it, or everybody",
        ("drawer", "all"),
        "10.2a",
    ),
    Option(
        "false_out_points",
        "16",
        "points to each for a faulty win, where no limit is set",
        clause="11.7",
    ),
    Option(
        "insurance", "true", "a dangerous discard makes its discarder pay for all", YES_NO, "11.9"
    ),
    Option("insurance_suit", "true", "insurance against one suit only", YES_NO, "11.10"),
    Option(
        "insurance_concealed_kongs",
        "false",
        "a concealed kong is among the open sets that insurance counts",
        YES_NO,
        "11.10",
    ),
    Option(
        "insurance_winds",
        "true",
        "insurance against the little and the big four winds",
        YES_NO,
        "11.11",
    ),
    Option(
        "insurance_dragons",
        "true",
        "insurance against the little and the big three dragons",
        YES_NO,
        "11.12",
    ),
    Option(
        "insurance_last_five",
        "true",
        "insurance against fresh tiles among the last five",
        YES_NO,
        "11.13",
    ),
    Option(
        "insurance_limit_hands",
        "true",
        "insurance against all honours and all terminals",
        YES_NO,
        "11.14",
    ),
    Option(
        "insurance_amount",
        "three_shares",
        "what the liable player pays: three shares with the bonuses, or without",
        ("three_shares", "three_shares_no_bonus"),
        "11.16",
    ),
)

BESIDE_PAYMENTS: Final = frozenset({
    "first_break", "replacement_order", "kong_on_last_tile", "missed_win_scope", "minimum",
    "continued_counts_draws", "false_out_points",
})  # fmt: skip
"""Options that change neither what a hand is worth nor who pays for it."""
OF_TILES: Final = frozenset({
    "bonus_tiles", "imply", "straight_high", "winning_discard_concealed",
    "exposed_requires_discard", "exposed_kongs", "wait_unique", "early_counts",
    "orig_declared", "blessing_supplements",
})  # fmt: skip
"""Options that matter to hands alone whose tiles are known."""

PRESETS: Final[Mapping[str, Mapping[str, str]]] = {
    "taiwan_usual": {"dealer_bonus": "1", "continued_bonus": "true"},
    "association": {"tai_table": "association", "dealer_bonus": "1", "continued_bonus": "true"},
}
