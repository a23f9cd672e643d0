"""Sheets of friends: keys of names, running totals, rows of wins, blocks of lines, chats."""

import pytest
from kit.sheets import agreeing_claims, wrong_cells

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet

KEY_OF_NAMES = (
    '"Key: Ja = Jana; Or = Orrin; Pe = Petra; Wi = Wilf. W = who won, L = who threw it. '
    'Stick = riichi called"\n'
    "Hand,W,L,Han,Fu,Stick,Ja,Or,Pe,Wi,Ja total,Or total,Pe total,Wi total\n"
    "E1,Or,Pe,2,30,,0,2000,-2000,0,25000,27000,23000,25000\n"
    "E2,Wi,{loser},2,30,Or,0,-3000,0,3000,25000,24000,23000,28000\n"
    "E3,Wi,Pe,3,25,,0,0,-3200,3200,25000,24000,19800,31200\n"
    "E4,Ja,tsumo,3,20,Pe,3700,-700,-1700,-1300,28700,23300,18100,29900\n"
)


@pytest.mark.parametrize(("loser", "cells"), [("Or", []), ("Pe", ["C4"])])
def test_a_key_may_name_players_and_headings_in_one_line(loser, cells):
    text = KEY_OF_NAMES.format(loser=loser)
    assert wrong_cells(text) == cells
    assert [game.game.players for game in read_sheet(text).games] == [
        ("Jana", "Orrin", "Petra", "Wilf")
    ]


MARKS = (
    "Znaki: R = ron, T = tsumo, P = dał na ron, t = tenpai przy remisie\n"
    "Rozdanie;Han;Fu;Ola;Ola pkt;Bartek;Bartek pkt;Kuba;Kuba pkt;Zosia;Zosia pkt\n"
    "E1;3;40;;-2600;T;5200;;-1300;;-1300\nE2;6;30;P;-18000;R;18000;;0;;0\n"
    "E2-1;;;t;3000;;-1000;;-1000;;-1000\nE3-2;5;30;;0;R;8600;P;{lost};;0\n"
)


@pytest.mark.parametrize(("lost", "cells"), [("-8600", []), ("-6800", ["I6"])])
def test_small_and_capital_letters_may_be_different_marks(lost, cells):
    assert wrong_cells(MARKS.format(lost=lost)) == cells


FALSE_WIN = (
    "MCR tra amici; chi sbaglia paga 10 a ciascuno e si continua\n"
    "Mano,Mahjong,Scartato da,Punti,Alba,Berto,Ciro,Dora\n"
    "1,Berto,Ciro,20,-8,44,-28,-8\n2,Dora,Alba,29,-37,-8,-8,53\n3,Dora,Ciro,11,-8,-8,-19,35\n"
    ",errore,Dora,,10,10,10,{paid}\n4,Alba,dal muro,16,72,-24,-24,-24\n"
    "Totale,,,,29,14,-69,26\n"
)


@pytest.mark.parametrize(("paid", "cells"), [("-30", []), ("-20", ["H6"])])
def test_a_row_between_the_deals_may_be_a_penalty_by_its_points(paid, cells):
    assert [*dict.fromkeys(wrong_cells(FALSE_WIN.format(paid=paid)))] == cells


HALF = (
    '"Hong Kong, half-spicy table: discarder pays double, the other two single"\n'
    "Hand,Faan,Winner,From,Grace,Felix,Ivy,Stan\n"
    "1,3,Grace,self-drawn,48,-16,-16,-16\n2,4,Stan,self-drawn,-32,-32,-32,96\n"
    "3,5,Ivy,Felix,-24,-48,96,-24\n4,6,Grace,Ivy,128,-32,{paid},-32\n"
    "5,3,Stan,Ivy,-8,-8,-16,32\n6,4,Felix,self-drawn,-32,96,-32,-32\n"
)


@pytest.mark.parametrize(("paid", "cells"), [("-64", []), ("-32", ["G6"])])
def test_payments_tell_who_answers_for_a_discard(paid, cells):
    assert wrong_cells(HALF.format(paid=paid)) == cells


STANDINGS = (
    "Avond;Aukje;Bouke;Ciska;Durk;Elske;;Stand Aukje;Stand Bouke;Stand Ciska;Stand Durk;"
    "Stand Elske\n"
    "1;129;105;-597;363;;;129;105;-597;363;0\n2;109;{};267;;-859;;238;588;-330;363;-859\n"
    "3;587;-261;-269;-57;;;825;327;-599;{};-859\n4;;275;79;154;-508;;825;602;-520;460;-1367\n"
)


@pytest.mark.parametrize(
    ("result", "standing", "cells"),
    [("483", "306", []), ("483", "360", ["K4"]), ("438", "306", ["C3"])],
)
def test_running_totals_may_be_beside_the_results_of_evenings(result, standing, cells):
    text = STANDINGS.format(result, standing)
    assert wrong_cells(text) == cells
    assert agreeing_claims(text) >= 30


SEASON = (
    "Manche;Fabien;Hugo;Jules;Élodie;Inès;Gaëlle\n"
    "1;-28,1;-7,9;+12,0;;+24,0\n2;-10,7;;-26,2;+27,8;;+9,1\n3;;-7,0;+9,6;+25,8;-28,4\n"
    "4;-28,2;+1,7;;-13,1;;+39,6\nTotal;-67,0;-13,2;-4,6;{total};-4,4;+48,7\nRang;6;5;4;2;3;1\n"
)


@pytest.mark.parametrize(("total", "cells"), [("+40,5", []), ("+45,0", ["E6"])])
def test_ranks_may_be_below_the_sums_of_a_season(total, cells):
    assert wrong_cells(SEASON.format(total=total)) == cells


FINAL = (
    "Manche,Ysé,Points,Zéphir,Points,Alix,Points,Blaise,Points\n"
    "1,28500,-6.5,36700,+11.7,46000,+31.0,8800,-36.2\n"
    "2,33700,-1.3,9300,-35.7,41100,+26.1,35900,+10.9\n"
    "3,46200,+31.2,14900,-30.1,30600,{},28300,-6.7\n"
    "4,34600,-0.4,41600,+26.6,37900,+12.9,5900,-39.1\n"
)


@pytest.mark.parametrize(("points", "cells"), [("+5.6", []), ("-5.6", ["G4"])])
def test_a_column_of_points_behind_each_score_shows_whole_games(points, cells):
    assert wrong_cells(FINAL.format(points)) == cells


WINS = (
    "Sichuan bloody end. Points 1-2-4-8 for 0-3 fan (cap 3). Self-draw: one more point from each\n"
    "Win,Fan,Winner,Off,Walt,Vera,Yves,Xena,Walt total,Vera total,Yves total,Xena total\n"
    "1a,3,Xena,Yves,0,0,-8,+8,0,0,-8,8\n1b,{fan},Walt,self,+6,-3,-3,0,6,-3,-11,8\n"
    "1c,1,Vera,self,0,+3,-3,0,6,0,-14,8\n2a,1,Yves,Vera,0,-2,+2,0,6,-2,-12,8\n"
    "2b,0,Xena,Walt,-1,0,0,+1,{total},-2,-12,9\n2c,1,Vera,self,-3,+3,0,0,2,1,-12,9\n"
    "3a,1,Vera,Xena,0,+2,0,-2,2,3,-12,7\n3b,2,Xena,self,-5,0,-5,+10,-3,3,-17,17\n"
    "3c,0,Yves,Walt,-1,0,+1,0,-4,3,-16,17\n"
)


@pytest.mark.parametrize(
    ("fan", "total", "cells"), [("1", "5", []), ("2", "5", ["B4"]), ("1", "-5", ["I7"])]
)
def test_a_deal_may_have_a_row_with_a_letter_for_each_win(fan, total, cells):
    assert wrong_cells(WINS.format(fan=fan, total=total)) == cells


LINES = """Riichi at Ida's, a block a deal, 25000 each at the start

Deal\tEast 1
Honba\t0
Winner\tIda
From\tself-drawn
Han\t4
Fu\t20
Ida\t+7800
Bo\t-2600
Cyril\t-2600
Dag\t-2600

Deal\tEast 1
Honba\t1
Winner\tDag
From\tself-drawn
Han\t2
Fu\t40
Ida\t-1400
Bo\t-800
Cyril\t{}
Dag\t+3000

Deal\tEast 2
Honba\t0
Winner\tCyril
From\tself-drawn
Han\t2
Fu\t20
Ida\t-400
Bo\t-700
Cyril\t+1500
Dag\t-400

Final score
Ida\t31000
Bo\t20900
Cyril\t23100
Dag\t25000
"""


@pytest.mark.parametrize(("paid", "cells"), [("-800", []), ("-600", ["B22"])])
def test_a_block_may_have_a_line_for_each_entry(paid, cells):
    assert wrong_cells(LINES.format(paid)) == cells


CHAT = """\
[12/03/2025, 20:11] Dag: riichi tonight, I keep the book. 25000 each
[12/03/2025, 20:18] Dag: E1: Ida ron off Cyril, 2 han 40 fu. Ida +3900 = 28900, Bo 0 = 25000, \
Cyril -3900 = {}, Dag 0 = 25000
[12/03/2025, 20:26] Dag: E1-1: Ida tsumo, 3 han 40 fu. Ida +8100 = 37000, Bo -2700 = 22300, \
Cyril -2700 = 18400, Dag -2700 = 22300
12/03/2025, 8:46 p.m. - Bo: who took my crisps
12/03/2025, 8:52 p.m. - Dag: E1-2: Bo ron off Dag, 3 han 40 fu. Ida 0 = 37000, \
Bo +5800 = 28100, Cyril 0 = 18400, Dag -5800 = 16500
"""


@pytest.mark.parametrize(("total", "number"), [("21100", 0), ("22100", 1)])
def test_a_chat_may_be_exported_with_times_and_senders(total, number):
    text = CHAT.format(total)
    assert len(wrong_cells(text)) == number
    assert agreeing_claims(text) >= 15


PENALTIES = (
    "Donne;Gagnant;Donneur;Points;Bruno;Agnès;Didier;Coline;Pén. Bruno;Pén. Agnès;Pén. Didier;"
    "Pén. Coline;Cumul Bruno;Cumul Agnès;Cumul Didier;Cumul Coline\n"
    "1;Agnès;Bruno;8;-16;32;-8;-8;;;;;-16;32;-8;-8\n"
    "2;Bruno;pioché;9;51;-17;-17;-17;;;;;35;15;-25;-25\n"
    "3;Didier;Coline;32;-8;-8;56;-40;-10;;;;{};7;31;-65\n"
)


@pytest.mark.parametrize(("total", "cells"), [("17", []), ("71", ["M4"])])
def test_penalties_may_be_abbreviated(total, cells):
    assert wrong_cells(PENALTIES.format(total)) == cells


MONEY = (
    '"Partenza 25000, ritorno 30000; euro = punti x 0,10 + fiches x 0,50"\n'
    "Partita;Giocatore;Punteggio;Posto;Punti;Fiches;Euro\n"
    "1;Furio;40400;1;+45,4;-4;+2,54\n1;Gemma;33700;2;+8,7;6;+3,87\n"
    "1;Italo;12600;4;-32,4;4;-1,24\n1;Lidia;13300;3;-21,7;-6;{euro}\n"
    "2;Furio;21600;2;-3,4;0;-0,34\n2;Gemma;46200;1;+51,2;1;+5,62\n"
    "2;Italo;13800;4;-31,2;-4;-5,12\n2;Lidia;18400;3;-16,6;3;-0,16\n"
    "3;Furio;17700;4;-27,3;-4;-4,73\n3;Gemma;19100;3;-15,9;2;-0,59\n"
    "3;Italo;23700;2;-1,3;-4;-2,13\n3;Lidia;39500;1;+44,5;{chips};+7,45\n"
)


@pytest.mark.parametrize(
    ("chips", "euro", "cells"),
    [("6", "-5,17", []), ("-6", "-5,17", ["F14"]), ("6", "-5,71", ["G6"])],
)
def test_money_may_follow_from_points_and_chips(chips, euro, cells):
    text = MONEY.format(chips=chips, euro=euro)
    assert wrong_cells(text) == cells
    assert agreeing_claims(text) >= 40


EVENINGS = (
    "四川麻将 每晚输赢(块)\n第1晚:老蒋 -7,萍萍 -3,四哥 -17,文娟 +27\n"
    "第2晚:老蒋 +43,萍萍 -11,四哥 +45,文娟 -77\n第3晚:老蒋 -22,萍萍 -12,四哥 +42,文娟 -8\n"
    "合计:老蒋 {total},萍萍 -26,四哥 +70,文娟 -58\n"
)


@pytest.mark.parametrize(("total", "number"), [("+14", 0), ("+41", 1)])
def test_a_chat_may_have_the_results_of_an_evening_in_each_line(total, number):
    text = EVENINGS.format(total=total)
    assert len(wrong_cells(text)) == number
    assert agreeing_claims(text) >= 14


TITLE = (
    "Running totals\nDeal,Out,Off,Tai,Grace,Felix,Nora,Ted\n1,Nora,Felix,3,0,-3,3,0\n"
    "2,Ted,self-drawn,9,-9,-12,-6,27\n3,drawn hand,,,-9,-12,-6,27\n"
    "4,Grace,Nora,{tai},-1,-12,-14,27\n5,Felix,Nora,12,-1,0,-26,27\n"
)


@pytest.mark.parametrize(("tai", "cells"), [("8", []), ("9", ["D6"])])
def test_a_title_above_the_first_heading_is_no_upper_heading(tai, cells):
    assert wrong_cells(TITLE.format(tai=tai)) == cells


NUMBERED = (
    "NMJL tournament - points by round\nNo.,Player,R1,R2,R3,Total,Place\n"
    "1,Elaine,50,10,-25,35,4\n2,Phyllis,55,115,50,220,1\n3,Marge,70,40,20,130,{place}\n"
    "4,Shirley,70,-85,20,5,5\n5,Bunny,20,85,-50,55,3\n"
)


@pytest.mark.parametrize(("place", "cells"), [("2", []), ("5", ["G5"])])
def test_numbers_of_the_rows_are_no_ranks(place, cells):
    assert wrong_cells(NUMBERED.format(place=place)) == cells


PLACES = (
    "Joueur,Partie 1,Place 1,Partie 2,Place 2,Partie 3,Place 3,Total points\n"
    "Margaux,13800,4,57500,1,43900,1,115200\nCorentin,34500,2,22000,3,15600,4,72100\n"
    "Léonie,14500,3,26500,{place},37400,2,78400\nHervé,57200,1,14000,4,23100,3,94300\n"
)


@pytest.mark.parametrize(("place", "cells"), [("2", []), ("3", ["E4"])])
def test_a_place_behind_each_game_is_that_of_its_game(place, cells):
    assert wrong_cells(PLACES.format(place=place)) == cells


FINAL_BELOW = (
    '"Tournoi entre amis, riichi : départ 30000, points = (score - 30000) / 1000 '
    '+ uma 15 5 -5 -15"\n'
    "Qualifications\nManche,Ysé,Points,Zoé,Points,Alix,Points,Blaise,Points\n"
    "1,28500,-6.5,36700,+11.7,46000,+31.0,8800,-36.2\n"
    "2,33700,-1.3,9300,-35.7,41100,+26.1,35900,+10.9\n"
    "Total,,-7.8,,-24.0,,+57.1,,-25.3\n\n"
    "Finale\nManche,Ysé,Points,Zoé,Points,Alix,Points,Blaise,Points\n"
    "F,18500,{point},31600,+6.6,38700,+23.7,31200,-3.8\n"
    "{name},,{total},,-17.4,,+80.8,,-29.1\n"
)


@pytest.mark.parametrize(("point", "name", "total", "cells"), [
    ("-26.5", "Total avec finale", "-34.3", []),
    ("-26.5", "Total avec finale", "-33.4", ["C11"]),
    ("-25.6", "Total avec finale", "-34.3", ["C10"]),
])  # fmt: skip
def test_a_final_below_has_totals_of_all_games(point, name, total, cells):
    assert wrong_cells(FINAL_BELOW.format(point=point, name=name, total=total)) == cells


@pytest.mark.parametrize(("total", "cells"), [("-27.8", []), ("-28.7", ["C12"])])
def test_a_second_table_may_have_totals_of_its_own(total, cells):
    text = FINAL_BELOW.format(point="-26.5", name="Total", total=total)
    last_rows = (
        "F1,18500,-26.5,31600,+6.6,38700,+23.7,31200,-3.8\n"
        "F2,33700,-1.3,9300,-35.7,41100,+26.1,35900,+10.9\n"
        f"Total,,{total},,-29.1,,+49.8,,+7.1\n"
    )
    assert wrong_cells(text.partition("F,")[0] + last_rows) == cells


def test_two_games_are_no_deals_if_their_points_do_not_begin_alike():
    text = (
        "Soirée, départ 30000\nManche,Ysé,Points,Zoé,Points,Alix,Points,Blaise,Points\n"
        "1,18500,-26.5,31600,+6.6,38700,+23.7,31200,-3.8\n"
        "2,33700,-1.3,9300,-35.7,41100,+26.1,35900,{last}\n"
    )
    assert wrong_cells(text.format(last="+10.9")) == []
    assert wrong_cells(text.format(last="+19.0")) == ["I4"]
    games = read_sheet(text.format(last="+10.9")).games
    assert [game.game.players for game in games] == [("Ysé", "Zoé", "Alix", "Blaise")] * 2


SEASON_ABOVE_START = (
    "Riichi w domu, start 25000, puste = nie grał\nGra;Ola;Darek;Babcia;Iga;Leszek;Ewa\n"
    "1;15600;;5900;;33800;44700\n2;12500;;39200;39700;8600;\n3;34200;21200;18700;;;25900\n"
    "4;26100;29000;19100;25800;;\n5;26100;;29100;37500;7300;\n6;;9200;16700;;{points};21000\n"
    "Liczba gier;5;3;6;3;4;{games}\nBilans;-10500;-15600;{total};28000;2800;16600\n"
)


@pytest.mark.parametrize(("points", "games", "total", "cells"), [
    ("53100", "3", "-21300", []),
    ("53100", "3", "-23100", ["D10"]),
    ("53100", "4", "-21300", ["G9"]),
    ("51300", "3", "-21300", ["F8"]),
])  # fmt: skip
def test_totals_may_count_only_the_points_above_the_start(points, games, total, cells):
    text = SEASON_ABOVE_START.format(points=points, games=games, total=total)
    assert wrong_cells(text) == cells


CHIPS_AND_MONEY = (
    "Samstagsrunde, jeder beginnt mit 500 Chips, ein Chip sind 2 Cent\n"
    "Datum,Name,Beginn,Ende,Differenz,Cent\n"
    "3.1.,Ada,500,780,280,560\n3.1.,Bo,500,620,120,240\n3.1.,Cy,500,180,-320,-640\n"
    "3.1.,Di,500,420,-80,-160\n10.1.,Ada,500,380,-120,-240\n10.1.,Bo,500,292,-208,-416\n"
    "10.1.,Cy,500,540,40,80\n10.1.,Di,500,788,288,{cent}\n17.1.,Ada,500,612,112,224\n"
    "17.1.,Bo,500,324,-176,-352\n17.1.,Cy,500,{end},152,304\n17.1.,Di,500,412,-88,-176\n"
)


@pytest.mark.parametrize(("end", "cent", "cells"), [
    ("652", "576", []), ("625", "576", ["D13"]), ("652", "567", ["F10"])
])  # fmt: skip
def test_money_for_a_difference_is_no_chips_cashed_in(end, cent, cells):
    assert wrong_cells(CHIPS_AND_MONEY.format(end=end, cent=cent)) == cells


SEASON_WITH_COUNTS = (
    "Mahjonggroep - riichi; start 25.000; uma 15 / 5 / -5 / -15. Leeg = niet gespeeld\n\n"
    "Datum;Potje;Sanne;Joost;Mieke;Bram;Fenna;Wout\n"
    "10-1;1;7,9;-26,2;;29,9;-11,6;\n10-1;2;42,2;-32,9;;-20,7;11,4;\n"
    "24-1;3;-15,5;33,1;21,1;-38,7;;\n7-2;4;-25,2;32,4;-13,1;;;5,9\n"
    "Totaal;;9,4;6,4;8,0;{total};-0,2;5,9\nAantal potjes;;4;{games};2;3;2;1\n"
)


@pytest.mark.parametrize(("total", "games", "cells"), [
    ("-29,5", "4", []), ("-25,9", "4", ["F8"]), ("-29,5", "3", ["D9"])
])  # fmt: skip
def test_a_row_below_may_count_the_games_of_each_player(total, games, cells):
    assert wrong_cells(SEASON_WITH_COUNTS.format(total=total, games=games)) == cells


PUB_CHAT = (
    "Riichi at the pub, 25,000 start, so every game adds up to 100,000.\n\n"
    "Game 1: Priya 37300, Tom 23100, Wes 21500, Ned 18100\n"
    "Game 2: Priya 32900, Tom 25200, Ned 23800, Wes 18100\n"
    "Game 3: Wes {points}, Priya 18200, {last} 16500, Ned 14100\n"
)


@pytest.mark.parametrize("last", ["Tom", "Liz"])
def test_a_chat_may_name_the_players_of_each_game_in_another_order(last):
    games = read_sheet(PUB_CHAT.format(points=51200, last=last)).games
    assert games[0].game.players == ("Priya", "Tom", "Wes", "Ned")
    assert len(games) == 3
    assert wrong_cells(PUB_CHAT.format(points=51200, last=last)) == []
    assert wrong_cells(PUB_CHAT.format(points=52100, last=last)) != []


TABLES_BESIDE = (
    "Spring mini cup (25000 start)\nRound 1\nTable A,Score,Place,,Table B,Score,Place\n"
    "Bea,30100,2,,Hal,46000,1\nGus,25300,3,,Cal,33700,2\nFay,4800,4,,Eli,14700,3\n"
    "Ada,39800,1,,Dov,5600,4\n\nRound 2\nTable A,Score,Place,,Table B,Score,Place\n"
    "Fay,19700,2,,Bea,34600,1\nAda,13600,4,,Hal,27300,3\nEli,51500,1,,Cal,27800,{place}\n"
    "Gus,15200,3,,Dov,10300,4\n\nFinal\nPlayer,Score,Place\nDov,11600,4\nHal,34400,2\n"
    "Cal,12700,3\nBea,41300,1\n"
)


@pytest.mark.parametrize(("place", "cells"), [("2", []), ("4", ["G13"])])
def test_tables_beside_each_other_may_head_their_players(place, cells):
    text = TABLES_BESIDE.format(place=place)
    assert wrong_cells(text) == cells
    assert len(read_sheet(text).games) == 5


def test_equal_points_at_the_start_are_not_the_points_of_a_game():
    text = (
        "Cada jugador empieza con 500 fichas; 10 fichas = 1 €\n\n12 de mayo\n{head}"
        "Nuria;500;556;+56;+5,60\nIker;500;548;+48;+4,80\nMarta;500;412;-88;-8,80\n"
        "Quique;500;484;-16;-1,60\nSuma;2000;2000;0;0,00\n\n26 de mayo\n{head}"
        "Nuria;500;472;-28;-2,80\nIker;500;496;-4;-0,40\nMarta;500;560;+60;+6,00\n"
        "Quique;500;472;-28;{euros}\nSuma;2000;2000;0;0,00\n"
    ).replace("{head}", "Jugador;Fichas al empezar;Fichas al acabar;Diferencia;Euros\n")
    assert wrong_cells(text.format(euros="-2,80")) == []
    assert wrong_cells(text.format(euros="-5,80")) == ["E16"]


CARD_WITH_TOTALS = (
    '"NMJL card, cents: discarder pays double, others single; self-picked all double"\n'
    "Game,Winner,Thrower,Value,Selma,Trudy,Irene,Faye,Selma total,Trudy total,Irene total,"
    "Faye total\n"
    "1,Irene,Selma,50,-100,-50,200,-50,-100,-50,200,-50\n"
    "2,Irene,Faye,30,-30,-30,120,-60,-130,-80,320,-110\n"
    "3,Selma,Trudy,30,120,-60,-30,-30,-10,-140,290,-140\n"
    "4,Irene,self-picked,25,-50,-50,150,-50,-60,-190,{total},-190\n"
    "5,Faye,Trudy,35,-35,-70,-35,140,-95,-260,405,-50\n"
    "6,{winner},Irene,25,-25,-25,-50,100,-120,-285,355,50\n"
    "7,Trudy,Irene,25,-25,100,-50,-25,-145,-185,305,25\n"
)


@pytest.mark.parametrize(("total", "winner", "cells"), [
    ("440", "Faye", []), ("404", "Faye", ["K6"]), ("440", "Selma", ["B8"])
])  # fmt: skip
def test_payments_by_a_card_are_checked_with_their_totals(total, winner, cells):
    assert wrong_cells(CARD_WITH_TOTALS.format(total=total, winner=winner)) == cells


CHAT_WITH_TIMES = (
    "Riichi group chat, all start on 25000\n"
    "[21:03] E1: Jo ron off Pia, 3 han 40 fu (riichi Jo) => Jo {jo}, Pia 17300, Kei 25000, "
    "Nuk 25000\n"
    "[21:14] E1-1: Jo tsumo, 2 han 30 fu => Jo 36000, Pia 16200, Kei 23900, Nuk 23900\n"
    "[21:25] E1-2: Jo tsumo, 3 han 30 fu => Jo 42600, Pia 14000, Kei 21700, Nuk 21700\n"
)


@pytest.mark.parametrize(("points", "number"), [("32700", 0), ("37200", 1)])
def test_a_chat_may_have_only_the_time_before_each_line(points, number):
    text = CHAT_WITH_TIMES.format(jo=points)
    assert len(wrong_cells(text)) == number
    assert agreeing_claims(text) > 10


PENALTY_BELOW = (
    "Сезон: очки с умой (15 5 -5 -15, старт 30000)\nИгра;Ярик;Нелли;Фома;Ульяна;Богдан\n"
    "1;-34,8;;34,0;-20,3;21,1\n2;-5,9;35,2;-37,2;7,9;\n3;-38,9;;19,0;33,0;-13,1\n"
    "4;;-4,6;28,5;9,0;-32,9\nСумма;-79,6;30,6;44,3;29,6;-24,9\n"
    "Штраф (чомбо);;;-20,0;;\nИтого;-79,6;30,6;{total};29,6;-24,9\n"
)


@pytest.mark.parametrize(("total", "cells"), [("24,3", []), ("44,3", ["D9"])])
def test_totals_below_a_row_of_penalties_include_them(total, cells):
    assert wrong_cells(PENALTY_BELOW.format(total=total)) == cells


@pytest.mark.parametrize(("han", "fu", "points", "cells"), [
    (1, 50, 1600, []),
    (7, 50, 1600, ["D2"]),
    (1, 40, 1600, ["E2"]),
    (3, 80, 3900, ["E2"]),
])  # fmt: skip
def test_a_value_far_from_its_payment_is_named(han, fu, points, cells):
    text = (
        "Deal,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        f"E1,Bob,Dee,{han},{fu},0,{points},0,-{points}\n"
        "E2,Ann,Cid,2,40,2600,0,-2600,0\nE3,Cid,tsumo,2,30,-1000,-1000,3000,-1000\n"
    )
    assert wrong_cells(text) == cells


POLISH_COUNTERS = (
    "Riichi w kuchni; start 25000; W1 = wschód 1, h1 = jedno honba\n"
    "Rozdanie,Kinga,Bartek,Zosia,Olek,Zwycięzca,Od kogo,Han,Fu\n"
    "W1,27000,23000,25000,25000,Kinga,Bartek,1,40\nW1 h1,27000,23000,22700,27300,Olek,Zosia,2,30\n"
    "W2,27000,23000,24700,25300,Zosia,Olek,2,30\nW3,25000,23000,24700,27300,Olek,Kinga,2,30\n"
)


@pytest.mark.parametrize("label", ["W1 h1", "W1-1", "W1 honba 1"])
def test_polish_winds_may_have_counters_in_words(label):
    text = POLISH_COUNTERS.replace("\nW1 h1", f"\n{label}")
    assert wrong_cells(text) == []
    games = read_sheet(text).games
    assert [deal.label for deal in games[0].game.deals][:3] == ["E1", "E1.1", "E2"]


ROW_A_PLAYER = (
    "Hand,Player,What,Change,Score\n"
    "E1,Quin,,0,25000\nE1,Oona,ron {worth},+2600,27600\nE1,Sid,,0,25000\n"
    "E1,Mab,dealt in,-2600,22400\nE2,Quin,tsumo 1/30,+1100,26100\nE2,Oona,,-500,27100\n"
    "E2,Sid,,-300,24700\nE2,Mab,,-300,22100\nE3,Quin,ron 2/40,+2600,28700\n"
    "E3,Oona,dealt in,{lost},24500\nE3,Sid,,0,24700\nE3,Mab,,0,22100\n"
)


@pytest.mark.parametrize(("worth", "lost", "cells"), [
    ("2/40", "-2600", []), ("4/40", "-2600", ["C3"]), ("2/40", "-6200", ["D11"])
])  # fmt: skip
def test_rows_of_players_may_tell_what_each_did(worth, lost, cells):
    assert wrong_cells(ROW_A_PLAYER.format(worth=worth, lost=lost)) == cells


PAIRS_BEHIND_LABEL = (
    '"Kneipenrunde Riichi, je Spiel ein Block"\n\n'
    "Spiel,Ost 1,Gewinner,Elke,von,Tsumo,Han,4,Fu,40\n,Elke,Rolf,Gesa,Knut\n"
    "Punkte,12000,-4000,-4000,-4000\nStand,37000,21000,21000,21000\n\n"
    "Spiel,Ost 1 Honba 1,Gewinner,Gesa,von,Tsumo,Han,2,Fu,50\n,Elke,Rolf,Gesa,Knut\n"
    "Punkte,-1700,-900,3500,-900\nStand,35300,20100,24500,20100\n\n"
    "Spiel,Ost 2,Gewinner,Knut,von,{loser},Han,3,Fu,30\n,Elke,Rolf,Gesa,Knut\n"
    "Punkte,-3900,0,0,3900\nStand,31400,20100,24500,24000\n\n"
    "Spiel,Ost 3,Gewinner,Gesa,von,Elke,Han,3,Fu,{fu}\n,Elke,Rolf,Gesa,Knut\n"
    "Punkte,-4800,0,4800,0\nStand,26600,20100,29300,24000\n"
)


@pytest.mark.parametrize(("loser", "fu", "cells"), [
    ("Elke", 25, []), ("Elke", 30, ["J18"]), ("Rolf", 25, ["F13"])
])  # fmt: skip
def test_a_block_may_have_headings_and_texts_behind_its_label(loser, fu, cells):
    assert wrong_cells(PAIRS_BEHIND_LABEL.format(loser=loser, fu=fu)) == cells


TWO_MARKS = (
    "国标麻将（胡=点和，炮=点炮，摸=自摸）\n盘,番数,曹,韦,傅,卢,曹得分,韦得分,傅得分,卢得分\n"
    "1,9,,,炮,胡,-8,-8,-17,33\n2,18,,炮,胡,,-8,-26,42,-8\n3,8,炮,,胡,,-16,-8,32,-8\n"
    "4,28,摸,,,,108,-36,-36,-36\n5,48,,{mark},,炮,-8,72,-8,-56\n"
)


@pytest.mark.parametrize(("mark", "cells"), [("胡", []), ("摸", ["D7"])])
def test_payments_decide_between_two_marks(mark, cells):
    assert wrong_cells(TWO_MARKS.format(mark=mark)) == cells


PLACES_BESIDE = (
    "半庄\t万点数\t尹点数\t廖点数\t骆点数\t万顺位\t尹顺位\t廖顺位\t骆顺位\t合计\n"
    "1\t23300\t34500\t21600\t20600\t2\t1\t3\t4\t100000\n"
    "2\t9600\t10200\t25800\t54400\t4\t{place}\t2\t1\t100000\n"
    "3\t27600\t26100\t27300\t19000\t1\t3\t2\t4\t100000\n"
)


@pytest.mark.parametrize(("place", "cells"), [(3, []), (2, ["G3"])])
def test_names_and_words_may_be_joined_in_heads(place, cells):
    assert wrong_cells(PLACES_BESIDE.format(place=place)) == cells


THREE_NUMBERS = (
    "Jornada,Xim,Uli,Roc,Bal,PT Xim,PT Uli,PT Roc,PT Bal,Acum. Xim,Acum. Uli,Acum. Roc,Acum. Bal\n"
    "1,16700,32000,12400,58900,-18.3,7.0,-32.6,43.9,-18.3,7.0,-32.6,43.9\n"
    "2,25100,13600,32100,49200,-9.9,-31.4,7.1,34.2,-28.2,-24.4,-25.5,78.1\n"
    "3,24000,{points},17500,42700,-11.0,{result},-27.5,27.7,-39.2,{total},-53.0,105.8\n"
)


@pytest.mark.parametrize(("points", "result", "total", "cells"), [
    (35800, "10.8", "-13.6", []),
    (38500, "10.8", "-13.6", ["C4"]),
    (35800, "18.0", "-13.6", ["G4"]),
    (35800, "10.8", "-16.3", ["K4"]),
])  # fmt: skip
def test_each_player_may_have_points_results_and_totals(points, result, total, cells):
    text = THREE_NUMBERS.format(points=points, result=result, total=total)
    assert wrong_cells(text) == cells


def test_a_title_may_name_the_rules_above_tables_of_names_and_scores():
    text = (
        "Tournoi,,Riichi\nRonde,Table,Est,Score E,Sud,Score S,Ouest,Score O,Nord,Score N,Total\n"
        "1,1,Daph,21600,Flav,31700,Aub,43400,Gon,23300,120000\n"
        "1,2,Blan,19800,Hono,38900,Cyp,19100,Edg,42200,{total}\n"
        "2,1,Flav,17000,Edg,38000,Hono,39100,Gon,25900,120000\n"
    )
    assert wrong_cells(text.format(total=120000)) == []
    assert wrong_cells(text.format(total=102000)) == ["K4"]


def test_a_penalty_in_its_own_column_is_no_chips_bought():
    text = (
        "EMA: Start 30000, Uma 15000/5000/-5000/-15000\n\n"
        "Runde;Tisch;Spieler;Endpunkte;Platz;Uma;Strafe;Ergebnis\n"
        "1;1;Ru;11100;4;-15000;0;-33900\n1;1;Ve;42700;1;15000;0;27700\n"
        "1;1;Ku;32500;3;-5000;0;-2500\n1;1;Xa;33700;2;5000;0;8700\n"
        "2;1;Ru;26400;3;-5000;0;-8600\n2;1;Tr;30700;2;5000;0;5700\n"
        "2;1;Il;21300;4;-15000;-20000;{}\n2;1;Wa;41600;1;15000;0;26600\n"
    )
    assert wrong_cells(text.format(-43700)) == []
    assert wrong_cells(text.format(-47300)) == ["H10"]


def test_an_address_list_is_no_sheet():
    text = (
        "Name,Telefon,Geburtstag\nLene,0170 5550101,12.03.1996\nJost,0170 5550102,30.07.1994\n"
        "Mirko,0170 5550103,01.12.1997\nTabea,0170 5550104,19.05.1995\n"
    )
    assert read_sheet(text).games == ()


@pytest.mark.parametrize(("lost", "cells"), [("-5800", []), ("-8500", ["I2"])])
def test_three_columns_that_add_up_leave_no_player_out(lost, cells):
    text = (
        "Hand,Winner,From,Han,Fu,Ready,Tenpai,Anna,Boris,Chiara,Dmitri\n"
        f"E1,Anna,Boris,3,30,,,5800,{lost},0,0\n"
        "E1 b1,draw,,,,Dmitri,Dmitri,-1000,-1000,-1000,2000\n"
        "Total,,,,,,,4800,-6800,-1000,2000\n"
    )
    assert wrong_cells(text) == cells
    (game,) = read_sheet(text).games
    assert game.game.players == ("Anna", "Boris", "Chiara", "Dmitri")


def test_points_in_words_are_an_error():
    text = (
        "Hand,Winner,From,Han,Fu,Anna,Boris,Chiara,Dmitri\n"
        "E1,Anna,Boris,3,30,five,minus five,zero,zero\nE2,Chiara,Dmitri,2,30,a,b,c,d\n"
    )
    assert wrong_cells(text) == ["F1"]


@pytest.mark.parametrize(("points", "number"), [(32000, 0), (31000, 1)])
def test_a_sheet_that_tells_sticks_leaves_no_points_open(points, number):
    text = (
        "Game,Anna,Boris,Chiara,Dmitri,Riichi sticks\n1,42000,31000,27000,20000,0\n"
        f"2,30000,30000,30000,29000,1\n3,30000,29000,29000,{points},0\n"
    )
    assert len(wrong_cells(text)) == number


def test_notes_between_deals_and_cells_beside_them_are_told():
    text = (
        "Hand,Winner,From,Han,Fu,Anna,Boris,Chiara,Dmitri\n"
        "E1,Anna,Boris,3,30,5800,-5800,0,0,lucky\nwe had tea here,,,,,,,,\n"
        "E1-1,Boris,tsumo,3,30,-2100,4300,-1100,-1100\nSouth,,,,,,,,\n"
        "E2,Chiara,Dmitri,2,30,0,0,2000,-2000\n,,,,,,,,,stray\n"
    )
    (game,) = read_sheet(text).games
    findings = [finding for finding in audited(game).findings if finding.code != "rules.inferred"]
    notes = {finding.place.cell: str(finding.message) for finding in findings}
    assert notes["J2"] == "columns that are not read: J2 (lucky)"
    assert notes["A3"] == "rows that are not read: A3, J7 (we had tea here, stray)"
    assert wrong_cells(text) == []


def test_rounds_of_the_table_may_be_the_rows_of_results():
    text = (
        "雀局結算（元）\n圈,志明,嘉欣,阿強,國輝\n東圈,16,-112,16,80\n南圈,32,64,32,-128\n"
        "西圈,-128,-32,64,96\n總計,-80,-80,112,48\n"
    )
    assert wrong_cells(text) == []
    assert agreeing_claims(text) >= 12
    assert wrong_cells(text.replace("112,48", "121,48")) == ["D6"]


GOODS = (
    "Article,Référence,Tuiles,Prix,Stock\nJeu riichi résine,MJ-101,136,89,12\n"
    "Jeu chinois bambou,MJ-205,144,149,3\nJeu américain,MJ-330,152,179,5\n"
    "Tapis 70 x 70,AC-012,,34,20\nTable automatique,TA-900,136,1290,1\n"
)
RATINGS = (
    "Ewige Rangliste der WG (Elo)\nPlatz;Name;Wertung;Partien;Höchste Wertung\n"
    "1;Dörte;1643;58;1671\n2;Bernd;1588;61;1620\n3;Antje;1542;47;1590\n4;Frieda;1497;52;1533\n"
    "5;Enno;1451;39;1502\n6;Carsten;1420;55;1488\n"
)
PRICES = (
    "麻將館價目表\n項目,單位,平日,週末,備註\n電動枱,每小時,60,75,四人計\n手洗枱,每小時,40,50,四人計\n"
    "包房,每晚,480,620,連茶水\n麻雀牌一副,件,350,350,可刻字\n"
)


@pytest.mark.parametrize("text", [RATINGS, PRICES, GOODS], ids=["ratings", "prices", "goods"])
def test_ratings_and_prices_are_no_sheets(text):
    assert not read_sheet(text).games
