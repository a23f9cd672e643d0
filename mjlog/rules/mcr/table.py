"""MCR: the points of the fans, one row for each, with the fans that each row excludes.

Two rows have a word that only MCR has; functions in `mjlog.rules.mcr.fans` test these words.
"""

from __future__ import annotations

from typing import Final

from mjlog.rules.kit import Table, table
from mjlog.rules.mcr.fans import PREDICATES

PATTERNS: Final[Table] = table(
    """
big-four-winds | 88 | pungs(winds)=4
    | big-three-winds all-pungs prevalent-wind seat-wind pung-of-terminals-or-honors
    Big four winds: sets of all four winds.
big-three-dragons | 88 | pungs(dragons)=3 | two-dragon-pungs dragon-pung
    Big three dragons: sets of all three dragons.
all-green | 88 | tiles(green) | half-flush
    All green: only 2, 3, 4, 6, 8 of bamboo and green dragons.
nine-gates | 88 | gates(strict)=1 | full-flush fully-concealed-hand concealed-hand no-honors
    Nine gates: a concealed 1112345678999 of one suit before the winning tile.
four-kongs | 88 | kongs=4
    | three-kongs two-melded-kongs two-concealed-kongs melded-kong concealed-kong all-pungs
      single-wait concealed-and-melded-kong
    Four kongs: all four sets are kongs.
seven-shifted-pairs | 88 | shape=pairs suits=1 seven_in_a_row
    | full-flush seven-pairs fully-concealed-hand concealed-hand no-honors single-wait
    Seven shifted pairs: seven pairs of one suit in a row.
thirteen-orphans | 88 | shape=orphans
    | all-terminals-and-honors all-types fully-concealed-hand concealed-hand single-wait
    Thirteen orphans: one of each terminal and honour, and one more of any.
all-terminals | 64 | tiles(terminals)
    | all-terminals-and-honors all-pungs outside-hand double-pung pung-of-terminals-or-honors
      no-honors
    All terminals: no tile but ones and nines.
little-four-winds | 64 | pungs(winds)=3 pair(winds)
    | big-three-winds pung-of-terminals-or-honors
    Little four winds: sets of three winds and a pair of the fourth.
little-three-dragons | 64 | pungs(dragons)=2 pair(dragons) | two-dragon-pungs dragon-pung
    Little three dragons: sets of two dragons and a pair of the third.
all-honors | 64 | tiles(honours)
    | all-terminals-and-honors all-pungs outside-hand pung-of-terminals-or-honors
    All honours: no tile but winds and dragons.
four-concealed-pungs | 64 | pungs(concealed)=4
    | three-concealed-pungs two-concealed-pungs all-pungs fully-concealed-hand concealed-hand
    Four concealed pungs: four pungs or kongs without a tile of another player.
pure-terminal-chows | 64 | chows[0,0,6,6]/1=1 pair(5) suits=1
    | seven-pairs full-flush all-chows pure-double-chow two-terminal-chows no-honors
    Pure terminal chows: 123 and 789 twice in one suit, and a pair of its fives.
quadruple-chow | 48 | chows[0,0,0,0]/1>=1
    | pure-triple-chow pure-shifted-pungs seven-pairs tile-hog pure-double-chow
    Quadruple chow: four equal chows of one suit.
four-pure-shifted-pungs | 48 | pungs[0,1,2,3]/1=1 | pure-triple-chow pure-shifted-pungs all-pungs
    Four pure shifted pungs: four pungs of one suit in a row.
four-pure-shifted-chows | 32 | chows[0,1,2,3]/1>=1
    | pure-shifted-chows short-straight two-terminal-chows
    Four pure shifted chows: four chows of one suit, each shifted by one or each by two.
four-pure-shifted-chows | 32 | chows[0,2,4,6]/1>=1
    | pure-shifted-chows short-straight two-terminal-chows
three-kongs | 32 | kongs=3
    | two-melded-kongs two-concealed-kongs melded-kong concealed-kong concealed-and-melded-kong
    Three kongs: three sets are kongs.
all-terminals-and-honors | 32 | tiles(outer) has(terminals) has(honours)
    | all-pungs outside-hand pung-of-terminals-or-honors
    All terminals and honours: only ones, nines and honours, and there are both.
seven-pairs | 24 | shape=pairs | fully-concealed-hand concealed-hand single-wait
    Seven pairs: four alike count as two pairs.
greater-honors-and-knitted-tiles | 24 | shape=singles kinds(honours)=7
    | lesser-honors-and-knitted-tiles all-types fully-concealed-hand concealed-hand single-wait
    Greater honours and knitted tiles: all seven honours and seven single knitted tiles.
all-even-pungs | 24 | pungs=4 tiles(even) | all-pungs all-simples no-honors
    All even pungs: pungs and a pair of twos, fours, sixes and eights.
full-flush | 24 | suits=1 has(honours)=0 | no-honors one-voided-suit half-flush
    Full flush: all tiles are of one suit.
pure-triple-chow | 24 | chows[0,0,0]/1>=1 | pure-shifted-pungs
    Pure triple chow: three equal chows of one suit.
pure-shifted-pungs | 24 | pungs[0,1,2]/1>=1
    Pure shifted pungs: three pungs of one suit in a row.
upper-tiles | 24 | tiles(7-9) | upper-four no-honors
    Upper tiles: only sevens, eights and nines.
middle-tiles | 24 | tiles(4-6) | all-simples no-honors
    Middle tiles: only fours, fives and sixes.
lower-tiles | 24 | tiles(1-3) | lower-four no-honors
    Lower tiles: only ones, twos and threes.
pure-straight | 16 | chows[0,3,6]/1>=1
    Pure straight: 123, 456 and 789 of one suit.
three-suited-terminal-chows | 16 | chows[0,6]/1=2 pair(5) suits=3
    | all-chows two-terminal-chows mixed-double-chow no-honors
    Three-suited terminal chows: 123 and 789 in two suits, and a pair of fives of the third.
pure-shifted-chows | 16 | chows[0,1,2]/1>=1
    Pure shifted chows: three chows of one suit, shifted by one or by two.
pure-shifted-chows | 16 | chows[0,2,4]/1>=1
all-fives | 16 | each_has(5) shape=sets | all-simples no-honors
    All fives: a five in each set and in the pair.
triple-pung | 16 | pungs[0,0,0]/3=1 | double-pung
    Triple pung: pungs of one number in all three suits.
three-concealed-pungs | 16 | pungs(concealed)=3 | two-concealed-pungs
    Three concealed pungs: three pungs or kongs without a tile of another player.
lesser-honors-and-knitted-tiles | 12 | shape=singles
    | all-types fully-concealed-hand concealed-hand single-wait
    Lesser honours and knitted tiles: fourteen single honours and knitted tiles.
knitted-straight | 12 | shape=knitted
    Knitted straight: 147, 258 and 369, each in a suit of its own.
knitted-straight | 12 | shape=singles kinds(suited)=9
upper-four | 12 | tiles(6-9) | no-honors
    Upper four: no suit tile below six, and no honours.
lower-four | 12 | tiles(1-4) | no-honors
    Lower four: no suit tile above four, and no honours.
big-three-winds | 12 | pungs(winds)=3
    Big three winds: sets of three winds.
mixed-straight | 8 | chows[0,3,6]/3>=1
    Mixed straight: 123, 456 and 789, each in a suit of its own.
reversible-tiles | 8 | tiles(reversible) | one-voided-suit
    Reversible tiles: only tiles whose faces look alike upside down.
mixed-triple-chow | 8 | chows[0,0,0]/3>=1
    Mixed triple chow: the same chow in all three suits.
mixed-shifted-pungs | 8 | pungs[0,1,2]/3>=1
    Mixed shifted pungs: three pungs in a row, each in a suit of its own.
chicken-hand | 8 | tiles(suited,honours)
    Chicken hand: a hand in which nothing else counts, flowers apart.
last-tile-draw | 8 | happened(last-tile) own_draw=1 | self-drawn
    Last tile draw: the last tile of the wall, drawn by the winner.
last-tile-claim | 8 | happened(last-discard) own_draw=0
    Last tile claim: the discard after the last tile of the wall.
out-with-replacement-tile | 8 | happened(supplement) own_draw=1 | self-drawn
    | flower_replacement_pays=no
    Out with replacement tile: the winning tile replaces the tile of a kong.
out-with-replacement-tile | 8 | happened(replacement) own_draw=1 | self-drawn
    | flower_replacement_pays=yes
robbing-the-kong | 8 | happened(robbed) | last-tile
    Robbing the kong: the winning tile was being added to a pung.
all-pungs | 6 | pungs=4
    All pungs: four pungs or kongs.
half-flush | 6 | suits=1 has(honours) | one-voided-suit
    Half flush: one suit and honours.
mixed-shifted-chows | 6 | chows[0,1,2]/3>=1
    Mixed shifted chows: three chows shifted by one, each in a suit of its own.
all-types | 6 | suits=3 has(winds) has(dragons) | | all_types_in_pairs=yes
    All types: all three suits, winds and dragons.
all-types | 6 | suits=3 has(winds) has(dragons) pair | | all_types_in_pairs=no
melded-hand | 6 | claimed=4 own_draw=0 | single-wait
    Melded hand: four claimed sets and a win on a discard.
two-concealed-kongs | {two_concealed_kongs} | kongs=2 kongs(unclaimed)=2
    | concealed-kong two-concealed-pungs
    Two concealed kongs: two kongs that were declared from the hand.
two-dragon-pungs | 6 | pungs(dragons)=2 | dragon-pung
    Two dragon pungs: sets of two dragons.
concealed-and-melded-kong | {mixed_two_kongs} | kongs=2 kongs(unclaimed)=1
    Concealed and melded kong: one kong of each sort.
outside-hand | 4 | each_has(outer) shape=sets
    Outside hand: a terminal or honour in each set and in the pair.
fully-concealed-hand | 4 | claimed=0 own_draw=1 | self-drawn concealed-hand
    Fully concealed hand: nothing was claimed, and the winning tile is self-drawn.
two-melded-kongs | 4 | kongs=2 kongs(claimed)=2 | melded-kong
    Two melded kongs: two kongs of claimed tiles.
last-tile | 4 | happened(fourth)
    Last tile: the fourth of its kind, when the other three lie open.
dragon-pung | 2 | pungs(dragons)=1
    Dragon pung: a set of dragons.
prevalent-wind | 2 | pungs(round)=1
    Prevalent wind: a set of the wind of the round.
seat-wind | 2 | pungs(seat)=1
    Seat wind: a set of the player's own wind.
concealed-hand | 2 | claimed=0 own_draw=0 | self-drawn
    Concealed hand: nothing was claimed, and the winning tile is a discard.
all-chows | 2 | chows=4 pair(suited) | no-honors
    All chows: four chows and a pair of a suit.
all-chows | 2 | shape=knitted chows=1 pair(suited) | no-honors
tile-hog | 2 | four_alike
    Tile hog: all four of a kind without a kong, each time.
double-pung | 2 | pungs[0,0]/2
    Double pung: pungs of one number in two suits, each time.
two-concealed-pungs | 2 | pungs(concealed)=2
    Two concealed pungs: two pungs or kongs without a tile of another player.
concealed-kong | 2 | kongs=1 kongs(unclaimed)=1
    Concealed kong: one kong that was declared from the hand.
all-simples | 2 | tiles(simples) | no-honors
    All simples: no terminals and no honours.
pure-double-chow | 1 | chows[0,0]/1
    Pure double chow: two equal chows of one suit, each time.
mixed-double-chow | 1 | chows[0,0]/2
    Mixed double chow: the same chow in two suits, each time.
short-straight | 1 | chows[0,3]/1
    Short straight: six in a row of one suit, each time.
two-terminal-chows | 1 | chows[0,6]/1
    Two terminal chows: 123 and 789 of one suit, each time.
pung-of-terminals-or-honors | 1 | outer_pungs
    Pung of terminals or honours: each that no other fan of winds or dragons pays.
melded-kong | 1 | kongs=1 kongs(claimed)=1
    Melded kong: one kong of claimed tiles.
one-voided-suit | 1 | suits=2
    One voided suit: tiles of two suits only.
no-honors | 1 | has(honours)=0
    No honours: no winds and no dragons.
edge-wait | 1 | wait(edge) | | knitted_wait=yes
    Edge wait: only the 3 for 12, or only the 7 for 89.
edge-wait | 1 | wait(edge) shape=sets | | knitted_wait=no
closed-wait | 1 | wait(closed) | | knitted_wait=yes
    Closed wait: only the middle tile of a chow.
closed-wait | 1 | wait(closed) shape=sets | | knitted_wait=no
single-wait | 1 | wait(single) | | knitted_wait=yes
    Single wait: only the other tile of the pair.
single-wait | 1 | wait(single) shape=sets | | knitted_wait=no
self-drawn | 1 | own_draw=1
    Self-drawn: the winner draws the winning tile.
flower-tiles | 1 | bonus
    Flower tiles: each counts, but none for the minimum.
""",
    PREDICATES,
)  # fmt: skip
TWO_CHOWS: Final = frozenset({
    "pure-double-chow", "mixed-double-chow", "short-straight", "two-terminal-chows",
})  # fmt: skip
"""Fans of two chows.

The same chows can often be combined in several ways that have the same points.
"""
