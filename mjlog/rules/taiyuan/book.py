"""The rulebook of Taiyuan Four Pillars 立四: each rule is a numbered sentence in our own words.

The clauses, items and payments of `mjlog.rules.taiyuan` cite these numbers. Each sentence names its
source. If the source is silent or contradicts itself, the sentence says what is open, and `reading`
has our answer with the option that gives other answers.
"""

from __future__ import annotations

from typing import Final

from mjlog.rules.shared.rulebook_text import rulebook
from mjlog.rules.shared.sources import (
    FAMILY_FORM,
    OUR_READING,
    REGIONAL_SHEET,
    TAIYUAN_GUIDE,
)

SOURCES: Final = (
    TAIYUAN_GUIDE,
    REGIONAL_SHEET,
    FAMILY_FORM,
    OUR_READING,
)

BOOK: Final = rulebook(
    """
1 | Equipment, points, bookkeeping
1.1 | Taiyuan guide, Tiles to Play | deal.copies wall.set
    The set is 136 tiles, four each of 27 suit tiles, four winds and three dragons.
1.2 | Taiyuan guide, Tiles to Play; our reading | deal.copies
    Flowers, seasons and jokers are left in the box, even where the source mentions them in passing.
1.2a | Taiyuan guide, because it mentions none | bonus.none dora.none deal.exchange
    Nothing is set aside, turned up as an indicator or passed from hand to hand.
1.3 | Taiyuan guide, Initial Points | next.end*
    Before play the table agrees on the points to start with, the length of the game and the stake.
    Reading: 100 points each, no limit of deals, points may fall below zero (start_points,
    max_hands, allow_negative)
1.4 | our reading | pay.zero*
    Points only change hands: what a deal gives to some it takes from others.
1.4a | our reading | net.differs*
    What the sheet says a deal changes is what its payments add up to.
1.4b | our reading | score.chain*
    The points after a deal are the points before it and what the deal changed.
1.4c | our reading | next.rank*
    At the end players rank by their points.
1.5 | Taiyuan guide, Point Value Table | definition
    No wind earns a point, be it the seat's or the round's.

2 | Dealer and rotation
2.1 | Taiyuan guide, Determining the Dealer | not recordable
    Dice choose the first dealer.
2.2 | Taiyuan guide, Basic Rules | turn.seat
    The turn passes to the right, counter-clockwise.
2.3 | Taiyuan guide, Determining the Dealer; regional sheet | next.dealer* next.round*
    A dealer who wins deals again; when another wins, the player to the dealer's right deals next.
2.4 | Taiyuan guide, Determining the Dealer and End of the Game; regional sheet
      | next.dealer next.round
    After a washout the dealer deals again, unless anybody declared a kong in that deal: then the
    deal passes.
2.5 | our reading | next.dealer next.round next.end
    What a sheet says of the next deal holds for it, and numbers count the deals one by one.

3 | The wall
3.1 | Taiyuan guide, Setting Up the Wall | not recordable
    Every player builds a wall of seventeen stacks, two tiles high.
3.2 | Taiyuan guide, Breaking the Wall | deal.break
    The dice point out the wall to break and the stack to break it at.
    Reading: two dice; their sum counts the walls counter-clockwise from the dealer's own, and as
    many stacks from that wall's right end stay behind; the source counts so, but its example of a
    seven ends at the left wall, where the count ends across (dice, break_count)
3.3 | Taiyuan guide, Breaking the Wall and End of the Game | wall.exhausted
    The fourteen tiles at the back of the wall are dead: play ends before them.
3.4 | Taiyuan guide, Breaking the Wall | wall.front
    Tiles are drawn from the front of the wall.
3.4a | regional sheet; family form | wall.replacement
    A kong's replacement tile comes from one end of the wall.
    Reading: from the back (kong_draw_from)
3.4b | our reading | wall.exhausted
    Each replacement moves the border of the dead wall, or does not.
    Reading: fourteen tiles stay dead, so a kong costs the live wall a tile (dead_wall_replenished)
3.5 | our reading | definition
    After the deal 53 tiles are out, 69 are live, 14 are dead.

4 | The deal and the four pillars
4.1 | Taiyuan guide, Dealing the Hand | deal.size
    The dealer begins with fourteen tiles, the others with thirteen.
4.2 | Taiyuan guide, The Four Pillars; regional sheet | deal.shelf
    The first four tiles a player is dealt are that player's pillars.
4.3 | Taiyuan guide, The Four Pillars | not recordable
    Pillars stand before the hand, known to their owner, only backs to the others.
4.4 | Taiyuan guide, Dealing the Hand | deal.order
    Tiles are dealt in blocks of four, three times round from the dealer, then singly.
    Reading: the dealer takes the two extra tiles at once, then each of the others takes one
    (dealer_extra)

5 | A turn
5.1 | Taiyuan guide, Basic Rules | turn.size
    A turn takes a tile and ends with a discard: thirteen tiles rest in the hand, a set counted
    three.
5.1a | Taiyuan guide, Basic Rules | discard.held
    A player discards a tile that is in the hand.
5.2 | our reading; regional sheet | discard.drawn discard.twin
    A drawn tile joins the main hand; it never becomes a pillar.
5.3 | Taiyuan guide, Discarding Tiles; regional sheet | discard.zone
    Until Ting, only tiles of the main hand may be discarded, never a pillar.
5.4 | Taiyuan guide, Arranging Called and Discard Tiles | discard.open
    Discards lie open before their player, six to a row, in order.
5.5 | Taiyuan guide, Getting a Tile | claim.latest
    Only the tile just discarded can be claimed; once the next tile is drawn it is dead.
5.5a | our reading | claim.last_discard
    The last discard before the dead wall can be claimed, or only won on.
    Reading: pung and win, but no kong, for which no replacement is left (last_discard_claims)

6 | Claims and kongs
6.1 | Taiyuan guide, Calling Tiles; regional sheet; family form | claim.chow
    A discard never completes a chow, except to win.
6.2 | Taiyuan guide, Calling Tiles | claim.held
    Two like tiles of one's own and anybody's discard make a pung; its caller discards next.
6.3 | Taiyuan guide, Calling Tiles | claim.held
    Three like tiles of one's own and anybody's discard make a kong; a replacement tile follows.
6.4 | Taiyuan guide, Arranging Your Tiles | kong.no_promote
    A discard cannot turn a pung already laid down into a kong.
6.5 | Taiyuan guide, Arranging Your Tiles | kong.source kong.held
    On one's own turn the fourth tile may be added to a claimed pung; a replacement tile follows.
    Reading: only the tile drawn in that turn may be added (added_kong_source)
6.6 | Taiyuan guide, Arranging Your Tiles | kong.held
    Four like tiles, none of them claimed, may be declared a concealed kong on one's own turn.
6.6a | Taiyuan guide, Arranging Your Tiles | kong.undeclared*
    Four like tiles that were never declared are no kong and earn nothing.
6.6b | our reading | kong.after_claim
    In the turn of a pung claim a concealed kong may be declared, or may not.
    Reading: it may (kong_after_claim)
6.6c | Taiyuan guide, Arranging Your Tiles and Arranging Called and Discard Tiles |
    A concealed kong lies with two tiles open, or shows nothing of its kind.
    Reading: the two inner tiles are open and everybody knows the kind (concealed_kong_public)
6.6d | our reading | kong.limit
    A kong is declared only while a replacement tile is left.
    Reading: no kong once the live wall is empty (kong_on_last_tile)
6.7 | Taiyuan guide, Getting a Tile | show.hand
    A set once laid down stays as it is, but for the tile added to a pung.
6.8 | Taiyuan guide, FAQ; regional sheet | not recordable
    A win takes a discard before any pung or kong.
6.9 | Taiyuan guide, FAQ and Winning | claim.nearest
    When one discard completes several hands, only the player who would have drawn soonest wins.
6.10 | Taiyuan guide, Declaring a Ready Hand; regional sheet | claim.locked
    A player in Ting claims nothing but the win.
6.10a | Taiyuan guide, Declaring a Ready Hand; regional sheet | kong.locked
    A player in Ting declares no kong of the hand either.

7 | What the pillars forbid
7.1 | Taiyuan guide, The Four Pillars; regional sheet | definition
    Pillars count for sets and pair like any other tile and may go into pungs and kongs.
7.2 | Taiyuan guide, The Four Pillars; regional sheet | claim.shelf_left
    Before Ting a call or kong must leave at least one pillar standing.
7.3 | our reading |
    A call may take the copy that stands among the pillars or the one in the main hand.
    Reading: the record marks pillar copies; unmarked, the main hand gives first (shelf_use_default)
7.4 | our reading | discard.zone
    A call must leave a tile that may be discarded: one of the main hand, or a pillar laid down as
    Ting.
7.5 | Taiyuan guide, Winning | win.pillars
    Exactly three of the winner's four pillars are in the winning hand, sets included.

8 | Ting
8.1 | Taiyuan guide, Declaring a Ready Hand; regional sheet | ready.shelf
    Ting is declared on one's own turn by laying one standing pillar face down.
8.1a | Taiyuan guide, Declaring a Ready Hand | ready.tenpai
    The tiles that stay after the Ting discard must be one tile away from a winning hand.
8.1b | our reading | ready.tenpai
    The tile a Ting hand waits for may have run out.
    Reading: some awaited kind must be one of which the player does not hold all four
    (ting_wait_check)
8.2 | Taiyuan guide, Declaring a Ready Hand | definition
    A hand with pungs and kongs laid down may declare Ting.
8.3 | regional sheet | claim.latest win.tile
    The pillar laid face down is claimed by nobody.
    Reading: neither for a set nor for a win (ting_tile_claimable)
8.4 | Taiyuan guide, Declaring a Ready Hand; regional sheet | discard.locked
    After Ting the hand is closed: a drawn tile wins or is discarded at once.
8.4a | Taiyuan guide, Declaring a Ready Hand | ready.once
    Ting is declared once in a deal.
8.5 | Taiyuan guide, Winning | win.ready
    Nobody wins who has not declared Ting.
8.6 | Taiyuan guide, How to Declare, Declaring a Ready Hand and Winning; regional sheet
      | win.missed win.passed*
    The first tile that completes a Ting hand must be won on; who lets it pass wins no more in that
    deal.
8.6a | our reading | win.missed
    Any tile of the wait counts as an opportunity, or none does.
    Reading: any awaited kind, discarded or drawn (missed_win)
8.7 | our reading | definition
    The dealer may declare Ting with the first discard of the deal.
8.8 | Taiyuan guide, Point Value Table | ready.line*
    A player is ready from the moment of Ting, and not before, for all that is paid.
8.8a | our reading | pay.seats
    A player who let a win pass may still count as ready.
    Reading: still ready (dead_player_ready)

9 | Winning and the end of a deal
9.1 | Taiyuan guide, Winning | win.shape
    A winning hand is four sets and a pair; no irregular hand wins.
9.1a | our reading | show.hand*
    The hand laid open is the hand that was held.
9.1b | our reading | tenpai.differs*
    Who is said to be one tile from winning is so, by the tiles held.
9.2 | Taiyuan guide, Winning | win.tile win.line*
    One wins on the tile one drew or on another's discard.
9.3 | our reading; regional sheet | win.rob
    The tile added to a pung may be robbed by a player who waits for it, or may not.
    Reading: no robbing, and none is missed by it (robbing_kong)
9.4 | Taiyuan guide, End of the Game | pay.draw*
    When the live wall is used up and nobody has won, the deal is a washout and nobody pays.
9.4a | Taiyuan guide, End of the Game | wall.exhausted abort.none
    A deal ends with a win or, the live wall used up, with a washout.
9.5 | Taiyuan guide, Point Value Table; regional sheet; family form | score.item
    Kongs earn points for the winner alone.
9.6 | our reading | pay.penalty*
    A false win, a false Ting or a wrong number of tiles has no price in the source.
    Reading: no price: a ruling decides (false_win)

10 | Points and payment
10.1 | Taiyuan guide, Point Value Table | score.total* score.item*
    The hand value is the sum of the items below.
10.1a | Taiyuan guide, Point Value Table | score.item
    Basic: every winning hand, 1.
10.1b | Taiyuan guide, Point Value Table | score.item
    Missing suit: tiles of exactly two of the three suits, 1.
    Reading: a hand without any suit does not earn it (missing_suit_zero)
10.1c | Taiyuan guide, Point Value Table | score.item
    Middle: the winning tile fills the gap of a chow, 1.
10.1d | Taiyuan guide, Point Value Table | score.item
    Edge: the winning tile is the 3 of 1-2-3 or the 7 of 7-8-9, 1.
10.1e | Taiyuan guide, Point Value Table | score.item
    Single: the winning tile makes the pair, or was the only one that could win, 1.
10.1f | Taiyuan guide, Point Value Table | score.item
    Dealer: the winner is the dealer, 1.
10.1g | Taiyuan guide, Point Value Table; regional sheet | score.item
    Dragon: the chows 1-2-3, 4-5-6 and 7-8-9 of one suit, 20.
    Reading: 20 for the straight and nothing for a pure suit (dragon_points, pure_suit_points)
10.2 | Taiyuan guide, Point Value Table; family form | score.item score.total
    Kong points: 1 for each claimed or added kong, 2 for each concealed one.
10.3 | our reading; regional sheet | score.item
    Middle, edge and single may add up, and may need a wait for one kind only.
    Reading: one point at most, for any reading of the hand that earns it, though the source's three
    rows, read literally, add up (wait_scoring)
10.4 | Taiyuan guide, Payout Calculation | pay.seats*
    On a discard: pay = (hand value + kong points) × multiplier + penalty; multiplier 1 ready, 3 not
    ready; penalty 0 ready, 2 not ready, 4 not ready and dealer.
    Short: On a discard a ready player pays hand value and kong points; one who is not ready pays
    them three times, and a penalty.
10.4a | Taiyuan guide, Payout Calculation | pay.seats
    Self-drawn: pay = hand value × multiplier + kong points + penalty; multiplier 2 ready, 3 not
    ready; the penalties are the same.
    Reading: each opponent by his own state (selfdraw_nonready)
    Short: For a self-draw a ready player pays the hand value twice, another three times; kong
    points and any penalty are added.
10.4b | Taiyuan guide, Point Value Table | pay.seats
    A dealer who pays, pays a point more.
    Reading: the point is part of the hand value (dealer_loss_point); where another player pays
    for all, it is not charged (dealer_point_under_bao)
10.4c | Taiyuan guide, Payout Calculation and Point Value Table | pay.seats
    The higher penalty looks at one player's being the dealer.
    Reading: at the payer (nonready_bonus_dealer)
10.5 | Taiyuan guide, Payout Calculation | pay.seats
    A self-drawn win is paid by all three opponents.
10.5a | Taiyuan guide, Payout Calculation and Point Value Table; regional sheet; family form
      | pay.seats
    A win on a discard is paid by the discarder or by more players.
    Reading: a discarder who is not ready pays alone; for one who is ready all three pay the ready
    price (discard_payers)
10.6 | Taiyuan guide, Payout Calculation and Point Value Table | pay.seats
    On a discard the multiplier takes the kong points along, or leaves them out.
    Reading: it takes them along (kong_in_discard_multiplier)
10.7 | regional sheet | pay.seats
    The regional sheet counts otherwise: unique waits only, a pure suit and a straight 10 each, and
    a discarder who is not ready pays three shares and a fine.
    Reading: kept apart as a preset (preset=regional)
""",
    SOURCES,
)
