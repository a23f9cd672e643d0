"""Riichi as a rulebook: each sentence numbered, in our own words, with its source."""

from __future__ import annotations

from typing import Final

from mjlog.model.findings import Law
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
    with_sources,
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
_CLAIMED: Final = ("score.item", "score.total")


def _yaku(number: str, text: str, source: str = "mahjong and jansou", plain: str = "") -> Law:
    return Law(number, text, source, codes=_CLAIMED, plain=plain)


_PATTERNS: Final[tuple[Law, ...]] = (
    _yaku(
        "5.1",
        "Riichi 1 han, 2 when declared with the first discard of an unbroken go-around; "
        "ippatsu 1 for a win within "
        "one unbroken go-around of it.",
    ),
    _yaku("5.2", "Tsumo: a closed hand wins on its own draw, 1."),
    _yaku("5.3", "Pinfu: a closed hand of four chows, a pair without value, a two-sided wait, 1."),
    _yaku(
        "5.4",
        "Tanyao: no terminals and honours, 1; whether an open hand may have it is an option.",
        plain=(
            "Tanyao: a hand without terminals and honours, 1 han; some tables want the hand closed."
        ),
    ),
    _yaku("5.5", "Iipeikou: two like chows in a closed hand, 1; ryanpeikou: two such couples, 3."),
    _yaku(
        "5.6",
        "Yakuhai: a pung or kong of a dragon, of one's own wind, of the wind of the round, 1 each.",
    ),
    _yaku("5.7", "Rinshan: a win on a replacement tile, 1; chankan: on a tile added to a pung, 1."),
    _yaku(
        "5.8",
        "Haitei: a win on the last tile of the live wall, 1; houtei: on the last discard, "
        "1; rinshan is no haitei.",
    ),
    _yaku(
        "5.9",
        "Renhou: a win on a discard before one's first draw, nothing having been claimed; "
        "where it counts as a mangan"
        " it stands alone.",
        "rules compared",
    ),
    _yaku("5.10", "Chiitoitsu: seven different pairs, 2."),
    _yaku("5.11", "Sanshoku doujun: the same chow in all suits, 2, open 1."),
    _yaku("5.12", "Ittsuu: 123, 456 and 789 of one suit, 2, open 1."),
    _yaku(
        "5.13",
        "Chanta: a terminal or honour in each set and the pair, with a chow and an honour, "
        "2, open 1; junchan: "
        "terminals alone, 3, open 2.",
    ),
    _yaku("5.14", "Toitoi: four pungs or kongs, 2."),
    _yaku(
        "5.15",
        "Sanankou: three concealed pungs, 2; a pung that a discard completed is not concealed.",
    ),
    _yaku("5.16", "Sankantsu: three kongs, 2; sanshoku doukou: the same pung in all suits, 2."),
    _yaku("5.17", "Shousangen: two pungs and the pair of dragons, 2 beside their yakuhai."),
    _yaku("5.18", "Honroutou: terminals and honours alone, 2."),
    _yaku("5.19", "Honitsu: one suit and honours, 3, open 2."),
    _yaku("5.20", "Chinitsu: one suit, 6, open 5."),
    _yaku(
        "5.21",
        "Each dora, red five and north set aside brings 1 han to a hand that has a "
        "pattern; the dora follows its "
        "indicator in a circle, with three players 9m follows 1m.",
        plain="Each dora, red five and north set aside brings 1 han to a hand that has a pattern.",
    ),
    Law(
        "5.22",
        "A winner in riichi turns up the hidden indicators, as many as lie open, or that "
        "of the deal alone; whether "
        "they count is an option.",
        "rules compared",
        codes=("dora.ura",),
        plain=(
            "A winner in riichi turns up hidden indicators, at most as many as indicators lie open."
        ),
    ),
    Law(
        "5.23",
        "Each kong turns up one more indicator: a concealed one at once, another after its "
        "replacement is taken, "
        "before the next discard, kong or north, so that it does not count for a win on "
        "the replacement; or all at "
        "once; or none, by option. A robbed kong turns up none.",
        "rules compared; tenhou.net logs; ronin",
        codes=("dora.count",),
        plain=(
            "Where kongs turn up indicators, each turns up one: a concealed kong at once,"
            " another after its replacement is taken."
        ),
    ),
    Law(
        "5.24",
        "Fu: 20; 10 for a closed hand on a discard; 2 for an edge, closed or pair wait; 2 "
        "for a pair of value, of a "
        "wind that counts twice by option; a pung 2, concealed twice, a kong four times, "
        "of terminals and honours "
        "twice that; an open hand without any has 10 more; the sum is brought up to tens. "
        "Seven pairs have 25.",
        "mahjong and jansou; tenhou.net logs",
        codes=("score.item",),
        plain=(
            "Fu are 20 and more for a closed win on a discard, the wait, the pair and "
            "each pung or kong, rounded up to tens."
        ),
    ),
    Law(
        "5.25",
        "A self-draw brings 2 fu, but not to pinfu; on a replacement tile by option.",
        "mahjong and jansou; tenhou.net logs; rules compared",
        codes=("score.item",),
    ),
    Law(
        "5.26",
        "The base is fu times two to the power of han and two; from 2000 on, and from five "
        "han on, it is a mangan of "
        "2000; 1920 is one by option.",
        "tenhou.net logs; mahjong and jansou",
        codes=("pay.seats",),
    ),
    Law(
        "5.27",
        "6 and 7 han are 3000, 8 to 10 4000, 11 and 12 6000; thirteen han are 8000, or by "
        "option 6000.",
        "tenhou.net logs; mahjong and jansou; rules compared",
        codes=("pay.seats",),
    ),
    Law(
        "5.28",
        "Of all readings of a hand the dearest counts: by base, then han, then fu.",
        "mahjong and jansou; tenhou.net logs",
        codes=("score.total",),
    ),
)

_LIMIT_HANDS: Final[tuple[Law, ...]] = (
    _yaku(
        "6.1",
        "Tenhou: the dealer wins on its first draw; chiihou: another on its own, nothing "
        "having been claimed.",
    ),
    _yaku("6.2", "Suuankou: four concealed pungs; suuankou tanki when the pair is won on."),
    _yaku("6.3", "Daisangen: three pungs of dragons."),
    _yaku(
        "6.4", "Shousuushii: three pungs and the pair of winds; daisuushii: four pungs of winds."
    ),
    _yaku("6.5", "Tsuuiisou: honours alone; chinroutou: terminals alone."),
    _yaku(
        "6.6",
        "Ryuuiisou: 2, 3, 4, 6, 8 of bamboo and green dragons alone; by option not without "
        "the dragon.",
    ),
    _yaku(
        "6.7",
        "Chuuren poutou: 1112345678999 of one suit and one more, in a closed hand without "
        "kongs; with nine waits "
        "where the one more is won on.",
    ),
    _yaku(
        "6.8",
        "Kokushi musou: the thirteen orphans; with thirteen waits where the second of its "
        "pair is won on.",
    ),
    _yaku("6.9", "Suukantsu: four kongs."),
    Law(
        "6.10",
        "Several yakuman in one hand add up by option; han do not join them.",
        "rules compared",
        codes=_CLAIMED,
    ),
    Law(
        "6.11",
        "Suuankou tanki, the nine gates with nine waits, the orphans with thirteen, "
        "daisuushii count twice by option.",
        "rules compared",
        codes=_CLAIMED,
    ),
)

_PAYMENTS: Final[tuple[Law, ...]] = (
    Law(
        "7.1",
        "The discarder pays six times the base to the dealer, four times to another, "
        "brought up to hundreds.",
        "tenhou.net logs; mahjong and jansou",
        codes=("pay.seats",),
    ),
    Law(
        "7.2",
        "A self-draw is paid by all: the dealer is paid and pays twice the base, others "
        "once, each amount brought up "
        "to hundreds.",
        "tenhou.net logs; mahjong and jansou",
        codes=("pay.seats",),
    ),
    Law(
        "7.2a",
        "With three players the fourth's share of a self-draw is lost, or halved among the "
        "payers, by option.",
        "tenhou.net logs; our reading",
        codes=("pay.seats",),
    ),
    Law(
        "7.3",
        "Several who win on one tile: two are both paid and three end the deal, or all are "
        "paid, or the nearest is.",
        "rules compared",
        codes=("claim.nearest", "win.several"),
    ),
    Law(
        "7.3a",
        "Of several winners the nearest is paid the counters, or each is.",
        "rules compared",
        codes=("pay.seats",),
    ),
    Law(
        "7.3b",
        "Of several winners the nearest takes the sticks, or each its own one and the "
        "nearest the others.",
        "rules compared",
        codes=("pay.pool",),
    ),
    Law(
        "7.4",
        "Each counter brings the winner 300 from the discarder or 100 from each; with "
        "three players 200.",
        "Pantheon; tenhou.net logs",
        codes=("pay.seats",),
    ),
    Law(
        "7.5",
        "The winner takes the riichi sticks on the table; after a deal without a winner they stay.",
        "rules compared",
        codes=("pay.pool",),
    ),
    Law(
        "7.6",
        "When the wall has run out, those who are not tenpai pay those who are: with four "
        "3000 in all, with three "
        "2000, or another amount by option.",
        "Pantheon; tenhou.net logs",
        codes=("pay.draw", "tenpai.differs"),
        plain=("When the wall has run out, players who are not tenpai pay the players who are."),
    ),
    Law(
        "7.7",
        "Whoever has discarded terminals and honours alone, none of them claimed, is paid "
        "as for a self-drawn mangan "
        "without counters, and tenpai is not paid.",
        "rules compared",
        codes=("pay.draw",),
    ),
    Law(
        "7.8",
        "Who feeds the third set of dragons or the fourth of winds answers for that "
        "yakuman: it pays all of a self-"
        "draw and half of another's discard.",
        "Tenhou manual; EMA 2012; Mahjong Soul; tenhou.net logs",
        codes=("pay.seats",),
    ),
    Law(
        "7.8a",
        "The liable player answers for the whole hand, or for those yakuman alone, by option.",
        "Tenhou manual; EMA 2012; Mahjong Soul; tenhou.net logs",
        codes=("pay.seats",),
    ),
    Law(
        "7.8b",
        "The counters of such a win are the liable player's, or the discarder's, by option.",
        "Tenhou manual; EMA 2012; Mahjong Soul; tenhou.net logs",
        codes=("pay.seats",),
    ),
    Law(
        "7.8c",
        "By option, who fed an open kong pays all of a win on its replacement tile.",
        "rules compared",
        codes=("pay.seats",),
    ),
    Law(
        "7.9",
        "Points only change hands: a total is the one before the deal and what the deal "
        "moved, sticks included.",
        "rules compared",
        codes=("net.differs", "pay.zero", "score.chain"),
    ),
)

_COURSE: Final[tuple[Law, ...]] = (
    Law(
        "8.1",
        "A deal ends with a win, with an empty live wall, or with an abortive washout.",
        "Tibet rules; rules compared",
        codes=("wall.exhausted",),
    ),
    Law(
        "8.2",
        "Nine kinds of terminals and honours in one's unbroken first turn, four like winds "
        "discarded first, four "
        "riichi, four kongs of several players, three winners end a deal, where such ends "
        "are played.",
        "rules compared",
        codes=("abort.kind",),
        plain=(
            "Where they are played, nine kinds, four like winds, four riichi, four kongs "
            "of several players or three winners end a deal early."
        ),
    ),
    Law(
        "8.2a",
        "Where such ends are played, nobody goes on behind four like winds, four riichi or "
        "four kongs of several "
        "players: after that discard, unless it is won on, the deal is over. Nine kinds "
        "end it only if their holder "
        "wants it.",
        "rules compared; tenhou.net logs",
        codes=("abort.due",),
        plain=(
            "Where they are played, four like winds, four riichi or four kongs of several"
            " players end the deal after that discard."
        ),
    ),
    Law(
        "8.3",
        "The dealer deals again after a win, when tenpai as the wall runs out, and after "
        "an abortive end.",
        "Tenhou manual; rules compared",
        codes=("next.dealer", "next.round"),
    ),
    Law(
        "8.4",
        "A counter is added after the dealer's win and after a deal without a winner; "
        "another's win takes them away.",
        "WRC 2015, 5.7.7; ronin",
        codes=("next.round",),
    ),
    Law(
        "8.5",
        "What a sheet says of the next deal holds for it, and numbers count the deals one by one.",
        "our reading",
        codes=("next.dealer", "next.round", "next.end"),
    ),
    Law(
        "9.1",
        "The game lasts the east round, or the south round as well.",
        "rules compared",
        codes=("next.end",),
    ),
    Law("9.2", "Everybody starts with the same points.", "rules compared", "definition"),
    Law(
        "9.3",
        "Where a target is set and nobody has it after the last deal, one more round is "
        "played until somebody has.",
        "rules compared; tenhou.net logs",
        codes=("next.end",),
    ),
    Law(
        "9.4",
        "The game ends when somebody is below zero, by option.",
        "rules compared; tenhou.net logs",
        codes=("next.end",),
        plain="The game ends when somebody is below zero, where the table plays it so.",
    ),
    Law(
        "9.5",
        "A dealer who would deal again in the last deal or later ends the game when first "
        "and at the target, by "
        "option.",
        "rules compared; tenhou.net logs",
        codes=("next.end",),
    ),
    Law(
        "9.6",
        "Final points are the points less those they are counted from, in thousands; the "
        "difference to the start goes"
        " to the first.",
        "rules compared",
        codes=("final.points",),
    ),
    Law("9.7", "Placement points are added.", "rules compared", codes=("final.points",)),
    Law(
        "9.8",
        "Equal points: who sat nearer the first dealer is before, or they share.",
        "rules compared",
        codes=("next.rank",),
    ),
    Law(
        "9.9",
        "Final points are rounded to thousands, half away from zero, the first taking the "
        "rest; or not at all.",
        "rules compared",
        codes=("final.points",),
    ),
    Law(
        "9.10",
        "Sticks left when the game ends go to the first, or to nobody.",
        "rules compared",
        codes=("final.score",),
    ),
    Law(
        "9.11",
        "After a chombo the deal is dealt again, without a counter more, and its sticks go "
        "back; it costs a mangan to "
        "the others, as they would pay for one that is drawn, or points after placement, "
        "by option.",
        "rules compared",
        codes=("pay.penalty", "final.points"),
        plain=(
            "After a chombo the deal is dealt again without another counter; the offender"
            " pays a mangan, or points after placement."
        ),
    ),
)

_WIN: Final[tuple[Law, ...]] = (
    Law(
        "10.1",
        "One wins on the tile drawn, on the latest discard, or on a robbed tile.",
        "Tibet rules",
        codes=("win.tile",),
    ),
    Law(
        "10.2",
        "A winning hand is four sets and a pair, seven different pairs, or the thirteen orphans.",
        "Tibet rules; mahjong and jansou",
        codes=("win.shape",),
    ),
    Law(
        "10.3",
        "Whoever has discarded a tile that the hand waits for, or has let one pass, does "
        "not win on a discard: until "
        "its next draw, in riichi to the end of the deal.",
        "Tibet rules; EMA 2016; rules compared",
        codes=("win.missed",),
        plain=(
            "A player who discarded a tile that the hand waits for, or let one pass, does"
            " not win on a discard."
        ),
    ),
    Law(
        "10.4",
        "A win needs a pattern; dora are none.",
        "mahjong and jansou",
        codes=("win.least",),
        plain="A win needs a pattern (yaku); dora alone are not enough.",
    ),
)

HEADINGS: Final = {
    "1": "Tiles and wall",
    "2": "Turns and claims",
    "3": "Kongs",
    "4": "Riichi",
    "5": "Patterns, fu and limits",
    "6": "Yakuman",
    "7": "Payments",
    "8": "The end of a deal",
    "9": "The game",
    "10": "The win",
    "11": "The record",
}

_SENTENCES: Final[tuple[Law, ...]] = (
    Law(
        "1.1",
        "The set is 136 tiles, four of each kind; red fives take the place of plain ones.",
        "Tibet rules",
        codes=("deal.copies", "wall.set"),
    ),
    Law(
        "1.2",
        "Three play without the characters 2 to 8, the norths being set aside as bonus "
        "tiles, or kept, by option.",
        "tenhou.net logs",
        codes=("deal.copies", "bonus.north", "bonus.held", "turn.size"),
        plain=(
            "Three play without the characters 2 to 8; they set norths aside as bonus "
            "tiles, or keep them."
        ),
    ),
    Law(
        "1.3",
        "Everybody begins with thirteen tiles; the dealer takes a fourteenth.",
        "Tibet rules",
        codes=("deal.size", "deal.shelf"),
    ),
    Law(
        "1.4",
        "The last fourteen tiles are never drawn from the front: each replacement moves "
        "the border by one.",
        "Tibet rules",
        codes=("wall.exhausted",),
    ),
    Law(
        "1.5",
        "A replacement tile follows a kong or a north set aside, one for each.",
        "Tibet rules",
        codes=("wall.replacement",),
    ),
    Law(
        "1.7",
        "Where the wall is recorded: hands are dealt by fours from its front, the dealer's "
        "last tile after all others, "
        "draws go on from there; replacements come from its end, of each stack the upper "
        "tile first, and behind them "
        "stand the indicators, each with a hidden one beneath.",
        "Tibet rules",
        codes=("deal.order", "wall.front", "wall.replacement"),
        plain=(
            "Where the wall is recorded, dealt hands, draws, replacements and indicators "
            "are the tiles that stand there."
        ),
    ),
    Law(
        "1.6",
        "No tiles are passed from hand to hand.",
        "Tibet rules, by what it leaves out",
        codes=("deal.exchange",),
    ),
    Law(
        "2.1",
        "Play passes to the right; each turn takes one tile and ends with one discard.",
        "Tibet rules",
        codes=("turn.seat", "turn.size"),
    ),
    Law(
        "2.2",
        "A discard is a tile that is held, and is the drawn one exactly when the record says so.",
        "Tibet rules",
        codes=("discard.held", "discard.drawn"),
    ),
    Law("2.2a", "Discards lie open.", "our reading", codes=("discard.open",)),
    Law(
        "2.3",
        "Only the latest discard of another player is claimed.",
        "Tibet rules",
        codes=("claim.latest",),
    ),
    Law(
        "2.4",
        "A chow is claimed only from the player to the left; three players claim none.",
        "Tibet rules; tenhou.net logs",
        codes=("claim.chow",),
    ),
    Law(
        "2.5", "The claimer holds the other tiles of the set.", "Tibet rules", codes=("claim.held",)
    ),
    Law(
        "2.6",
        "The last discard is claimed only to win.",
        "ronin; WRC 2015, 5.7.1",
        codes=("claim.last_discard",),
    ),
    Law(
        "2.7",
        "The tile just claimed, or one that makes the same chow at its other end, is not "
        "discarded at once.",
        "rules compared",
        codes=("discard.swap",),
    ),
    Law(
        "3.1",
        "A concealed kong is four like tiles of one's own hand; an added kong completes a "
        "pung on the table.",
        "Tibet rules",
        codes=("kong.held", "turn.size"),
    ),
    Law(
        "3.2",
        "No kong of one's own in the turn of a claim.",
        "EMA 2012, 3.3.7; ronin",
        codes=("kong.after_claim",),
    ),
    Law(
        "3.3",
        "At most four kongs in a deal, and none when no tile of the live wall is left.",
        "ronin; WRC 2015, 5.7.1; EMA 2012, 3.3.10",
        codes=("kong.limit",),
    ),
    Law(
        "3.4",
        "A discard never turns a pung on the table into a kong.",
        "Tibet rules",
        codes=("kong.no_promote",),
    ),
    Law(
        "3.5",
        "Only an added kong is robbed, and a concealed one by the thirteen orphans.",
        "EMA 2016, 3.3.6; ronin",
        codes=("win.rob",),
    ),
    Law(
        "4.1",
        "Riichi is declared once, by a hand without claimed sets.",
        "Tibet rules",
        codes=("ready.once", "ready.closed", "ready.line"),
    ),
    Law(
        "4.2",
        "The tiles left after the riichi discard wait for a tile.",
        "Tibet rules",
        codes=("ready.tenpai",),
    ),
    Law(
        "4.3",
        "Riichi is declared on one's own turn, face up.",
        "Tibet rules",
        codes=("turn.size", "ready.open"),
    ),
    Law(
        "4.4",
        "After riichi only the drawn tile is discarded.",
        "Tibet rules",
        codes=("discard.locked",),
    ),
    Law(
        "4.5",
        "After riichi no discard is claimed except to win.",
        "Tibet rules",
        codes=("claim.locked",),
    ),
    Law(
        "4.6",
        "After riichi a concealed kong is of the drawn tile and leaves the waits; by "
        "option its tiles are a pung in "
        "every reading.",
        "Tibet rules",
        codes=("kong.locked",),
        plain=(
            "After riichi a concealed kong takes the tile just drawn and leaves the waits"
            " as they were."
        ),
    ),
    Law(
        "4.7",
        "Riichi needs tiles left in the wall for a further draw of one's own.",
        "Tibet rules; rules compared",
        codes=("ready.stake",),
    ),
    Law(
        "4.8",
        "Riichi costs a stick of a thousand points, and whoever has less does not declare it.",
        "Tibet rules; rules compared",
        codes=("ready.stake",),
    ),
    Law(
        "4.9",
        "The stick is paid unless the riichi discard is won on, even by three.",
        "ronin; EMA 2012; tenhou.net logs",
        "definition",
    ),
    *_PATTERNS,
    *_LIMIT_HANDS,
    *_PAYMENTS,
    *_COURSE,
    *_WIN,
    Law(
        "11.1",
        "What is claimed agrees with what the tiles and the turns say.",
        "our reading",
        codes=("win.line", "show.hand", "score.item"),
    ),
)

LAWS: Final = with_sources(_SENTENCES, SOURCES)
