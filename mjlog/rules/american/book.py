"""American Modern as a rulebook.

Every rule as one numbered sentence in our own words, with its source.

The clauses, items and payments of `mjlog.rules.american` cite these numbers. Large parts of the
collection are lost to us: where no page is left, the sentence says so in its source, and `reading`
tells how mjlog answers, with the option that gives another answer.
"""

from __future__ import annotations

from typing import Final

from mjlog.model.findings import Law
from mjlog.rules.shared.sources import (
    CLASSICAL,
    FOUR_WINDS,
    FOUR_WINDS_AMERICAN,
    LOST_PAGE,
    OUR_READING,
    with_sources,
)

SOURCES: Final = (
    FOUR_WINDS_AMERICAN,
    FOUR_WINDS,
    CLASSICAL,
    LOST_PAGE,
    OUR_READING,
)

HEADINGS: Final = {
    "1": "Tiles",
    "2": "The wall, the deal and bonus tiles",
    "3": "What wins",
    "4": "A turn, claims and kongs",
    "5": "Going out",
    "6": "The end of a deal and of the game",
    "7": "Points",
    "8": "Exchanges, the kitty and penalties",
    "9": "Jokers",
    "10": "Payment",
}

_TILES: Final = (
    Law(
        "1.1",
        "The set has four of each of the 34 kinds, one of each of four flowers and four "
        "seasons, and the jokers.",
        "Four Winds, tiles",
        codes=("deal.copies", "wall.set"),
    ),
    Law(
        "1.2",
        "Four or eight jokers are common, and some play without.",
        "Four Winds, tiles and preset",
        "open",
        reading="four, as the preset has them (jokers)",
    ),
    Law(
        "1.3",
        "Flowers and seasons belong to the winds in order: plum 1f, orchid 2f, "
        "chrysanthemum 3f, bamboo 4f; spring 5f, "
        "summer 6f, autumn 7f, winter 8f; East, South, West, North.",
        "Four Winds, tiles",
        "definition",
    ),
    Law(
        "1.4",
        "Green dragons go with bamboo, red ones with characters, white ones with dots; of "
        "the bamboo 1 5 7 9 are red "
        "and 2 3 4 6 8 green.",
        "Four Winds, special hands",
        "definition",
    ),
    Law(
        "1.5",
        "There is no declaration of a calling hand, and no indicator is turned up.",
        "Four Winds American Modern, 3.5",
        codes=("ready.none", "dora.none"),
    ),
)

_WALL: Final = (
    Law(
        "2.1",
        "Dice choose where the wall is broken.",
        "our reading, as in the collection's classical game; the page is lost",
        "not recordable",
    ),
    Law(
        "2.2",
        "The walls are eighteen stacks each; jokers make some of them longer.",
        "our reading; the page is lost",
        "not recordable",
    ),
    Law(
        "2.3",
        "Everybody is dealt thirteen tiles, East one more.",
        "Four Winds American Modern, 3.3",
        codes=("deal.size", "deal.shelf"),
    ),
    Law(
        "2.3a",
        "Tiles are dealt by fours, three times round, then singly, East first; where the "
        "wall is recorded, this is "
        "checked.",
        "our reading, as in the collection's classical game; the page is lost",
        codes=("deal.order",),
    ),
    Law(
        "2.4",
        "There is no dead wall: tiles are drawn until none is left, and then nothing more "
        "is taken.",
        "Four Winds, preset; Four Winds American Modern, 3.6",
        "open",
        ("wall.exhausted",),
        "the source mentions a dead wall twice in passing; none is kept (dead_wall)",
    ),
    Law(
        "2.4a",
        "Tiles are drawn from the open end of the wall; each kong and each bonus tile "
        "calls for one replacement.",
        "Four Winds American Modern, 3.2 and 3.4",
        codes=("wall.front", "wall.replacement"),
    ),
    Law(
        "2.4b",
        "A kong is replaced from the tail of the wall, a bonus tile from the open end.",
        "Four Winds American Modern, 3.2 and 3.4.3",
        "open",
        ("wall.replacement",),
        "as the source says (flower_from)",
    ),
    Law(
        "2.5",
        "A flower or season never enters a set: it is laid beside the hand and replaced as "
        "soon as it is received.",
        "Four Winds American Modern, 3.2 and 3.3",
        codes=("bonus.tile", "bonus.held", "bonus.shown", "turn.seat"),
    ),
    Law(
        "2.5a",
        "Bonus tiles of the dealt hands are replaced right after the deal, before anything "
        "is exchanged or discarded.",
        "Four Winds American Modern, 3.3",
        "open",
        ("deal.bonus_order",),
        "East replaces all, those that come up meanwhile too, then South, West, North "
        "(first_replacement_order)",
    ),
    Law(
        "2.5b",
        "Bonus tiles lie face up; elsewhere some lay them face down.",
        "Four Winds, tiles",
        "definition",
    ),
)

_WINNING: Final = (
    Law(
        "3.1",
        "A regular hand is four sets, chows, pungs or kongs, and exactly one pair.",
        "Four Winds American Modern, 3.1 and 3.2",
        codes=("win.shape",),
    ),
    Law(
        "3.2",
        "It has tiles of one suit at most, with honours or without, or honours alone, and "
        "at most one chow.",
        "Four Winds American Modern, 3.2; Four Winds, preset",
        codes=("win.limits",),
    ),
    Law(
        "3.2a",
        "Special hands are free of both limits, of the one on suits as far as they need it.",
        "Four Winds American Modern, 3.2; Four Winds, preset",
        codes=("win.limits",),
    ),
    Law(
        "3.3",
        "Chows and suits may be collected and claimed at will; only going out with too "
        "many of them is a fault.",
        "Four Winds, questions",
        "definition",
    ),
    Law(
        "3.4",
        "Tiles in a row that an irregular hand asks for are no chow; a chow claimed for it is one.",
        "Four Winds, questions",
        "definition",
    ),
    Law(
        "3.5",
        "A set is concealed when the player drew all of it; one that a discard finished is "
        "melded, the last one too.",
        "Four Winds American Modern, 3.2",
        codes=("score.item",),
    ),
)

_TURN: Final = (
    Law(
        "4.1",
        "East begins; turns pass counter-clockwise, to the right.",
        "Four Winds American Modern, 3.3",
        codes=("turn.seat",),
    ),
    Law(
        "4.1a",
        "A turn takes one tile and ends with one discard; East, who holds fourteen, begins "
        "without drawing.",
        "Four Winds American Modern, 3.3",
        codes=("turn.size",),
    ),
    Law(
        "4.2",
        "Any tile of the hand may be discarded; a declared set stays.",
        "Four Winds American Modern, 3.3",
        codes=("discard.held",),
    ),
    Law(
        "4.2a",
        "What a record says of a discard, that it was the drawn tile or was not, is so.",
        "our reading",
        codes=("discard.drawn",),
    ),
    Law(
        "4.2b",
        "Discards are mixed in the middle, and nobody marks who gave the tile of a set; a "
        "record keeps it all the "
        "same.",
        "Four Winds American Modern, 3.3 and 3.4",
        "not recordable",
    ),
    Law("4.2c", "Discards lie open.", "our reading", codes=("discard.open",)),
    Law(
        "4.3",
        "The latest discard may be claimed for a win, a kong, a pung or a chow; once "
        "passed over it is dead.",
        "Four Winds American Modern, 3.3",
        codes=("claim.latest",),
    ),
    Law(
        "4.3a",
        "The claimer lays down the tiles that make a set with it: three alike, four alike, "
        "or three in a row of a "
        "suit, 9 and 1 being no neighbours.",
        "Four Winds American Modern, 3.4",
        codes=("claim.held",),
        plain=(
            "The claimer lays down tiles that make a set with the claimed one: three "
            "alike, four alike, or a row of one suit."
        ),
    ),
    Law(
        "4.3b",
        "Only the player next in turn claims a chow; a chow that completes a hand is a win "
        "and open to all.",
        "Four Winds American Modern, 3.4 and 3.4.1",
        codes=("claim.chow",),
    ),
    Law(
        "4.3c",
        "Of several who would win on a discard, the first in turn after the discarder "
        "does; there is one winner.",
        "Four Winds American Modern, 3.4; Four Winds, preset",
        codes=("claim.nearest",),
    ),
    Law(
        "4.4",
        "A win goes before a kong, a kong before a pung, a pung before a chow.",
        "Four Winds American Modern, 3.4",
        "not recordable",
    ),
    Law(
        "4.5",
        "The last discard may be claimed for a set as well.",
        "Four Winds American Modern, 3.6",
        "definition",
    ),
    Law(
        "4.6",
        "A claimed kong takes three tiles of the hand and the discard, and then a replacement.",
        "Four Winds American Modern, 3.4.3.1",
        codes=("claim.held",),
    ),
    Law(
        "4.7",
        "A claimed pung becomes a kong with the fourth tile from one's own hand, in any "
        "turn of one's own; never "
        "with a discard.",
        "Four Winds American Modern, 3.4.3.2",
        codes=("kong.held", "kong.no_promote"),
    ),
    Law(
        "4.8",
        "Four alike of one's own hand are declared as a concealed kong, in any turn of "
        "one's own, one that began "
        "with a claim too.",
        "Four Winds American Modern, 3.4.3.3",
        codes=("kong.held", "turn.size"),
    ),
    Law(
        "4.8a",
        "Four alike that are not declared are no kong; in a hand that has not won they are "
        "a concealed pung.",
        "Four Winds American Modern, 3.4.3.3",
        codes=("score.item", "score.losers"),
    ),
    Law(
        "4.8b",
        "A kong is declared only while there is a tile to replace it.",
        "our reading",
        codes=("kong.limit",),
    ),
    Law(
        "4.9",
        "Chows and pungs of one's own hand stay in it undeclared.",
        "Four Winds American Modern, 3.4.1 and 3.4.2",
        "definition",
    ),
)

_OUT: Final = (
    Law(
        "5.1",
        "One goes out on a drawn tile, on a replacement, or on any discard; letting one "
        "pass costs nothing.",
        "Four Winds American Modern, 3.5",
        codes=("win.tile",),
    ),
    Law(
        "5.2",
        "Robbing a kong added to a pung is usually not played; where it is, the one who "
        "declared counts as discarder.",
        "Four Winds American Modern, 3.5 and 3.5.1",
        "open",
        ("win.rob",),
        "it is not played (robbing_kong)",
    ),
    Law(
        "5.3",
        "A kong is robbed before its replacement is taken; one taken too soon goes back, "
        "unless it is a bonus tile, "
        "makes a kong or wins: then nothing is robbed.",
        "Four Winds American Modern, 3.5.1",
        codes=("win.rob",),
        plain=(
            "A kong is robbed before its replacement is taken; a replacement taken too "
            "soon usually goes back."
        ),
    ),
    Law(
        "5.4",
        "What the sheet tells of the win is what the play tells: who won, on which tile, "
        "from whom, with which hand.",
        "our reading",
        codes=("win.line", "show.hand"),
    ),
    Law(
        "5.5",
        "Who is said to be one tile from winning is so, by the tiles held.",
        "our reading",
        codes=("tenpai.differs",),
    ),
)

_END: Final = (
    Law(
        "6.1",
        "The deal is a draw when the player in turn finds nothing to draw, and nobody has "
        "claimed the last discard.",
        "Four Winds American Modern, 3.6",
        codes=("wall.exhausted", "abort.none"),
    ),
    Law(
        "6.1a",
        "In a draw no hand is counted and nobody pays.",
        "Four Winds American Modern, 3.6",
        codes=("pay.draw",),
    ),
    Law(
        "6.2",
        "East deals again after winning and after a draw; otherwise the deal passes to the right.",
        "Four Winds American Modern, 3.3 and 3.6",
        codes=("next.dealer",),
    ),
    Law(
        "6.3",
        "A game has four rounds, East, South, West, North; a round is over when its first "
        "dealer would deal again, "
        "having lost the deal.",
        "Four Winds American Modern, 3.3",
        codes=("next.round", "next.end"),
    ),
    Law(
        "6.3a",
        "What a sheet says of the next deal holds for it, and numbers count the deals one by one.",
        "our reading",
        codes=("next.dealer", "next.round", "next.end"),
    ),
    Law(
        "6.4",
        "Everybody begins with 10,000 points; 40,000 are at the table at all times.",
        "Four Winds American Modern, 3.3; Four Winds, preset",
        codes=("score.chain",),
    ),
    Law(
        "6.4a",
        "Points only change hands, the kitty among them.",
        "Four Winds American Modern, 3.3",
        codes=("pay.zero",),
    ),
    Law(
        "6.4b",
        "What a deal changes is what its payments add up to.",
        "our reading",
        codes=("net.differs",),
    ),
    Law(
        "6.4c",
        "The points after a deal are the points before it and what it changed.",
        "our reading",
        codes=("score.chain",),
    ),
    Law(
        "6.4d",
        "The highest total after the last deal wins.",
        "Four Winds American Modern, 3.3",
        codes=("next.rank",),
    ),
)

_POINTS: Final = (
    Law(
        "7.1",
        "A hand counts its points, doubled as often as it has doubles, and at most the limit.",
        "Four Winds, help and preset",
        "open",
        ("score.total", "score.limit"),
        "the limit of 500 cuts the winner's count; nothing is rounded (limit)",
    ),
    Law(
        "7.2",
        "Pungs of simples have 2 points, concealed 4; of terminals and honours twice as "
        "many; kongs four times as "
        "many as pungs; chows none.",
        "classical; the page is lost",
        "open",
        ("score.item", "score.losers"),
        "the preset says no more than standard; this is the common table (point_table)",
    ),
    Law(
        "7.3",
        "A pair of dragons, of one's own wind or of the round's wind has 2 points, one "
        "that is both 4; a pair of "
        "terminals or of another wind has 2 as well.",
        "Four Winds, preset; classical",
        "open",
        ("score.item",),
        "the 2 points of any wind are not added to those of one's own or the round's (pair_points)",
        plain=(
            "Pairs of dragons, terminals and winds have 2 points; a pair of one's own "
            "wind that is the round's wind too has 4."
        ),
    ),
    Law("7.4", "Going out has 20 points.", "Four Winds, help", codes=("score.item",)),
    Law(
        "7.4a",
        "Drawing the winning tile oneself has no points, nor has a wait for a single chow; "
        "on others the page is lost.",
        "Four Winds, help",
        "open",
        ("score.item",),
        "nothing for a pair, a replacement, the last tile or the last discard either "
        "(winning_extras)",
    ),
    Law(
        "7.5",
        "Each flower and season has 4 points.",
        "Four Winds, preset",
        codes=("score.item",),
    ),
    Law(
        "7.5a",
        "One's own flower and one's own season double once each, those of the round once "
        "each; what is both does both.",
        "Four Winds, preset; our reading",
        codes=("score.item",),
    ),
    Law(
        "7.5b",
        "A bouquet counts 1,000.",
        "Four Winds, preset, where the page breaks off",
        "open",
        ("score.item",),
        "all four flowers or all four seasons, for the winner, in place of everything else "
        "(bouquet)",
    ),
    Law(
        "7.6",
        "One double each: a set of dragons, of one's own wind, of the round's wind; three "
        "concealed pungs or kongs; "
        "two sets of dragons and a pair of them; one suit with honours; no chow; nothing "
        "but terminals and honours. "
        "One suit without honours doubles three times.",
        "classical; the page is lost",
        "open",
        ("score.item",),
        "these, none of them left out for another; honours alone are of no suit (double_table)",
        plain=(
            "A hand doubles once for each pattern of the list, and three times for one "
            "suit without honours."
        ),
    ),
    Law(
        "7.7",
        "What is given in points that reach the limit replaces everything else; the best "
        "counts, and no limit cuts it.",
        "Four Winds, help",
        codes=("score.item", "score.total"),
    ),
    Law(
        "7.8",
        "The hands that have not won are counted too, without the points for going out.",
        "Four Winds, preset and help",
        "open",
        ("score.losers",),
        "with the doubles of sets and bonus tiles, not those of a whole hand (loser_doubles)",
    ),
    Law(
        "7.8a",
        "In a hand that has not won three or four alike are a pung and two alike a pair; "
        "jokers help where they help "
        "most.",
        "Four Winds American Modern, 3.4.3.3; our reading",
        "open",
        ("score.losers",),
        "all pairs count (loser_pairs)",
    ),
    Law(
        "7.9",
        "A special hand that only waits for its last tile counts like any other hand.",
        "our reading",
        "open",
        ("score.losers",),
        "its sets and pairs alone (loser_special)",
    ),
    Law(
        "7.10",
        "Among the losers the limit cuts the difference of two counts, not the counts, and "
        "before East's double.",
        "Four Winds, help, on this very rule set",
        "open",
        ("pay.seats",),
        "so (limit_losers)",
    ),
    Law(
        "7.11",
        "Over fifty special hands are played, each with points of its own; the page with "
        "the values is lost.",
        "Four Winds, introduction and help",
        codes=("score.item",),
    ),
    Law(
        "7.11a",
        "Four of them are confirmed: jade, pearl, ruby and great snake; of others the "
        "definition is left.",
        "Four Winds, help",
        "open",
        ("win.shape", "win.limits", "score.item"),
        "the confirmed ones win; what they are worth, and which others win, the record "
        "says (special_hands)",
    ),
    Law(
        "7.11b",
        "The great snake counts twice when nothing of it is melded.",
        "Four Winds, help",
        codes=("score.item",),
    ),
    Law(
        "7.11c",
        "A table may play special hands of which no definition is left.",
        "Four Winds, introduction: over fifty special hands",
        "open",
        ("win.shape", "win.limits", "score.item"),
        "where the record gives `other` a value (special_hands), any fourteen tiles may be one, "
        "and nobody can tell whether they are",
    ),
)

_OPTIONAL: Final = (
    Law(
        "8.1",
        "In a Charleston three tiles are exchanged three times: East with West and South "
        "with North, East with South "
        "and West with North, East with North and West with South.",
        "Four Winds, options and preset",
        "open",
        ("deal.exchange",),
        "in every deal, after the bonus tiles and before East's first discard (charleston)",
        plain=(
            "In a Charleston everybody exchanges three tiles with each of the others: "
            "first the player opposite, then one neighbour, then the other."
        ),
    ),
    Law(
        "8.1a",
        "No joker is passed, in a Ding Dong neither.",
        "Four Winds, options",
        codes=("deal.exchange",),
    ),
    Law(
        "8.1b",
        "A Charleston once begun has all its passes.",
        "our reading",
        codes=("deal.exchange",),
    ),
    Law(
        "8.1c",
        "Some pass tiles on without looking at them.",
        "Four Winds, options",
        "not recordable",
    ),
    Law(
        "8.2",
        "In a Ding Dong, asked for by East in its own turn, each player passes one tile to "
        "each of the others, all "
        "at the same time.",
        "Four Winds, options and preset; our reading",
        "open",
        ("deal.exchange",),
        "at most three times in a deal (ding_dong_max)",
        plain=(
            "In a Ding Dong, which East asks for in East's own turn, everybody passes one"
            " tile to each of the others at once."
        ),
    ),
    Law(
        "8.3",
        "In each deal everybody puts 100 into a kitty, after all doubling; a winner "
        "without a chow takes it, else it "
        "grows.",
        "Four Winds, options",
        "open",
        ("pay.pool",),
        "there is no kitty (kitty)",
    ),
    Law(
        "8.4",
        "A goulash may follow on a draw.",
        "Four Winds, options, where the page breaks off",
        "open",
        reading="none is played (goulash)",
    ),
    Law(
        "8.5",
        "Who goes out by mistake pays for it, without East's double; the price is not known.",
        "Four Winds, help",
        "open",
        ("pay.penalty",),
        "the record names it (false_win)",
    ),
)

_JOKERS: Final = (
    Law(
        "9.1",
        "A joker stands for any tile but a bonus tile; a hand has at most four alike with them.",
        "Four Winds, help on other rule sets; our reading",
        "open",
        ("claim.chow",),
        "in chows, pairs and as a single tile too (jokers_in_chows, jokers_in_pairs, "
        "four_identical)",
    ),
    Law(
        "9.2",
        "In a declared set a joker stays what it was laid down for, and is not exchanged.",
        "our reading",
        "definition",
    ),
    Law(
        "9.3",
        "The record names the tile that each declared joker stands for.",
        "our reading",
        codes=("joker.named",),
    ),
    Law(
        "9.4",
        "Some pay for a hand without jokers.",
        "Four Winds, help",
        "open",
        ("score.item",),
        "nobody does (no_joker_points)",
    ),
    Law(
        "9.5",
        "A discarded joker is taken by nobody.",
        "our reading",
        "open",
        ("joker.dead",),
        "it is dead at once (discarded_joker)",
    ),
)

_PAYMENT: Final = (
    Law(
        "10.1",
        "Each loser pays the winner the winner's count, whoever discarded; East pays and "
        "gets double.",
        "Four Winds, preset and help",
        codes=("pay.seats",),
    ),
    Law(
        "10.2",
        "Each two losers settle the difference of their counts, double if one of them is East.",
        "Four Winds, help and the classical payment examples",
        codes=("pay.seats",),
    ),
    Law(
        "10.3",
        "A sentence of the introduction that a self-drawn win is paid double describes "
        "another American game.",
        "our reading",
        "definition",
    ),
)

_SENTENCES: Final[tuple[Law, ...]] = (
    *_TILES, *_WALL, *_WINNING, *_TURN, *_OUT, *_END, *_POINTS, *_OPTIONAL, *_JOKERS, *_PAYMENT
)  # fmt: skip

LAWS: Final = with_sources(_SENTENCES, SOURCES)
