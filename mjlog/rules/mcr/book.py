"""The rulebook of MCR: documents, and the sentences on payments, principles and the match."""

from __future__ import annotations

from typing import Final

from mjlog.model.findings import Source
from mjlog.rules.kit import Sources
from mjlog.rules.shared.rulebook_text import rulebook
from mjlog.rules.shared.sources import OUR_READING

_HELPER: Final = "https://github.com/summerinsects/ChineseOfficialMahjongHelper"

_PKU: Final = "https://github.com/ailab-pku/Chinese-Standard-Mahjong"

_OPEN: Final = "https://github.com/xelnagamiao/open_mahjong_unity"

SOURCES: Final = Sources(
    (
        Source("rule book 1998", "the Chinese competition rules, State Sport Commission", _PKU),
        Source("written reading", "definitions and principles of a scoring program", _HELPER),
        Source("new compilation 2025", "a compilation of the Chinese rules of 2025", _OPEN),
        Source("MIL 2025", "supplement of the Mahjong International League", _OPEN),
        OUR_READING,
    ),
    "rule book 1998",
    {
        "1.2": "our reading",
        "2.7": "written reading; rule book 1998",
        "3.5": "our reading",
        "5": "rule book 1998; written reading",
    },
)

BOOK: Final = rulebook(
    """
4.3 | rule book 1998 | pay.seats
    A self-drawn win costs each player 8 points and the fans.
4.4 | rule book 1998 | pay.seats*
    A win on a discard costs its player 8 points and the fans, and the others 8.
4.5 | rule book 1998; MIL 2025 | pay.penalty*
    A false win costs 10 points to each of the others, one of a hand that was not ready 20.
    Reading: the book of 1998; newer rules take 40 and 80 off the offender, and fine other slips
    10, 20, 40 or 80, which nobody gets (false_win)
    Short: A false win costs 10 points to each of the others.
4.6 | rule book 1998 | next.dealer*
    The deal passes after every deal, won or drawn.
4.7 | rule book 1998 | next.round* next.end*
    A match has four rounds of four deals.
4.8 | rule book 1998 | definition
    Fans that are missed at the table are lost: a sheet may claim less than the hand is worth.
4.9 | rule book 1998 | score.implied*
    Non-repeat: a fan that another fan contains is not counted beside it.
4.10 | rule book 1998 | definition
    Non-separation: sets that are combined are not taken apart for another fan.
4.11 | rule book 1998 | definition
    Non-identical: a fan is not counted twice for the same sets.
4.12 | rule book 1998 | definition
    High over low: of two fans that exclude each other the higher counts.
4.13 | rule book 1998 | definition
    Account once: after some sets are combined, each other set is combined once with one of them.
4.14 | new compilation 2025 | next.seats*
    After the first and third round East and South change seats, and West and North; after the
    second East goes to West, South to North, West to South, North to East.
    Short: The players change seats after each round.
""",
    SOURCES.documents,
)
