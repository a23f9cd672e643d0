"""A false win in a row between the deals: a ruling, judged by its price or by its sum."""

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import read_sheet

DEALS = """\
{title}Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee
E1.0,Cid,Ann,1,50,-1600,0,1600,0
E2.0,Cid,tsumo,2,30,-500,-1000,2000,-500
E3.0,Dee,tsumo,6,40,-3000,-3000,-6000,12000
{row},,,2000,{bob},-8000,4000
E4.0,Cid,Ann,2,30,-2000,0,2000,0
S1.0,Cid,Ann,1,30,-1000,0,1000,0
End,,,,,18900,{end},17600,40500
"""


def games_and_wrong_cells(text):
    games = read_sheet(text).games
    findings = [finding for game in games for finding in audited(game).findings]
    return games, [each.place.cell for each in findings if each.severity == "error"]


@pytest.mark.parametrize("row", [",Chombo,Cid", "Chombo,Cid,", ",chombo Cid,", "Chombo,,Cid"])
@pytest.mark.parametrize("title", ["Rules: chombo = mangan\n", "Riichi (満貫払い チョンボ)\n"])
def test_a_chombo_that_costs_a_mangan_is_judged_by_its_price(row, title):
    games, cells = games_and_wrong_cells(DEALS.format(title=title, row=row, bob=2000, end=23000))
    assert cells == []
    assert "rule C chombo" in games[0].text
    assert games_and_wrong_cells(DEALS.format(title=title, row=row, bob=4000, end=23000))[1] == [
        "G6"
    ]


@pytest.mark.parametrize("row", [",Chombo,Cid", "Chombo,Cid,"])
def test_nobody_gets_more_for_a_chombo_without_a_price_than_is_paid(row):
    right = DEALS.format(title="", row=row, bob=2000, end=23000)
    assert games_and_wrong_cells(right)[1] == []
    wrong = DEALS.format(title="", row=row, bob=4000, end=25000)
    assert games_and_wrong_cells(wrong)[1] == ["H5"]


def test_a_mangan_that_is_no_price_of_a_chombo():
    title = "Chombo 20000 after the game. Kiriage mangan\n"
    games, _ = games_and_wrong_cells(
        DEALS.format(title=title, row=",Chombo,Cid", bob=2000, end=23000)
    )
    assert "reverse_mangan" not in games[0].text


@pytest.mark.parametrize("word", ["False win", "Falsches Mahjong", "Falso hu", "错和"])
def test_a_word_for_a_false_win_may_be_several_words(word):
    text = (
        "Hand,Winner,Discarder,Fan,Ulla,Ivo,Nell,Sam,Σ Ulla,Σ Ivo,Σ Nell,Σ Sam\n"
        "1,Ulla,Nell,14,38,-8,-22,-8,38,-8,-22,-8\n2,Sam,wall,9,-17,-17,-17,51,21,-25,-39,43\n"
        f",{word},Ivo,,10,-30,10,10,31,-55,-29,53\n3,Nell,Ivo,31,-8,-39,55,-8,23,-94,26,45\n"
    )
    assert games_and_wrong_cells(text)[1] == []
    assert games_and_wrong_cells(text.replace("-55,-29", "-45,-29"))[1] == ["J4"]
