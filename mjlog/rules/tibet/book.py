"""The rulebook of the Tibet ladder: each rule is a numbered sentence in our own words.

The clauses, items and payments of `mjlog.rules.tibet` cite these numbers. Each sentence names its
source. If the source is silent or has a misprint, the sentence says what is open, and `reading` has
our answer with the option that gives another one.
"""

from __future__ import annotations

from typing import Final

from mjlog.model.lazy_dataclass import replace
from mjlog.rules.shared.rulebook_text import rulebook
from mjlog.rules.shared.sources import OUR_READING, RIICHI, TIBET_RULES

SOURCES: Final = (
    TIBET_RULES,
    RIICHI,
    OUR_READING,
)

BOOK: Final = rulebook(
    """
1 | What never changes
1.1 | Tibet rules, Teaching the basics | deal.copies wall.set
    Each kind of tile that is in play is there four times, and no other tile is.
1.2 | Tibet rules, Teaching the basics, Increasing complexity and Dragon tiles
      | win.shape claim.held
    A set is three alike or three in a row of one suit; 9 and 1 are no neighbours, honours make no
    row.
1.3 | Tibet rules, Teaching the basics | win.shape
    A winning hand is as many sets as the step asks for, and one pair; no irregular hand wins.
1.4 | Tibet rules, Additional Notes | definition
    Four alike in the hand mean nothing before kongs are taught.
1.5 | our reading |
    Four make a full table; two or three may play as well.
    Reading: two to four, as long as the tiles of the step suffice
1.6 | Tibet rules, because it mentions none | bonus.none dora.none deal.exchange
    No flower is set aside, no indicator turned up and no tile passed from hand to hand at any step.

2 | The ladder
2.1 | Tibet rules, Teaching the basics | definition
    First step: circles alone, four tiles in the hand, one set and a pair.
2.2 | Tibet rules, Additional Notes | win.tile
    As a help, all hands lie open, and only a drawn tile wins.
2.3 | Tibet rules, Increasing complexity | definition
    Seven tiles in the hand, two sets and a pair, still circles alone.
2.4 | Tibet rules, Increasing complexity | definition
    The bamboos come in: two suits, 72 tiles.
2.5 | Tibet rules, Increasing complexity | definition
    Ten tiles in the hand, three sets and a pair.
2.6 | Tibet rules, Thirteen-tile hands and the characters suit | definition
    The characters come in, with ten tiles in the hand or with thirteen.
2.7 | Tibet rules, Dragon tiles and calling for triplets | claim.pung
    The dragons come in, and with them the pung claim, before the characters or after them.
2.8 | Tibet rules, Calling for sequences | claim.chow
    Then the chow claim.
2.9 | Tibet rules, Simplified scoring system | definition
    Then points, if the players like to count.
2.10 | Tibet rules, Thirteen-tile hands and the characters suit | definition
    Thirteen tiles in the hand, four sets and a pair.
2.11 | Tibet rules, Completing the journey | definition
    Then the wall, built and broken, in place of the pool.
2.12 | Tibet rules, Completing the journey | definition
    Then the winds, and with them 136 tiles.
2.13 | Tibet rules, Completing the journey | definition
    Then the dead wall.
2.14 | Tibet rules, Completing the journey | kong.none
    Then the kongs.
2.15 | Tibet rules, Completing the journey | ready.none
    Then riichi, and after it furiten.
2.16 | Tibet rules, Completing the journey; riichi |
    What is left, all hands and their minipoints, the least of one yaku, the limits, is riichi
    itself.
    Reading: preset=tibet-riichi is the rule set riichi without red fives; the words behind it are
    its options

3 | The pool, the wall and the deal
3.1 | Tibet rules, Additional Notes | not recordable
    The tiles are mixed face down, and everybody takes from the pool; nothing tells which tile comes
    next.
3.2 | Tibet rules, Teaching the basics | deal.size deal.shelf
    Everybody begins with the hand of the step, the dealer too, who then draws like everybody else.
3.3 | Tibet rules, Completing the journey | deal.size deal.order
    Where a wall is built, it is broken and dealt in the usual way.
    Reading: blocks of four, three times round, then singly; the record may give the dealer the
    first draw with the deal
3.3a | Tibet rules, Completing the journey | not recordable
    Each player builds stacks of two: fifteen without winds, seventeen with them.
3.3b | Tibet rules, Completing the journey; riichi | not recordable
    Where the wall is broken is thrown with dice.
3.4 | Tibet rules, Completing the journey | wall.front
    A built wall is drawn from its front.
3.5 | Tibet rules, Teaching the basics and Completing the journey | wall.exhausted
    Tiles are drawn until none is left; with a dead wall, until fourteen are.

4 | A turn
4.1 | Tibet rules, Teaching the basics | turn.seat
    The dealer begins; turns pass to the right, counter-clockwise.
4.2 | Tibet rules, Teaching the basics | turn.size
    A turn takes one tile and ends with one discard: four, seven, ten or thirteen tiles rest in the
    hand, a set counted three.
4.3 | Tibet rules, Teaching the basics and Dragon tiles | discard.held
    Any tile of the hand may be discarded, the one just drawn or another; a called set stays.
4.3a | our reading | discard.open
    Discards lie open.
4.4 | our reading | discard.drawn
    What a record says of a discard, that it was the drawn tile or was not, is so.

5 | Calls
5.1 | Tibet rules, Dragon tiles and calling for triplets | claim.latest
    Only the latest discard is called, before the next player draws.
5.2 | Tibet rules, Dragon tiles and calling for triplets | claim.held
    Anybody may call a pung, of any kind of tile, with two like tiles in the hand.
5.3 | Tibet rules, Calling for sequences | claim.chow
    A chow is called only on the discard of the player to one's left.
5.4 | Tibet rules, Dragon tiles and calling for triplets | turn.seat turn.size
    Who calls discards without a draw, and the turn goes on to the right of the caller.
5.5 | Tibet rules, Calling for sequences | not recordable
    A pung goes before a chow.
5.5a | our reading | not recordable
    A win goes before both.
5.6 | Tibet rules, Dragon tiles and calling for triplets | not recordable
    The called tile lies turned, so that it shows whose it was.
5.7 | our reading; riichi | claim.last_discard
    The last discard may be called for a set, or only won on.
    Reading: only won on: with the last tile drawn the deal is over (last_discard_claims)
5.8 | our reading |
    The called tile, or the other end of the chow, may be discarded at once, or not.
    Reading: it may: the source does not forbid it

6 | Kongs
6.1 | Tibet rules, Completing the journey; riichi | claim.held kong.held
    Three like tiles and a discard make a kong, four of the hand a concealed one, the fourth may
    join a pung.
6.1a | Tibet rules, Completing the journey | turn.size
    A kong of one's own is declared in one's own turn, a tile taken.
6.1b | riichi | kong.no_promote
    A discard does not turn a pung on the table into a kong.
6.2 | Tibet rules, Completing the journey | wall.replacement
    A kong is followed by one tile from the dead end of the wall.
6.3 | Tibet rules, Completing the journey | wall.exhausted
    The deal still ends with fourteen tiles undrawn: each kong makes the last live tile a dead one.
6.4 | our reading; riichi | kong.limit
    A kong is declared with no live tile left, or is not.
    Reading: it is not: fourteen undrawn tiles would not remain
6.5 | our reading | win.rob
    A kong may be robbed, or may not.
    Reading: it may not: only a drawn tile or a discard wins here; robbing comes with riichi itself
6.6 | our reading |
    A kong may follow a call in the same turn, and there may be more than four in a deal.
    Reading: both: the source knows no limit before riichi itself

7 | Riichi and furiten
7.1 | Tibet rules, Completing the journey | turn.size ready.once
    Riichi is declared with a discard, in one's own turn, once.
7.2 | Tibet rules, Completing the journey | ready.closed
    Riichi needs a hand without called sets; a concealed kong is none.
7.3 | Tibet rules, Completing the journey | ready.tenpai
    The hand left after the discard waits for a tile.
7.4 | Tibet rules, Completing the journey | discard.locked
    From then on the drawn tile wins or is discarded.
7.4a | Tibet rules, Completing the journey | claim.locked
    A locked hand claims nothing.
7.5 | Tibet rules, Completing the journey | kong.locked
    A locked hand declares a kong only with the drawn tile, and only if its wait stays the same.
7.6 | our reading |
    Riichi costs a deposit, or nothing.
    Reading: nothing: the source names no deposit
7.7 | Tibet rules, Additional Notes | definition
    Before riichi is taught, nobody is told to mind furiten.
7.8 | Tibet rules, Completing the journey | win.missed
    A player with a tile of the present wait among the own discards wins on no discard, only on a
    drawn tile.
7.8a | our reading |
    A tile let pass in another's discard bars from the next ones, or does not.
    Reading: it does not: the source speaks of one's own discards alone

8 | Winning
8.1 | Tibet rules, Teaching the basics and Completing the journey | win.tile
    One wins on the tile just drawn, a replacement tile included, or on another's discard.
8.2 | Tibet rules, Additional Notes | win.tile
    Only the latest discard can be won on.
8.3 | Tibet rules, Simplified scoring system | definition
    No yaku is needed to win.
8.4 | our reading | claim.nearest
    When one discard completes several hands, one of them wins, or all do.
    Reading: the one nearest in turn after the discarder (multi_ron)
8.5 | our reading | win.line*
    What is said of the win is what the turns say.
8.6 | our reading | show.hand*
    The hand laid open is the hand that was held.
8.7 | our reading | tenpai.differs*
    Who is said to be one tile from winning is so, by the tiles held.

9 | The end of a deal
9.1 | Tibet rules, Teaching the basics | wall.exhausted pay.draw* abort.none
    When all tiles have been drawn and nobody has won, the deal is over, and nobody pays.
9.2 | our reading | definition
    The last discard can still be won on.
9.3 | Tibet rules, Additional Notes | next.dealer* next.round*
    A dealer who wins deals again; after any other win and after a draw the player to the right
    deals.
9.3a | our reading | next.dealer next.round next.end
    What a sheet says of the next deal holds for it, and numbers count the deals one by one.
9.4 | Tibet rules, Completing the journey | definition
    With winds the dealer is East, and South, West and North follow in the order of play.
9.5 | our reading; riichi |
    The wind of the round changes at some time.
    Reading: the label of the deal tells it, as in E2 or S1.0; without one a wind set cannot be
    counted

10 | Han
10.1 | Tibet rules, Simplified scoring system | score.total* score.item*
    The hand is worth the sum of the han below.
10.1a | our reading | definition
    A hand that can be read in several ways counts as the dearest of them.
10.2 | Tibet rules, Simplified scoring system and Completing the journey | score.item
    menzen: no tile was called before the win, be it drawn or discarded, 1; a concealed kong is no
    call.
10.3 | Tibet rules, Simplified scoring system | score.item
    tanyao: tiles from 2 to 8 alone, called sets or not, 1.
10.4 | Tibet rules, Simplified scoring system | score.item
    dragon: 1 for each set of dragons.
10.5 | Tibet rules, Simplified scoring system | score.item
    toitoi: every set is three alike, or four, 2.
10.6 | Tibet rules, Simplified scoring system | score.item
    chinitsu: all tiles of one suit, 2; 5 with three suits and thirteen tiles in the hand.
10.7 | Tibet rules, Simplified scoring system | score.item
    honitsu: one suit and dragons, 2, with three suits and thirteen tiles in the hand.
10.7a | our reading; riichi | score.item
    A hand of one suit without dragons has both, or one; winds may stand for dragons, or not.
    Reading: it is chinitsu alone; winds count as dragons do
10.8 | Tibet rules, Completing the journey; riichi | score.item
    seat-wind, round-wind: a set of one's own wind, of the wind of the round; any other wind earns
    nothing.
    Reading: 1 each, as in riichi; the source names no number
10.9 | Tibet rules, Completing the journey | score.item
    riichi: the winner had declared it, 1.

11 | Payment
11.1 | Tibet rules, Simplified scoring system | pay.seats*
    The han choose a column of the table: 0, 1, 2, 3, 4 and 5, 6 and more; nobody pays but whom the
    table names.
11.2 | Tibet rules, Simplified scoring system | pay.seats
    Dealer, drawn: each of the others pays 2, 5, 10, 20, 40, 60.
11.3 | Tibet rules, Simplified scoring system | pay.seats
    Dealer, on a discard: the discarder pays 5, 15, 30, 60, 120, 180.
11.4 | Tibet rules, Simplified scoring system | pay.seats
    Another player, drawn: the dealer pays 2, 5, 10, 20, 40, 60, each of the rest 1, 3, 5, 10, 20,
    30.
11.4a | Tibet rules, Simplified scoring system; our reading | pay.seats
    At 2 han the print names the dealer for both shares of 11.4.
    Reading: a misprint: the 5 is the share of those who are not the dealer, as in every other
    column, and 10 + 5 + 5 is the price of a discard
11.5 | Tibet rules, Simplified scoring system | pay.seats
    Another player, on a discard: the discarder pays 3, 10, 20, 40, 80, 120.
11.6 | Tibet rules, Simplified scoring system; our reading | pay.seats
    The discarder is said to pay everyone's share; the table has less at 0 han, and at 1 han for
    another player.
    Reading: the table is paid as printed: 5 for 2 + 2 + 2, 3 for 2 + 1 + 1, 10 for 5 + 3 + 3
11.7 | Tibet rules, Additional Notes | pay.seats
    At a step without points nobody pays.

12 | Points
12.1 | our reading | score.chain
    Players start with some number of points.
    Reading: with none, and may fall below (start_points)
12.2 | our reading | pay.zero*
    Points only change hands: what a deal gives to some it takes from others.
12.3 | our reading | net.differs*
    What the sheet says a deal changes is what its payments add up to.
12.4 | our reading | score.chain*
    The points after a deal are those before it and what the deal changed.
12.5 | our reading | next.rank*
    Players rank by their points.
""",
    SOURCES,
)

UNSCORED_BOOK: Final = replace(BOOK, cites={**BOOK.cites, "pay.seats": "11.7"})
"""The rulebook for steps at which no points are counted."""
