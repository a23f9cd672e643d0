"""Riichi: the patterns (yaku) of a winning hand as data, each with its test."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from mjlog.model.frozen import value
from mjlog.model.lazy_dataclass import replace
from mjlog.model.tiles import EAST, GREEN, NORTH, RED_DRAGON, WHITE, Tile
from mjlog.rules.riichi.hand import (
    DRAGONS,
    GREENS,
    HONOURS,
    OUTER_CHOWS,
    OUTSIDE,
    SUITS,
    TERMINALS,
    WINDS,
    HandReading,
    RiichiHand,
)

Test = Callable[[RiichiHand, HandReading], bool]


@value
class Yaku:
    """A pattern: its name in records, its rulebook sentence, its han, and its test of a reading.

    `closed` is the number of han in a closed hand, `open` in an open hand (0 if it does not count
    there). `pungs` is the lowest number of pungs and kongs that a hand with this pattern has.
    """

    name: str
    clause: str
    closed: int
    open: int
    test: Test
    pungs: int = 0


# --------------------------------------------------------------------------- sets


def _tsumo(hand: RiichiHand, _view: HandReading) -> bool:
    return hand.situation.own_draw


def _pinfu(hand: RiichiHand, view: HandReading) -> bool:
    return view.wait == "two-sided" and not view.pung_mask and not is_value(hand, view.pair)


def is_value(hand: RiichiHand, kind: Tile) -> bool:
    """Return whether a pung of this kind is a yaku by itself.

    Such kinds are dragons, the player's own wind, the round's wind, and a wind that counts for
    every player.
    """
    won = hand.situation
    return kind >= WHITE or kind in {won.seat_wind, won.round_wind} or kind == won.everybodys


def count_identical_chows(view: HandReading) -> int:
    """Return how many pairs of identical chows a reading has, from 0 to 2."""
    chows = view.chows
    if len(chows) == view.chow_mask.bit_count():
        return 0
    return sum(chows.count(chow) // 2 for chow in set(chows))


def _iipeikou(_hand: RiichiHand, view: HandReading) -> bool:
    return count_identical_chows(view) == 1


def _ryanpeikou(_hand: RiichiHand, view: HandReading) -> bool:
    return count_identical_chows(view) == 2


def _sanshoku_doujun(_hand: RiichiHand, view: HandReading) -> bool:
    chows = view.chow_mask
    return chows & chows >> 9 & chows >> 18 & 0x1FF != 0


def _sanshoku_doukou(_hand: RiichiHand, view: HandReading) -> bool:
    pungs = view.pung_mask & ~HONOURS
    return pungs & pungs >> 9 & pungs >> 18 != 0


_FIRST_CHOWS: Final = 1 | 1 << 9 | 1 << 18


def _ittsuu(_hand: RiichiHand, view: HandReading) -> bool:
    chows = view.chow_mask
    return chows & chows >> 3 & chows >> 6 & _FIRST_CHOWS != 0


def _outside(view: HandReading) -> bool:
    """Return whether each set and the pair contain a terminal or honour.

    At least one set must be a chow.
    """
    if not view.chow_mask or view.chow_mask & ~OUTER_CHOWS or view.pung_mask & ~OUTSIDE:
        return False
    return OUTSIDE >> view.pair & 1 == 1


def _chanta(hand: RiichiHand, view: HandReading) -> bool:
    return hand.mask & HONOURS != 0 and _outside(view)


def _junchan(hand: RiichiHand, view: HandReading) -> bool:
    return not hand.mask & HONOURS and _outside(view)


def _toitoi(_hand: RiichiHand, view: HandReading) -> bool:
    return not view.chows


def _sanankou(_hand: RiichiHand, view: HandReading) -> bool:
    return view.concealed == 3


def _sankantsu(hand: RiichiHand, _view: HandReading) -> bool:
    return hand.kongs == 3


def _shousangen(_hand: RiichiHand, view: HandReading) -> bool:
    return view.pair >= WHITE and (view.pung_mask & DRAGONS).bit_count() == 2


def _chiitoitsu(_hand: RiichiHand, view: HandReading) -> bool:
    return view.wait == "seven pairs"


# --------------------------------------------------------------------------- tiles


def _tanyao(hand: RiichiHand, _view: HandReading) -> bool:
    return not hand.mask & OUTSIDE


def _honroutou(hand: RiichiHand, _view: HandReading) -> bool:
    return not hand.mask & ~OUTSIDE


def _one_suit(hand: RiichiHand) -> bool:
    tiles = hand.mask & ~HONOURS
    characters, circles, bamboos = SUITS
    return not (tiles & ~characters and tiles & ~circles and tiles & ~bamboos)


def _honitsu(hand: RiichiHand, _view: HandReading) -> bool:
    return hand.mask & HONOURS != 0 and _one_suit(hand)


def _chinitsu(hand: RiichiHand, _view: HandReading) -> bool:
    return not hand.mask & HONOURS and _one_suit(hand)


# --------------------------------------------------------------------------- limit hands


def _suuankou(_hand: RiichiHand, view: HandReading) -> bool:
    return view.concealed == 4 and view.wait != "pair"


def _suuankou_tanki(_hand: RiichiHand, view: HandReading) -> bool:
    return view.concealed == 4 and view.wait == "pair"


def _daisangen(_hand: RiichiHand, view: HandReading) -> bool:
    return view.pung_mask & DRAGONS == DRAGONS


def _shousuushii(_hand: RiichiHand, view: HandReading) -> bool:
    return EAST <= view.pair <= NORTH and (view.pung_mask & WINDS).bit_count() == 3


def _daisuushii(_hand: RiichiHand, view: HandReading) -> bool:
    return view.pung_mask & WINDS == WINDS


def _suukantsu(hand: RiichiHand, _view: HandReading) -> bool:
    return hand.kongs == 4


def _tsuuiisou(hand: RiichiHand, _view: HandReading) -> bool:
    return not hand.mask & ~HONOURS


def _chinroutou(hand: RiichiHand, _view: HandReading) -> bool:
    return not hand.mask & ~TERMINALS


def _ryuuiisou(hand: RiichiHand, _view: HandReading) -> bool:
    return not hand.mask & ~GREENS


def _ryuuiisou_with_green(hand: RiichiHand, view: HandReading) -> bool:
    return _ryuuiisou(hand, view) and hand.mask >> GREEN & 1 == 1


def _kokushi(hand: RiichiHand, view: HandReading) -> bool:
    return view.wait == "orphans" and hand.concealed[hand.situation.tile] == 1


def _kokushi_thirteen(hand: RiichiHand, view: HandReading) -> bool:
    return view.wait == "orphans" and hand.concealed[hand.situation.tile] == 2


_GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)


def _gates(hand: RiichiHand) -> int:
    """Return the kind of the extra tile if the hand is nine gates (1112345678999 and one tile).

    Return -1 if the hand is not nine gates.
    """
    if hand.melds or hand.mask not in SUITS:
        return -1
    first = 9 * SUITS.index(hand.mask)
    over = [
        number - due for number, due in zip(hand.concealed[first : first + 9], _GATES, strict=True)
    ]
    return first + over.index(1) if min(over) == 0 else -1


def _chuuren(hand: RiichiHand, _view: HandReading) -> bool:
    return _gates(hand) not in {-1, hand.situation.tile}


def _chuuren_nine(hand: RiichiHand, _view: HandReading) -> bool:
    return _gates(hand) == hand.situation.tile


# --------------------------------------------------------------------------- the tables


def _yakuhai(kind: Tile) -> Test:
    def test(_hand: RiichiHand, view: HandReading) -> bool:
        return view.pung_mask >> kind & 1 == 1

    return test


SELF_DRAWN: Final = Yaku("tsumo", "5.2", 1, 0, _tsumo)
TANYAO: Final = Yaku("tanyao", "5.4", 1, 1, _tanyao)
SEVEN_PAIRS: Final = Yaku("chiitoitsu", "5.10", 2, 0, _chiitoitsu)

OF_TILES: Final = (
    TANYAO,
    Yaku("honroutou", "5.18", 2, 2, _honroutou),
    Yaku("honitsu", "5.19", 3, 2, _honitsu),
    Yaku("chinitsu", "5.20", 6, 5, _chinitsu),
)
"""Patterns that depend only on the tiles; seven pairs can have them, too."""

OF_SETS: Final = (
    Yaku("pinfu", "5.3", 1, 0, _pinfu),
    Yaku("iipeikou", "5.5", 1, 0, _iipeikou),
    Yaku("yakuhai-white", "5.6", 1, 1, _yakuhai(WHITE), 1),
    Yaku("yakuhai-green", "5.6", 1, 1, _yakuhai(GREEN), 1),
    Yaku("yakuhai-red", "5.6", 1, 1, _yakuhai(RED_DRAGON), 1),
    Yaku("sanshoku-doujun", "5.11", 2, 1, _sanshoku_doujun),
    Yaku("ittsuu", "5.12", 2, 1, _ittsuu),
    Yaku("chanta", "5.13", 2, 1, _chanta),
    Yaku("toitoi", "5.14", 2, 2, _toitoi, 4),
    Yaku("sanankou", "5.15", 2, 2, _sanankou, 3),
    Yaku("sankantsu", "5.16", 2, 2, _sankantsu, 3),
    Yaku("sanshoku-doukou", "5.16", 2, 2, _sanshoku_doukou, 3),
    Yaku("shousangen", "5.17", 2, 2, _shousangen, 2),
    Yaku("junchan", "5.13", 3, 2, _junchan),
    Yaku("ryanpeikou", "5.5", 3, 0, _ryanpeikou),
)

WIND_NAMES: Final = ("yakuhai-east", "yakuhai-south", "yakuhai-west", "yakuhai-north")

IN_PLAY: Final = {
    "riichi": ("5.1", 1),
    "double-riichi": ("5.1", 2),
    "ippatsu": ("5.1", 1),
    "chankan": ("5.7", 1),
    "rinshan": ("5.7", 1),
    "haitei": ("5.8", 1),
    "houtei": ("5.8", 1),
}
"""Patterns that depend on the course of play: the number of the sentence, and the han."""

FIRST_TURN: Final = {"tenhou": "6.1", "chiihou": "6.1"}
"""Limit hands that depend on the course of play, with the number of the sentence."""

RENHOU: Final = ("renhou", 5, "5.9")
"""Renhou: its name, its han, and its sentence.

If it counts as a mangan, no other pattern counts besides it.
"""

LIMIT_HANDS: Final = (
    Yaku("daisangen", "6.3", 1, 1, _daisangen, 3),
    Yaku("suuankou", "6.2", 1, 0, _suuankou, 4),
    Yaku("suuankou-tanki", "6.2", 1, 0, _suuankou_tanki, 4),
    Yaku("tsuuiisou", "6.5", 1, 1, _tsuuiisou),
    Yaku("ryuuiisou", "6.6", 1, 1, _ryuuiisou),
    Yaku("chinroutou", "6.5", 1, 1, _chinroutou, 4),
    Yaku("chuuren", "6.7", 1, 0, _chuuren),
    Yaku("chuuren-nine-waits", "6.7", 1, 0, _chuuren_nine),
    Yaku("kokushi", "6.8", 1, 0, _kokushi),
    Yaku("kokushi-thirteen-waits", "6.8", 1, 0, _kokushi_thirteen),
    Yaku("daisuushii", "6.4", 1, 1, _daisuushii, 4),
    Yaku("shousuushii", "6.4", 1, 1, _shousuushii, 3),
    Yaku("suukantsu", "6.9", 1, 1, _suukantsu, 4),
)
DOUBLED: Final = frozenset(
    {"suuankou-tanki", "chuuren-nine-waits", "kokushi-thirteen-waits", "daisuushii"}
)
"""Limit hands that count twice, if the rules say so."""

DORA: Final = ("dora", "ura", "aka")
WORTH: Final = (
    "han",
    "limits",
    "points",
    "share",
    "dealer-share",
    *("no-limit", "mangan", "haneman", "baiman", "sanbaiman", "yakuman"),
)
"""Items by which sheets and other formats state the value of a hand.

They are its han or limits, what is paid, and its limit.
"""
NAMES: Final = frozenset(
    [each.name for each in (*OF_TILES, *OF_SETS, SELF_DRAWN, SEVEN_PAIRS)]
    + [*IN_PLAY, "renhou", *WIND_NAMES, *DORA, "fu", *WORTH]
    + [f"yakuman-{name}" for name in (*(each.name for each in LIMIT_HANDS), *FIRST_TURN, "renhou")]
)


NORTHS: Final = Yaku("yakuhai-north", "5.6", 1, 1, _yakuhai(NORTH), 1)


def counts_norths(settings: Mapping[str, str]) -> bool:
    """Return whether by these options a pung of norths is a yaku for every player.

    The result is True only in games of three players, in which nobody is ever North. `settings`
    maps the name of each option to its value.
    """
    return settings["players"] == "3" and settings["norths"] == "value"


class Patterns(NamedTuple):
    """The patterns that count under one choice of options, with their han.

    `of_sets` and `limit_hands` are indexed by a hand's number of pungs; each entry has the patterns
    that are possible for such a hand.
    """

    of_tiles: tuple[Yaku, ...]
    of_sets: tuple[tuple[Yaku, ...], ...]
    limit_hands: tuple[tuple[Yaku, ...], ...]

    @classmethod
    def of(cls, settings: Mapping[str, str]) -> Patterns:
        """Return the patterns that count under these options, with their han.

        `settings` maps the name of each option to its value.
        """
        tanyao = TANYAO if settings["open_tanyao"] == "true" else replace(TANYAO, open=0)
        green = _ryuuiisou_with_green if settings["all_green_with_dragon"] == "true" else _ryuuiisou
        doubled = DOUBLED if settings["double_yakuman"] == "true" else frozenset()
        limits = (
            replace(each, test=green) if each.name == "ryuuiisou" else each for each in LIMIT_HANDS
        )
        return cls(
            (tanyao, *OF_TILES[1:]),
            _patterns_by_pungs((*OF_SETS, NORTHS) if counts_norths(settings) else OF_SETS),
            _patterns_by_pungs(
                [
                    replace(each, closed=2 * each.closed, open=2 * each.open)
                    if each.name in doubled
                    else each
                    for each in limits
                ]
            ),
        )


def _patterns_by_pungs(patterns: Sequence[Yaku]) -> tuple[tuple[Yaku, ...], ...]:
    """Return five tuples: the patterns possible for a hand with 0, 1, 2, 3 and 4 pungs.

    Used to test fewer patterns for each hand.
    """
    return tuple(tuple(each for each in patterns if each.pungs <= pungs) for pungs in range(5))


def worth(settings: Mapping[str, str]) -> Callable[[str, int], bool]:
    """Return a function that checks whether an item can have a certain number.

    The function gets the name of the item on a score sheet and the number stated for it (han, fu or
    limits). For example, ``fu`` can be 25 or 30, but not 27. It returns True for an item that it
    does not know. `settings` maps the name of each option to its value.
    """
    patterns = Patterns.of(settings)
    values = {
        each.name: {each.closed, each.open} - {0}
        for each in (*patterns.of_tiles, *OF_SETS, SELF_DRAWN, SEVEN_PAIRS)
    }
    values |= {name: {han} for name, (_, han) in IN_PLAY.items()}
    values |= {name: {1, 2} for name in (*WIND_NAMES, "yakuhai-north")}
    values["fu"] = {25, *range(20, 160, 10)}

    def can_be(name: str, points: int) -> bool:
        return name not in values or points in values[name]

    return can_be
