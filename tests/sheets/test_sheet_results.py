"""Who won from whom, as clubs write it: in one cell, of several winners, without a seating."""

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.cells.numbers import number_of
from mjlog.sheets.reading import HowToRead, read_sheet

HEAD = "Hand,Result,Han,Fu,Ann,Bob,Cid,Dee\n"


def audit(text, rules=""):
    (game,) = read_sheet(text, HowToRead(rules)).games
    return audited(game)


def wrong(text, rules=""):
    return [(each.code, each.place.cell) for each in audit(text, rules).findings if each.is_error]


@pytest.mark.parametrize(
    ("result", "line"),
    [
        ("Bob from Cid", "win B ? from C"),
        ("Bob von Cid", "win B ? from C"),
        ("Bob ← Cid", "win B ? from C"),
        ("Cid -> Bob", "win B ? from C"),
        ("Ron Bob (Cid)", "win B ? from C"),
        ("Bob ron", "win B ? from C"),
    ],
)
def test_one_cell_tells_the_winner_and_the_discarder(result, line):
    text = f"{HEAD}E1,{result},2,30,0,2000,-2000,0\nE2,Dee (tsumo),3,40,-1300,-2600,-1300,5200\n"
    told = audit(text).sheet.text
    assert line in told
    assert "win D ? self" in told
    assert wrong(text) == []
    assert [cell for _, cell in wrong(text.replace("-1300,5200", "-1200,5200"))] == ["G3"]


def test_a_result_that_is_not_understood_is_told():
    text = f"{HEAD}E1,Bob somehow,2,30,0,2000,-2000,0\nE2,Draw,,,0,0,0,0\n"
    notes = [each.place.cell for each in audit(text).findings if each.code == "sheet.unread"]
    assert notes == ["B2"]


def test_two_winners_may_share_a_row_with_a_value_for_each():
    text = (
        "Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        "E1,Ben,Ann,2,30,-2000,2000,0,0\n"
        'E2,"Ann, Cid",Dee,"1, 3","30, 30",1000,0,3900,-4900\n'
        "E3,Ann und Bob,Dee,1/2,40/30,1300,2000,0,-3300\n"
    ).replace("Ben", "Bob")
    told = audit(text).sheet.text
    assert "fan A han 1, fu 30\nfan C han 3, fu 30\n" in told
    assert "win A ? from D\nwin B ? from D\n" in told
    assert wrong(text) == []
    assert number_of("30, 30") is None


def test_nobody_is_seated_by_the_order_in_which_cells_name_players():
    text = (
        "Hand,Winner,Loser,Points\nE1,Bob,Ann,2000\nE2,Ann,Dee,1000\nE3,Cid,Dee,2900\n"
        "E3.1,Dee,Ann,8000\nE4,Bob,Cid,1000\n"
    )
    assert wrong(text) == []
    # Whose deal it is decides what 2900 may be, and the head says who sits where.
    seated = "East,Ann,South,Bob\nWest,Cid,North,Dee\n" + text
    assert audit(seated, "riichi/1").sheet.game.players == ("Ann", "Bob", "Cid", "Dee")
    assert wrong(seated.replace("Cid,Dee,2900", "Cid,Dee,2600"), "riichi/1")


def test_a_slip_beside_a_stick_that_no_column_tells_is_told_alone():
    text = (
        "Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        "E1,Bob,Ann,2,30,-2000,2000,0,0\n"
        "E2,Cid,Dee,8,30,0,{},17000,-17000\n"
    )
    assert wrong(text.format(0), "riichi/1") == []
    assert wrong(text.format(100), "riichi/1") == [("net.differs", "G3")]


def test_two_winners_on_one_tile_may_have_a_row_each():
    text = (
        "Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\nE1,Bob,Ann,2,30,-2000,2000,0,0\n"
        "E2,Ann,Dee,1,30,1000,0,0,-1000\nE2,Cid,Dee,3,30,0,0,3900,-3900\nE3,-,,,,0,0,0,0\n"
    )
    told = audit(text).sheet
    assert len(told.game.deals) == 3
    assert "net 1000 0 3900 -4900" in told.text
    assert wrong(text) == []
    assert wrong(text.replace("3900,-3900", "3900,-3600")) == [("net.differs", "I4")]


def test_a_dealer_who_wins_deals_again_under_the_same_name():
    text = (
        "Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\nE1,Ann,Dee,1,30,1500,0,0,-1500\n"
        "E1,Cid,Dee,3,30,0,0,4200,-4200\nE2,Dee,Ann,1,30,-1000,0,0,1000\n"
    )
    assert len(audit(text).sheet.game.deals) == 3
    assert wrong(text) == []


def test_who_lost_tells_how_it_was_won_where_no_column_does():
    text = (
        "Hand,Winner,Han,Fu,Ann,Bob,Cid,Dee\nE1,Bob,2,30,0,2000,-2000,0\n"
        "E2,Dee,3,40,-1300,-2600,-1300,5200\nE3,Ann,2,30,3000,-1000,-2000,0\n"
    )
    told = audit(text).sheet.text
    assert "win B ? from C\n" in told
    assert "win D ? self\n" in told
    assert "win A" not in told  # a stick, or a share of a self-draw
    assert wrong(text.replace("5200", "5300")) == [("net.differs", "H3")]


def test_a_column_of_east_names_the_dealer_and_scores_of_american_hands_are_no_totals():
    text = (
        "American Mah Jongg,,,,,,,,,,\nHand,East,Winner,Ann,,Ben,,Cleo,,Dan,\n"
        ",,,Score,Net,Score,Net,Score,Net,Score,Net\n"
        "1,Ann,Ben,8,-24,24,96,0,-44,4,-28\n2,Ben,Cleo,16,-14,6,-108,48,192,2,-70\n"
    )
    told = audit(text).sheet.text
    assert "@ 2 dealer=B\n" in told
    assert "fan C total 48\n" in told
    assert "score" not in told
    assert wrong(text) == []


EVERY_HAND = """\
American Modern mah jong,,,,,,,,,,
Hand,East,Mah-Jongg,Ada pts,Bea pts,Cyn pts,Dot pts,Ada,Bea,Cyn,Dot
1,Ada,Cyn,4,12,48,20,-144,-40,192,-8
2,Bea,Bea,8,100,16,2,-202,600,-178,-220
3,Bea,,,,,,0,0,0,0
4,Bea,Dot,10,6,0,64,-46,-124,-86,256
"""


def test_where_every_loser_pays_a_win_needs_no_discarder():
    told = audit(EVERY_HAND)
    assert "win C ? from ?\n" in told.sheet.text
    assert "fan D total 20\n" in told.sheet.text
    assert wrong(EVERY_HAND) == []
    counts = told.report.counts()
    assert (counts["unverified"], counts["differs"]) == (0, 0)
    slip = EVERY_HAND.replace("-178,-220", "-178,-202")
    assert wrong(slip) == [("net.differs", "K4")]


def test_of_a_league_whose_rules_nobody_knows_deals_are_compared():
    text = (
        "Tuesday Ladies NMJL League,,,,,,\n2025 card,,,,,,\n"
        "Game,Mah Jongg,Thrown by,Value,Ruth,Sally,Tina,Uma\n"
        "1,Ruth,Tina,25,100,-25,-50,-25\n2,Uma,self pick,30,-60,-60,-60,180\n"
        "3,Wall game,,,0,0,0,0\n4,Sally,Uma,50,-50,200,-50,-100\n"
    )
    assert "win D ? self\n" in audit(text).sheet.text
    assert wrong(text) == []
    slip = text.replace("-60,-60,-60,180", "-60,-60,-60,190")
    assert wrong(slip) == [("net.differs", "H5")]
