"""Score sheets with keys of letters, labels in words, kongs in a column and wins alone."""

import pytest
from kit.sheets import agreeing_claims, wrong_cells

from mjlog.sheets.cells.words import label_of


@pytest.mark.parametrize(
    ("key", "letters"),
    [
        ("А = Анна;Б = Борис;С = Света;Д = Дима", "АБСД"),
        ("K = Анна, L = Борис, P = Света, R = Дима", "KLPR"),
    ],
)
def test_a_key_gives_players_letters(key, letters):
    a, b, c, d = letters
    text = (
        f"{key}\n\nРаздача;Победил;Накинул;Хан;Фу\nВ1;{a};{c};2;50\nВ1 хонба 1;{b};{c};2;30\n"
        f"В2;{d};{a};2;50\nВ3;{d};{c};2;30\nВ4;{b};{a};1;30\n\n"
        "Игрок;Итоговые очки;Место\nАнна;{final};3\nБорис;28300;2\nСвета;15900;4\nДима;30200;1\n"
    )
    assert wrong_cells(text.replace("{final}", "25600")) == []
    assert wrong_cells(text.replace("{final}", "26500")) == ["B11"]


def test_other_letters_than_those_of_players_are_results():
    text = (
        "Spel,Winnaar,Gever,Punten,A,B,C,D\n1,B,D,16,-8,40,-8,-24\n2,A,Z,19,81,-27,-27,-27\n"
        "3,A,B,29,53,-37,-8,-8\n4,X,,,0,0,0,0\n5,C,D,14,-8,-8,38,{}\n6,D,Z,10,-18,-18,-18,54\n"
    )
    assert wrong_cells(text.format(-22)) == []
    assert wrong_cells(text.format(-21)) == ["H6"]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Oost 3, 1e herhaling", "E3.1"),
        ("Est 2, 1re répétition", "E2.1"),
        ("Este 3, 2ª repetición", "E3.2"),
        ("Восток 3, 1-й повтор", "E3.1"),
        ("東3局 第1本場", "E3.1"),
        ("第十二局", "12"),
    ],
)
def test_labels_have_ordinals_and_chinese_numbers(text, label):
    assert label_of(text) == label


def test_the_wind_of_the_round_is_in_another_column():
    text = (
        "香港麻雀 舊章 三番起糊 半辣上 全銃 十三番封頂\n"
        "圈,局,莊家,食糊,出銃,番數,國華,美玲,阿明,麗珠\n"
        "東圈,第一局,國華,麗珠,美玲,7,0,-192,0,192\n東圈,第二局,美玲,國華,自摸,6,192,-64,-64,-64\n"
        "東圈,第三局,阿明,國華,美玲,3,32,-32,0,0\n東圈,第四局,麗珠,麗珠,阿明,8,0,0,-256,256\n"
        "東圈,第四局連1,麗珠,美玲,國華,{},-64,64,0,0\n南圈,第一局,國華,麗珠,阿明,6,0,0,-128,128\n"
    )
    assert wrong_cells(text.format(4)) == []
    assert wrong_cells(text.format(5)) == ["F7"]


def test_a_column_of_kongs_has_points_or_numbers_of_kongs():
    text = (
        "太原立四麻将\n局,庄,胡,点炮,已报听,番种,杠,老郭,二虎,秀英,建国\n"
        "东1,老郭,秀英,自摸,老郭、秀英、建国,底1、缺门1,明杠1,-7,-9,21,-5\n"
        "东2,二虎,老郭,建国,老郭、二虎,底1、缺门1、坎张1,暗杠1,17,0,0,-17\n"
        "东3,秀英,老郭,自摸,老郭、二虎,底1、单吊1,暗杠1,{},-6,-15,-10\n"
        "东4,建国,老郭,自摸,老郭、建国,底1、边张1、青龙20,明杠1,185,-69,-69,-47\n"
    )
    assert wrong_cells(text.format(31)) == []
    assert wrong_cells(text.format(13)) == ["H5"]


WINS_ALONE = """\
Hand,Counters,Dealer,Winner,Loser,Han,Fu,Points
E1,0,Olle,Petra,Olle,3,30,3900
E2,0,Petra,Petra,(tsumo),4,20,7800
E2,1,Petra,Olle,(tsumo),3,30,4300
E3,0,Quentin,Olle,(tsumo),3,40,5200
E4,0,Rhea,Olle,(tsumo),1,30,1100
S1,0,Olle,Rhea,Quentin,2,30,{}
S2,1,Petra,Petra,(tsumo),1,30,1800
"""


def test_wins_alone_leave_out_draws_that_add_counters():
    assert wrong_cells(WINS_ALONE.format(2000)) == []
    assert wrong_cells(WINS_ALONE.format(2900)) == ["H7"]
    assert agreeing_claims(WINS_ALONE.format(2000)) == 21


@pytest.mark.parametrize("word", ["u.", "u", "und", "&"])
def test_a_list_of_players_has_the_short_word_for_and(word):
    text = (
        "Runde;Wer gewinnt;Von wem;Han;Fu;Riichi;Δ Urs;Δ Vreni;Δ Beat;Δ Regula\n"
        f"Ost 1;Vreni;Urs;4;25;Vreni {word} Regula;−6400;7400;0;−1000\n"
        "Ost 2;Vreni;selbst gezogen;1;30;;−500;{};−500;−500\n"
    )
    assert wrong_cells(text.format(1500)) == []
    assert wrong_cells(text.format(1000)) == ["H3"]


def test_a_row_of_points_below_the_deals_is_the_end():
    text = (
        "Mano,Ganador,De,Han,Fu,Alba,Bruno,Celia,Dani\n"
        "Este 1,Celia,robo,3,20,-1300,-700,2700,-700\nEste 2,Dani,Alba,1,30,-1000,0,0,1000\n"
        "Este 3,Celia,robo,2,30,-1000,-1000,3000,-1000\nPuntos,,,,,21700,23300,{},24300\n"
    )
    assert wrong_cells(text.format(30700)) == []
    assert wrong_cells(text.format(37000)) == ["H5"]


def test_a_row_a_player_has_draws_for_all_and_marks_of_0_and_1():
    text = (
        "game_id,hand,honba,seat,player,outcome,han,fu,riichi,delta,score\n"
        "g1,E1,0,E,Carol,,,,0,0,25000\ng1,E1,0,S,Bert,deal-in,,,0,-1000,24000\n"
        "g1,E1,0,W,Erin,,,,0,0,25000\ng1,E1,0,N,Hugh,ron,1,30,1,1000,26000\n"
        "g1,E2,0,N,Carol,,,,0,-500,24500\ng1,E2,0,E,Bert,tsumo,1,30,0,2500,26500\n"
        "g1,E2,0,S,Erin,,,,1,{},23500\ng1,E2,0,W,Hugh,,,,0,-500,25500\n"
        "g1,E2,1,N,Carol,draw,,,0,0,24500\ng1,E2,1,E,Bert,draw,,,0,0,26500\n"
        "g1,E2,1,S,Erin,draw,,,0,0,23500\ng1,E2,1,W,Hugh,draw,,,0,0,25500\n"
    )
    assert wrong_cells(text.format(-1500)) == []
    assert wrong_cells(text.format(-5100)) == ["J8"]


SLIP_TURNED = """\
Ergebniszettel

;Ost;Süd;West;Nord
Name;Dr. Weber;Yvonne;Karl-Heinz;Mia
Endpunkte;11600;26700;35000;46700
Differenz zu 30.000;-18400;-3300;5000;16700
Platz;4;3;2;1
Uma;-15;-5;5;15
Wertung;-33,4;{};+10,0;+31,7

Unterschriften:;W.;Y.;KH;M.
"""


def test_a_slip_has_the_difference_to_the_start_and_signatures():
    assert wrong_cells(SLIP_TURNED.format("-8,3")) == []
    assert wrong_cells(SLIP_TURNED.format("-3,8")) == ["C9"]


def test_the_only_penalty_above_the_results_is_counted():
    text = (
        "Hand,Winner,Loser,Han,Fu,Anke,Bodo,Clara,Detlef\nE1,Bodo,Anke,2,30,-2000,2000,0,0\n"
        "E2,Clara,self,2,30,-500,-1000,2000,-500\nE3,Bodo,Anke,3,40,-5200,5200,0,0\n"
        "Final score,,,,,22300,36200,32000,29500\nUma,,,,,-15,15,5,-5\nChombo,,,,,-20,0,0,0\n"
        "Result,,,,,{},21.2,7,-5.5\n"
    )
    assert wrong_cells(text.format("-42.7")) == []
    assert wrong_cells(text.format("-22.7")) == ["F8"]


def test_names_and_points_in_pairs_may_be_under_a_word_for_han():
    text = (
        "판,동,점수,남,점수,서,점수,북,점수\n1,윤서아,42200,이서연,37600,최하은,8900,김민준,11300\n"
        "2,박도윤,29300,김민준,32600,한유진,13400,윤서아,{}\n"
        "3,김민준,17100,이서연,43000,최하은,23000,박도윤,16900\n"
    )
    assert wrong_cells(text.format(24700)) == []
    assert wrong_cells(text.format(27400)) == ["I3"]


def test_an_italian_list_has_the_letter_for_the_east_as_a_word():
    text = (
        "Mano;Chi vince;Da;Han;Fu;Riichi;Carla;Davide;Elena;Fabio\n"
        "E1;Fabio;Carla;2;30;Elena e Fabio;{};0;-1000;3000\n"
        "E2;Elena;tsumo;3;20;;-700;-1300;2700;-700\n"
    )
    assert wrong_cells(text.format(-2000)) == []
    assert wrong_cells(text.format(-3000)) == ["G2"]


def test_a_column_for_the_value_lists_items_of_taiyuan():
    text = (
        "太原立四,每人100分\n局数,庄家,胡家,点炮,已报听,番,王师傅,赵姐,小马,老郝\n"
        "东1,王师傅,小马,自摸,小马,底1、缺门1,-13,-8,29,-8\n东2,赵姐,老郝,小马,老郝,底1,0,0,-5,5\n"
        "东3,小马,小马,自摸,王师傅、小马,底1、缺门1、吊张1、庄家1,-8,{},36,-14\n"
        "东4,老郝,小马,自摸,小马,底1、缺门1、夹张1,-11,-11,38,-16\n"
    )
    assert wrong_cells(text.format(-14)) == []
    assert wrong_cells(text.format(-41)) == ["H5"]


@pytest.mark.parametrize("head", ["总番", "Foo"])
def test_rows_of_totals_follow_each_deal_of_an_app(head):
    text = (
        f"局号,张伟得分,王芳得分,李娜得分,刘洋得分,赢家,放铳,{head}\n1,-19,57,-19,-19,王芳,自摸,11\n"
        "累计,-19,57,-19,-19,,,\n2,35,-8,-19,-8,张伟,李娜,11\n累计,16,49,-38,-27,,,\n"
        "3,-58,-8,74,{},李娜,张伟,50\n累计,-42,41,36,-35,,,\n4,-8,34,-18,-8,王芳,李娜,10\n"
        "累计,-50,75,18,-43,,,\n"
    )
    assert wrong_cells(text.replace("{}", "-8")) == []
    assert wrong_cells(text.replace("{}", "-3")) == ["E6"]


def test_games_of_a_log_begin_at_times():
    text = (
        "天鳳 個室 四般南喰赤 ウマ10-20\n開始,時間(分),NoName7,pt,kazu3,pt,雪見,pt,TANUKI,pt\n"
        "20:10,37,9900,-40,23700,-16,23800,+4,42600,+52\n"
        "20:52,28,7000,-43,48500,+58,11600,-28,32900,+13\n"
        "21:35,35,40300,+50,22500,+2,17600,{},19600,-20\n合計,,,-33,,+44,,-56,,+45\n"
    )
    assert wrong_cells(text.format("-32")) == []
    assert wrong_cells(text.format("+32")) == ["H5"]


def test_two_wins_from_one_player_may_be_on_one_tile_or_on_two():
    text = (
        "四川麻将 血战到底 底分1 三番封顶 自摸加底\n局,庄,事件,得分者,点炮,番,老周,小唐,阿彩,胖哥\n"
        "1,老周,胡,老周,胖哥,0,1,0,0,-1\n1,老周,胡,小唐,阿彩,1,0,2,-2,0\n"
        "1,老周,胡,阿彩,胖哥,1,0,0,2,-2\n2,老周,胡,小唐,阿彩,0,0,1,-1,0\n"
        "2,老周,胡,胖哥,阿彩,1,0,0,-2,2\n2,老周,胡,老周,自摸,3,9,0,-9,0\n"
        "3,{dealer},胡,小唐,老周,0,-1,1,0,0\n3,{dealer},胡,胖哥,阿彩,0,0,0,-1,1\n"
        "3,{dealer},胡,阿彩,老周,0,-1,0,1,0\n"
    )
    for dealer in ("小唐", "阿彩"):
        assert wrong_cells(text.format(dealer=dealer)) == []


def test_one_name_for_another_is_likelier_than_two_amounts():
    text = (
        "Hand,Winner,Loser,Han,Fu,Riichi,In tenpai,Nora,Tim,Priya,Walt\n"
        "East I,Nora,Priya,2,30,,,2900,0,-2900,0\nEast I (1),Walt,Tim,3,40,{},,0,-5500,-1000,6500\n"
        'East II,exhaustive draw,,,,,"{}",1500,1500,-1500,-1500\n'
        "East II (1),Priya,Walt,2,40,,,0,0,2900,-2900\n"
    )
    assert wrong_cells(text.format("Priya", "Nora, Tim")) == []
    assert wrong_cells(text.format("Nora", "Nora, Tim")) == ["F3"]
    assert wrong_cells(text.format("Priya", "Nora, Priya")) == ["G4"]


@pytest.mark.parametrize(
    "heads",
    [
        "Deal,Winner 1,From 1,Han 1,Fu 1,Winner 2,From 2,Han 2,Fu 2",
        "Hand,1st winner,from,han,fu,2nd winner,from,han,fu",
        "局,一和了,放銃,翻,符,二和了,放銃,翻,符",
    ],
)
def test_a_row_may_have_columns_for_two_wins(heads):
    text = (
        f"{heads},Ann,Bo,Cy,Di\nE1,Ann,Bo,2,30,Cy,Bo,1,30,2900,{{}},1000,0\n"
        "E1-1,Bo,tsumo,1,30,,,,,-600,1400,-400,-400\nE2,Cy,Bo,2,30,,,,,0,-2000,2000,0\n"
    )
    assert wrong_cells(text.format(-3900)) == []
    assert wrong_cells(text.format(-2900)) == ["K2"]


@pytest.mark.parametrize(("fine", "score"), [("Fine", "Score"), ("Pénalité", "Points")])
def test_columns_of_penalties_may_be_before_the_points(fine, score):
    names = ["Harriet", "Yvonne", "Imogen", "Priya"]
    heads = [f"{word} {name}" for word in (fine, score) for name in names]
    text = (
        f"Hand,Won by,Dealt in,Fan,{','.join(heads)}\n1,Imogen,Priya,11,0,0,0,0,-8,-8,35,-19\n"
        "2,Harriet,-,11,0,0,0,0,57,-19,-19,-19\n3,Harriet,Imogen,24,0,0,0,0,48,{},-32,-8\n"
        "4,Priya,-,48,0,0,0,0,-56,-56,-56,168\n"
    )
    assert wrong_cells(text.format(-8)) == []
    assert wrong_cells(text.format(-18)) == ["J4"]


def test_a_sum_behind_each_player_is_the_total():
    text = (
        "局,和牌,放銃,翻,符,志明,合計,春嬌,合計,家豪,合計,淑芬,合計\n"
        "東1局0本場,志明,自摸,3,30,6000,31000,-2000,23000,-2000,23000,-2000,23000\n"
        "東1局1本場,家豪,志明,2,30,-2300,28700,0,23000,2300,{},0,23000\n"
        "東2局0本場,春嬌,淑芬,1,50,0,28700,2400,25400,0,25300,-2400,20600\n"
    )
    assert wrong_cells(text.format(25300)) == []
    assert wrong_cells(text.format(23500)) == ["K3"]


def test_players_are_called_by_letters_behind_a_word():
    text = (
        "Tour,Gagnant,Donneur,Points de la main,Joueur A,Joueur B,Joueur C,Joueur D\n"
        "1,Joueur A,Joueur B,43,67,-51,-8,-8\n2,Joueur C,Joueur B,32,-8,-40,56,-8\n"
        "3,Joueur B,Joueur D,9,-8,{},-8,-17\n"
    )
    assert wrong_cells(text.format(33)) == []
    assert wrong_cells(text.format(53)) == ["F4"]


def test_letters_of_a_key_may_be_joined():
    text = (
        "甲=黃淑芬,乙=何麗珊,丙=蔡佩君,丁=張家豪\n局,本場,和牌,放銃,聽牌,翻,符,{}\n"
        "東一局,0,甲,丁,,2,30,0,0,0,-2000\n東一局,1,流局,,乙丙,,,-1500,1500,1500,-1500\n"
    )
    names = "黃淑芬,何麗珊,蔡佩君,張家豪"
    right = (
        text.format(names).replace("甲,丁,,2,30,0", "甲,丁,,2,30,2900").replace("-2000", "-2900")
    )
    assert wrong_cells(right) == []
    assert wrong_cells(right.replace("乙丙", "乙丁")) == ["E4"]
