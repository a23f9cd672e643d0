"""What goes over the wire is compressed, says so, and is the same when it is unpacked."""

from __future__ import annotations

import gzip
import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from flask import Flask, Response

from webviewer import compression

STEP = "/r/riichi-double-ron/d1/s118"
PATHS = (
    "/?page=1",
    STEP,
    "/r/riichi-double-ron/d1/steps.json",
    "/static/viewer.js",
    "/r/broken-taiyuan-pay-seats/audit.json",
)
STATIC = Path(compression.__file__).parent / "static"
BROWSER = "gzip, deflate, br, zstd"


def unpacked(response) -> bytes:
    if response.headers["Content-Encoding"] == "br":
        return import_module("brotli").decompress(response.data)
    return gzip.decompress(response.data)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("accepted", ["gzip", BROWSER])
def test_an_answer_is_compressed_and_the_same(client, path, accepted):
    plain, packed = (
        client.get(path, buffered=True),
        client.get(path, headers={"Accept-Encoding": accepted}, buffered=True),
    )
    assert "Content-Encoding" not in plain.headers
    assert unpacked(packed) == plain.data
    assert len(packed.data) < len(plain.data) / 2
    assert packed.content_length == len(packed.data)
    for response in (plain, packed):
        assert "accept-encoding" in response.headers["Vary"].lower()


def test_a_browser_gets_the_best_encoding_there_is(client):
    found = client.get(STEP, headers={"Accept-Encoding": BROWSER}).headers["Content-Encoding"]
    assert found == ("br" if find_spec("brotli") else "gzip")


@pytest.mark.parametrize("refused", ["", "identity", "zstd", "gzip;q=0, br;q=0"])
def test_who_does_not_ask_for_it_gets_it_plain(client, refused):
    assert "Content-Encoding" not in client.get(STEP, headers={"Accept-Encoding": refused}).headers


def test_without_brotli_it_is_gzip():
    app = Flask(__name__)
    compression.install(app, {"gzip": compression._gzipped})
    app.add_url_rule("/", "long", lambda: "word " * 1000)
    found = app.test_client().get("/", headers={"Accept-Encoding": BROWSER})
    assert found.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(found.data) == b"word " * 1000


def test_a_static_file_is_compressed_once_and_asked_for_once():
    times = []

    def counted(data: bytes, best: bool) -> bytes:
        times.append(best)
        return gzip.compress(data)

    app = Flask("webviewer")
    compression.install(app, {"gzip": counted})
    client = app.test_client()
    first, again = (
        client.get("/static/viewer.css", headers={"Accept-Encoding": "gzip"}, buffered=True)
        for _ in range(2)
    )
    assert first.data == again.data
    assert times == [True]
    tag = first.headers["ETag"]
    assert tag.startswith("W/")
    known = client.get(
        "/static/viewer.css",
        headers={"Accept-Encoding": "gzip", "If-None-Match": tag},
        buffered=True,
    )
    assert known.status_code == 304


def test_pictures_that_are_no_text_and_short_answers_stay_as_they_are():
    app = Flask(__name__)
    compression.install(app)
    app.add_url_rule("/short", "short", lambda: "word")
    app.add_url_rule("/png", "png", lambda: Response(b"\x89PNG" * 1000, mimetype="image/png"))
    for path in ("/short", "/png"):
        answer = app.test_client().get(path, headers={"Accept-Encoding": BROWSER})
        assert "Content-Encoding" not in answer.headers


def test_parts_of_a_file_are_sent_as_they_are(client):
    answer = client.get(
        "/static/viewer.js",
        headers={"Accept-Encoding": "gzip", "Range": "bytes=0-9"},
        buffered=True,
    )
    assert (answer.status_code, len(answer.data)) == (206, 10)
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize("script", sorted(STATIC.glob("*.js")), ids=lambda path: path.name)
def test_no_template_of_a_script_stands_in_another(script: Path) -> None:
    """What makes scripts short takes the inner one for code, and its spaces for gaps."""
    assert not re.search(r"\$\{[^{}`]*`", script.read_text(encoding="utf-8"))
