"""Seasons of three players, and totals that include penalties."""

from kit.sheets import wrong_cells

THREE = """Riichi (sanma)
Game,Player,Points,Rank,Uma,Total
1,Ada,18200,2,0,-21.8
1,Bo,11700,3,-20,-48.3
1,Cy,75100,1,35,70.1
2,Cy,55100,1,35,50.1
2,Ada,51600,2,0,11.6
2,Bo,-1700,3,-20,-61.7
3,Ada,64300,1,35,59.3
3,Bo,38600,2,0,-1.4
3,Cy,2100,3,-20,-57.9

Rank,Player,Total
1,Cy,62.3
2,Ada,49.1
3,Bo,-111.4"""
FINED = """Riichi league
Game,Player,Points,Rank,Uma,Chombo,Total
1,Ada,54200,1,50,,74.2
1,Bo,37100,2,10,,17.1
1,Cy,4600,3,-10,-20,-55.4
1,Di,4100,4,-30,,-55.9
2,Cy,33200,1,50,,53.2
2,Di,16400,4,-30,,-43.6
2,Ada,30900,2,10,,10.9
2,Bo,19500,3,-10,,-20.5
3,Di,34400,1,50,,54.4
3,Bo,33900,2,10,,13.9
3,Ada,9600,4,-30,,-50.4
3,Cy,22100,3,-10,-20,-37.9"""


def test_a_wrong_total_of_three_players_is_named():
    assert wrong_cells(THREE) == []
    assert wrong_cells(THREE.replace("Ada,49.1", "Ada,43.1")) == ["C15"]


def test_placement_points_do_not_include_penalties_by_one_slip():
    assert wrong_cells(FINED) == []
    assert wrong_cells(FINED.replace("22100,3,-10", "22100,3,-30")) == ["E14"]
