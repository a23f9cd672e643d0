"""Points on sheets: their signs and units, totals alone, sums below, slips that are told once."""

import pytest
from kit.sheets import agreeing_claims, wrong_cells

from mjlog.sheets.audit import audited
from mjlog.sheets.cells.numbers import number_of
from mjlog.sheets.reading import HowToRead, read_sheet


def audit(text, rules=""):
    (game,) = read_sheet(text, HowToRead(rules)).games
    return audited(game)


def wrong(text, rules=""):
    """The errors of a sheet: code, cell, what is due."""
    found = audit(text, rules).findings
    return [
        (each.code, getattr(each.place, "cell", "-"), each.expected)
        for each in found
        if each.is_error
    ]


@pytest.mark.parametrize(
    ("text", "number"),
    [("500-", -500), ("3900,-", 3900), ("3.900,–", 3900), ("±0", 0), ("€ 12", 12), ("-€5", -5),
     ("12,50 €", 12.5), ("NT$ 300", 300), ("1200 Pkt.", 1200), ("12-3", None), ("€", None)],
)  # fmt: skip
def test_amounts_as_people_write_them(text, number):
    found = number_of(text, "," if "," in text else ".")
    assert (None if found is None else float(found)) == number


def test_points_part_the_thousands_of_a_german_sheet():
    text = (
        "Hand;Anna;Björn;Chika;Dieter;Gewinner;Von;Punkte\n"
        "E1;23.500;26.500;26.500;23.500;-;;\n"
        "E2;23.500;25.200;27.800;23.500;Chika;Björn;1000\n"
    )
    assert not wrong(text, "riichi/1")
    assert "score 23500 25200 27800 23500" in audit(text, "riichi/1").sheet.text


def test_totals_that_add_up_wrong_name_the_cell_that_a_win_would_mend():
    text = (
        "\tAnna\tBjörn\tChika\tDieter\n"
        "E1\t25,0\t27,0\t25,0\t23,0\n"
        "E2\t25,0\t28,3\t25,0\t22,0\n"
        "E3\t23,7\t27,0\t27,6\t21,7\n"
        "E4\t23,7\t27,0\t26,6\t22,7\n"
    )
    assert wrong(text) == [("score.chain", "C3", "28000")]
    assert not wrong(text.replace("28,3\t25,0", "28,3\t24,7"))


def test_a_total_that_the_changes_contradict_is_told_once_without_a_winner():
    text = (
        "Hand,T/R/X,Ann,Bob,Cid,Dee,Ann total,Bob total,Cid total,Dee total\n"
        "E1,R,-2000,2000,0,0,28000,32000,30000,30000\n"
        "E2,T,-1300,-2600,5200,-1300,26700,29400,35300,28700\n"
        "E3,R,0,1000,0,-1000,26700,30400,35200,27700\n"
    )
    for rules in ("riichi/1 preset=ema-2016", "ownclub"):
        cells = {cell for _, cell, _ in wrong(text, rules) if cell != "-"}
        assert cells == {"I3"}, rules
        right = wrong(text.replace("35300", "35200"), rules)
        assert {cell for _, cell, _ in right} <= {"-"}


def test_who_was_ready_in_a_drawn_deal_is_open_where_no_column_says_it():
    text = (
        "Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        "E1,-,,,,-1500,500,500,-1500\n"
        "E2,Cid,Bob,1,30,0,-1300,3300,0\n"
    )
    assert not wrong(text, "riichi/1")
    assert wrong(text.replace("500,500", "500,400"), "riichi/1") != []


def test_of_two_ways_to_count_the_own_stick_the_nearer_one_is_due():
    text = (
        "Hand,Winner,From,Han,Fu,Riichi,Ann,Bob,Cid,Dee\n"
        "E1,Bob,Cid,2,30,,0,2000,-2000,0\n"
        "E2,Ann,Cid,4,25,Ann,6500,0,-6400,0\n"
    )
    assert wrong(text, "riichi/1")[:1] == [("net.differs", "G3", "6400")]


def test_a_sum_that_is_right_by_what_is_due_is_not_told_beside_the_slip():
    text = (
        "Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        "E1,Bob,Cid,2,30,0,2000,-2000,0\n"
        "E2,Dee,Ann,2,30,-2100,0,0,2000\n"
        "Sum,,,,,-2000,2000,-2000,2000\n"
    )
    assert wrong(text, "riichi/1") == [("net.differs", "F3", "-2000")]
    both = text.replace("Sum,,,,,-2000,2000", "Sum,,,,,-2000,2100")
    assert [cell for _, cell, _ in wrong(both, "riichi/1")] == ["F3", "G4"]


def test_games_for_money_have_tenths():
    text = (
        "#,Dealer,Winner,From,Tai,Ann,Bob,Cid,Dee\n"
        "1,Ann,Bob,Cid,3,0,1.5,-1.5,0\n"
        "2,Bob,Dee,Ann,2,-1.0,0,0,1.0\n"
    )
    assert "in units of 10" in audit(text).understood[0]
    assert not [each for each in wrong(text) if each[0] == "sheet.unread"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("5.8k,-5.8k,0,0", "-1100,-600,2.3k,-600"),
        ("5800,-5800,0,0", "-1.1k,-0.6k,2.3k,-600"),
        ("5千8,-5800,0,0", "-1100,-600,2300,-600"),
        ('"5,8k","-5,8k",0,0', "-1.100,-600,2.300,-600"),
    ],
)
def test_points_in_thousands_beside_whole_ones_are_read(first, second):
    text = (
        "Hand,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\n"
        f"E1,Ann,Bob,3,30,{first}\nE1-1,Cid,,2,30,{second}\nE2,Dee,Cid,5,,0,0,-8000,8000\n"
    )
    assert (wrong_cells(text), agreeing_claims(text)) == ([], 17)
