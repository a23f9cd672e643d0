"""The names that other programs have for yaku, limits and the ends of a deal.

Each line of a table begins with the name in records; then come the words of other programs. Add a
new word to the line of the name that it means. The sources:

- Tenhou's viewer, and the JSON that it takes: Japanese;
- majiang-core, majiang-ui and kobalab's tenhou-log: Japanese, with ``翻牌`` for ``役牌``;
- Mahjong Soul's lists of names, as tensoul (``data.json``) has them: Japanese, English, simplified
  and traditional Chinese; and the scripts that save its records (``downloadlogs``, tensoul-py,
  tensoul-py-ng) in each of their three settings for names: Japanese, romanised, English;
- RiichiCity-to-Tenhou-Log-Parser: simplified Chinese;
- the viewer of the M-League: Japanese, as players say them;
- the Python library mahjong, whose names other tools write: romanised, with brackets;
- the reasons of mjai for a draw: romanised.

Words are compared without regard to width, case, blanks, brackets, signs between words and marks of
long vowels.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Final

from mjlog.formats.riichi.outcomes import (
    FOUR_KONGS,
    FOUR_RIICHI,
    FOUR_WINDS,
    NAGASHI,
    NINE_TERMINALS,
    TRIPLE_RON,
)

OWN_WIND, ROUND_WIND = "own-wind", "round-wind"
"""Names for a set of winds in other formats, which do not say which wind is meant."""
WALL, ALL_READY, NONE_READY = "wall", "all-ready", "none-ready"
WIN: Final = "win"

_YAKU: Final = f"""
tsumo = 門前清自摸和 | 门前清自摸和 | 门清自摸 | Fully Concealed Hand | Menzen Tsumo | ツモ | 門前ツモ | メンゼンツモ | Tsumo | Menzenchin Tsumohou | 門前清自模和
riichi = 立直 | リーチ | Riichi
ippatsu = 一発 | 一发 | 一發 | Ippatsu
chankan = 槍槓 | 搶槓 | 枪杠 | 抢杠 | Robbing a Kan | Chankan | チャンカン
rinshan = 嶺上開花 | 岭上开花 | After a Kan | Rinshan Kaihou | リンシャン
haitei = 海底摸月 | 海底撈月 | 海底捞月 | Under the Sea | Haitei Raoyue | ハイテイ | Haitei
houtei = 河底撈魚 | 河底捞鱼 | Under the River | Houtei Raoyui | ホウテイ | Houtei
pinfu = 平和 | Pinfu | ピンフ
tanyao = 断幺九 | 断么九 | 斷么九 | 斷幺九 | タンヤオ | All Simples | Tanyao | 断么 | 断ヤオ
iipeikou = 一盃口 | 一杯口 | Pure Double Sequence | Iipeikou | イーペーコー
yakuhai-east = 自風 東 | 場風 東 | Yakuhai seat wind east | Yakuhai round wind east
yakuhai-south = 自風 南 | 場風 南 | Yakuhai seat wind south | Yakuhai round wind south
yakuhai-west = 自風 西 | 場風 西 | Yakuhai seat wind west | Yakuhai round wind west
yakuhai-north = 自風 北 | 場風 北 | 役牌 北 | Yakuhai seat wind north | Yakuhai round wind north | Yakuhai north
{OWN_WIND} = 自風 | 自風牌 | 役牌 自風牌 | 役牌 自风牌 | 役牌 門風牌 | 役牌 门风牌 | Seat Wind | 役牌 自風 | Yakuhai wind of place | Jikaze
{ROUND_WIND} = 場風 | 場風牌 | 役牌 場風牌 | 役牌 场风牌 | Prevalent Wind | Round Wind | 役牌 場風 | Yakuhai wind of round | Bakaze
yakuhai-white = 役牌 白 | 翻牌 白 | White Dragon | 白 | Yakuhai haku | Haku
yakuhai-green = 役牌 發 | 役牌 発 | 役牌 发 | 翻牌 發 | Green Dragon | 發 | 発 | Yakuhai hatsu | Hatsu
yakuhai-red = 役牌 中 | 翻牌 中 | Red Dragon | 中 | Yakuhai chun | Chun
double-riichi = 両立直 | ダブル立直 | ダブルリーチ | 两立直 | 兩立直 | 双立直 | Double Riichi | Wリーチ | Daburu Riichi
chiitoitsu = 七対子 | 七对子 | 七對子 | Seven Pairs | Chiitoitsu | チートイツ
chanta = 混全帯幺九 | 混全帯么九 | 混全带幺九 | 混全帶么九 | Half Outside Hand | Chanta | チャンタ | Chantai | Chantaiyao | 混全帯么
ittsuu = 一気通貫 | 一气通贯 | 一氣通貫 | Pure Straight | Ittsuu | 一通 | Ikkitsuukan
sanshoku-doujun = 三色同順 | 三色同顺 | Mixed Triple Sequence | Sanshoku Doujun | 三色 | Sanshoku
sanshoku-doukou = 三色同刻 | Triple Triplets | Sanshoku Doukou
sankantsu = 三槓子 | 三杠子 | Three Quads | Sankantsu
toitoi = 対々和 | 対対和 | 对对和 | 對對和 | All Triplets | Toitoi | トイトイ | 対々 | Toitoihou
sanankou = 三暗刻 | Three Concealed Triplets | Sanankou
shousangen = 小三元 | Little Three Dragons | Shousangen
honroutou = 混老頭 | 混老头 | All Terminals and Honors | Honroutou | ホンロウトウ
ryanpeikou = 二盃口 | 二杯口 | 两杯口 | 兩盃口 | Twice Pure Double Sequence | Ryanpeikou | リャンペーコー
junchan = 純全帯幺九 | 純全帯么九 | 纯全带幺九 | 純全帶么九 | Fully Outside Hand | Junchan | 純チャン | Junchantai | 純全帯么
honitsu = 混一色 | Half Flush | Honitsu | ホンイツ | Honiisou
chinitsu = 清一色 | Full Flush | Chinitsu | チンイツ | Chiniisou
renhou = 人和 | Hand of Man | Blessing of Man | Renhou | Renhou yakuman
dora = ドラ | 宝牌 | 寶牌 | Dora | 抜きドラ | 拔北宝牌 | 拔北寶牌 | 北ドラ | Kita | Nukidora
ura = 裏ドラ | 里宝牌 | 裏寶牌 | Ura Dora
aka = 赤ドラ | 赤宝牌 | 赤寶牌 | 红宝牌 | 紅寶牌 | Red Five | Aka Dora
yakuman-tenhou = 天和 | Blessing of Heaven | Tenhou
yakuman-chiihou = 地和 | Blessing of Earth | Chiihou
yakuman-daisangen = 大三元 | Big Three Dragons | Daisangen
yakuman-suuankou = 四暗刻 | Four Concealed Triplets | Suuankou
yakuman-suuankou-tanki = 四暗刻単騎 | 四暗刻単騎待ち | 四暗刻单骑 | 四暗刻單騎 | Single-wait Four Concealed Triplets | Suuankou Tanki
yakuman-tsuuiisou = 字一色 | All Honors | Tsuuiisou
yakuman-ryuuiisou = 緑一色 | 绿一色 | 綠一色 | 无发绿一色 | All Green | Ryuuiisou
yakuman-chinroutou = 清老頭 | 清老头 | All Terminals | Chinroutou
yakuman-chuuren = 九蓮宝燈 | 九蓮宝灯 | 九莲宝灯 | 九蓮寶燈 | Nine Gates | Chuuren Poutou
yakuman-chuuren-nine-waits = 純正九蓮宝燈 | 純正九蓮宝灯 | 纯正九莲宝灯 | 純正九蓮寶燈 | True Nine Gates | Junsei Chuuren Poutou | Daburu Chuuren Poutou
yakuman-kokushi = 国士無双 | 国士无双 | 國士無雙 | Thirteen Orphans | Kokushi Musou
yakuman-kokushi-thirteen-waits = 国士無双１３面 | 国士無双１３面待ち | 国士無双十三面 | 国士無双十三面待ち | 純正国士無双 | 国士无双十三面 | 國士無雙十三面 | Thirteen-wait Thirteen Orphans | Kokushi Musou Juusanmen | Kokushi Musou Juusanmen Matchi | Kokushi Musou Juusan Menmachi
yakuman-daisuushii = 大四喜 | Four Big Winds | Daisuushii
yakuman-shousuushii = 小四喜 | Four Little Winds | Shousuushii
yakuman-suukantsu = 四槓子 | 四杠子 | Four Quads | Suukantsu
"""  # noqa: E501 - a line a yaku

_LIMITS: Final = """
mangan = 満貫 | 满贯 | 滿貫 | 切り上げ満貫 | Mangan | Kiriage Mangan | Rounded Mangan | 切上満貫
haneman = 跳満 | 跳满 | 跳滿 | Haneman
baiman = 倍満 | 倍满 | 倍滿 | Baiman
sanbaiman = 三倍満 | 三倍满 | 三倍滿 | Sanbaiman
yakuman = 役満 | 役满 | 役滿 | 数え役満 | 累计役满 | 累計役滿 | Yakuman | Kazoe Yakuman | Counted Yakuman | ダブル役満 | 2倍役満 | Double Yakuman
"""  # noqa: E501 - a line a limit

_ENDS: Final = f"""
{WIN} = 和了 | Agari
{WALL} = 流局 | 荒牌平局 | 荒牌流局 | Ryuukyoku | Exhaustive Draw | fanpai
{ALL_READY} = 全員聴牌 | 全員テンパイ
{NONE_READY} = 全員不聴 | 全員ノーテン
{NAGASHI} = 流し満貫 | 流局满贯 | 流局滿貫 | Nagashi Mangan | Mangan at Draw
{NINE_TERMINALS} = 九種九牌 | 九種幺九牌 | 九种九牌 | Kyuushu Kyuuhai | Nine Terminal Abortion
{FOUR_WINDS} = 四風連打 | 四風子連打 | 四风连打 | Suufon Renda | Four Wind Abortion | sufonrenta
{FOUR_RIICHI} = 四家立直 | 四人立直 | Suucha Riichi | Four Riichi Abortion | suchareach | 四家リーチ
{FOUR_KONGS} = 四槓散了 | 四開槓 | 四杠散了 | 四开杠 | Suukaikan | Suukan Sanra | Four Kan Abortion
{TRIPLE_RON} = 三家和了 | 三家和 | Sanchahou | Three Ron Abortion | Triple Ron
"""


def rows(table: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Parse a table of words; yield a name in records with the words of other programs for it.

    Each line of `table` is like ``tanyao = 断么九 | Tanyao``, and gives ``("tanyao", ("断么九",
    "Tanyao"))``.
    """
    for line in table.strip().splitlines():
        name, _, words = line.partition(" = ")
        yield name, tuple(words.split(" | "))


ENDS_AT_TENHOU: Final[Mapping[str, str]] = {name: words[0] for name, words in rows(_ENDS)}
"""Tenhou's word for each end of a deal: the first word of its line."""
ENDS_IN_MAJIANG: Final[Mapping[str, str]] = {
    **ENDS_AT_TENHOU,
    WALL: "荒牌平局",
    TRIPLE_RON: "三家和",
    FOUR_KONGS: "四開槓",
}
_BETWEEN: Final = re.compile(r"[\s:・_()-]+")
_LONG: Final = re.compile("(?<=[uo])u|(?<=o)o")


def _plain(word: str) -> str:
    """Return a normal form of a word, so that different spellings can be compared.

    Letters become lower case and half width; marks of long vowels, blanks, brackets and signs such
    as hyphens are removed.

    >>> _plain("役牌：場風牌") == _plain("役牌（場風牌）"), _plain("Kyuushu Kyuuhai")
    (True, 'kyushukyuhai')
    """
    folded = unicodedata.normalize("NFKC", word).casefold()
    return _LONG.sub("", _BETWEEN.sub("", folded))


def _table_by_word(table: str) -> dict[str, str]:
    return {_plain(word): name for name, words in rows(table) for word in words}


_YAKU_BY_WORD: Final[Mapping[str, str]] = _table_by_word(_YAKU)
_LIMIT_BY_WORD: Final[Mapping[str, str]] = _table_by_word(_LIMITS)
_END_BY_WORD: Final[Mapping[str, str]] = _table_by_word(_ENDS)
_DOUBLE: Final = frozenset(_plain(word) for word in ("ダブル役満", "2倍役満", "Double Yakuman"))


def yaku_named(word: str) -> str:
    """Return the name in records of a yaku that another program calls `word`; empty if unknown."""
    return _YAKU_BY_WORD.get(_plain(word), "")


def limit_named(word: str) -> str:
    """Return the name in records of a limit (such as mangan) that another program calls `word`.

    Return an empty text for an unknown word.
    """
    return _LIMIT_BY_WORD.get(_plain(word), "")


def is_double(word: str) -> bool:
    """Return whether a program's word for a limit means a double yakuman."""
    return _plain(word) in _DOUBLE


def end_named(word: str) -> str:
    """Return the name in records of a way to end a deal that another program calls `word`.

    Return an empty text for an unknown word.
    """
    return _END_BY_WORD.get(_plain(word), "")


_LIMIT_WORDS: Final = "|".join(
    sorted([re.escape(word) for _, words in rows(_LIMITS) for word in words], key=len, reverse=True)
)
WORTH: Final = re.compile(
    r"(?:(?P<fu>\d{1,3}) ?(?:符|fu) ?)?(?:(?P<han>\d{1,3}) ?(?:飜|翻|番|han) ?)?"
    rf"(?P<limit>{_LIMIT_WORDS})? ?"
    r"(?P<points>\d{1,7})(?: ?- ?(?P<dealer>\d{1,7}))? ?(?:点|點|points?) ?(?P<each>∀|all)?",
    re.IGNORECASE,
)
"""Value of a hand in words, such as ``30符4飜7700点`` or ``Haneman 12000点``.

A self-draw is written ``満貫4000点∀`` or ``30符3飜1000-2000点``, with the dealer's payment last.
"""
YAKU: Final = re.compile(
    rf"(?P<yaku>.+?) ?\((?:(?P<han>\d{{1,3}}) ?(?:飜|翻|番|han)|(?P<limit>{_LIMIT_WORDS}))\)",
    re.IGNORECASE,
)
"""A yaku with its value: ``立直(1飜)``, ``Riichi(1Han)``, ``四暗刻単騎(ダブル役満)``."""
