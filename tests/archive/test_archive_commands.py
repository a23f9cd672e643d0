"""``mjlog archive`` as it is used in a terminal."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from tests.kit.archives import names, text_of
from tests.kit.commands import run


@pytest.fixture(scope="module")
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an archive and what was put into it, which each test gets a copy of."""
    home = tmp_path_factory.mktemp("made")
    (home / "games").mkdir()
    (home / "games" / "good.mjl").write_bytes(text_of())
    (home / "games" / "wrong.mjl").write_bytes(text_of("Cup", pay=5200))
    (home / "games" / "list.txt").write_text("bread\n")
    at = home / "club.sqlite"
    assert run("archive", "init", str(at)).exit_code == 0
    assert run("archive", "add", str(at), str(home / "games")).exit_code == 0
    return home


@pytest.fixture
def filled(made_once: Path, tmp_path: Path) -> Path:
    shutil.copytree(made_once, tmp_path, dirs_exist_ok=True)
    return tmp_path / "club.sqlite"


def test_a_folder_is_added_listed_shown_and_exported(filled: Path, tmp_path: Path) -> None:
    listed = run("archive", "list", str(filled), "--format", "ndjson").output.splitlines()
    rows = [json.loads(line) for line in listed]
    assert [row["status"] for row in rows] == ["unverified", "errors"]
    digest = rows[0]["digest"]
    assert run("archive", "show", str(filled), digest[:10]).output.encode() == text_of()
    told = json.loads(run("archive", "show", str(filled), digest, "--format", "json").output)
    assert told["report"]["verdicts"]["differs"] == 0
    out = tmp_path / "out"
    assert run("archive", "export", str(filled), "-o", str(out)).exit_code == 0
    assert names(out) == {f"{row['digest']}.mjl" for row in rows}
    assert not run("archive", "list", str(filled), "nothing").output


def test_adding_tells_what_came_of_each_record(filled: Path, tmp_path: Path) -> None:
    again = run("archive", "add", str(filled), str(tmp_path / "games"), "--format", "ndjson")
    assert [json.loads(line)["outcome"] for line in again.output.splitlines()] == ["known"] * 2
    missing = run("archive", "add", str(filled), str(tmp_path / "none"))
    assert missing.exit_code == 2
    assert "no such file or folder" in missing.output


def test_a_record_is_removed_and_the_archive_verified(filled: Path) -> None:
    row = json.loads(run("archive", "list", str(filled), "--format", "ndjson", "cup").output)
    assert run("archive", "remove", str(filled), row["digest"][:9]).exit_code == 0
    gone = run("archive", "show", str(filled), row["digest"][:9])
    assert gone.exit_code == 1
    assert "was removed at" in gone.output
    assert "1 record judged anew" in run("archive", "verify", str(filled), "--rebuild").output
    assert run("archive", "verify", str(filled)).exit_code == 0


@pytest.mark.parametrize("command", ["list", "verify", "audit"])
def test_an_archive_that_is_not_there_is_said(tmp_path: Path, command: str) -> None:
    result = run("archive", command, str(tmp_path / "none"))
    assert result.exit_code == 1
    assert "mjlog archive init" in result.output


def test_a_folder_is_followed_until_it_is_interrupted(
    filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games" / "late.mjl"

    def pause(_: float) -> None:
        if file.exists():
            raise KeyboardInterrupt
        file.write_bytes(text_of("Late"))

    monkeypatch.setattr("mjlog.archive.adding.watching.sleep", pause)
    result = run("archive", "add", "--watch", str(filled), str(tmp_path / "games"))
    assert result.exit_code == 0
    assert result.output.splitlines() == ["0 added, 2 known", "1 added"]
    missing = run("archive", "add", "--watch", str(filled), str(tmp_path / "none"))
    assert "no such file or folder" in missing.output


def test_statistics_are_told_in_every_form(filled: Path, tmp_path: Path) -> None:
    at = str(filled)
    text = run("archive", "stats", at, "--player", "ben").output
    assert "100.0%  deals won (2 of 2)" in text
    told = json.loads(run("archive", "stats", at, "--event", "Cup", "--format", "json").output)
    wins = next(row for row in told["figures"] if row["figure"] == "wins")
    assert (wins["count"], wins["of"], wins["value"]) == (1, 4, 0.25)
    rows = run("archive", "stats", at, "--format", "ndjson").output.splitlines()
    lines = run("archive", "stats", at, "--format", "csv").output.splitlines()
    assert len(lines) == len(rows) + 1
    hidden = run("archive", "stats", at, "--player", "ben", "--pseudonyms").output
    assert "Ben" not in hidden
    assert hidden == run("archive", "stats", at, "--player", "ben", "--pseudonyms").output
    assert "no player" in run("archive", "stats", at, "--player", "zoe").output
    pytest.importorskip("pyarrow")
    out = tmp_path / "out.parquet"
    run("archive", "stats", at, "--format", "parquet", "-o", str(out))
    assert out.read_bytes()[:4] == b"PAR1"


def test_parquet_names_the_extra_that_it_needs(
    filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    told = run("archive", "stats", str(filled), "--format", "parquet")
    assert told.exit_code == 1
    assert "mjlog[analysis]" in told.output


def test_an_event_says_who_may_see_statistics_of_persons(filled: Path) -> None:
    at = str(filled)
    assert run("archive", "event", at, "cup", "--statistics", "off").exit_code == 0
    assert run("archive", "event", at, "none", "--statistics", "off").exit_code == 1


def test_people_are_merged_told_and_forgotten(filled: Path) -> None:
    at = str(filled)
    assert "0 mentions" not in run("archive", "subject", at, "Ana").output
    told = json.loads(run("archive", "subject", at, "Ana", "--format", "json").output)
    assert len(told["records"]) == 2
    merged = run("archive", "merge", at, "Ana", "Ben").output
    assert merged.startswith("Ana is Ben from now on")
    assert run("archive", "unmerge", at, "Ana").exit_code == 0
    assert run("archive", "unmerge", at, "Ana").exit_code == 1
    digest = told["records"][0]["digest"]
    assert run("archive", "split", at, "Ana", digest[:12]).exit_code == 0
    assert "several players" in run("archive", "forget", at, "Ana").output
    assert run("archive", "merge", at, "#5", "#1").exit_code == 0
    done = run("archive", "forget", at, "Ana").output
    assert "2 records name Player" in done
    assert "2 originals rewritten, 0 dropped" in done
    assert "was withdrawn at" in run("archive", "show", at, digest).output
    assert run("archive", "near", at).exit_code == 0
    assert run("archive", "wipe", at).exit_code == 0
    assert run("archive", "verify", at).exit_code == 0


def test_standings_are_told_in_every_form(filled: Path) -> None:
    at = str(filled)
    assert "   1  Ben" in run("archive", "standings", at, "cup").output
    told = json.loads(run("archive", "standings", at, "cup", "--format", "json").output)
    (only,) = told["standings"]
    assert next(line["player"] for line in only["players"]) == "Ben"
    lines = run("archive", "standings", at, "cup", "--format", "csv").output.splitlines()
    assert len(lines) == 5
    hidden = run("archive", "standings", at, "cup", "--pseudonyms").output
    assert "Ben" not in hidden
    assert run("archive", "standings", at, "no such").exit_code == 1


@pytest.mark.parametrize("command", ["list", "stats"])
@pytest.mark.parametrize("option", ["--since", "--until"])
@pytest.mark.parametrize("value", ["foo", "2026-13", "2026-02-30", "26", "٢٠٢٦"])
def test_what_is_no_date_is_said(filled: Path, command: str, option: str, value: str) -> None:
    result = run("archive", command, str(filled), option, value)
    assert result.exit_code == 2
    assert f"{option} takes a year, a month or a day" in result.output
    assert run("archive", command, str(filled), option, "2026-01").exit_code == 0


def test_making_an_archive_says_whether_it_was_there(tmp_path: Path) -> None:
    at = str(tmp_path / "new.sqlite")
    said = [run("archive", "init", at).output for _ in range(2)]
    assert said == [f"{at} made\n", f"{at} was there already, and stays as it is\n"]


def test_one_is_not_told_as_several(filled: Path, tmp_path: Path) -> None:
    lines = run("archive", "list", str(filled)).output.splitlines()
    assert all("  1 deal  " in line for line in lines)
    told = run("archive", "export", str(filled), "-o", str(tmp_path / "out")).output
    assert told.startswith("2 records written")


def test_what_was_removed_stays_out_unless_it_is_asked_for(filled: Path, tmp_path: Path) -> None:
    games = str(tmp_path / "games")
    row = json.loads(run("archive", "list", str(filled), "--format", "ndjson", "cup").output)
    run("archive", "remove", str(filled), row["digest"], "--reason", "asked for")
    told = run("archive", "add", str(filled), games).output
    assert "this record was removed at 20" in told
    assert ": asked for; --again adds it" in told
    assert told.endswith("0 added, 1 known, 1 removed\n")
    assert run("archive", "add", str(filled), games, "--again", "--watch").exit_code == 2
    assert run("archive", "add", str(filled), games, "--again").output == "1 added, 1 known\n"


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_record_is_shown_without_names(filled: Path, form: str) -> None:
    at = str(filled)
    rows = run("archive", "list", at, "--format", "ndjson").output.splitlines()
    row = next(row for row in map(json.loads, rows) if row["players"])
    name, digest = row["players"][0]["name"], row["digest"]
    assert name in run("archive", "show", at, digest).output
    hidden = run("archive", "show", at, digest, "--pseudonyms", "--format", form).output
    assert row["event"] in hidden
    assert name not in hidden
    assert digest not in hidden
