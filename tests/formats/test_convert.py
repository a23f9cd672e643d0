"""`mjlog convert` from one program's format to another's."""

import gzip
import json

import pytest
from click.testing import CliRunner
from riichi_deals import RIICHI_RON, game

from mjlog.cli.main import main
from mjlog.formats.known import RIICHI_TARGETS as TARGETS
from mjlog.formats.registry import export
from mjlog.formats.sources import load
from mjlog.notation import read


def run(*arguments, **more):
    return CliRunner().invoke(main, ["convert", *map(str, arguments)], **more)


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "deal.mjl"
    path.write_text(RIICHI_RON, encoding="utf-8")
    return path


@pytest.mark.parametrize("target", TARGETS)
def test_there_and_back(record, tmp_path, target):
    there, back = tmp_path / "there", tmp_path / "back.mjl"
    done = run(record, "--to", target, "-o", there)
    assert done.exit_code == 0
    assert "note loss.header" in done.stderr
    assert run(there, "-o", back).exit_code == 0
    assert read(back.read_bytes()).deals[0].turns == game(RIICHI_RON).deals[0].turns


def test_losses_have_their_line(record):
    done = run(record, "--to", "mjai")
    assert (
        f"{record}:3:1: note loss.header: mjai does not keep the header Source; it says mjai"
        in done.stderr
    )
    assert json.loads(done.stdout.splitlines()[0])["names"] == ["Ann", "Bea", "Cid", "Dan"]


def test_from_overrides_what_the_content_says(record, tmp_path):
    hidden = tmp_path / "hidden.json"
    hidden.write_text(
        export(game(RIICHI_RON), "mjai").text.replace('"start_game"', '"begin"'), encoding="utf-8"
    )
    assert "format.element" not in run(hidden).stderr
    done = run(hidden, "--from", "mjai")
    assert "@ E1.0" in done.stdout
    assert "format.element" in done.stderr
    assert done.exit_code == 1
    assert run(record, "--from", "majiang").exit_code == 2


def test_packed_input(tmp_path):
    path = tmp_path / "game.gz"
    path.write_bytes(gzip.compress(export(game(RIICHI_RON), "tenhou6").text.encode()))
    assert "win A 1s from D" in run(path).stdout


def test_other_rules_have_no_such_format(tmp_path):
    path = tmp_path / "deal.mjl"
    path.write_text("%mjlog 1.0\nRules: taiyuan/1\n\n@ 1 dealer=A\n1. A:4z\n", encoding="utf-8")
    done = run(path, "--to", "mjai")
    assert done.exit_code == 2
    assert "mjai writes down riichi only" in done.stderr


@pytest.mark.parametrize("target", TARGETS)
def test_a_tile_marked_as_a_pillar_is_a_plain_one_elsewhere(target):
    text = RIICHI_RON.replace("A:5z.! 7m.", "A:5z. D:+55'z-7m").replace("deal D 5", "deal D 55z")
    made = export(read(text.replace("show A 123456m", "show A +1'11m 123456m")), target)
    assert "'" not in made.text
    assert [source.game for source in load(made.text.encode())]
