"""An answer bears a mark of its contents; a browser that holds them is told so and gets no more."""

from __future__ import annotations

import pytest
from kit.places import SAMPLES

from webviewer import create_app

STEP = "/r/riichi-double-ron/d1/s118"
PATHS = (
    "/?page=1",
    STEP,
    "/r/riichi-double-ron/d1/steps.json",
    "/r/riichi-double-ron/audit",
    "/r/riichi-double-ron.json",
    "/r/riichi-double-ron/d1/s118.svg",
)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_who_holds_an_answer_is_told_so(client, path, encoding):
    headers = {"Accept-Encoding": encoding}
    first = client.get(path, headers=headers)
    again = client.get(path, headers={**headers, "If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, again.data) == (200, 304, b"")
    assert again.headers["ETag"].removeprefix("W/") == first.headers["ETag"].removeprefix("W/")
    assert again.headers["Vary"] == first.headers["Vary"]
    assert "Accept-Encoding" in again.headers["Vary"]
    assert "Content-Security-Policy" in again.headers
    assert first.headers["Cache-Control"] == "no-cache"


def test_other_contents_have_another_mark(client):
    asked = [
        client.get(STEP, headers={"Accept-Language": tag}).headers["ETag"] for tag in ("en", "ja")
    ]
    other = client.get("/r/riichi-double-ron/d1/s117").headers["ETag"]
    assert len({*asked, other}) == 3
    assert client.get(STEP, headers={"If-None-Match": other}).status_code == 200


def test_a_file_that_changes_has_another_mark(tmp_path, monkeypatch):
    # It looks each time, however long it takes.
    monkeypatch.setattr("webviewer.records.library.SHARE", 0)
    text = (SAMPLES / "riichi" / "double-ron.mjl").read_text("utf-8")
    (tmp_path / "a.mjl").write_text(text, "utf-8")
    client = create_app(tmp_path).test_client()
    before = client.get("/r/a/d1/s3").headers["ETag"]
    (tmp_path / "a.mjl").write_text(text.replace("Event: ", "Event: Another "), "utf-8")
    after = client.get("/r/a/d1/s3", headers={"If-None-Match": before})
    assert after.status_code == 200
    assert after.headers["ETag"] != before


def test_what_is_missing_or_refused_has_no_mark(client):
    for path in ("/r/nobody/d1/s1", "/r/riichi-double-ron/d9/s1"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "ETag" not in answer.headers
