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
