"""A tournament from the list of players to the standings, by its commands."""

import csv
import gc
import io
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from kit.archives import empty_archive, text_of
from openpyxl import load_workbook

from mjlog.archive.questions.search import Query, find
from mjlog.archive.store import Archive
from mjlog.archive.view import ANYBODY, viewing
from mjlog.cli.main import main
from mjlog.tournament.frame import players_in, read
from webviewer.venue import paper

NAMES = ["Ana", "Zhao Min", "王丽", 'Dan "D" & <b>', "=1+1", "Eva", "Fay", "Guo"]


def run(*words, ok=0):
    """What a command prints, where its exit status is that one."""
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == ok, done.output
    return done.output


@pytest.fixture
def cup(tmp_path):
    """A tournament of two rounds at two tables, drawn."""
    (tmp_path / "players.txt").write_text("\n".join(NAMES), encoding="utf-8")
    file = tmp_path / "cup.toml"
    wanted = ("--event", "Cup", "--rules", "riichi/1", "--rounds", 2)
    run("tournament", "new", file, *wanted, "--players", tmp_path / "players.txt")
    run("tournament", "draw", file, "--seed", "a public seed")
    return file


def record(game, pay=2000):
    """The record of one deal of a game of the draw."""
    text = text_of("Cup", players=game.players, pay=pay).decode()
    return text.replace("Event: Cup\n", f"Event: Cup\nRound: {game.round}\nTable: {game.table}\n")


def recorded(file, folder):
    """A record for each game of the draw."""
    folder.mkdir(exist_ok=True)
    for game in read(file).games():
        (folder / f"{game.name}.mjl").write_text(record(game), encoding="utf-8")
    return folder


def test_the_list_of_players_is_closed_where_another_option_is_wrong(tmp_path, monkeypatch):
    players = tmp_path / "players.txt"
    players.write_text("\n".join(NAMES), encoding="utf-8")
    left_open = []
    monkeypatch.setattr(sys, "unraisablehook", left_open.append)
    gc.collect()
    left_open.clear()  # what other tests left open is not meant
    wanted = ("--event", "Cup", "--rules", "riichi/1", "--players", players, "--rounds", 0)
    run("tournament", "new", tmp_path / "cup.toml", *wanted, ok=2)
    gc.collect()
    assert not left_open


def test_players_are_lines_or_a_column():
    assert players_in("# who\nAna\n\n Ben  Li \n") == ["Ana", "Ben Li"]
    assert players_in('\ufeffclub;name\nX;Ana\nY;"Li, Ben"\n') == ["Ana", "Li, Ben"]
    assert players_in("编号\t姓名\n1\t王丽\n") == ["王丽"]
    assert players_in("") == []


def test_the_draw_is_what_the_seed_gives_and_a_changed_one_is_noticed(cup):
    assert "a public seed" in run("tournament", "verify", cup)
    assert read(cup).players == tuple(NAMES)
    text = cup.read_text(encoding="utf-8")
    line = re.findall(r"^  \[.*\],$", text, re.MULTILINE)[0]
    names = line.strip(" [],").split(", ")
    cup.write_text(text.replace(line, f"  [{', '.join(names[::-1])}],"), encoding="utf-8")
    assert "round 1 is not what the seed gives" in run("tournament", "verify", cup, ok=1)


def test_a_draw_is_not_replaced_by_mistake(cup):
    assert "--again" in run("tournament", "draw", cup, ok=1)
    run("tournament", "draw", cup, "--again")
    assert read(cup).seed != "a public seed"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rules", "riichi/1", "--rounds", 1, "--seats", 2), "is not played by 2"),
        (("--rules", "nothing/1", "--rounds", 1), "nothing"),
        (("--rules", "taiyuan/1", "--rounds", 1), "several players have the name Ana"),
    ],
)
def test_what_cannot_be_is_told(tmp_path, words, said):
    players = tmp_path / "players.txt"
    players.write_text("Ana\nBen\nCleo\nDan\nAna\n" if "taiyuan/1" in words else "A\nB\nC\nD\n")
    done = ("tournament", "new", tmp_path / "x.toml", "--event", "E", "--players", players)
    assert said in run(*done, *words, ok=1)
    assert not (tmp_path / "x.toml").exists()


@pytest.mark.parametrize(
    "text",
    ["", "event = 3", "players = [", 'event="E"\nrules="riichi/1"\nrounds="2"\nseats=4', "\xcf\0"],
)
def test_a_file_that_is_no_tournament_is_told(tmp_path, text):
    (tmp_path / "x.toml").write_bytes(text.encode("latin-1"))
    said = run("tournament", "draw", tmp_path / "x.toml", ok=1)
    assert "is no tournament" in said
    assert "codec" not in said


def test_ledgers_of_a_round_have_the_players_in_their_places(cup, tmp_path):
    run("tournament", "tables", cup, 2, tmp_path / "games")
    game = read(cup).game(2, 1)
    text = (tmp_path / "games" / "r2-t1.mjl").read_text(encoding="utf-8")
    for seat, name in zip("ABCD", game.players, strict=True):
        assert f"\n{seat}: {name}\n" in text
    assert "Event: Cup\nRound: 2\nTable: 1\n" in text
    assert "there already" in run("tournament", "tables", cup, 2, tmp_path / "games")
    assert "no table 1 in round 3" in run("tournament", "tables", cup, 3, tmp_path, ok=1)


def test_records_make_the_standings(cup, tmp_path):
    archive = empty_archive(tmp_path / "a.sqlite")
    folder = recorded(cup, tmp_path / "games")
    missing = (folder / "r2-t2.mjl").read_text(encoding="utf-8")
    (folder / "r2-t2.mjl").unlink()
    told = run("tournament", "collect", cup, "--archive", archive, folder, ok=1)
    assert "round 2, table 2: no record is there" in told
    assert "3 of 4 games are there" in told
    (folder / "r2-t2.mjl").write_text(missing, encoding="utf-8")
    assert "4 of 4" in run("tournament", "collect", cup, "--archive", archive, folder)
    rows = run("tournament", "standings", cup, "--archive", archive, "--format", "csv").splitlines()
    assert len(rows) == len(NAMES) + 1
    assert rows == run("archive", "standings", archive, "Cup", "--format", "csv").splitlines()


def test_a_record_of_other_players_is_told(cup, tmp_path):
    archive = empty_archive(tmp_path / "a.sqlite")
    folder = recorded(cup, tmp_path / "games")
    wrong = folder / "r1-t1.mjl"
    wrong.write_text(
        wrong.read_text(encoding="utf-8").replace("A: ", "A: Not ", 1), encoding="utf-8"
    )
    told = run("tournament", "collect", cup, "--archive", archive, folder, ok=1)
    (line,) = [line for line in told.splitlines() if line.startswith("round 1, table 1")]
    first = re.search(r"^A: (.+)$", wrong.read_text(encoding="utf-8"), re.MULTILINE)[1]
    assert line.endswith(f": the record names {first}, the draw {first.removeprefix('Not ')}")


def test_a_ledger_that_has_grown_takes_the_place_of_its_beginning(cup, tmp_path):
    archive, folder = empty_archive(tmp_path / "a.sqlite"), tmp_path / "games"
    run("tournament", "tables", cup, 1, folder)
    file, collect = folder / "r1-t1.mjl", ("tournament", "collect", cup, "--archive", archive)
    assert "0 of 4" in run(*collect, folder, ok=1)
    _typed(file, "c<a", "ok")
    earlier = file.read_bytes()
    assert "1 added" in run(*collect, file, ok=1)
    _typed(file, "@", "a<", "ok")
    assert "1 of 4" in run(*collect, file, ok=1)
    assert len(run("archive", "list", archive).splitlines()) == 1
    file.write_bytes(earlier)
    assert "1 of 4" in run(*collect, file, ok=1)


def test_a_game_that_is_played_is_seen_by_nobody_else(cup, tmp_path):
    archive, folder = empty_archive(tmp_path / "a.sqlite"), tmp_path / "games"
    run("tournament", "tables", cup, 1, folder)
    file = folder / "r1-t1.mjl"
    for words, seen in ((("c<a", "fan c han 3, fu 30", "ok"), 0), (("end time",), 1)):
        _typed(file, *words)
        run("tournament", "collect", cup, "--archive", archive, file, ok=1)
        with Archive(archive) as opened, viewing(opened, ANYBODY) as view:
            assert len(find(view, Query()).rows) == seen


def test_players_in_wrong_seats_are_counted_where_they_sat(cup, tmp_path):
    """The ledger stays as it is; the record that it means amends it, and is what counts."""
    archive, folder = empty_archive(tmp_path / "a.sqlite"), tmp_path / "games"
    run("tournament", "tables", cup, 1, folder)
    file, game = folder / "r1-t1.mjl", read(cup).game(1, 1)
    _typed(file, "c<a", "fan c han 3, fu 30", "ok", "seats b c")
    told = run("tournament", "collect", cup, "--archive", archive, file, ok=1)
    assert "1 of 4" in told
    rows = run("tournament", "standings", cup, "--archive", archive, "--format", "csv").splitlines()
    assert next(csv.DictReader(rows))["player"] == game.players[1]
    _typed(file, "@", "c<a", "fan c han 3, fu 30", "ok")
    assert "1 of 4" in run("tournament", "collect", cup, "--archive", archive, file, ok=1)
    assert len(run("archive", "list", archive).splitlines()) == 2


def _typed(file, *lines):
    done = CliRunner().invoke(main, ["record", str(file)], input="".join(f"{x}\n" for x in lines))
    assert done.exit_code == 0, done.output


def test_cards_have_the_names_as_they_are_and_one_code_for_all_rounds(cup):
    page = run("tournament", "cards", cup, "--site", "http://venue.example:8000/")
    assert page.count("<svg") == 2
    assert "http://venue.example:8000/live/t2" in page
    assert "Dan &#34;D&#34; &amp; &lt;b&gt;" in page
    assert "<b>," not in page
    assert not re.search(r"(?:src|href)=", page)
    assert "<svg" not in run("tournament", "cards", cup)


def test_pages_are_in_the_language_that_is_asked_for(cup):
    for tag in ("en", "ja", "zh-Hans"):
        assert f'<html lang="{tag}"' in run("tournament", "timer", cup, "--lang", tag)


def test_sheets_are_filled_in_from_the_archive(cup, tmp_path):
    archive = empty_archive(tmp_path / "a.sqlite")
    run("tournament", "collect", cup, "--archive", archive, recorded(cup, tmp_path / "games"))
    told = ("tournament", "sheets", cup, "--archive", archive)
    rows = run(*told, "--format", "csv").splitlines()
    assert rows[0].startswith("round,table,seat,player,points")
    assert len(rows) == 1 + 2 * len(NAMES)
    out = tmp_path / "sheets.xlsx"
    run(*told, "-o", out)
    book = load_workbook(io.BytesIO(out.read_bytes()))
    assert book.sheetnames == ["Results", "Standings"]
    cells = [cell for row in book["Results"].iter_rows() for cell in row if cell.value == "=1+1"]
    assert {cell.data_type for cell in cells} == {"s"}
    page = run(*told)
    assert page.count('class="standings"') == 1
    assert 'class="standings"' not in run("tournament", "sheets", cup)


def slips(cup, tmp_path, points=(35000, 27000, 21000, 17000), name="slips.csv"):
    """The result sheets of all games, filled in with these points."""
    lines = run("tournament", "sheets", cup, "--format", "csv").splitlines()
    rows = list(csv.DictReader(lines))
    for at, row in enumerate(rows):
        row["points"] = str(points[at % 4])
    text = io.StringIO()
    sheet = csv.DictWriter(text, rows[0])
    sheet.writeheader()
    sheet.writerows(rows)
    (tmp_path / name).write_text(text.getvalue(), encoding="utf-8")
    return tmp_path / name


def test_an_event_runs_on_result_slips_and_records_take_their_places(cup, tmp_path):
    archive = empty_archive(tmp_path / "a.sqlite")
    collect = ("tournament", "collect", cup, "--archive", archive)
    assert "4 of 4" in run(*collect, slips(cup, tmp_path))
    told = ("tournament", "standings", cup, "--archive", archive, "--format", "csv")
    rows = list(csv.DictReader(run(*told).splitlines()))
    assert len(rows) == len(NAMES)
    assert sum(float(row["corrected"]) for row in rows) == 0
    filled = tmp_path / "filled.xlsx"
    run("tournament", "sheets", cup, "--archive", archive, "-o", filled)
    assert "4 known" in run(*collect, filled)

    folder = recorded(cup, tmp_path / "games")
    for file in folder.iterdir():
        if file.name != "r1-t1.mjl":
            file.unlink()
    said = run(*collect, folder, ok=1)
    assert "on the slip," in said
    assert "4 of 4" in said
    again = run(*collect, tmp_path / "slips.csv", ok=1)
    assert "3 known" in again
    assert "on the slip," in again


@pytest.mark.parametrize("event", ["Event,Cup\n", ""])
def test_a_deal_sheet_with_round_and_table_is_the_game_of_the_draw(cup, tmp_path, event):
    archive = empty_archive(tmp_path / "a.sqlite")
    rows = list(csv.DictReader(slips(cup, tmp_path).read_text(encoding="utf-8").splitlines()))
    players = ",".join(row["player"] for row in rows[:4])
    (tmp_path / "deals.csv").write_text(
        f"{event}Rules,riichi/1 preset=ema-2016\nRound,1\nTable,1\n"
        f"Deal,Winner,From,Han,Fu,{players}\nE1,{rows[1]['player']},{rows[2]['player']},"
        "2,30,0,2000,-2000,0\n",
        encoding="utf-8",
    )
    said = run("tournament", "collect", cup, "--archive", archive, tmp_path / "deals.csv", ok=1)
    assert "1 of 4 games are there" in said


def test_a_column_of_a_slip_that_is_not_counted_is_told(cup, tmp_path):
    archive = empty_archive(tmp_path / "a.sqlite")
    path = slips(cup, tmp_path)
    lines = path.read_text(encoding="utf-8").splitlines()
    with_penalties = [
        f"{lines[0]},penalty",
        f"{lines[1]},-20",
        *(f"{line},0" for line in lines[2:]),
    ]
    path.write_text("\n".join(with_penalties), encoding="utf-8")
    said = run("tournament", "collect", cup, "--archive", archive, path)
    assert "columns that are not read" in said
    assert "(penalty)" in said


def test_a_later_slip_takes_the_place_of_one_before(cup, tmp_path):
    archive = empty_archive(tmp_path / "a.sqlite")
    collect = ("tournament", "collect", cup, "--archive", archive)
    wrong = run(*collect, slips(cup, tmp_path, points=(35000, 27000, 21000, 71000)), ok=1)
    assert wrong.count("the points on the result slip do not add up: 54,000 too many") == 4
    assert "4 of 4" in run(*collect, slips(cup, tmp_path))


def test_a_right_slip_comes_back_after_a_wrong_one(cup, tmp_path):
    archive = empty_archive(tmp_path / "a.sqlite")
    collect = ("tournament", "collect", cup, "--archive", archive)
    assert "4 of 4" in run(*collect, slips(cup, tmp_path))
    run(*collect, slips(cup, tmp_path, points=(35000, 27000, 21000, 71000)), ok=1)
    assert "4 of 4" in run(*collect, slips(cup, tmp_path))


def test_a_slip_without_round_and_table_goes_by_its_players(cup, tmp_path):
    archive = empty_archive(tmp_path / "a.sqlite")
    game, _, *_ = read(cup).games()
    points = (27000, 21000, 17000, 35000)
    pairs = [*zip(game.players, points, strict=True)]
    for rows in ([pairs[::-1]], [[(f"Not {name}", number) for name, number in pairs]]):
        text = io.StringIO()
        csv.writer(text).writerows([[cell for pair in row for cell in pair] for row in rows])
        (tmp_path / "slip.csv").write_text(text.getvalue(), encoding="utf-8")
        said = run("tournament", "collect", cup, "--archive", archive, tmp_path / "slip.csv", ok=1)
        assert ("1 of 4" in said) is (rows == [pairs[::-1]]) or "has these players" in said
    rows = run("tournament", "sheets", cup, "--archive", archive, "--format", "csv").splitlines()
    kept = [(row["player"], int(row["points"])) for row in csv.DictReader(rows) if row["points"]]
    assert kept == pairs


def test_names_stand_beside_identifiers_in_all_that_people_read(cup, tmp_path):
    archive = empty_archive(tmp_path / "a.sqlite")
    run("tournament", "collect", cup, "--archive", archive, recorded(cup, tmp_path / "games"))
    beside = tmp_path / "names.tsv"
    beside.write_text("\ufeffEva\tÉvariste Galois\nnobody\tx\n", encoding="utf-8")
    kept = cup.read_text(encoding="utf-8")
    for words in (
        ("cards", cup),
        ("sheets", cup),
        ("sheets", cup, "--format", "csv"),
        ("sheets", cup, "--archive", archive),
        ("standings", cup, "--archive", archive),
        ("standings", cup, "--archive", archive, "--format", "json"),
        ("draw", cup, "--again", "--seed", "a public seed"),
    ):
        told = run("tournament", *words, "--names", beside)
        assert "Évariste Galois" in told, words
        assert not re.search(r"\bEva\b", told), words
        assert "Ana" in told, words
    assert cup.read_text(encoding="utf-8") == kept
    run("tournament", "verify", cup)


def test_a_list_of_names_that_cannot_be_read_is_told(cup, tmp_path):
    nowhere = run("tournament", "cards", cup, "--names", tmp_path / "none.tsv", ok=1)
    assert "none.tsv: No such file" in nowhere
    (tmp_path / "names.tsv").write_bytes(b"p1\t\xff\n")
    said = run("tournament", "draw", cup, "--again", "--names", tmp_path / "names.tsv", ok=1)
    assert "not in UTF-8" in said


def test_the_files_of_pages_are_those_of_the_viewer():
    for name in ("venue.css", "timer.js"):
        assert Path(paper.STATIC, name).read_text(encoding="utf-8").strip()


def test_players_in_other_seats_than_drawn_are_told(cup, tmp_path):
    archive = empty_archive(tmp_path / "a.sqlite")
    collect = ("tournament", "collect", cup, "--archive", archive)
    game, *_ = read(cup).games()
    first, second, *_ = game.players
    own = slips(cup, tmp_path)
    assert "by the draw" not in run(*collect, own)
    lines = own.read_text(encoding="utf-8").splitlines()
    lines[1] = lines[1].replace(",A,", ",B,")
    lines[2] = lines[2].replace(",B,", ",A,")
    own.write_text("\n".join(lines), encoding="utf-8")
    told = f"{second} sits at A, by the draw at B; {first} sits at B, by the draw at A"
    said = run(*collect, own)
    assert said.count("by the draw") == 2
    assert f"round 1, table 1: {told}" in said


@pytest.mark.parametrize(("seats", "count"), [("ESWN", 4), ("    ", 0)])
def test_only_a_slip_that_names_the_seats_differs_from_the_draw(cup, tmp_path, seats, count):
    archive = empty_archive(tmp_path / "a.sqlite")
    game, *_ = read(cup).games()
    turned = [*game.players[2:], *game.players[1::-1]]
    rows = zip(seats, turned, (40000, 27000, 21000, 12000), strict=True)
    lines = [f"{seat},{name},{points}".removeprefix(" ,") for seat, name, points in rows]
    slip = tmp_path / "slip.csv"
    slip.write_text("\n".join(["Round,1", "Table,1", *lines]), encoding="utf-8")
    said = run("tournament", "collect", cup, "--archive", archive, slip, ok=1)
    assert said.count("by the draw") == count


def test_a_deal_sheet_in_other_seats_than_drawn_is_told(cup, tmp_path):
    archive = empty_archive(tmp_path / "a.sqlite")
    game, *_ = read(cup).games()
    players = [*game.players[1:], game.players[0]]
    (tmp_path / "deals.csv").write_text(
        f"Rules,riichi/1 preset=ema-2016\nRound,1\nTable,1\nDeal,Winner,From,Han,Fu,"
        f"{','.join(players)}\nE1,{players[1]},{players[2]},2,30,0,2000,-2000,0\n",
        encoding="utf-8",
    )
    said = run("tournament", "collect", cup, "--archive", archive, tmp_path / "deals.csv", ok=1)
    assert said.count("by the draw") == 4
