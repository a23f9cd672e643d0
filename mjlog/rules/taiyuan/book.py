"""Taiyuan Four Pillars 立四 as a rulebook.

Every rule as one numbered sentence in our own words, with its source.

The clauses, items and payments of `mjlog.rules.taiyuan` cite these numbers. Where the source is
silent or says two things, the sentence names the question and `reading` our answer, with the option
that gives the other answers.
"""

from __future__ import annotations

from typing import Final

from mjlog.model.findings import Law
from mjlog.rules.shared.sources import (
    FAMILY_FORM,
    OUR_READING,
    REGIONAL_SHEET,
    TAIYUAN_GUIDE,
    with_sources,
)

SOURCES: Final = (
    TAIYUAN_GUIDE,
    REGIONAL_SHEET,
    FAMILY_FORM,
    OUR_READING,
)

HEADINGS: Final = {
    "1": "Equipment, points, bookkeeping",
    "2": "Dealer and rotation",
    "3": "The wall",
    "4": "The deal and the four pillars",
    "5": "A turn",
    "6": "Claims and kongs",
    "7": "What the pillars forbid",
    "8": "Ting",
    "9": "Winning and the end of a deal",
    "10": "Points and payment",
}

_TILES: Final = (
    Law(
        "1.1",
        "The set is 136 tiles, four each of 27 suit tiles, four winds and three dragons.",
        "Taiyuan guide, Tiles to Play",
        codes=("deal.copies", "wall.set"),
    ),
    Law(
        "1.2",
        "Flowers, seasons and jokers are left in the box, even where the source mentions "
        "them in passing.",
        "Taiyuan guide, Tiles to Play; our reading",
        codes=("deal.copies",),
    ),
    Law(
        "1.2a",
        "Nothing is set aside, turned up as an indicator or passed from hand to hand.",
        "Taiyuan guide, by what it leaves out",
        codes=("bonus.none", "dora.none", "deal.exchange"),
    ),
    Law(
        "1.3",
        "Before play the table agrees on the points to start with, the length of the game "
        "and the stake.",
        "Taiyuan guide, Initial Points",
        "open",
        ("next.end",),
        "100 points each, no limit of deals, points may fall below zero (start_points, "
        "max_hands, allow_negative)",
    ),
    Law(
        "1.4",
        "Points only change hands: what a deal gives to some it takes from others.",
        "our reading",
        codes=("pay.zero",),
    ),
    Law(
        "1.4a",
        "What the sheet says a deal changes is what its payments add up to.",
        "our reading",
        codes=("net.differs",),
    ),
    Law(
        "1.4b",
        "The points after a deal are the points before it and what the deal changed.",
        "our reading",
        codes=("score.chain",),
    ),
    Law("1.4c", "At the end players rank by their points.", "our reading", codes=("next.rank",)),
    Law(
        "1.5",
        "No wind earns a point, be it the seat's or the round's.",
        "Taiyuan guide, Point Value Table",
        "definition",
    ),
)

_DEALER: Final = (
    Law(
        "2.1",
        "Dice choose the first dealer.",
        "Taiyuan guide, Determining the Dealer",
        "not recordable",
    ),
    Law(
        "2.2",
        "The turn passes to the right, counter-clockwise.",
        "Taiyuan guide, Basic Rules",
        codes=("turn.seat",),
    ),
    Law(
        "2.3",
        "A dealer who wins deals again; when another wins, the player to the dealer's "
        "right deals next.",
        "Taiyuan guide, Determining the Dealer; regional sheet",
        codes=("next.dealer", "next.round"),
    ),
    Law(
        "2.4",
        "After a washout the dealer deals again, unless anybody declared a kong in that "
        "deal: then the deal passes.",
        "Taiyuan guide, Determining the Dealer and End of the Game; regional sheet",
        codes=("next.dealer", "next.round"),
    ),
    Law(
        "2.5",
        "What a sheet says of the next deal holds for it, and numbers count the deals one by one.",
        "our reading",
        codes=("next.dealer", "next.round", "next.end"),
    ),
)

_WALL: Final = (
    Law(
        "3.1",
        "Every player builds a wall of seventeen stacks, two tiles high.",
        "Taiyuan guide, Setting Up the Wall",
        "not recordable",
    ),
    Law(
        "3.2",
        "The dice point out the wall to break and the stack to break it at.",
        "Taiyuan guide, Breaking the Wall",
        "open",
        ("deal.break",),
        "two dice; their sum counts the walls counter-clockwise from the dealer's own, and "
        "as many stacks from that "
        "wall's right end stay behind; the source counts so, but its example of a seven ends at "
        "the left wall, where the count ends across (dice, break_count)",
    ),
    Law(
        "3.3",
        "The fourteen tiles at the back of the wall are dead: play ends before them.",
        "Taiyuan guide, Breaking the Wall and End of the Game",
        codes=("wall.exhausted",),
    ),
    Law(
        "3.4",
        "Tiles are drawn from the front of the wall.",
        "Taiyuan guide, Breaking the Wall",
        codes=("wall.front",),
    ),
    Law(
        "3.4a",
        "A kong's replacement tile comes from one end of the wall.",
        "regional sheet; family form",
        "open",
        ("wall.replacement",),
        "from the back (kong_draw_from)",
    ),
    Law(
        "3.4b",
        "Each replacement moves the border of the dead wall, or does not.",
        "our reading",
        "open",
        ("wall.exhausted",),
        "fourteen tiles stay dead, so a kong costs the live wall a tile (dead_wall_replenished)",
    ),
    Law(
        "3.5",
        "After the deal 53 tiles are out, 69 are live, 14 are dead.",
        "our reading",
        "definition",
    ),
)

_DEAL: Final = (
    Law(
        "4.1",
        "The dealer begins with fourteen tiles, the others with thirteen.",
        "Taiyuan guide, Dealing the Hand",
        codes=("deal.size",),
    ),
    Law(
        "4.2",
        "The first four tiles a player is dealt are that player's pillars.",
        "Taiyuan guide, The Four Pillars; regional sheet",
        codes=("deal.shelf",),
    ),
    Law(
        "4.3",
        "Pillars stand before the hand, known to their owner, only backs to the others.",
        "Taiyuan guide, The Four Pillars",
        "not recordable",
    ),
    Law(
        "4.4",
        "Tiles are dealt in blocks of four, three times round from the dealer, then singly.",
        "Taiyuan guide, Dealing the Hand",
        "open",
        ("deal.order",),
        "the dealer takes the two extra tiles at once, then each of the others takes one "
        "(dealer_extra)",
    ),
)

_TURN: Final = (
    Law(
        "5.1",
        "A turn takes a tile and ends with a discard: thirteen tiles rest in the hand, a "
        "set counted three.",
        "Taiyuan guide, Basic Rules",
        codes=("turn.size",),
    ),
    Law(
        "5.1a",
        "A player discards a tile that is in the hand.",
        "Taiyuan guide, Basic Rules",
        codes=("discard.held",),
    ),
    Law(
        "5.2",
        "A drawn tile joins the main hand; it never becomes a pillar.",
        "our reading; regional sheet",
        codes=("discard.drawn", "discard.twin"),
    ),
    Law(
        "5.3",
        "Until Ting, only tiles of the main hand may be discarded, never a pillar.",
        "Taiyuan guide, Discarding Tiles; regional sheet",
        codes=("discard.zone",),
    ),
    Law(
        "5.4",
        "Discards lie open before their player, six to a row, in order.",
        "Taiyuan guide, Arranging Called and Discard Tiles",
        codes=("discard.open",),
    ),
    Law(
        "5.5",
        "Only the tile just discarded can be claimed; once the next tile is drawn it is dead.",
        "Taiyuan guide, Getting a Tile",
        codes=("claim.latest",),
    ),
    Law(
        "5.5a",
        "The last discard before the dead wall can be claimed, or only won on.",
        "our reading",
        "open",
        ("claim.last_discard",),
        "pung and win, but no kong, for which no replacement is left (last_discard_claims)",
    ),
)

_CLAIMS: Final = (
    Law(
        "6.1",
        "A discard never completes a chow, except to win.",
        "Taiyuan guide, Calling Tiles; regional sheet; family form",
        codes=("claim.chow",),
    ),
    Law(
        "6.2",
        "Two like tiles of one's own and anybody's discard make a pung; its caller discards next.",
        "Taiyuan guide, Calling Tiles",
        codes=("claim.held",),
    ),
    Law(
        "6.3",
        "Three like tiles of one's own and anybody's discard make a kong; a replacement "
        "tile follows.",
        "Taiyuan guide, Calling Tiles",
        codes=("claim.held",),
    ),
    Law(
        "6.4",
        "A discard cannot turn a pung already laid down into a kong.",
        "Taiyuan guide, Arranging Your Tiles",
        codes=("kong.no_promote",),
    ),
    Law(
        "6.5",
        "On one's own turn the fourth tile may be added to a claimed pung; a replacement "
        "tile follows.",
        "Taiyuan guide, Arranging Your Tiles",
        "open",
        ("kong.source", "kong.held"),
        "only the tile drawn in that turn may be added (added_kong_source)",
    ),
    Law(
        "6.6",
        "Four like tiles, none of them claimed, may be declared a concealed kong on one's "
        "own turn.",
        "Taiyuan guide, Arranging Your Tiles",
        codes=("kong.held",),
    ),
    Law(
        "6.6a",
        "Four like tiles that were never declared are no kong and earn nothing.",
        "Taiyuan guide, Arranging Your Tiles",
        codes=("kong.undeclared",),
    ),
    Law(
        "6.6b",
        "In the turn of a pung claim a concealed kong may be declared, or may not.",
        "our reading",
        "open",
        ("kong.after_claim",),
        "it may (kong_after_claim)",
    ),
    Law(
        "6.6c",
        "A concealed kong lies with two tiles open, or shows nothing of its kind.",
        "Taiyuan guide, Arranging Your Tiles and Arranging Called and Discard Tiles",
        "open",
        reading="the two inner tiles are open and everybody knows the kind (concealed_kong_public)",
    ),
    Law(
        "6.6d",
        "A kong is declared only while a replacement tile is left.",
        "our reading",
        "open",
        ("kong.limit",),
        "no kong once the live wall is empty (kong_on_last_tile)",
    ),
    Law(
        "6.7",
        "A set once laid down stays as it is, but for the tile added to a pung.",
        "Taiyuan guide, Getting a Tile",
        codes=("show.hand",),
    ),
    Law(
        "6.8",
        "A win takes a discard before any pung or kong.",
        "Taiyuan guide, FAQ; regional sheet",
        "not recordable",
    ),
    Law(
        "6.9",
        "When one discard completes several hands, only the player who would have drawn "
        "soonest wins.",
        "Taiyuan guide, FAQ and Winning",
        codes=("claim.nearest",),
    ),
    Law(
        "6.10",
        "A player in Ting claims nothing but the win.",
        "Taiyuan guide, Declaring a Ready Hand; regional sheet",
        codes=("claim.locked",),
    ),
    Law(
        "6.10a",
        "A player in Ting declares no kong of the hand either.",
        "Taiyuan guide, Declaring a Ready Hand; regional sheet",
        codes=("kong.locked",),
    ),
)

_PILLARS: Final = (
    Law(
        "7.1",
        "Pillars count for sets and pair like any other tile and may go into pungs and kongs.",
        "Taiyuan guide, The Four Pillars; regional sheet",
        "definition",
    ),
    Law(
        "7.2",
        "Before Ting a call or kong must leave at least one pillar standing.",
        "Taiyuan guide, The Four Pillars; regional sheet",
        codes=("claim.shelf_left",),
    ),
    Law(
        "7.3",
        "A call may take the copy that stands among the pillars or the one in the main hand.",
        "our reading",
        "open",
        reading="the record marks pillar copies; unmarked, the main hand gives first "
        "(shelf_use_default)",
    ),
    Law(
        "7.4",
        "A call must leave a tile that may be discarded: one of the main hand, or a pillar "
        "laid down as Ting.",
        "our reading",
        codes=("discard.zone",),
    ),
    Law(
        "7.5",
        "Exactly three of the winner's four pillars are in the winning hand, sets included.",
        "Taiyuan guide, Winning",
        codes=("win.pillars",),
    ),
)

_TING: Final = (
    Law(
        "8.1",
        "Ting is declared on one's own turn by laying one standing pillar face down.",
        "Taiyuan guide, Declaring a Ready Hand; regional sheet",
        codes=("ready.shelf",),
    ),
    Law(
        "8.1a",
        "The tiles that stay after the Ting discard must be one tile away from a winning hand.",
        "Taiyuan guide, Declaring a Ready Hand",
        codes=("ready.tenpai",),
    ),
    Law(
        "8.1b",
        "The tile a Ting hand waits for may have run out.",
        "our reading",
        "open",
        ("ready.tenpai",),
        "some awaited kind must be one of which the player does not hold all four "
        "(ting_wait_check)",
    ),
    Law(
        "8.2",
        "A hand with pungs and kongs laid down may declare Ting.",
        "Taiyuan guide, Declaring a Ready Hand",
        "definition",
    ),
    Law(
        "8.3",
        "The pillar laid face down is claimed by nobody.",
        "regional sheet",
        "open",
        ("claim.latest", "win.tile"),
        "neither for a set nor for a win (ting_tile_claimable)",
    ),
    Law(
        "8.4",
        "After Ting the hand is closed: a drawn tile wins or is discarded at once.",
        "Taiyuan guide, Declaring a Ready Hand; regional sheet",
        codes=("discard.locked",),
    ),
    Law(
        "8.4a",
        "Ting is declared once in a deal.",
        "Taiyuan guide, Declaring a Ready Hand",
        codes=("ready.once",),
    ),
    Law(
        "8.5",
        "Nobody wins who has not declared Ting.",
        "Taiyuan guide, Winning",
        codes=("win.ready",),
    ),
    Law(
        "8.6",
        "The first tile that completes a Ting hand must be won on; who lets it pass wins "
        "no more in that deal.",
        "Taiyuan guide, How to Declare, Declaring a Ready Hand and Winning; regional sheet",
        codes=("win.missed", "win.passed"),
    ),
    Law(
        "8.6a",
        "Any tile of the wait counts as an opportunity, or none does.",
        "our reading",
        "open",
        ("win.missed",),
        "any awaited kind, discarded or drawn (missed_win)",
    ),
    Law(
        "8.7",
        "The dealer may declare Ting with the first discard of the deal.",
        "our reading",
        "definition",
    ),
    Law(
        "8.8",
        "A player is ready from the moment of Ting, and not before, for all that is paid.",
        "Taiyuan guide, Point Value Table",
        codes=("ready.line",),
    ),
    Law(
        "8.8a",
        "A player who let a win pass may still count as ready.",
        "our reading",
        "open",
        ("pay.seats",),
        "still ready (dead_player_ready)",
    ),
)

_WINNING: Final = (
    Law(
        "9.1",
        "A winning hand is four sets and a pair; no irregular hand wins.",
        "Taiyuan guide, Winning",
        codes=("win.shape",),
    ),
    Law(
        "9.1a",
        "The hand laid open is the hand that was held.",
        "our reading",
        codes=("show.hand",),
    ),
    Law(
        "9.1b",
        "Who is said to be one tile from winning is so, by the tiles held.",
        "our reading",
        codes=("tenpai.differs",),
    ),
    Law(
        "9.2",
        "One wins on the tile one drew or on another's discard.",
        "Taiyuan guide, Winning",
        codes=("win.tile", "win.line"),
    ),
    Law(
        "9.3",
        "The tile added to a pung may be robbed by a player who waits for it, or may not.",
        "our reading; regional sheet",
        "open",
        ("win.rob",),
        "no robbing, and none is missed by it (robbing_kong)",
    ),
    Law(
        "9.4",
        "When the live wall is used up and nobody has won, the deal is a washout and nobody pays.",
        "Taiyuan guide, End of the Game",
        codes=("pay.draw",),
    ),
    Law(
        "9.4a",
        "A deal ends with a win or, the live wall used up, with a washout.",
        "Taiyuan guide, End of the Game",
        codes=("wall.exhausted", "abort.none"),
    ),
    Law(
        "9.5",
        "Kongs earn points for the winner alone.",
        "Taiyuan guide, Point Value Table; regional sheet; family form",
        codes=("score.item",),
    ),
    Law(
        "9.6",
        "A false win, a false Ting or a wrong number of tiles has no price in the source.",
        "our reading",
        "open",
        ("pay.penalty",),
        "no price: a ruling decides (false_win)",
    ),
)

_POINTS: Final = (
    Law(
        "10.1",
        "The hand value is the sum of the items below.",
        "Taiyuan guide, Point Value Table",
        codes=("score.total", "score.item"),
    ),
    Law(
        "10.1a",
        "Basic: every winning hand, 1.",
        "Taiyuan guide, Point Value Table",
        codes=("score.item",),
    ),
    Law(
        "10.1b",
        "Missing suit: tiles of exactly two of the three suits, 1.",
        "Taiyuan guide, Point Value Table",
        "open",
        ("score.item",),
        "a hand without any suit does not earn it (missing_suit_zero)",
    ),
    Law(
        "10.1c",
        "Middle: the winning tile fills the gap of a chow, 1.",
        "Taiyuan guide, Point Value Table",
        codes=("score.item",),
    ),
    Law(
        "10.1d",
        "Edge: the winning tile is the 3 of 1-2-3 or the 7 of 7-8-9, 1.",
        "Taiyuan guide, Point Value Table",
        codes=("score.item",),
    ),
    Law(
        "10.1e",
        "Single: the winning tile makes the pair, or was the only one that could win, 1.",
        "Taiyuan guide, Point Value Table",
        codes=("score.item",),
    ),
    Law(
        "10.1f",
        "Dealer: the winner is the dealer, 1.",
        "Taiyuan guide, Point Value Table",
        codes=("score.item",),
    ),
    Law(
        "10.1g",
        "Dragon: the chows 1-2-3, 4-5-6 and 7-8-9 of one suit, 20.",
        "Taiyuan guide, Point Value Table; regional sheet",
        "open",
        ("score.item",),
        "20 for the straight and nothing for a pure suit (dragon_points, pure_suit_points)",
    ),
    Law(
        "10.2",
        "Kong points: 1 for each claimed or added kong, 2 for each concealed one.",
        "Taiyuan guide, Point Value Table; family form",
        codes=("score.item", "score.total"),
    ),
    Law(
        "10.3",
        "Middle, edge and single may add up, and may need a wait for one kind only.",
        "our reading; regional sheet",
        "open",
        ("score.item",),
        "one point at most, for any reading of the hand that earns it, though the source's "
        "three rows, read literally, add up (wait_scoring)",
    ),
    Law(
        "10.4",
        "On a discard: pay = (hand value + kong points) × multiplier + penalty; multiplier "
        "1 ready, 3 not ready; "
        "penalty 0 ready, 2 not ready, 4 not ready and dealer.",
        "Taiyuan guide, Payout Calculation",
        codes=("pay.seats",),
        plain=(
            "On a discard a ready player pays hand value and kong points; one who is not "
            "ready pays them three times, and a penalty."
        ),
    ),
    Law(
        "10.4a",
        "Self-drawn: pay = hand value × multiplier + kong points + penalty; multiplier 2 "
        "ready, 3 not ready; "
        "the penalties are the same.",
        "Taiyuan guide, Payout Calculation",
        "open",
        ("pay.seats",),
        "each opponent by his own state (selfdraw_nonready)",
        plain=(
            "For a self-draw a ready player pays the hand value twice, another three "
            "times; kong points and any penalty are added."
        ),
    ),
    Law(
        "10.4b",
        "A dealer who pays, pays a point more.",
        "Taiyuan guide, Point Value Table",
        "open",
        ("pay.seats",),
        "the point is part of the hand value (dealer_loss_point); where a discarder pays "
        "for all, it is not charged "
        "(dealer_point_under_bao)",
    ),
    Law(
        "10.4c",
        "The higher penalty looks at one player's being the dealer.",
        "Taiyuan guide, Payout Calculation and Point Value Table",
        "open",
        ("pay.seats",),
        "at the payer (nonready_bonus_dealer)",
    ),
    Law(
        "10.5",
        "A self-drawn win is paid by all three opponents.",
        "Taiyuan guide, Payout Calculation",
        codes=("pay.seats",),
    ),
    Law(
        "10.5a",
        "A win on a discard is paid by the discarder or by more players.",
        "Taiyuan guide, Payout Calculation and Point Value Table; regional sheet; family form",
        "open",
        ("pay.seats",),
        "a discarder who is not ready pays alone; for one who is ready all three pay the "
        "ready price (discard_payers)",
    ),
    Law(
        "10.6",
        "On a discard the multiplier takes the kong points along, or leaves them out.",
        "Taiyuan guide, Payout Calculation and Point Value Table",
        "open",
        ("pay.seats",),
        "it takes them along (kong_in_discard_multiplier)",
    ),
    Law(
        "10.7",
        "The regional sheet counts otherwise: unique waits only, a pure suit and a "
        "straight 10 each, and a discarder "
        "who is not ready pays three shares and a fine.",
        "regional sheet",
        "open",
        ("pay.seats",),
        "kept apart as a preset (preset=regional)",
    ),
)

_SENTENCES: Final[tuple[Law, ...]] = (
    *_TILES, *_DEALER, *_WALL, *_DEAL, *_TURN, *_CLAIMS, *_PILLARS, *_TING, *_WINNING, *_POINTS
)  # fmt: skip

LAWS: Final = with_sources(_SENTENCES, SOURCES)
