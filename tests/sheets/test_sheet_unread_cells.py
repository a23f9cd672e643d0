"""A cell that cannot be read: nobody is accused of what may follow from it."""

import csv
import io

import pytest

from mjlog.bots.generate import games
from mjlog.sheets.audit import audited
from mjlog.sheets.from_record import sheet_of_record
from mjlog.sheets.reading import read_sheet

TAIYUAN = """\
Rules,taiyuan
Deal,Winner,From,Result,Items,Ready,A,B,C,D
E1,B,self,,"basic 1, single 1",B,,,,
E2,D,self,,"basic 1, single 1",{},,,,
"""
RIICHI = """\
Rules,riichi
Deal,Counters,Sticks,Winner,From,Han,Fu,Ready,A,B,C,D
E1,0,0,D,A,5,40,D,-8000,0,0,9000
E2,0,0,C,D,5,40,{},0,0,9000,-8000
"""


def codes_of_sheet(text):
    (game,) = read_sheet(text).games
    return [finding.code for finding in audited(game).findings if finding.severity != "note"]


@pytest.mark.parametrize("cell", ["?", "xyz", "C xyz"])
@pytest.mark.parametrize("sheet", [TAIYUAN, RIICHI], ids=["taiyuan", "riichi"])
def test_only_the_cell_is_said_to_be_unread(sheet, cell):
    assert codes_of_sheet(sheet.format(cell)) == ["sheet.unread"]


def test_a_wrong_amount_is_found_whoever_was_ready():
    slip = RIICHI.format("?").replace("9000,-8000\n", "9300,-8300\n")
    assert codes_of_sheet(slip) != ["sheet.unread"]


def test_a_number_that_no_record_holds_is_an_error_at_its_cell():
    rows = "E1,99999999999999999,1000,-2000,1000\nE2,1000,-1000,0,0\nE3,1000,-1000,0,0\n"
    (game,) = read_sheet(f"Deal,Ann,Bob,Cid,Dee\n{rows}").games
    wrong = [finding for finding in audited(game).findings if finding.severity == "error"]
    assert [(finding.code, finding.place.cell) for finding in wrong] == [("syntax.line", "B2")]


def test_a_blank_cell_says_that_nobody_was_ready():
    assert codes_of_sheet(TAIYUAN.format("")) == ["win.ready"]


def as_csv(rows):
    stream = io.StringIO()
    csv.writer(stream).writerows(rows)
    return stream.getvalue()


@pytest.mark.parametrize(
    "name", ["riichi", "taiyuan", "taiwanese", "tibet", "american", "hongkong", "zungjung"]
)
def test_no_question_mark_accuses_anybody(name):
    """In a right sheet each cell of a deal is unknown once."""
    rows = sheet_of_record(next(games(name, seed=1, deals=3, fast=True))).rows
    first = [row[0] for row in rows].index("Deal") + 1
    accused = {}
    for at, row in enumerate(rows[first:-1], first):
        for column, cell in enumerate(row):
            if cell not in {None, ""}:
                unknown = [*row[:column], "?", *row[column + 1 :]]
                codes = codes_of_sheet(as_csv([*rows[:at], unknown, *rows[at + 1 :]]))
                accused[at, column] = {*codes} - {"sheet.unread"}
    assert {place: codes for place, codes in accused.items() if codes} == {}
