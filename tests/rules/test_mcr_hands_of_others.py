"""MCR: the hands by which another program tests itself, read from beside the checkout."""

import json
import re
from collections import Counter
from types import SimpleNamespace

import pytest
from kit_hands import Thrown, as_won

from mjlog.rules import load
from mjlog.rules.mcr.table import TWO_CHOWS

pytestmark = pytest.mark.logs

MCR = load("mcr/1 flowers=0 minimum=0")
SUITS = {"m": 0, "p": 9, "s": 18}
HONOURS = {letter: 27 + place for place, letter in enumerate("ESWNPFC")}
PACK = re.compile(r"\[([^],]+)(?:,([0-9]))?\]")
RUN = re.compile(r"([1-9]+)([mps])|([ESWNCFP])")
ITEMS = """
DASIXI big-four-winds; DASANYUAN big-three-dragons; LVYISE all-green; JIULIANBAODENG nine-gates;
SIGANG four-kongs; LIANQIDUI seven-shifted-pairs; SHISANYAO thirteen-orphans;
QINGYAOJIU all-terminals; XIAOSIXI little-four-winds; XIAOSANYUAN little-three-dragons;
ZIYISE all-honors; SIANKE four-concealed-pungs; YISESHUANGLONGHUI pure-terminal-chows;
YISESITONGSHUN quadruple-chow; YISESIJIEGAO four-pure-shifted-pungs;
YISESIBUGAO four-pure-shifted-chows; SANGANG three-kongs; HUNYAOJIU all-terminals-and-honors;
QIDUI seven-pairs; QIXINGBUKAO greater-honors-and-knitted-tiles; QUANSHUANGKE all-even-pungs;
QINGYISE full-flush; YISESANTONGSHUN pure-triple-chow; YISESANJIEGAO pure-shifted-pungs;
QUANDA upper-tiles; QUANZHONG middle-tiles; QUANXIAO lower-tiles; QINGLONG pure-straight;
SANSESHUANGLONGHUI three-suited-terminal-chows; YISESANBUGAO pure-shifted-chows;
QUANDAIWU all-fives; SANTONGKE triple-pung; SANANKE three-concealed-pungs;
QUANBUKAO lesser-honors-and-knitted-tiles; ZUHELONG knitted-straight; DAYUWU upper-four;
XIAOYUWU lower-four; SANFENGKE big-three-winds; HUALONG mixed-straight;
TUIBUDAO reversible-tiles; SANSESANTONGSHUN mixed-triple-chow; SANSESANJIEGAO mixed-shifted-pungs;
WUFANHU chicken-hand; MIAOSHOUHUICHUN last-tile-draw; HAIDILAOYUE last-tile-claim;
GANGSHANGKAIHUA out-with-replacement-tile; QIANGGANGHU robbing-the-kong; PENGPENGHU all-pungs;
HUNYISE half-flush; SANSESANBUGAO mixed-shifted-chows; WUMENQI all-types; QUANQIUREN melded-hand;
SHUANGANGANG two-concealed-kongs; SHUANGJIANKE two-dragon-pungs;
MINGANGANG concealed-and-melded-kong; QUANDAIYAO outside-hand; BUQIUREN fully-concealed-hand;
SHUANGMINGGANG two-melded-kongs; HUJUEZHANG last-tile; JIANKE dragon-pung;
QUANFENGKE prevalent-wind; MENFENGKE seat-wind; MENQIANQING concealed-hand; PINGHU all-chows;
SIGUIYI tile-hog; SHUANGTONGKE double-pung; SHUANGANKE two-concealed-pungs;
ANGANG concealed-kong; DUANYAO all-simples; YIBANGAO pure-double-chow;
XIXIANGFENG mixed-double-chow; LIANLIU short-straight; LAOSHAOFU two-terminal-chows;
YAOJIUKE pung-of-terminals-or-honors; MINGGANG melded-kong; QUEYIMEN one-voided-suit;
WUZI no-honors; BIANZHANG edge-wait; KANZHANG closed-wait; DANDIAOJIANG single-wait;
ZIMO self-drawn; HUAPAI flower-tiles
"""
ITEM_OF = dict(row.split() for row in ITEMS.split(";"))


def kinds(text):
    """The kinds of a run of tiles such as 123m45sEEC."""
    found = []
    for ranks, suit, honour in RUN.findall(text):
        found += [HONOURS[honour]] if honour else [SUITS[suit] + int(rank) - 1 for rank in ranks]
    return found


def hand_of(text):
    """A hand as it is written there: sets in brackets, tiles, winds, what happened, flowers."""
    tiles, way = text.partition("|")[::2]
    melds = []
    for run, source in PACK.findall(tiles):
        meld = tuple(kinds(run))
        is_kong = len(meld) == 4
        melds.append((meld, bool(source) or not is_kong))
    concealed = kinds(PACK.sub("", tiles))
    winds, flags = way[:2] or "EE", way[2:6] or "0000"
    own, fourth, last, kong = (flag == "1" for flag in flags)
    happened = set()
    if fourth:
        happened.add("fourth")
    if last:
        happened.add("last-tile" if own else "last-discard")
    if kong:
        happened.add("supplement" if own else "robbed")
    return Thrown(
        sorted(concealed), melds, concealed[-1], own,
        HONOURS[winds[1]], HONOURS[winds[0]], [], frozenset(happened),
    )  # fmt: skip


def alike(ours, theirs):
    """Whether the fans are the same; two chows may be joined in several ways."""
    ours, theirs = Counter(ours), Counter(theirs)
    of_chows = [Counter({n: c for n, c in one.items() if n in TWO_CHOWS}) for one in (ours, theirs)]
    return ours - of_chows[0] == theirs - of_chows[1] and of_chows[0].total() == of_chows[1].total()


def counted(text):
    """The items of a hand by this program, as often as each counts."""
    score = MCR.scoring.score(*as_won(hand_of(text)))
    single = {item.name: item.points for item in score.items}
    worth = dict.fromkeys(TWO_CHOWS | {"pung-of-terminals-or-honors"}, 1)
    worth |= {"tile-hog": 2, "double-pung": 2}
    return [
        name for name, points in single.items() for _ in range(points // worth.get(name, points))
    ]


def test_fans_agree_with_those_of_the_other_program(logs):
    path = logs / "mcr" / "hands" / "generated-unit-test-cases.json"
    cases = json.loads(path.read_text(encoding="utf-8"))["fanCases"]
    differing = []
    for case in cases:
        ways = [case["expectedNames"], case["altExpectedNames"] or case["expectedNames"]]
        named = [[ITEM_OF[name.removeprefix("FAN_")] for name in way] for way in ways]
        ours = counted(case["input"])
        theirs = [[name for name in way if name != "flower-tiles"] for way in named]
        if not any(alike(ours, way) for way in theirs):
            differing.append((case["input"], sorted(ours), sorted(theirs[0])))
    assert differing == []
    assert len(cases) == 86


def test_waits_agree_with_those_of_the_other_program(logs):
    path = logs / "mcr" / "hands" / "generated-unit-test-cases.json"
    cases = json.loads(path.read_text(encoding="utf-8"))["tingCases"]
    for case in cases:
        melds = PACK.findall(case["input"])
        held = Counter(kinds(PACK.sub("", case["input"])))
        counts = [held[kind] for kind in range(34)]
        hand = SimpleNamespace(kinds=lambda counts=counts: list(counts), melds=melds)
        names = [name.removeprefix("TILE_") for name in case["expectedNames"]]
        theirs = sorted(kind for name in names for kind in kinds(name))
        mask = MCR.play.waits(hand)
        assert [kind for kind in range(34) if mask >> kind & 1] == theirs, case["input"]
    assert len(cases) == 13
