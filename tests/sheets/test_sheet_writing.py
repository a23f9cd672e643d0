"""What is written about sheets: corrected ones, empty ones, records as sheets, maps."""

import csv
import io
import json

import openpyxl
import pytest
from kit.commands import run
from kit.places import DATA, SAMPLES

from mjlog import load, rules
from mjlog.bots.generate import games
from mjlog.model.record import BonusLine, Show
from mjlog.sheets.audit import audited
from mjlog.sheets.corrections.corrected import corrected
from mjlog.sheets.from_record import HEADS, sheet_of_record
from mjlog.sheets.layouts.mapping import MapError, map_of
from mjlog.sheets.reading import HowToRead, read_sheet
from mjlog.sheets.template import heads_of, template

FOLDER = DATA / "sheets"
WRONG = (FOLDER / "changes-and-totals.csv").read_text("utf-8").replace('"26,500"', '"26,600"')
PLAYED = [name for name in rules.names() if rules.load(name).judges_play]


def book_of(text):
    file = read_sheet(text)
    made = corrected(text.encode(), file, [audited(game) for game in file.games])
    return openpyxl.load_workbook(io.BytesIO(made.data))


# ------------------------------------------------------------------ corrected sheets


def test_a_wrong_cell_is_coloured_told_and_put_right():
    cell = book_of(WRONG)["Sheet"]["J3"]
    assert cell.value == 26500
    assert cell.fill.start_color.rgb == "00FFC7CE"
    assert "was 26,600; 26500 is due" in cell.comment.text


def test_everything_else_stays_as_it_is():
    sheet = book_of(WRONG)["Sheet"]
    assert [sheet["A3"].value, sheet["F4"].value, sheet["H3"].value] == ["E1", "△2,100", 0]


def test_a_worksheet_sums_up():
    rows = [[cell.value for cell in row] for row in book_of(WRONG)["mjlog"].iter_rows()]
    assert any("J3" in row for row in rows)


def test_no_cell_becomes_a_formula():
    evil = WRONG.replace("Ann", '"=HYPERLINK(""http://x"")"')
    assert {cell.data_type for row in book_of(evil)["Sheet"].iter_rows() for cell in row} <= {
        "s", "n"
    }  # fmt: skip


def test_other_worksheets_formulas_and_widths_stay():
    book = openpyxl.Workbook()
    for row in csv.reader(WRONG.splitlines()):
        book.active.append(row)
    book.active.column_dimensions["A"].width = 33
    book.create_sheet("Notes")["B2"] = "=1+1"
    stream = io.BytesIO()
    book.save(stream)
    file = read_sheet(stream.getvalue())
    made = corrected(stream.getvalue(), file, [audited(game) for game in file.games])
    after = openpyxl.load_workbook(io.BytesIO(made.data))
    assert after["Notes"]["B2"].value == "=1+1"
    assert after["Sheet"].column_dimensions["A"].width == 33
    assert after["Sheet"]["J3"].value == 26500
    assert made.dropped == ()


def test_the_command_writes_it_and_never_the_original(tmp_path):
    path, out = tmp_path / "w.csv", tmp_path / "out.xlsx"
    path.write_text(WRONG, encoding="utf-8")
    assert run("sheet", "check", path, "--corrected", out).exit_code == 1
    assert path.read_text(encoding="utf-8") == WRONG
    assert openpyxl.load_workbook(out)["Sheet"]["J3"].value == 26500
    assert run("sheet", "check", path, "--corrected", out).exit_code == 2


# ------------------------------------------------------------------ reports as workbooks


def report_on(folder, out, *options):
    """The worksheets of the report on a folder, each as its rows."""
    assert run("sheet", "check", folder, "--format", "xlsx", "-o", out, *options).exit_code == 1
    book = openpyxl.load_workbook(out)
    return {sheet.title: [*sheet.iter_rows(values_only=True)] for sheet in book}


def test_a_report_is_a_workbook(tmp_path):
    folder, out = tmp_path / "event", tmp_path / "report.xlsx"
    folder.mkdir()
    (folder / "w.csv").write_text(WRONG, encoding="utf-8")
    told = report_on(folder, out)
    assert [*told] == ["Findings", "Games", "Standings"]
    [error] = [row for row in told["Findings"] if row[4] == "error"]
    assert error[3] == "J3"
    assert error[5] == "score.chain"
    assert error[7:9] == ("26600", "26500")
    heads, game = told["Games"]
    assert dict(zip(heads, game, strict=True))["Differs"] == 1
    assert len(told["Standings"]) == 5


def test_a_report_is_replaced_only_where_that_is_asked_for(tmp_path):
    path, out = tmp_path / "w.csv", tmp_path / "report.xlsx"
    path.write_text(WRONG, encoding="utf-8")
    assert "Standings" not in report_on(path, out)
    assert run("sheet", "check", path, "--format", "xlsx", "-o", out).exit_code == 2
    report_on(path, out, "--force")


def test_no_cell_of_a_report_becomes_a_formula(tmp_path):
    path, out = tmp_path / "w.csv", tmp_path / "report.xlsx"
    path.write_text(WRONG.replace("Ann", '"=HYPERLINK(""http://x"")"'), encoding="utf-8")
    run("sheet", "check", path, "--format", "xlsx", "-o", out)
    book = openpyxl.load_workbook(out)
    kinds = {cell.data_type for sheet in book for row in sheet.iter_rows() for cell in row}
    assert kinds == {"s", "n"}


def test_any_report_is_written_to_a_file(tmp_path):
    path, out = tmp_path / "w.csv", tmp_path / "report.json"
    path.write_text(WRONG, encoding="utf-8")
    assert not run("sheet", "check", path, "--format", "json", "-o", out).stdout
    assert json.loads(out.read_text("utf-8"))["records"]


# ------------------------------------------------------------------ empty sheets


@pytest.mark.parametrize("name", rules.names())
def test_an_empty_sheet_that_is_filled_in_is_read_without_a_map(name):
    known = rules.load(name)
    book = openpyxl.load_workbook(io.BytesIO(template(known, f"{name}/1", deals=8)))
    sheet = book.active
    head = next(row for row in sheet.iter_rows() if row[0].value == "Deal")
    at = {cell.value: cell.column for cell in reversed(head) if cell.value}
    for seat, player in enumerate(("Ann", "Bob", "Cid", "Dee")[: max(known.play.spec.seats)]):
        row = next(row for row in sheet.iter_rows() if row[0].value == f"{'ABCD'[seat]}:")
        sheet.cell(row[0].row, 2, player)
    filled = {
        "Deal": "E1",
        "Dealer": "A",
        "Winner": "B",
        "From": "C",
        "A": 0,
        "B": 1000,
        "C": -1000,
    }
    for word, value in {**filled, "D": 0}.items():
        sheet.cell(head[0].row + 1, at[word], value)
    stream = io.BytesIO()
    book.save(stream)
    (game,) = read_sheet(stream.getvalue()).games
    assert game.game.rules == f"{name}/1"
    assert game.game.players == ("Ann", "Bob", "Cid", "Dee")
    assert {"win B ? from C", "net 0 1000 -1000 0"} <= set(game.text.splitlines())
    assert {each.severity for each in game.draft.findings} <= {"note"}


@pytest.mark.parametrize("name", rules.names())
def test_an_empty_sheet_as_csv_is_read_when_it_is_filled_in(name, tmp_path):
    out = tmp_path / "sheet.csv"
    assert run("sheet", "template", name, "-o", out).exit_code == 0
    *above, heads = out.read_text("utf-8").splitlines()
    filled = {"Deal": "E1", "Dealer": "A", "Winner": "B", "From": "C", "B": "1000", "C": "-1000"}
    row = [filled.pop(head, "0" if head in ("A", "D") else "") for head in heads.split(",")]
    (game,) = read_sheet("\n".join([*above, heads, ",".join(row)])).games
    assert game.game.rules == f"{name}/1"
    assert "win B ? from C" in game.text.splitlines()
    assert "net 0 1000 -1000" in game.text


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("riichi", "Han Fu Ready Tenpai"),
        ("taiwanese", "Tai"),
        ("american", "Points Doubles"),
        ("hongkong", "Faan"),
        ("hongkong-faan", "Faan"),
        ("mcr", "Fan"),
        ("sichuan", "Fan Kongs"),
        ("zungjung", "Points"),
        ("taiyuan", "Items Kongs Ready"),
        ("tibet", "Items"),
    ],
)
def test_a_rule_set_names_the_columns_of_its_sheets(name, columns):
    heads = heads_of(rules.load(name))
    assert heads == ["Deal", "Dealer", "Winner", "From", *columns.split(), "Remarks"]


def test_an_empty_sheet_has_choices_checks_and_fits_a_page():
    book = openpyxl.load_workbook(io.BytesIO(template(rules.load("riichi"), "riichi/1")))
    sheet = book.active
    lists = [each.formula1 for each in sheet.data_validations.dataValidation if each.type == "list"]
    assert lists == ['"A,B,C,D"', '"A,B,C,D"', '"A,B,C,D,self"']
    assert sheet.page_setup.orientation == "landscape"
    assert sheet.sheet_properties.pageSetUpPr.fitToPage


# ------------------------------------------------------------------ records as sheets


UNSAID = {"ready", "win", "deal", "dora", "ura", "wall", "exchange", "void"}
"""Lines with tiles, and those that are told in other words."""


def sheet_lines(game):
    """What a sheet can say of each deal."""
    return [
        [
            line.content
            for line in deal.lines
            if not isinstance(line.content, (Show, BonusLine))
            and line.content.keyword not in UNSAID
        ]
        for deal in game.deals
    ]  # fmt: skip


@pytest.mark.parametrize("name", PLAYED)
def test_a_record_as_a_sheet_reads_back_as_what_it_said(name):
    for game in games(name, seed=11, deals=6, fast=True):
        sheet = sheet_of_record(game)
        (back,) = read_sheet(sheet.csv, HowToRead()).games
        assert sheet_lines(back.game) == sheet_lines(game), sheet.csv
        assert back.game.players == game.players
        assert any("turns" in loss.message for loss in sheet.losses)


RIGHT = sorted(path for path in SAMPLES.rglob("*.mjl") if "broken" not in path.parts)[::7]


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_what_the_sheet_of_a_sample_does_not_say_is_told(path):
    (source, *_) = load(path)
    sheet = sheet_of_record(source.game)
    (back,) = read_sheet(sheet.csv).games
    assert not [each for each in back.draft.findings if each.severity == "error"]
    same = sheet_lines(back.game) == sheet_lines(source.game)
    assert same or sheet.losses, sheet.csv


def test_the_final_points_of_results_and_the_names_of_draws_are_not_lost_without_a_word():
    results = "Round,1\nPlayer,Points\nAnn,32100\nBob,28400\nCid,21000\nDee,18500\n"
    (game,) = read_sheet(results).games
    assert "Ann,32100\nBob,28400" in sheet_of_record(game.game).csv
    (abort,) = load(SAMPLES / "riichi" / "four-kongs.mjl")
    losses = [str(loss.message) for loss in sheet_of_record(abort.game).losses]
    assert "a sheet has no names of draws; lines left out: 1" in losses


def test_a_sheet_has_no_suits_that_are_given_up():
    (game,) = games("sichuan", seed=11, deals=1, fast=True)
    told = [loss.message for loss in sheet_of_record(game).losses]
    assert "a sheet has no suits given up; lines left out: 4" in map(str, told)


def test_a_sheet_as_a_record_as_a_sheet_is_the_same():
    path = SAMPLES / "hongkong-faan" / "a-sheet-of-six-deals.mjl"
    (source,) = load(path)
    (game,) = read_sheet(sheet_of_record(source.game).csv).games
    assert sheet_of_record(game.game).csv == sheet_of_record(source.game).csv
    assert len(HEADS) == 13


# ------------------------------------------------------------------ maps


MAP = """
rules = "riichi/1 preset=ema-2016"
head = 0
unit = 100
players = ["C", "D", "E", "F"]
names = ["Ann", "Bob", "Cid", "Dee"]
[columns]
deal = "B"
winner = "A"
"""
ODD = "Bob,E1,0,20,-20,0\nDee,E2,-10,-20,-10,40\n"


def test_a_map_says_what_nobody_could_guess():
    (game,) = read_sheet(ODD, HowToRead(layout=map_of(MAP))).games
    assert game.game.rules == "riichi/1 preset=ema-2016"
    assert "net 0 2000 -2000 0" in game.text
    assert game.game.players == ("Ann", "Bob", "Cid", "Dee")


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("x = 1", "x"), ("head = 'a'", "head"), ("[columns]\nfoo = 'A'", "foo"), ("= 1", "TOML"),
        ("players = [0]", "0"), ("columns = 3", "columns"), ("[columns]\ndeal = 'A1'", "A1"),
    ],
)  # fmt: skip
def test_a_wrong_map_names_its_entry(text, named):
    with pytest.raises(MapError, match=named):
        map_of(text)


def test_the_command_takes_a_map_and_explains_cells(tmp_path):
    (tmp_path / "m.toml").write_text(MAP, encoding="utf-8")
    (tmp_path / "odd.csv").write_text(ODD, encoding="utf-8")
    result = run("sheet", "check", tmp_path / "odd.csv", "--map", tmp_path / "m.toml", "--explain")
    assert "D1 '20': net 0 2000 -2000 0" in result.stdout
    assert run("sheet", "check", tmp_path / "odd.csv", "--map", tmp_path / "odd.csv").exit_code == 2


@pytest.mark.parametrize("form", ["json", "sarif"])
def test_the_report_is_json(tmp_path, form):
    (tmp_path / "w.csv").write_text(WRONG, encoding="utf-8")
    told = json.loads(run("sheet", "check", tmp_path / "w.csv", "--format", form).stdout)
    assert "J3" in json.dumps(told)
