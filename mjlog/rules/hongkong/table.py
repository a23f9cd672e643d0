"""Hong Kong Old Style: the faan of hands, a row for each."""

from __future__ import annotations

from typing import Final

from mjlog.rules.kit import Table, table

PATTERNS: Final[Table] = table("""
common-hand | 1 | chows=4
    Common hand: all four sets are chows, with any pair.
all-triplets | 3 | pungs=4
    All triplets: all four sets are pungs or kongs.
half-flush | 3 | suits=1 has(honours)
    Mixed one suit: all tiles are honours or of one suit, and there are both.
full-flush | 7 | suits=1 has(honours)=0 | half-flush
    Pure one suit: all tiles are of one suit.
seat-wind | 1 | pungs(seat)
    Seat wind: a set of the player's own wind.
round-wind | 1 | pungs(round)
    Round wind: a set of the wind of the round; one set may be both winds.
dragon | 1 | pungs(dragons)
    Dragon set: each set of dragons counts.
small-dragons | 5 | pungs(dragons)=2 pair(dragons) | dragon | small_dragons=total_5
    Small dragons: two sets of dragons and a pair of the third.
small-dragons | 5 | pungs(dragons)=2 pair(dragons) | | small_dragons=plus_sets
great-dragons | 8 | pungs(dragons)=3 | dragon | great_dragons=8
    Big dragons: a set of each dragon.
great-dragons | 13! | pungs(dragons)=3 | | great_dragons=limit
small-winds | 3 | pungs(winds)=3 pair(winds) | seat-wind round-wind | small_winds=3_plus_shape
    Small winds: sets of three winds and a pair of the fourth.
small-winds | 6 | pungs(winds)=3 pair(winds) | seat-wind round-wind | small_winds=6_plus_shape
small-winds | 6 | pungs(winds)=3 pair(winds) | | small_winds=6_plus_winds
small-winds | 10! | pungs(winds)=3 pair(winds) | | small_winds=10
small-winds | 13! | pungs(winds)=3 pair(winds) | | small_winds=limit
mixed-terminals | 1 | tiles(outer) has(terminals) has(honours) pungs=4 | | mixed_terminals=total
    Mixed terminals: only ones, nines and honours, in four triplets and a pair.
mixed-terminals | 4 | tiles(outer) has(terminals) has(honours) pungs=4 |
    | mixed_terminals=4_plus_triplets
four-concealed | 8 | pungs(unclaimed)=4 | all-triplets | four_concealed_discard=any_wait
    Four concealed triplets: none of the four is completed by a claim.
four-concealed | 8 | pungs(concealed)=4 | all-triplets | four_concealed_discard=pair_wait
four-concealed | 8 | pungs(unclaimed)=4 own_draw=1 kongs=0 | all-triplets
    | four_concealed_discard=no
pure-straight | {pure_straight} | chows[0,3,6]/1
    Pure straight: the chows 123, 456 and 789 of one suit, at tables that count it.
seven-pairs | {seven_pairs} | shape=pairs
    Seven pairs: fourteen tiles as seven different pairs, at tables that count them.
all-honours | 10! | tiles(honours)
    All honours: no tile but winds and dragons.
all-terminals | {all_terminals}! | tiles(terminals)
    All terminals: no tile but ones and nines.
nine-gates | {nine_gates}! | gates()=1 | | nine_gates_wait=any
    Nine gates: a concealed 1112345678999 of one suit and one more tile of it.
nine-gates | {nine_gates}! | gates(strict)=1 | | nine_gates_wait=nine_sided
thirteen-orphans | 13! | shape=orphans
    Thirteen orphans: one of each terminal and honour, and a second of one of them.
great-winds | 13! | pungs(winds)=4
    Big winds: a set of each wind.
four-kongs | 13! | kongs=4
    Four kongs: all four sets are kongs.
heavenly-hand | {heavenly}! | happened(dealt) | | circumstances_with_blessings=yes
    Heavenly hand: the dealer wins with the tiles as they were dealt.
heavenly-hand | {heavenly}! | happened(dealt) | self-draw concealed-hand
    | circumstances_with_blessings=no
earthly-hand | {earthly_faan}! | happened(first-discard) |
    | earthly=first_discard circumstances_with_blessings=yes
    Earthly hand: another player wins on the dealer's first discard, or on the own first draw.
earthly-hand | {earthly_faan}! | happened(first-discard) | self-draw concealed-hand
    | earthly=first_discard circumstances_with_blessings=no
earthly-hand | {earthly_faan}! | happened(first-draw) |
    | earthly=first_draw circumstances_with_blessings=yes
earthly-hand | {earthly_faan}! | happened(first-draw) | self-draw concealed-hand
    | earthly=first_draw circumstances_with_blessings=no
human-hand | 13! | happened(first-round) | | human=13 circumstances_with_blessings=yes
    Human hand: a player wins on a discard before the own first turn.
human-hand | 13! | happened(first-round) | self-draw concealed-hand
    | human=13 circumstances_with_blessings=no
human-hand | 3 | happened(first-round) | | human=3
self-draw | 1+ | own_draw=1
    Self-draw: the player draws the winning tile.
concealed-hand | 1+ | melds=0 | | concealed=1 concealed_kong_keeps_concealed=no
    Concealed hand: no set was claimed; a win on a discard keeps the hand concealed.
concealed-hand | 1+ | claimed=0 | | concealed=1 concealed_kong_keeps_concealed=yes
concealed-hand | 1+ | melds=0 |
    | concealed=without_flowers flowers=0 concealed_kong_keeps_concealed=no
concealed-hand | 1+ | claimed=0 |
    | concealed=without_flowers flowers=0 concealed_kong_keeps_concealed=yes
no-flowers | 1+ | bonus=0 | | flowers=8 flower_faan=yes
    No flowers: the player has no bonus tile, where they are in play.
own-flower | 1+ | bonus(own-flower) | | flowers=8 flower_faan=yes
    Own flower: the flower with the number of the player's seat.
own-season | 1+ | bonus(own-season) | | flowers=8 flower_faan=yes
    Own season: the season with the number of the player's seat.
four-flowers | 2+ | bonus(flowers)=4 | own-flower | flowers=8 flower_faan=yes
    Four flowers: all flowers, in the place of the own one.
four-seasons | 2+ | bonus(seasons)=4 | own-season | flowers=8 flower_faan=yes
    Four seasons: all seasons, in the place of the own one.
seven-bonus | {seven_bonus} | shape=flowers bonus=7
    Seven bonus tiles win at once, and nothing else counts.
eight-bonus | 8 | shape=flowers bonus=8
    Eight bonus tiles win at once, and nothing else counts.
after-kong | 1+ | happened(supplement)
    After a kong: the winning tile is the replacement for a kong; self-draw counts besides.
after-kong | 1+ | happened(second-supplement) | | kong_on_kong=sum
kong-on-kong | 8+ | happened(second-supplement) | after-kong | kong_on_kong=8
    Kong on kong: the winning tile replaces a second kong of the same turn.
kong-on-kong | 13! | happened(second-supplement) | after-kong | kong_on_kong=limit
after-flower | {after_flower}+ | happened(flower-supplement)
    After a flower: the winning tile is the replacement for a bonus tile.
robbing | 1+ | happened(robbed)
    Robbing a kong: the winning tile was being added to a pung.
last-tile | 1+ | happened(last-tile)
    Last tile: the winning tile is the last of the wall.
last-discard | {last_discard}+ | happened(last-discard)
    Last discard: the winning tile is the last discard of the deal.
kong | {kong}+ | kongs
    Kong: each kong counts, at tables that count them.
""")  # fmt: skip
OF_BONUS_TILES: Final = frozenset({
    "no-flowers", "own-flower", "own-season", "four-flowers", "four-seasons",
})  # fmt: skip
"""Items that do not count for the minimum at some tables."""
FLOWER_WINS: Final = frozenset({"seven-bonus", "eight-bonus"})
"""Items of hands that need no minimum."""
CALLED: Final = {
    "half-flush": "mixed one suit",
    "full-flush": "pure one suit",
    "dragon": "dragon set",
    "great-dragons": "big dragons",
    "great-winds": "big winds",
    "four-concealed": "four concealed triplets",
    "seven-bonus": "seven bonus tiles",
    "eight-bonus": "eight bonus tiles",
    "after-kong": "after a kong",
    "after-flower": "after a flower",
    "robbing": "robbing a kong",
}
"""Names of items for people, if they differ from the names in records."""
