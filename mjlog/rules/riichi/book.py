"""The rulebook of riichi: each rule is a numbered sentence in our own words, with its source."""

from __future__ import annotations

from typing import Final

from mjlog.rules.shared.rulebook_text import rulebook
from mjlog.rules.shared.sources import (
    COMPARED,
    EMA_2012,
    EMA_2016,
    MAHJONG_SOUL,
    OUR_READING,
    PANTHEON,
    RONIN,
    SCORERS,
    TENHOU_LOGS,
    TENHOU_MANUAL,
    TIBET_RULES,
    WRC_2015,
)

SOURCES: Final = (
    TIBET_RULES,
    TENHOU_LOGS,
    TENHOU_MANUAL,
    MAHJONG_SOUL,
    EMA_2012,
    EMA_2016,
    WRC_2015,
    RONIN,
    PANTHEON,
    SCORERS,
    COMPARED,
    OUR_READING,
)

BOOK: Final = rulebook(
    """
1 | Tiles and wall
1.1 | Tibet rules | deal.copies wall.set
    The set is 136 tiles, four of each kind; red fives take the place of plain ones.
1.2 | tenhou.net logs | deal.copies bonus.north bonus.held turn.size
    Three play without the characters 2 to 8, the norths being set aside as bonus tiles, or kept, by
    option.
    Short: Three play without the characters 2 to 8; they set norths aside as bonus tiles, or keep
    them.
1.3 | Tibet rules | deal.size deal.shelf
    Everybody begins with thirteen tiles; the dealer takes a fourteenth.
1.4 | Tibet rules | wall.exhausted
    The last fourteen tiles are never drawn from the front: each replacement moves the border by
    one.
1.5 | Tibet rules | wall.replacement
    A replacement tile follows a kong or a north set aside, one for each.
1.6 | Tibet rules, because it mentions none | deal.exchange
    No tiles are passed from hand to hand.
1.7 | Tibet rules | deal.order wall.front wall.replacement
    Where the wall is recorded: hands are dealt by fours from its front, the dealer's last tile
    after all others, draws go on from there; replacements come from its end, of each stack the
    upper tile first, and behind them stand the indicators, each with a hidden one beneath.
    Short: Where the wall is recorded, dealt hands, draws, replacements and indicators are the tiles
    that stand there.

2 | Turns and claims
2.1 | Tibet rules | turn.seat turn.size
    Play passes to the right; each turn takes one tile and ends with one discard.
2.2 | Tibet rules | discard.held discard.drawn
    A discard is a tile that is held, and is the drawn one exactly when the record says so.
2.2a | our reading | discard.open
    Discards lie open.
2.3 | Tibet rules | claim.latest
    Only the latest discard of another player is claimed.
2.4 | Tibet rules; tenhou.net logs | claim.chow
    A chow is claimed only from the player to the left; three players claim none.
2.5 | Tibet rules | claim.held
    The claimer holds the other tiles of the set.
2.6 | ronin; WRC 2015, 5.7.1 | claim.last_discard
    The last discard is claimed only to win.
2.7 | rules compared | discard.swap
    The tile just claimed, or one that makes the same chow at its other end, is not discarded at
    once.

3 | Kongs
3.1 | Tibet rules | kong.held turn.size
    A concealed kong is four like tiles of one's own hand; an added kong completes a pung on the
    table.
3.2 | EMA 2012, 3.3.7; ronin | kong.after_claim
    No kong of one's own in the turn of a claim.
3.3 | ronin; WRC 2015, 5.7.1; EMA 2012, 3.3.10 | kong.limit
    At most four kongs in a deal, and none when no tile of the live wall is left.
3.4 | Tibet rules | kong.no_promote
    A discard never turns a pung on the table into a kong.
3.5 | EMA 2016, 3.3.6; ronin | win.rob
    Only an added kong is robbed, and a concealed one by the thirteen orphans.

4 | Riichi
4.1 | Tibet rules | ready.once ready.closed ready.line*
    Riichi is declared once, by a hand without claimed sets.
4.2 | Tibet rules | ready.tenpai
    The tiles left after the riichi discard wait for a tile.
4.3 | Tibet rules | turn.size ready.open
    Riichi is declared on one's own turn, face up.
4.4 | Tibet rules | discard.locked
    After riichi only the drawn tile is discarded.
4.5 | Tibet rules | claim.locked
    After riichi no discard is claimed except to win.
4.6 | Tibet rules | kong.locked
    After riichi a concealed kong is of the drawn tile and leaves the waits; by option its tiles are
    a pung in every reading.
    Short: After riichi a concealed kong takes the tile just drawn and leaves the waits as they
    were.
4.7 | Tibet rules; rules compared | ready.stake
    Riichi needs tiles left in the wall for a further draw of one's own.
4.8 | Tibet rules; rules compared | ready.stake
    Riichi costs a stick of a thousand points, and whoever has less does not declare it.
4.9 | ronin; EMA 2012; tenhou.net logs | definition
    The stick is paid unless the riichi discard is won on, even by three.

5 | Patterns, fu and limits
5.1 | mahjong and jansou | score.item score.total
    Riichi 1 han, 2 when declared with the first discard of an unbroken go-around; ippatsu 1 for a
    win within one unbroken go-around of it.
5.2 | mahjong and jansou | score.item score.total
    Tsumo: a closed hand wins on its own draw, 1.
5.3 | mahjong and jansou | score.item score.total
    Pinfu: a closed hand of four chows, a pair without value, a two-sided wait, 1.
5.4 | mahjong and jansou | score.item score.total
    Tanyao: no terminals and honours, 1; whether an open hand may have it is an option.
    Short: Tanyao: a hand without terminals and honours, 1 han; some tables want the hand closed.
5.5 | mahjong and jansou | score.item score.total
    Iipeikou: two like chows in a closed hand, 1; ryanpeikou: two such couples, 3.
5.6 | mahjong and jansou | score.item score.total
    Yakuhai: a pung or kong of a dragon, of one's own wind, of the wind of the round, 1 each.
5.7 | mahjong and jansou | score.item score.total
    Rinshan: a win on a replacement tile, 1; chankan: on a tile added to a pung, 1.
5.8 | mahjong and jansou | score.item score.total
    Haitei: a win on the last tile of the live wall, 1; houtei: on the last discard, 1; rinshan is
    no haitei.
5.9 | rules compared | score.item score.total
    Renhou: a win on a discard before one's first draw, nothing having been claimed; where it counts
    as a mangan it stands alone.
5.10 | mahjong and jansou | score.item score.total
    Chiitoitsu: seven different pairs, 2.
5.11 | mahjong and jansou | score.item score.total
    Sanshoku doujun: the same chow in all suits, 2, open 1.
5.12 | mahjong and jansou | score.item score.total
    Ittsuu: 123, 456 and 789 of one suit, 2, open 1.
5.13 | mahjong and jansou | score.item score.total
    Chanta: a terminal or honour in each set and the pair, with a chow and an honour, 2, open 1;
    junchan: terminals alone, 3, open 2.
5.14 | mahjong and jansou | score.item score.total
    Toitoi: four pungs or kongs, 2.
5.15 | mahjong and jansou | score.item score.total
    Sanankou: three concealed pungs, 2; a pung that a discard completed is not concealed.
5.16 | mahjong and jansou | score.item score.total
    Sankantsu: three kongs, 2; sanshoku doukou: the same pung in all suits, 2.
5.17 | mahjong and jansou | score.item score.total
    Shousangen: two pungs and the pair of dragons, 2 beside their yakuhai.
5.18 | mahjong and jansou | score.item score.total
    Honroutou: terminals and honours alone, 2.
5.19 | mahjong and jansou | score.item score.total
    Honitsu: one suit and honours, 3, open 2.
5.20 | mahjong and jansou | score.item score.total
    Chinitsu: one suit, 6, open 5.
5.21 | mahjong and jansou | score.item score.total
    Each dora, red five and north set aside brings 1 han to a hand that has a pattern; the dora
    follows its indicator in a circle, with three players 9m follows 1m.
    Short: Each dora, red five and north set aside brings 1 han to a hand that has a pattern.
5.22 | rules compared | dora.ura
    A winner in riichi turns up the hidden indicators, as many as lie open, or that of the deal
    alone; whether they count is an option.
    Short: A winner in riichi turns up hidden indicators, at most as many as indicators lie open.
5.23 | rules compared; tenhou.net logs; ronin | dora.count
    Each kong turns up one more indicator: a concealed one at once, another after its replacement is
    taken, before the next discard, kong or north, so that it does not count for a win on the
    replacement; or all at once; or none, by option. A robbed kong turns up none.
    Short: Where kongs turn up indicators, each turns up one: a concealed kong at once, another
    after its replacement is taken.
5.24 | mahjong and jansou; tenhou.net logs | score.item
    Fu: 20; 10 for a closed hand on a discard; 2 for an edge, closed or pair wait; 2 for a pair of
    value, of a wind that counts twice by option; a pung 2, concealed twice, a kong four times, of
    terminals and honours twice that; an open hand without any has 10 more; the sum is brought up to
    tens. Seven pairs have 25.
    Short: Fu are 20 and more for a closed win on a discard, the wait, the pair and each pung or
    kong, rounded up to tens.
5.25 | mahjong and jansou; tenhou.net logs; rules compared | score.item
    A self-draw brings 2 fu, but not to pinfu; on a replacement tile by option.
5.26 | tenhou.net logs; mahjong and jansou | pay.seats
    The base is fu times two to the power of han and two; from 2000 on, and from five han on, it is
    a mangan of 2000; 1920 is one by option.
5.27 | tenhou.net logs; mahjong and jansou; rules compared | pay.seats
    6 and 7 han are 3000, 8 to 10 4000, 11 and 12 6000; thirteen han are 8000, or by option 6000.
5.28 | mahjong and jansou; tenhou.net logs | score.total*
    Of all readings of a hand the dearest counts: by base, then han, then fu.

6 | Yakuman
6.1 | mahjong and jansou | score.item score.total
    Tenhou: the dealer wins on its first draw; chiihou: another on its own, nothing having been
    claimed.
6.2 | mahjong and jansou | score.item score.total
    Suuankou: four concealed pungs; suuankou tanki when the pair is won on.
6.3 | mahjong and jansou | score.item score.total
    Daisangen: three pungs of dragons.
6.4 | mahjong and jansou | score.item score.total
    Shousuushii: three pungs and the pair of winds; daisuushii: four pungs of winds.
6.5 | mahjong and jansou | score.item score.total
    Tsuuiisou: honours alone; chinroutou: terminals alone.
6.6 | mahjong and jansou | score.item score.total
    Ryuuiisou: 2, 3, 4, 6, 8 of bamboo and green dragons alone; by option not without the dragon.
6.7 | mahjong and jansou | score.item score.total
    Chuuren poutou: 1112345678999 of one suit and one more, in a closed hand without kongs; with
    nine waits where the one more is won on.
6.8 | mahjong and jansou | score.item score.total
    Kokushi musou: the thirteen orphans; with thirteen waits where the second of its pair is won on.
6.9 | mahjong and jansou | score.item score.total
    Suukantsu: four kongs.
6.10 | rules compared | score.item score.total
    Several yakuman in one hand add up by option; han do not join them.
6.11 | rules compared | score.item score.total
    Suuankou tanki, the nine gates with nine waits, the orphans with thirteen, daisuushii count
    twice by option.

7 | Payments
7.1 | tenhou.net logs; mahjong and jansou | pay.seats*
    The discarder pays six times the base to the dealer, four times to another, brought up to
    hundreds.
7.2 | tenhou.net logs; mahjong and jansou | pay.seats
    A self-draw is paid by all: the dealer is paid and pays twice the base, others once, each amount
    brought up to hundreds.
7.2a | tenhou.net logs; our reading | pay.seats
    With three players the fourth's share of a self-draw is lost, or halved among the payers, by
    option.
7.3 | rules compared | claim.nearest win.several
    Several who win on one tile: two are both paid and three end the deal, or all are paid, or the
    nearest is.
7.3a | rules compared | pay.seats
    Of several winners the nearest is paid the counters, or each is.
7.3b | rules compared | pay.pool
    Of several winners the nearest takes the sticks, or each its own one and the nearest the others.
7.4 | Pantheon; tenhou.net logs | pay.seats
    Each counter brings the winner 300 from the discarder or 100 from each; with three players 200.
7.5 | rules compared | pay.pool*
    The winner takes the riichi sticks on the table; after a deal without a winner they stay.
7.6 | Pantheon; tenhou.net logs | pay.draw* tenpai.differs*
    When the wall has run out, those who are not tenpai pay those who are: with four 3000 in all,
    with three 2000, or another amount by option.
    Short: When the wall has run out, players who are not tenpai pay the players who are.
7.7 | rules compared | pay.draw win.line
    Whoever has discarded terminals and honours alone, none of them claimed, is paid as for a
    self-drawn mangan without counters, and tenpai is not paid.
7.8 | Tenhou manual; EMA 2012; Mahjong Soul; tenhou.net logs | pay.seats
    Who feeds the third set of dragons or the fourth of winds answers for that yakuman: it pays all
    of a self-draw and half of another's discard.
7.8a | Tenhou manual; EMA 2012; Mahjong Soul; tenhou.net logs | pay.seats
    The liable player answers for the whole hand, or for those yakuman alone, by option.
7.8b | Tenhou manual; EMA 2012; Mahjong Soul; tenhou.net logs | pay.seats
    The counters of such a win are the liable player's, or the discarder's, by option.
7.8c | rules compared | pay.seats
    By option, who fed an open kong pays all of a win on its replacement tile.
7.9 | rules compared | net.differs* pay.zero* score.chain*
    Points only change hands: a total is the one before the deal and what the deal moved, sticks
    included.

8 | The end of a deal
8.1 | Tibet rules; rules compared | wall.exhausted
    A deal ends with a win, with an empty live wall, or with an abortive washout.
8.2 | rules compared | abort.kind win.line
    Nine kinds of terminals and honours in one's unbroken first turn, four like winds discarded
    first, four riichi, four kongs of several players, three winners end a deal, where such ends are
    played.
    Short: Where they are played, nine kinds, four like winds, four riichi, four kongs of several
    players or three winners end a deal early.
8.2a | rules compared; tenhou.net logs | abort.due
    Where such ends are played, nobody goes on behind four like winds, four riichi or four kongs of
    several players: after that discard, unless it is won on, the deal is over. Nine kinds end it
    only if their holder wants it.
    Short: Where they are played, four like winds, four riichi or four kongs of several players end
    the deal after that discard.
8.3 | Tenhou manual; rules compared | next.dealer* next.round
    The dealer deals again after a win, when tenpai as the wall runs out, and after an abortive end.
8.4 | WRC 2015, 5.7.7; ronin | next.round*
    A counter is added after the dealer's win and after a deal without a winner; another's win takes
    them away.
8.5 | our reading | next.dealer next.round next.end
    What a sheet says of the next deal holds for it, and numbers count the deals one by one.

9 | The game
9.1 | rules compared | next.end*
    The game lasts the east round, or the south round as well.
9.2 | rules compared | definition
    Everybody starts with the same points.
9.3 | rules compared; tenhou.net logs | next.end
    Where a target is set and nobody has it after the last deal, one more round is played until
    somebody has.
9.4 | rules compared; tenhou.net logs | next.end
    The game ends when somebody is below zero, by option.
    Short: The game ends when somebody is below zero, where the table plays it so.
9.5 | rules compared; tenhou.net logs | next.end
    A dealer who would deal again in the last deal or later ends the game when first and at the
    target, by option.
9.6 | rules compared | final.points
    Final points are the points less those they are counted from, in thousands; the difference to
    the start goes to the first.
9.7 | rules compared | final.points*
    Placement points are added.
9.8 | rules compared | next.rank*
    Equal points: who sat nearer the first dealer is before, or they share.
9.9 | rules compared | final.points
    Final points are rounded to thousands, half away from zero, the first taking the rest; or not at
    all.
9.10 | rules compared | final.score*
    Sticks left when the game ends go to the first, or to nobody.
9.11 | rules compared | pay.penalty* final.points
    After a chombo the deal is dealt again, without a counter more, and its sticks go back; it costs
    a mangan to the others, as they would pay for one that is drawn, or points after placement, by
    option.
    Short: After a chombo the deal is dealt again without another counter; the offender pays a
    mangan, or points after placement.

10 | The win
10.1 | Tibet rules | win.tile
    One wins on the tile drawn, on the latest discard, or on a robbed tile.
10.2 | Tibet rules; mahjong and jansou | win.shape
    A winning hand is four sets and a pair, seven different pairs, or the thirteen orphans.
10.3 | Tibet rules; EMA 2016; rules compared | win.missed
    Whoever has discarded a tile that the hand waits for, or has let one pass, does not win on a
    discard: until its next draw, in riichi to the end of the deal.
    Short: A player who discarded a tile that the hand waits for, or let one pass, does not win on a
    discard.
10.4 | mahjong and jansou | win.least*
    A win needs a pattern; dora are none.
    Short: A win needs a pattern (yaku); dora alone are not enough.

11 | The record
11.1 | our reading | win.line* show.hand* score.item*
    What is claimed agrees with what the tiles and the turns say.
""",
    SOURCES,
)
