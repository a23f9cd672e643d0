"""MCR as a rulebook: documents, and the sentences about payments, principles and the match."""

from __future__ import annotations

from typing import Final

from mjlog.model.findings import Law, Source
from mjlog.rules.kit import Sources
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

LAWS: Final = (
    Law(
        "4.3",
        "A self-drawn win costs each player 8 points and the fans.",
        "rule book 1998",
        codes=("pay.seats",),
    ),
    Law(
        "4.4",
        "A win on a discard costs its player 8 points and the fans, and the others 8.",
        "rule book 1998",
        codes=("pay.seats",),
    ),
    Law(
        "4.5",
        "A false win costs 10 points to each of the others.",
        "rule book 1998; MIL 2025",
        "open",
        codes=("pay.penalty",),
        reading="the book of 1998; newer rules take 40 off the offender, which nobody gets "
        "(false_win)",
    ),
    Law(
        "4.6",
        "The deal passes after every deal, won or drawn.",
        "rule book 1998",
        codes=("next.dealer",),
    ),
    Law(
        "4.7",
        "A match has four rounds of four deals.",
        "rule book 1998",
        codes=("next.round", "next.end"),
    ),
    Law(
        "4.8",
        "Fans that are missed at the table are lost: a sheet may claim less than the hand is "
        "worth.",
        "rule book 1998",
        "definition",
    ),
    Law(
        "4.9",
        "Non-repeat: a fan that another fan contains is not counted beside it.",
        "rule book 1998",
        codes=("score.implied",),
    ),
    Law(
        "4.10",
        "Non-separation: sets that are combined are not taken apart for another fan.",
        "rule book 1998",
        "definition",
    ),
    Law(
        "4.11",
        "Non-identical: a fan is not counted twice for the same sets.",
        "rule book 1998",
        "definition",
    ),
    Law(
        "4.12",
        "High over low: of two fans that exclude each other the higher counts.",
        "rule book 1998",
        "definition",
    ),
    Law(
        "4.13",
        "Account once: after some sets are combined, each other set is combined once with one of "
        "them.",
        "rule book 1998",
        "definition",
    ),
    Law(
        "4.14",
        "After the first and third round East and South change seats, and West and North; after "
        "the second East goes to West, South to North, West to South, North to East.",
        "new compilation 2025",
        codes=("next.seats",),
        plain="The players change seats after each round.",
    ),
)

CITES: Final = {
    "next.seats": "4.14",
    "pay.seats": "4.4",
    "pay.penalty": "4.5",
    "score.implied": "4.9",
    "next.dealer": "4.6",
    "next.round": "4.7",
    "next.end": "4.7",
}
