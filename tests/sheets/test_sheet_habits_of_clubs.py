"""Habits of clubs in labels, marks and chips: right sheets accuse nobody, slips have a cell."""

import pytest
from kit.sheets import wrong_cells

from mjlog.sheets.reading import read_sheet

CHIPS = """\
Hong Kong club night: chips
1 chip = $0.10

Fri 6 Jan
Player,{bought},{cashed},Net,$,Paid
Bobby,500,648,+148,14.80,
Carmen,500,436,-64,-6.40,{tick}
Elsie,700,488,-212,-21.20,{tick}
Ho,500,628,+128,12.80,
Total,2200,2200,0,0.00,

Fri 13 Jan
Player,{bought},{cashed},Net,$,Paid
Bobby,500,404,-96,-9.60,{tick}
Carmen,500,732,+232,23.20,
Dan,500,492,-8,-0.80,{tick}
Ho,500,372,-128,-12.80,{tick}
Total,2000,2000,0,0.00,
"""


@pytest.mark.parametrize(
    ("bought", "cashed", "tick"),
    [("Chips in", "Chips out", "y"), ("Buy-in", "Cash out", "x"), ("In", "Out", "")],
)
@pytest.mark.parametrize(
    ("right", "wrong", "cells"),
    [
        ("", "", []),
        ("732,+232,23.20", "722,+232,23.20", ["C15"]),
        ("732,+232,23.20", "732,+223,23.20", ["D15"]),
        ("732,+232,23.20", "732,+232,22.30", ["E15"]),
        ("Bobby,500,404", "Bobby,600,404", ["B14"]),
        ("Total,2000,2000", "Total,2000,2010", ["C18"]),
    ],
    ids=["right", "cashed", "net", "money", "bought", "total"],
)
def test_chips_bought_and_cashed_in_explain_each_other(bought, cashed, tick, right, wrong, cells):
    text = CHIPS.format(bought=bought, cashed=cashed, tick=tick)
    assert wrong_cells(text.replace(right, wrong) if right else text) == cells


@pytest.mark.parametrize("end", ["31200", "41200"])
def test_totals_alone_show_the_only_one_that_a_draw_cannot_leave(end):
    text = (
        "Hand,Mia,Tom,Ivo,Eva\nE1,25000,26300,23700,25000\nE2,27700,25000,23000,24300\n"
        f"E3,26900,28200,21400,23500\nE4,25900,{end},20400,22500\nS1,25900,36700,20400,17000\n"
    )
    assert wrong_cells(text) == ([] if end == "31200" else ["C5"])


@pytest.mark.parametrize(
    ("again", "names"),
    [
        ("東4局1本", "陳志強,黃秀英,林大同,吳麗珠"),
        ("东4续1", "老郭,老马,小韩,小武"),
        ("E4 rip. 1", "Rita,Sergio,Teresa,Ugo"),
        ("E4 rép. 1", "Ana,Luc,Mia,Zoé"),
        ("Восток 4 повт. 1", "Ира,Лев,Мила,Олег"),
    ],
)
def test_a_deal_that_is_dealt_again_has_a_word_of_each_language(again, names):
    first, *_, last = names.split(",")
    text = (
        f"Hand,Winner,From,Han,Fu,{names}\n{again[:2]}4,{last},{first},2,25,-2400,0,0,2400\n"
        f"{again},{first},tsumo,1,30,{{}},-400,-400,-600\n"
    ).replace(again[:2] + "4", "E4")
    assert wrong_cells(text.format(1400)) == []
    assert wrong_cells(text.format(1500)) == ["F3"]


def test_limits_stand_close_behind_the_han():
    text = (
        "局,和了者,放銃者,点数,多田,近藤,黒沢,滝\n東1局,滝,近藤,30符4翻,25000,17000,25000,33000\n"
        "東2局,黒沢,多田,30符5翻満貫,{},17000,33000,33000\n"
    )
    text = text.replace("30符4翻", "30符4翻満貫")
    rules = "riichi/1 round_up_mangan=true"
    with_rules = f"Rules,{rules}\n{text}"
    assert wrong_cells(with_rules.format(17000)) == []
    assert wrong_cells(with_rules.format(17300)) == ["E4"]


@pytest.mark.parametrize("sign", ["№{}", "No. {}", "#{}", "Nr {}", "P{}"])
def test_players_are_numbered_in_many_ways(sign):
    one, four = sign.format(1), sign.format(4)
    text = (
        f"Hand,Winner,From,Han,Fu,{','.join(sign.format(n) for n in range(1, 5))}\n"
        f"E1,{four},tsumo,2,30,-1000,-500,-500,2000\nE2,{four},{one},1,30,{{}},0,0,1000\n"
    )
    assert wrong_cells(text.format(-1000)) == []
    assert wrong_cells(text.format(-1100)) == ["F3"]


def test_wins_of_one_deal_are_numbered_in_circles():
    text = (
        "血战到底（四川麻将竞赛规则）\n局,第1局①,第1局②,第1局③,第2局①\n胡,唐丽,罗兰,何平,罗兰\n"
        "点炮,何平,自摸,谢天,自摸\n番,2,1,0,0\n何平,-4,-3,1,-2\n罗兰,0,6,0,6\n"
        "谢天,0,-3,{},-2\n唐丽,4,0,0,-2\n"
    )
    assert wrong_cells(text.format(-1)) == []
    assert wrong_cells(text.format(-2)) == ["D8"]


@pytest.mark.parametrize(
    ("heads", "minutes"),
    [("Nº;Mano;Gan.;Desc.;Han;Fu", ""), ("Nr;Deal;Gewann;Zahlte;Han;Fu;Min.", ";9")],
)
def test_blank_changes_are_not_nought_and_the_end_shows_a_slip(heads, minutes):
    rows = ["E1;Nuria;Luis;3;25", "E1-1;Luis;Nuria;3;40", "E2;Sofía;Luis;3;40", "E3;Iker;Luis;1;30"]
    deals = [f"{at};{row}{minutes};;;;" for at, row in enumerate(rows, 1)]
    end = f";Total;;;;{minutes.replace('9', '')};24300;{{}};30200;26000"
    text = "\n".join([f"{heads};Nuria;Luis;Sofía;Iker", *deals, end])
    assert wrong_cells(text.format(19500)) == []
    assert len(wrong_cells(text.format(15900))) == 1


def test_a_column_called_payment_may_name_who_paid():
    text = (
        "Ronda,Gano,Pago,Han,Fu,Mar,Nico,Olga,Paco\nE1,Nico,Paco,1,40,0,1300,0,-1300\n"
        "E2,Nico,tsumo,5,30,-4000,12000,-4000,{}\nE2-1,Mar,Nico,2,25,1900,-1900,0,0\n"
    )
    assert wrong_cells(text.format(-4000)) == []
    assert wrong_cells(text.format(-2000)) == ["I3"]


def test_kongs_among_the_items_of_taiyuan_are_counted():
    text = (
        "Taiyuan\nDeal,Dealer,Ready,Winner,Discarder,Items,Wei,Lan,Bo,Rui\n"
        '5,Rui,"Lan, Bo, Rui",Bo,self-drawn,"basic 1, single 1, {} 1",-9,-5,{},-7\n'
    )
    for kong in ("exposed-kong", "明杠", "open kong"):
        assert wrong_cells(text.format(kong, 21)) == []
        assert wrong_cells(text.format(kong, 12)) == ["I3"]


def test_a_title_names_the_rise_of_hong_kong():
    text = (
        "香港牌 {}\n圈,糊,銃,番,阿珍,阿強,阿娟,阿明\n東1,阿娟,阿強,4,-16,-32,64,-16\n"
        "東2,阿明,自摸,3,-16,-16,-16,48\n東3,阿珍,阿娟,5,128,-32,-64,-32\n東4,阿強,阿明,3,-8,32,-8,-16\n"
    )
    assert wrong_cells(text.format("半辣上 半銃")) == ["D5"]
    assert wrong_cells(text.format("全辣上 半銃")) == []


def test_tournament_points_of_the_american_league_have_running_totals():
    text = (
        "NMJL tournament,Table 6\nHand,Caller,Thrower,Value,Edie,Edie running,Flo,Flo running,"
        "Gert,Gert running,Hope,Hope running\n1,Flo,Hope,25,0,0,25,25,0,0,-25,-25\n"
        "2,Wall,,,10,10,10,{},10,10,10,-15\n3,Gert,self pick,30,0,10,0,35,40,50,0,-15\n"
        "4,Edie,Flo,50,50,60,-50,-15,0,50,0,-15\n"
    )
    assert wrong_cells(text.format(35)) == []
    assert wrong_cells(text.format(53)) == ["H4"]


def test_three_players_may_pay_a_hundred_each_for_a_counter_of_a_self_draw():
    text = (
        "Sanma,300 on ron and 100 from each on tsumo\nDeal,Reps,Pot,Win,Off,Han,Fu,Bex,Tariq,Sven\n"
        "E1,0,0,Sven,Bex,2,30,-2000,0,+2000\nE2,0,0,Tariq,Bex,1,40,-2000,+2000,0\n"
        "E2,1,0,Tariq,Bex,1,40,-2300,+2300,0\nE2,2,0,Sven,tsumo,2,40,{},-1500,+2400\n"
        "E3,0,0,Bex,tsumo,1,30,+800,-300,-500\nS1,0,0,Sven,Bex,3,40,-5200,0,+5200\n"
    )
    assert wrong_cells(text.format(-900)) == []
    assert wrong_cells(text.format(-800)) == ["H6"]


@pytest.mark.parametrize("title", ["Sanma,Tenhou", "Sanma,M-League", "三人麻雀,天鳳", "Sanma,"])
def test_three_players_play_the_variant_for_three(title):
    text = (
        f"{title}\nHand,Winner,From,Han,Fu,Odette,Piers,Quill\nE1,Quill,Piers,2,50,0,-3200,3200\n"
        "E2,Quill,Odette,1,40,-1300,0,1300\nE3,Odette,tsumo,2,30,1500,-500,{}\n"
    )
    assert wrong_cells(text.format(-1000)) == []
    assert wrong_cells(text.format(-1100)) == ["H5"]


def test_a_slip_beside_heads_of_the_past_tense_is_at_its_cell():
    text = (
        "Раздача;Победитель;Набросил;Хан;Фу;Ева;Жанна;Захар;Инна\n"
        "В1;Жанна;цумо;3;30;-2000;4000;-1000;-1000\nВ2;Жанна;Захар;2;50;0;4800;{};0\n"
    )
    assert wrong_cells(text.format(-4800)) == []
    assert wrong_cells(text.format(4800)) == ["H3"]


@pytest.mark.parametrize("head", ["Ergebnis", "Score"])
@pytest.mark.parametrize(("number", "cells"), [("38", []), ("83", ["C3"])])
def test_running_totals_show_whose_points_are_wrong(head, number, cells):
    text = (
        f"Runde,{head} Arne,{head} Birte,{head} Claas,{head} Dörte,"
        "Summe Arne,Summe Birte,Summe Claas,Summe Dörte\n1,29,-44,21,-6,29,-44,21,-6\n"
        f"2,-13,{number},-52,27,16,-6,-31,21\n3,46,5,-18,-33,62,-1,-49,-12\n"
        "4,-60,24,47,-11,2,23,-2,-23\n"
    )
    assert wrong_cells(text) == cells


def test_places_show_whose_points_are_wrong():
    text = (
        "Игра;Олег;Место;Павел;Место;Рита;Место;Света;Место\n1;31700;1;26500;2;16900;4;24900;3\n"
        "2;38200;1;27000;2;{};3;11000;4\n3;20500;3;18300;4;33600;1;27600;2\n"
    )
    assert wrong_cells(text.format(23800)) == []
    assert wrong_cells(text.format(32800)) == ["F3"]


def test_wins_from_one_player_with_another_win_between_were_not_one_discard():
    text = (
        "四川血战到底（自摸加底，三番封顶）\n盘,庄,事件,谁,点炮/被杠,番,赵敏,钱宁,孙悦,李航\n"
        "1,赵敏,胡,钱宁,孙悦,1,0,2,-2,0\n1,赵敏,胡,李航,自摸,0,-2,0,-2,4\n"
        "1,赵敏,胡,赵敏,孙悦,2,4,0,-4,0\n2,钱宁,胡,赵敏,自摸,2,{},-5,-5,-5\n"
    )
    assert wrong_cells(text.format(15)) == []
    assert wrong_cells(text.format(12)) == ["G6"]


@pytest.mark.parametrize(
    ("who", "source"), [("Kto", "Od"), ("Wer", "Von"), ("Who", "From"), ("Кто", "С кого")]
)
def test_who_is_the_winner_next_to_whose_tile_it_was(who, source):
    text = (
        f"Hand;{who};{source};Han;Fu;A;B;C;D\n"
        "E1;B;D;2;30;0;2000;0;{}\nE2;B;C;1;30;0;1500;{};0\n"
    )
    assert wrong_cells(text.format(-2000, -1500)) == []
    assert wrong_cells(text.format(-2000, -5100)) == ["H3"]


def test_rules_described_in_words_without_blanks_are_no_name():
    text = (
        "ルール,25000点持ち、最後の供託は1位\n局,和了,放銃,翻,符,伊藤,加藤,木村,清水\n"
        "東1局0本場,加藤,木村,3,30,0,3900,{},0\n"
    )
    assert wrong_cells(text.format(-3900)) == []
    assert wrong_cells(text.format(-9300)) == ["H3"]


def test_a_title_names_options_of_the_rules_that_only_the_columns_show():
    rows = "第1鋪,黃姨,陳伯,5,96,-24,-24,-48\n第2鋪,黃姨,何太,5,96,-24,-48,-24\n"
    text = f"半銃：出銃付雙份\n鋪,食糊,出銃,番數,黃姨,張生,何太,陳伯\n{rows}"
    (game,) = read_sheet(text).games
    assert game.game.rules == "hongkong-faan/1 responsibility=half"
