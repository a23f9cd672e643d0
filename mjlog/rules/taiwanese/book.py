"""Taiwanese 16-tile mahjong as a rulebook.

Every rule as one numbered sentence in our own words, with its source.

The sentences on patterns come from the scales of `mjlog.rules.taiwanese.tai`. Where the sources are
silent or say two things, `reading` is our answer, with the option that gives the other answers. A
value for which there is one source alone says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mjlog.model.findings import Law
from mjlog.rules.shared.sources import (
    ASSOCIATION_CHART,
    FOUR_WINDS,
    FOUR_WINDS_AMERICAN,
    FOUR_WINDS_TAIWANESE,
    MAHJONG_CLUB,
    MAHJONG_TIME,
    MAHJONG_TIME_SCORING,
    OTHER_CHARTS,
    OUR_READING,
    RESTATEMENT,
    WIKIDOT,
    with_sources,
)
from mjlog.rules.taiwanese.options import OPTIONS
from mjlog.rules.taiwanese.tai import TaiPattern, association, four_winds

SOURCES: Final = (
    FOUR_WINDS_TAIWANESE,
    MAHJONG_TIME,
    FOUR_WINDS_AMERICAN,
    FOUR_WINDS,
    MAHJONG_TIME_SCORING,
    MAHJONG_CLUB,
    RESTATEMENT,
    WIKIDOT,
    ASSOCIATION_CHART,
    OTHER_CHARTS,
    OUR_READING,
)

HEADINGS: Final = {
    "1": "Tiles",
    "2": "Seats and the length of the game",
    "3": "The wall",
    "4": "The deal",
    "5": "Turns, claims, kongs",
    "6": "Missed wins",
    "7": "Winning hands",
    "8": "The end of a deal",
    "9": "Tai, the large scale",
    "10": "Payment",
    "11": "Irregularities and insurance",
    "12": "Tai, the scale of the association",
}

_TILES: Final = (
    Law(
        "1.1",
        "The set has four each of 27 suit tiles, four winds and three dragons, and bonus "
        "tiles, one of each.",
        "Four Winds, rules01",
        codes=("deal.copies", "wall.set"),
    ),
    Law(
        "1.2",
        "Bonus tiles are four flowers and four seasons, or the flowers alone, or left in the box.",
        "Four Winds, rules01; Four Winds Taiwanese",
        "open",
        ("bonus.none",),
        "all eight, 144 tiles in all; without bonus tiles nobody earns anything for having "
        "none (bonus_tiles)",
    ),
    Law(
        "1.3",
        "A bonus tile is never part of a set; only bonus tiles are set out.",
        "Four Winds Taiwanese; Mahjong Time rules",
        codes=("bonus.tile", "bonus.unused"),
    ),
    Law(
        "1.4",
        "Every bonus tile is worth the same, whatever its wind.",
        "Four Winds, rules01; Mahjong Club",
        "definition",
    ),
    Law(
        "1.5",
        "No tile is turned up as an indicator or passed from hand to hand.",
        "Four Winds Taiwanese; Mahjong Time rules, by what they leave out",
        codes=("dora.none", "deal.exchange"),
    ),
)

_SEATS: Final = (
    Law(
        "2.1",
        "Dice choose a temporary East; the wind that each player draws is its seat; East's "
        "last throw finds the first "
        "dealer.",
        "Four Winds Taiwanese",
        codes=("deal.seating",),
    ),
    Law(
        "2.2", "Players keep their places; the winds pass on.", "Four Winds Taiwanese", "definition"
    ),
    Law(
        "2.3",
        "A game has sixteen deals, four rounds of four, and one more for each that East "
        "wins and each draw.",
        "Four Winds Taiwanese",
        codes=("next.round", "next.end"),
    ),
    Law(
        "2.4",
        "What a sheet says of the next deal holds for it, and numbers count the deals one by one.",
        "our reading",
        codes=("next.dealer", "next.round", "next.end"),
    ),
)

_WALL: Final = (
    Law(
        "3.1",
        "Everybody builds eighteen stacks of two; without seasons two players build "
        "seventeen, without bonus tiles "
        "all.",
        "Four Winds Taiwanese",
        "not recordable",
    ),
    Law(
        "3.2",
        "East throws two dice; their sum counts the walls from East's own and the stacks "
        "from that wall's right end.",
        "Four Winds Taiwanese",
        codes=("deal.break",),
    ),
    Law(
        "3.2a",
        "In the very first deal some break East's own wall at the last throw for the seats.",
        "Four Winds Taiwanese",
        "open",
        ("deal.break",),
        "a throw of its own (first_break)",
    ),
    Law(
        "3.3",
        "The eight stacks to the right of the break are dead; tiles are drawn from its "
        "left on until sixteen are left.",
        "Four Winds Taiwanese",
        codes=("wall.front", "wall.exhausted"),
    ),
    Law(
        "3.4",
        "A replacement for a kong or a bonus tile is taken from the dead wall, one for each.",
        "Four Winds Taiwanese; Mahjong Time rules",
        codes=("wall.replacement",),
    ),
    Law(
        "3.5",
        "The dead wall is kept at sixteen from the tail of the live wall, so that each "
        "replacement costs it a tile.",
        "Four Winds Taiwanese",
        "definition",
    ),
    Law(
        "3.6",
        "Replacements begin beside the break.",
        "Four Winds Taiwanese; our reading",
        "open",
        ("wall.replacement",),
        "stack by stack, the upper tile before the lower (replacement_order)",
    ),
    Law(
        "3.7",
        "After the deal 63 tiles are live, without seasons 59, without bonus tiles 55.",
        "Four Winds Taiwanese",
        "definition",
    ),
)

_DEAL: Final = (
    Law(
        "4.1",
        "Tiles are taken by two stacks in turn, four times, and East takes one more: "
        "sixteen each, seventeen for East.",
        "Four Winds Taiwanese",
        codes=("deal.size", "deal.shelf", "deal.order"),
    ),
    Law(
        "4.2",
        "Before play East sets out and replaces every bonus tile held, then South, West "
        "and North, and so again until "
        "nobody holds one.",
        "Four Winds Taiwanese",
        codes=("deal.bonus_order",),
    ),
    Law(
        "4.3",
        "In play a bonus tile drawn is set out and replaced at once.",
        "Mahjong Time rules",
        codes=("bonus.held", "bonus.shown", "turn.seat"),
    ),
)

_TURN: Final = (
    Law(
        "5.1",
        "East begins; play passes counter-clockwise.",
        "Mahjong Time rules",
        codes=("turn.seat",),
    ),
    Law(
        "5.1a",
        "A turn takes a tile and ends with a discard: sixteen tiles rest in the hand, a "
        "set counted three.",
        "Mahjong Time rules",
        codes=("turn.size",),
    ),
    Law(
        "5.1b",
        "A player discards a tile of the hand.",
        "Mahjong Time rules",
        codes=("discard.held", "discard.drawn"),
    ),
    Law("5.1c", "Discards lie open.", "our reading", codes=("discard.open",)),
    Law(
        "5.2",
        "The latest discard may be claimed with two or three tiles of one's own to make a set.",
        "Mahjong Time rules; Four Winds American Modern; the Mahjong Time restatement",
        codes=("claim.latest", "claim.held"),
    ),
    Law(
        "5.2a",
        "Only the next player in turn claims a chow, but for the win.",
        "Four Winds American Modern; the Mahjong Time restatement",
        codes=("claim.chow",),
    ),
    Law(
        "5.3",
        "A win goes before a kong, a kong before a pung, a pung before a chow.",
        "Four Winds American Modern; the Mahjong Time restatement",
        "not recordable",
    ),
    Law(
        "5.4",
        "Several players may win on one tile.",
        "Mahjong Time rules; the Mahjong Time restatement",
        "open",
        ("claim.nearest",),
        "all of them do (multi_win)",
    ),
    Law("5.5", "Chows do not run from nine to one.", "Four Winds American Modern", "definition"),
    Law(
        "5.6",
        "A kong is claimed with three of one's own, declared of four of one's own, or "
        "promoted from a claimed pung "
        "with a tile of one's own, never with a discard.",
        "Four Winds American Modern",
        codes=("kong.held", "kong.no_promote"),
        plain=(
            "A kong is a discard claimed with three like tiles, four like tiles of the "
            "hand, or one's own tile added to a pung."
        ),
    ),
    Law(
        "5.7",
        "Any turn of one's own is good for a kong, the turn of a claim, too; a replacement "
        "follows.",
        "Four Winds American Modern; Four Winds Taiwanese",
        "definition",
    ),
    Law(
        "5.7a",
        "A kong may be declared when no live tile is left to fill up the dead wall.",
        "Four Winds American Modern; Mahjong Time scoring, second page; our reading",
        "open",
        ("kong.limit",),
        "it may: the last discard makes any set, and a kong of the last tile can be robbed "
        "(kong_on_last_tile)",
    ),
    Law(
        "5.8",
        "The tile that promotes a pung may be robbed to win, and who promoted counts as "
        "its discarder; no other kong "
        "is robbed.",
        "Four Winds American Modern; Mahjong Time scoring, second page",
        codes=("win.rob",),
    ),
    Law(
        "5.9",
        "A replacement taken before the robbing is put back; if it was a bonus tile, made "
        "another kong or won, nobody "
        "robs.",
        "Four Winds American Modern",
        codes=("win.rob",),
    ),
    Law(
        "5.10",
        "No declaration of readiness is needed.",
        "Four Winds American Modern",
        "open",
        ("ready.none", "ready.original"),
        "nor is there one, unless the original hand must be declared (orig_declared)",
    ),
)

_MISSED: Final = (
    Law(
        "6.1",
        "Who lets a winning discard pass may not win on that tile, drawn or discarded, "
        "before a discard of one's own.",
        "Mahjong Time rules; Four Winds, rules04",
        "open",
        ("win.missed",),
        "on tiles of the same kind (missed_win_scope)",
    ),
    Law("6.2", "A missed tile may be claimed for a set.", "Mahjong Time rules", "definition"),
)

_WINNING: Final = (
    Law(
        "7.1",
        "A winning hand is five sets and a pair, or seven pairs and a triplet with nothing "
        "claimed before the win.",
        "Mahjong Time rules; the Mahjong Time restatement; Four Winds, sc14",
        codes=("win.shape",),
    ),
    Law(
        "7.2",
        "The seven pairs may be alike; the triplet may be completed by the win.",
        "the Mahjong Time restatement; Four Winds, sc14",
        "definition",
    ),
    Law(
        "7.3",
        "All eight bonus tiles win by themselves; so do seven when another player draws "
        "the eighth.",
        "Mahjong Club; the Mahjong Time restatement",
        "definition",
    ),
    Law(
        "7.4",
        "A winning hand needs no tai, or so many.",
        "the Mahjong Time restatement; Mahjong Wikidot",
        "open",
        ("win.least",),
        "none (minimum)",
    ),
)

_END: Final = (
    Law(
        "8.1",
        "A deal is drawn when the next player cannot draw; the last discard may still be "
        "claimed, and who makes a set "
        "of it discards in turn.",
        "Four Winds American Modern",
        codes=("wall.exhausted", "abort.none"),
        plain=(
            "A deal is drawn when the next player has no tile to draw; the last discard "
            "may still be claimed."
        ),
    ),
    Law("8.2", "Nobody pays after a draw.", "Four Winds American Modern", codes=("pay.draw",)),
    Law(
        "8.3",
        "East deals again after winning, alone or with others, and after a draw; otherwise "
        "the deal passes on.",
        "Four Winds Taiwanese; Mahjong Time rules; the Mahjong Time restatement",
        codes=("next.dealer",),
    ),
    Law("8.4", "After a faulty win the deal passes on.", "Mahjong Time rules", "definition"),
    Law(
        "8.5",
        "One wins on the dealt hand, on the tile drawn, or on the tile another player has "
        "just put down; the hand laid "
        "open is the hand that was held.",
        "Mahjong Time rules; Four Winds American Modern",
        codes=("win.tile", "win.line", "show.hand"),
        plain=(
            "One wins on the dealt hand, on the drawn tile or on the latest tile of "
            "another player, and shows the hand held."
        ),
    ),
    Law(
        "8.6",
        "Who is said to be one tile from winning is so, by the tiles held.",
        "our reading",
        codes=("tenpai.differs",),
    ),
)

_TAI: Final = (
    Law(
        "9.1",
        "Two scales are in use.",
        "Mahjong Time rules; association chart",
        "open",
        reading="the large one, of this section; the other is section 12 (tai_table)",
    ),
    Law(
        "9.2",
        "A hand is worth the sum of its patterns, its tiles arranged for the best.",
        "Mahjong Time scoring; the Mahjong Time restatement",
        codes=("score.item", "score.total"),
    ),
    Law(
        "9.3",
        "A pattern that another implies is not paid; of a series only the highest is.",
        "Mahjong Time scoring, second page; the Mahjong Time restatement; Four Winds, logic",
        "open",
        ("score.implied",),
        "whatever is contained in another by logic earns nothing: sets of winds and "
        "dragons beside their groups, no "
        "honours beside one suit, pung and concealed hand beside five concealed triplets, "
        "the original hand, early "
        "win and concealed hand beside heaven and earth; self-drawn stays (imply)",
    ),
    Law(
        "9.4",
        "A set that the winning discard completes is melded.",
        "Mahjong Time rules",
        "open",
        reading="for concealed triplets and for the straight, too (winning_discard_concealed)",
    ),
    Law(
        "9.5",
        "There is no limit, or one is agreed.",
        "Mahjong Club; the Mahjong Time restatement",
        "open",
        reading="none; one that is set cuts the hand before the bonuses (limit, limit_scope)",
    ),
)

_PAYMENT: Final = (
    Law(
        "10.1",
        "For a self-drawn win everybody pays the hand's tai.",
        "Four Winds, rules00; Four Winds, preset",
        codes=("pay.seats",),
    ),
    Law(
        "10.2",
        "For a win on a discard or a robbed kong its discarder alone pays, once; several "
        "winners are each paid as if "
        "alone.",
        "Four Winds, rules00; Four Winds, preset; Mahjong Time rules",
        codes=("pay.seats",),
    ),
    Law(
        "10.2a",
        "A robbed eighth bonus tile is paid by one or by all.",
        "the Mahjong Time restatement",
        "open",
        ("pay.seats",),
        "by the player who drew it (rob8_payer)",
    ),
    Law(
        "10.3",
        "East wins a bonus on top of the hand, from each loser by a self-draw, else from the "
        "discarder; for the winning discard East pays it.",
        "Mahjong Time rules",
        "open",
        ("pay.seats", "score.item"),
        "none; usual is one tai (dealer_bonus)",
    ),
    Law(
        "10.4",
        "For each deal that East has dealt on, two tai more.",
        "Mahjong Time rules",
        "open",
        ("pay.seats", "score.item"),
        "none (continued_bonus)",
    ),
    Law(
        "10.4a",
        "Deals are counted from East's first on.",
        "Mahjong Time rules; the Mahjong Time restatement",
        "open",
        ("next.counters",),
        "drawn ones, too (continued_counts_draws)",
    ),
    Law(
        "10.5",
        "When another than East draws the winning tile, East pays the hand, or the bonuses "
        "besides.",
        "Mahjong Time rules; Four Winds, preset",
        "open",
        ("pay.seats", "score.item"),
        "the hand alone (east_pays_bonus_on_selfdraw)",
    ),
    Law("10.6", "Points only change hands.", "our reading", codes=("pay.zero",)),
    Law(
        "10.7",
        "What a tai is worth is for the table to agree on.",
        "Mahjong Club",
        "open",
        ("pay.seats",),
        "one point, and nothing besides (unit, base)",
    ),
    Law(
        "10.8",
        "A deal changes what its payments add up to; points go on from deal to deal, and "
        "rank the players at the end.",
        "our reading",
        "open",
        ("net.differs", "score.chain", "next.rank"),
        "everybody starts with nothing (start_points)",
    ),
)

_IRREGULAR: Final = (
    Law(
        "11.1",
        "Who has seen the face of a tile too many plays on with a long hand; an unseen one "
        "goes back.",
        "Mahjong Time rules",
        codes=("irregular.size",),
    ),
    Law(
        "11.2",
        "Who has too few tiles plays on with a short hand; neither a long nor a short hand "
        "can win.",
        "Mahjong Time rules",
        codes=("win.dead_hand",),
    ),
    Law(
        "11.3",
        "A wrong tile is put back before the discard; after it nothing is changed, and "
        "nothing is paid.",
        "Mahjong Time rules",
        codes=("irregular.late",),
    ),
    Law(
        "11.4",
        "A discard may be changed, and a claim taken back with the discard that followed it, until "
        "another player has claimed or drawn.",
        "Mahjong Time rules",
        codes=("irregular.late",),
    ),
    Law(
        "11.5",
        "A claim for which the tiles are missing is taken back in the same way.",
        "Mahjong Time rules",
        "definition",
    ),
    Law(
        "11.6",
        "A faulty win noticed before others lay their hands open costs nothing.",
        "Mahjong Time rules",
        "definition",
    ),
    Law(
        "11.7",
        "After any other faulty win the deal is abandoned: the offender pays the limit to "
        "each player, and twice the "
        "limit to who threw the tile.",
        "Mahjong Time rules",
        "open",
        ("pay.penalty",),
        "16 points where no limit is set (false_out_points)",
        plain=(
            "After any other faulty win the offender pays the limit to everybody, and "
            "twice the limit to who threw the tile."
        ),
    ),
    Law("11.8", "A ruling rests on what the turns tell.", "our reading", codes=("rule.differs",)),
    Law(
        "11.9",
        "A discard that lets off a cannon makes its discarder pay for all losers, who do "
        "not settle among themselves.",
        "Mahjong Time rules",
        "open",
        reading="insurance is played (insurance); without the turns a ruling tells who is liable",
    ),
    Law(
        "11.10",
        "One suit: four sets of it lie open, and the tile is of it; the hand wins on it, "
        "or later by self-draw once "
        "the tile has made the fifth set.",
        "Mahjong Time rules",
        "open",
        ("pay.seats",),
        "a set lies open that a claim completed; a concealed kong is none "
        "(insurance_suit, insurance_concealed_kongs)",
        plain=(
            "One suit: who throws the tile of a suit with four open sets is liable when "
            "that tile makes the hand win."
        ),
    ),
    Law(
        "11.11",
        "Winds: three sets of them lie open, and the tile is a wind; little or big four "
        "winds win on it, or later on "
        "any tile once it has made the fourth.",
        "Mahjong Time rules",
        "open",
        ("pay.seats",),
        "the liable player pays for another's winning discard, too (insurance_winds)",
    ),
    Law(
        "11.12",
        "Dragons: two sets of them lie open, and the tile is a dragon; little or big three "
        "dragons win on it, or later "
        "on any tile once it has made the third.",
        "Mahjong Time rules",
        "open",
        ("pay.seats",),
        "as with winds (insurance_dragons)",
    ),
    Law(
        "11.13",
        "Last five: five or fewer tiles are left, and a tile is discarded of which none "
        "lies among discards and melds; "
        "any win on it counts.",
        "Mahjong Time rules",
        "open",
        ("pay.seats",),
        "tiles of the live wall (insurance_last_five)",
    ),
    Law(
        "11.14",
        "All honours and all terminals are often insured.",
        "Mahjong Time rules",
        "open",
        ("pay.seats",),
        "as one suit: four sets lie open (insurance_limit_hands)",
    ),
    Law(
        "11.15",
        "A robbed tile counts as discarded; a discard claimed for a kong makes nobody liable.",
        "Mahjong Time rules",
        "definition",
    ),
    Law(
        "11.16",
        "The liable player pays for all three losers.",
        "Mahjong Time rules",
        "open",
        ("pay.seats",),
        "three shares of the hand for any win, with East's bonuses (insurance_amount)",
    ),
)

_READINGS: Final = {
    "9.17": "10 with all three chows concealed (straight_high)",
    "9.25": "on a self-draw, too, and not with a concealed kong (exposed_requires_discard, "
    "exposed_kongs)",
    "9.41": "whatever other tiles the hand waited for (wait_unique)",
    "9.46": "all discards count, claimed ones and the winning one, too (early_counts)",
    "9.48": "without a declaration; replacements of dealt bonus tiles count as dealt "
    "(orig_declared)",
    "9.49": "after replacements, too (blessing_supplements)",
    "9.51": "40 (tai.all_honors)",
    "9.52": "40 (tai.all_terminals)",
}


def _defaults() -> dict[str, str]:
    return {option.name: option.default for option in OPTIONS}


def _patterns(rows: tuple[TaiPattern, ...]) -> Iterator[Law]:
    """The sentences of a scale, each with its sources; a single one is called so."""
    for row in rows:
        if row.text:
            source = row.source + (f"; {row.alone}, value of a single source" if row.alone else "")
            reading = _READINGS.get(row.clause, "")
            yield Law(
                row.clause,
                row.text,
                source,
                "open" if reading else "enforced",
                ("score.item",),
                reading,
            )


_ASSOCIATION: Final = (
    Law(
        "12.1",
        "The chart gives the seat's and the round's winds alone, and the seat's bonus tiles alone.",
        "association chart",
        "definition",
    ),
    *_patterns(association(_defaults())),
)

_SENTENCES: Final[tuple[Law, ...]] = (
    *_TILES, *_SEATS, *_WALL, *_DEAL, *_TURN, *_MISSED, *_WINNING, *_END, *_TAI,
    *_patterns(four_winds(_defaults())), *_PAYMENT, *_IRREGULAR, *_ASSOCIATION,
)  # fmt: skip

LAWS: Final = with_sources(_SENTENCES, SOURCES)
