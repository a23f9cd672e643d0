"""The rulebook of Hong Kong Old Style: its sources, the sentences on payments and the game."""

from __future__ import annotations

from typing import Final

from mjlog.model.findings import Source
from mjlog.rules.kit import Sources
from mjlog.rules.shared.rulebook_text import rulebook
from mjlog.rules.shared.sources import OUR_READING, YAWNOC

_QUOTING: Final = "https://github.com/Mummyz/Mahjong-SG-Calculator-Web"

"""Address of a program whose notes quote five sources that are not available otherwise."""

SOURCES: Final = Sources(
    (
        Source(
            "riichi_advanced",
            "the description, rule set and tests of Hong Kong mahjong in riichi_advanced",
            "https://github.com/EpicOrange/riichi_advanced",
        ),
        Source(
            "Perth guide",
            "the guide of the Perth Mahjong Society",
            "https://github.com/perthmahjongsoc/perthmahjongsoc.github.io",
        ),
        YAWNOC,
        Source("Chinese Wikipedia", "its pages on Hong Kong mahjong, as quoted", _QUOTING),
        Source("Wikidot Hong Kong", "its pages on Hong Kong Old Style, as quoted", _QUOTING),
        Source("HKMA 2023", "classical rulebook of an association, 2023, as quoted", _QUOTING),
        Source("Alan Kwan", "a history of the rules, chapter 7, as quoted", _QUOTING),
        Source("English Wikipedia", "the old Hong Kong scoring, as quoted", _QUOTING),
        OUR_READING,
    ),
    "Chinese Wikipedia; Wikidot Hong Kong; HKMA 2023",
    {
        "1.1": "Chinese Wikipedia; HKMA 2023; riichi_advanced",
        "1.2": "our reading",
        "1.4": "riichi_advanced; HKMA 2023",
        "2.3": "riichi_advanced; Chinese Wikipedia; HKMA 2023",
        "3.1": "Perth guide; Chinese Wikipedia; HKMA 2023",
        "3.3": "riichi_advanced",
        "3.4": "HKMA 2023",
        "3.5": "our reading",
        "3.7": "riichi_advanced; Perth guide",
        "4.1": "Chinese Wikipedia; HKMA 2023",
        "4.2": "Wikidot Hong Kong; English Wikipedia",
        "5": "Chinese Wikipedia; HKMA 2023; Perth guide; riichi_advanced",
    },
)

BOOK: Final = rulebook(
    """
4.3 | riichi_advanced; yawnoc; Chinese Wikipedia; HKMA 2023; Perth guide |
    A limit hand is worth its limit alone, and no hand is worth more than the limit.
    Reading: thirteen at most, and circumstances count beside a limit hand (max_faan, limits_stack)
4.4 | Chinese Wikipedia; Wikidot Hong Kong; HKMA 2023; Alan Kwan; English Wikipedia |
    The price rises with the faan as the table of prices says.
    Reading: the price doubles up to four faan, then every second one, and is what a bystander pays
    (rise, table, table_means, stake, base_faan)
4.5 | Chinese Wikipedia; Wikidot Hong Kong; HKMA 2023; Alan Kwan; English Wikipedia; riichi_advanced
      | pay.seats
    For a self-drawn win each of the others pays a share.
4.6 | Chinese Wikipedia; Wikidot Hong Kong; HKMA 2023; Alan Kwan | pay.seats*
    For a win on a discard the discarder pays two shares alone, or one, and the others half.
    Reading: the discarder alone, as tables printed today have it (responsibility)
4.7 | Chinese Wikipedia; Wikidot Hong Kong; HKMA 2023; Alan Kwan | pay.seats
    The dealer pays and is paid like everybody else.
    Reading: only one source doubles for the dealer (dealer_double)
4.8 | Perth guide | pay.seats
    A player whose kong is robbed counts as the discarder.
    Reading: another source makes the robbed player pay a self-draw for all (robbing_pays)
4.9 | Chinese Wikipedia; HKMA 2023 | pay.seats rule.differs*
    A player who feeds the last set of a dangerous hand pays for all if it is then self-drawn.
    Reading: the third set of dragons and the fourth of winds make liable; whether a player had a
    choice people judge (liability, liable_on, nine_tile, kong_feeder)
4.10 | Chinese Wikipedia; yawnoc | pay.penalty*
    A player who declares a win that is none pays each of the others, and the deal ends.
    Reading: a share of a self-drawn hand of the limit to each (false_win)
4.11 | Chinese Wikipedia; Wikidot Hong Kong; HKMA 2023; English Wikipedia; riichi_advanced
      | next.dealer*
    The dealer deals again after winning; after a draw as the table has it.
    Reading: the dealer stays after a draw, and passes the deal after an own false win (draw_dealer,
    dealer_repeats)
4.12 | Wikidot Hong Kong; HKMA 2023; English Wikipedia | next.round* next.end*
    A game has four rounds, and each player deals in turn once a round.
""",
    SOURCES.documents,
)
