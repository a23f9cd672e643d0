"""A visitor's own file: looked at, held for a while, never stored."""

from __future__ import annotations

import gzip
import io
import re
import tarfile
import time
import zipfile
from pathlib import Path
from threading import Semaphore

import pytest
from flask.testing import FlaskClient
from kit.places import SAMPLES
from kit.viewers import bring, forbid_temporary_files, viewer

from mjlog.formats import Source
from mjlog.model.record import Deal, Game
from webviewer import create_app
from webviewer.responses import HEADERS
from webviewer.uploads import LARGEST, LIFE, LIMITS, PLACES, READY, RECORDS, ROOM, Shelf

pytestmark = pytest.mark.slow

FAIR_COPY = (SAMPLES / "taiyuan" / "everything-fair-copy.mjl").read_bytes()
BROKEN = (SAMPLES / "broken" / "american" / "pay.seats.mjl").read_bytes()
HOSTILE = """"><script>alert(1)</script><img src=x onerror=alert(2)>'&"""


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    """A visitor of a viewer that has no records of its own."""
    return viewer(tmp_path)


def zipped(**files: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


# --------------------------------------------------------------------------- looking


def test_a_file_is_looked_at_like_any_record(client: FlaskClient) -> None:
    answer = bring(client, ("mine.mjl", FAIR_COPY))
    assert answer.status_code == 303
    name = answer.headers["Location"]
    assert re.fullmatch(r"/r/~[0-9a-f]{32}", name)
    first = client.get(name)
    assert (first.status_code, first.headers["Location"]) == (302, f"{name}/d1/s0")
    for url in (
        f"{name}/d1/s60",
        f"{name}/d1/s60.svg",
        f"{name}/audit",
        f"{name}/audit.txt",
        f"{name}.json",
    ):
        assert client.get(url).status_code == 200, url
    assert client.get(f"{name}.mjl").data == FAIR_COPY


def test_a_file_with_findings_shows_its_own_lines(client: FlaskClient) -> None:
    page = client.get(f"{bring(client, ('mine.mjl', BROKEN)).headers['Location']}/audit").text
    assert "pay A&gt;C 160, B&gt;C 160, D&gt;C 160" in page


def test_text_can_be_pasted(client: FlaskClient) -> None:
    answer = bring(client, text=BROKEN.decode().replace("\n", "\r\n"))
    name = answer.headers["Location"].removeprefix("/edit/")
    assert "pay.seats" in client.get(f"/r/{name}/audit").text


def test_what_is_brought_is_in_no_list_and_in_no_folder(
    client: FlaskClient, tmp_path: Path
) -> None:
    bring(client, ("mine.mjl", FAIR_COPY))
    assert "mine.mjl" not in client.get("/").text
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "packed", [gzip.compress(FAIR_COPY), zipped(one=FAIR_COPY)], ids=["gzip", "zip"]
)
def test_packed_files_are_looked_into(client: FlaskClient, packed: bytes) -> None:
    answer = bring(client, ("mine.bin", packed))
    assert client.get(f"{answer.headers['Location']}/d1/s1").status_code == 200


def test_several_records_come_as_a_list(client: FlaskClient) -> None:
    packed = zipped(
        **{"one.mjl": FAIR_COPY, "two.mjl": BROKEN, "notes.txt": b"rice, tea", HOSTILE: b"{"}
    )
    answer = bring(client, ("mine.zip", packed))
    assert re.fullmatch(r"/look/[0-9a-f]{32}", answer.headers["Location"])
    page = client.get(answer.headers["Location"]).text
    names = re.findall(r'<th scope="row"><a href="(/r/~[0-9a-f]{32}(?:-\d)?)"', page)
    assert len(names) == 2
    assert "mine.zip:one.mjl" in page
    assert "this is text that begins with" in page
    assert "<script>alert" not in page
    for name in names:
        assert client.get(name, follow_redirects=True).status_code == 200
    assert client.get(f"{names[0]}-3").status_code == 404


def test_several_files_at_once(client: FlaskClient) -> None:
    page = client.get(
        bring(client, ("one.mjl", FAIR_COPY), ("two.mjl", BROKEN)).headers["Location"]
    ).text
    assert "one.mjl" in page
    assert "two.mjl" in page


def test_several_records_in_one_text(client: FlaskClient) -> None:
    page = client.get(bring(client, ("games.mjl", FAIR_COPY + BROKEN)).headers["Location"]).text
    second = re.findall(r'<th scope="row"><a href="([^"]+)"', page)[1]
    assert "pay A&gt;C 160, B&gt;C 160, D&gt;C 160" in client.get(f"{second}/audit").text


def test_foreign_records_are_looked_at(client: FlaskClient, foreign: Path) -> None:
    assert bring(client, (foreign.name, foreign.read_bytes())).status_code == 303


# --------------------------------------------------------------------------- what cannot be


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"rice, tea", "this is text that begins with"),
        (bytes(range(256)), "binary data"),
        (b"<html></html>", "markup whose first element is &lt;html&gt;"),
        (b"{", "cannot be read as JSON"),
        (gzip.compress(FAIR_COPY)[:50], "damaged or cut off"),
        (zipped(one=b"nothing"), "this is text that begins with"),
    ],
    ids=["text", "binary", "markup", "json", "cut off", "zip"],
)
def test_what_cannot_be_read_says_why(client: FlaskClient, data: bytes, words: str) -> None:
    answer = bring(client, ("mine", data))
    assert answer.status_code == 422
    assert words in answer.text
    assert 'action="/look"' in answer.text


def test_nothing_chosen(client: FlaskClient) -> None:
    for answer in (
        bring(client),
        bring(client, ("empty", b"")),
        client.post("/look"),
        bring(client, text=" \r\n"),
    ):
        assert answer.status_code == 400
        assert 'role="alert"' in answer.text
        assert ">No file was chosen, or it is empty.<" in answer.text
        assert 'action="/look"' in answer.text


def test_too_large(client: FlaskClient) -> None:
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="large"\r\n\r\n'
    body = head + b"x" * (LARGEST + (1 << 17)) + b"\r\n--x--\r\n"
    answer = client.post("/look", data=body, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 413
    assert "too large to open here" in answer.text


def test_what_unpacks_without_end_is_not_unpacked(client: FlaskClient) -> None:
    answer = bring(client, ("bomb.gz", gzip.compress(b"\0" * (64 << 20))))
    assert answer.status_code == 422
    assert "is larger than" in answer.text


def test_more_records_than_are_looked_at(client: FlaskClient) -> None:
    packed = zipped(**{f"{number:03}.mjl": b"%mjlog 1.0\n" for number in range(RECORDS + 5)})
    answer = bring(client, ("many.zip", packed))
    page = client.get(answer.headers["Location"]).text
    assert f"{RECORDS - 1:03}.mjl" in page
    assert f"{RECORDS:03}.mjl" not in page
    assert "more than is shown here" in page


@pytest.mark.parametrize(
    "name",
    ["../../etc/passwd", "/etc/passwd", "C:\\autoexec.bat", HOSTILE, "x" * 5000, "-", "."],
)
def test_names_of_files_lead_nowhere_and_are_text(client: FlaskClient, name: str) -> None:
    answer = bring(client, (name, b"nothing"))
    assert answer.status_code == 422
    assert "<script>alert" not in answer.text
    assert "root:" not in answer.text
    assert "Set-Cookie" not in answer.headers
    answer = bring(client, (name, BROKEN))
    kept = client.get(f"{answer.headers['Location']}.mjl")
    assert re.fullmatch(
        r'attachment; filename="[0-9a-f]{32}\.mjl"', kept.headers["Content-Disposition"]
    )


@pytest.mark.parametrize(
    "url", ["/r/~", "/r/~0", f"/r/~{'0' * 32}", f"/r/~{'0' * 32}/d1/s0", "/look/x", "/look/~"]
)
def test_what_is_not_held_says_so(client: FlaskClient, url: str) -> None:
    answer = client.get(url)
    assert answer.status_code == 404
    assert "There is no such file now" in answer.text


# --------------------------------------------------------------------------- who may, and who sees
# it


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"Origin": "http://localhost"}, 303),
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "null"}, 303),
        ({"Sec-Fetch-Site": "none"}, 303),
        ({"Origin": "https://elsewhere.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://localhost.elsewhere.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
def test_no_other_site_can_bring_a_file(
    client: FlaskClient, headers: dict[str, str], status: int
) -> None:
    assert bring(client, ("mine.mjl", FAIR_COPY), **headers).status_code == status


def test_what_is_brought_is_kept_by_nobody(client: FlaskClient) -> None:
    name = bring(client, ("mine.mjl", FAIR_COPY)).headers["Location"]
    for url in (name, f"{name}/d1/s0", f"{name}/audit", f"{name}.mjl"):
        headers = client.get(url).headers
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["X-Robots-Tag"] == "noindex"
        assert headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]


def test_nothing_touches_the_disk(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    forbid_temporary_files(monkeypatch)
    large = zipped(one=FAIR_COPY, two=b"x" * 1_800_000)
    body = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="large"\r\n\r\n'
        + large
        + b"\r\n--x--\r\n"
    )
    answer = client.post("/look", data=body, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 303


def test_bringing_is_the_only_thing_that_can_be_sent(client: FlaskClient) -> None:
    assert client.get("/look?lang=ja").status_code == 200
    for method in ("PUT", "DELETE", "PATCH"):
        assert client.open("/look", method=method).status_code == 405


# --------------------------------------------------------------------------- the shelf


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_what_nobody_looks_at_any_more_is_dropped() -> None:
    clock = Clock()
    shelf = Shelf(clock)
    one = shelf.bring([("one", FAIR_COPY)])
    clock.now = LIFE - 1
    assert shelf.record(one.slug(1)) is not None
    clock.now = 2 * LIFE - 2
    assert shelf.record(one.slug(1)) is not None
    clock.now = 3 * LIFE
    assert shelf.record(one.slug(1)) is None
    assert shelf._ready == {}


def test_what_was_looked_at_longest_ago_makes_room() -> None:
    shelf = Shelf(Clock())
    large = zipped(one=FAIR_COPY, two=b"x" * 1_800_000)
    brought = [shelf.bring([("large", large)]).token for _ in range(ROOM // len(large) + 3)]
    held = [token for token in brought if shelf.find_upload(token)]
    assert held == brought[3:]


def test_there_are_so_many_places() -> None:
    shelf = Shelf(Clock())
    brought = [shelf.bring([("small", b"%mjlog 1.0\n")]).token for _ in range(PLACES + 3)]
    assert [token for token in brought if shelf.find_upload(token)] == brought[3:]


def test_so_many_records_are_held_ready() -> None:
    shelf = Shelf(Clock())
    brought = shelf.bring(
        [("many.zip", zipped(**{f"{n:02}": b"%mjlog 1.0\n" for n in range(READY + 4)}))]
    )
    for number in range(1, READY + 5):
        assert shelf.record(brought.slug(number)).name == f"many.zip:{number - 1:02}"
    assert len(shelf._ready) == READY


def test_while_too_many_are_looked_over_others_are_asked_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("webviewer.uploads.WAIT", 0.01)
    monkeypatch.setattr("webviewer.uploads.BoundedSemaphore", lambda _: Semaphore(0))
    client = create_app().test_client()
    answer = bring(client, ("mine.mjl", FAIR_COPY))
    assert answer.status_code == 503
    assert "Try again" in answer.text


def test_what_holds_no_record_is_not_held() -> None:
    shelf = Shelf(Clock())
    brought = shelf.bring([("notes", b"rice, tea")])
    assert shelf.find_upload(brought.token) is None


def test_where_the_time_is_too_short_names_are_listed() -> None:
    shelf = Shelf(Clock())
    brought = shelf.bring([("one", FAIR_COPY), ("two", BROKEN)])
    assert [(row.name, row.status) for row in shelf.rows(brought, -1)] == [
        ("one", "unread"),
        ("two", "unread"),
    ]
    assert [row.status for row in shelf.rows(brought, 60)] == ["clean", "errors"]
    assert [row.status for row in shelf.rows(brought, -1)] == ["clean", "errors"]


# --------------------------------------------------------------------------- made to be slow

HEAD = b"%mjlog 1.0\nRules: riichi/1\n\n"
DEAL = b"@ E1.0 dealer=A\n1. A:3p-4z\n\n"


def test_what_is_longer_than_any_game_is_not_judged_to_its_end() -> None:
    """Limits hold this, no clock.

    So many deals, turns, mistakes, bytes of a record are looked at, and it says so.
    """
    shelf = Shelf(Clock())
    deals = shelf.record(shelf.bring([("deals", HEAD + DEAL * (LIMITS.deals + 50))]).slug(1))
    assert len(deals.game.deals) == LIMITS.deals
    assert "syntax.too_many" in {finding.code for finding in deals.report.findings}
    turns = shelf.record(
        shelf.bring([("turns", HEAD + b"@ 1\n1. A:" + b"1m. " * (LIMITS.words + 50))]).slug(1)
    )
    assert len(turns.game.deals[0].turns) <= LIMITS.words
    assert "syntax.too_many" in {finding.code for finding in turns.report.findings}
    mistakes = shelf.record(
        shelf.bring([("mistakes", HEAD + b"@ 1\n" + b"xyz\n" * (LIMITS.findings + 50))]).slug(1)
    )
    assert (
        len([f for f in mistakes.report.findings if f.code.startswith("syntax.")])
        <= LIMITS.findings + 1
    )
    large = shelf.bring(
        [("short", HEAD + DEAL), ("large", HEAD + DEAL * (LIMITS.file_size // len(DEAL)))]
    )
    assert [path for path, _ in large.refused] == ["large"]


def test_other_formats_have_no_more_deals_either(monkeypatch: pytest.MonkeyPatch) -> None:
    long = Source("x", "tenhou-xml", Game((), (Deal("1"),) * (LIMITS.deals + 1), "1.0"))
    monkeypatch.setattr("webviewer.uploads.load", lambda *_args, **_named: iter([long]))
    brought = Shelf(Clock()).bring([("long", b"x")])
    assert brought.names == ()
    assert "too long to be looked at" in brought.refused[0][1][0].message


def test_an_upload_is_looked_over_for_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webviewer.uploads.LOOKING", -1.0)
    brought = Shelf(Clock()).bring([("one", FAIR_COPY), ("two", BROKEN)])
    assert brought.names == ("one",)
    assert brought.cut


def test_a_tar_that_claims_a_petabyte_keeps_nobody_waiting(client: FlaskClient) -> None:
    info = tarfile.TarInfo("a.mjl")
    info.size = 10**15
    started = time.monotonic()
    for _ in range(4):
        assert bring(client, ("a.tar", info.tobuf() + b"x" * 512)).status_code == 422
    assert bring(client, ("mine.mjl", FAIR_COPY)).status_code == 303
    assert time.monotonic() - started < 10
