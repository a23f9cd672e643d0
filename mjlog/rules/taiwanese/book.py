"""The rulebook of Taiwanese 16-tile mahjong: each rule is a numbered sentence in our own words.

Each sentence names its source. The values of patterns are in `mjlog.rules.taiwanese.tai`. If the
sources are silent or disagree, `reading` has our answer and the option that gives other answers. A
value with only one source says so.
"""

from __future__ import annotations

from typing import Final

from mjlog.rules.shared.rulebook_text import rulebook
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
)

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

BOOK: Final = rulebook(
    """
1 | Tiles
1.1 | Four Winds, rules01 | deal.copies wall.set
    The set has four each of 27 suit tiles, four winds and three dragons, and bonus tiles, one of
    each.
1.2 | Four Winds, rules01; Four Winds Taiwanese | bonus.none
    Bonus tiles are four flowers and four seasons, or the flowers alone, or left in the box.
    Reading: all eight, 144 tiles in all; without bonus tiles nobody earns anything for having none
    (bonus_tiles)
1.3 | Four Winds Taiwanese; Mahjong Time rules | bonus.tile bonus.unused
    A bonus tile is never part of a set; only bonus tiles are set out.
1.4 | Four Winds, rules01; Mahjong Club | definition
    Every bonus tile is worth the same, whatever its wind.
1.5 | Four Winds Taiwanese; Mahjong Time rules, by what they leave out | dora.none deal.exchange
    No tile is turned up as an indicator or passed from hand to hand.

2 | Seats and the length of the game
2.1 | Four Winds Taiwanese | deal.seating
    Dice choose a temporary East; the wind that each player draws is its seat; East's last throw
    finds the first dealer.
2.2 | Four Winds Taiwanese | definition
    Players keep their places; the winds pass on.
2.3 | Four Winds Taiwanese | next.round* next.end*
    A game has sixteen deals, four rounds of four, and one more for each that East wins and each
    draw.
2.4 | our reading | next.dealer next.round next.end
    What a sheet says of the next deal holds for it, and numbers count the deals one by one.

3 | The wall
3.1 | Four Winds Taiwanese | not recordable
    Everybody builds eighteen stacks of two; without seasons two players build seventeen, without
    bonus tiles all.
3.2 | Four Winds Taiwanese | deal.break
    East throws two dice; their sum counts the walls from East's own and the stacks from that wall's
    right end.
3.2a | Four Winds Taiwanese | deal.break
    In the very first deal some break East's own wall at the last throw for the seats.
    Reading: a throw of its own (first_break)
3.3 | Four Winds Taiwanese | wall.front wall.exhausted
    The eight stacks to the right of the break are dead; tiles are drawn from its left on until
    sixteen are left.
3.4 | Four Winds Taiwanese; Mahjong Time rules | wall.replacement
    A replacement for a kong or a bonus tile is taken from the dead wall, one for each.
3.5 | Four Winds Taiwanese | definition
    The dead wall is kept at sixteen from the tail of the live wall, so that each replacement costs
    it a tile.
3.6 | Four Winds Taiwanese; our reading | wall.replacement
    Replacements begin beside the break.
    Reading: stack by stack, the upper tile before the lower (replacement_order)
3.7 | Four Winds Taiwanese | definition
    After the deal 63 tiles are live, without seasons 59, without bonus tiles 55.

4 | The deal
4.1 | Four Winds Taiwanese | deal.size deal.shelf deal.order
    Tiles are taken by two stacks in turn, four times, and East takes one more: sixteen each,
    seventeen for East.
4.2 | Four Winds Taiwanese | deal.bonus_order
    Before play East sets out and replaces every bonus tile held, then South, West and North, and so
    again until nobody holds one.
4.3 | Mahjong Time rules | bonus.held bonus.shown turn.seat
    In play a bonus tile drawn is set out and replaced at once.

5 | Turns, claims, kongs
5.1 | Mahjong Time rules | turn.seat
    East begins; play passes counter-clockwise.
5.1a | Mahjong Time rules | turn.size
    A turn takes a tile and ends with a discard: sixteen tiles rest in the hand, a set counted
    three.
5.1b | Mahjong Time rules | discard.held discard.drawn
    A player discards a tile of the hand.
5.1c | our reading | discard.open
    Discards lie open.
5.2 | Mahjong Time rules; Four Winds American Modern; the Mahjong Time restatement
      | claim.latest claim.held
    The latest discard may be claimed with two or three tiles of one's own to make a set.
5.2a | Four Winds American Modern; the Mahjong Time restatement | claim.chow
    Only the next player in turn claims a chow, but for the win.
5.3 | Four Winds American Modern; the Mahjong Time restatement | not recordable
    A win goes before a kong, a kong before a pung, a pung before a chow.
5.4 | Mahjong Time rules; the Mahjong Time restatement | claim.nearest
    Several players may win on one tile.
    Reading: all of them do (multi_win)
5.5 | Four Winds American Modern | definition
    Chows do not run from nine to one.
5.6 | Four Winds American Modern | kong.held kong.no_promote
    A kong is claimed with three of one's own, declared of four of one's own, or promoted from a
    claimed pung with a tile of one's own, never with a discard.
    Short: A kong is a discard claimed with three like tiles, four like tiles of the hand, or one's
    own tile added to a pung.
5.7 | Four Winds American Modern; Four Winds Taiwanese | definition
    Any turn of one's own is good for a kong, the turn of a claim, too; a replacement follows.
5.7a | Four Winds American Modern; Mahjong Time scoring, second page; our reading | kong.limit
    A kong may be declared when no live tile is left to fill up the dead wall.
    Reading: it may: the last discard makes any set, and a kong of the last tile can be robbed
    (kong_on_last_tile)
5.8 | Four Winds American Modern; Mahjong Time scoring, second page | win.rob
    The tile that promotes a pung may be robbed to win, and who promoted counts as its discarder; no
    other kong is robbed.
5.9 | Four Winds American Modern | win.rob
    A replacement taken before the robbing is put back; if it was a bonus tile, made another kong or
    won, nobody robs.
5.10 | Four Winds American Modern | ready.none ready.original
    No declaration of readiness is needed.
    Reading: nor is there one, unless the original hand must be declared (orig_declared)

6 | Missed wins
6.1 | Mahjong Time rules; Four Winds, rules04 | win.missed
    Who lets a winning discard pass may not win on that tile, drawn or discarded, before a discard
    of one's own.
    Reading: on tiles of the same kind (missed_win_scope)
6.2 | Mahjong Time rules | definition
    A missed tile may be claimed for a set.

7 | Winning hands
7.1 | Mahjong Time rules; the Mahjong Time restatement; Four Winds, sc14 | win.shape
    A winning hand is five sets and a pair, or seven pairs and a triplet with nothing claimed before
    the win.
7.2 | the Mahjong Time restatement; Four Winds, sc14 | definition
    The seven pairs may be alike; the triplet may be completed by the win.
7.3 | Mahjong Club; the Mahjong Time restatement | definition
    All eight bonus tiles win by themselves; so do seven when another player draws the eighth.
7.4 | the Mahjong Time restatement; Mahjong Wikidot | win.least*
    A winning hand needs no tai, or so many.
    Reading: none (minimum)

8 | The end of a deal
8.1 | Four Winds American Modern | wall.exhausted abort.none
    A deal is drawn when the next player cannot draw; the last discard may still be claimed, and who
    makes a set of it discards in turn.
    Short: A deal is drawn when the next player has no tile to draw; the last discard may still be
    claimed.
8.2 | Four Winds American Modern | pay.draw*
    Nobody pays after a draw.
8.3 | Four Winds Taiwanese; Mahjong Time rules; the Mahjong Time restatement | next.dealer*
    East deals again after winning, alone or with others, and after a draw; otherwise the deal
    passes on.
8.4 | Mahjong Time rules | definition
    After a faulty win the deal passes on.
8.5 | Mahjong Time rules; Four Winds American Modern | win.tile win.line* show.hand*
    One wins on the dealt hand, on the tile drawn, or on the tile another player has just put down;
    the hand laid open is the hand that was held.
    Short: One wins on the dealt hand, on the drawn tile or on the latest tile of another player,
    and shows the hand held.
8.6 | our reading | tenpai.differs*
    Who is said to be one tile from winning is so, by the tiles held.

9 | Tai, the large scale
9.1 | Mahjong Time rules; association chart |
    Two scales are in use.
    Reading: the large one, of this section; the other is section 12 (tai_table)
9.2 | Mahjong Time scoring; the Mahjong Time restatement | score.item* score.total*
    A hand is worth the sum of its patterns, its tiles arranged for the best.
9.3 | Mahjong Time scoring, second page; the Mahjong Time restatement; Four Winds, logic
      | score.implied*
    A pattern that another implies is not paid; of a series only the highest is.
    Reading: whatever is contained in another by logic earns nothing: sets of winds and dragons
    beside their groups, no honours beside one suit, pung and concealed hand beside five concealed
    triplets, the original hand, early win and concealed hand beside heaven and earth; self-drawn
    stays (imply)
9.4 | Mahjong Time rules |
    A set that the winning discard completes is melded.
    Reading: for concealed triplets and for the straight, too (winning_discard_concealed)
9.5 | Mahjong Club; the Mahjong Time restatement |
    There is no limit, or one is agreed.
    Reading: none; one that is set cuts the hand before the bonuses (limit, limit_scope)
9.10 | Mahjong Club; the Mahjong Time restatement | score.item
    Each flower and each season: 1.
9.11 | Mahjong Club; the Mahjong Time restatement | score.item
    No flower and no season: 1.
9.12 | Mahjong Club; the Mahjong Time restatement | score.item
    All eight flowers and seasons: a win by itself for 30, whatever else the hand holds.
9.13 | Mahjong Club; the Mahjong Time restatement | score.item
    Seven bonus tiles and the eighth robbed from who drew it: a win by itself for 20.
9.14 | Mahjong Club; the Mahjong Time restatement | score.item
    A pung or kong of dragons or of any wind, each: 1.
9.15 | Mahjong Club; the Mahjong Time restatement | score.item
    A claimed or promoted kong, each: 1.
9.16 | Mahjong Club; the Mahjong Time restatement | score.item
    A concealed kong, each: 2.
9.17 | the Mahjong Time restatement; Mahjong Club | score.item
    Straight: the chows 1-2-3, 4-5-6 and 7-8-9 of one suit, 5, and 10 in the better case.
    Reading: 10 with all three chows concealed (straight_high)
9.18 | Mahjong Club; the Mahjong Time restatement | score.item
    Two concealed triplets, concealed kongs among them: 2.
9.18a | Mahjong Club; the Mahjong Time restatement | score.item
    Three concealed triplets: 5.
9.18b | Mahjong Club; the Mahjong Time restatement | score.item
    Four concealed triplets: 15.
9.18c | Mahjong Club; the Mahjong Time restatement | score.item
    Five concealed triplets: 40.
9.19 | Mahjong Club; the Mahjong Time restatement | score.item
    Little three dragons, two sets and the pair: 15.
9.20 | the Mahjong Time restatement; the Mahjong Time restatement, value of a single source
      | score.item
    Three great scholars, three sets of dragons: 30.
9.21 | Mahjong Club; the Mahjong Time restatement | score.item
    Little three winds, two sets and the pair: 5.
9.22 | Mahjong Club; the Mahjong Time restatement | score.item
    Big three winds, three sets: 15.
9.23 | the Mahjong Time restatement; the Mahjong Time restatement, value of a single source
      | score.item
    Little four winds, three sets and the pair: 30.
9.24 | the Mahjong Time restatement; the Mahjong Time restatement, value of a single source
      | score.item
    Big four winds, four sets: 40.
9.25 | Mahjong Club; Four Winds, sc09; the Mahjong Time restatement | score.item
    Exposed hand: every set melded, waiting for the pair, 10.
    Reading: on a self-draw, too, and not with a concealed kong (exposed_requires_discard,
    exposed_kongs)
9.26 | the Mahjong Time restatement; Mahjong Wikidot | score.item
    Concealed hand: nothing claimed before, won on a discard, 1.
9.27 | the Mahjong Time restatement; the Mahjong Time restatement, value of a single source
      | score.item
    Fully concealed hand: nothing claimed, self-drawn, 3.
9.28 | the Mahjong Time restatement; the Mahjong Time restatement, value of a single source
      | score.item
    Chow hand, five chows: 3.
9.29 | the Mahjong Time restatement; the Mahjong Time restatement, value of a single source
      | score.item
    Chow hand without honours and bonus tiles: 10.
9.30 | the Mahjong Time restatement; the Mahjong Time restatement, value of a single source
      | score.item
    Pung hand, no chow: 10.
9.31 | the Mahjong Time restatement; Mahjong Wikidot | score.item
    No honours: 1.
9.32 | the Mahjong Time restatement; Mahjong Wikidot | score.item
    No honours and no bonus tiles: 3.
9.33 | the Mahjong Time restatement; the Mahjong Time restatement, value of a single source
      | score.item
    One suit and honours: 10.
9.34 | the Mahjong Time restatement; Four Winds, rules05 as another reader gives it | score.item
    One suit only: 40.
9.35 | the Mahjong Time restatement; the Mahjong Time restatement, value of a single source
      | score.item
    Seven pairs and a triplet: 30.
9.40 | Mahjong Time scoring, second page; Four Winds, sc09; the Mahjong Time restatement
      | score.item
    Winning: 2.
9.40a | Mahjong Time scoring, second page; Four Winds, sc09; the Mahjong Time restatement
      | score.item
    Self-drawn last tile: 1.
9.41 | Mahjong Time scoring, second page; the Mahjong Time restatement | score.item
    Out on a one-chance chow, its edge or its middle: 1.
    Reading: whatever other tiles the hand waited for (wait_unique)
9.42 | Mahjong Time scoring, second page; the Mahjong Time restatement | score.item
    Out on the pair: 1.
9.43 | Mahjong Time scoring, second page | score.item
    Out on the last tile of the wall, beside self-drawn: 1.
9.44 | Mahjong Time scoring, second page | score.item
    Out by robbing a kong: 1.
9.45 | Mahjong Time scoring, second page | score.item
    Out on the last discard: 1.
9.46 | Mahjong Time scoring, second page | score.item
    Early win, six to nine discards made: 5.
    Reading: all discards count, claimed ones and the winning one, too (early_counts)
9.47 | Mahjong Time scoring, second page | score.item
    Early win, at most five discards made: 10.
9.48 | Mahjong Time scoring, second page; the Mahjong Time restatement; the Mahjong Time
      restatement, value of a single source | score.item
    Ready on the original hand, sixteen tiles as dealt: 15.
    Reading: without a declaration; replacements of dealt bonus tiles count as dealt (orig_declared)
9.49 | the Mahjong Time restatement; Four Winds, sc15; the Mahjong Time restatement, value of a
      single source | score.item
    Heaven: East wins on the dealt hand, 40.
    Reading: after replacements, too (blessing_supplements)
9.50 | the Mahjong Time restatement; Four Winds, sc15; the Mahjong Time restatement, value of a
      single source | score.item
    Earth: another wins on East's first discard, 40.
9.51 | Mahjong Time rules; our reading; our reading, value of a single source | score.item
    All honours, a limit hand in the source without a value: 40.
    Reading: 40 (tai.all_honors)
9.52 | Mahjong Time rules; our reading; our reading, value of a single source | score.item
    All terminals, a limit hand in the source without a value: 40.
    Reading: 40 (tai.all_terminals)

10 | Payment
10.1 | Four Winds, rules00; Four Winds, preset | pay.seats*
    For a self-drawn win everybody pays the hand's tai.
10.2 | Four Winds, rules00; Four Winds, preset; Mahjong Time rules | pay.seats
    For a win on a discard or a robbed kong its discarder alone pays, once; several winners are each
    paid as if alone.
10.2a | the Mahjong Time restatement | pay.seats
    A robbed eighth bonus tile is paid by one or by all.
    Reading: by the player who drew it (rob8_payer)
10.3 | Mahjong Time rules | pay.seats score.item
    East wins a bonus on top of the hand, from each loser by a self-draw, else from the discarder;
    for the winning discard East pays it.
    Reading: none; usual is one tai (dealer_bonus)
10.4 | Mahjong Time rules | pay.seats score.item
    For each deal that East has dealt on, two tai more.
    Reading: none (continued_bonus)
10.4a | Mahjong Time rules; the Mahjong Time restatement | next.counters*
    Deals are counted from East's first on.
    Reading: drawn ones, too (continued_counts_draws)
10.5 | Mahjong Time rules; Four Winds, preset | pay.seats score.item
    When another than East draws the winning tile, East pays the hand, or the bonuses besides.
    Reading: the hand alone (east_pays_bonus_on_selfdraw)
10.6 | our reading | pay.zero*
    Points only change hands.
10.7 | Mahjong Club | pay.seats
    What a tai is worth is for the table to agree on.
    Reading: one point, and nothing besides (unit, base)
10.8 | our reading | net.differs* score.chain* next.rank*
    A deal changes what its payments add up to; points go on from deal to deal, and rank the players
    at the end.
    Reading: everybody starts with nothing (start_points)

11 | Irregularities and insurance
11.1 | Mahjong Time rules | irregular.size
    Who has seen the face of a tile too many plays on with a long hand; an unseen one goes back.
11.2 | Mahjong Time rules | win.dead_hand
    Who has too few tiles plays on with a short hand; neither a long nor a short hand can win.
11.3 | Mahjong Time rules | irregular.late
    A wrong tile is put back before the discard; after it nothing is changed, and nothing is paid.
11.4 | Mahjong Time rules | irregular.late
    A discard may be changed, and a claim taken back with the discard that followed it, until
    another player has claimed or drawn.
11.5 | Mahjong Time rules | definition
    A claim for which the tiles are missing is taken back in the same way.
11.6 | Mahjong Time rules | definition
    A faulty win noticed before others lay their hands open costs nothing.
11.7 | Mahjong Time rules | pay.penalty*
    After any other faulty win the deal is abandoned: the offender pays the limit to each player,
    and twice the limit to who threw the tile.
    Reading: 16 points where no limit is set (false_out_points)
    Short: After any other faulty win the offender pays the limit to everybody, and twice the limit
    to who threw the tile.
11.8 | our reading | rule.differs*
    A ruling rests on what the turns tell.
11.9 | Mahjong Time rules |
    A discard that lets off a cannon makes its discarder pay for all losers, who do not settle among
    themselves.
    Reading: insurance is played (insurance); without the turns a ruling tells who is liable
11.10 | Mahjong Time rules | pay.seats
    One suit: four sets of it lie open, and the tile is of it; the hand wins on it, or later by
    self-draw once the tile has made the fifth set.
    Reading: a set lies open that a claim completed; a concealed kong is none (insurance_suit,
    insurance_concealed_kongs)
    Short: One suit: who throws the tile of a suit with four open sets is liable when that tile
    makes the hand win.
11.11 | Mahjong Time rules | pay.seats
    Winds: three sets of them lie open, and the tile is a wind; little or big four winds win on it,
    or later on any tile once it has made the fourth.
    Reading: the liable player pays for another's winning discard, too (insurance_winds)
11.12 | Mahjong Time rules | pay.seats
    Dragons: two sets of them lie open, and the tile is a dragon; little or big three dragons win on
    it, or later on any tile once it has made the third.
    Reading: as with winds (insurance_dragons)
11.13 | Mahjong Time rules | pay.seats
    Last five: five or fewer tiles are left, and a tile is discarded of which none lies among
    discards and melds; any win on it counts.
    Reading: tiles of the live wall (insurance_last_five)
11.14 | Mahjong Time rules | pay.seats
    All honours and all terminals are often insured.
    Reading: as one suit: four sets lie open (insurance_limit_hands)
11.15 | Mahjong Time rules | definition
    A robbed tile counts as discarded; a discard claimed for a kong makes nobody liable.
11.16 | Mahjong Time rules | pay.seats
    The liable player pays for all three losers.
    Reading: three shares of the hand for any win, with East's bonuses (insurance_amount)

12 | Tai, the scale of the association
12.1 | association chart | definition
    The chart gives the seat's and the round's winds alone, and the seat's bonus tiles alone.
12.2 | association chart; association chart, value of a single source | score.item
    Nothing claimed (門清): 1.
12.3 | association chart; association chart, value of a single source | score.item
    Self-drawn (自摸): 1.
12.4 | association chart; association chart, value of a single source | score.item
    Nothing claimed and self-drawn (不求), beside these two: 1.
12.5 | association chart; association chart, value of a single source | score.item
    A set of one's own wind (風牌): 1.
12.6 | association chart; association chart, value of a single source | score.item
    A set of the round's wind (風圈): 1.
12.7 | association chart; association chart, value of a single source | score.item
    Each bonus tile of one's own seat (花牌): 1.
12.8 | association chart; association chart, value of a single source | score.item
    A set of dragons, each (三元牌): 1.
12.9 | association chart; association chart, value of a single source | score.item
    Robbing a kong (搶槓): 1.
12.10 | association chart; association chart, value of a single source | score.item
    Waiting for one kind: edge, middle or pair (獨聽), 1.
12.11 | association chart; association chart, value of a single source | score.item
    All sets claimed, the pair self-drawn (半求): 1.
12.12 | association chart; association chart, value of a single source | score.item
    Out on a replacement, of a kong or a bonus tile (槓上開花): 1.
12.13 | association chart; association chart, value of a single source | score.item
    Out on the last discard (河底撈魚): 1.
12.14 | association chart; association chart, value of a single source | score.item
    The last tile of the wall (海底撈月): 1.
12.15 | association chart; association chart, value of a single source | score.item
    Five chows, a two-sided wait, a discard, no honours, no bonus tiles (平胡): 2.
12.16 | association chart; association chart, value of a single source | score.item
    All sets claimed, the pair from a discard (全求): 2.
12.17 | association chart; association chart, value of a single source | score.item
    All four flowers, or all four seasons (花槓): 2.
12.18 | association chart; association chart, value of a single source | score.item
    Three concealed triplets (三暗刻): 2.
12.19 | association chart; association chart, value of a single source | score.item
    Ready from the first discard, nothing exchanged (地聽): 4.
12.20 | association chart; association chart, value of a single source | score.item
    Pung hand (碰碰胡): 4.
12.21 | other charts | score.item
    Little three dragons (小三元): 4.
12.22 | other charts | score.item
    One suit and honours (混一色): 4.
12.23 | other charts | score.item
    Four concealed triplets (四暗刻): 5.
12.24 | other charts | score.item
    Five concealed triplets (五暗刻): 8.
12.25 | other charts | score.item
    Big three dragons (大三元): 8.
12.26 | other charts | score.item
    Little four winds (小四喜): 8.
12.27 | other charts | score.item
    One suit only (清一色): 8.
12.28 | other charts | score.item
    Honours alone, counted as one suit: 8.
12.29 | other charts | score.item
    Seven pairs and a triplet (嚦咕嚦咕): 8.
12.30 | other charts | score.item
    All eight bonus tiles (八仙過海), a win by itself: 8.
12.31 | other charts | score.item
    Seven and the eighth robbed (七搶一), a win by itself: 8.
12.32 | other charts | score.item
    Big four winds (大四喜): 16.
12.33 | other charts | score.item
    East wins on the dealt hand (天胡): 16.
12.34 | other charts | score.item
    Another wins on its own first draw, nothing claimed (地胡): 16.
""",
    SOURCES,
)
