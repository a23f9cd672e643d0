"""Sticks, ranks and placement points of a sheet, against what the rules make of the game."""

import pytest

from mjlog.sheets.audit import audited
from mjlog.sheets.reading import HowToRead, read_sheet

RULES = "riichi/1 preset=wrc-2022"
SHEET = """\
Deal,Dealer,Winner,From,Han,Fu,Riichi,Sticks,Ann,Bob,Cid,Dee
E1,Ann,-,,,,Bob,{0},30000,29000,30000,30000
E2-1,Bob,-,,,,Cid Dee,{1},30000,29000,29000,29000
E3-2,Cid,Ann,Bob,2,30,,{2},35600,26400,29000,29000
E4-0,Dee,Ann,Dee,1,30,,{3},36600,26400,29000,28000
Total,,,,,,,,36600,26400,29000,28000
{4}
"""


def told(*sticks, below="", rules=RULES):
    """What is answered beside the points, by cell, and what is wrong."""
    text = SHEET.format(*sticks, below).replace(",-,,,,", ",-,,,,")
    (game,) = read_sheet(text, HowToRead(rules)).games
    audit = audited(game)
    answers = {each.place.cell: each.answer for each in audit.verdicts}
    wrong = {each.place.cell: each.message for each in audit.findings if each.severity == "error"}
    return answers, wrong


@pytest.mark.parametrize(
    "sticks",
    [(0, 1, 3, 0), (1, 3, 0, 0), (1, 2, 0, 0), (0, 1000, 3000, 0), ("", 1, 3, "")],
    ids=["before", "behind", "laid", "points", "gaps"],
)
def test_a_column_of_sticks_may_count_in_several_ways(sticks):
    answers, wrong = told(*sticks)
    assert not wrong
    assert {answers[f"H{row}"] for row, each in enumerate(sticks, 2) if each != ""} == {"given"}


def test_a_wrong_number_of_sticks_is_named_by_its_cell():
    _, wrong = told(0, 1, 5, 0)
    assert wrong == {"H4": "points on the table: H4 says 5; 3 fits the deals"}


@pytest.mark.parametrize("sticks", [(7, 8, 9, 6), (0, 0, 0, 0), (5, "", "", "")])
def test_a_column_that_counts_something_else_accuses_nobody(sticks):
    assert told(*sticks)[1] == {}


@pytest.mark.parametrize(
    ("below", "wrong"),
    [
        ("Rank,,,,,,,,1,4,2,3", {}),
        ("順位,,,,,,,,1,4,3,3", {"K7": "K7 says rank 3; by the points at the end it is 2"}),
        ("Uma,,,,,,,,15,-15,5,-5", {}),
        ("Uma,,,,,,,,15,-15,5,-10", {"L7": "L7 says -10 for the place; by the points at the end "
                                     "it is -5.0"}),
        ("pt,,,,,,,,21.6,-18.6,4.0,-7.0", {}),
        ("pt,,,,,,,,21.6,-18.6,4.0,7.0", {"L7": "L7 says 7.0 for the place; by the points at the "
                                          "end it is -7.0"}),
    ],
)  # fmt: skip
def test_ranks_and_placement_points_follow_from_the_points(below, wrong):
    answers, found = told("", "", "", "", below=below)
    assert found == wrong
    assert all(answers[f"{column}7"] for column in "IJKL")


def test_placement_points_of_rules_that_nobody_names_are_open():
    answers, wrong = told("", "", "", "", below="Uma,,,,,,,,20,-20,10,-10", rules="")
    assert answers["I7"] == "unverified"
    assert "I7" not in wrong


def test_sticks_of_a_table_that_is_not_judged_are_open():
    text = SHEET.format(0, 1, 3, 0, "")
    (game,) = read_sheet(text, HowToRead("riichi/1 preset=tenhou-sanma")).games
    audit = audited(game)
    assert {each.answer for each in audit.verdicts} == {"unverified"}
    assert [each.code for each in audit.findings if each.is_error] == ["deal.seats"]
