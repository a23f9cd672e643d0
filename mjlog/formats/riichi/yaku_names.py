"""Names of yaku in records, and their numbers at Tenhou."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mjlog.formats.riichi.outcomes import YAKUMAN
from mjlog.formats.riichi.tenhou_numbers import YAKU
from mjlog.formats.riichi.words import OWN_WIND, ROUND_WIND
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.record import Seat

_WINDS: Final = "東南西北"
WIND_NAMES: Final = ("east", "south", "west", "north")

JAPANESE: Final[tuple[str, ...]] = (
    "門前清自摸和", "立直", "一発", "槍槓", "嶺上開花", "海底摸月", "河底撈魚", "平和",
    "断幺九", "一盃口",
    *(f"自風 {wind}" for wind in _WINDS), *(f"場風 {wind}" for wind in _WINDS),
    "役牌 白", "役牌 發", "役牌 中",
    "両立直", "七対子", "混全帯幺九", "一気通貫", "三色同順", "三色同刻", "三槓子",
    "対々和", "三暗刻", "小三元",
    "混老頭", "二盃口", "純全帯幺九", "混一色", "清一色", "人和", "天和",
    "地和", "大三元", "四暗刻", "四暗刻単騎",
    "字一色", "緑一色", "清老頭", "九蓮宝燈", "純正九蓮宝燈", "国士無双",
    "国士無双１３面", "大四喜", "小四喜",
    "四槓子", "ドラ", "裏ドラ", "赤ドラ",
)  # fmt: skip
"""Tenhou's words for yaku, by its number."""

_IN_MAJIANG: Final = {"両立直": "ダブル立直", "国士無双１３面": "国士無双十三面"}
MAJIANG: Final = tuple(_IN_MAJIANG.get(name, name.replace("役牌", "翻牌")) for name in JAPANESE)
"""Words of majiang for yaku, in the same order."""

MJAI: Final[tuple[str, ...]] = (
    "menzenchin_tsumoho", "reach", "ippatsu", "chankan", "rinshankaiho", "haiteiraoyue",
    "hoteiraoyui", "pinfu",
    "tanyaochu", "ipeko", *("jikaze",) * 4, *("bakaze",) * 4, *("sangenpai",) * 3, "double_reach",
    "chitoitsu",
    "honchantaiyao", "ikkitsukan", "sanshokudojun", "sanshokudoko", "sankantsu", "toitoiho",
    "sananko", "shosangen",
    "honroto", "ryanpeko", "junchantaiyao", "honiso", "chiniso", "renho", "tenho", "chiho",
    "daisangen", "suanko",
    "suanko", "tsuiso", "ryuiso", "chinroto", "churenpoton", "churenpoton", "kokushimuso",
    "kokushimuso", "daisushi",
    "shosushi", "sukantsu", "dora", "uradora", "akadora",
)  # fmt: skip
"""Words of classic mjai for yaku, in the same order.

Winds and dragons do not have their own names there.
"""

NAMED_IN_MJAI: Final[Mapping[str, str]] = {
    **{name: YAKU[number] for number, name in reversed(list(enumerate(MJAI)))},
    "jikaze": OWN_WIND,
    "bakaze": ROUND_WIND,
}
"""Names of yaku in records, by the words of classic mjai.

All dragons have the name of the first one, so the reader must find out which are meant.
"""

SOUL: Final[tuple[str, ...]] = (
    "", "tsumo", "riichi", "chankan", "rinshan", "haitei", "houtei", "yakuhai-white",
    "yakuhai-green", "yakuhai-red",
    OWN_WIND, ROUND_WIND, "tanyao", "iipeikou", "pinfu", "chanta", "ittsuu", "sanshoku-doujun",
    "double-riichi",
    "sanshoku-doukou", "sankantsu", "toitoi", "sanankou", "shousangen", "honroutou", "chiitoitsu",
    "junchan", "honitsu",
    "ryanpeikou", "chinitsu", "ippatsu", "dora", "aka", "ura", "dora", "yakuman-tenhou",
    "yakuman-chiihou",
    "yakuman-daisangen", "yakuman-suuankou", "yakuman-tsuuiisou", "yakuman-ryuuiisou",
    "yakuman-chinroutou",
    "yakuman-kokushi", "yakuman-shousuushii", "yakuman-suukantsu", "yakuman-chuuren", "",
    "yakuman-chuuren-nine-waits",
    "yakuman-suuankou-tanki", "yakuman-kokushi-thirteen-waits", "yakuman-daisuushii",
)  # fmt: skip
"""Names of yaku by Mahjong Soul's number, which RiichiEnv uses, too.

A North that is set aside counts as dora.
"""

CITY: Final[tuple[str, ...]] = (
    "riichi", "tsumo", "ippatsu", "rinshan", "haitei", "houtei", "chankan", "yakuhai-red",
    "yakuhai-green",
    "yakuhai-white", ROUND_WIND, OWN_WIND, "iipeikou", "pinfu", "tanyao", "double-riichi", "toitoi",
    "chiitoitsu",
    "sanankou", "sankantsu", "honroutou", "chanta", "ittsuu", "sanshoku-doujun", "shousangen",
    "sanshoku-doukou",
    "junchan", "honitsu", "ryanpeikou", "chinitsu", "nagashi-mangan", "yakuman-tenhou",
    "yakuman-chiihou",
    "yakuman-renhou", "yakuman-kokushi", "yakuman-kokushi-thirteen-waits", "yakuman-chuuren",
    "yakuman-chuuren-nine-waits", "yakuman-suuankou", "yakuman-suuankou-tanki", "yakuman-suukantsu",
    "yakuman-chinroutou", "yakuman-tsuuiisou", "yakuman-daisuushii", "yakuman-shousuushii",
    "yakuman-daisangen",
    "yakuman-ryuuiisou", "yakuman-ryuuiisou", "yakuman-paarenchan", "aka", "dora", "ura",
    "open-riichi",
    "double-open-riichi", "yakuman-open-riichi", "dora", "yakuhai-north",
)  # fmt: skip
"""Names of yaku by Riichi City's number."""


@dataclass(frozen=True, slots=True)
class Winds:
    """The seat wind of a player and the prevailing wind, as numbers: East is 0, North is 3."""

    own: int
    round: int

    @classmethod
    def of(cls, seat: Seat, dealer: Seat, hand: int, seats: int) -> Winds:
        """Return the seat wind and the prevailing wind of the player at `seat`.

        `dealer` is the dealer's seat. `hand` is the number of the deal in the game, counted from 0,
        with four deals in each round.
        """
        return cls((seat - dealer) % seats, hand // 4 % 4)

    def named(self, name: str) -> str:
        """Return a yaku's name, with `own-wind` and `round-wind` replaced by the yaku of that wind.

        For example, `own-wind` becomes `yakuhai-south` for the player who is South.
        """
        if name not in (OWN_WIND, ROUND_WIND):
            return name
        return f"yakuhai-{WIND_NAMES[self.own if name == OWN_WIND else self.round]}"

    def numbers(self, name: str, han: int) -> list[int]:
        """Return the numbers at Tenhou of the yaku that records call `name`; empty if unknown.

        A wind with 2 han is both seat wind and prevailing wind, so it has two numbers. `han` is the
        value that the format states for the yaku.
        """
        kind = name.removeprefix("yakuhai-")
        if kind == name or kind not in WIND_NAMES:
            if name not in YAKU:
                return []
            return [YAKU.index(name)]
        wind = WIND_NAMES.index(kind)
        if han == 2:
            return [10 + wind, 14 + wind]
        return [10 + wind if wind == self.own else 14 + wind]


def value(name: str, han: int) -> int:
    """Return the value of a yaku: `han`, or 1 (the number of limits) if it is a yakuman.

    `han` is what a format states. It is ignored for a yakuman, because some formats state 13 and
    others 100.
    """
    if name.startswith(YAKUMAN):
        return 1
    return han
