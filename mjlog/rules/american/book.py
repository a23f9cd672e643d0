"""The rulebook of American Modern: each rule is a numbered sentence in our own words.

The clauses, items and payments of `mjlog.rules.american` cite these numbers. Each sentence names
its source. Large parts of the original rules are lost. The source of such a sentence says so; its
`reading` has mjlog's answer and the option that selects another answer.
"""

from __future__ import annotations

from typing import Final

from mjlog.rules.shared.rulebook_text import rulebook
from mjlog.rules.shared.sources import (
    CLASSICAL,
    FOUR_WINDS,
    FOUR_WINDS_AMERICAN,
    LOST_PAGE,
    OUR_READING,
)

SOURCES: Final = (
    FOUR_WINDS_AMERICAN,
    FOUR_WINDS,
    CLASSICAL,
    LOST_PAGE,
    OUR_READING,
)

BOOK: Final = rulebook(
    """
1 | Tiles
1.1 | Four Winds, tiles | deal.copies wall.set
    The set has four of each of the 34 kinds, one of each of four flowers and four seasons, and the
    jokers.
1.2 | Four Winds, tiles and preset |
    Four or eight jokers are common, and some play without.
    Reading: four, as the preset has them (jokers)
1.3 | Four Winds, tiles | definition
    Flowers and seasons belong to the winds in order: plum 1f, orchid 2f, chrysanthemum 3f, bamboo
    4f; spring 5f, summer 6f, autumn 7f, winter 8f; East, South, West, North.
1.4 | Four Winds, special hands | definition
    Green dragons go with bamboo, red ones with characters, white ones with dots; of the bamboo 1 5
    7 9 are red and 2 3 4 6 8 green.
1.5 | Four Winds American Modern, 3.5 | ready.none dora.none
    There is no declaration of a calling hand, and no indicator is turned up.

2 | The wall, the deal and bonus tiles
2.1 | our reading, as in the collection's classical game; the page is lost | not recordable
    Dice choose where the wall is broken.
2.2 | our reading; the page is lost | not recordable
    The walls are eighteen stacks each; jokers make some of them longer.
2.3 | Four Winds American Modern, 3.3 | deal.size deal.shelf
    Everybody is dealt thirteen tiles, East one more.
2.3a | our reading, as in the collection's classical game; the page is lost | deal.order
    Tiles are dealt by fours, three times round, then singly, East first; where the wall is
    recorded, this is checked.
2.4 | Four Winds, preset; Four Winds American Modern, 3.6 | wall.exhausted
    There is no dead wall: tiles are drawn until none is left, and then nothing more is taken.
    Reading: the source mentions a dead wall twice in passing; none is kept (dead_wall)
2.4a | Four Winds American Modern, 3.2 and 3.4 | wall.front wall.replacement
    Tiles are drawn from the open end of the wall; each kong and each bonus tile calls for one
    replacement.
2.4b | Four Winds American Modern, 3.2 and 3.4.3 | wall.replacement
    A kong is replaced from the tail of the wall, a bonus tile from the open end.
    Reading: as the source says (flower_from)
2.5 | Four Winds American Modern, 3.2 and 3.3 | bonus.tile bonus.held bonus.shown turn.seat
    A flower or season never enters a set: it is laid beside the hand and replaced as soon as it is
    received.
2.5a | Four Winds American Modern, 3.3 | deal.bonus_order
    Bonus tiles of the dealt hands are replaced right after the deal, before anything is exchanged
    or discarded.
    Reading: East replaces all, those that come up meanwhile too, then South, West, North
    (first_replacement_order)
2.5b | Four Winds, tiles | definition
    Bonus tiles lie face up; elsewhere some lay them face down.

3 | What wins
3.1 | Four Winds American Modern, 3.1 and 3.2 | win.shape
    A regular hand is four sets, chows, pungs or kongs, and exactly one pair.
3.2 | Four Winds American Modern, 3.2; Four Winds, preset | win.limits
    It has tiles of one suit at most, with honours or without, or honours alone, and at most one
    chow.
3.2a | Four Winds American Modern, 3.2; Four Winds, preset | win.limits
    Special hands are free of both limits, of the one on suits as far as they need it.
3.3 | Four Winds, questions | definition
    Chows and suits may be collected and claimed at will; only going out with too many of them is a
    fault.
3.4 | Four Winds, questions | definition
    Tiles in a row that an irregular hand asks for are no chow; a chow claimed for it is one.
3.5 | Four Winds American Modern, 3.2 | score.item
    A set is concealed when the player drew all of it; one that a discard finished is melded, the
    last one too.

4 | A turn, claims and kongs
4.1 | Four Winds American Modern, 3.3 | turn.seat
    East begins; turns pass counter-clockwise, to the right.
4.1a | Four Winds American Modern, 3.3 | turn.size
    A turn takes one tile and ends with one discard; East, who holds fourteen, begins without
    drawing.
4.2 | Four Winds American Modern, 3.3 | discard.held
    Any tile of the hand may be discarded; a declared set stays.
4.2a | our reading | discard.drawn
    What a record says of a discard, that it was the drawn tile or was not, is so.
4.2b | Four Winds American Modern, 3.3 and 3.4 | not recordable
    Discards are mixed in the middle, and nobody marks who gave the tile of a set; a record keeps it
    all the same.
4.2c | our reading | discard.open
    Discards lie open.
4.3 | Four Winds American Modern, 3.3 | claim.latest
    The latest discard may be claimed for a win, a kong, a pung or a chow; once passed over it is
    dead.
4.3a | Four Winds American Modern, 3.4 | claim.held
    The claimer lays down the tiles that make a set with it: three alike, four alike, or three in a
    row of a suit, 9 and 1 being no neighbours.
    Short: The claimer lays down tiles that make a set with the claimed one: three alike, four
    alike, or a row of one suit.
4.3b | Four Winds American Modern, 3.4 and 3.4.1 | claim.chow
    Only the player next in turn claims a chow; a chow that completes a hand is a win and open to
    all.
4.3c | Four Winds American Modern, 3.4; Four Winds, preset | claim.nearest
    Of several who would win on a discard, the first in turn after the discarder does; there is one
    winner.
4.4 | Four Winds American Modern, 3.4 | not recordable
    A win goes before a kong, a kong before a pung, a pung before a chow.
4.5 | Four Winds American Modern, 3.6 | definition
    The last discard may be claimed for a set as well.
4.6 | Four Winds American Modern, 3.4.3.1 | claim.held
    A claimed kong takes three tiles of the hand and the discard, and then a replacement.
4.7 | Four Winds American Modern, 3.4.3.2 | kong.held kong.no_promote
    A claimed pung becomes a kong with the fourth tile from one's own hand, in any turn of one's
    own; never with a discard.
4.8 | Four Winds American Modern, 3.4.3.3 | kong.held turn.size
    Four alike of one's own hand are declared as a concealed kong, in any turn of one's own, one
    that began with a claim too.
4.8a | Four Winds American Modern, 3.4.3.3 | score.item score.losers
    Four alike that are not declared are no kong; in a hand that has not won they are a concealed
    pung.
4.8b | our reading | kong.limit
    A kong is declared only while there is a tile to replace it.
4.9 | Four Winds American Modern, 3.4.1 and 3.4.2 | definition
    Chows and pungs of one's own hand stay in it undeclared.

5 | Going out
5.1 | Four Winds American Modern, 3.5 | win.tile
    One goes out on a drawn tile, on a replacement, or on any discard; letting one pass costs
    nothing.
5.2 | Four Winds American Modern, 3.5 and 3.5.1 | win.rob
    Robbing a kong added to a pung is usually not played; where it is, the one who declared counts
    as discarder.
    Reading: it is not played (robbing_kong)
5.3 | Four Winds American Modern, 3.5.1 | win.rob
    A kong is robbed before its replacement is taken; one taken too soon goes back, unless it is a
    bonus tile, makes a kong or wins: then nothing is robbed.
    Short: A kong is robbed before its replacement is taken; a replacement taken too soon usually
    goes back.
5.4 | our reading | win.line* show.hand*
    What the sheet tells of the win is what the play tells: who won, on which tile, from whom, with
    which hand.
5.5 | our reading | tenpai.differs*
    Who is said to be one tile from winning is so, by the tiles held.

6 | The end of a deal and of the game
6.1 | Four Winds American Modern, 3.6 | wall.exhausted abort.none
    The deal is a draw when the player in turn finds nothing to draw, and nobody has claimed the
    last discard.
6.1a | Four Winds American Modern, 3.6 | pay.draw*
    In a draw no hand is counted and nobody pays.
6.2 | Four Winds American Modern, 3.3 and 3.6 | next.dealer*
    East deals again after winning and after a draw; otherwise the deal passes to the right.
6.3 | Four Winds American Modern, 3.3 | next.round* next.end*
    A game has four rounds, East, South, West, North; a round is over when its first dealer would
    deal again, having lost the deal.
6.3a | our reading | next.dealer next.round next.end
    What a sheet says of the next deal holds for it, and numbers count the deals one by one.
6.4 | Four Winds American Modern, 3.3; Four Winds, preset | score.chain
    Everybody begins with 10,000 points; 40,000 are at the table at all times.
6.4a | Four Winds American Modern, 3.3 | pay.zero*
    Points only change hands, the kitty among them.
6.4b | our reading | net.differs*
    What a deal changes is what its payments add up to.
6.4c | our reading | score.chain*
    The points after a deal are the points before it and what it changed.
6.4d | Four Winds American Modern, 3.3 | next.rank*
    The highest total after the last deal wins.

7 | Points
7.1 | Four Winds, help and preset | score.total* score.limit*
    A hand counts its points, doubled as often as it has doubles, and at most the limit.
    Reading: the limit of 500 cuts the winner's count; nothing is rounded (limit)
7.2 | classical; the page is lost | score.item score.losers
    Pungs of simples have 2 points, concealed 4; of terminals and honours twice as many; kongs four
    times as many as pungs; chows none.
    Reading: the preset says no more than standard; this is the common table (point_table)
7.3 | Four Winds, preset; classical | score.item
    A pair of dragons, of one's own wind or of the round's wind has 2 points, one that is both 4; a
    pair of terminals or of another wind has 2 as well.
    Reading: the 2 points of any wind are not added to those of one's own or the round's
    (pair_points)
    Short: Pairs of dragons, terminals and winds have 2 points; a pair of one's own wind that is the
    round's wind too has 4.
7.4 | Four Winds, help | score.item
    Going out has 20 points.
7.4a | Four Winds, help | score.item
    Drawing the winning tile oneself has no points, nor has a wait for a single chow; on others the
    page is lost.
    Reading: nothing for a pair, a replacement, the last tile or the last discard either
    (winning_extras)
7.5 | Four Winds, preset | score.item
    Each flower and season has 4 points.
7.5a | Four Winds, preset; our reading | score.item
    One's own flower and one's own season double once each, those of the round once each; what is
    both does both.
7.5b | Four Winds, preset, where the page breaks off | score.item
    A bouquet counts 1,000.
    Reading: all four flowers or all four seasons, for the winner, in place of everything else
    (bouquet)
7.6 | classical; the page is lost | score.item*
    One double each: a set of dragons, of one's own wind, of the round's wind; three concealed pungs
    or kongs; two sets of dragons and a pair of them; one suit with honours; no chow; nothing but
    terminals and honours. One suit without honours doubles three times.
    Reading: these, none of them left out for another; honours alone are of no suit (double_table)
    Short: A hand doubles once for each pattern of the list, and three times for one suit without
    honours.
7.7 | Four Winds, help | score.item score.total
    What is given in points that reach the limit replaces everything else; the best counts, and no
    limit cuts it.
7.8 | Four Winds, preset and help | score.losers*
    The hands that have not won are counted too, without the points for going out.
    Reading: with the doubles of sets and bonus tiles, not those of a whole hand (loser_doubles)
7.8a | Four Winds American Modern, 3.4.3.3; our reading | score.losers
    In a hand that has not won three or four alike are a pung and two alike a pair; jokers help
    where they help most.
    Reading: all pairs count (loser_pairs)
7.9 | our reading | score.losers
    A special hand that only waits for its last tile counts like any other hand.
    Reading: its sets and pairs alone (loser_special)
7.10 | Four Winds, help, on this very rule set | pay.seats
    Among the losers the limit cuts the difference of two counts, not the counts, and before East's
    double.
    Reading: so (limit_losers)
7.11 | Four Winds, introduction and help | score.item
    Over fifty special hands are played, each with points of its own; the page with the values is
    lost.
7.11a | Four Winds, help | win.shape win.limits score.item
    Four of them are confirmed: jade, pearl, ruby and great snake; of others the definition is left.
    Reading: the confirmed ones win; what they are worth, and which others win, the record says
    (special_hands)
7.11b | Four Winds, help | score.item
    The great snake counts twice when nothing of it is melded.
7.11c | Four Winds, introduction: over fifty special hands | win.shape win.limits score.item
    A table may play special hands of which no definition is left.
    Reading: where the record gives `other` a value (special_hands), any fourteen tiles may be one,
    and nobody can tell whether they are

8 | Exchanges, the kitty and penalties
8.1 | Four Winds, options and preset | deal.exchange
    In a Charleston three tiles are exchanged three times: East with West and South with North, East
    with South and West with North, East with North and West with South.
    Reading: in every deal, after the bonus tiles and before East's first discard (charleston)
    Short: In a Charleston everybody exchanges three tiles with each of the others: first the player
    opposite, then one neighbour, then the other.
8.1a | Four Winds, options | deal.exchange
    No joker is passed, in a Ding Dong neither.
8.1b | our reading | deal.exchange
    A Charleston once begun has all its passes.
8.1c | Four Winds, options | not recordable
    Some pass tiles on without looking at them.
8.2 | Four Winds, options and preset; our reading | deal.exchange
    In a Ding Dong, asked for by East in its own turn, each player passes one tile to each of the
    others, all at the same time.
    Reading: at most three times in a deal (ding_dong_max)
    Short: In a Ding Dong, which East asks for in East's own turn, everybody passes one tile to each
    of the others at once.
8.3 | Four Winds, options | pay.pool*
    In each deal everybody puts 100 into a kitty, after all doubling; a winner without a chow takes
    it, else it grows.
    Reading: there is no kitty (kitty)
8.4 | Four Winds, options, where the page breaks off |
    A goulash may follow on a draw.
    Reading: none is played (goulash)
8.5 | Four Winds, help | pay.penalty*
    Who goes out by mistake pays for it, without East's double; the price is not known.
    Reading: the record names it (false_win)

9 | Jokers
9.1 | Four Winds, help on other rule sets; our reading | claim.chow
    A joker stands for any tile but a bonus tile; a hand has at most four alike with them.
    Reading: in chows, pairs and as a single tile too (jokers_in_chows, jokers_in_pairs,
    four_identical)
9.2 | our reading | definition
    In a declared set a joker stays what it was laid down for, and is not exchanged.
9.3 | our reading | joker.named
    The record names the tile that each declared joker stands for.
9.4 | Four Winds, help | score.item
    Some pay for a hand without jokers.
    Reading: nobody does (no_joker_points)
9.5 | our reading | joker.dead
    A discarded joker is taken by nobody.
    Reading: it is dead at once (discarded_joker)

10 | Payment
10.1 | Four Winds, preset and help | pay.seats*
    Each loser pays the winner the winner's count, whoever discarded; East pays and gets double.
10.2 | Four Winds, help and the classical payment examples | pay.seats
    Each two losers settle the difference of their counts, double if one of them is East.
10.3 | our reading | definition
    A sentence of the introduction that a self-drawn win is paid double describes another American
    game.
""",
    SOURCES,
)
