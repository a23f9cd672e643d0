"""A file that comes, changes or goes is seen without a restart.

One that cannot be read says why in the list.
"""

from __future__ import annotations

import shutil

from kit.places import SAMPLES
from kit.waiting import wait_until

from webviewer import create_app

FIRST, SECOND = (
    SAMPLES / "taiyuan" / "everything-fair-copy.mjl",
    SAMPLES / "riichi" / "double-ron.mjl",
)


def test_files_come_change_and_go(tmp_path):
    client = create_app(tmp_path).test_client()
    assert "There is no record here yet" in client.get("/").text
    file = tmp_path / "game.mjl"
    shutil.copyfile(FIRST, file)
    wait_until(lambda: "Everything in one deal" in client.get("/").text)
    assert "Everything in one deal" in client.get("/r/game/d1/s0").text
    shutil.copyfile(SECOND, file)
    wait_until(lambda: "two win on one discard" in client.get("/r/game/d1/s0").text)
    wait_until(lambda: "two win on one discard" in client.get("/").text)
    shutil.copyfile(FIRST, tmp_path / "another.mjl")
    wait_until(lambda: client.get("/r/another/d1/s0").status_code == 200)
    assert "two win on one discard" in client.get("/r/game/d1/s0").text
    file.unlink()
    wait_until(lambda: client.get("/r/game/d1/s0").status_code == 404)
    assert client.get("/r/another/d1/s0").status_code == 200


def test_a_file_that_cannot_be_read_says_why(tmp_path):
    (tmp_path / "tree.json").write_text('{"some": "thing"}', encoding="utf-8")
    page = create_app(tmp_path).test_client().get("/").text
    row = page.partition("<bdi>tree.json</bdi>")[2].partition("</tr>")[0]
    assert "<strong>" in row
    assert "cannot be read" in row
