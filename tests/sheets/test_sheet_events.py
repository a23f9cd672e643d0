"""Sheets of a whole event, sheets as records, sheets that nobody could mean."""

import json
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from kit.commands import run
from kit.places import ROOT, SAMPLES

from mjlog.bots.generate import games
from mjlog.results.event_standings import event_standings, key_of_name
from mjlog.sheets.audit import audited
from mjlog.sheets.from_record import sheet_of_record
from mjlog.sheets.reading import read_sheet

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import fuzz_all

TABLE = """\
Rules,riichi/1
Round,{round}
Table,{table}
Deal,Winner,From,Han,Fu,{names}
E1,{winner},{loser},2,30,0,2000,-2000,0
"""


def table(round_, number, *names):
    words = {"round": round_, "table": number, "names": ",".join(names)}
    return TABLE.format(**words, winner=names[1], loser=names[2])


def standings_of(*texts):
    read = (game for text in texts for game in read_sheet(text).games)
    return event_standings([audited(game).report for game in read])


def test_points_are_added_over_rounds_whatever_the_names_look_like():
    told = standings_of(
        table(1, 1, "Ann Lee", "Bob", "Cid", "Dee"), table(2, 1, "lee ANN", "Cid", "Bob", "Dee")
    )
    assert [(each.name, each.games, each.due) for each in told.players] == [
        ("Ann Lee", 2, 0), ("Bob", 2, 0), ("Cid", 2, 0), ("Dee", 2, 0)
    ]  # fmt: skip
    assert told.findings == ()


def test_what_does_not_fit_is_told():
    told = standings_of(
        table(1, 1, "Ann", "Bob", "Cid", "Dee"),
        table(1, 3, "Ann", "Alexander", "Gus", "Hal"),
        table(2, 1, "Alexandre", "Bob", "Cid", "Dee"),
    )
    messages = [finding.message for finding in told.findings]
    assert any("Ann sits at table 1 and at table 3" in each for each in messages)
    assert any("round 1: no sheet of table 2" in each for each in messages)
    assert any("is Alexander the same player as Alexandre" in each for each in messages)
    assert key_of_name("Ａlexander") != key_of_name("Alexandre")


def test_a_folder_is_an_event(tmp_path):
    (tmp_path / "a.csv").write_text(table(1, 1, "Ann", "Bob", "Cid", "Dee"), encoding="utf-8")
    (tmp_path / "b.csv").write_text(table(1, 2, "Eva", "Flo", "Gus", "Hal"), encoding="utf-8")
    result = run("sheet", "check", tmp_path)
    assert result.exit_code == 0, result.output
    assert "Bob: 1, +2,000, +2,000" in result.output


def event_with_a_gap(folder):
    """Two tables of a round, of which the second is missing."""
    names = {1: ("Ann", "Bob", "Cid", "Dee"), 3: ("Eva", "Flo", "Gus", "Hal")}
    for number, players in names.items():
        file = folder / f"{number}.csv"
        file.write_text(table(1, number, *players), encoding="utf-8")
    return folder


def test_every_form_has_the_standings_and_counts_their_warnings(tmp_path):
    folder = event_with_a_gap(tmp_path)
    schema = json.loads((ROOT / "schemas" / "findings.schema.json").read_text(encoding="utf-8"))
    lines = run("sheet", "check", folder, "--format", "ndjson")
    *records, event = map(json.loads, lines.stdout.splitlines())
    assert len(records) == 2
    assert not any("event" in record for record in records)
    assert list(Draft202012Validator(schema).iter_errors(event)) == []
    bob = {"name": "Bob", "games": 1, "recorded": 2000, "due": 2000}
    assert event["event"]["standings"][0] == bob
    assert [each["code"] for each in event["findings"]] == ["sheet.event"]
    whole = run("sheet", "check", folder, "--format", "json")
    told = json.loads(whole.stdout)
    assert told["event"] == event
    assert told["records"] == records
    assert told["summary"]["records"] == 2
    assert told["summary"]["findings"]["warning"] == 1
    results = json.loads(run("sheet", "check", folder, "--format", "sarif").stdout)
    assert [each["ruleId"] for each in results["runs"][0]["results"]] == ["sheet.event"]
    text = run("sheet", "check", folder)
    assert "round 1: no sheet of table 2" in text.output
    assert "1 warning" in text.output
    assert {each.exit_code for each in (lines, whole, text)} == {1}


def test_a_single_sheet_is_no_event(tmp_path):
    (file,) = (each for each in event_with_a_gap(tmp_path).iterdir() if each.name == "1.csv")
    assert "event" not in json.loads(run("sheet", "check", file, "--format", "json").stdout)


# ------------------------------------------------------------------ sheets and records


def test_a_record_becomes_a_sheet_and_a_record_again(tmp_path):
    source = SAMPLES / "hongkong-faan" / "a-sheet-of-six-deals.mjl"
    for form in ("csv", "xlsx"):
        sheet, back = tmp_path / f"game.{form}", tmp_path / f"{form}.mjl"
        assert run("convert", source, "-o", sheet).exit_code == 0
        assert run("convert", "--from", "sheet", sheet, "-o", back).exit_code == 0
        assert "rule D guarantee" in back.read_text(encoding="utf-8")
        assert run("check", back).exit_code == 0


@pytest.mark.parametrize(
    "name", ["taiyuan", "taiwanese", "american", "riichi", "tibet preset=tibet-13-scored"]
)
def test_true_sheets_of_made_up_games_accuse_nobody(name):
    for game in games(name, seed=21, deals=12, fast=True):
        (sheet,) = read_sheet(sheet_of_record(game).csv).games
        wrong = [each for each in audited(sheet).findings if each.severity == "error"]
        assert not wrong, (wrong, sheet_of_record(game).csv)


def test_plain_json_is_a_table():
    told = {
        "sheet": "1.0", "rules": "riichi/1", "players": ["Ann", "Bob", "Cid", "Dee"],
        "deals": [{"deal": "E1", "winner": "Bob", "from": "Cid", "han": 2, "fu": 30,
                   "change": [0, 2000, -2000, 0], "total": [25000, 27000, 23000, 25000]}],
        "final": [25000, 27000, 23000, 25000],
    }  # fmt: skip
    (game,) = read_sheet(json.dumps(told)).games
    assert "net 0 2000 -2000 0" in game.text
    assert game.game.header("Final-Score") == "25000 27000 23000 25000"
    assert not [each for each in audited(game).findings if each.severity == "error"]
    (wrong,) = read_sheet(json.dumps({**told, "deals": [{"winer": "Bob"}]})).findings
    assert "winer" in wrong.message


# ------------------------------------------------------------------ nonsense


@pytest.mark.soak
@pytest.mark.parametrize(("kind", "number"), [("sheet", 95_000), ("workbook", 5_000)])
def test_many_mangled_sheets_break_nothing(kind, number):
    tally = fuzz_all.search(number, 2026, (kind,))
    assert tally.first == {}
