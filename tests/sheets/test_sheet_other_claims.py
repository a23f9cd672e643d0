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


def answers_and_errors(*sticks, below="", rules=RULES):
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
    answers, wrong = answers_and_errors(*sticks)
    assert not wrong
    assert {answers[f"H{row}"] for row, each in enumerate(sticks, 2) if each != ""} == {"given"}


def test_a_wrong_number_of_sticks_is_named_by_its_cell():
    _, wrong = answers_and_errors(0, 1, 5, 0)
    assert wrong == {"H4": "points on the table: H4 says 5; 3 fits the deals"}


@pytest.mark.parametrize("sticks", [(7, 8, 9, 6), (0, 0, 0, 0), (5, "", "", "")])
def test_a_column_that_counts_something_else_accuses_nobody(sticks):
    assert answers_and_errors(*sticks)[1] == {}


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
    answers, found = answers_and_errors("", "", "", "", below=below)
    assert found == wrong
    assert all(answers[f"{column}7"] for column in "IJKL")


@pytest.mark.parametrize(
    ("uma", "answer"), [("20,-20,10,-10", "given"), ("23,-4,-7,-13", "unverified")]
)
def test_placement_points_without_rules_are_the_usual_ones_or_open(uma, answer):
    answers, wrong = answers_and_errors("", "", "", "", below=f"Uma,,,,,,,,{uma}", rules="")
    assert answers["I7"] == answer
    assert "I7" not in wrong


WITH_END = """\
Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee
E1,Ann,Bob,2,30,2900,-2900,0,0
E1,Cid,Dee,3,40,0,0,5500,-5500
{0}
E2,Cid,Ann,1,30,-1000,0,1000,0
South total,,,,,{1}
Final score,,,,,26900,22100,31500,19500
Place,,,,,2,3,1,{2}
Uma,,,,,5,-5,15,-15
Result,,,,,{3},-12.9,16.5,-25.5
"""


@pytest.mark.parametrize(
    ("cells", "wrong"),
    [
        (("", "1900,-2900,6500,-5500", 4, 1.9), []),
        (("East total,,,,,2900,-2900,5500,-5500", "-1000,0,1000,0", 4, 1.9), []),
        (("東場計,,,,,2900,-2900,5400,-5500", "1900,-2900,6500,-5500", 4, 1.9), ["H4"]),
        (("East total,,,,,2900,-2900,5500,-5500", "-1000,100,1000,0", 4, 1.9), ["G6"]),
        (("", "1900,-2900,6500,-5500", 2, 1.9), ["I8"]),
        (("", "1900,-2900,6500,-5500", 4, 2.9), ["F10"]),
    ],
)
def test_sums_of_rounds_and_the_end_of_a_game_bear_each_other_out(cells, wrong):
    (game,) = read_sheet(WITH_END.format(*cells)).games
    found = [each for each in audited(game).findings if each.severity == "error"]
    assert [each.place.cell for each in found] == wrong


def test_sticks_of_a_table_that_is_not_judged_are_open():
    text = SHEET.format(0, 1, 3, 0, "")
    (game,) = read_sheet(text, HowToRead("riichi/1 preset=tenhou-sanma")).games
    audit = audited(game)
    assert {each.answer for each in audit.verdicts} == {"unverified"}
    assert [each.code for each in audit.findings if each.is_error] == ["deal.seats"]


@pytest.mark.parametrize(
    ("value", "cells"),
    [
        ("8000", []),
        ("12000", []),  # a dealer's mangan
        ("9300", []),  # with a counter and a stick, perhaps
        ("800", ["F3"]),
        ("6000", ["F3"]),
    ],
)
def test_a_value_must_fit_a_dealer_or_another_player(value, cells):
    text = (
        "Hand,Winner,From,Han,Fu,Points\nE1,Hania,Igor,2,40,2600\n"
        f"E2,Jacek,Hania,5,30,{value}\nE3,Igor,Lidka,3,30,3900\nE4,Lidka,Jacek,2,30,2000\n"
    )
    findings = audited(read_sheet(text).games[0]).findings
    assert [each.place.cell for each in findings if each.severity == "error"] == cells


def test_values_that_mean_something_else_are_not_judged():
    text = (
        "Hand,Winner,From,Han,Fu,Points\nE1,Hania,Igor,2,40,26\n"
        "E2,Jacek,Hania,5,30,8\nE3,Igor,Lidka,3,30,39\nE4,Lidka,Jacek,2,30,20\n"
    )
    findings = audited(read_sheet(text).games[0]).findings
    assert not [each.place.cell for each in findings if each.severity == "error"]
