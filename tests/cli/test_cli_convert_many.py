"""`mjlog convert` of many records: into a folder, a zip, one file."""

import zipfile
from pathlib import Path

import openpyxl
import pytest
from click.testing import CliRunner

from mjlog.cli.main import main
from mjlog.formats import load
from mjlog.notation import read, write

SAMPLES = Path(__file__).parents[2] / "samples" / "riichi"
NAMES = ("haitei", "double-ron", "game-three-players")


def run(*arguments):
    return CliRunner().invoke(main, ["convert", *map(str, arguments)])


@pytest.fixture
def folder(tmp_path):
    below = tmp_path / "logs" / "inner"
    below.mkdir(parents=True)
    for name in NAMES:
        (below / f"{name}.mjl").write_bytes((SAMPLES / f"{name}.mjl").read_bytes())
    return tmp_path / "logs"


def canonical(name):
    return write(read((SAMPLES / f"{name}.mjl").read_bytes()))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_folder_goes_into_a_folder(folder, tmp_path, jobs):
    done = run(folder, "-o", f"{tmp_path}/out/", "--jobs", jobs)
    assert done.exit_code == 0
    for name in NAMES:
        assert (tmp_path / "out" / "inner" / f"{name}.mjl").read_text("utf-8") == canonical(name)
    assert "3 records written" in done.stderr


def test_an_existing_file_stays(folder, tmp_path):
    assert run(folder, "-o", f"{tmp_path}/out/").exit_code == 0
    again = run(folder, "-o", f"{tmp_path}/out/")
    assert (again.exit_code, "--force replaces it" in again.stderr) == (2, True)
    assert run(folder, "-o", f"{tmp_path}/out/", "--force").exit_code == 0


def test_an_archive_goes_into_a_zip_with_one_report(folder, tmp_path):
    assert run(folder, "--to", "tenhou6", "-o", tmp_path / "a.zip").exit_code == 0
    done = run(tmp_path / "a.zip", "--to", "mjl", "-o", tmp_path / "b.zip")
    assert done.exit_code == 0
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        assert len(archive.namelist()) == 3
        assert all(name.endswith(".mjl") for name in archive.namelist())
    to_mjai = run(folder, "--to", "mjai", "-o", tmp_path / "c.zip")
    assert to_mjai.stderr.count("loss.header: ") == 1


def test_several_records_go_into_one_file(folder, tmp_path):
    for target in ("mjl", "mjai", "tenhou6"):
        path = tmp_path / f"all-{target}"
        assert run(folder, "--to", target, "-o", path).exit_code == 0
        assert len([source for source in load(path) if source.game]) == 3
    refused = run(folder, "--to", "tenhou", "-o", tmp_path / "x.xml")
    assert (refused.exit_code, "-o FOLDER/" in refused.stderr) == (2, True)


def test_a_record_that_cannot_be_read_never_stops_the_others(folder, tmp_path):
    (folder / "broken.json").write_text('{"head": {}, "data": 5}')
    done = run(folder, "-o", f"{tmp_path}/out/")
    assert done.exit_code == 1
    assert "3 records written" in done.stderr
    assert "format.unread" in done.stderr


def test_names_never_leave_the_folder(tmp_path):
    packed = tmp_path / "evil.zip"
    text = canonical("haitei")
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("../up.mjl", "/abs.mjl", "a:b.mjl", "a/b.mjl", "x/../../y.mjl"):
            archive.writestr(name, text)
    assert run(packed, "-o", f"{tmp_path}/out/").exit_code == 0
    written = list(tmp_path.rglob("*.mjl"))
    assert len(written) == 5
    assert all((tmp_path / "out") in path.parents for path in written)


def test_a_deal_is_a_picture_that_moves(tmp_path):
    image = pytest.importorskip("PIL.Image", reason="mjlog[images] is not installed")
    game = SAMPLES / "double-ron.mjl"
    for form, words in (("webp", ()), ("gif", ("--to", "gif"))):
        path = tmp_path / f"moving.{form}"
        done = run(game, "--last", "2", "-o", path, *words)
        assert (done.exit_code, done.output) == (0, "")
        with image.open(path) as picture:
            assert (picture.format, picture.n_frames) == (form.upper(), 3)
    assert run(game, "--to", "gif", "--deal", "9").exit_code == 2
    assert "takes one record" in run(game, game, "--to", "webp").output


def test_a_picture_that_moves_needs_packages(monkeypatch):
    monkeypatch.setattr("webviewer.raster_images.find_spec", lambda _: None)
    done = run(SAMPLES / "double-ron.mjl", "--to", "webp")
    assert (done.exit_code, "pip install 'mjlog[images]'" in done.output) == (2, True)


SHEET = """\
Deal,Winner,From,Han,Fu,Ann,Bob,Cid,Dee
E1,Bob,Cid,2,30,0,2000,-2000,0
E2,Dee,tsumo,3,40,-1300,-2600,-1300,5200
"""


def workbook(path):
    book = openpyxl.Workbook()
    for name in ("one", "two"):
        sheet = book.create_sheet(name)
        for line in SHEET.splitlines():
            sheet.append([int(text) if text.isdigit() else text for text in line.split(",")])
    book.save(path)


def test_the_games_of_a_workbook_go_into_a_folder_of_records_or_of_sheets(tmp_path):
    workbook(tmp_path / "friday.xlsx")
    for form, ending in (("mjl", "mjl"), ("csv", "csv")):
        out = tmp_path / form
        done = run(tmp_path / "friday.xlsx", "--to", form, "-o", f"{out}/")
        assert (done.exit_code, "2 records written" in done.stderr) == (0, True)
        assert {path.suffix for path in out.rglob("*.*")} == {f".{ending}"}
    one = run(tmp_path / "friday.xlsx", "-o", tmp_path / "friday.csv")
    assert (one.exit_code, "a file of csv holds one record" in one.stderr) == (2, True)
    assert not (tmp_path / "friday.csv").exists()


def test_a_sheet_is_converted_by_its_name(tmp_path):
    (tmp_path / "friday.csv").write_text(SHEET)
    assert run(tmp_path / "friday.csv", "-o", tmp_path / "friday.mjl").exit_code == 0
    assert run(tmp_path / "friday.csv", "-o", tmp_path / "again.csv").exit_code == 0
    again = CliRunner().invoke(main, ["sheet", "check", str(tmp_path / "again.csv")])
    assert (again.exit_code, "no error found" in again.output) == (0, True)
    unread = tmp_path / "odd.csv"
    unread.write_text(f"{SHEET}E3,Zoe,Bob,1,30,1000,-1000,0,0\n")
    assert run(unread, "-o", tmp_path / "odd.mjl").exit_code == 1
