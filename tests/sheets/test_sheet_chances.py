"""Right sheets whose numbers agree with something by chance, and entries that are never lost."""

import pytest
from kit.sheets import sheet_findings, wrong_cells

from mjlog.sheets.files.delimited import delimiter_of
from mjlog.sheets.reading import read_sheet


@pytest.mark.parametrize("sign", [";", "\t"])
def test_a_decimal_comma_in_each_cell_is_no_delimiter(sign):
    lines = [sign.join(("Ann", "Ben", "Cem", "Dora"))]
    lines += [sign.join((f"{n},5", f"-{n},5", "0,0", "0,0")) for n in range(1, 6)]
    assert delimiter_of(lines) == sign


def test_a_column_that_counts_something_else_is_not_checked():
    text = (
        "Player,Round 1,Round 2,Round 3,Round 4,Total,Dinners\nAnn,20,30,-10,5,45,2\n"
        "Bob,5,-10,20,-25,-10,1\nCid,-10,-15,10,30,15,1\nDan,-15,-5,-20,-10,-50,1\n"
    )
    assert wrong_cells(text) == []


def test_a_fee_below_the_sums_agrees_with_them_by_chance():
    text = (
        "Game,Ann,Bob,Cid,Dan\n1,10,5,0,-15\n2,0,10,5,-15\n3,5,0,10,-15\n"
        "Total,15,15,15,-45\nFee,30,30,30,30\n"
    )
    assert wrong_cells(text) == []


def test_a_deal_whose_winner_is_misspelt_is_not_lost():
    text = (
        "Winner,From,Faan,Ann,Bob,Cid,Dan\n"
        "Ann,Bob,3,8,-8,0,0\n"
        "Cid,Dan,3,0,0,8,-8\n"
        "Bob,Ann,3,-8,8,0,0\n"
        "Dan,Cid,3,0,0,-8,8\n"
        "Anm,Cid,4,,,,\n"
    )
    assert any("Anm" in str(each.message) for each in sheet_findings(text))


@pytest.mark.parametrize("extra", ["", ",Extra"])
def test_marks_of_riichi_belong_to_the_player_before_them(extra):
    blank = "," if extra else ""
    text = (
        f"Deal,Winner,From,Han,Fu,Ann,Riichi,Bob,Riichi,Cid,Riichi,Dan,Riichi{extra}\n"
        f"E1,Bob,Cid,2,30,0,,2000,,-2000,,0,{blank}\n"
        f"E2,Ann,Dan,1,30,2000,x,-1000,x,0,,-1000,{blank}\n"
    )
    assert wrong_cells(text) == []


def test_the_wind_of_a_round_is_no_letter_of_a_key():
    text = (
        '"E = Eva, S = Sam, W = Wim, N = Nia"\nRound,Deal,Eva,Sam,Wim,Nia\n'
        "E,1,8,-8,0,0\nE,2,0,8,-8,0\nS,1,0,0,8,-8\nS,2,-8,0,0,8\n"
    )
    assert len(read_sheet(text).games) == 1
    assert wrong_cells(text) == []
