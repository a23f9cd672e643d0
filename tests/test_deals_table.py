"""`deals_table`: records as rows of plain numbers and words."""

import csv
import io
import json
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from kit.places import EVERY, ROOT, SAMPLES
from kit.sizes import SIZES

import mjlog
from mjlog.batch.deals_table import COLUMNS, ITEM_COLUMNS, OF_A_SEAT, PLAYER_COLUMNS
from mjlog.bots.generate import games
from mjlog.cli.main import main
from mjlog.formats import export

FAIR_COPY = SAMPLES / "taiyuan/everything-fair-copy.mjl"


@pytest.fixture(scope="module", params=SIZES)
def paths(request):
    return list(map(str, EVERY if request.param == "whole" else EVERY[::5]))


@pytest.fixture(scope="module")
def rows(paths):
    return list(mjlog.deals_table(paths))


@pytest.fixture(scope="module")
def checked(paths):
    lines = CliRunner().invoke(main, ["check", "--format", "ndjson", *paths]).output
    records = [json.loads(line) for line in lines.splitlines()]
    return {record["path"]: record for record in records if "path" in record}


@pytest.mark.slow
def test_there_is_a_row_for_each_deal_that_is_checked(paths, rows, checked):
    deals = Counter(row["path"] for row in rows)
    assert len(deals) > len(paths) / 2
    assert deals == {path: record["deals"] for path, record in checked.items() if record["deals"]}


@pytest.mark.parametrize(
    ("column", "severity"), [("errors", "error"), ("warnings", "warning"), ("notes", "note")]
)
def test_findings_are_those_of_the_check(rows, checked, column, severity):
    found = {(row["path"], row["deal"]): row[column] for row in rows}
    said = Counter(
        (path, finding["where"]["deal"])
        for path, record in checked.items()
        for finding in record["findings"]
        if finding["severity"] == severity and finding["where"]["deal"]
    )
    assert {key: number for key, number in found.items() if number} == said


@pytest.mark.parametrize(
    ("column", "answer"),
    [("agree", "agrees"), ("differ", "differs"), ("given", "given"), ("unverified", "unverified")],
)
def test_answers_are_those_of_the_check(rows, checked, column, answer):
    given = Counter()
    for row in rows:
        given[row["path"]] += row[column]
    for path, number in given.items():
        game = mjlog.read(Path(path).read_bytes())
        heads = {"Ranking", "Final-Score", "Final-Points"} & {head.key for head in game.headers}
        assert 0 <= checked[path]["verdicts"][answer] - number <= len(heads), path


def test_cells_are_plain(rows):
    for row in rows:
        assert list(row) == list(COLUMNS)
        assert {type(cell) for cell in row.values()} <= {int, str, type(None)}


def test_rows_survive_a_csv_file(rows):
    file = io.StringIO()
    writer = csv.DictWriter(file, COLUMNS)
    writer.writeheader()
    writer.writerows(rows)
    file.seek(0)
    back = list(csv.DictReader(file))
    as_text = [
        {name: "" if cell is None else str(cell) for name, cell in row.items()} for row in rows
    ]
    assert back == as_text


def test_a_row_tells_what_happened():
    [row] = mjlog.deals_table(FAIR_COPY)
    known = {name: cell for name, cell in row.items() if cell is not None}
    assert (known["winner"], known["how"], known["tile"]) == ("C", "self", "2s")
    assert "deal_in" not in known
    assert [row[f"due_{seat}"] for seat in "abcd"] == [-12, -7, 23, -4]
    assert [row[f"ready_{seat}"] for seat in "abcd"] == [None, None, 6, 6]
    assert (known["value"], known["unit"]) == (1, "points")
    assert (row["waits_c"], row["waits_d"]) == ("25s", "7p8s")


def test_values_and_payments_are_those_of_the_audit(rows):
    for path in {row["path"] for row in rows[::5]}:
        report = mjlog.audit(mjlog.read(Path(path).read_bytes()))
        mine = [row for row in rows if row["path"] == path]
        if report.rules is None or len(report.settlements) < len(mine):
            continue
        for row, settled, change in zip(mine, report.settlements, report.changes, strict=True):
            worth = {score.seat: score.value for score in settled.scores} if settled else {}
            assert row["value"] == worth.get("ABCD".find(row["winner"] or "?"))
            assert row["due_a"] == (change[0] if change else None)


def test_records_come_from_anywhere(tmp_path):
    path = str(FAIR_COPY)
    [plain] = mjlog.deals_table(path)
    without_path = {**plain, "path": ""}
    game = mjlog.read(FAIR_COPY.read_bytes())
    assert list(mjlog.deals_table(game)) == [without_path]
    assert [row | {"path": ""} for row in mjlog.deals_table(FAIR_COPY.read_bytes())] == [
        without_path
    ]
    assert list(mjlog.deals_table([path, FAIR_COPY])) == [plain, plain]
    packed = tmp_path / "games.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(FAIR_COPY, "one.mjl")
    [inside] = mjlog.deals_table(packed)
    assert inside == {**plain, "path": f"{packed}:one.mjl"}


def test_a_foreign_log_gives_the_same_deals():
    [game] = games("riichi preset=tenhou", seed=7, deals=3)
    foreign = export(game, "mjai")
    own = list(mjlog.deals_table(game))
    read = list(mjlog.deals_table(foreign.text.encode()))
    for name in ("winner", "how", "tile", "deal_in", "ready_a", "turns"):
        assert [row[name] for row in read] == [row[name] for row in own]


def test_one_record_is_held_at_a_time():
    taken = []

    def sources():
        for path in EVERY:
            taken.append(path)
            yield mjlog.Source(str(path), "mjl", mjlog.read(path.read_bytes()))

    table = mjlog.deals_table(sources())
    row = next(table)
    assert row["path"] == str(taken[-1])
    assert len(taken) <= len(EVERY) / 10


def test_what_is_no_record_gives_no_row(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear Ada,\n", encoding="utf-8")
    assert list(mjlog.deals_table(tmp_path)) == []
    with pytest.raises(OSError, match="nowhere"):
        list(mjlog.deals_table(tmp_path / "nowhere"))


def test_a_failure_of_ours_ends_no_table(monkeypatch):
    def fails(*_args, **_more):
        raise RuntimeError("broken")

    game = mjlog.read(FAIR_COPY.read_bytes())
    monkeypatch.setattr("mjlog.batch.internal_errors.audit", fails)
    [row] = mjlog.deals_table(game)
    assert (row["winner"], row["how"], row["value"]) == ("C", "self", None)


def test_pandas_takes_the_table(rows):
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = pandas.DataFrame(rows)
    assert list(frame.columns) == list(COLUMNS)
    assert len(frame) == len(rows)
    assert frame["turns"].sum() == sum(row["turns"] for row in rows)


def test_polars_takes_the_table(rows):
    polars = pytest.importorskip("polars", reason="polars is not installed")
    frame = polars.DataFrame(rows, infer_schema_length=None)
    assert frame.columns == list(COLUMNS)
    assert frame["turns"].sum() == sum(row["turns"] for row in rows)


def test_every_column_is_documented():
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for column in COLUMNS:
        name = column[:-2] if column[-2:] in {"_a", "_b", "_c", "_d"} else column
        assert f"`{name}" in page, column


OWN_STICK = """%mjlog 1.0
Rules: riichi/1 preset=ema-2016
A: a
B: b
C: c
D: d

@ E1 dealer=A sticks=0 scores=30000,30000,30000,30000
draw wall
ready A
tenpai A
net {net}
score 32000 29000 29000 29000
"""


@pytest.mark.parametrize("net", ["2000 -1000 -1000 -1000", "3000 -1000 -1000 -1000"])
def test_both_readings_of_a_net_line_are_the_same_change(net):
    (row,) = mjlog.deals_table(OWN_STICK.format(net=net).encode())
    assert row["differ"] == 0
    assert [row[f"net_{seat}"] for seat in "abcd"] == [2000, -1000, -1000, -1000]
    assert [row[f"due_{seat}"] for seat in "abcd"] == [2000, -1000, -1000, -1000]


def test_recorded_and_due_changes_agree_where_all_claims_agree(rows):
    made = mjlog.deals_table(games("riichi preset=tenhou", seed=7, deals=20))
    compared = 0
    for row in (*rows, *made):
        if not row["agree"] or row["differ"] + row["unverified"] + row["given"]:
            continue
        for seat in "abcd":
            stated, due = row[f"net_{seat}"], row[f"due_{seat}"]
            if None not in (stated, due):
                compared += 1
                assert stated == due, (row["path"], row["label"], seat)
    assert compared > 100


def test_players_are_rows_that_say_what_the_row_of_the_deal_says(paths, rows):
    deals = {(row["path"], row["deal"]): row for row in rows}
    players = list(mjlog.deals_table(paths, by="player"))
    assert len(players) == sum(row["seats"] for row in rows)
    for player in players:
        assert list(player) == list(PLAYER_COLUMNS)
        deal, letter = deals[player["path"], player["deal"]], player["seat"]
        assert [player[name] for name in OF_A_SEAT] == [
            deal[f"{name}_{letter.lower()}"] for name in OF_A_SEAT
        ]
        if letter == deal["winner"] and letter not in str(deal["false_winners"]):
            assert (player["result"], player["value"]) == (deal["how"], deal["value"])


def test_items_are_rows_that_say_what_the_row_of_the_deal_says(paths, rows):
    items = list(mjlog.deals_table(paths, by="item"))
    assert all(list(item) == list(ITEM_COLUMNS) for item in items)
    of_winners = {}
    for item in items:
        key = item["path"], item["deal"], item["seat"]
        of_winners.setdefault(key, []).append(f"{item['item']} {item['points']}")
    for row in rows:
        key = row["path"], row["deal"], row["winner"]
        assert ", ".join(of_winners.get(key, ())) == (row["items"] or "")


def test_rows_about_something_else_are_refused():
    with pytest.raises(ValueError, match="by is deal, player or item, not 'tile'"):
        next(mjlog.deals_table(FAIR_COPY, by="tile"))
