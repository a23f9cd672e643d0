"""Sheets as clubs write them: right ones accuse nobody, a slip is named at its cell."""

import pytest
from kit.sheets import agreeing_claims, sheet_findings, wrong_cells

from mjlog.sheets.cells.words import label_of
from mjlog.sheets.reading import read_sheet


def wrong_and_agreeing(text):
    """Which cells of a sheet are wrong, and how many claims agree."""
    return wrong_cells(text), agreeing_claims(text)


def test_names_of_a_list_in_chinese_need_no_sign_between_them():
    text = (
        "局,和家,放铳,番,符,立直,张三,李四,王五,赵六\n"
        "东1局,李四,张三,1,30,李四王五,-1000,2000,-1000,0\n"
        "东2局,王五,赵六,2,30,,0,0,2000,-2000\n"
    )
    assert wrong_and_agreeing(text) == ([], 12)


def test_a_gap_below_a_head_is_an_empty_cell_where_columns_are_aligned():
    text = (
        "Hand    Winner  From    Mia     Tom     Ivo     Eva\n"
        "E1      Eva     Tom     25000   21100   25000   28900\n"
        "E2      draw            25000   21100   25000   28900\n"
        "E3      Mia     Ivo     27600   21100   22400   28900\n"
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("21100   22400", "21100   22300")) == ["F4"]


SEASON = """\
{head},Mia,Tom,Ivo,Eva,Sam
1,,26.3,5.2,-16.5,-35.0
2,-2.9,,20.0,-7.1,-30.0
3,-36.6,-10.4,,6.8,20.2
4,{slip},-24.0,-9.0,,5.0
Total,-31.5,-8.1,16.2,-16.8,-39.8
Rank,4,2,1,{rank},5
"""


@pytest.mark.parametrize("head", ["Week", "Wk", "Spieltag", "週", "Jornada", "Soirée"])
@pytest.mark.parametrize(
    ("slip", "rank", "cells"), [("8.0", 3, []), ("8.0", 2, ["E7"]), ("9.0", 3, ["B5"])]
)
def test_a_season_without_oka_has_its_rows_and_ranks(head, slip, rank, cells):
    assert wrong_cells(SEASON.format(head=head, slip=slip, rank=rank)) == cells


@pytest.mark.parametrize(
    ("change", "cells"), [("-2900", []), ("-2600", ["F3"])], ids=["right", "wrong"]
)
def test_payments_bear_changes_out_if_no_result_is_named(change, cells):
    text = (
        "Hand,Payments,Ann,Bob,Cid,Dee\n"
        'E1,"Ann > Cid 3900, Bob > Cid 2000, Dee > Cid 2000",-3900,-2000,7900,-2000\n'
        f"E2,Dee > Bob 2900,0,2900,0,{change}\n"
        "E2,Ann > Bob 8000,-8000,8000,0,0\n"
        "E2,Cid > Dee 2200,0,0,-2200,2200\n"
    )
    wrong, agreed = wrong_and_agreeing(text)
    assert wrong == cells
    assert agreed == 16 - len(cells)


@pytest.mark.parametrize("moved", ["0,-90,0,90", "-10,-90,0,100", "0,-30,0,30", "0,-130,0,130"])
def test_who_had_declared_ready_is_open_if_the_hand_is(moved):
    text = f"Hand,T/R/X,R,Ann,Bob,Cid,Dee\nE1,R,,0,20,-20,0\nE2,T,,40,-20,-10,-10\nE3,R,2,{moved}\n"
    assert wrong_cells(text) == []


def test_another_digit_of_the_han_is_one_slip():
    text = (
        "Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        "E1,Ann,tsumo,2,30,3000,-1000,-1000,-1000\n"
        "E1,Dee,tsumo,5,40,-1400,-800,-800,3000\n"
        "E2,Ann,Bob,2,30,2000,-2000,0,0\n"
    )
    assert wrong_cells(text) == ["D3"]


def test_counters_that_do_not_follow_are_named_in_their_column():
    text = (
        "局,本場,和了,放銃,打点,伊藤,加藤,後藤,佐伯\n"
        "東1局,0,加藤,後藤,2000,0,2000,-2000,0\n"
        "東2局,1,伊藤,ツモ,1000/2000,4000,-2000,-1000,-1000\n"
        "東3局,0,佐伯,加藤,1000,0,-1000,0,1000\n"
    )
    assert wrong_cells(text) == ["B3"]


def test_a_discarder_of_a_self_draw_is_named_by_the_totals():
    text = (
        "Hand,Winner,Loser,Type,Han,Fu,Ann,Bob,Cid,Dee\n"
        "E1,Bob,Cid,Ron,2,30,25000,27000,23000,25000\n"
        "E2,Ann,Dee,Tsumo,3,30,29000,25000,22000,24000\n"
        "E3,Dee,Ann,Ron,1,30,28000,25000,22000,25000\n"
    )
    assert wrong_cells(text) == ["C3"]


GAMES = {
    "first column without a head": """\
,Ann,Bob,Cid,Dee
1回戦,48.7,11.2,▲21.9,▲38.0
2回戦,4.1,49.0,-18.1,-35
計,52.8,60.2,▲40,▲73
""",
    "teams": """\
Match,Team A,Team B,Team C,Team D
1,38700,31200,18100,12000
2,24100,39000,21900,15000
""",
    "three players": """\
回,Ann,Bob,Cid
1,45000,38000,22000
2,30000,41500,33500
""",
    "names with points": """\
Game,1st,2nd,3rd,4th
1,Ann 38700,Bob 31200,Cid 18100,Dee 12000
2,Bob 39000,Ann 24100,Cid 21900,Dee 15000
""",
    "lines of a message": """\
Game 1
Ann 38700
Bob 31200
Cid 18100
Dee 12000

Game 2
Ann: 24100
Bob: 39000
Cid: 21900
Dee: 15000
""",
}


@pytest.mark.parametrize("layout", GAMES)
def test_results_are_read_as_clubs_lay_them_out(layout):
    wrong, agreed = wrong_and_agreeing(GAMES[layout])
    assert wrong == []
    assert agreed >= 6


def test_a_score_below_names_may_be_a_change():
    text = (
        ",,,,Ann,Bob,Cid,Dee\n"
        "Hand,Winner,Feeder,Fan,Score,Score,Score,Score\n"
        "1,Ann,Self,11,57,-19,-19,-19\n"
        "2,Dee,Bob,24,-8,-32,-8,48\n"
        "3,Cid,Ann,8,-16,-8,32,-8\n"
        "4,Draw,,,0,0,0,0\n"
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("-8,-32,-8,48", "-8,-23,-8,48")) == ["F4"]


def test_rules_in_words_are_told_and_the_sheet_is_read():
    text = (
        "Rules: start 25000 and no busts\n"
        "Hand,Winner,From,Han,Fu,Ann,Σ,Bob,Σ,Cid,Σ,Dee,Σ\n"
        "E1,Bob,Cid,2,30,0,25000,2000,27000,-2000,23000,0,25000\n"
        "E2,Bob,tsumo,3,30,-2000,23000,6000,33000,-2000,21000,-2000,23000\n"
    )
    file = read_sheet(text)
    assert [each.message for each in file.findings if each.place.cell == "A1"] == [
        "A1 is not understood: 'start 25000 and no busts'"
    ]
    assert wrong_and_agreeing(text) == ([], 20)


ONE_SLIP = {
    "draws that list who was ready": (
        (
            "局,打点,内容,伊藤,山本,中村,小林\n"
            "東1局,5200,中村←伊藤,-5200,0,5200,0\n"
            "東2局,700/1300,小林ツモ,-700,-1300,-700,2700\n"
            "東3局,,流局（聴牌 伊藤・中村）,1500,-1500,{},-1500\n"
        ),
        ("1500", "1000"),
        "F4",
    ),
    "payments below an unknown head": (
        (
            "Hand,Winner,Discarder,Faan,Who settles,Kit,Ming,Fai,Lok\n"
            "E1,Ming,Fai,3,Fai→Ming 16,0,16,-16,0\n"
            "E2,Ming,self,4,Kit→Ming 16 Fai→Ming 16 Lok→Ming {},-16,48,-16,-16\n"
            "E3,Kit,Lok,5,Lok→Kit 48,48,0,0,-48\n"
        ),
        ("16", "61"),
        "E3",
    ),
    "stakes of Taiwan that nobody names": (
        (
            "Hand,Dealer,Winner,Discarder,Tai,Hao,Yun,Jie,Min\n"
            "E1,Hao,Yun,Min,2,0,90,0,-90\n"
            "E2,Yun,Hao,Jie,5,150,0,{},0\n"
            "E3,Jie,draw,,,0,0,0,0\n"
            "E3-1,Jie,Jie,zimo,3,-170,-170,510,-170\n"
            "E3-2,Jie,Hao,Jie,1,170,0,-170,0\n"
            "E4,Min,Min,zimo,7,-210,-210,-210,630\n"
        ),
        ("-150", "-160"),
        "H3",
    ),
    "hands beside the names of an American table": (
        (
            "Round,Winner,Ruth hand,Hal hand,Joan hand,Walt hand,Ruth,Hal,Joan,Walt\n"
            "East 1,Hal,8,64,16,4,-136,256,-36,{}\n"
            "East 2,Walt,4,12,32,96,-140,-216,-28,384\n"
            "East 3,Ruth,104,0,6,40,416,-156,-264,4\n"
        ),
        ("-84", "-48"),
        "J2",
    ),
    "sums below deals without results": (
        "局,赵,钱,孙,李\n1,-2,8,-2,-4\n2,4,-4,2,-2\n3,0,6,-6,0\n4,-8,-8,12,{}\n合计,-6,2,6,-2\n",
        ("4", "14"),
        "E5",
    ),
    "counters and results below other words": (
        (
            "Round,Bonus,Event,P. Hill,R. Moss,S. Reed,T. Vale\n"
            "East 1,0,Exhaustive draw,23500,23500,26500,26500\n"
            "East 2,1,Ron R. Moss <- S. Reed,23500,26700,23300,26500\n"
            "East 2,2,Tsumo T. Vale,22900,25800,22700,28600\n"
            "East 3,0,Ron S. Reed <- P. Hill,17100,{},28500,28600\n"
            "East 3,1,Ron T. Vale <- S. Reed,17100,25800,24300,32800\n"
        ),
        ("25800", "28500"),
        "E5",
    ),
    "totals with their changes in brackets": (
        (
            "Round\tResult\tUma\tVera\tWill\tXiu\n"
            "East 1\tRon by Vera from Uma\t23000 (-2000)\t27000 (+2000)\t25000 (±0)\t25000 (±0)\n"
            "East 2\tTsumo by Will\t22000 (-1000)\t{} (-2000)\t29000 (+4000)\t24000 (-1000)\n"
        ),
        ("25000", "25100"),
        "D3",
    ),
    "payments of Sichuan without winners": (
        (
            "局,付款,东家小王,南家小张,西家小陈,北家小刘\n"
            "1,小王→小陈 4，小刘→小张 2,-4,2,4,-2\n"
            "2,小张→小王 8、小陈→小王 8、小刘→小王 8,24,-8,-8,-8\n"
            "3,小陈→小刘 2,0,0,-2,{}\n"
        ),
        ("2", "4"),
        "F4",
    ),
    "a false win between deals": (
        (
            "Hand,Winner,From,Han,Fu,Abe,Bee,Cee,Dov,Abe,Bee,Cee,Dov\n"
            "E1,Bee,Abe,3,30,-3900,3900,0,0,21100,28900,25000,25000\n"
            "E2,Cee,Dov,2,30,0,0,2000,-2000,21100,28900,27000,23000\n"
            "E3,chombo Cee,,,,4000,4000,-12000,4000,25100,32900,{},27000\n"
            "E3,Abe,Cee,3,40,5200,0,-5200,0,30300,32900,9800,27000\n"
        ),
        ("15000", "15100"),
        "L4",
    ),
    "round and table above names with their totals": (
        (
            "Table,4,Ronde,2\nN°,Gagnant,Perdant,Pts,Ada,Total,Eve,Total,Ivo,Total,Zoé,Total\n"
            "1,Eve,Zoé,10,-8,-8,34,34,-8,-8,-18,-18\n"
            "2,Ivo,Ada,12,-20,-28,-8,26,36,28,-8,{}\n"
        ),
        ("-26", "-36"),
        "L4",
    ),
    "names over marks and numbers": (
        (
            "Hand,Jo,,Kit,,Liv,,Max,,Fan\n"
            "1,W,32,L,-16,,-8,,-8,8\n2,,-23,,-23,W,69,,-23,15\n3,L,-32,,-8,,-8,W,{},24\n"
        ),
        ("48", "84"),
        "I4",
    ),
    "totals of Hong Kong whose stakes nobody names": (
        (
            "Hong Kong style\nGame,Winner,Discarder,Fan,Amy,Bob,Cat,Don\n"
            "1,Bob,Amy,3,-16,32,-8,-8\n2,Cat,Don,5,-40,8,88,-56\n"
            "3,Amy,self-pick,3,{},-8,72,-72\n4,no winner,,,8,-8,72,-72\n"
            "5,Don,Cat,4,-8,-24,40,-8\n"
        ),
        ("8", "18"),
        "E5",
    ),
    "a player whose name is a word of a language": (
        (
            "Hand,Winner,From,Han,Fu,Bea,Kara,Fin,Gil\n"
            "E1,Bea,Fin,3,30,5800,0,{},0\nE1,Kara,Gil,3,40,0,5500,0,-5500\n"
            "E2,Fin,Kara,3,40,0,-5200,5200,0\n"
        ),
        ("-5800", "-4800"),
        "H2",
    ),
    "the discarder in the column for the way of winning": (
        (
            "Round,Who,How,Hand value,Zed,Yan,Xim,Wes\n"
            "E1,Xim,ron Zed,3900,-3900,0,3900,0\nE2,Zed,ron Wes,2000,2000,0,0,{}\n"
            "E3,Wes,tsumo,1000/2000,-1000,-1000,-2000,4000\n"
        ),
        ("-2000", "-2600"),
        "H3",
    ),
    "totals beside two names in one cell": (
        (
            "ルール,天鳳\n局,本場,結果,佐藤,鈴木,高橋,田中\n"
            "東一局,0,佐藤ツモ,31000,23000,23000,23000\n"
            "東一局,1,流局,30000,25000,22000,22000\n"
            "東二局,2,高橋ロン←鈴木,30000,21800,26200,22000\n"
            "東三局,0,田中ロン←高橋,30000,21800,{},29700\n"
            "東四局,0,鈴木ツモ,29700,22900,18200,29200\n"
        ),
        ("18500", "19400"),
        "F6",
    ),
    "questions of a form above the answers": (
        (
            "Timestamp,Which hand?,Honba?,How did it end?,Who won?,Who dealt in?,Han?,Fu?,"
            "Ali's score change,Bea's score change,Cal's score change,Dot's score change\n"
            "3/4/2024 19:10:11,East 1,0,Ron,Cal,Ali,4,30,-7700,0,7700,0\n"
            "3/4/2024 19:18:11,East 2,0,Ron,Bea,Cal,2,30,0,2900,-2900,0\n"
            "3/4/2024 19:26:11,East 2,1,Tsumo,Ali,,3,40,5500,-2700,{},-1400\n"
            "3/4/2024 19:34:11,East 3,0,Exhaustive draw,,,,,1000,-3000,1000,1000\n"
            "3/4/2024 19:42:11,East 3,1,Ron,Dot,Bea,3,30,0,-4200,0,4200\n"
        ),
        ("-1400", "-1300"),
        "K4",
    ),
    "Polish initials of winds": (
        (
            "Rozdanie;Wygrywa;Od;Han;Fu;Basia;Jacek;Ewa;Piotrek\n"
            "W1;Jacek;Basia;2;30;-2000;2000;0;0\nW2;Piotrek;Ewa;3;30;0;0;-3900;3900\n"
            "W3;Basia;Jacek;1;40;1300;{};0;0\nW4;Ewa;tsumo;2;40;-700;-700;2700;-1300\n"
            "P1;Jacek;Piotrek;3;40;0;5200;0;-5200\n"
        ),
        ("-1300", "-3100"),
        "G4",
    ),
    "stakes above and the dealer's part of a self-drawn hand": (
        (
            "底50一台10\n#,莊家,胡牌,放槍,台數,A-Mei,Bobby,Chen,Ding\n"
            "1,A-Mei,A-Mei,Chen,5,110,0,-110,0\n2,A-Mei,Bobby,A-Mei,2,-100,100,0,0\n"
            "3,Bobby,Chen,自摸,4,-90,-100,{},-90\n4,Chen,Chen,Bobby,6,0,-120,120,0\n"
            "5,Chen,流局,,,0,0,0,0\n6,Chen,Ding,Chen,1,0,0,-110,110\n"
        ),
        ("280", "250"),
        "H5",
    ),
    "words of riichi between the players": (
        (
            "Mano;Esito;Anna;Bruno;Carla;Dino\nEst 1;Dino tsumo;-1000;-500;-500;2000\n"
            "Est 2;Bruno ron su Carla;0;2900;-2900;0\n"
            "Est 2 (1);Bruno ron su Anna;-8000;8000;{};0\n"
            "Est 2 (2);Anna ron su Bruno;4500;-4500;0;0\n"
        ),
        ("0", "-1000"),
        "E4",
    ),
    "stakes that a draw shows in the changes": (
        (
            "Hand,Winner,Loser,Han,Fu,Riichi Kim,Riichi Lou,Riichi Max,Riichi Ned,Kim,Lou,Max,Ned\n"
            "E1,Lou,Kim,2,30,,x,x,,-2000,3000,-1000,0\nE2,draw,,,,x,,,,500,-1500,1500,-1500\n"
            "E3-1,Max,self,2,30,,,x,,-1100,-1100,{},-1100\nE3-2,Kim,Lou,3,40,,,,,5800,-5800,0,0\n"
        ),
        ("4300", "5300"),
        "L4",
    ),
    "tai of the hand alone, though East has part in every deal": (
        (
            "局,莊,連莊,胡,放槍,台,甲,乙,丙,丁\n東1,甲,0,乙,甲,2,-160,160,0,0\n"
            "東2,乙,0,乙,自摸,3,-340,700,-180,-180\n東2,乙,1,丁,乙,2,-340,500,-180,20\n"
            "東3,丙,0,丙,自摸,1,-480,{},240,-120\n"
        ),
        ("360", "380"),
        "H5",
    ),
    "penalties between the deals and the sum": (
        (
            "MCR Liga,Tisch 3\nSpiel;Sieger;Abwerfer;Punkte;Kurt;Lena;Moritz;Nadja\n"
            "1;Moritz;Lena;16;-8;-24;40;-8\n2;Lena;Mauer;8;-16;48;-16;-16\n"
            "3;Nadja;Kurt;12;-20;-8;-8;36\nStrafpunkte;;;;0;0;-10;0\nEndstand;;;;-44;16;{};12\n"
        ),
        ("6", "5"),
        "G7",
    ),
    "winds below the names, other heads beside": (
        (
            ",Aino,Bela,Ciro,Dora,Winner,Discarder,Han,Fu\n,East,South,West,North,,,,\n"
            "E1-0,36000,28000,28000,28000,Aino,Tsumo,3,30\nE1-1,36000,25700,28000,30300,Dora,Bela,2,30\n"
            "E2-0,36000,31500,{},30300,Bela,Ciro,2,60\n"
        ),
        ("22200", "22300"),
        "D5",
    ),
    "Korean deals that are counted": (
        (
            "판,화료,방총,점수,가영,나래,다솜,라온\n1,가영,나래,9,33,-17,-8,-8\n2,다솜,자모,14,11,-39,58,-30\n"
            "3,라온,가영,22,-19,-47,50,16\n4,나래,다솜,8,-27,{},34,8\n"
        ),
        ("-15", "-51"),
        "F5",
    ),
    "another digit of a self-drawn hand": (
        (
            "Mano;Vento;Vince;Scarto di;Punti mano;Fabio;Giulia;Luca;Marta\n"
            "1;Est;Giulia;Fabio;20;-28;44;-8;-8\n2;Est;Luca;muro;{};-18;-18;54;-18\n"
            "3;Est;Luca;Marta;8;-8;-8;32;-16\n4;Est;Fabio;Giulia;33;57;-41;-8;-8\n"
        ),
        ("10", "18"),
        "E3",
    ),
}


@pytest.mark.parametrize("kind", ONE_SLIP)
def test_a_slip_of_another_kind_of_sheet_is_named_at_its_cell(kind):
    text, (right, wrong), cell = ONE_SLIP[kind]
    cells, agreed = wrong_and_agreeing(text.format(right))
    assert cells == []
    assert agreed > 3
    assert wrong_cells(text.format(wrong)) == [cell]


def test_names_with_small_points_are_results():
    text = (
        "League night\nTable,East,South,West,North,Check\n"
        "1,Amy +45,Bo -12,Cy -20,Di -13,0\n2,Ed +10,Flo +33,Gil -51,Hal +8,0\n"
    )
    assert wrong_and_agreeing(text) == ([], 10)


def test_points_of_a_match_of_mcr_are_no_fu():
    text = (
        "Table,Player,Minipoints,Table points\n"
        "1,Rossi,54,4\n1,Meier,12,2\n1,Dupont,-20,1\n1,Novak,-46,0\n"
        "2,Silva,30,2\n2,Jansen,101,4\n2,Kowal,-61,1\n2,Berg,-70,0\n"
    )
    assert wrong_and_agreeing(text) == ([], 16)


def test_statistics_of_four_players_are_no_result():
    text = (
        "Player,Hands,Wins,Deal-ins,Win %\n"
        "Ann,120,31,14,25.8\nBob,118,22,19,18.6\nCid,120,27,11,22.5\nDee,121,25,20,20.7\n"
    )
    assert not read_sheet(text).games


MCR = """\
Hand,Winner,From,Points,Ann,Bob,Cid,Dee
1,Ann,Dee,16,40,-8,-8,-24
2,Bob,Dee,20,-8,44,-8,-28
3,Cid,Ann,11,-19,-8,35,-8
4,Bob,Dee,24,-8,48,-8,-32
"""


def test_one_wrong_winner_is_likelier_than_two_amounts_in_each_others_place():
    assert wrong_and_agreeing(MCR) == ([], 20)
    assert wrong_cells(MCR.replace("4,Bob", "4,Cid")) == ["B5"]


def test_a_stake_that_a_loser_laid_is_in_the_change_as_in_other_deals():
    text = (
        (
            "Hand,Winner,From,Han,Fu,Riichi,Ann,Bob,Cid,Dee\n"
            "E1,Bob,Dee,2,30,,0,2000,0,-2000\n"
            "E2,Ann,tsumo,5,30,Bob,9000,-5000,-2000,-2000\n"
            "E3,Dee,Cid,3,30,,0,0,-5800,5800\n"
            "E3.1,Ann,Dee,1,40,Ann,1600,0,0,-1600\n"
        )
        .replace("E3.1", "E4")
        .replace("-5800,5800", "-3900,3900")
        .replace("1600", "1300")
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("-5000", "-4000")) == ["H3"]


def test_deals_that_go_in_turn_accuse_nobody_if_the_rules_are_guessed():
    text = (
        "Hand,Won by,From,Card points,Ann,Bob,Cid,Dee\n"
        "E1,Ann,self,25,150,-50,-50,-50\n"
        "E2,Cid,Dee,35,-35,-35,140,-70\n"
        "E3,Bob,Cid,25,-25,100,-50,-25\n"
        "E4,Bob,Dee,25,-25,100,-25,-50\n"
    )
    assert wrong_cells(text) == []


def test_tibet_counts_fan_as_han():
    text = (
        "西藏麻将 13张\n局,庄,赢家,点炮,番,吴刚,孙立,褚亮,冯磊\n"
        "1,吴刚,褚亮,自摸,2,-10,-5,20,-5\n2,孙立,吴刚,孙立,2,20,-20,0,0\n"
    )
    assert wrong_and_agreeing(text) == ([], 8)
    assert wrong_cells(text.replace("-10,", "-11,")) == ["F3"]


def test_a_dealer_who_stays_after_each_draw_is_a_habit_if_the_rules_are_guessed():
    text = (
        "Tibet mahjong, 13 tiles\nHand,East,Won by,From,Han,Ann,Bob,Cid,Dee\n"
        "1,Ann,Bob,Dee,1,0,10,0,-10\n2,Bob,wall,,,0,0,0,0\n"
        "3,Bob,Cid,Ann,2,-20,0,20,0\n4,Cid,Cid,Bob,1,0,-15,15,0\n5,Cid,Dee,Bob,1,0,-10,0,10\n"
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("5,Cid", "5,Dee")) == ["B7"]


def test_several_who_gain_from_several_end_a_deal_without_winner():
    text = (
        "Рука,Выиграл,Накинул,Юрий,Ольга,Павел,Дима\n"
        "1,Ольга,Павел,25000,27000,23000,25000\n"
        "2,пуста,,23500,28500,24500,23500\n"
        "3,Павел,Юрий,19600,28500,28400,23500\n"
    )
    assert wrong_cells(text) == []


def test_points_show_who_won_if_no_column_tells_more():
    text = (
        "Hand,Winner,From,Ann,Bob,Cid,Dee\n"
        "1,Bob,Dee,25000,27600,25000,22400\n"
        "2,Cid,Ann,21100,27600,28900,22400\n"
        "3,Ann,Dee,23700,27600,28900,19800\n"
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("3,Ann", "3,Cid")) == ["B4"]


def test_values_of_a_card_are_paid_in_money():
    text = (
        "Game #,Threw,Mahjong!,Card points,Bert,Derek,Chloe,Gavin\n"
        "E1,Derek,Bert,25,1.00,-0.50,-0.25,-0.25\n"
        "E2,Gavin,Chloe,40,-0.40,-0.40,1.60,-0.80\n"
        "E3,Bert,Chloe,25,-0.50,-0.25,1.00,-0.25\n"
        "E4,Derek,Gavin,25,-0.25,-0.50,-0.25,1.00\n"
        "S1,-,wall game,,0.00,0.00,0.00,0.00\n"
        "S2,own draw,Chloe,25,-0.50,-0.50,1.50,-0.50\n"
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("-0.50,1.50", "-0.60,1.50")) == ["F7"]


@pytest.mark.parametrize("head", ["#", "Reihe", "序号"])
def test_deals_are_counted_by_a_column_behind_the_players(head):
    text = (
        f"孙立,冯磊,褚亮,周婷,{head},出冲,赢,番\n"
        "40,-8,-8,-24,1,周婷,孙立,16\n"
        "-8,44,-8,-28,2,周婷,冯磊,20\n"
        "-19,-8,35,-8,3,孙立,褚亮,11\n"
        "13,28,19,-60,总,,,\n"
    )
    assert wrong_and_agreeing(text) == ([], 19)


TOTALS_IN_ROWS = """\
Nr.;Runde;Gewinner;von;Han;Fu;;Jens;Kati;Uwe;Steffi
;;;;;;;30.000;30.000;30.000;30.000
1;Ost 1;Steffi;Jens;3;40;Zahlung;-5.200;0;0;+5.200
;;;;;;Stand;24.800;30.000;30.000;35.200
2;Ost 2;Uwe;Kati;2;30;Zahlung;0;-2.000;+2.000;0
;;;;;;Stand;24.800;28.000;{total};35.200
3;Ost 3;Steffi;Tsumo;3;30;Zahlung;-1.000;-1.000;-2.000;+4.000
;;;;;;Stand;23.800;27.000;30.000;39.200
"""


@pytest.mark.parametrize(("total", "cells"), [("32.000", []), ("31.000", ["J6"])])
def test_totals_below_each_deal_may_be_named_so(total, cells):
    assert wrong_cells(TOTALS_IN_ROWS.format(total=total)) == cells


MARKED = """\
Mano;Han;Fu;Ana;;Leo;;Eva;;Iván;
;;;res.;puntos;res.;puntos;res.;puntos;res.;puntos
Este 1;3;30;Tsumo + riichi;6.000;;-2.000;;-2.000;;-2.000
Este 2;3;30;Ron;{won};;0;;0;Paga;-3.900
Este 3;;;Tenpai;3.000;Noten;-1.000;Noten;-1.000;Noten;-1.000
"""
DRAWN = """\
Hand,Han,Fu,Ann,+/-,Bob,+/-,Cid,+/-,Dee,+/-
E1,2,30,×R,-3000,○,+3000,,0,,0
E2,3,30,,0,○,{won},×,-3900,R,-1000
E3,1,30,×,-1000,,0,,0,○R,+1000
"""


@pytest.mark.parametrize(
    ("text", "won", "slip", "cell"),
    [(MARKED, "3.900", "3.800", "E4"), (DRAWN, "+4900", "+4800", "G3")],
    ids=["words", "signs"],
)
def test_marks_beside_the_points_of_each_player_tell_the_deal(text, won, slip, cell):
    right, agreed = wrong_and_agreeing(text.format(won=won))
    assert right == []
    assert agreed >= 10
    assert cell in wrong_cells(text.format(won=slip))


CARD = """\
Game,Winner,Value,How,Ann,Bob,Cid,Dee
1,Ann,30,Bob threw it,120,-60,-30,-30
2,Cid,25,self-picked,-50,-50,150,-50
3,Dee,25,Cid threw it,-25,-25,-50,100
4,Ann,50,Dee threw it,200,-50,-50,-100
5,Bob,35,Ann threw it,-70,140,-35,-35
6,Cid,30,Bob threw it,-30,-60,120,-30
7,Dee,40,self-picked,-80,-80,-80,240
8,Ann,25,Bob threw it,{changes}
"""


@pytest.mark.parametrize(
    ("changes", "cells"),
    [
        ("100,-50,-25,-25", []),
        ("200,-100,-50,-50", []),  # without a joker
        ("75,-25,-25,-25", ["E9", "F9"]),
    ],
)
def test_one_win_paid_otherwise_than_all_others_is_wrong_whatever_the_prices(changes, cells):
    assert wrong_cells(CARD.format(changes=changes)) == cells


OWN = """\
n.;Est;vince;scarta;G;T;A;B
1;Gianni;Gianni;muro;36;-12;-12;-12
2;Gianni;Bruna;Gianni;-12;-3;-3;18
3;Teresa;Bruna;Teresa;-3;-12;-3;18
4;Aldo;Teresa;muro;-6;24;-12;-6
5;Bruna;Bruna;muro;-12;-12;-12;36
6;Bruna;Bruna;Gianni;{changes}
7;Bruna;Aldo;Gianni;-6;-3;15;-6
8;Gianni;Bruna;Aldo;-6;-3;-6;15
"""


@pytest.mark.parametrize(("changes", "cells"), [("-12;-6;-6;24", []), ("-6;-3;-3;12", ["E7"])])
def test_initials_as_heads_stand_for_the_names_in_cells(changes, cells):
    assert wrong_cells(OWN.format(changes=changes)) == cells


def test_a_table_of_prices_beside_the_deals_is_left_out():
    text = (
        "Friday night,,,,,,,,,,Faan,Off,Self\n,,,,,,,,,,3,8,4\n"
        "#,Dealer,Winner,Thrown by,Faan,Kim,Pat,Sam,Jo,,4,16,8\n"
        "1,Kim,Kim,self,4,24,-8,-8,-8,,5,24,12\n2,Kim,Jo,Pat,3,0,-8,0,8,,6,32,16\n"
        "3,Pat,Sam,Kim,4,{},0,16,0,,7,48,24\n"
    )
    assert wrong_cells(text.format(-16)) == []
    assert "F6" in wrong_cells(text.format(-15))


def test_penalties_before_the_total_are_counted_and_totals_of_rounds_are_not():
    text = (
        "Donne;Gagnant;Points;Donneur;Mia;Leo;Chen;Zoé\n"
        "1;Chen;8;mur;-16;-16;48;-16\n2;Leo;10;Mia;-18;34;-8;-8\n;;;Cumul;-34;18;40;-24\n"
        "3;Zoé;12;Mia;-20;-8;-8;36\n4;Chen;9;Leo;-8;-17;33;-8\n;;;Cumul;-62;-7;65;4\n"
        ";;;Pénalités;0;-10;0;0\n;;;Total;-62;{};65;4\n"
    )
    assert wrong_cells(text.format(-17)) == []
    assert wrong_cells(text.format(-27)) == ["F9"]


def test_a_title_of_three_cells_between_two_games_is_no_deal():
    head = "Ronde;Honba;Winnaar;Gooier;Han/Fu;Riichi;Joost;Femke;Willem;Sanne\n"
    text = (
        f"Partij 1;aanvang;19.45 u\n{head}Oost 1;;Sanne;Femke;4/30;;0;-7700;0;7700\n"
        "Oost 2;;Joost;Femke;3/30;;3900;-3900;0;0\n;\nPartij 2;aanvang;21.30 u\n"
        f"{head}Oost 1;;Femke;Joost;3/30;;-3900;3900;0;0\n"
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("-7700", "-7600")) == ["H3"]


STANDINGS = """\
Speler;R1 TP;R1 MP;R2 TP;R2 MP;Totaal TP;Totaal MP
Meijer;4;182;2;-20;6;162
Groot;4;89;{};-70;{};19
Smit;2;75;4;198;6;273
Vries;2;-5;2;17;4;12
Mulder;1;-20;0;-107;1;-127
Bakker;1;-73;4;163;5;90
Visser;0;-104;1;-36;1;-140
Jansen;0;-144;0;-145;0;-289
"""


@pytest.mark.parametrize(("points", "total", "cells"), [(1, 5, []), (2, 6, ["D3"])])
def test_minipoints_show_the_tables_of_a_round_and_its_table_points(points, total, cells):
    assert wrong_cells(STANDINGS.format(points, total)) == cells


def test_an_empty_form_is_told_as_empty():
    form = "Rules,riichi/1\nDeal,Winner,From,Han,Fu,A,B,C,D\nE1,,,,,,,,\nE2,,,,,,,,\n"
    (finding,) = read_sheet(form).findings
    assert (finding.code, finding.place.cell) == ("sheet.layout", "A2")
    assert "empty" in finding.message


def test_a_column_of_sticks_beside_four_seats_is_no_player():
    text = (
        "rd\tresult\than\tfu\triichi\tstickPot\tAmy (E)\tBo (S)\tCy (W)\tDee (N)\n"
        "E1\tDee ron on Bo\t2\t30\t\t0\t25,000\t23,000\t25,000\t27,000\n"
        "E2\tDraw - tenpai: Amy+Dee\t\t\tCy\t1000\t26,500\t21,500\t22,500\t28,500\n"
        "E3\tAmy ron on Cy\t1\t30\t\t0\t{}\t21,500\t21,200\t28,500\n"
    )
    assert wrong_cells(text.format("28,800")) == []
    assert wrong_cells(text.format("27,800")) == ["G4"]


def test_a_slip_in_one_of_several_wins_of_a_deal_is_named_in_its_row():
    text = (
        "血战到底 3番封顶 自摸加底\n局,第几胡,胡家,方式,番数,甲一,乙二,丙三,丁四\n"
        "1,1,丙三,自摸,2,{},15,-5\n1,2,甲一,点炮←丁四,0,1,0,0,-1\n1,3,乙二,点炮←丁四,2,0,4,0,-4\n"
        "2,杠,甲一,直杠(2)←丙三,,2,0,-2,0\n2,1,丙三,自摸,0,-2,-2,6,-2\n"
        "2,2,乙二,点炮←甲一,2,-4,4,0,0\n2,3,丁四,自摸,2,-5,0,0,5\n"
    )
    assert wrong_cells(text.format("-5,-5")) == []
    (cell,) = wrong_cells(text.format("-4,-4").replace("15,-5", "12,-4"))
    assert cell.endswith("3")


def test_a_preposition_of_one_letter_is_no_player_and_a_sum_in_brackets_no_item():
    text = (
        "Mano;Qué pasó;Pía;Eva;Leo;Iván\n"
        "Este 1;Pía ron a Leo, 3 han 40 fu (7700);7700;0;-7700;0\n"
        "Este 1;Leo tsumo, 2 han 50 fu (800/1600), honba 1, riichi de Eva y Leo;"
        "-1700;-1900;4500;-900\n"
        "Este 2;Iván ron a Leo, 2 han 30 fu (2000), riichi de Eva y Iván;0;-1000;-2000;{}\n"
    )
    assert wrong_cells(text.format(3000)) == []
    (cell,) = wrong_cells(text.format(4000))
    assert cell.endswith("4")


ROUNDS = """\
Hand,Sue,Tom,May,Neil,Mahjong,Discarded by,Score
1,-8,-72,-8,88,Neil,Tom,64
2,-8,-8,-30,46,Neil,May,22
Round 1,-16,-80,-38,134,,,
3,34,-8,-8,-18,Sue,Neil,10
4,-8,-30,-8,46,Neil,Tom,22
Round 2,26,{},-16,28,,,
5,-8,-8,-18,34,Neil,May,10
"""


@pytest.mark.parametrize(("total", "cells"), [(-38, []), (-28, ["C7"])])
def test_sums_of_rounds_are_no_deals_whatever_they_are_called(total, cells):
    assert wrong_cells(ROUNDS.format(total)) == cells


LIKE_HEADS = """\
局,番,周,,吴,,郑,,冯,
东1,荒,,0,,0,,0,,0
东2,20,炮,-28,,-8,和,44,,-8
东3,8,,-8,炮,-16,,-8,和,32
东4,10,,-8,,-8,炮,-18,和,{}
"""


@pytest.mark.parametrize(("gain", "cells"), [(34, []), (18, ["J5"])])
def test_a_name_that_is_also_a_head_is_a_player_if_the_rows_add_up(gain, cells):
    assert wrong_cells(LIKE_HEADS.format(gain)) == cells


@pytest.mark.parametrize("each", ["700 od każdego", "700 all", "700 alle", "700 с каждого"])
def test_shares_of_a_self_draw_are_told_in_any_language(each):
    text = (
        "Hand,Winner,From,Han,Fu,Points,Ann,Bob,Cid,Dee\n"
        f"E1,Ann,tsumo,2,20,{each},2100,-700,-700,-700\n"
        "E1,Bob,Ann,2,30,2000,-2300,2300,0,0\n"
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("700 ", "900 ")) == ["F2"]


def test_lists_of_players_at_a_draw_have_initials():
    text = (
        "Раздача;Риичи;Победитель;С кого;Хан;Фу;Анна;Борис;Вера;Глеб\n"
        "Старт;;;;;;30000;30000;30000;30000\nВ1;А,Г;Борис;Анна;3;30;25100;35900;30000;29000\n"
        "В2;;ничья;темпай: Б,В,Г;;;22100;36900;31000;{}\n"
    )
    assert wrong_cells(text.format(30000)) == []
    assert wrong_cells(text.format(29100)) == ["J4"]


def test_subtotals_with_small_numbers_are_no_heads():
    text = (
        "四川 血战到底 底1分 4番封顶 自摸加底\n局,项目,赢家,输家,番,王姐,刘哥,陈姐,赵哥\n"
        "1,胡,刘哥,陈姐,1,0,2,-2,0\n,自摸,王姐,两家,2,10,0,-5,-5\n,胡,赵哥,陈姐,0,0,0,-1,1\n"
        ",小计,,,,10,2,-8,-4\n2,胡,陈姐,刘哥,0,0,-1,1,0\n,胡,王姐,刘哥,1,2,-2,0,0\n"
        ",自摸,赵哥,刘哥,0,0,-2,0,2\n,小计,,,,2,-5,{},2\n合计,,,,,12,-3,-7,-2\n"
    )
    assert wrong_cells(text.format(1)) == []
    assert wrong_cells(text.format(2)) == ["H10"]


def test_the_names_of_hands_are_no_labels_of_deals():
    wins = (
        "1,Sheila,Judy,369,50,,-50,-50,-100,200\n2,Judy,Sheila,Consec Run,25,,-25,-25,100,-50\n"
        "3,Judy,Barb,Quints,{},,-100,-50,200,-50\n4,Ellen,Barb,13579,25,,-50,100,-25,-25\n"
        "5,Ellen,self-picked,Year hand,35,,-70,210,-70,-70\n"
        "6,Barb,Sheila,Quints,30,,120,-30,-30,-60\n"
        "7,Sheila,Ellen,Winds-Dragons,25,yes,-50,-100,-50,200\n"
    )
    head = "Game,Mah Jongg,Thrown by,Hand,Value,Jokerless,Barb,Ellen,Judy,Sheila\n"
    assert wrong_cells("NMJL card\n" + head + wins.format(50)) == []
    # All three pay as for 50 points, so that the value is the slip.
    assert wrong_cells("NMJL card\n" + head + wins.format(35)) == ["E5"]


def test_a_penalty_that_nobody_gets_is_no_wrong_sum():
    text = (
        "MCR;;;;;;;;;;;\nDonne;Gagnant;Donneur;Points;Léa;Marc;Inès;Paul;Total Léa;Total Marc;"
        "Total Inès;Total Paul\n1;Marc;Paul;11;-8;35;-8;-19;-8;35;-8;-19\n"
        ";Pénalité;Marc (fausse annonce);;0;-10;0;0;-8;25;-8;-19\n"
        "2;Inès;mur;11;-19;-19;57;-19;-27;{};49;-38\n"
    )
    assert wrong_cells(text.format(6)) == []
    assert wrong_cells(text.format(16)) == ["J5"]


def test_the_total_below_the_last_subtotal_is_checked():
    text = (
        "MCR\nHand,Winner,From,Pts,Ann,Tom,Wei,Hans\nE1,Tom,Wei,28,-8,52,-36,-8\n"
        "E2,Tom,Hans,32,-8,56,-8,-40\nSubtotal,,,,-16,108,-44,-48\n"
        "E3,Wei,Hans,14,-8,-8,38,-22\nSubtotal,,,,-8,-8,38,-22\nTOTAL,,,,-24,{},-6,-70\n"
    )
    assert wrong_cells(text.format(100)) == []
    assert wrong_cells(text.format(110)) == ["F8"]


def test_a_column_of_han_and_fu_may_have_their_initials():
    text = (
        "riichi\nRd,Bon,Win,Off,H/F,Rch,K,L,M,N\nE1,0,L,K,3/30,L,-3900,3900,0,0\n"
        "E2,0,L,t,2/30,,-1000,3000,-1000,-1000\nE2,1,M,{},5,M,0,0,8300,-8300\n"
    )
    assert wrong_cells(text.format("N")) == []
    assert wrong_cells(text.format("L")) == ["D5"]


def test_a_wind_stands_before_each_name_and_lists_have_short_names():
    text = (
        "EMA rules, start 30000\n"
        "Hand,Honba,Winner,Discarder,Han,Fu,Riichi,E De Vries,S Bakker,W Lindholm,N Moreau\n"
        "E1,0,Bakker,Moreau,2,30,BA,30000,32000,30000,28000\n"
        "E2,0,draw,tenpai: DV MO,,,DV,30500,30500,28500,{}\nE3,1,De Vries,tsumo,3,40,MO,"
        "38000,29100,25800,27100\n"
    )
    assert wrong_cells(text.format(29500)) == []
    assert wrong_cells(text.format(29400)) == ["K4"]
    hong_kong = (
        "鋪,莊,食糊,出銃,番,東陳生,南李太,西黃生,北何生\n1,陳生,黃生,自摸,4,-8,-8,+24,-8\n"
        "2,李太,李太,何生,4,,+16,,-16\n3,李太,李太,自摸,6,-16,+48,-16,-16\n"
        "4,李太,黃生,何生,{},,,+16,-16\n5,黃生,陳生,何生,3,+8,,,-8\n埋數,,,,,-16,+40,+16,-40\n"
    )
    assert wrong_cells(hong_kong.format(4)) == []
    assert wrong_cells(hong_kong.format(5)) == ["E5"]


def test_rows_below_the_last_deal_say_nothing_of_the_unit():
    text = (
        "round,honba,result,winner,loser,han,fu,riichi,kana,Mochi,tofu,Rob,tenpai\n"
        "E1,0,ron,Mochi,kana,3,30,,-3900,3900,0,0,\nE2,0,draw,,,,,tofu,-3000,1000,0,1000,"
        "Mochi tofu Rob\nE2,1,ron,Rob,kana,2,40,Rob,{},0,0,3900,\nfinal,,,,,,,,15200,29900,25000,"
        "29900,\nplace,,,,,,,,4,1,3,1,\npts,,,,,,,,-29.8,+12.4,+5,+12.4,\n"
    )
    assert wrong_cells(text.format(-2900)) == []
    assert "I4" in wrong_cells(text.format(-2600))


def test_totals_stand_behind_each_player_by_a_short_word():
    text = (
        "Mano;Vince;Scarto di;Punti;Rossi;Tot;Bianchi;Tot;Ferri;Tot;Galli;Tot\n"
        "1;Rossi;Bianchi;12;36;36;-20;-20;-8;-8;-8;-8\n2;Ferri;Galli;8;-8;28;-8;-28;32;24;-16;-24\n"
        "3;Ferri;Galli;8;-8;20;-8;-36;32;{};-16;-40\n"
    )
    assert wrong_cells(text.format(56)) == []
    assert wrong_cells(text.format(65)) == ["J4"]


def test_amounts_from_all_others_in_other_languages():
    text = (
        "Раздача;Хонба;Победитель;С кого;Хан;Фу;Очки;Антон;Ольга;Сергей;Катя\n"
        "В1;;Антон;цумо;2;30;{} со всех;3000;-1000;-1000;-1000\n"
        "В1;1;Катя;цумо;5;;2000/4000;-4100;-2100;-2100;8300\n"
    )
    assert wrong_cells(text.format(1000)) == []
    assert wrong_cells(text.format(1300)) == ["G2"]


def test_a_seating_plan_is_no_score_sheet():
    text = "Round,Table,East,South,West,North,Start\n"
    rounds = ("1,6,11,16", "2,7,12,13", "3,8,9,14", "4,5,10,15")
    for number in (1, 2):
        for table, players in enumerate(rounds, 1):
            text += f"{number},{table},{players},1{number}:30\n"
    reading = read_sheet(text)
    assert not reading.games
    assert [finding.code for finding in reading.findings] == ["sheet.layout"]


def test_standings_of_teams_and_of_players_with_their_tables():
    teams = (
        "順位,チーム,第1節,第2節,第3節,合計,首位との差\n1,大宮,120.6,▲73.3,54.7,102.0,-\n"
        "2,千葉,15.2,11.3,{},▲21.6,123.6\n3,渋谷,▲70.3,70.2,▲31.9,▲32.0,134.0\n"
        "4,横浜,▲65.5,▲8.2,25.3,▲48.4,150.4\n"
    )
    assert wrong_cells(teams.format("▲48.1")) == []
    assert "E3" in wrong_cells(teams.format("48.1"))
    rows = [("Ann", 105, 80), ("Bea", -10, 85), ("Cy", 75, -10), ("Dee", 25, 30),
            ("Eva", 35, 0), ("Flo", 80, 25), ("Gil", 0, 55), ("Hal", 105, 50)]  # fmt: skip
    order = sorted([first + second for _, first, second in rows], reverse=True)
    lines = [f"{name},{1 + at // 4},{first},{second},{first + second},"
             f"{1 + order.index(first + second)}"
             for at, (name, first, second) in enumerate(rows)]  # fmt: skip
    right = "\n".join(["Name,Table,Rd 1,Rd 2,TOTAL,Place", *lines, ""])
    assert wrong_cells(right) == []
    assert wrong_cells(right.replace("80,25,105", "80,25,150")) == ["E7"]


FLATTENED = """\
game_id,round,honba,result,winner,loser,han,fu,{heads}
a1,E1,0,ron,Mia,Lena,3,30,Mia,5800,Oskar,0,Lena,-5800,Tim,0
a1,E1,1,ron,Tim,Mia,2,30,Mia,-2300,Oskar,0,Lena,0,Tim,{tim}
a2,E1,0,tsumo,Lena,,3,30,Lena,6000,Tim,-2000,Mia,-2000,Oskar,-2000
a2,E1,1,ron,Oskar,Tim,2,30,Lena,0,Tim,-2300,Mia,0,Oskar,2300
"""


@pytest.mark.parametrize(
    "word", ["players.{}.name,players.{}.delta", "p{}_name,p{}_change", "Spieler {},Differenz {}"]
)
def test_apps_name_the_players_in_each_row(word):
    heads = ",".join(word.format(number, number) for number in range(1, 5))
    reading = read_sheet(FLATTENED.format(heads=heads, tim=2300))
    assert [game.draft.players for game in reading.games] == [
        ("Mia", "Oskar", "Lena", "Tim"), ("Lena", "Tim", "Mia", "Oskar"),
    ]  # fmt: skip
    assert wrong_cells(FLATTENED.format(heads=heads, tim=2300)) == []
    assert wrong_cells(FLATTENED.format(heads=heads, tim=-2300)) == ["P3"]


def test_a_row_of_each_player_tells_in_words_who_won_paid_and_waited():
    text = (
        "hand,honba,player,seat_wind,outcome,han,fu,riichi,change\n"
        "E1,0,Kai,E,paid,,,yes,-2300\nE1,0,Mo,S,paid,,,,-700\nE1,0,Suzu,W,paid,,,yes,-1700\n"
        "E1,0,Bao,N,tsumo,2,40,yes,{bao}\nE2,0,Kai,N,noten,,,,-1500\nE2,0,Mo,E,tenpai,,,,1500\n"
        "E2,0,Suzu,S,noten,,,,-1500\nE2,0,Bao,W,tenpai,,,yes,500\n"
        "E2,1,Kai,N,,,,,0\nE2,1,Mo,E,dealt in,,,,-5500\nE2,1,Suzu,S,,,,,0\n"
        "E2,1,Bao,W,ron,3,40,,6500\n"
    )
    assert wrong_cells(text.format(bao=4700)) == []
    assert wrong_cells(text.format(bao=4500)) == ["I5"]


def test_a_result_stands_before_its_pattern_and_kongs_beside_payments_at_the_end():
    text = (
        "四川血战,底1分 封顶4番 自摸加底\n局,事件,谁,点的人,番,老王,刘姐,小赵,张哥\n"
        "1,自摸 对对胡,刘姐,,1,-3,9,-3,-3\n,明杠,张哥,老王,,-2,,,2\n,胡 平胡,小赵,老王,0,-1,,1,\n"
        ",流局查叫,张哥,老王,1,-2,,,2\n,小计,,,,-8,9,-2,1\n"
        "2,胡 平胡,小赵,张哥,0,,,1,-1\n,胡 平胡,刘姐,老王,0,-1,1,,\n"
        ",胡 龙七对,老王,张哥,3,{},,,-8\n"
        ",小计,,,,7,1,1,-9\n"
    )
    assert wrong_cells(text.format(8)) == []
    assert wrong_cells(text.format(9)) == ["F10"]


def test_values_in_money_have_the_unit_of_the_points():
    wins = (
        "1,Barb,self,0.45,,2.70,-0.90,-0.90,-0.90\n2,Sue,Carol,0.45,,-0.45,-0.90,-0.45,1.80\n"
        "3,Barb,Carol,{},,2.00,-1.00,-0.50,-0.50\n4,Barb,Linda,0.25,,1.00,-0.25,-0.50,-0.25\n"
        "5,Linda,Carol,0.25,Y,-0.50,-1.00,2.00,-0.50\n6,Sue,Barb,0.30,,-0.60,-0.30,-0.30,1.20\n"
        "7,Linda,Sue,0.50,,-0.50,-0.50,2.00,-1.00\n,,,,TOTAL,3.65,-4.85,1.35,-0.15\n"
    )
    head = "NMJL\nGame,Mah Jongg,Thrown by,Value,Jokerless,Barb,Carol,Linda,Sue\n"
    assert wrong_cells(head + wins.format("0.50")) == []
    assert wrong_cells(head + wins.format("0.45")) == ["D5"]


def test_hands_changes_and_tokens_stand_beside_each_other():
    text = (
        ",,,Hand scores,,,,Won / lost,,,,Tokens,,,\n"
        "Hand,East,M-J,Joan,Derek,Pauline,Roy,Joan,Derek,Pauline,Roy,Joan,Derek,Pauline,Roy\n"
        ",,,,,,,,,,,2000,2000,2000,2000\n"
        "1,Joan,Derek,4,30,16,12,-100,120,-2,-18,1900,2120,1998,1982\n"
        "2,Derek,Pauline,2,4,44,0,-46,-76,176,-54,1854,2044,{},1928\n"
        "3,Pauline,Derek,16,104,32,10,-130,416,-132,-154,1724,2460,2042,1774\n"
    )
    assert wrong_cells(text.format(2174)) == []
    assert wrong_cells(text.format(2147)) == ["N5"]


def test_rows_below_the_deals_may_begin_in_a_column_of_points():
    text = (
        "Hand,Honba,Winner,From,Han,Fu,Tom +/-,Priya +/-,Jess +/-,Cal +/-,Tom,Priya,Jess,Cal\n"
        "Start,,,,,,,,,,30000,30000,30000,30000\n"
        "E1,0,Priya,tsumo,3,40,-2600,5200,-1300,-1300,27400,35200,28700,28700\n"
        "E2,0,Cal,Priya,2,30,0,-2000,0,2000,27400,33200,28700,30700\n"
        "E3,0,Cal,Jess,1,30,0,0,-1000,1000,27400,33200,27700,{}\n"
        ",,,,,,,,,Final,27400,33200,27700,31700\n,,,,,,,,,vs 30000,-2600,3200,-2300,1700\n"
    )
    assert wrong_cells(text.format(31700)) == []
    assert wrong_cells(text.format(31800)) == ["N5"]


def test_a_row_with_a_remark_about_a_false_win_is_no_deal():
    text = (
        "国标\n盘,和牌,点炮,番数,陈立,周敏,吴昊,孙倩,备注\n1,陈立,孙倩,17,41,-8,-8,-25,\n"
        ",,,,10,10,-30,10,吴昊错和 罚30\n2,陈立,周敏,10,34,{},-8,-8,\n合计,,,,85,-16,-46,-23,\n"
    )
    assert wrong_cells(text.format(-18)) == []
    assert wrong_cells(text.format(-81)) == ["F5"]


def test_deals_without_points_stand_above_a_table_of_results():
    text = (
        "Liga Riichi\nEste: Iker,Sur: Nuria,Oeste: Álvaro,Norte: Carmen,30.000 puntos,,,,\n"
        ",,,,,,,,\n"
        "Mano,Honba,Palos en mesa,Riichi,Gana,De,Han,Fu,Valor\nEste 1,0,0,Iker,Iker,tsumo,3,20,"
        "1300 todos\nEste 1,1,0,Nuria,Nuria,Iker,2,40,{}\n"
        "Este 2,0,0,Carmen,Carmen,Nuria,3,40,5200\n"
        ",,,,,,,,\nPuesto,Jugador,Puntos,Uma,Resultado,,,,\n1,Carmen,33900,15,18.9,,,,\n"
        "2,Iker,31000,5,6.0,,,,\n3,Álvaro,28700,-5,-6.3,,,,\n4,Nuria,26400,-15,-18.6,,,,\n"
    )
    (game,) = read_sheet(text.format(2600)).games
    assert game.draft.players == ("Iker", "Nuria", "Álvaro", "Carmen")
    assert wrong_cells(text.format(2600)) == []
    assert wrong_cells(text.format(3200)) == ["I6"]


def test_three_deals_show_tournament_points_that_look_like_totals():
    text = (
        "Game,Winner,Value,Thrower,Anna,Barb,Cora,Dee\n1,Anna,25,Cora,25,0,-25,0\n"
        "2,Dee,30,,0,0,0,40\n3,Wall,,,10,10,10,10\n"
    )
    cells, agreed = wrong_and_agreeing(text)
    assert cells == []
    assert agreed == 12


def test_a_subtotal_counts_the_penalty_within_its_round():
    text = (
        "国标 错和：罚30分\n盘,圈风,和牌,点炮,番数,张伟,李娜,王强,刘洋,备注\n"
        "1,东风东,王强,刘洋,64,-8,-8,88,-72,\n2,东风南,王强,李娜,20,-8,-28,44,-8,\n"
        "小计,,,,,-16,-36,132,-80,\n3,东风西,张伟,自摸,8,48,-16,-16,-16,\n"
        "罚分,,,,,10,-30,10,10,李娜错和\n小计,,,,,58,{},-6,-6,\n"
        "4,东风北,王强,自摸,12,-20,-20,60,-20,\n小计,,,,,-20,-20,60,-20,\n"
        "合计,,,,,22,-102,186,-106,\n"
    )
    assert wrong_cells(text.format(-46)) == []
    assert wrong_cells(text.format(-64)) == ["G8"]


def test_totals_after_a_wind_and_uma_in_words_are_no_deals():
    text = (
        "EMA Riichi, Start 30000\nHand;Art;Sieger;von;Han;Fu;Riichi;Tenpai;Lena;Jörg;Ute;Tom\n"
        "Ost 3;Ron;Jörg;Lena;2;30;Jörg;;;;;\nOst 4;Ron;Jörg;Tom;3;30;;;;;;\n"
        "Stand nach Ost;;;;;;;;28000;35900;30000;26100\nSüd 1;Tsumo;Tom;;2;30;;;;;;\n"
        "Endstand;;;;;;;;27000;35400;29500;{}\n"
    )
    assert wrong_cells(text.format(28100)) == []
    assert wrong_cells(text.format(21800)) == ["L7"]
    posted = (
        "Hand,What happened,Nils,Tomo,Gary,Fred\n"
        'E1,"Tomo ron off Gary 2 han 40 fu, riichi Fred",0,+3600,-2600,-1000\n'
        'E2,"Fred tsumo 2 han 30 fu, riichi Gary + Fred",-500,-1000,-1500,{}\n'
        ",Final,29500,32600,25900,32000\n,with uma 15/5,-5.5,+17.6,-19.1,+7.0\n"
    )
    assert wrong_cells(posted.format("+3000")) == []
    assert wrong_cells(posted.format("+4500")) == ["F3"]


def test_results_stand_below_deals_in_columns():
    text = (
        "Règles;EMA, départ 30000\nDonne;Départ;E1;E2;E3;Final\nHonba;;0;0;0;\n"
        "Gagnant;;Sophie;Sophie;Claire;\nSur;;Malik;tsumo;Yann;\nHan;;2;3;1;\nFu;;50;30;40;\n"
        "Claire;30000;0;-1000;1300;30300\nYann;30000;0;-2000;-1300;26700\n"
        "Sophie;30000;3200;4000;0;{}\nMalik;30000;-3200;-1000;0;25800\n\n"
        "Joueur;Points;Place;Uma\nSophie;37200;1;15\nClaire;30300;2;5\nYann;26700;3;-5\n"
        "Malik;25800;4;-15\n"
    )
    assert wrong_cells(text.format(37200)) == []
    assert wrong_cells(text.format(37700)) == ["F10"]


def test_a_table_of_prices_is_no_score_sheet():
    text = (
        "点数早見表（子）\n翻,20符 ツモ,25符 ロン,30符 ロン,30符 ツモ,40符 ロン\n"
        "1翻,,,1000,300/500,1300\n"
        "2翻,400/700,1600,2000,500/1000,2600\n3翻,700/1300,3200,3900,1000/2000,5200\n"
    )
    reading = read_sheet(text)
    assert not reading.games
    assert {finding.code for finding in reading.findings} == {"sheet.layout"}


def test_one_share_of_a_doubled_hand_is_wrong():
    rows = (
        "1,Eve,25,Bob,,-25,-50,100,-25\n2,Ann,40,Bob,,160,-80,-40,-40\n"
        "3,Bob,25,Dee,,-25,100,-25,-50\n4,Bob,25,self,,-50,150,-50,-50\n"
        "5,Bob,30,Dee,,-30,120,-30,-60\n6,Eve,30,Ann,yes,-120,{},240,-60\n"
        "7,Eve,30,self,,-60,-60,180,-60\n8,Dee,25,Bob,,-25,-50,-25,100\n"
    )
    head = "NMJL card\nGame,Mah Jongg,Value,Thrown by,Jokerless,Ann,Bob,Eve,Dee\n"
    assert wrong_cells(head + rows.format(-60)) == []
    assert wrong_cells(head + rows.format(-30)) == ["G8"]


def test_labels_of_deals_with_dots_brackets_and_words_for_noten():
    turned = (
        "Hand;Start;Ost 4;Süd 1;Süd 1 (1 Honba);Süd 1 (2 Honba)\nGewinner;;Uwe;Uwe;Uwe;Kai\n"
        "Geber;;Jo;Kai;Tsumo;Uwe\nHan;;1;1;2;1\nFu;;30;30;30;40\n"
        "Uwe;25000;1000;1500;3300;-1900\nKai;25000;0;-1500;-1100;{}\n"
        "Jo;25000;-1000;0;-1100;0\nUte;25000;0;0;-1100;0\n"
    )
    assert wrong_cells(turned.format(1900)) == []
    assert wrong_cells(turned.format(1300)) == ["F7"]
    dotted = (
        "Rozdanie;Honba;Zwycięzca;Od kogo;Wartość;Kasia;Marek;Zosia;Tomek\n"
        "Wsch. 1;0;Kasia;tsumo;4000 od każdego;12000;-4000;-4000;-4000\n"
        "Wsch. 1;1;remis;noten;;0;0;0;0\nWsch. 2;2;Zosia;Kasia;{};-8600;0;8600;0\n"
    )
    assert wrong_cells(dotted.format(8000)) == []
    assert wrong_cells(dotted.format(6800)) == ["E4"]
    noten = (
        "WRC rules\nHand,Type,Winner,Payer,Han/Fu,Fi,Lars,Mik,Xia\n,,,,,30000,30000,30000,30000\n"
        "E1,Draw,all noten,,,30000,30000,30000,30000\nE2-1,Ron,Mik,Fi,3/30,25800,30000,{},30000\n"
    )
    assert wrong_cells(noten.format(34200)) == []
    assert wrong_cells(noten.format(32400)) == ["H5"]


def test_initials_of_dealers_are_no_seats_and_a_false_win_in_the_label_is_no_deal():
    text = (
        "Hong Kong, discarder two shares\nWind,Dlr,Winner,Discarder,Fan,May,Raymond,Wei,Doris\n"
        "East,M,May,self,4,48,-16,-16,-16\nEast,M,Doris,May,3,-8,-4,-4,16\n"
        "East,R,Raymond,May,6,-32,64,-16,-16\nEast,R,Wei,self,3,-8,-8,24,-8\n"
        "East,W,Doris,Raymond,4,-8,-16,-8,{}\n"
    )
    assert wrong_cells(text.format(32)) == []
    assert wrong_cells(text.format(23)) == ["I7"]
    false_win = (
        "MCR\nMano,Ganador,Descarta,Puntos,Lucía,Andrés,Pilar,Nacho\nE-1,Lucía,Pilar,53,77,-8,-61,-8\n"
        "E-2,Nacho,Robo,28,-36,-36,-36,108\nFalso hu,Nacho,,,10,10,10,-30\n"
        "E-3,Lucía,Andrés,12,36,{},-8,-8\nTotal,,,,87,-54,-95,62\n"
    )
    assert wrong_cells(false_win.format(-20)) == []
    assert wrong_cells(false_win.format(-2)) == ["F6"]


@pytest.mark.parametrize(("label", "deal"), [("N. 5", "5"), ("Wsch. 1", "E1"), ("S. 2", "")])
def test_a_dot_behind_a_letter_alone_is_that_of_a_number(label, deal):
    assert label_of(label) == deal


def test_heads_of_rounds_are_no_players():
    text = (
        "牌局,胡牌,東場,南場,西場,北場\n1,甲,100,-20,-40,-40\n2,丙,-30,-30,90,-30\n"
        "3,甲,60,-20,-20,-20\n"
    )
    assert all("場" in name for game in read_sheet(text).games for name in game.draft.players)


def test_rows_with_other_players_each_are_no_games():
    head = "winner," + ",".join(f"players.{at}.name,players.{at}.score" for at in range(4))
    rows = [f"a{at},a{at},3,b{at},-1,c{at},-1,d{at},-1" for at in range(6)]
    assert len(read_sheet("\n".join([head, *rows])).games) <= 1


def test_a_discard_to_more_exposed_sets_may_cost_more():
    text = (
        "Round,Mah Jongg,Card value,Threw it,Exposures,Bea,Dot,Fran,Gail\n"
        "1,Dot,30,Gail,3,0,30,0,-25\n"
        "2,Bea,25,self,1,35,0,0,0\n3,Fran,50,Bea,1,-10,0,50,0\n4,wall game,,,,10,10,10,10\n"
        "5,Gail,25,Dot,2,0,-20,0,{}\nTotal,,,,,35,20,60,10\n"
    )
    assert wrong_cells(text.format(25)) == []
    assert wrong_cells(text.format(52)) == ["I6"]


@pytest.mark.parametrize(("value", "is_wrong"), [("3900", False), ("9300", True), ("4900", False)])
def test_a_value_without_dealer_may_include_some_counters_and_sticks(value, is_wrong):
    text = (
        "Hand;Winnaar;Verliezer;Han;Fu;Punten\nOost 1;Sanne;Teun;2;40;2600\n"
        f"Oost 2;Ruud;Teun;3;30;{value}\nOost 3;Teun;Sanne;4;30;7700\nOost 4;Ruud;Sanne;1;30;1000\n"
    )
    assert wrong_cells(text) == (["F3"] if is_wrong else [])


VALUES_WITH_MORE = """\
Ronde;Winnaar;Verliezer;Han;Fu;Riichi;Waarde;Wim;Truus;Sjaak;Riet
O1;Wim;Sjaak;2;40;Truus;{};4900;-1000;-3900;0
O1-1;Wim;Riet;2;40;;{};4200;0;0;-4200
O1-2;Truus;Wim;3;30;Truus;{};-4500;4500;0;0
O2;Truus;Wim;3;30;;{};-5800;5800;0;0
"""


@pytest.mark.parametrize("values", [(3900, 3900, 3900), (3900, 4200, 4500), (4900, 4200, 4500)])
def test_values_may_include_counters_or_be_gains(values):
    assert wrong_cells(VALUES_WITH_MORE.format(*values, 5800)) == []
    assert wrong_cells(VALUES_WITH_MORE.format(*values, 8500)) == ["G5"]


UNDER_A_TITLE = """\
{title}
Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee
E1,Ann,Bob,4,30,{paid},-{paid},0,0
E1-1,Cid,,2,30,-1100,-600,2300,-600
E2,Dee,Cid,5,,0,0,-8000,8000
"""


@pytest.mark.parametrize(("paid", "is_other"), [(12000, False), (11600, True)])
def test_a_title_that_names_rules_is_told_where_the_payments_follow_others(paid, is_other):
    text = UNDER_A_TITLE.format(title="EMA Riichi", paid=paid)
    told = [each for each in sheet_findings(text) if each.code == "rules.inferred"]
    assert ["its payments are wrong by these rules" in each.message for each in told] == [is_other]
    assert wrong_cells(text) == []
    assert (
        "riichi/1 preset=ema-2025 (from the title)" in read_sheet(text).games[0].draft.understood[1]
    )


@pytest.mark.parametrize(
    ("named", "severities"),
    [("Friday club", ["warning"]), ("start 30000", ["note"]), ("Риичи, старт 30000", [])],
)
def test_a_name_of_rules_that_is_unknown_is_told_with_a_remedy(named, severities):
    file = read_sheet(UNDER_A_TITLE.format(title=f"Rules: {named}", paid=11600))
    told = [each for each in file.findings if each.code == "sheet.rules"]
    assert [(each.severity, each.place.cell) for each in told] == [(s, "A1") for s in severities]
