"""Hong Kong Old Style as a rulebook: sources, and the sentences about payments and the game."""

from __future__ import annotations

from typing import Final

from mjlog.model.findings import Law
from mjlog.rules.kit import Source

SOURCE: Final = Source(
    (
        ("RA", "riichi_advanced, documentation/hk.md and rulesets/hk.majs (github.com/EpicOrange)"),
        ("PER", "Perth Mahjong Society, guide (github.com/perthmahjongsoc)"),
        ("YAW", "mahjong-scorer, description (github.com/yawnoc)"),
        ("A", "Chinese Wikipedia on Hong Kong mahjong, as quoted by Mahjong-SG-Calculator-Web"),
        ("B", "mahjong.wikidot.com on Hong Kong Old Style, as quoted there"),
        ("C", "Hong Kong Mahjong Association, classical rulebook of 2023, as quoted there"),
        ("D", "Alan Kwan on the history of mahjong, as quoted there"),
        ("E", "English Wikipedia on the old Hong Kong scoring, as quoted there"),
        ("our reading", "what a record needs and no source says"),
    ),
    "A, B, C",
    {
        "1.1": "A, B, C, RA",
        "1.4": "RA, C",
        "2.3": "RA, A, B, C",
        "3.1": "PER, A, C",
        "3.3": "RA",
        "3.4": "C",
        "3.7": "RA, PER",
        "4.1": "A, C",
        "4.2": "B, E",
        "5": "A, C, PER, RA",
    },
)

LAWS: Final = (
    Law(
        "4.3",
        "A limit hand is worth its limit alone, and no hand is worth more than the limit.",
        "RA, YAW, A, C, PER",
        "open",
        reading="thirteen at most, and circumstances count beside a limit hand "
        "(max_faan, limits_stack)",
    ),
    Law(
        "4.4",
        "The price rises with the faan as the table of prices says.",
        "A, B, C, D, E",
        "open",
        reading="the price doubles up to four faan, then every second one, and is what a bystander "
        "pays (rise, table, table_means, stake, base_faan)",
    ),
    Law(
        "4.5",
        "For a self-drawn win each of the others pays a share.",
        "A, B, C, D, E, RA",
        codes=("pay.seats",),
    ),
    Law(
        "4.6",
        "For a win on a discard the discarder pays two shares alone, or one, and the others half.",
        "A, B, C, D",
        "open",
        codes=("pay.seats",),
        reading="the discarder alone, as tables printed today have it (responsibility)",
    ),
    Law(
        "4.7",
        "The dealer pays and is paid like everybody else.",
        "A, B, C, D",
        "open",
        codes=("pay.seats",),
        reading="only one source doubles for the dealer (dealer_double)",
    ),
    Law(
        "4.8",
        "A player whose kong is robbed counts as the discarder.",
        "PER",
        "open",
        codes=("pay.seats",),
        reading="another source makes the robbed player pay a self-draw for all (robbing_pays)",
    ),
    Law(
        "4.9",
        "A player who feeds the last set of a dangerous hand pays for all if it is then "
        "self-drawn.",
        "A, C",
        "open",
        codes=("pay.seats", "rule.differs"),
        reading="the third set of dragons and the fourth of winds make liable; whether a player "
        "had a choice people judge (liability, liable_on, nine_tile, kong_feeder)",
    ),
    Law(
        "4.10",
        "A player who declares a win that is none pays each of the others, and the deal ends.",
        "A, YAW",
        "open",
        codes=("pay.penalty",),
        reading="a share of a self-drawn hand of the limit to each (false_win)",
    ),
    Law(
        "4.11",
        "The dealer deals again after winning; after a draw as the table has it.",
        "A, B, C, E, RA",
        "open",
        codes=("next.dealer",),
        reading="the dealer stays after a draw, and passes the deal after an own false win "
        "(draw_dealer)",
    ),
    Law(
        "4.12",
        "A game has four rounds, and each player deals in turn once a round.",
        "B, C, E",
        codes=("next.round", "next.end"),
    ),
)

CITES: Final = {
    "pay.seats": "4.6",
    "pay.penalty": "4.10",
    "rule.differs": "4.9",
    "next.dealer": "4.11",
    "next.round": "4.12",
    "next.end": "4.12",
}
"""The sentence behind what a sheet says of payments and of the game."""
