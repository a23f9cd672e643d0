"""Exports of apps: joined words for heads, totals in rows of their own, penalties in columns."""

import pytest
from kit.sheets import wrong_cells

EXPORT = """\
round,winner,discarder,handPoints,{points},{fines},gameName
1,{a},{b},34,58,-42,-8,-8,0,0,0,0,League
-,-,-,-,58,-42,-8,-8,-,-,-,-,-
2,{a},-,13,63,-21,-21,-21,0,0,0,0,League
-,-,-,-,121,-63,-29,-29,-,-,-,-,-
3,{c},{b},21,-8,-29,45,-8,0,0,0,{fine},League
-,-,-,-,113,-92,16,{total},-,-,-,-,-
4,{d},{a},13,-21,-8,-8,37,0,0,0,0,League
-,-,-,-,92,-100,8,-10,-,-,-,-,-
5,{c},-,8,-16,-16,48,-16,0,0,0,0,League
-,-,-,-,76,-116,56,-26,-,-,-,-,-
"""


@pytest.mark.parametrize(
    ("names", "points", "fines", "fine"),
    [
        ("PlayerOne PlayerTwo PlayerThree PlayerFour", "points{}", "penalty{}", "-10"),
        ("AnnLee BobRay CatCho DanDoe", "{}Points", "{}Penalty", "10"),
        ("Ann Bob Cat Dan", "net {}", "Penalty {}", "10"),
        ("Anja Bert Cora Dirk", "Punkte {}", "Strafe {}", "-10"),
        ("甲甲 乙乙 丙丙 丁丁", "{}得分", "{}罚分", "-10"),
    ],
)
def test_penalties_of_columns_count_in_the_totals_of_rows_between(names, points, fines, fine):
    called = names.split()
    heads = [",".join(head.format(name) for name in called) for head in (points, fines)]
    keys = dict(zip("abcd", called, strict=True))

    def cells_if(total):
        text = EXPORT.format(points=heads[0], fines=heads[1], fine=fine, total=total, **keys)
        return wrong_cells(text)

    assert cells_if(-47) == []
    assert cells_if(-74) == ["H7"]


TOTALS = """\
Hand,Winner,Discarder,Faan,Score Abe,Score Bea,Score Cal,Score Dot,Club
1,Cal,Abe,3,-32,0,32,0,Harbour
-,-,-,-,-32,0,32,0,-
2,Bea,Self-draw,4,-32,96,-32,-32,Harbour
-,-,-,-,-64,96,0,-32,-
3,Dot,Bea,7,0,-192,0,192,Harbour
-,-,-,-,-64,{total},0,160,-
4,Abe,Cal,5,96,0,-96,0,Harbour
-,-,-,-,32,-96,-96,160,-
"""


def test_scores_of_deals_with_totals_in_rows_between_are_changes():
    assert wrong_cells(TOTALS.format(total=-96)) == []
    assert wrong_cells(TOTALS.format(total=-69)) == ["F7"]


def test_rows_of_totals_are_called_so_in_the_column_of_winners():
    text = (
        "盘,圈风,和牌,点炮,番数,赵磊,钱静,孙悦,周凯\n1,东,钱静,赵磊,12,-20,36,-8,-8\n"
        "-,-,累计,-,-,-20,36,-8,-8\n2,东,孙悦,自摸,24,-32,-32,96,-32\n-,-,累计,-,-,-52,4,88,-40\n"
        "3,东,赵磊,周凯,8,32,-8,-8,-16\n-,-,累计,-,-,-20,{},80,-56\n"
        "4,东,周凯,孙悦,18,-8,-8,-26,42\n-,-,累计,-,-,-28,-12,54,-14\n"
    )
    assert wrong_cells(text.format(-4)) == []
    assert wrong_cells(text.format(-14)) == ["G7"]


@pytest.mark.parametrize(("final", "cells"), [("32000", []), ("23000", ["F4"])])
def test_a_final_row_behind_the_id_of_the_game_is_judged(final, cells):
    text = (
        "game_id,hand_no,winner,deal_in,Ann,Bob,Cid,Dee\n"
        "g-20,1,Bob,Cid,0,2000,-2000,0\ng-20,2,Bob,Dee,0,5000,0,-5000\n"
        f"g-20,final,,,25000,{final},23000,20000\n"
    )
    assert wrong_cells(text) == cells
