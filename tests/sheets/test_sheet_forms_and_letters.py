"""Answers of forms, players called by letters, rows a player: right sheets accuse nobody."""

import pytest
from kit.sheets import agreeing_claims, wrong_cells

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet


def wrong_and_agreeing(text):
    """Which cells of a sheet are wrong, and how many claims agree."""
    return wrong_cells(text), agreeing_claims(text)


@pytest.mark.parametrize("word", ["Total {}", "Score {}", "合計{}", "{} total", "Cumul {}"])
@pytest.mark.parametrize(("total", "cells"), [("28900", []), ("29900", ["I2"])])
def test_a_letter_beside_a_word_for_totals_is_a_player(word, total, cells):
    totals = ",".join(word.format(letter) for letter in "ABCD")
    text = (
        f"Hand,Winner,From,A,B,C,D,{totals}\n"
        f"E1,B,A,-3900,3900,0,0,21100,{total},25000,25000\n"
        "E2,C,D,0,0,2600,-2600,21100,28900,27600,22400\n"
        "E3,B,tsumo,-1000,4000,-2000,-1000,20100,32900,25600,21400\n"
    )
    assert wrong_cells(text) == cells


QUESTIONS = {
    "English": ("Which hand was it?,Who won?,Who dealt in?,How many han?,How many fu?", "Points"),
    "German": ("Welche Hand?,Wer hat gewonnen?,Von wem?,Wie viele Han?,Wie viele Fu?", "Punkte"),
    "Japanese": ("局,和了した人は誰ですか,放銃した人は誰ですか,翻数,符", "点数の増減"),
}


@pytest.mark.parametrize("brackets", ["[]", "()"])
@pytest.mark.parametrize(("change", "cells"), [("-3900", []), ("-3000", ["G2"])])
@pytest.mark.parametrize("language", QUESTIONS)
def test_answers_of_a_form_are_a_sheet(language, change, cells, brackets):
    questions, points = QUESTIONS[language]
    names = [name.join(brackets) for name in ("Ann", "Bob", "Cid", "Dee")]
    players = ",".join(f"{points} {name}" for name in names)
    text = (
        f"Timestamp,{questions},{players}\n"
        f"2025/03/11 20:05:12,E1,Bob,Ann,3,30,{change},3900,0,0\n"
        "2025/03/11 20:14:12,E2,Cid,Dee,2,40,0,0,2600,-2600\n"
        "2025/03/11 20:23:12,E3,Bob,tsumo,2,30,-500,2000,-1000,-500\n"
        "2025/03/11 20:31:12,E4,Ann,Dee,4,30,7700,0,0,-7700\n"
    )
    assert wrong_cells(text) == cells


LONG = """\
MCR
{deal},{player},{points},{net}
1,Ann,,-20
1,Bob,{value},36
1,Cid,,-8
1,Dee,,-8
2,Ann,,-16
2,Bob,,-16
2,Cid,8,48
2,Dee,,-16
3,Ann,,
3,Bob,,
3,Cid,,
3,Dee,,
4,Ann,24,48
4,Bob,,-8
4,Cid,,-32
4,Dee,,-8
"""


@pytest.mark.parametrize(
    "heads",
    [("场次", "玩家", "番数", "得分"), ("Deal", "Player", "Fan", "Net")],
    ids=["Chinese", "English"],
)
@pytest.mark.parametrize(("value", "cells"), [("12", []), ("13", ["C4"])])
def test_the_value_of_the_hand_is_in_the_row_of_the_winner(heads, value, cells):
    names = dict(zip(("deal", "player", "points", "net"), heads, strict=True))
    assert wrong_cells(LONG.format(value=value, **names)) == cells


@pytest.mark.parametrize(("fan", "cells"), [("12", []), ("14", ["C3"])])
def test_who_pays_more_threw_the_tile_where_all_pay(fan, cells):
    text = (
        f"MCR\nHand,Winner,Fan,Ann,Bob,Cid,Dee\n1,Bob,{fan},-20,36,-8,-8\n2,Cid,9,-17,-17,51,-17\n"
        "3,Ann,24,48,-8,-8,-32\n4,Dee,10,-8,-18,-8,34\n"
    )
    assert wrong_cells(text) == cells


def test_a_dealer_who_pays_more_need_not_have_thrown_the_tile():
    text = "MCR\nHand,Winner,Fan,Ann,Bob,Cid,Dee\n1,Bob,12,-20,36,-8,-8\n2,Cid,9,-17,-17,51,-17\n"
    assert wrong_cells(text) == []


@pytest.mark.parametrize("word", ["void", "无效", "무효"])
def test_who_waits_is_paid_in_no_void_deal(word):
    text = (
        "Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        "E1,Bob,Ann,3,30,-3900,3900,0,0\n"
        f"E2,{word},,,,1500,1500,-1500,-1500\n"
        "E2.1,Cid,Dee,2,40,0,0,2900,-2900\n"
    )
    assert wrong_cells(text) == []


def test_a_question_mark_for_the_dealer_is_no_error():
    text = (
        "MCR\nHand,Dealer,Winner,From,Fan,Ann,Bob,Cid,Dee\n"
        "1,Ann,Bob,Ann,12,-20,36,-8,-8\n2,?,Cid,self,8,-16,-16,48,-16\n"
    )
    assert wrong_and_agreeing(text) == ([], 10)


@pytest.mark.parametrize(
    ("seats", "points", "cells"),
    [("East,South,West,North", 28500, []), ("東,南,西,北", 28500, []), ("E,S,W,N", 29500, ["B10"])],
)
def test_players_below_their_seats_and_final_points_alone(seats, points, cells):
    text = (
        f"{seats}\nAnn,Bob,Cid,Dee\n\nHand,Winner,From,Han,Fu\n"
        "E1,Bob,Ann,3,30\nE2,Cid,tsumo,2,30\nE3,Dee,Cid,1,30\n\n"
        f"Ann,20600\nBob,{points - 600}\nCid,26000\nDee,25500\n"
    )
    wrong, agreed = wrong_and_agreeing(text)
    assert wrong == cells
    assert agreed >= 4


@pytest.mark.parametrize(
    "text",
    [
        "Yaku,Han,2022,2023\nRiichi,1,812,903\nTanyao,1,455,470\nPinfu,1,390,401\n",
        "Satz;Steine;Fehlend;Wert\nA;136;0;89,00\nB;144;2;35,50\nC;148;1;120,00\n",
    ],
    ids=["patterns", "things"],
)
def test_lists_with_values_are_no_deals(text):
    assert not read_sheet(text).games


@pytest.mark.parametrize(("total", "cells"), [(250, []), (255, ["F6"])])
def test_totals_below_points_that_each_deal_brings_are_added_up(total, cells):
    text = (
        "American mah jongg\nGame,Mah Jongg,Thrown by,Value,Ann,Bob,Cid,Dee\n"
        "1,Bob,Self-picked,30,-60,180,-60,-60\n2,Ann,Cid,50,200,-50,-100,-50\n"
        "3,Bob,Dee,30,-30,120,-30,-60\n"
        f"Totals,,,,110,{total},-190,-170\n"
    )
    assert wrong_cells(text) == cells


ITEMS = """\
太原立四
局,庄,胡,炮,听,番,刘,任,白,冀
1,刘,任,白,任 白 冀,底1、边张1,-3,7,-2,-2
2,任,黄了,,,,0,0,0,0
3,任,任,自摸,刘 任,底1、缺门1、砍张1、庄1,-6,18,-6,-6
"""


def test_a_column_called_for_the_value_may_list_its_items():
    (game,) = read_sheet(ITEMS).games
    assert game.draft.rules.startswith("taiyuan/1")
    assert not [each for each in audited(game).findings if each.code == "sheet.unread"]


@pytest.mark.parametrize(("gain", "cells"), [("36", []), ("30", ["F5"])])
def test_a_slip_leaves_the_meaning_of_a_word_to_other_deals(gain, cells):
    text = (
        "MCR\nHand,Winner,From,Fan,Ann,Bob,Cid,Dee\n1,Bob,zelf gepakt,9,-17,51,-17,-17\n"
        "2,Cid,Dee,9,-8,-8,33,-17\n"
        f"3,Bob,Ann,12,-20,{gain},-8,-8\n4,Bob,zelf gepakt,8,-16,48,-16,-16\n"
    )
    assert wrong_cells(text) == cells
    slip = text.replace("8,-16,48", "8,16,48")
    assert wrong_cells(slip) == [*cells, "E6"]
