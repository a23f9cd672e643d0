"""The Tibet ladder as a rulebook.

Every rule as one numbered sentence in our own words, with its source.

The clauses, items and payments of `mjlog.rules.tibet` cite these numbers. Where the source is
silent or its print is at fault, the sentence names the question and `reading` our answer, with the
option that gives another one.
"""

from __future__ import annotations

from typing import Final

from mjlog.model.findings import Law
from mjlog.rules.shared.sources import OUR_READING, RIICHI, TIBET_RULES, with_sources

SOURCES: Final = (
    TIBET_RULES,
    RIICHI,
    OUR_READING,
)

HEADINGS: Final = {
    "1": "What never changes",
    "2": "The ladder",
    "3": "The pool, the wall and the deal",
    "4": "A turn",
    "5": "Calls",
    "6": "Kongs",
    "7": "Riichi and furiten",
    "8": "Winning",
    "9": "The end of a deal",
    "10": "Han",
    "11": "Payment",
    "12": "Points",
}

_ALWAYS: Final = (
    Law(
        "1.1",
        "Each kind of tile that is in play is there four times, and no other tile is.",
        "Tibet rules, Teaching the basics",
        codes=("deal.copies", "wall.set"),
    ),
    Law(
        "1.2",
        "A set is three alike or three in a row of one suit; 9 and 1 are no neighbours, "
        "honours make no row.",
        "Tibet rules, Teaching the basics, Increasing complexity and Dragon tiles",
        codes=("win.shape", "claim.held"),
    ),
    Law(
        "1.3",
        "A winning hand is as many sets as the step asks for, and one pair; no irregular "
        "hand wins.",
        "Tibet rules, Teaching the basics",
        codes=("win.shape",),
    ),
    Law(
        "1.4",
        "Four alike in the hand mean nothing before kongs are taught.",
        "Tibet rules, Additional Notes",
        "definition",
    ),
    Law(
        "1.5",
        "Four make a full table; two or three may play as well.",
        "our reading",
        "open",
        reading="two to four, as long as the tiles of the step suffice",
    ),
    Law(
        "1.6",
        "No flower is set aside, no indicator turned up and no tile passed from hand to "
        "hand at any step.",
        "Tibet rules, by what it leaves out",
        codes=("bonus.none", "dora.none", "deal.exchange"),
    ),
)

_LADDER: Final = (
    Law(
        "2.1",
        "First step: circles alone, four tiles in the hand, one set and a pair.",
        "Tibet rules, Teaching the basics",
        "definition",
    ),
    Law(
        "2.2",
        "As a help, all hands lie open, and only a drawn tile wins.",
        "Tibet rules, Additional Notes",
        codes=("win.tile",),
    ),
    Law(
        "2.3",
        "Seven tiles in the hand, two sets and a pair, still circles alone.",
        "Tibet rules, Increasing complexity",
        "definition",
    ),
    Law(
        "2.4",
        "The bamboos come in: two suits, 72 tiles.",
        "Tibet rules, Increasing complexity",
        "definition",
    ),
    Law(
        "2.5",
        "Ten tiles in the hand, three sets and a pair.",
        "Tibet rules, Increasing complexity",
        "definition",
    ),
    Law(
        "2.6",
        "The characters come in, with ten tiles in the hand or with thirteen.",
        "Tibet rules, Thirteen-tile hands and the characters suit",
        "definition",
    ),
    Law(
        "2.7",
        "The dragons come in, and with them the pung claim, before the characters or after them.",
        "Tibet rules, Dragon tiles and calling for triplets",
        codes=("claim.pung",),
    ),
    Law("2.8", "Then the chow claim.", "Tibet rules, Calling for sequences", codes=("claim.chow",)),
    Law(
        "2.9",
        "Then points, if the players like to count.",
        "Tibet rules, Simplified scoring system",
        "definition",
    ),
    Law(
        "2.10",
        "Thirteen tiles in the hand, four sets and a pair.",
        "Tibet rules, Thirteen-tile hands and the characters suit",
        "definition",
    ),
    Law(
        "2.11",
        "Then the wall, built and broken, in place of the pool.",
        "Tibet rules, Completing the journey",
        "definition",
    ),
    Law(
        "2.12",
        "Then the winds, and with them 136 tiles.",
        "Tibet rules, Completing the journey",
        "definition",
    ),
    Law("2.13", "Then the dead wall.", "Tibet rules, Completing the journey", "definition"),
    Law("2.14", "Then the kongs.", "Tibet rules, Completing the journey", codes=("kong.none",)),
    Law(
        "2.15",
        "Then riichi, and after it furiten.",
        "Tibet rules, Completing the journey",
        codes=("ready.none",),
    ),
    Law(
        "2.16",
        "What is left, all hands and their minipoints, the least of one yaku, the limits, "
        "is riichi itself.",
        "Tibet rules, Completing the journey; riichi",
        "open",
        reading="preset=tibet-riichi is the rule set riichi without red fives; the words behind it "
        "are its options",
    ),
)

_DEAL: Final = (
    Law(
        "3.1",
        "The tiles are mixed face down, and everybody takes from the pool; nothing tells "
        "which tile comes next.",
        "Tibet rules, Additional Notes",
        "not recordable",
    ),
    Law(
        "3.2",
        "Everybody begins with the hand of the step, the dealer too, who then draws like "
        "everybody else.",
        "Tibet rules, Teaching the basics",
        codes=("deal.size", "deal.shelf"),
    ),
    Law(
        "3.3",
        "Where a wall is built, it is broken and dealt in the usual way.",
        "Tibet rules, Completing the journey",
        "open",
        ("deal.size", "deal.order"),
        "blocks of four, three times round, then singly; the record may give the dealer "
        "the first draw with the deal",
    ),
    Law(
        "3.3a",
        "Each player builds stacks of two: fifteen without winds, seventeen with them.",
        "Tibet rules, Completing the journey",
        "not recordable",
    ),
    Law(
        "3.3b",
        "Where the wall is broken is thrown with dice.",
        "Tibet rules, Completing the journey; riichi",
        "not recordable",
    ),
    Law(
        "3.4",
        "A built wall is drawn from its front.",
        "Tibet rules, Completing the journey",
        codes=("wall.front",),
    ),
    Law(
        "3.5",
        "Tiles are drawn until none is left; with a dead wall, until fourteen are.",
        "Tibet rules, Teaching the basics and Completing the journey",
        codes=("wall.exhausted",),
    ),
)

_TURN: Final = (
    Law(
        "4.1",
        "The dealer begins; turns pass to the right, counter-clockwise.",
        "Tibet rules, Teaching the basics",
        codes=("turn.seat",),
    ),
    Law(
        "4.2",
        "A turn takes one tile and ends with one discard: four, seven, ten or thirteen "
        "tiles rest in the hand, a set "
        "counted three.",
        "Tibet rules, Teaching the basics",
        codes=("turn.size",),
    ),
    Law(
        "4.3",
        "Any tile of the hand may be discarded, the one just drawn or another; a called set stays.",
        "Tibet rules, Teaching the basics and Dragon tiles",
        codes=("discard.held",),
    ),
    Law("4.3a", "Discards lie open.", "our reading", codes=("discard.open",)),
    Law(
        "4.4",
        "What a record says of a discard, that it was the drawn tile or was not, is so.",
        "our reading",
        codes=("discard.drawn",),
    ),
)

_CALLS: Final = (
    Law(
        "5.1",
        "Only the latest discard is called, before the next player draws.",
        "Tibet rules, Dragon tiles and calling for triplets",
        codes=("claim.latest",),
    ),
    Law(
        "5.2",
        "Anybody may call a pung, of any kind of tile, with two like tiles in the hand.",
        "Tibet rules, Dragon tiles and calling for triplets",
        codes=("claim.held",),
    ),
    Law(
        "5.3",
        "A chow is called only on the discard of the player to one's left.",
        "Tibet rules, Calling for sequences",
        codes=("claim.chow",),
    ),
    Law(
        "5.4",
        "Who calls discards without a draw, and the turn goes on to the right of the caller.",
        "Tibet rules, Dragon tiles and calling for triplets",
        codes=("turn.seat", "turn.size"),
    ),
    Law(
        "5.5", "A pung goes before a chow.", "Tibet rules, Calling for sequences", "not recordable"
    ),
    Law("5.5a", "A win goes before both.", "our reading", "not recordable"),
    Law(
        "5.6",
        "The called tile lies turned, so that it shows whose it was.",
        "Tibet rules, Dragon tiles and calling for triplets",
        "not recordable",
    ),
    Law(
        "5.7",
        "The last discard may be called for a set, or only won on.",
        "our reading; riichi",
        "open",
        ("claim.last_discard",),
        "only won on: with the last tile drawn the deal is over (last_discard_claims)",
    ),
    Law(
        "5.8",
        "The called tile, or the other end of the chow, may be discarded at once, or not.",
        "our reading",
        "open",
        reading="it may: the source does not forbid it",
    ),
)

_KONGS: Final = (
    Law(
        "6.1",
        "Three like tiles and a discard make a kong, four of the hand a concealed one, the "
        "fourth may join a pung.",
        "Tibet rules, Completing the journey; riichi",
        codes=("claim.held", "kong.held"),
    ),
    Law(
        "6.1a",
        "A kong of one's own is declared in one's own turn, a tile taken.",
        "Tibet rules, Completing the journey",
        codes=("turn.size",),
    ),
    Law(
        "6.1b",
        "A discard does not turn a pung on the table into a kong.",
        "riichi",
        codes=("kong.no_promote",),
    ),
    Law(
        "6.2",
        "A kong is followed by one tile from the dead end of the wall.",
        "Tibet rules, Completing the journey",
        codes=("wall.replacement",),
    ),
    Law(
        "6.3",
        "The deal still ends with fourteen tiles undrawn: each kong makes the last live "
        "tile a dead one.",
        "Tibet rules, Completing the journey",
        codes=("wall.exhausted",),
    ),
    Law(
        "6.4",
        "A kong is declared with no live tile left, or is not.",
        "our reading; riichi",
        "open",
        ("kong.limit",),
        "it is not: fourteen undrawn tiles would not remain",
    ),
    Law(
        "6.5",
        "A kong may be robbed, or may not.",
        "our reading",
        "open",
        ("win.rob",),
        "it may not: only a drawn tile or a discard wins here; robbing comes with riichi itself",
    ),
    Law(
        "6.6",
        "A kong may follow a call in the same turn, and there may be more than four in a deal.",
        "our reading",
        "open",
        reading="both: the source knows no limit before riichi itself",
    ),
)

_RIICHI: Final = (
    Law(
        "7.1",
        "Riichi is declared with a discard, in one's own turn, once.",
        "Tibet rules, Completing the journey",
        codes=("turn.size", "ready.once"),
    ),
    Law(
        "7.2",
        "Riichi needs a hand without called sets; a concealed kong is none.",
        "Tibet rules, Completing the journey",
        codes=("ready.closed",),
    ),
    Law(
        "7.3",
        "The hand left after the discard waits for a tile.",
        "Tibet rules, Completing the journey",
        codes=("ready.tenpai",),
    ),
    Law(
        "7.4",
        "From then on the drawn tile wins or is discarded.",
        "Tibet rules, Completing the journey",
        codes=("discard.locked",),
    ),
    Law(
        "7.4a",
        "A locked hand claims nothing.",
        "Tibet rules, Completing the journey",
        codes=("claim.locked",),
    ),
    Law(
        "7.5",
        "A locked hand declares a kong only with the drawn tile, and only if its wait "
        "stays the same.",
        "Tibet rules, Completing the journey",
        codes=("kong.locked",),
    ),
    Law(
        "7.6",
        "Riichi costs a deposit, or nothing.",
        "our reading",
        "open",
        reading="nothing: the source names no deposit",
    ),
    Law(
        "7.7",
        "Before riichi is taught, nobody is told to mind furiten.",
        "Tibet rules, Additional Notes",
        "definition",
    ),
    Law(
        "7.8",
        "A player with a tile of the present wait among the own discards wins on no "
        "discard, only on a drawn tile.",
        "Tibet rules, Completing the journey",
        codes=("win.missed",),
    ),
    Law(
        "7.8a",
        "A tile let pass in another's discard bars from the next ones, or does not.",
        "our reading",
        "open",
        reading="it does not: the source speaks of one's own discards alone",
    ),
)

_WINNING: Final = (
    Law(
        "8.1",
        "One wins on the tile just drawn, a replacement tile included, or on another's discard.",
        "Tibet rules, Teaching the basics and Completing the journey",
        codes=("win.tile",),
    ),
    Law(
        "8.2",
        "Only the latest discard can be won on.",
        "Tibet rules, Additional Notes",
        codes=("win.tile",),
    ),
    Law("8.3", "No yaku is needed to win.", "Tibet rules, Simplified scoring system", "definition"),
    Law(
        "8.4",
        "When one discard completes several hands, one of them wins, or all do.",
        "our reading",
        "open",
        ("claim.nearest",),
        "the one nearest in turn after the discarder (multi_ron)",
    ),
    Law(
        "8.5", "What is said of the win is what the turns say.", "our reading", codes=("win.line",)
    ),
    Law(
        "8.6", "The hand laid open is the hand that was held.", "our reading", codes=("show.hand",)
    ),
    Law(
        "8.7",
        "Who is said to be one tile from winning is so, by the tiles held.",
        "our reading",
        codes=("tenpai.differs",),
    ),
)

_END: Final = (
    Law(
        "9.1",
        "When all tiles have been drawn and nobody has won, the deal is over, and nobody pays.",
        "Tibet rules, Teaching the basics",
        codes=("wall.exhausted", "pay.draw", "abort.none"),
    ),
    Law("9.2", "The last discard can still be won on.", "our reading", "definition"),
    Law(
        "9.3",
        "A dealer who wins deals again; after any other win and after a draw the player to "
        "the right deals.",
        "Tibet rules, Additional Notes",
        codes=("next.dealer", "next.round"),
    ),
    Law(
        "9.3a",
        "What a sheet says of the next deal holds for it, and numbers count the deals one by one.",
        "our reading",
        codes=("next.dealer", "next.round", "next.end"),
    ),
    Law(
        "9.4",
        "With winds the dealer is East, and South, West and North follow in the order of play.",
        "Tibet rules, Completing the journey",
        "definition",
    ),
    Law(
        "9.5",
        "The wind of the round changes at some time.",
        "our reading; riichi",
        "open",
        reading="the label of the deal tells it, as in E2 or S1.0; without one a wind set cannot "
        "be counted",
    ),
)

_HAN: Final = (
    Law(
        "10.1",
        "The hand is worth the sum of the han below.",
        "Tibet rules, Simplified scoring system",
        codes=("score.total", "score.item"),
    ),
    Law(
        "10.1a",
        "A hand that can be read in several ways counts as the dearest of them.",
        "our reading",
        "definition",
    ),
    Law(
        "10.2",
        "menzen: no tile was called before the win, be it drawn or discarded, 1; a "
        "concealed kong is no call.",
        "Tibet rules, Simplified scoring system and Completing the journey",
        codes=("score.item",),
    ),
    Law(
        "10.3",
        "tanyao: tiles from 2 to 8 alone, called sets or not, 1.",
        "Tibet rules, Simplified scoring system",
        codes=("score.item",),
    ),
    Law(
        "10.4",
        "dragon: 1 for each set of dragons.",
        "Tibet rules, Simplified scoring system",
        codes=("score.item",),
    ),
    Law(
        "10.5",
        "toitoi: every set is three alike, or four, 2.",
        "Tibet rules, Simplified scoring system",
        codes=("score.item",),
    ),
    Law(
        "10.6",
        "chinitsu: all tiles of one suit, 2; 5 with three suits and thirteen tiles in the hand.",
        "Tibet rules, Simplified scoring system",
        codes=("score.item",),
    ),
    Law(
        "10.7",
        "honitsu: one suit and dragons, 2, with three suits and thirteen tiles in the hand.",
        "Tibet rules, Simplified scoring system",
        codes=("score.item",),
    ),
    Law(
        "10.7a",
        "A hand of one suit without dragons has both, or one; winds may stand for dragons, or not.",
        "our reading; riichi",
        "open",
        ("score.item",),
        "it is chinitsu alone; winds count as dragons do",
    ),
    Law(
        "10.8",
        "seat-wind, round-wind: a set of one's own wind, of the wind of the round; any "
        "other wind earns nothing.",
        "Tibet rules, Completing the journey; riichi",
        "open",
        ("score.item",),
        "1 each, as in riichi; the source names no number",
    ),
    Law(
        "10.9",
        "riichi: the winner had declared it, 1.",
        "Tibet rules, Completing the journey",
        codes=("score.item",),
    ),
)

_PAYMENT: Final = (
    Law(
        "11.1",
        "The han choose a column of the table: 0, 1, 2, 3, 4 and 5, 6 and more; nobody "
        "pays but whom the table names.",
        "Tibet rules, Simplified scoring system",
        codes=("pay.seats",),
    ),
    Law(
        "11.2",
        "Dealer, drawn: each of the others pays 2, 5, 10, 20, 40, 60.",
        "Tibet rules, Simplified scoring system",
        codes=("pay.seats",),
    ),
    Law(
        "11.3",
        "Dealer, on a discard: the discarder pays 5, 15, 30, 60, 120, 180.",
        "Tibet rules, Simplified scoring system",
        codes=("pay.seats",),
    ),
    Law(
        "11.4",
        "Another player, drawn: the dealer pays 2, 5, 10, 20, 40, 60, each of the rest 1, "
        "3, 5, 10, 20, 30.",
        "Tibet rules, Simplified scoring system",
        codes=("pay.seats",),
    ),
    Law(
        "11.4a",
        "At 2 han the print names the dealer for both shares of 11.4.",
        "Tibet rules, Simplified scoring system; our reading",
        "open",
        ("pay.seats",),
        "a misprint: the 5 is the share of those who are not the dealer, as in every other "
        "column, and 10 + 5 + 5 is "
        "the price of a discard",
    ),
    Law(
        "11.5",
        "Another player, on a discard: the discarder pays 3, 10, 20, 40, 80, 120.",
        "Tibet rules, Simplified scoring system",
        codes=("pay.seats",),
    ),
    Law(
        "11.6",
        "The discarder is said to pay everyone's share; the table has less at 0 han, and "
        "at 1 han for another player.",
        "Tibet rules, Simplified scoring system; our reading",
        "open",
        ("pay.seats",),
        "the table is paid as printed: 5 for 2 + 2 + 2, 3 for 2 + 1 + 1, 10 for 5 + 3 + 3",
    ),
    Law(
        "11.7",
        "At a step without points nobody pays.",
        "Tibet rules, Additional Notes",
        codes=("pay.seats",),
    ),
)

_POINTS: Final = (
    Law(
        "12.1",
        "Players start with some number of points.",
        "our reading",
        "open",
        ("score.chain",),
        "with none, and may fall below (start_points)",
    ),
    Law(
        "12.2",
        "Points only change hands: what a deal gives to some it takes from others.",
        "our reading",
        codes=("pay.zero",),
    ),
    Law(
        "12.3",
        "What the sheet says a deal changes is what its payments add up to.",
        "our reading",
        codes=("net.differs",),
    ),
    Law(
        "12.4",
        "The points after a deal are those before it and what the deal changed.",
        "our reading",
        codes=("score.chain",),
    ),
    Law("12.5", "Players rank by their points.", "our reading", codes=("next.rank",)),
)

_SENTENCES: Final[tuple[Law, ...]] = (
    *_ALWAYS, *_LADDER, *_DEAL, *_TURN, *_CALLS, *_KONGS, *_RIICHI, *_WINNING, *_END, *_HAN,
    *_PAYMENT, *_POINTS
)  # fmt: skip

LAWS: Final = with_sources(_SENTENCES, SOURCES)
