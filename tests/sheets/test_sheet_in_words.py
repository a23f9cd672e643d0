"""Sheets as clubs write them: patterns and limits in words, stakes of Taiwan, rows of totals."""

import pytest

from mjlog.rules import load
from mjlog.sheets.audit import audited
from mjlog.sheets.cells.item_words import hand_words, shares_of
from mjlog.sheets.cells.words import label_of
from mjlog.sheets.layouts.likely_rules import rules_called
from mjlog.sheets.reading import read_sheet

JAPANESE = """局;親;和了;放銃;役;点数;田中;佐藤;鈴木;高橋
東1局0本場;田中;佐藤;高橋;リーチ・タンヤオ;2600;0;+2600;0;-2600
東2局0本場;佐藤;佐藤;ツモ;リーチ・ツモ・ドラ1;2000オール;-2000;+6000;-2000;-2000
東2局1本場;佐藤;流局;;;;△1500;1500;1500;△1500
東2局2本場;佐藤;鈴木;田中;満貫;8000;△8600;0;8600;0
東3局0本場;鈴木;田中;ツモ;{last};1300/2600;5200;-1300;-2600;-1300
"""
TAIWANESE = """{title}局	胡	放枪	台	甲	乙	丙	丁
东1	甲	丙	3	250	0	-250	0
东1连1	甲	自摸	5	1050	-350	-350	-350
东1连2	乙	丁	2	0	200	0	-200
东2	丙	乙	4	0	-{paid}	{paid}	0
"""
TOTALS = """Deal,Winner,From,Han,Fu,Anna,Boris,Chen,Dora
E1,Boris,Dora,3,30,0,3900,0,-3900
E2,Chen,Boris,2,30,0,-2000,2000,0
Total,,,,,{totals}
"""


def audit_of(text):
    (game,) = read_sheet(text).games
    return audited(game)


def errors(audit):
    return [(each.code, each.place.cell) for each in audit.findings if each.severity == "error"]


def test_a_japanese_sheet_says_patterns_limits_and_shares_in_words():
    audit = audit_of(JAPANESE.format(last="チートイツ・裏ドラ1"))
    assert audit.report.game.rules.startswith("riichi/1")
    assert errors(audit) == []
    assert {verdict.answer for verdict in audit.verdicts} == {"given"}


def test_a_wrong_change_beside_such_words_is_found():
    audit = audit_of(JAPANESE.format(last="平和").replace("8600;0\n", "8500;0\n"))
    assert [code for code, _ in errors(audit)] == ["net.differs"]


def test_words_that_name_no_item_are_told_and_change_nothing():
    audit = audit_of(JAPANESE.format(last="チートイツ・ヒミツ"))
    (note,) = [each for each in audit.findings if each.code == "sheet.unread"]
    assert note.severity == "note"
    assert note.place.cell == "E6"
    assert errors(audit) == []


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("リーチ、一発、ツモ", (("riichi", None), ("ippatsu", None), ("tsumo", None))),
        ("立直 断么九 宝牌2", (("riichi", None), ("tanyao", None), ("dora", 2))),
        ("all simples, dora 1", (("tanyao", None), ("dora", 1))),
        ("3翻40符", (("han", 3), ("fu", 40))),
        ("Double riichi; seven pairs", (("double-riichi", None), ("chiitoitsu", None))),
        ("跳満", (("haneman", None),)),
        ("国士無双", (("yakuman-kokushi", None),)),
    ],
)
def test_items_are_called_by_their_names_in_every_language(text, items):
    assert hand_words(text, load("riichi/1")) == (items, ())


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("2000オール", (("share", 2000),)),
        ("4000 all", (("share", 4000),)),
        ("1300/2600", (("share", 1300), ("dealer-share", 2600))),
        ("2,000-3,900", (("share", 2000), ("dealer-share", 3900))),
        ("7700", ()),
    ],
)
def test_shares_of_a_self_draw_are_read(text, shares):
    assert shares_of(text, load("riichi/1")) == shares


def test_no_other_rule_set_has_such_shares():
    assert shares_of("1300/2600", load("taiwanese/1")) == ()


@pytest.mark.parametrize(
    "title", ["台湾十六张 底 100 台 50\n", "Taiwanese, base 100, 50 per tai\n", ""]
)
def test_stakes_are_read_above_the_table_or_follow_from_the_amounts(title):
    audit = audit_of(TAIWANESE.format(title=title, paid=300))
    assert errors(audit) == []
    assert audit.report.rules.settings["base"] == "100"
    assert audit.report.rules.settings["unit"] == "50"
    assert {verdict.answer for verdict in audit.verdicts} == {"given"}


def test_one_wrong_amount_does_not_hide_the_stakes():
    audit = audit_of(TAIWANESE.format(title="", paid=350))
    assert errors(audit) == [("score.item", "D5")]


@pytest.mark.parametrize(
    ("totals", "wrong"),
    [
        ("0,1900,2000,-3900", []),
        ("25000,26900,27000,21100", []),
        ("0,1800,2000,-3900", ["G4"]),
        ("25000,26900,27100,21100", ["H4"]),
        ("-15,31.9,5,-21.9", []),
    ],
)
def test_a_row_of_totals_below_changes_is_added_up(totals, wrong):
    audit = audit_of(TOTALS.format(totals=totals))
    assert errors(audit) == [("score.chain", cell) for cell in wrong]


BY_HAND = """Saturday league,,,,,,,
Hand,Who won,Off,{head},Anna,Boris,Chen,Dora
East 1,Boris,Dora,{one},25000,32700,25000,17300
East 2,Boris,tsumo,{two},21000,44700,21000,13300
East 2 bonus 1,Chen,Anna,{three},18700,44700,23300,13300
East 3,draw,,,18700,44700,23300,{last}
"""


@pytest.mark.parametrize(
    ("head", "values"),
    [("Score", ("7700", "4000 all", '"2,000"')), ("Han/Fu", ("4/30", "5/30", "2/30"))],
)
@pytest.mark.parametrize(("last", "wrong"), [("13300", []), ("14300", ["H6"])])
def test_a_column_beside_the_players_totals_is_about_the_hand(head, values, last, wrong):
    one, two, three = values
    audit = audit_of(BY_HAND.format(head=head, one=one, two=two, three=three, last=last))
    assert [cell for _, cell in errors(audit)] == wrong


@pytest.mark.parametrize(("head", "sum_"), [("Total", 0), ("合計", 0), ("Balance", 100000)])
def test_a_column_of_sums_is_not_about_the_hand(head, sum_):
    text = (
        f"Deal,Winner,From,Han,Fu,Ann,Bob,Cid,Dee,{head}\nE1,Bob,Dee,3,30,0,3900,0,-3900,{sum_}\n"
    )
    audit = audit_of(text)
    assert errors(audit) == []
    assert "points" not in audit.sheet.text


def test_nobody_is_accused_by_stakes_that_nobody_names():
    rows = "1,陳,李,12,36,-20,-8,-8\n2,張,陳,8,-16,-8,32,-8\n3,李,黃,25,-8,49,-8,-33\n"
    audit = audit_of("香港麻雀\n局,食糊,出銃,番數,陳,李,張,黃\n" + rows)
    assert errors(audit) == []
    assert "unverified" in {verdict.answer for verdict in audit.verdicts}
    assert "differs" not in {verdict.answer for verdict in audit.verdicts}


def test_a_title_of_the_competition_rules_names_them():
    head = "MCR\nHand,Winner,Loser,Fan,Ann,Bob,Cid,Dee\n"
    rows = "1,Ann,Bob,12,36,-20,-8,-8\n2,Cid,Ann,8,-16,-8,32,-8\n3,Bob,Dee,25,-8,49,-8,-33\n"
    assert {verdict.answer for verdict in audit_of(head + rows).verdicts} == {"given"}


def test_what_adds_up_in_no_game_is_wrong_by_any_stakes():
    head = "香港麻雀\n局,食糊,出銃,番數,陳,李,張,黃\n"
    rows = "1,陳,李,12,36,-20,-8,-8\n2,張,陳,8,-16,-8,32,-8\n3,李,黃,25,-8,49,-8,-32\n"
    assert [code for code, _ in errors(audit_of(head + rows))] == ["pay.zero"]


PLAIN = """Game 5
,Ann,Bob,Cid,Dee
E1-0,+8000,-8000,,
E2-0,-1000,-500,+2000,-500
E3-0 draw,+1500,+1500,-1500,-1500
Final,33500,18000,25500,{last}
"""


@pytest.mark.parametrize(("last", "wrong"), [("23000", []), ("23500", ["E6"])])
def test_without_rules_the_last_row_is_added_up(last, wrong):
    audit = audit_of(PLAIN.format(last=last))
    assert [cell for _, cell in errors(audit)] == wrong


@pytest.mark.parametrize(
    ("text", "label"), [("东1连2", "E1.2"), ("東2局連荘1", "E2.1"), ("南3连庄2", "S3.2")]
)
def test_deals_that_a_dealer_deals_on_are_named_so(text, label):
    assert label_of(text) == label


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("World Riichi Championship", "riichi/1 preset=wrc-2022"),
        ("港式麻將 七月", "hongkong-faan/1"),
        ("300底100台 台灣麻將", "taiwanese/1 base=300 unit=100"),
        ("Club evening", ""),
    ],
)
def test_a_title_names_the_rules(text, rules):
    assert rules_called(text) == rules


OF_FOUR_PILLARS = """\
太原立四 周日局,,,,,,,,,,
局,庄家,胡牌,点炮,报听,牌型,杠,老王,老李,小张,小赵
1,老王,小张,老李,小张,基本胡1、缺门1,,0,-8,8,0
2,老李,老李,自摸,老李 小赵,基本胡1,,-4,12,-4,-4
3,老李,,流局,,,,0,0,0,0
"""


def test_the_point_of_the_dealer_need_not_be_written_down():
    (game,) = read_sheet(OF_FOUR_PILLARS).games
    assert not [each for each in audited(game).findings if each.is_error]
    wrong = OF_FOUR_PILLARS.replace("-4,12,-4,-4", "-4,12,-4,-2")
    (game,) = read_sheet(wrong).games
    (error,) = [each for each in audited(game).findings if each.is_error]
    assert (error.code, error.place.cell) == ("net.differs", "K4")
