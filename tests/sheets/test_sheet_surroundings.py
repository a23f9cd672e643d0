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
