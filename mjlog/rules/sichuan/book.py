"""Sichuan as a rulebook: documents, and the sentences about payments and the match."""

from __future__ import annotations

from typing import Final

from mjlog.model.findings import Law, Source
from mjlog.rules.kit import Sources
from mjlog.rules.shared.sources import OUR_READING

SOURCES: Final = Sources(
    (
        Source(
            "MIL 2025",
            "Mahjong International League, competition rules of Sichuan mahjong, trial edition",
            "https://github.com/xelnagamiao/open_mahjong_unity",
        ),
        Source(
            "open_mahjong_unity",
            "scoring and settlement of a server for Sichuan mahjong",
            "https://github.com/xelnagamiao/open_mahjong_unity",
        ),
        Source(
            "Novikov",
            "Vitaly Novikov, Sichuan Mahjong? It's that simple!, as a program quotes it",
            "https://github.com/dcmshi/sichuan-mahjong",
        ),
        Source(
            "riichi_advanced",
            "the description, rule set and tests of Sichuan mahjong in riichi_advanced",
            "https://github.com/EpicOrange/riichi_advanced",
        ),
        Source(
            "rule page of an app",
            "the rules that a program for phones shows its players",
            "https://github.com/QuiQiJingFeng/M2_CLIENT",
        ),
        Source(
            "gofishing-game",
            "two price tables of a server for Sichuan mahjong",
            "https://github.com/guogeer/gofishing-game",
        ),
        OUR_READING,
    ),
    "MIL 2025; Novikov; riichi_advanced",
    {
        "1.2": "our reading",
        "1.7": "rule page of an app; riichi_advanced",
        "3.4": "MIL 2025",
        "3.5": "MIL 2025",
        "3.7": "MIL 2025; Novikov",
        "3.9": "MIL 2025",
        "4.1": "MIL 2025; Novikov",
        "4.2": "MIL 2025",
        "5": "MIL 2025; open_mahjong_unity; rule page of an app",
    },
)

_ALL: Final = "MIL 2025; Novikov; riichi_advanced; open_mahjong_unity"
LAWS: Final = (
    Law(
        "3.10",
        "A wait whose four tiles all lie in the own hand is none.",
        "MIL 2025; Novikov",
        "open",
        reading="where all four are visible elsewhere it is one still",
    ),
    Law(
        "4.3",
        "A hand of no fan is worth one point, doubled for each fan, and three fan count at most.",
        _ALL,
        "open",
        reading="tables choose the point and the limit (base, max_fan)",
    ),
    Law(
        "4.4",
        "Who threw the winning tile, or added it to a pung, pays each winner the points of the "
        "hand.",
        _ALL,
        codes=("pay.seats",),
    ),
    Law(
        "4.5",
        "Each player who is still in play pays the points of a self-drawn win and one more.",
        _ALL,
        "open",
        codes=("pay.seats",),
        reading="the point comes after the limit, and a win after a kong of a discard is a "
        "self-draw (self_draw, exposed_kong_win)",
    ),
    Law(
        "4.6",
        "A kong is paid at once by those in play: two points by who threw its tile, two by each "
        "for a concealed one, one by each for one added with the tile just drawn, nothing for one "
        "added later.",
        f"{_ALL}; gofishing-game",
        "open",
        codes=("score.item", "pay.seats"),
        reading="two tables name other prices (exposed_kong, late_kong)",
        plain="A kong is paid at once: two by the discarder, two by each for a concealed one, one "
        "by each for one just added.",
    ),
    Law(
        "4.7",
        "A robbed kong is none: nobody pays for it, and no replacement is taken.",
        "MIL 2025; Novikov; rule page of an app",
        "definition",
    ),
    Law(
        "4.8",
        "If the discard right after a kong is won on, what the kong brought goes back to those who "
        "paid.",
        "MIL 2025; Novikov; riichi_advanced",
        "open",
        reading="apps give it to the winner (shot_after_kong, transfer_amount, transfer_several); "
        "a further kong that is robbed is such a discard (further_kong_robbed)",
    ),
    Law(
        "4.9",
        "When the wall is used up each player in play who is not ready pays each who is what the "
        "best hand of that player would be worth.",
        _ALL,
        "open",
        codes=("pay.draw",),
        reading="kongs count in it, circumstances do not (kongs_when_ready); a hand that is "
        "declared not ready counts as such",
        plain="When the wall is used up each player who is not ready pays each who is for the best "
        "hand possible.",
    ),
    Law(
        "4.10",
        "Who is not ready when the wall is used up gives back what its kongs brought.",
        "MIL 2025; Novikov; riichi_advanced; rule page of an app",
        "open",
        reading="in full, to those who have won, too, and if nobody is ready (refund_to_winners, "
        "refund_when_all_not_ready)",
    ),
    Law(
        "4.11",
        "Who threw another suit while holding void tiles loses 24 points to nobody, and gives back "
        "what its kongs brought.",
        "MIL 2025; Novikov; riichi_advanced; rule page of an app",
        "open",
        reading="the prices differ widely (void_holder, void_holder_not_ready, "
        "void_holder_pays_winners, void_holder_ready_spared)",
    ),
    Law(
        "4.12",
        "A false win loses 24 points to nobody and gives back what kongs brought; its player has "
        "left the play, and what followed stands.",
        "MIL 2025; Novikov",
        "open",
        reading="a false winner neither pays nor is paid at the end of the wall (false_win)",
    ),
    Law(
        "4.13",
        "Who won first deals next; if several won first on one tile, who threw it; if nobody won, "
        "the same dealer.",
        "MIL 2025; Novikov; open_mahjong_unity",
        "open",
        codes=("next.dealer",),
        reading="one program lets the first winner deal in any case (next_dealer)",
    ),
    Law(
        "4.14",
        "There are no rounds: deals are numbered, and a match ends by time or after an agreed "
        "number of deals.",
        "MIL 2025",
        codes=("next.round",),
    ),
    Law(
        "4.15",
        "The places bring 4, 3, 2 and 1 match points, shared by equal players.",
        "MIL 2025",
        codes=("final.points",),
    ),
)

CITES: Final = {
    "pay.seats": "4.4",
    "pay.draw": "4.9",
    "score.item": "4.1",
    "next.dealer": "4.13",
    "next.round": "4.14",
    "final.points": "4.15",
}
