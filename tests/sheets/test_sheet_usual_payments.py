"""Sheets whose payments follow from the values of hands: one wrong cell is named, and it alone."""

import pytest
from kit.sheets import wrong_cells

CARD = """Thursday mah jongg, American card. Thrower pays double
Game,Winner,Thrower,Value,Bonnie,Arlene,Fran,Peg
1,Arlene,Fran,25,-25,100,-50,-25
2,Bonnie,self-pick,25,150,-50,-50,-50
3,Fran,self-pick,25,-50,-50,150,-50
4,Wall,,,0,0,0,0
5,Fran,self-pick,25,-50,-50,150,-50
6,Arlene,Bonnie,25,-50,100,-25,-25
7,Fran,Bonnie,30,-60,-30,120,-30
8,Peg,self-pick,35,-70,-70,-70,210
Total,,,,-155,-50,225,-20"""


@pytest.mark.parametrize(
    ("right", "wrong", "cell"),
    [
        ("7,Fran,Bonnie,30", "7,Fran,Bonnie,35", "D9"),
        ("30,-60,-30,120,-30", "30,-60,-30,120,-50", "H9"),
        ("-155,-50,225,-20", "-155,-50,255,-20", "G11"),
    ],
)
def test_a_wrong_value_or_payment_of_a_card(right, wrong, cell):
    assert wrong_cells(CARD) == []
    assert wrong_cells(CARD.replace(right, wrong)) == [cell]


def test_a_sum_is_right_although_a_change_above_it_in_dollars_is_wrong():
    text = """National Mah Jongg League card
#,Mahj,Thrown by,Points,Dana,Sue,Gail,Fern
1,Gail,self pick,0.30,-0.60,-0.60,1.80,-0.60
2,Dana,self pick,0.75,4.50,-1.50,-1.50,-1.50
3,Sue,Fern,0.30,-0.30,1.20,-0.30,-0.60
4,Fern,self pick,0.40,-0.80,-0.80,-0.80,2.40
5,Fern,Sue,0.30,-0.30,-0.60,-0.30,1.20
6,Gail,Dana,0.35,-0.70,-0.35,1.40,-0.35
Total,,,,1.80,-2.65,0.30,0.55"""
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("-0.30,-0.60\n", "-0.30,-0.70\n")) == ["H5"]


def test_a_slip_does_not_make_other_rules_likelier():
    text = """Hand,Mahj,Discarder,Hand value,Gail,Dana,Sue,Fern
1,wall game,,,0,0,0,0
2,Fern,self pick,30,-60,-60,-60,180
3,Dana,Fern,75,-75,300,-75,-150
4,Gail,Fern,30,120,-30,-30,-60
5,Gail,self pick,25,150,-50,-50,-50
6,wall game,,,0,0,0,0
7,Fern,Dana,25,-25,-50,-25,100
8,Gail,self pick,30,180,-60,-60,-60
9,Sue,self pick,25,-50,-50,150,-50"""
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("120,-30,-30", "120,-30,-60")) == ["G5"]


def test_money_in_a_block_below_the_deals_follows_from_the_points():
    text = """The Crown, riichi. Start 25000. Stake: 10p per 1000
Hand,Winner,Loser,Han,Fu,Ted,Lorna,Vic,Nell
E1,Ted,Lorna,2,30,2900,-2900,0,0
E1-1,Vic,self-draw,3,25,-1700,-900,3500,-900
E2,Vic,Lorna,2,40,0,-2600,2600,0
E3,Lorna,Ted,2,30,-2000,2000,0,0
E4,Lorna,self-draw,3,30,-1000,4000,-1000,-2000

Player,Final score,Change,Pence
Ted,23200,-1800,-18
Lorna,24600,-400,-4
Vic,30100,5100,51
Nell,22100,-2900,-29"""
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("5100,51", "5100,15")) == ["D12"]


def test_a_slip_in_a_short_game_does_not_change_the_unit():
    text = """Three-player riichi (sanma)
Deal,Winner,From,Han,Fu,Riichi,Tenpai,Ada,Bo,Cy
E1,Cy,Ada,6,30,"Ada, Bo, Cy",,-13000,-1000,14000
E2,Bo,tsumo,4,30,,,-3900,7800,-3900
E2-1,Bo,Ada,8,30,,,-24200,24200,0"""
    assert wrong_cells(text) == []
    assert wrong_cells(text.replace("-1000,14000", "-1003,14000")) == ["I3"]
