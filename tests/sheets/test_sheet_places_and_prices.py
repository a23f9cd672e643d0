"""Columns that count places, corrections, finals as a table of their own, and values by prices."""

import pytest
from kit.sheets import agreeing_claims, wrong_cells

ROUNDS = (
    "Player,H1,H2,H3,H4,H5,Sum,{head}\n"
    "Ada,21000,10100,31000,21500,15100,98700,{counts[0]}\n"
    "Bea,19700,24300,8300,33500,18800,104600,{counts[1]}\n"
    "Cy,10400,12900,12600,34900,25100,95900,{counts[2]}\n"
    "Dot,48900,52700,48100,10100,41000,200800,{counts[3]}\n"
)


@pytest.mark.parametrize(
    ("head", "counts", "cells"),
    [
        ("Firsts", (0, 0, 1, 4), []),
        ("Firsts", (0, 0, 1, 3), ["H5"]),
        ("Lasts", (2, 1, 1, 1), []),
        ("Lasts", (2, 3, 1, 1), ["H3"]),
        ("Minutes", (7, 45, 30, 31), []),
    ],
)
def test_a_column_counts_how_often_a_player_took_a_place(head, counts, cells):
    assert wrong_cells(ROUNDS.format(head=head, counts=counts)) == cells


SEASON = (
    "Pos;Jugador;J1;J2;J3;{head};Total\n"
    "1;Borja;27,5;30,8;31,9;;90,2\n2;Celia;12,6;23,6;-8,4;;27,8\n"
    "3;Elvira;-13,3;4,2;22,9;;13,8\n4;Diego;-26,8;-58,6;-46,4;-20;{total}\n"
)


@pytest.mark.parametrize("head", ["Sanción", "Multa", "Corrección", "Xyz"])
@pytest.mark.parametrize(("total", "cells"), [("-151,8", []), ("-115,8", ["G5"])])
def test_the_only_number_of_a_column_explains_a_total(head, total, cells):
    assert wrong_cells(SEASON.format(head=head, total=total)) == cells


DEALS = "Hand,{heads}\nE1,-500,1100,-300,-300\nE2,-2900,2900,0,0\nE2-1,8000,-8000,0,0\n"


@pytest.mark.parametrize("heads", ["Ann,Ben,Cem,Dora", "1번 Ann,2번 Ben,3번 Cem,4번 Dora"])
@pytest.mark.parametrize(
    "block",
    [
        "번호,선수,최종 점수,순위\n1,Ann,{0},1\n2,Ben,{1},4\n3,Cem,{2},2\n4,Dora,{3},3\n",
        "Player,Final,Rank\nAnn,{0},1\nDora,{3},2\nCem,{2},2\nBen,{1},4\n",
    ],
)
def test_finals_in_a_table_of_their_own_below_the_deals(heads, block):
    right = ("29600", "21000", "24700", "24700")
    deals = DEALS.format(heads=heads)
    assert wrong_cells(f"{deals}\n{block.format(*right)}") == []
    slip = f"{deals}\n{block.format('26900', *right[1:])}"
    assert wrong_cells(slip) == ["C7" if "번호" in block else "B7"]


def test_a_name_that_is_also_a_heading_is_a_player():
    text = (
        "Partie;Date;Manon;Théo;Julien;Margaux;Élodie\n"
        "1;03/01/2025;-1800;+10800;-1400;;-7600\n2;07/02/2025;-8300;-2200;;+6200;+4300\n"
        "3;11/03/2025;+9000;;-8900;-2000;+1900\n"
        "Total;;-1100;+8600;-10300;+4200;{total}\n"
    )
    assert wrong_cells(text.format(total="-1400")) == []
    assert wrong_cells(text.format(total="-4100")) == ["G5"]


SLIP = (
    "Ronde: 2    Tafel: 3    Scheidsrechter: L. Hof\nBeginstand 30.000, uma 15/5/-5/-15\n\n"
    "Plaats Speler          Eindstand    Rang    Uma   Totaal\n"
    "Oost   Sanne de Wit       22.100       4    -15    -22,9\n"
    "Zuid   Joris Bakker       26.200       3     -5     -8,8\n"
    "West   Femke Postma       41.200       1    +15    +26,2\n"
    "Noord  Bram van Dijk      30.500       2     +5     +5,5\n"
)


def test_aligned_columns_with_decimal_commas_and_one_blank_between_heads():
    assert agreeing_claims(SLIP) >= 12
    assert wrong_cells(SLIP) == []
    assert len(wrong_cells(SLIP.replace("+26,2", "+62,2"))) == 1


GROUPED = (
    "局,翻,符,{group},,,,{points},,,\n,,,森下,乾,宮坂,榎本,森下,乾,宮坂,榎本\n"
    "東1-0,3,30,,,○,,-2000,-1000,+4000,-1000\n東2-0,6,30,○,,,,+12000,-6000,-3000,-3000\n"
    "東3-0,{han},50,,×,○,,0,-4800,+4800,0\n東3-1,3,40,×,○,,,-5500,+5500,0,0\n"
    "東4-0,1,40,○,,,,+1500,-400,-400,-700\n"
)


@pytest.mark.parametrize(("group", "points"), [("勝敗", "点数"), ("", ""), ("和了", "増減")])
def test_heads_of_values_in_the_row_above_the_names(group, points):
    names = {"group": group, "points": points}
    assert agreeing_claims(GROUPED.format(han=2, **names)) >= 20
    assert wrong_cells(GROUPED.format(han=3, **names)) == ["B5"]


PRICES = (
    "Sitze zu Beginn: Jutta Ost, Rolf Süd, Heidi West, Wim Nord\n"
    "Spiel;Sieger;Zahler;Han;Fu;{head}\nO1;Wim;Jutta;2;30;2000\nO2;Heidi;Rolf;1;30;1000\n"
    "O3;Jutta;alle;2;40;700/1300\nO4;Rolf;alle;2;30;500/1000\nS1;Rolf;Jutta;2;25;1600\n"
    "S2;Wim;Heidi;6;30;{price}\n"
)


@pytest.mark.parametrize("head", ["Betrag", "Zahlung", "Punkte", "Bedrag", "Importo"])
def test_prices_in_a_column_of_payments_are_values(head):
    assert wrong_cells(PRICES.format(head=head, price=12000)) == []
    assert wrong_cells(PRICES.format(head=head, price=1200)) == ["F8"]


ZUNG_JUNG = (
    "Zung Jung\nDeal,Winner,Value,Discarder,Hattie,Sam,Ines,Dougal\n"
    "E1,Hattie,35,Dougal,105,-25,-25,-55\nE2,Dougal,5,Hattie,-5,-5,-5,15\n"
    "E3,Hattie,110,self-drawn,330,-110,-110,-110\nE4,Ines,{value},Sam,-25,-55,105,-25\n"
    "S1,Hattie,50,Dougal,150,-25,-25,-100\nS2,Sam,70,self-drawn,-70,210,-70,-70\n"
)
MCR = (
    "MCR\nDeal,Winner,Value,From,Hattie,Sam,Ines,Dougal\nE1,Hattie,24,Dougal,48,-8,-8,-32\n"
    "E2,Dougal,8,Hattie,-16,-8,-8,32\nE3,Hattie,12,self-drawn,60,-20,-20,-20\n"
    "E4,Ines,{value},Sam,-8,-43,59,-8\nS1,Hattie,10,Dougal,34,-8,-8,-18\n"
)


@pytest.mark.parametrize(
    ("text", "value", "cells"),
    [
        (ZUNG_JUNG, 35, []),
        (ZUNG_JUNG, 110, ["C6"]),
        (ZUNG_JUNG, 20, ["C6"]),
        (ZUNG_JUNG, 200, ["C6"]),
        (MCR, 35, []),
        (MCR, 14, ["C6"]),
        (MCR, 88, ["C6"]),
    ],
)
def test_a_value_far_from_the_price_is_the_wrong_entry(text, value, cells):
    assert wrong_cells(text.format(value=value)) == cells


TAIWAN = (
    "Taiwanese 16 tiles. No bonus for repeats.\n"
    "Deal,East,Winner,Thrower,Tai,Yvette,Zachary,Abigail,Barnaby\n"
    "1,Yvette,Yvette,Abigail,9,10,0,-10,0\n2,Yvette,Zachary,self-drawn,5,-5,15,-5,-5\n"
    "3,Zachary,Yvette,Barnaby,14,14,0,0,-14\n4,Abigail,Zachary,self-drawn,3,-3,9,-3,-3\n"
    "5,Barnaby,Zachary,Barnaby,7,0,8,0,{paid}\n6,Yvette,Yvette,self-drawn,7,24,-8,-8,-8\n"
    "7,Yvette,Barnaby,Yvette,7,-8,0,0,8\n8,Zachary,Yvette,Barnaby,4,4,0,0,-4\n"
)


@pytest.mark.parametrize(("paid", "cells"), [(-8, []), (-7, ["I7"])])
def test_east_pays_more_but_not_for_repeats(paid, cells):
    assert wrong_cells(TAIWAN.format(paid=paid)) == cells


def test_deals_of_sichuan_are_checked_without_dealers():
    text = (
        "四川麻将 血战到底：底1\n局,胡家,点炮,番,胡大姐,袁师傅,邓哥,冉妹\n"
        "1,邓哥,胡大姐,2,-4,0,4,0\n1,胡大姐,自摸,2,10,-5,0,-5\n1,冉妹,袁师傅,1,0,-2,0,2\n"
        "2,邓哥,自摸,2,-5,-5,15,-5\n2,袁师傅,自摸,2,-5,10,0,-5\n2,胡大姐,冉妹,1,2,0,0,-2\n"
    )
    assert agreeing_claims(text) == 24
    assert wrong_cells(text) == []


@pytest.mark.parametrize("label", ["第{}鋪", "第{}铺", "第{}副", "第{}局"])
def test_deals_are_counted_by_a_word(label):
    rows = [f"{label.format(number)},3,-1,-1,-1" for number in range(1, 5)]
    assert wrong_cells("\n".join(["局,甲,乙,丙,丁", *rows, "總數,12,-4,-4,-4"])) == []
