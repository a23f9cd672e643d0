"""Odd sheets: nothing of them is skipped in silence, and nothing breaks the reader."""

import io
import sys
import zipfile
from random import Random

import openpyxl
import pytest
from kit.places import ROOT

from mjlog.auditor.audit import audit
from mjlog.notation import read
from mjlog.sheets.audit import audited
from mjlog.sheets.corrections.copies import corrected_copy, edited, to_csv
from mjlog.sheets.corrections.corrected import corrected
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.reading import HowToRead, read_sheet

sys.path.insert(0, str(ROOT / "benchmarks"))

import odd_workbooks

HEAD = "Deal,Dealer,Winner,From,Han,Fu,Yaku,Ann,Bob,Cid,Dee\n"
SPACES = " ".join(
    f'xmlns:{word}="urn:oasis:names:tc:opendocument:xmlns:{word}:1.0"'
    for word in ("table", "office", "text")
)


def notes_of(text, rules="riichi/1"):
    """What of a sheet is not understood: cell, severity, message."""
    games = read_sheet(text, HowToRead(rules)).games
    found = [each for game in games for each in game.draft.findings]
    return [(each.place.cell, each.severity, each.message) for each in found]


@pytest.mark.parametrize(
    ("yaku", "severity", "words"),
    [
        ('"secret, hidden"', "note", "G2 is not checked: mjlog reads items with points"),
        ('"dora 1, secret"', "note", "of G2 this is not checked, as these rules have no such item"),
        ("Zed: dora 1", "error", "G2 is not understood"),
    ],
)
def test_items_that_are_not_read_are_named_by_their_cell(yaku, severity, words):
    ((cell, told, message),) = notes_of(f"{HEAD}E1,Ann,Bob,Cid,2,30,{yaku},0,2000,-2000,0\n")
    assert (cell, told) == ("G2", severity)
    assert message.startswith(words)


def test_a_value_that_the_rules_do_not_count_is_told_at_its_column():
    text = HEAD.replace("Yaku", "Tai") + "E1,Ann,Bob,Cid,2,30,3,0,2000,-2000,0\n"
    ((cell, severity, message),) = notes_of(text)
    assert (cell, severity) == ("G1", "note")
    assert message == "the column G1 is not checked: these rules do not count it"


def test_a_deal_that_a_fifth_player_would_deal_is_told_at_its_name():
    text = f"{HEAD}E6,,Bob,Cid,2,30,,0,2000,-2000,0\nE2,Bob,,,,,,0,0,0,0\n"
    (game,) = read_sheet(text, HowToRead("riichi/1")).games
    found = [each for each in audited(game).findings if each.severity == "error"]
    assert [(each.code, each.place.cell) for each in found] == [("sheet.unread", "A2")]


def test_totals_of_fewer_players_than_play_are_not_read_as_those_of_others():
    text = (
        "Deal,Winner,From,Ann,Bob,Cid,Dee,Total Ann,Total Bob,Total Cid\n"
        "E1,Bob,Cid,0,2000,-2000,0,25000,27000,23000\n"
    )
    (game,) = read_sheet(text, HowToRead("riichi/1")).games
    assert "score" not in game.text
    (note,) = [finding for finding in game.draft.findings if finding.code == "sheet.column"]
    assert (note.place.cell, "H1, I1, J1" in note.message) == ("H1", True)


def test_a_record_is_named_as_one():
    record = (ROOT / "samples/riichi/below-zero.mjl").read_bytes()
    for data in (record, "\ufeff".encode() + record):
        file = read_sheet(data)
        assert [finding.code for finding in file.findings] == ["sheet.layout"]
        assert "`mjlog check` audits records" in file.findings[0].message


def test_a_cell_far_away_makes_no_long_copy():
    grid = Grid("T", {(1, 1): Cell(1, 1, "x"), (4, 16_000): Cell(4, 16_000, "y")})
    assert to_csv(grid).count(",") == 4 * 15_999
    far = Grid("T", {**grid.cells, (200_000, 16_000): Cell(200_000, 16_000, "z")})
    assert len(to_csv(far)) < 1_000_000


def ods(*tables):
    """An ODS of these tables."""
    content = (
        f"<office:document-content {SPACES}><office:body><office:spreadsheet>{''.join(tables)}"
        "</office:spreadsheet></office:body></office:document-content>"
    )
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        packed.writestr("content.xml", content)
    return stream.getvalue()


def table(name, rows, before=""):
    """A table of ODS with these rows below something else."""
    lines = "".join(
        "<table:table-row>"
        + "".join(f"<table:table-cell><text:p>{word}</text:p></table:table-cell>" for word in row)
        + "</table:table-row>"
        for row in rows
    )
    return f'<table:table table:name="{name}">{before}{lines}</table:table>'


ROWS = [row.split(",") for row in f"{HEAD}E1,Ann,Bob,Cid,2,30,,0,2100,-2000,0".split("\n")]


def test_two_worksheets_of_one_name_are_named():
    (finding,) = read_sheet(ods(table("T", ROWS), table("T", ROWS))).findings
    assert finding.message == "two worksheets are called T; give each a name of its own"


def test_a_worksheet_whose_name_xlsx_cannot_have_is_corrected():
    file = read_sheet(ods(table("a/b?", ROWS)))
    made = corrected(b"", file, [audited(game) for game in file.games])
    assert openpyxl.load_workbook(io.BytesIO(made.data)).sheetnames == ["a_b_", "mjlog"]


def test_rows_that_no_spreadsheet_has_are_told_and_not_read():
    far = '<table:table-row table:number-rows-repeated="9999999"/>'
    file = read_sheet(ods(table("T", ROWS, far)))
    told = [each for each in file.findings if each.code == "sheet.part"]
    assert told[0].message == "A10000000 is far from the table, and mjlog does not read it"
    assert not file.workbook.grids[0].cells


def test_a_workbook_that_cannot_be_kept_whole_is_corrected_by_its_cells():
    plain = openpyxl.Workbook()
    for row in ROWS:
        plain.active.append(row)
    stream, damaged = io.BytesIO(), io.BytesIO()
    plain.save(stream)
    with zipfile.ZipFile(stream) as old, zipfile.ZipFile(damaged, "w") as new:
        for name in old.namelist():
            styled = b'<c s="99999" r="A1"' if "worksheets" in name else b""
            new.writestr(name, old.read(name).replace(b'<c r="A1"', styled))
    file = read_sheet(damaged.getvalue())
    made = corrected(damaged.getvalue(), file, [audited(game) for game in file.games])
    assert made.dropped == ("all but the cells themselves",)
    assert openpyxl.load_workbook(io.BytesIO(made.data))["Sheet"]["C2"].value == "Bob"


def test_a_merged_area_of_a_whole_worksheet_is_not_made_cell_by_cell():
    plain, hostile = openpyxl.Workbook(), io.BytesIO()
    for row in ROWS:
        plain.active.append(row)
    stream = io.BytesIO()
    plain.save(stream)
    area = b'</sheetData><mergeCells><mergeCell ref="M1:XFD1048576"/></mergeCells>'
    with zipfile.ZipFile(stream) as old, zipfile.ZipFile(hostile, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b"</sheetData>", area))
    file = read_sheet(hostile.getvalue())
    made = corrected(hostile.getvalue(), file, [audited(game) for game in file.games])
    assert made.dropped == ("all but the cells themselves",)
    edits = {(0, 1, 1): "Deal number"}
    again = edited(file, edits)
    copy = corrected_copy(hostile.getvalue(), edits, again, [audited(game) for game in again.games])
    assert openpyxl.load_workbook(io.BytesIO(copy)).worksheets[0]["A1"].value == "Deal number"


@pytest.mark.filterwarnings("ignore::UserWarning:openpyxl")
@pytest.mark.parametrize("made", [odd_workbooks.odd_ods, odd_workbooks.odd_xlsx])
def test_odd_workbooks_are_read_without_an_exception(made):
    for number in range(20):
        assert read_sheet(made(Random(number)))


@pytest.mark.parametrize(
    ("rules", "items"),
    [
        ("riichi/1", "han -5, fu 30"),
        ("american/1", "points 10, doubles -3"),
        ("taiwanese/1", "total -3"),
    ],
)
def test_a_hand_of_less_than_nothing_is_told_and_breaks_nothing(rules, items):
    head = f"%mjlog 1.0\nRules: {rules}\n\n@ E1 dealer=A\nwin B ? from A\n"
    text = f"{head}fan B {items}\nnet -10 10 0 0\n"
    found = [each.code for each in audit(read(text)).findings if each.is_error]
    assert found[:1] == ["score.item"]


def test_a_cell_of_less_than_nothing_is_no_value_of_a_hand():
    ((cell, severity, _),) = notes_of(f"{HEAD}E1,Ann,Bob,Cid,-2,30,,0,2000,-2000,0\n")
    assert (cell, severity) == ("E2", "error")


def test_a_field_beyond_all_measure_is_not_understood_and_its_row_is_read():
    head = "Deal,Winner,From,Faan,Ada,Bo,Cleo,Dan\n"
    wrong = f"1,Ada,Bo,3,{'x' * 140_000},-16,0,0\n"
    rows = [f"{number},Bo,Ada,3,-16,16,0,0\n" for number in range(2, 7)]
    (game,) = read_sheet("".join([head, wrong, *rows])).games
    found = [each for each in audited(game).findings if each.code == "sheet.unread"]
    assert [each.place.cell for each in found] == ["E2"]
    assert "win A" in game.text
