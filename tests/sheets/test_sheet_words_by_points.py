"""Words that the points explain, marks of wins, blocks with headings beside the label, money."""

import pytest
from kit.sheets import agreeing_claims, wrong_cells

DRAWS = (
    "Spel,Winnaar,Van,h/f,Tenpai,Ann,Bob,Cas,Dirk\nO1,Ann,Bob,1/30,,1500,-1500,0,0\n"
    "O1-1,{draw},,,Bob+Cas,-1500,1500,1500,-1500\nO2-2,Cas,{drawn},3/20,,-900,-1500,{points},-900\n"
    "O3,Ann,{drawn},1/40,,1500,-400,-700,-400\n"
)


@pytest.mark.parametrize(("draw", "drawn"), [("onbeslist", "tsumo"), ("qqq", "zzz opgepakt")])
@pytest.mark.parametrize(("points", "cells"), [(3300, []), (3000, ["H4"])])
def test_unknown_words_for_results_are_explained_by_the_points(draw, drawn, points, cells):
    text = DRAWS.format(draw=draw, drawn=drawn, points=points)
    assert wrong_cells(text) == cells
    assert agreeing_claims(text) >= 12


def test_a_misspelt_name_is_no_word_for_a_result():
    text = DRAWS.format(draw="onbeslist", drawn="tsumo", points=3300).replace(
        "Cas,tsumo", "Cas,Boby"
    )
    assert wrong_cells(text)


MARKS = (
    '"W = won on a discard, S = won self-drawn, D = threw the winning tile"\n'
    "Hand,Fan,Ann,pts,Bob,pts,Cid,pts,Dee,pts\nE1,34,,-42,S,126,,-42,,-42\n"
    "E2,34,,-8,W,58,D,-42,,-8\nE3,16,,-24,{mark},72,,-24,,-24\nE4,,,0,,0,,0,,0\n"
)


@pytest.mark.parametrize(("mark", "cells"), [("S", []), ("W", ["E5"])])
def test_marks_tell_a_self_draw_from_a_win_on_a_discard(mark, cells):
    assert wrong_cells("MCR\n" + MARKS.format(mark=mark)) == [
        f"{cell[0]}{int(cell[1:]) + 1}" for cell in cells
    ]


BLOCKS = (
    "Donne E1,Gagnant,Donneur de la tuile,Han,Fu\n,Gilles,Solène,3,40\n"
    "Joueur,Riichi,Tenpai,Gain,Total\nMaud,oui,,-1000,24000\nGilles,,,+8200,33200\n"
    "Solène,oui,,-6200,18800\nBastien,oui,,-1000,24000\n\n"
    "Donne E2,Gagnant,Donneur de la tuile,Han,Fu\n,Bastien,tsumo,5,30\n"
    "Joueur,Riichi,Tenpai,Gain,Total\nMaud,,,-2000,22000\nGilles,,,-4000,{}\n"
    "Solène,,,-2000,16800\nBastien,oui,,+8000,32000\n"
)


@pytest.mark.parametrize(("total", "cells"), [(29200, []), (22900, ["E13"])])
def test_headings_of_a_deal_may_be_beside_its_label(total, cells):
    assert wrong_cells(BLOCKS.format(total)) == cells
    assert agreeing_claims(BLOCKS.format(total)) >= 15


EVENT = (
    '"Sichuan, massimo 3 fan; da sé: tutti pagano 1 in più"\n'
    "Mano,Evento,Chi,Da,Fan,Tullio,Dario,Nives,Fosca\n1,vince,Dario,da sé,1,-3,9,-3,-3\n"
    "1,vince,Nives,Tullio,0,-1,0,1,0\n1,vince,Fosca,da sé,1,-3,0,0,3\n1,somma mano,,,,{},9,-2,0\n"
    "2,vince,Fosca,da sé,1,-3,-3,-3,9\n2,kong coperto,Dario,da sé,,-2,4,-2,0\n"
    "2,vince,Dario,da sé,2,-5,10,-5,0\n2,vince,Tullio,Nives,1,2,0,-2,0\n"
    "2,somma mano,,,,-8,11,-12,9\n"
)


@pytest.mark.parametrize(("total", "cells"), [(-7, []), (7, ["F6"])])
def test_a_column_of_events_names_wins_kongs_and_sums(total, cells):
    assert wrong_cells(EVENT.format(total)) == cells


CENTS = (
    "Mano;Vince;Paga;Han;Fu;Ann;Bob;Cid;Dee\nE1;Bob;Cid;2;30;0;2000;-2000;0\n"
    "E2;Bob;Ann;3;30;-5800;5800;0;0\nE2-1;Dee;Bob;1;30;0;-1300;0;1300\nTotale;;;;;-5800;6500;-2000;1300\n"
    "Euro;;;;;-2,90;3,25;{};0,65\n"
)


@pytest.mark.parametrize(("money", "cells"), [("-1,00", []), ("-10,00", ["H6"])])
def test_money_below_the_sums_of_deals_is_a_multiple_of_them(money, cells):
    assert wrong_cells(CENTS.format(money)) == cells


def test_a_bank_of_each_player_has_the_totals():
    head = "Deal,Value,Winner,Discarder,Ann,Bob,Cid,Dee,Bank Ann,Bank Bob,Bank Cid,Bank Dee\n"
    text = (
        f"American (NMJL)\n{head}1,30,Ann,Bob,120,-60,-30,-30,120,-60,-30,-30\n"
        "2,30,Bob,Dee,-30,120,-30,-60,90,60,-60,-90\n3,50,Dee,Bob,-50,-100,-50,200,40,-40,-110,110\n"
        "4,40,Ann,self,240,-80,-80,-80,280,-120,-190,30\n5,25,Ann,Dee,100,-25,-25,-50,380,-145,-215,-20\n"
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("280,-120,-190", "280,-120,-109")) == ["K6"]


def test_tables_of_results_beside_each_other_may_have_one_slip():
    text = (
        "Mesa 1,,,,,Mesa 2\nPuesto,Jugador,Puntos,Uma,Total,,Puesto,Jugador,Puntos,Uma,Total\n"
        "1,Ada,41100,20,36.1,,1,Benito,49600,20,44.6\n2,Eva,29000,10,14.0,,2,Gema,33100,10,18.1\n"
        "3,Hilario,21800,-10,-13.2,,3,Carla,10700,-10,-24.3\n"
        "4,Felipe,8100,-20,-36.9,,4,Amparo,6600,-20,-38.4\n,Suma,100000,0,0.0,,,Suma,100000,0,0.0\n"
    )
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("10700", "17000")) == ["I5"]


VALUES = (
    '"NMJL card: discarder pays double, others single; self-pick everyone double"\n'
    "Game,Mah Jongg,Discarder,Value,Ann,Bea,Cleo,Dot\n1,Cleo,Bea,40,-40,-80,160,-40\n"
    "2,Ann,Dot,30,120,-30,-30,-60\n3,Ann,Bea,50,200,-100,-50,-50\n4,Dot,Bea,50,-50,-100,-50,200\n"
    "5,Cleo,self-pick,35,-70,-70,210,-70\n6,Dot,self-pick,{},-50,-50,-50,150\n"
    "7,Cleo,Ann,30,-60,-30,120,-30\n8,Bea,self-pick,30,-60,180,-60,-60\n"
)


@pytest.mark.parametrize(("value", "cells"), [(25, []), (35, ["D8"])])
def test_a_value_that_all_payments_contradict_is_wrong(value, cells):
    assert wrong_cells(VALUES.format(value)) == cells


JOKERLESS = (
    '"NMJL card, cents. JL = jokerless, doubles it again"\n'
    "Game,Winner,Hand,JL,Thrown by,Ann,Bea,Cleo,Dot\n"
    "1,Bea,25,,Cleo,-25,100,-50,-25\n2,Dot,25,,self-pick,-50,-50,-50,150\n"
    "3,Ann,25,JL,Cleo,200,-50,-100,-50\n4,Ann,35,,self-pick,210,-70,-70,-70\n"
    "5,Cleo,25,,self-pick,-50,-50,150,-50\n6,Ann,35,,{},140,-35,-70,-35\n7,Cleo,25,JL,Bea,-50,-100,200,-50\n"
)


@pytest.mark.parametrize(("name", "cells"), [("Cleo", []), ("Dot", ["E8"])])
def test_doubled_hands_do_not_hide_a_wrong_discarder(name, cells):
    assert wrong_cells(JOKERLESS.format(name)) == cells


TOTALS = (
    "Раздача,Победитель,С кого,Хан,Фу,Глеб,Зинаида,Вадим,Тамара\n"
    "В1,Глеб,Вадим,1,40,27 000,25 000,23 000,25 000\n"
    "В1/1,Вадим,Зинаида,3,25,27 000,21 500,26 500,25 000\n"
    "В2,Глеб,Тамара,5,30,35 000,21 500,26 500,17 000\n\n"
    '"Итог игры (возврат 30000, ума 20/10, ока 20)"\nМесто,Игрок,Очки\n1,Глеб,35 000\n'
    "2,Вадим,26 500\n3,Зинаида,{}\n4,Тамара,17 000\n"
)


@pytest.mark.parametrize(("points", "cells"), [("21 500", []), ("25 100", ["C10"])])
def test_final_points_below_totals_of_deals_are_the_last_totals(points, cells):
    assert wrong_cells(TOTALS.format(points)) == cells


PRICED = (
    "25000点持ち30000点返し。1ポイント50円、チップ1枚100円\n回,祖父,祖母,大輔,結衣\n1回戦,-43.1,+53.8,+7.5,-18.2\n"
    "2回戦,-12.9,-53.7,+57.2,+9.4\n3回戦,+3.8,-27.9,-55.2,+79.3\n合計,-52.2,-27.8,+9.5,+70.5\n"
    "チップ（枚）,-5,+2,+5,-2\n収支（円）,-3110,{},+975,+3325\n"
)


@pytest.mark.parametrize(("money", "cells"), [(-1190, []), (-1590, ["C8"])])
def test_prices_in_the_title_give_the_money_of_points_and_chips(money, cells):
    assert wrong_cells(PRICED.format(money)) == cells


TWO_MARKS = (
    '"W = wint op weggooi; Z = wint met zelf getrokken steen; A = gooide de winnende steen af"\n'
    "Spel,Han,Fu,Ann,Bob,Cas,Dirk,Ann,Bob,Cas,Dirk\nO1,4,40,W,,A,,12000,0,-12000,0\n"
    "O1-1,2,40,Z,,,,4200,-1400,-1400,-1400\nO1-2,1,30,,A,W,,0,-1600,1600,0\n"
    "O2,2,40,,Z,,,-1300,3900,-1300,-1300\nO2-1,1,40,,Z,,,-800,2400,-800,-800\n"
    "O2-2,1,30,,,Z,,-500,-700,1700,-500\nO3,3,40,A,,,{},-5200,0,0,5200\n"
)


@pytest.mark.parametrize(("mark", "cells"), [("W", []), ("Z", ["G9"])])
def test_a_mark_of_a_self_draw_contradicts_that_of_a_discarder(mark, cells):
    assert wrong_cells(TWO_MARKS.format(mark)) == cells


BEST = (
    "Partie,Est,Score,Sud,Score,Ouest,Score,Nord,Score,Vainqueur\n"
    "P1,Nadège,19000,Gaspard,8700,Thierry,48800,Bastien,23500,Thierry\n"
    "P2,Gaspard,26300,Thierry,23500,Bastien,6100,Nadège,44100,Nadège\n"
    "P3,Thierry,48600,Bastien,11100,Nadège,23500,Gaspard,{},Thierry\n"
)


@pytest.mark.parametrize(("points", "wrong"), [(16800, 0), (18600, 1)])
def test_a_column_may_name_the_best_player_of_each_game(points, wrong):
    assert len(wrong_cells(BEST.format(points))) == wrong


POLISH = (
    "Rozdanie,Wygrał,Od,Han,Fu,Ala,Ola,Iza,Ewa\nE1,Ola,Iza,2,30,0,2000,-2000,0\n"
    "E2,Iza,Ewa,2,30,0,0,2000,-2000\nE3,Ewa,Ala,2,30,-2000,0,0,2000\n"
    "E4,Ala,Ola,2,30,2000,-2000,0,0\nP1,Ola,Iza,2,30,0,2000,-2000,0\nP2,Ala,Ewa,2,30,{},0,0,-2000\n"
)


@pytest.mark.parametrize(("points", "cells"), [(2000, []), (200, ["F7"])])
def test_polish_labels_may_have_the_east_of_english(points, cells):
    assert wrong_cells(POLISH.format(points)) == cells


ROLES = (
    'Deal 1,East 1,counters 0,"Ann wins, 1 han 40 fu"\nPlayer,Role,Riichi,Change,Total\n'
    "Ann,ron,,3000,28000\nBob,dealt in,,-2000,23000\nCid,,yes,-1000,24000\nDee,,,0,25000\n\n"
    'Deal 2,East 1,counters 1,"Dee wins, 2 han 40 fu"\nPlayer,Role,Riichi,Change,Total\n'
    "Ann,dealt in,,{},25100\nBob,,,0,23000\nCid,,,0,24000\nDee,ron,yes,2900,27900\n\n"
    'Deal 3,East 2,counters 0,"Dee wins, 3 han 40 fu"\nPlayer,Role,Riichi,Change,Total\n'
    "Ann,,,-1300,23800\nBob,,yes,-3600,19400\nCid,,,-1300,22700\nDee,tsumo,yes,6200,34100\n"
)


@pytest.mark.parametrize(("change", "cells"), [(-2900, []), (2900, ["D10"])])
def test_blocks_may_say_what_each_player_did(change, cells):
    assert wrong_cells(ROLES.format(change)) == cells
    assert agreeing_claims(ROLES.format(change)) >= 20


TITLED = (
    "Points de fin,Partie 1,Partie 2,Partie 3\nAgnès,7400,40600,14600\nLuc,33500,35300,15800\n"
    "Océane,37900,28900,39600\nTristan,41200,15200,50000\n\n"
    "Résultat,Partie 1,Partie 2,Partie 3,Total\nAgnès,-37.6,25.6,-30.4,-42.4\n"
    "Luc,-1.5,10.3,-19.2,-10.4\nOcéane,12.9,-6.1,14.6,{}\nTristan,26.2,-29.8,35.0,31.4\n"
)


@pytest.mark.parametrize(("total", "cells"), [(21.4, []), (12.4, ["E10"])])
def test_a_title_of_the_numbers_may_head_the_names_of_players(total, cells):
    assert wrong_cells(TITLED.format(total)) == cells
    assert agreeing_claims(TITLED.format(total)) >= 20
