"""Keys of abbreviations, deals in blocks, turned results, and columns beside those of players."""

import pytest
from kit.sheets import agreeing_claims, wrong_cells

WINDS = (
    '"{key}"\nRozdanie,Wygrał,Wyrzucił,Han,Fu,Iga,Henryk,Filip,Bartek\n'
    "Wschód 1,Pn,Pd,3,50,0,-6400,0,6400\nWschód 2,W,samodzielnie,5,30,-4000,12000,-4000,-4000\n"
    "Wschód 2 (1),Z,Pn,5,30,-8300,0,0,8300\n"
    "Wschód 3,{winner},samodzielnie,3,25,-800,-800,-1600,3200\n"
    "Wschód 4,Z,samodzielnie,3,25,-800,3200,-800,-1600\n"
)


@pytest.mark.parametrize(
    "key",
    [
        "W = wschód, Pd = południe, Z = zachód, Pn = północ; wiatr gracza w tym rozdaniu",
        "wschód – W; południe – Pd; zachód – Z; północ – Pn",
    ],
)
@pytest.mark.parametrize(("winner", "cells"), [("Pd", []), ("Z", ["B6"])])
def test_a_key_says_which_winds_the_letters_mean(key, winner, cells):
    text = WINDS.format(key=key, winner=winner)
    assert wrong_cells(text) == cells
    assert agreeing_claims(text) >= 25


RIICHI = (
    "局,和了者,放銃者,翻数,符,青木 立直,馬場 立直,千葉 立直,原 立直,"
    "青木 増減,馬場 増減,千葉 増減,原 増減\n"
    "東1局,馬場,千葉,1,40,,,,,0,1300,-1300,0\n東2局,青木,馬場,3,50,○,○,,○,8400,-7400,0,-1000\n"
    "東3局,青木,自摸,5,30,,,,,8000,-2000,-4000,-2000\n東4局,原,青木,4,40,,,,,-12000,0,0,12000\n"
    "東4局1本場,千葉,自摸,4,40,,,○,{},-2100,-2100,9300,-5100\n"
)


@pytest.mark.parametrize(("mark", "cells"), [("○", []), ("", ["I6"])])
def test_a_missing_mark_of_riichi_is_named_at_its_empty_cell(mark, cells):
    assert wrong_cells(RIICHI.format(mark)) == cells


CARD = (
    '"American (NMJL card): thrower pays double, others single; self-pick all pay double"\n'
    "Game,Mah Jongg,Thrower,Card value,Thelma,Shirley,Gail,Lois\n"
    "1,Shirley,Lois,50,-50,200,-50,-100\n2,Thelma,self-pick,30,180,-60,-60,-60\n"
    "3,Shirley,Gail,40,-40,160,-80,-40\n4,Lois,Shirley,35,-35,-70,-35,140\n"
    "5,Gail,Shirley,35,-35,-70,140,-35\n6,{winner},Gail,50,-50,-50,-100,200\n"
    "7,Shirley,{thrower},30,-30,120,-30,-60\n8,Lois,Gail,30,-30,-30,-60,120\n"
)


@pytest.mark.parametrize(
    ("winner", "thrower", "cells"),
    [("Lois", "Lois", []), ("Lois", "Thelma", ["C9"]), ("Thelma", "Lois", ["B8"])],
)
def test_prices_of_a_card_show_a_wrong_name(winner, thrower, cells):
    assert wrong_cells(CARD.format(winner=winner, thrower=thrower)) == cells


APP = (
    "Round,Winner,Discarder,Han,Fu,Points Clem,Points Fergus,Points Aubrey,Points Edith,{head}\n"
    "E1.0,Aubrey,Edith,3,30,0,0,3900,-3900,438\n-,-,-,-,-,25000,25000,28900,21100,-\n"
    "E2.0,Clem,Tsumo,3,20,2700,-1300,-700,-700,105\n-,-,-,-,-,27700,23700,28200,20400,-\n"
    "E3.0,Edith,Fergus,5,40,0,-8000,0,8000,104\n-,-,-,-,-,27700,15700,28200,28400,-\n"
    "E4.0,{winner},Fergus,2,50,0,-4800,0,4800,436\n-,-,-,-,-,27700,10900,28200,33200,-\n"
)


@pytest.mark.parametrize("head", ["Duration (s)", "Tempo"])
@pytest.mark.parametrize(("winner", "cells"), [("Edith", []), ("Aubrey", ["B8"])])
def test_a_fifth_column_of_numbers_is_no_player(head, winner, cells):
    assert wrong_cells(APP.format(head=head, winner=winner)) == cells


MARKS = (
    "{legend}Manche;Anne (marque);Bruno (marque);Claire (marque);David (marque);Han;Fu;"
    "Anne;Bruno;Claire;David\nE1;✗;●;;;1;30;-1000;+1000;0;0\nE2;;;;◎;3;30;-1000;-2000;-1000;+4000\n"
    "E3;;;●;✗;{han};25;0;0;+2400;-2400\nE3 bis 1;;●;✗;;2;40;0;+2900;-2900;0\n"
    "E4;✗;;;●;3;30;-5800;0;0;+5800\nE4 bis 1;✗;●;;;3;30;-4200;+4200;0;0\n"
)


@pytest.mark.parametrize(
    "legend", ['"● = gagne sur défausse ; ✗ = a donné ; ◎ = tiré soi-même (tsumo)"\n', ""]
)
@pytest.mark.parametrize("han", [2, 3])
def test_a_filled_circle_may_be_the_mark_of_the_winner(legend, han):
    text = MARKS.format(legend=legend, han=han)
    cells = [] if han == 2 else [f"F{5 if legend else 4}"]
    assert wrong_cells(text) == cells


KEYS = (
    '"N = Nuria, P = Pepe, L = Lola, Q = Quique; G = gana, D = descarta, M = de muro, F = faan"\n'
    '"3 faan 8 fichas, 4 = 16, 5 = 24. Quien descarta paga doble; de muro pagan todos doble"\n'
    "Mano;G;D;F;N;P;L;Q\nE1;N;L;4;64;-16;-32;-16\nE1-1;L;P;4;-16;-32;64;-16\n"
    "E2;L;M;4;-32;-32;96;-32\nE3;L;P;4;-16;{points};64;-16\nE3-1;L;M;5;-48;-48;144;-48\n"
)


@pytest.mark.parametrize(("points", "cells"), [(-32, []), (-16, ["F7"])])
def test_a_key_may_explain_players_headings_and_results(points, cells):
    text = KEYS.format(points=points)
    assert wrong_cells(text) == cells
    assert agreeing_claims(text) >= 15


MCR = (
    'MCR\n"{mark} = {word}; {draw} = muur op"\n\nSpel;Punten;Winnaar;Van;Joke;Sander;Mieke;Bas\n'
    "1;11;Bas;Sander;-8;-19;-8;35\n2;24;Mieke;{mark};-32;-32;96;-32\n3;12;Joke;Mieke;36;-8;-20;-8\n"
    "4;;{draw};;0;0;0;0\n5;{fan};Joke;{mark};96;-32;-32;-32\n"
)


@pytest.mark.parametrize(("mark", "word"), [("z", "zelf getrokken"), ("x", "van de muur")])
@pytest.mark.parametrize(("fan", "cells"), [(24, []), (42, ["B9"])])
def test_a_key_may_explain_one_result(mark, word, fan, cells):
    assert wrong_cells(MCR.format(mark=mark, word=word, draw="gelijk", fan=fan)) == cells


BLOCKS = (
    "Riichi at the shed\n\nDeal,E1\nWinner,Tom,from,Fay\nHan,5,Fu,30\n,Tom,Ann,Raj,Fay\n"
    "Change,12000,0,0,-12000\nTotal,37000,25000,25000,13000\n\nDeal,E1.1\nWinner,Ann,from,self-draw\n"
    "Han,3,Fu,40\n,Tom,Ann,Raj,Fay\nChange,-2700,5500,-1400,-1400\n"
    "Total,34300,{total},23600,11600\n\nDeal,E2\nWinner,Tom,from,Ann\nHan,2,Fu,30\n"
    ",Tom,Ann,Raj,Fay\nChange,2000,-2000,0,0\nTotal,36300,28500,23600,11600\n"
)
ROWS = (
    "Ost 1\nGewinner;Eva;Von;Jan;Han;2;Fu;30\nSpieler;Änderung;Stand\nEva;2900;27900\n"
    "Jan;-2900;22100\nUli;0;25000\nBea;0;25000\n\nOst 1 - 1\nGewinner;Bea;Von;Tsumo;Han;3;Fu;30\n"
    "Spieler;Änderung;Stand\nEva;-2100;25800\nJan;-1100;21000\nUli;-1100;23900\nBea;{};29300\n"
)


@pytest.mark.parametrize(("total", "cells"), [(30500, []), (35000, ["C15"])])
def test_deals_may_be_blocks_with_a_column_for_each_player(total, cells):
    assert wrong_cells(BLOCKS.format(total=total)) == cells
    assert agreeing_claims(BLOCKS.format(total=total)) >= 20


@pytest.mark.parametrize(("change", "cells"), [(4300, []), (3400, ["B15"])])
def test_deals_may_be_blocks_with_a_row_for_each_player(change, cells):
    assert wrong_cells(ROWS.format(change)) == cells


CHIPS = (
    "Serata 1\nGiocatore;Inizio;Ricomprate;Fine;Saldo\nRosa;200;0;108;-92\nLuca;200;0;168;-32\n"
    "Gino;200;0;24;-176\nPaola;200;0;500;300\n\nSerata 2\nGiocatore;Inizio;Ricomprate;Fine;Saldo\n"
    "Rosa;200;0;464;264\nLuca;200;0;44;-156\nGino;200;100;68;{}\nPaola;200;0;324;124\n"
)


@pytest.mark.parametrize(("balance", "cells"), [(-232, []), (-132, ["E12"])])
def test_chips_that_are_bought_again_lower_the_balance(balance, cells):
    assert wrong_cells(CHIPS.format(balance)) == cells


EVENINGS = (
    "日期,地點,阿明,小芬,老陳,阿嬌,台費\n2025/4/2,老陳家,-260,440,1580,-1760,200\n"
    "2025/4/6,老陳家,1300,-780,780,-1300,200\n2025/4/10,棋牌社,{},-300,-840,-280,200\n"
    "2025/4/14,阿嬌家,260,840,300,-1400,200\n總計,,2720,200,1820,-4740,800\n"
)


@pytest.mark.parametrize(("points", "cells"), [(1420, []), (1240, ["C4"])])
def test_evenings_may_have_places_and_fees(points, cells):
    assert wrong_cells(EVENINGS.format(points)) == cells
    assert agreeing_claims(EVENINGS.format(points)) >= 12


MONEY = (
    "Date,Host,Gwen,Ned,Rex,Ivy,Gwen $,Ned $,Rex $,Ivy $\n"
    "2025-02-10,Gwen,18100,35200,23200,23500,-1.38,2.04,-0.36,-0.30\n"
    "2025-03-12,Ned,39300,25000,11500,24200,{},0.00,-2.70,-0.16\n"
    "2025-04-14,Rex,16400,32000,44900,6700,-1.72,1.40,3.98,-3.66\n"
)


@pytest.mark.parametrize(("money", "cells"), [("2.86", []), ("2.68", ["G3"])])
def test_money_is_counted_from_the_points_of_each_evening(money, cells):
    assert wrong_cells(MONEY.format(money)) == cells


BESIDE = (
    "Mesa A,,,,,,Mesa B\nPartida,Diego,Fermín,Elena,Lola,,Partida,Borja,Hugo,Alba,Celia\n"
    "1,22100,29400,37200,11300,,1,15000,17600,33400,34000\n"
    "2,5100,30700,8800,55400,,2,10200,24100,26300,39400\n"
    "3,15700,24300,22400,37600,,3,16800,{},32500,30500\n"
    "Total,42900,84400,68400,104300,,Total,42000,61900,92200,103900\n"
)


@pytest.mark.parametrize(("points", "cells"), [(20200, []), (22000, ["I5"])])
def test_games_of_two_tables_beside_each_other(points, cells):
    assert wrong_cells(BESIDE.format(points)) == cells


END = (
    "Spel,Winnaar,Van,Han,Fu,Maud,Hanneke,Eva,Cas\nO1,Hanneke,tsumo,4,30,-3900,7900,-2000,-2000\n"
    "O2,Cas,Eva,3,25,0,0,-3200,3200\nO3,Maud,Hanneke,3,50,6400,-6400,0,0\n"
    "{word},,,,,27500,{points},19800,26200\n"
)


@pytest.mark.parametrize("word", ["Eind", "Tot slot", "Zzz"])
@pytest.mark.parametrize(("points", "cells"), [(26500, []), (25600, ["G5"])])
def test_the_last_row_is_known_by_its_numbers(word, points, cells):
    assert wrong_cells(END.format(word=word, points=points)) == cells


TURNED = (
    "國標聯賽\n輪,1,1,2,2\n桌,1,2,1,2\n東,小萍,美玲,淑芬,小萍\n小分,-89,-6,-70,-115\n標準分,0,1,0,{}\n"
    "南,志豪,文彬,志豪,美玲\n小分,34,148,-40,201\n標準分,2,4,2,4\n"
    "西,建宏,阿哲,阿哲,雅婷\n小分,92,-228,-62,-144\n標準分,4,0,1,0\n"
    "北,淑芬,雅婷,建宏,文彬\n小分,-37,86,172,58\n標準分,1,2,4,2\n"
)


@pytest.mark.parametrize(("points", "cells"), [(1, []), (2, ["E6"])])
def test_results_may_have_rows_and_columns_exchanged(points, cells):
    assert wrong_cells(TURNED.format(points)) == cells
    assert agreeing_claims(TURNED.format(points)) >= 20


ASIDE = (
    "Ronde,Table,Siège,Joueur,Points,Uma,Score,{0}\n1,1,E,Élise,44500,15,29.5,{1}\n"
    "1,1,S,Gaëlle,18200,-15,-26.8,{2}\n1,1,O,Bastien,21400,-5,-13.6,{3}\n"
    "1,1,N,Aline,35900,5,{4},{5}\n"
)


@pytest.mark.parametrize(
    "texts",
    [("N°", 1, 2, 3, 4), ("id", 880, 887, 894, 901), ("Heure", "19:00", "19:10", "19:20", "20:01")],
)
@pytest.mark.parametrize(("score", "cells"), [("10.9", []), ("19.0", ["G5"])])
def test_numbers_of_rows_and_times_are_left_out(texts, score, cells):
    head, *others, last = texts
    assert wrong_cells(ASIDE.format(head, *others, score, last)) == cells
