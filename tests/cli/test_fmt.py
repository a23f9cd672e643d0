"""`mjlog fmt`: records written in their canonical text, in place."""

from pathlib import Path

import pytest
from kit.commands import run

from mjlog.notation import read

GAME = Path(__file__).parents[2] / "samples" / "riichi" / "game-four-players.mjl"
TEXT = GAME.read_text("utf-8")
LOOSE = TEXT.replace("2. A:4m-3z", "2.   A:4m-3z  {a remark}")


@pytest.fixture
def loose(tmp_path: Path) -> Path:
    path = tmp_path / "game.mjl"
    path.write_text(LOOSE, "utf-8")
    return path


def test_a_file_is_written_in_its_canonical_text(loose: Path) -> None:
    answer = run("fmt", loose)
    assert (answer.exit_code, answer.output) == (0, f"{loose} formatted\n")
    text = loose.read_text("utf-8")
    assert text == TEXT.replace("2. A:4m-3z", "2. A:4m-3z {a remark}")
    assert read(text.encode()).deals == read(LOOSE.encode()).deals
    assert run("fmt", loose).output == ""


def test_a_check_writes_nothing(loose: Path) -> None:
    answer = run("fmt", "--check", loose.parent)
    assert (answer.exit_code, answer.output) == (1, f"{loose} is not canonical\n")
    assert loose.read_text("utf-8") == LOOSE
    assert run("fmt", "--check", GAME).exit_code == 0


def test_a_difference_is_printed(loose: Path) -> None:
    lines = run("fmt", "--diff", loose).output.split("\n")
    assert "+2. A:4m-3z {a remark} 1z. 1m-2z 7m-1z" in lines
    assert loose.read_text("utf-8") == LOOSE


def test_several_records_of_a_file_stay_apart(tmp_path: Path) -> None:
    path = tmp_path / "two.mjl"
    path.write_text(LOOSE + TEXT, "utf-8")
    run("fmt", path)
    assert path.read_text("utf-8").count("\n\n%mjlog 1.0\n") == 1


def test_a_file_with_a_line_that_cannot_be_read_stays(tmp_path: Path, loose: Path) -> None:
    wrong = tmp_path / "wrong.mjl"
    wrong.write_text(TEXT + LOOSE.replace("4m-3z", "4q-3z"), "utf-8")
    answer = run("fmt", tmp_path)
    assert answer.exit_code == 2
    line = (
        wrong.read_text("utf-8").split("\n").index("2.   A:4q-3z  {a remark} 1z. 1m-2z 7m-1z") + 1
    )
    assert f"{wrong}:{line}:" in answer.output
    assert "4q" in wrong.read_text("utf-8")
    assert f"{loose} formatted" in answer.output


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.mjl").write_bytes(b"\xff\x00\x01")
    assert run("fmt", tmp_path / "a.mjl", tmp_path / "none.mjl").exit_code == 2
