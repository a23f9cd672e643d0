"""The rulebook of Sichuan: documents, and the sentences on payments and the match."""

from __future__ import annotations

from typing import Final

from mjlog.model.findings import Source
from mjlog.rules.kit import Sources
from mjlog.rules.shared.rulebook_text import rulebook
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
        "1.3": "MIL 2025",
        "1.9": "MIL 2025",
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

BOOK: Final = rulebook(
    """
3.10 | MIL 2025; Novikov |
    A wait whose four tiles all lie in the own hand is none.
    Reading: where all four are visible elsewhere it is one still
4.3 | MIL 2025; Novikov; riichi_advanced; open_mahjong_unity |
    A hand of no fan is worth one point, doubled for each fan, and three fan count at most.
    Reading: tables choose the point and the limit (base, max_fan)
4.4 | MIL 2025; Novikov; riichi_advanced; open_mahjong_unity | pay.seats*
    Who threw the winning tile, or added it to a pung, pays each winner the points of the hand.
4.5 | MIL 2025; Novikov; riichi_advanced; open_mahjong_unity | pay.seats
    Each player who is still in play pays the points of a self-drawn win and one more.
    Reading: the point comes after the limit, and a win after a kong of a discard is a self-draw
    (self_draw, exposed_kong_win)
4.6 | MIL 2025; Novikov; riichi_advanced; open_mahjong_unity; gofishing-game | score.item pay.seats
    A kong is paid at once by those in play: two points by who threw its tile, two by each for a
    concealed one, one by each for one added with the tile just drawn, nothing for one added later.
    Reading: two tables name other prices (exposed_kong, late_kong)
    Short: A kong is paid at once: two by the discarder, two by each for a concealed one, one by
    each for one just added.
4.7 | MIL 2025; Novikov; rule page of an app | definition
    A robbed kong is none: nobody pays for it, and no replacement is taken.
4.8 | MIL 2025; Novikov; riichi_advanced |
    If the discard right after a kong is won on, what the kong brought goes back to those who paid.
    Reading: apps give it to the winner (shot_after_kong, transfer_amount, transfer_several); a
    further kong that is robbed is such a discard (further_kong_robbed)
4.9 | MIL 2025; Novikov; riichi_advanced; open_mahjong_unity | pay.draw*
    When the wall is used up each player in play who is not ready pays each who is what the best
    hand of that player would be worth.
    Reading: kongs count in it, circumstances do not (kongs_when_ready); a hand that is declared not
    ready counts as such
    Short: When the wall is used up each player who is not ready pays each who is for the best hand
    possible.
4.10 | MIL 2025; Novikov; riichi_advanced; rule page of an app |
    Who is not ready when the wall is used up gives back what its kongs brought.
    Reading: in full, to those who have won, too, and if nobody is ready (refund_to_winners,
    refund_when_all_not_ready)
4.11 | MIL 2025; Novikov; riichi_advanced; rule page of an app |
    Who threw another suit while holding void tiles loses 24 points to nobody, and gives back what
    its kongs brought.
    Reading: the prices differ widely (void_holder, void_holder_not_ready, void_holder_pays_winners,
    void_holder_ready_spared)
4.12 | MIL 2025; Novikov |
    A false win loses 24 points to nobody and gives back what kongs brought; its player has left the
    play, and what followed stands.
    Reading: a false winner neither pays nor is paid at the end of the wall (false_win)
4.13 | MIL 2025; Novikov; open_mahjong_unity | next.dealer*
    Who won first deals next; if several won first on one tile, who threw it; if nobody won, the
    same dealer.
    Reading: one program lets the first winner deal in any case (next_dealer)
4.14 | MIL 2025 | next.round*
    There are no rounds: deals are numbered, and a match ends by time or after an agreed number of
    deals.
4.15 | MIL 2025 | final.points*
    The places bring 4, 3, 2 and 1 match points, shared by equal players.
4.16 | MIL 2025 | definition
    A player who plays on without winning, by a ruling, gives back what kongs brought, is not paid
    at the end of the wall, and pays nobody there if the hand is ready.
""",
    SOURCES.documents,
)
