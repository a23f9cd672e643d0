"""What people write around a table: closing words, remarks beside it, an empty first column."""

import pytest
from kit.sheets import sheet_findings, wrong_cells

from mjlog.sheets.reading import read_sheet

DEALS = """Riichi
Deal,Winner,From,Han,Fu,Ada,Bo,Cy,Di
E1,Ada,Bo,3,40,7700,-7700,0,0
E1-1,Bo,Cy,2,30,0,2300,-2300,0
E2,Cy,tsumo,3,30,-1000,-2000,4000,-1000
E3,Di,Ada,3,30,-3900,0,0,3900
Total,,,,,2800,-7400,1700,2900

Player,Points,Place
Di,2900,1
Ada,2800,2
Cy,1700,3
Bo,-7400,4"""
SEASON = """Season
Game,Ada,Bo,Cy,Di
R1,31000,26000,23000,20000
R2,18000,35000,25000,22000
R3,40000,11000,29000,20000
Total,89000,72000,77000,62000"""


def unread_cells(text):
    notes = [finding for finding in read_sheet(text).findings
             if finding.code in {"sheet.unread", "sheet.column"}]  # fmt: skip
    return [str(finding.message).partition(": ")[2].partition(" (")[0] for finding in notes]


@pytest.mark.parametrize("closing", ["Thanks for playing!", "© 2026 our club\nお疲れ様でした"])
def test_closing_words_are_no_part_of_the_table_above(closing):
    text = f"{DEALS}\n\n{closing}"
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("Ada,2800,2", "Ada,2300,2")) == ["B11"]
    assert unread_cells(text)[0].startswith("A15")


@pytest.mark.parametrize("number", ["Chombo Ada -20", "R = ron"])
def test_a_last_row_that_says_something_stays(number):
    assert unread_cells(f"{DEALS}\n\nThanks\n{number}") != ["A15, A16"]


def test_remarks_beside_a_table_are_told_and_left_out():
    text = DEALS.replace("0,2300,-2300,0", "0,2300,-2300,0,,nice hand").replace(
        "Cy,1700,3", "Cy,1700,3,,,,,,,,!!"
    )
    assert wrong_cells(text) == []
    assert unread_cells(text) == ["K4, K12"]
    assert wrong_cells(text.replace("-2300,0,,", "-2400,0,,")) == ["H4"]


def test_remarks_may_make_most_lines_longer_than_the_others():
    lines = enumerate(DEALS.split("\n")[:7])
    text = "\n".join(f"{line},,{',' * at}oh" if at > 2 else line for at, line in lines)
    assert len(read_sheet(text).games) == 1


def test_a_season_may_begin_in_column_b():
    text = "\n".join(f",{line}" for line in SEASON.split("\n"))
    assert len(read_sheet(text).games) == 3
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("77000", "78000")) == ["E6"]
    assert {finding.code for finding in sheet_findings(text)} <= {"rules.inferred"}


def test_lost_points_behind_which_a_sign_of_minutes_stands():
    text = """香港麻雀（三番起糊，半辣上，全銃）
局,食糊,出銃,番,甲,乙,丙,丁,甲 累計,乙 累計,丙 累計,丁 累計
1,甲,乙,3,32 分,-32 分,0 分,0 分,32 分,-32 分,0 分,0 分
2,甲,丙,4,64 分,0 分,-64 分,0 分,96 分,-32 分,-64 分,0 分
3,丙,丁,3,0 分,0 分,32 分,-32 分,96 分,-32 分,-32 分,-32 分"""
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("96 分,-32 分,-64", "98 分,-32 分,-64")) == ["I4"]


def test_honorifics_are_no_part_of_names():
    text = """リーチ麻雀
局,和了者,放銃者,翻,符,リーチ,田中,鈴木,佐藤,高橋
東1,田中さん,鈴木さん,3,40,佐藤さん、田中さん,8700,-7700,-1000,0
東1-1,鈴木くん,ツモ,3,30,,-2100,4300,-1100,-1100"""
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("4300", "4800")) == ["H4"]


def test_initials_may_be_letters_of_seats():
    text = """Mahjong de Hong Kong, el descartador paga doble
Mano,Ana,Beto,Clara,Diego,Gana,De,Fan
1,-8,-8,-16,32,D,C,3
2,-64,192,-64,-64,B,tsumo,6
3,288,-96,-96,-96,A,tsumo,7

Jugador,Puntos,Lugar
A,216,1
B,88,2
D,-128,3
C,-176,4"""
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("-64,192,-64", "-64,192,-46")) == ["D4"]
    assert wrong_cells(text.replace("B,88,2", "B,88,3")) == ["C9"]


def test_repeats_show_who_sits_where():
    text = """台灣十六張 200/50
局,放槍,甲,乙,食糊,台,丙,丁
E1,,0,0,荒莊,,0,0
E1-1,自摸,-350,-350,丁,3,-350,1050
E1-2,丁,0,0,丙,3,350,-350
E2,自摸,-300,900,乙,2,-300,-300
E3,自摸,-600,-600,丙,8,1800,-600
E4,丁,0,500,乙,6,0,-500
E4-1,丁,0,0,丙,1,250,-250
S1,,0,0,荒莊,,0,0
S1-1,丙,600,0,甲,8,-600,0
S2,丙,0,350,乙,3,-350,0
S3,丁,500,0,甲,6,0,-500
S3-1,自摸,2100,-700,甲,10,-700,-700"""
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("S2,丙,0,350", "S2,丙,0,360")) == ["D12"]


def test_losers_of_a_turned_table_are_no_block_of_totals():
    text = """Hong Kong, half responsibility
Deal,1,2,3,4,5,6
Ada,32,-16,-8,0,0,-16
Bo,-16,48,-8,0,0,-8
Cy,-8,-16,32,0,0,32
Di,-8,-16,-16,0,0,-8
Winner,Ada,Bo,Cy,draw,draw,Cy
Loser,Bo,tsumo,Di,,,Ada
Faan,3,3,3,,,3"""
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("3,3,3,,,3", "3,3,3,,,4")) == ["G9"]


def test_numbers_of_turns_are_no_labels_of_deals():
    text = """Riichi
Vento del turno,Mano,Honba,Vince,Perdente,tours,Han,Fu,Ada,Bo,Cy,Di
Est,1,0,Ada,tsumo,8,2,30,3000,-1000,-1000,-1000
Est,1,1,Cy,tsumo,9,1,30,-600,-400,1400,-400
Est,2,0,Di,Bo,16,1,50,0,-1600,0,1600
Est,3,0,Di,Ada,3,3,30,-3900,0,0,3900"""
    assert wrong_cells(text) == []
    assert {finding.code for finding in sheet_findings(text)} <= {"rules.inferred"}
