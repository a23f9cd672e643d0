"""The words that players call out, such as *pon* or 碰, in several languages and spellings.

A record has a sign of the notation instead, such as ``#`` for a win.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

CALLS: Final[Mapping[str, str]] = {
    "pung": "pon pong pung peng kou 碰 ポン 펑 퐁",
    "chow": "chi chii chow chee sheung shun 吃 上 チー 치",
    "concealed kong": "ankan ankong angang concealed-kong 暗杠 暗槓 暗カン 暗刻杠",
    "claimed kong": "daiminkan minkan minggang zhigang 明杠 明槓 直杠 直槓 大明杠 大明槓 明カン",
    "added kong": "kakan shouminkan jiagang bugang 加杠 加槓 补杠 補槓 小明槓 加カン 碰杠",
    "kong": "kan kong gang 杠 槓 カン 깡",
    "win": "win hu hule hupai hupa mahjong agari 胡 和 糊 胡牌 和牌 和了 食糊",
    "discard": "ron ロン 荣 栄 榮 荣和 栄和 点炮 點炮 放铳 放銃 放炮 出銃 론",
    "self": "tsumo zimo 自摸 ツモ 쯔모",
    "behind a kong": "rinshan 杠上开花 槓上開花 嶺上開花",
    "robbed": "chankan qianggang 搶槓 槍槓 抢杠 搶杠",
    "draws": "draw draws tsumo mo 摸 摸牌 ツモ",
    "discards": "dahai discard discards drop drops da qie kiru 打 切 出",
    "ready": "riichi richi reach ting ready tenpai 立直 リーチ 听 聽 听牌 聽牌 報聽 报听 리치",
    "face down": "facedown face-down",
    "drawn tile": "tsumogiri 摸切 ツモ切り",
    "pass": "pass skip guo 过 過 パス",
    "nobody": "draw ryuukyoku huangzhuang 流局 荒牌 荒庄 荒莊 黄庄 黃莊 黄牌",
    "bonus": "flower hua bonus buhua 花 补花 補花",
    "not ready": "noten ノーテン 不聴 不听 未听",
}
"""Words for each call. Only programs write calls for drawing and discarding."""
WINS: Final = (
    "win wins won winner took takes taken gewinnt gewonnen sieg sieger gana gano ganó ganador gagne"
    " gagné gagnant vainqueur victoire victoria victory vince vinto vincitore vittoria 赢 贏"
    f" アガリ あがり 上がり {CALLS['win']}"
)
"""Words that people write after the winner in whole lines."""


def pattern_of(*calls: str) -> str:
    """Return a regular expression, as text, that matches every spelling of some calls.

    The arguments are names of calls, that is keys of `CALLS`: for example ``pattern_of("pung",
    "chow")`` matches *pon*, *chi* and 碰, in upper or lower case. Raises KeyError for a name that
    is not in `CALLS`.
    """
    words = [word for call in calls for word in CALLS[call].split()]
    return f"(?i:{'|'.join(sorted(words, key=len, reverse=True))})"
