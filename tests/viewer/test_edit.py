"""The page on which a record is typed: what it answers, and its parts for a browser."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from kit.places import SAMPLES
from kit.viewers import bring, samples_app, viewer

from mjlog.notation import read
from webviewer.uploads import LIMITS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "editors" / "page"
MODULES = Path(sys.prefix) / "page" / "node_modules"
STATIC = ROOT / "webviewer" / "static"
GAME = (SAMPLES / "riichi" / "game-four-players.mjl").read_text("utf-8")
SHELF = (SAMPLES / "broken" / "taiyuan" / "ready.shelf.mjl").read_text("utf-8")
TURNS = GAME.split("\n").index("2. A:4m-3z 1z. 1m-2z 7m-1z") + 1
SLIPS = GAME.replace("2. A:4m-3z", "2. A:4q-3z", 1).replace("score 43400", "score 43500", 1)


@pytest.fixture
def client() -> FlaskClient:
    return samples_app().test_client()


def text_of(page: str) -> str:
    found = re.search(r"<textarea[^>]*>\n(.*?)</textarea>", page, re.DOTALL)
    assert found is not None
    return unescape(found[1])


def test_a_record_of_the_list_is_edited_whole(client: FlaskClient) -> None:
    assert text_of(client.get("/edit/riichi-game-four-players").text) == GAME
    assert client.get("/edit/no-such-record").status_code == 404
    assert read(text_of(client.get("/edit").text).encode()).rules == "riichi/1"


def test_without_scripts_a_form_is_checked(client: FlaskClient) -> None:
    page = client.post("/edit", data={"text": SLIPS}).text
    assert text_of(page) == SLIPS
    assert "syntax.word" in page
    assert "score.chain" in page
    assert 'class="table"' in page
    assert "Nothing wrong was found." in client.post("/edit", data={"text": GAME}).text


def test_findings_have_their_words_and_corrections(client: FlaskClient) -> None:
    told = client.post("/edit/findings", data={"text": SLIPS}).json
    assert told is not None
    lines = SLIPS.split("\n")
    words = [lines[f["line"] - 1][f["start"] : f["end"]] for f in told["findings"]]
    assert words == ["4q-3z", "score"]
    assert 'data-fixed="score 43400 ' in told["list"]
    assert told["rules"].startswith("riichi/1")
    assert told["keys"].count("<button") == 37


def test_who_types_on_is_told_what_is_wrong_without_corrections(client: FlaskClient) -> None:
    told = client.post("/edit/findings", data={"text": SLIPS, "glance": "1"}).json
    whole = client.post("/edit/findings", data={"text": SLIPS}).json
    assert told is not None
    assert whole is not None
    assert [f["line"] for f in told["findings"]] == [f["line"] for f in whole["findings"]]
    assert "data-fixed" not in told["list"]
    assert (told["rules"], told["keys"]) == (whole["rules"], whole["keys"])
    unread = client.post("/edit/findings", data={"text": "\0", "glance": "1"}).json
    assert unread is not None
    assert unread["findings"]


@pytest.mark.parametrize("language", ["ja", "zh-Hans", "zh-Hant"])
def test_findings_are_told_in_the_language_of_the_page(client: FlaskClient, language: str) -> None:
    asked = f"/edit/findings?lang={language}"
    told = client.post(asked, data={"text": SLIPS}).json
    assert told is not None
    assert not any(f["message"].isascii() for f in told["findings"])


@pytest.mark.parametrize(
    ("line", "column", "said"),
    [
        (TURNS, 4, "East draws 4 of characters and discards West wind."),
        (TURNS, 30, "North"),
        (1, 0, ""),
        (999, 0, ""),
    ],
)
def test_the_table_is_that_at_the_cursor(
    client: FlaskClient, line: int, column: int, said: str
) -> None:
    told = client.post("/edit/table", data={"text": GAME, "line": line, "column": column}).json
    assert told is not None
    shown = re.search(r'<p class="said">(.*?)</p>', told["table"])
    assert bool(shown) == (line > 1)
    if shown and said:
        assert said.split(maxsplit=1)[0] in shown[1]


def test_shorthand_is_written_out_as_the_recorder_does(client: FlaskClient) -> None:
    text = "%mjlog 1.0\nRules: riichi/1\n\n@ E1.0 dealer=A\n1. 9m. b:+-n {call}\nc<b 5s\n"

    def spelled(line: int) -> str:
        told = client.post("/edit/line", data={"text": text, "line": line}).json
        assert told is not None
        return str(told["line"])

    assert spelled(5) == "1. 9m. B:+99m-4z {call}"
    assert spelled(6) == "win c 5s from b"
    assert spelled(2) == "Rules: riichi/1"


def test_a_text_is_saved_as_it_stands(client: FlaskClient) -> None:
    saved = client.post("/edit/text", data={"text": SLIPS.replace("\n", "\r\n")})
    assert saved.get_data(as_text=True) == SLIPS
    assert "attachment" in saved.headers["Content-Disposition"]


@pytest.mark.parametrize("address", ["/edit", "/edit/findings", "/edit/table", "/edit/line"])
def test_texts_have_limits_and_come_from_here(client: FlaskClient, address: str) -> None:
    large = {"text": "x" * (LIMITS.file_size + 1)}
    assert client.post(address, data=large).status_code == 413
    larger = {"text": "x" * (3 * LIMITS.file_size)}
    assert client.post(address, data=larger).status_code == 413
    other = {"Origin": "http://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
    assert client.post(address, data={"text": GAME}, headers=other).status_code == 403


@pytest.mark.parametrize(
    "text", ["", "\0", "%mjlog 1.0\n@", "@ 1\n1. </textarea><script>", "Rules: riichi/1\n\n@\n~#"]
)
def test_any_text_is_answered(client: FlaskClient, text: str) -> None:
    for address in ("/edit", "/edit/findings", "/edit/table"):
        answer = client.post(address, data={"text": text, "line": "3", "column": "1"})
        assert answer.status_code == 200
        assert "<script>" not in (answer.json or {"list": answer.text}).get("list", "")


def test_what_is_pasted_is_edited_if_something_is_wrong(tmp_path: Path) -> None:
    visitor = viewer(tmp_path)
    way = bring(visitor, text=SLIPS).headers["Location"]
    assert re.fullmatch(r"/edit/~[0-9a-f]{32}", way)
    page = visitor.get(way)
    assert text_of(page.text) == SLIPS
    assert page.headers["Cache-Control"] == "no-store"
    assert bring(visitor, text=GAME).headers["Location"].startswith("/r/~")
    assert bring(visitor, ("game.mjl", SLIPS.encode())).headers["Location"].startswith("/r/~")
    unread = bring(visitor, text="rice, tea")
    assert unread.status_code == 422
    assert text_of(unread.text) == "rice, tea\n"
    table = bring(visitor, text="Ann,Bob,Cid,Dee\n8000,0,-8000,0\n")
    assert table.status_code == 422
    assert "mjlog sheet check" in table.text
    assert 'id="editor"' not in table.text


def test_a_page_of_a_record_leads_to_its_text(client: FlaskClient) -> None:
    page = client.get("/r/broken-taiyuan-ready-shelf/d1/s8").text
    assert 'href="/edit/broken-taiyuan-ready-shelf"' in page
    assert "/edit/" not in client.get("/r/broken-taiyuan-ready-shelf/d1/s8?hands=none").text


# --------------------------------------------------------------------------- its parts


def test_scripts_of_the_page_know_no_tile_and_no_rule() -> None:
    script = (STATIC / "edit.js").read_text("utf-8")
    assert not re.search(r"\b(pung|chow|kong|riichi|tenpai|dora|honba|dealer)\b|\dz\b", script)


@pytest.mark.skipif(
    not (shutil.which("node") and MODULES.is_dir()),
    reason="esbuild is not installed: `make node` needs npm",
)
def test_the_editor_is_what_its_build_makes(tmp_path: Path) -> None:
    script = json.loads((PAGE / "package.json").read_text("utf-8"))["scripts"]["build"]
    made = tmp_path / "codemirror.min.js"
    command = script.partition("--outfile=")[0] + f"--outfile={made}"
    environment = {
        **os.environ,
        "NODE_PATH": str(MODULES),
        "PATH": f"{MODULES / '.bin'}{os.pathsep}{os.environ['PATH']}",
    }
    subprocess.run(["sh", "-c", command], check=True, cwd=PAGE, env=environment)
    assert made.read_bytes() == (STATIC / "codemirror.min.js").read_bytes()


def test_the_licence_names_every_package_of_the_editor() -> None:
    lock = json.loads((PAGE / "package-lock.json").read_text("utf-8"))["packages"]
    licence = (STATIC / "codemirror.LICENSE.txt").read_text("utf-8")
    # What builds it is not in it, and one package holds types alone.
    build = ("esbuild", "@esbuild/", "@codemirror/streamparser")
    names = [name.removeprefix("node_modules/") for name in lock if name]
    missing = [n for n in names if not n.startswith(build) and f"{n}: Copyright" not in licence]
    assert missing == []
    assert {lock[name]["license"] for name in lock if name} == {"MIT"}
