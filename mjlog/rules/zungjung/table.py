"""Zung Jung, edition 3.3: the points of its 44 patterns, one row for each."""

from __future__ import annotations

from typing import Final

from mjlog.rules.kit import Table, table

PATTERNS: Final[Table] = table("""
all-sequences | 5 | chows=4
    All sequences: four sequences, with any pair.
concealed-hand | 5 | claimed=0 shape=sets
    Concealed hand: no set is exposed; a win on a discard and concealed kongs keep it.
no-terminals | 5 | tiles(simples)
    No terminals: no terminal and no honour is in the hand.
mixed-one-suit | 40 | suits=1 has(honours)
    Mixed one-suit: one suit and honours.
pure-one-suit | 80 | suits=1 has(honours)=0
    Pure one-suit: one suit, and no honours.
nine-gates | 480! | gates(strict)=1
    Nine gates: a concealed 1112345678999 of one suit before the winning tile.
value-honour | 10 | pungs(dragons)
    Value honour: each set of dragons, and the set of the own seat wind.
value-honour | 10 | pungs(seat)
small-three-dragons | 40 | pungs(dragons)=2 pair(dragons)
    Small three dragons: two sets of dragons and the pair of the third.
big-three-dragons | 130 | pungs(dragons)=3
    Big three dragons: three sets of dragons.
small-three-winds | 30 | pungs(winds)=2 pair(winds)
    Small three winds: two sets of winds and the pair of a third wind.
big-three-winds | 120 | pungs(winds)=3
    Big three winds: three sets of winds.
small-four-winds | 320! | pungs(winds)=3 pair(winds)
    Small four winds: three sets of winds and the pair of the fourth.
big-four-winds | 400! | pungs(winds)=4
    Big four winds: four sets of winds.
all-honours | 320! | tiles(honours)
    All honours: no tile but honours, in sets or in seven pairs.
all-triplets | 30 | pungs=4
    All triplets: four triplets or kongs.
two-concealed-triplets | 5 | pungs(concealed)=2
    Two concealed triplets: two triplets or kongs without a tile of another player.
three-concealed-triplets | 30 | pungs(concealed)=3
    Three concealed triplets: three triplets or kongs without a tile of another player.
four-concealed-triplets | 125 | pungs(concealed)=4
    Four concealed triplets: four triplets or kongs without a tile of another player.
one-kong | 5 | kongs=1
    One kong: the hand has one kong.
two-kong | 20 | kongs=2
    Two kong: the hand has two kongs.
three-kong | 120 | kongs=3
    Three kong: the hand has three kongs.
four-kong | 480! | kongs=4
    Four kong: the hand has four kongs.
two-identical-sequences | 10 | chows[0,0]/1=1
    Two identical sequences: two equal sequences of one suit.
two-identical-sequences-twice | 60 | chows[0,0]/1=2
    Two identical sequences twice: two pairs of equal sequences.
three-identical-sequences | 120 | chows[0,0,0]/1=1 | two-identical-sequences
    Three identical sequences: three equal sequences of one suit.
four-identical-sequences | 480! | chows[0,0,0,0]/1=1
    Four identical sequences: four equal sequences of one suit.
three-similar-sequences | 35 | chows[0,0,0]/3>=1
    Three similar sequences: sequences of the same numbers in all three suits.
small-three-similar-triplets | 30 | pungs_or_pair[0,0,0]/3=1 pungs[0,0,0]/3=0
    Small three similar triplets: triplets of one number in two suits and the pair of the third.
three-similar-triplets | 120 | pungs[0,0,0]/3=1
    Three similar triplets: triplets of one number in all three suits.
nine-tile-straight | 40 | chows[0,3,6]/1=1
    Nine-tile straight: 123, 456 and 789 of one suit.
three-consecutive-triplets | 100 | pungs[0,1,2]/1>=1
    Three consecutive triplets: three triplets of one suit in a row.
four-consecutive-triplets | 200 | pungs[0,1,2,3]/1=1 | three-consecutive-triplets
    Four consecutive triplets: four triplets of one suit in a row.
mixed-lesser-terminals | 40 | each_has(outer) chows>=1 has(honours)
    Mixed lesser terminals: a terminal or honour in each set and the pair, and a sequence.
pure-lesser-terminals | 50 | each_has(terminals) chows>=1
    Pure lesser terminals: a terminal in each set and the pair, and a sequence.
mixed-greater-terminals | 100 | tiles(outer) has(terminals) has(honours) pungs=4
    Mixed greater terminals: only terminals and honours, in triplets or in seven pairs.
mixed-greater-terminals | 100 | tiles(outer) has(terminals) has(honours) shape=pairs
pure-greater-terminals | 400! | tiles(terminals)
    Pure greater terminals: no tile but terminals.
final-draw | 10 | happened(last-tile)
    Final draw: the winning tile is the last that can be drawn.
final-discard | 10 | happened(last-discard)
    Final discard: the winning tile is the last discard.
win-on-kong | 10 | happened(supplement)
    Win on kong: the winning tile is the replacement for a kong.
robbing-a-kong | 10 | happened(robbed)
    Robbing a kong: the winning tile was being added to a pung.
blessing-of-heaven | 155 | happened(dealt)
    Blessing of heaven: East wins with the tiles as they were dealt.
blessing-of-earth | 155 | happened(first-discard)
    Blessing of earth: another player wins on East's first discard.
thirteen-terminals | 160 | shape=orphans
    Thirteen terminals: one of each terminal and honour, and one more of any.
seven-pairs | 30 | shape=pairs
    Seven pairs: four alike that are no kong count as two pairs.
flower | 2 | bonus | | bonus_tiles=on bonus_half=no
    Flower: each bonus tile, at tables that play with them.
flower | 1 | bonus | | bonus_tiles=on bonus_half=yes
own-flower | 2 | bonus(own-flower) | | bonus_tiles=on bonus_half=no
    Own flower: a bonus tile with the number of the own seat counts double.
own-flower | 2 | bonus(own-season) | | bonus_tiles=on bonus_half=no
own-flower | 1 | bonus(own-flower) | | bonus_tiles=on bonus_half=yes
own-flower | 1 | bonus(own-season) | | bonus_tiles=on bonus_half=yes
four-flowers | 10 | bonus(flowers)=4 | | bonus_tiles=on bonus_half=no
    Four flowers: all four of a series of bonus tiles.
four-flowers | 10 | bonus(seasons)=4 | | bonus_tiles=on bonus_half=no
four-flowers | 5 | bonus(flowers)=4 | | bonus_tiles=on bonus_half=yes
four-flowers | 5 | bonus(seasons)=4 | | bonus_tiles=on bonus_half=yes
""")
