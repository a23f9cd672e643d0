"""A folder of records as a web site of files."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from click.testing import CliRunner, Result
from kit.places import SAMPLES

from mjlog.cli.main import main
from webviewer.club_site import FIRST

GAMES = (SAMPLES / "riichi" / "double-ron.mjl", SAMPLES / "riichi" / "east-game.mjl")


def converted(folder: Path, out: Path) -> Result:
    """Return what the command says of a folder."""
    return CliRunner().invoke(main, ["convert", str(folder), "--to", "site", "-o", str(out)])


def test_a_folder_becomes_a_list_with_standings_and_a_file_a_game(tmp_path: Path) -> None:
    folder, out = tmp_path / "games", tmp_path / "site"
    folder.mkdir()
    for game in GAMES:
        shutil.copy(game, folder)
    done = converted(folder, out)
    assert done.exit_code == 0, done.output
    names = {file.name for file in out.iterdir()}
    lists = {"index.html", "index.ja.html", "index.zh-Hans.html", "index.zh-Hant.html"}
    pictures = {f"{game.stem}.svg" for game in GAMES}
    assert names == lists | pictures | {f"{game.stem}.html" for game in GAMES}
    first = (out / FIRST).read_text(encoding="utf-8")
    assert "East wins on a discard of North, 4 han, riichi, pinfu" in first
    for name in lists:
        text = (out / name).read_text(encoding="utf-8")
        links = {link.partition("#")[0] for link in re.findall(r'href="([^"]*)"', text)}
        assert links == names - pictures
        assert set(re.findall(r'<img src="([^"]*)"', text)) == pictures
        assert "Standings" in text or name != "index.html"
    again = converted(folder, out)
    assert again.exit_code == 2
    assert "--force" in again.output


def test_what_cannot_be_shown_is_named_and_left_out(tmp_path: Path) -> None:
    folder, out = tmp_path / "games", tmp_path / "site"
    folder.mkdir()
    shutil.copy(GAMES[0], folder)
    unknown = "%mjlog 1.0\nRules: nothing/1\n\n@ E1.0 dealer=A\n"
    (folder / "unknown.mjl").write_text(unknown, encoding="utf-8")
    done = converted(folder, out)
    assert done.exit_code == 1
    assert "unknown.mjl: cannot be shown" in done.output
    assert (out / "double-ron.html").exists()


def test_it_needs_a_folder_to_write_to(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["convert", str(tmp_path), "--to", "site"])
    assert done.exit_code == 2
    assert "-o DIR" in done.output
    assert converted(tmp_path / "nowhere", tmp_path / "site").exit_code == 2


def test_points_of_different_rules_are_never_added(tmp_path: Path) -> None:
    folder, out = tmp_path / "games", tmp_path / "site"
    folder.mkdir()
    for game in (GAMES[1], SAMPLES / "taiyuan" / "everything-fair-copy.mjl"):
        shutil.copy(game, folder)
    assert converted(folder, out).exit_code == 0
    text = (out / "index.html").read_text(encoding="utf-8")
    standings = text.partition("<h2>Standings</h2>")[2]
    assert re.findall("<h3>(.*?)</h3>", standings) == ["Riichi", "Taiyuan Four Pillars 立四"]
    assert standings.count("<table") == 2
