"""The names of the fans of MCR in Chinese, and in records of mjlog."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

FANS: Final[Mapping[str, str]] = {
    "大四喜": "big-four-winds",
    "大三元": "big-three-dragons",
    "绿一色": "all-green",
    "九莲宝灯": "nine-gates",
    "四杠": "four-kongs",
    "连七对": "seven-shifted-pairs",
    "十三幺": "thirteen-orphans",
    "清幺九": "all-terminals",
    "小四喜": "little-four-winds",
    "小三元": "little-three-dragons",
    "字一色": "all-honors",
    "四暗刻": "four-concealed-pungs",
    "一色双龙会": "pure-terminal-chows",
    "一色四同顺": "quadruple-chow",
    "一色四节高": "four-pure-shifted-pungs",
    "一色四步高": "four-pure-shifted-chows",
    "三杠": "three-kongs",
    "混幺九": "all-terminals-and-honors",
    "七对": "seven-pairs",
    "七星不靠": "greater-honors-and-knitted-tiles",
    "全双刻": "all-even-pungs",
    "清一色": "full-flush",
    "一色三同顺": "pure-triple-chow",
    "一色三节高": "pure-shifted-pungs",
    "全大": "upper-tiles",
    "全中": "middle-tiles",
    "全小": "lower-tiles",
    "清龙": "pure-straight",
    "三色双龙会": "three-suited-terminal-chows",
    "一色三步高": "pure-shifted-chows",
    "全带五": "all-fives",
    "三同刻": "triple-pung",
    "三暗刻": "three-concealed-pungs",
    "全不靠": "lesser-honors-and-knitted-tiles",
    "组合龙": "knitted-straight",
    "大于五": "upper-four",
    "小于五": "lower-four",
    "三风刻": "big-three-winds",
    "花龙": "mixed-straight",
    "推不倒": "reversible-tiles",
    "三色三同顺": "mixed-triple-chow",
    "三色三节高": "mixed-shifted-pungs",
    "无番和": "chicken-hand",
    "妙手回春": "last-tile-draw",
    "海底捞月": "last-tile-claim",
    "杠上开花": "out-with-replacement-tile",
    "抢杠和": "robbing-the-kong",
    "碰碰和": "all-pungs",
    "混一色": "half-flush",
    "三色三步高": "mixed-shifted-chows",
    "五门齐": "all-types",
    "全求人": "melded-hand",
    "双暗杠": "two-concealed-kongs",
    "双箭刻": "two-dragon-pungs",
    "全带幺": "outside-hand",
    "不求人": "fully-concealed-hand",
    "双明杠": "two-melded-kongs",
    "和绝张": "last-tile",
    "箭刻": "dragon-pung",
    "圈风刻": "prevalent-wind",
    "门风刻": "seat-wind",
    "门前清": "concealed-hand",
    "平和": "all-chows",
    "四归一": "tile-hog",
    "双同刻": "double-pung",
    "双暗刻": "two-concealed-pungs",
    "暗杠": "concealed-kong",
    "断幺": "all-simples",
    "一般高": "pure-double-chow",
    "喜相逢": "mixed-double-chow",
    "连六": "short-straight",
    "老少副": "two-terminal-chows",
    "幺九刻": "pung-of-terminals-or-honors",
    "明杠": "melded-kong",
    "缺一门": "one-voided-suit",
    "无字": "no-honors",
    "边张": "edge-wait",
    "嵌张": "closed-wait",
    "单钓将": "single-wait",
    "自摸": "self-drawn",
    "花牌": "flower-tiles",
    "明暗杠": "concealed-and-melded-kong",
}
"""The 81 fans in the order of the rule book, and an 82nd that programs add."""
_CALLED_OTHERWISE: Final = {
    "一色四连环": FANS["一色四步高"],
    "一色三连环": FANS["一色三步高"],
    "单钓": FANS["单钓将"],
}
ALL_NAMES: Final[Mapping[str, str]] = {**FANS, **_CALLED_OTHERWISE}
"""All names of fans, with those that only the site tziakcha.net uses."""


def _with_shifts_by_two() -> Sequence[str]:
    """Return the Chinese names of the fans, ordered by the numbers that tziakcha.net gives them.

    The index of a name is the fan's number there. The list has more names than `FANS`, because that
    site has separate fans for chows shifted by one and by two, and adds fans such as 天和.
    """
    names = [name for name in FANS if name != "明暗杠"]
    names.insert(names.index("一色四步高") + 1, "一色四连环")
    names.insert(names.index("一色三步高") + 1, "一色三连环")
    return [*names, "明暗杠", "天和", "地和", "人和", "人和"]


TZIAKCHA: Final = tuple(_with_shifts_by_two())
_CLASSES: Final = (
    (88, 7), (64, 6), (48, 2), (32, 3), (24, 9), (16, 6), (12, 5), (8, 9), (6, 7), (4, 4), (2, 10),
    (1, 13), (5, 1),
)  # fmt: skip
"""Pairs of points and the number of fans worth these points, in the order of the rule book."""
POINTS: Final[Mapping[str, int]] = dict(
    zip(FANS.values(), [points for points, number in _CLASSES for _ in range(number)], strict=True)
)
"""Points of fans, by their names in records."""
