"""Winds and marks beside players, blocks below deals, seasons with chips, totals between rounds."""

import pytest
from kit.sheets import agreeing_claims, wrong_cells

from mjlog.sheets.files.delimited import delimiter_of

WINDS = (
    "MCR\nMano;Vincitore;Scarto di;Punti;{0};Lia;{0};Mauro;{0};Nella;{0};Otto\n"
    "1;Sud;Ovest;13;Est;-8;Sud;37;Ovest;-21;Nord;-8\n"
    "2;Ovest;{1};10;Nord;-8;Est;-8;Sud;-18;Ovest;34\n3;patta;;;Ovest;0;Nord;0;Est;0;Sud;0\n"
    "4;Est;Ovest;64;Sud;-8;Ovest;-72;Nord;-8;Est;88\n"
    "5;Est;Sud;18;Sud;-26;Est;42;Nord;-8;Ovest;-8\nTotale;;;;;-50;;-1;;-55;;106\n"
)


@pytest.mark.parametrize("head", ["vento", "Wind", "風", "x"])
@pytest.mark.parametrize(("discarder", "cells"), [("Sud", []), ("Est", ["C4"])])
def test_winners_are_named_by_the_wind_beside_each_player(head, discarder, cells):
    text = WINDS.format(head, discarder)
    assert wrong_cells(text) == cells
    assert agreeing_claims(text) >= 20


LEGEND = "M = mahjong (wygrana), D = dorzucił kamień, S = z muru, R = riichi, T = tenpai"
DEALS = (
    ("Wschód 1/0;2;50", "M D", ("M", "", "", "D"), (4800, 0, 0, -4800)),
    ("Wschód 1/1;;", "", ("", "", "R T", ""), (-1000, -1000, 2000, -1000)),
    ("Wschód 2/2;5;30", "", ("D", "", "", "M"), (-8600, 0, 0, 9600)),
    ("Wschód 3/0;2;30", "", ("D", "", "M R", "R"), (-2900, 0, 3900, -1000)),
    ("Wschód 3/1;4;20", "", ("MS R", "", "", "R"), (6500, -1400, -2700, -2400)),
    ("Wschód 4/0;4;40", "", ("D", "", "", "M"), (-12000, 0, 0, 12000)),
)
NAMES = ("Ala", "Bartek", "Celina", "Darek")


def sheet_of_marks(layout, slip=0):
    """Write the deals with marks beside the points, or with all marks before all points."""
    if layout == "beside":
        lines = [";".join(["Rozdanie;Han;Fu", *(f"{name};znak" for name in NAMES)])]
    else:
        lines = [";".join(["Rozdanie;Han;Fu", *NAMES, *NAMES])]
    for label, _, marks, points in DEALS:
        numbers = [*points]
        if label.startswith("Wschód 4/0"):
            numbers[3] -= slip
        if layout == "beside":
            entries = [f"{number};{mark}" for number, mark in zip(numbers, marks, strict=True)]
        else:
            entries = [*marks, *map(str, numbers)]
        lines.append(";".join([label, *entries]))
    return f'"{LEGEND}"\n' + "\n".join(lines) + "\n"


@pytest.mark.parametrize(("layout", "cell"), [("beside", "J8"), ("before", "K8")])
def test_marks_say_who_won_dealt_in_was_ready_or_tenpai(layout, cell):
    assert agreeing_claims(sheet_of_marks(layout)) >= 30
    assert wrong_cells(sheet_of_marks(layout)) == []
    assert wrong_cells(sheet_of_marks(layout, slip=300)) == [cell]


BETWEEN = (
    "Puesto,Jugador,Ronda 1,Ronda 2,Acum. tras R2,Ronda 3,Acum. tras R3\n"
    "1,Doroteo,17.5,-8.6,8.9,37.4,{0}\n2,Elvira,24.6,30.1,{1},-24.3,30.4\n"
    "3,Hernán,-28.8,2.7,-26.1,23.0,-3.1\n4,Gema,-13.3,-24.2,-37.5,-36.1,-73.6\n"
)


@pytest.mark.parametrize(
    ("first", "second", "cells"),
    [("46.3", "54.7", []), ("43.6", "54.7", ["G2"]), ("46.3", "57.4", ["E3"])],
)
def test_totals_after_each_round_add_up_and_give_the_ranks(first, second, cells):
    assert wrong_cells(BETWEEN.format(first, second)) == cells


RUNNING = (
    "Round,Rank,Player,Points,Result,Total\n1,1,Ann,50700,+35.7,+35.7\n1,2,Ben,28800,+3.8,+3.8\n"
    "1,3,Cem,22200,-12.8,-12.8\n1,4,Dora,18300,-26.7,-26.7\n2,1,Cem,40900,+25.9,+13.1\n"
    "2,2,Ben,33100,+8.1,{}\n2,3,Dora,26100,-8.9,-35.6\n2,4,Ann,19900,-25.1,+10.6\n"
    "3,1,Ann,44400,+29.4,+40.0\n3,2,Cem,27800,+2.8,+15.9\n3,3,Dora,26300,-8.7,-44.3\n"
    "3,4,Ben,21500,-23.5,-11.6\n"
)


@pytest.mark.parametrize(("total", "cells"), [("+11.9", []), ("+4.3", ["F7"])])
def test_a_player_goes_on_from_the_right_total(total, cells):
    assert wrong_cells(RUNNING.format(total)) == cells


CHIPS = (
    "回\t香川 素点\t香川 P\t木村 素点\t木村 P\t久保 素点\t久保 P\t剣持 素点\t剣持 P\n"
    "1半荘\t30800\t5.8\t37700\t37.7\t23200\t▲11.8\t8300\t▲31.7\n"
    "2半荘\t36100\t36.1\t27000\t▲8.0\t28000\t3.0\t8900\t▲31.1\n"
    "3半荘\t21600\t▲3.4\t48700\t48.7\t17800\t▲17.2\t11900\t▲28.1\n"
    "4半荘\t19000\t▲21.0\t19900\t▲5.1\t19400\t▲15.6\t41700\t41.7\n"
    "小計\t\t17.5\t\t73.3\t\t▲41.6\t\t▲49.2\nチップ枚数\t\t3\t\t▲3\t\t▲3\t\t3\n"
    "総合計\t\t{0}\t\t67.3\t\t▲47.6\t\t▲43.2\n精算（円）\t\t1175\t\t{1}\t\t▲2380\t\t▲2160\n"
)


@pytest.mark.parametrize(
    ("whole", "money", "cells"),
    [("23.5", "3365", []), ("20.5", "3365", ["C8"]), ("23.5", "3635", ["E9"])],
)
def test_chips_and_money_follow_from_the_sums(whole, money, cells):
    assert wrong_cells(CHIPS.format(whole, money)) == cells


CENTS = (
    "Avond;Ineke;Jaap;Koos;Loes;cent Ineke;cent Jaap;cent Koos;cent Loes\n"
    "1;29.100;30.700;8.200;32.000;41;57;-168;70\n2;13.500;26.300;21.200;39.000;-115;13;-38;140\n"
    "3;30.500;14.900;31.200;23.400;55;-101;62;-16\n4;47.600;25.600;11.400;15.400;226;{};-136;-96\n"
)


@pytest.mark.parametrize(("cent", "cells"), [(6, []), (60, ["G5"])])
def test_money_is_paid_for_points_above_the_start(cent, cells):
    assert wrong_cells(CENTS.format(cent)) == cells


PAIRS = (
    "MCR\nPartita;Ferri;PT Ferri;Galli;PT Galli;Leone;PT Leone;Monti;PT Monti;Vince\n"
    "1;-57;1;-166;0;112;4;111;2;Leone\n2;27;2;-162;0;-84;1;219;4;Monti\n"
    "3;119;4;46;1;73;2;{};0;Ferri\n4;376;4;-51;1;-42;2;-283;0;Ferri\n"
    "Totale;465;11;-333;2;59;9;{};6;\n"
)


@pytest.mark.parametrize(("points", "cells"), [(-238, []), (-283, ["H5"])])
def test_games_with_points_for_places_may_name_the_winner(points, cells):
    assert wrong_cells(PAIRS.format(points, -191)) == cells


STACKED = (
    "Final scores;Game 1;Game 2;Game 3;;\nVince;25600;14100;{};;\nWanda;25400;34800;40100;;\n"
    "Yusuf;37100;31200;43300;;\nZoe;31900;39900;4600;;\nCheck;120000;120000;120000;;\n\n"
    "League points;Game 1;Game 2;Game 3;Season;Place\nVince;-9.4;-30.9;-3;{};3\n"
    "Wanda;-19.6;9.8;15.1;5.3;2\nYusuf;22.1;-3.8;28.3;46.6;1\nZoe;6.9;24.9;-40.4;-8.6;{}\n"
)


@pytest.mark.parametrize(
    ("points", "season", "place", "cells"),
    [(32000, -43.3, 4, []), (23000, -43.3, 4, ["D2"]), (32000, -34.3, 4, ["E9"])],
)
def test_blocks_below_each_other_may_have_sums_and_ranks(points, season, place, cells):
    text = STACKED.format(points, season, place).replace(";-43.3;3", ";-43.3;4")
    assert wrong_cells(text) == cells


OFFICIAL = (
    "国标麻将\n盘,圈风,庄,和牌者,点炮者,番数,甲,乙,丙,丁\n1,东,甲,甲,自摸,11,57,-19,-19,-19\n"
    "2,东,乙,荒庄,,,0,0,0,0\n3,东,丙,甲,乙,21,45,-29,-8,-8\n4,东,丁,甲,丁,21,45,-8,-8,-29\n"
    "5,南,乙,丁,丙,10,-8,-8,-18,34\n6,南,甲,丙,自摸,17,-25,-25,75,-25\n"
    "7,南,丁,甲,丁,20,44,-8,-8,-28\n8,南,丙,乙,丙,8,-8,32,-16,-8\n"
    "总分,,,,,,150,-65,-2,-83\n名次,,,,,,1,3,2,4\n标准分,,,,,,4,{},2,0\n"
)


@pytest.mark.parametrize(("placed", "cells"), [(1, []), (2, ["H13"])])
def test_seats_change_after_a_round_of_the_official_rules(placed, cells):
    assert wrong_cells(OFFICIAL.format(placed)) == cells


def test_decimal_commas_do_not_outweigh_the_delimiter():
    lines = ["Liga (30 000, uma 15/5)", "Gra;Gracz;Punkty;Razem"]
    lines += [f"{number};Ann;40 800;{number}5,8" for number in range(1, 5)]
    lines += [f";Ben;-{number},7" for number in range(1, 6)]
    assert delimiter_of(lines) == ";"
