"""Sheets in layouts that clubs and programs use, some with one slip: its cell is named alone."""

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet


def answers(text):
    """Return the cells that are called wrong, and how many claims agree."""
    file = read_sheet(text)
    audits = [audited(game) for game in file.games]
    found = [*file.findings, *(finding for audit in audits for finding in audit.findings)]
    wrong = [getattr(f.place, "cell", "") for f in found if f.severity == "error"]
    verdicts = [verdict.answer for audit in audits for verdict in audit.verdicts]
    return wrong, verdicts.count("agrees") + verdicts.count("given")


def turned(text):
    """Return the table with its rows as columns."""
    rows = [line.split(",") for line in text.splitlines()]
    return "".join(",".join(column) + "\n" for column in zip(*rows, strict=True))


def beside(text, times=2):
    """Return a sheet with the table several times side by side."""
    return "".join(",,".join([line] * times) + "\n" for line in text.splitlines())


STICKS = (
    "Hand,Winner,From,Han,Fu,Anna,Boris,Chiara,Dmitri\n"
    "E1,Boris,Chiara,2,30,0,2000,-2000,0\nE2,Boris,tsumo,3,30,-2000,{},-2000,-2000\n"
)
STICKS_IN_JAPANESE = (
    "局,田中,佐藤,鈴木,高橋,和了,放銃,翻,符\n"
    "東1局,0,2000,-2000,0,佐藤,鈴木,2,30\n東2局,-2000,{},-2000,-2000,佐藤,ツモ,3,30\n"
)
TWICE = (
    "Hand,Anna,Boris,Chiara,Dmitri,Anna total,Boris total,Chiara total,Dmitri total\n"
    "E1,0,2000,-2000,0,25000,27000,23000,25000\n"
    "E2,-2000,6000,{},-2000,23000,33000,21000,23000\n"
    "E2-1,-8000,0,-1000,9000,15000,33000,20000,32000\n"
)
TWICE_IN_CHINESE = (
    "Rules,riichi/1 start_points=25000,,,,,,,\n"
    "局,甲 累计,乙 累计,丙 累计,丁 累计,甲,乙,丙,丁\n"
    "东1局,25000,27000,23000,25000,0,2000,-2000,0\n"
    "东2局,23000,33000,21000,23000,-2000,6000,{},-2000\n"
)
TOTALS = (
    "Rules,riichi/1 start_points=25000\nHand,Anna,Boris,Chiara,Dmitri\n"
    "E1,25000,27000,23000,25000\nE2,{},33000,21000,23000\n"
)
TOTALS_IN_GERMAN = (
    "Regeln,riichi/1 start_points=30000\nSpiel,Ida,Jan,Kim,Lea\n"
    "Ost 1,30000,30000,33900,26100\nOst 2,29000,{},37900,25100\nOst 3,29000,30600,37900,22500\n"
)
MCR = (
    "Hand,Wind,Winner,Discarder,Points,Anna,Boris,Chiara,Dmitri\n"
    "1,E,Anna,Dmitri,{},42,-8,-8,-26\n2,E,Boris,Chiara,9,-8,33,-17,-8\n"
)
MCR_IN_CHINESE = (
    "国标麻将\n局,甲,乙,丙,丁,和牌,点炮,番\n"
    "1,42,-8,-8,-26,甲,丁,{}\n2,-8,33,-17,-8,乙,丙,9\n3,-18,-18,54,-18,丙,自摸,10\n"
)
TOURNAMENT = (
    "Game,Winner,Value,Thrower,Anna,Barb,Cora,Dee\n"
    "1,Anna,25,Cora,25,0,-25,0\n2,Dee,30,,0,0,0,{}\n3,Wall,,,10,10,10,10\n"
    "4,Barb,25,,0,35,0,0\n5,Wall,,,10,10,10,10\n6,Cora,25,,0,0,35,0\n"
)
TOURNAMENT_BLANK = (
    "Hand,Name A,Name B,Name C,Name D,Winner,Thrower,Value\n"
    "1,25,,-10,,Name A,Name C,25\n2,,,-10,{},Name D,Name C,30\n3,10,10,10,10,Wall,,\n"
)
TAIYUAN = (
    "Rules,taiyuan/1\n局,庄家,胡牌,放炮,报听,番种,老王,老李,小张,小赵\n"
    "东1,老王,小张,自摸,小张,底1、{},-13,-8,29,-8\n"
    "东2,老李,小赵,自摸,小赵,底1、缺门1、单吊1,-11,-16,-11,38\n"
)
TAIWAN = (
    "台灣十六張 底100 台20\n局,莊家,胡牌,放槍,台數,台型,甲,乙,丙,丁\n"
    "東1,甲,乙,丙,2,{},0,140,-140,0\n東2,乙,丙,丁,1,門清,0,0,120,-120\n"
)
HONG_KONG = (
    "Rules,hongkong-faan/1\nHand,Winner,Discarder,Faan,Anna,Boris,Chiara,Dmitri\n"
    "E1,Boris,Anna,3,-32,32,0,0\nE2,Dmitri,Chiara,{},0,0,-96,96\n"
)
HONG_KONG_IN_CHINESE = (
    "Rules,hongkong-faan/1\n局,甲,乙,丙,丁,食糊,出銃,番數\n"
    "東1局,-32,32,0,0,乙,甲,3\n東2局,0,0,-96,96,丁,丙,{}\n"
)
PROGRAM = (
    "Round,Winner,Discarder,Hand Points,Points P1,Points P2,Points P3,Points P4\n"
    "1,P1,P4,18,42,-8,-8,-26\n-,-,-,-,42,-8,-8,-26\n"
    "2,P2,P3,9,-8,33,-17,-8\n-,-,-,-,{},25,-25,-34\n3,P3,P2,12,-8,-20,36,-8\n"
)
PROGRAM_BLANK = (
    "Hand,Anna,Boris,Chiara,Dmitri,Winner,From,Han,Fu\n"
    "E1,0,2000,-2000,0,Boris,Chiara,2,30\n,0,2000,-2000,0,,,,\n"
    "E2,-2000,6000,-2000,-2000,Boris,tsumo,3,30\n,{},8000,-4000,-2000,,,,\n"
)


@pytest.mark.parametrize(
    ("sheet", "right", "slip", "cell", "least"),
    [
        (STICKS, "6000", "9000", "G3", 8),
        (STICKS_IN_JAPANESE, "6000", "8000", "C3", 8),
        (TWICE, "-2000", "-2700", "D3", 8),
        (TWICE, "-2000", "-3000", "D3", 8),
        (TWICE_IN_CHINESE, "-2000", "-2300", "H4", 8),
        (TOTALS, "23000", "51000", "B4", 0),
        (TOTALS_IN_GERMAN, "28000", "82000", "C4", 0),
        (MCR, "18", "81", "E2", 10),
        (MCR_IN_CHINESE, "18", "81", "H3", 15),
        (TOURNAMENT, "40", "30", "H3", 22),
        (TOURNAMENT_BLANK, "30", "60", "E3", 0),
        (TAIYUAN, "砍张1", "砍张2", "F3", 4),
        (HONG_KONG, "5", "6", "D4", 8),
        (HONG_KONG_IN_CHINESE, "5", "7", "H4", 8),
        (PROGRAM, "34", "43", "E5", 18),
        (PROGRAM_BLANK, "-2000", "-2900", "B5", 16),
    ],
)
def test_a_slip_is_named_alone(sheet, right, slip, cell, least):
    wrong, agreeing = answers(sheet.format(right))
    assert wrong == []
    assert agreeing >= least
    assert answers(sheet.format(slip))[0] == [cell]


@pytest.mark.parametrize(("sheet", "right", "cell"), [(STICKS, "9000", "C7"), (MCR, "81", "B5")])
def test_a_slip_in_a_turned_table_is_named(sheet, right, cell):
    assert answers(turned(sheet.format(right)))[0] == [cell]


@pytest.mark.parametrize(("sheet", "right"), [(STICKS, "6000"), (MCR_IN_CHINESE, "18")])
def test_tables_side_by_side_are_read_each(sheet, right):
    text = sheet.format(right).removeprefix("国标麻将\n")
    wrong, agreeing = answers(beside(text))
    assert wrong == []
    assert agreeing >= 2 * answers(text)[1] > 0


@pytest.mark.parametrize("words", ["怪张1", "怪张", "砍张1、怪张2"])
def test_a_hand_that_is_not_understood_whole_accuses_nobody(words):
    assert answers(TAIYUAN.format(words))[0] == []


@pytest.mark.parametrize("words", ["門清", "門清、怪台", "獨聽、門清", "正花、獨聽"])
def test_items_of_taiwan_are_understood_by_their_names(words):
    assert answers(TAIWAN.format(words))[0] == []


@pytest.mark.parametrize(
    ("title", "rules"),
    [
        ("M-League 2023", "riichi/1 preset=m-league"),
        ("EMA Open 2016", "riichi/1 preset=ema-2016"),
        ("天鳳", "riichi/1 preset=tenhou"),
    ],
)
def test_a_title_over_a_turned_table_names_the_rules(title, rules):
    table = turned(STICKS.format("6000"))
    for text in (f"{title}\n{table}", title + table.removeprefix("Hand")):
        (game,) = read_sheet(text).games
        assert game.draft.rules == rules


@pytest.mark.parametrize(
    "text",
    [
        "season,page_no,uuid,date_key\n1,1,a-1,260401\n1,2,a-2,260402\n1,3,a-3,260403\n",
        "Player,Rating,Games,Country\nAnna,1612,40,FI\nBoris,1588,31,DE\nChiara,1490,12,IT\n",
        "Name,Win rate,Deal-in rate,Riichi rate\nAnna,22.1,11.3,18\nBoris,20.4,12.9,21\n",
    ],
)
def test_tables_that_are_no_score_sheets_are_refused(text):
    file = read_sheet(text)
    assert not file.games
    assert [finding.severity for finding in file.findings] == ["error"]
