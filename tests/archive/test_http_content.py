"""The HTTP interface: records in every form, and what belongs to one."""

import csv
import gzip
import io
import json
import tracemalloc
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from mjlog.archive.adding.bulk import whole_records
from mjlog.archive.adding.reading import found_in_bytes
from mjlog.archive.adding.writer import Policy
from mjlog.archive.questions.export import write_ndjson
from mjlog.archive.questions.search import Query
from mjlog.archive.store import Archive, create
from mjlog.archive.view import ANYBODY
from mjlog.batch.deals_table import COLUMNS
from mjlog.formats import load
from mjlog.notation import digest, from_json, read
from tests.kit.archives import HIDDEN, asked, put, text_of
from tests.kit.places import SAMPLES
from webviewer import create_app
from webviewer.api import state
from webviewer.service.settings import Settings


def some_game() -> bytes:
    """A whole game with turns."""
    found = sorted((SAMPLES / "riichi").glob("*.mjl"), key=lambda path: path.stat().st_size)
    return found[-1].read_bytes()


@pytest.fixture
def whole(archive: Archive) -> str:
    """The digest of a whole game in the archive."""
    (added,) = put(archive, some_game())
    return added.digest


@pytest.mark.parametrize("word", ["mjl", "json", "ndjson", "tenhou", "xml", "tenhou6", "mjai"])
def test_a_record_comes_in_every_form_and_can_be_read_again(
    api: FlaskClient, whole: str, word: str
) -> None:
    answer = api.get(f"/api/v1/records/{whole}.{word}")
    assert answer.status_code == 200
    data = answer.data
    if word == "ndjson":
        data = json.dumps(json.loads(data)["record"]).encode()
    (source,) = load(data, "x")
    assert source.game is not None
    if word in {"mjl", "json", "ndjson"}:
        assert digest(source.game) == whole
        assert "Mjlog-Losses" not in answer.headers
    else:
        lost = asked(api, f"/records/{whole}/losses?to={'tenhou' if word == 'xml' else word}")
        told = answer.headers.get("Mjlog-Losses", "")
        numbers = [int(each.partition("=")[2]) for each in told.split(", ") if each]
        assert sum(numbers) == len(lost["losses"])


@pytest.mark.parametrize(
    ("accept", "mimetype", "begins"),
    [
        ("text/plain", "text/plain", b"%mjlog"),
        ("text/vnd.mjlog", "text/vnd.mjlog", b"%mjlog"),
        ("application/vnd.mjlog+json", "application/vnd.mjlog+json", b'{"mjlog"'),
        ("application/xml;q=0.9, application/pdf", "application/xml", b"<mjloggm"),
        ("*/*", "application/json", b'{"digest"'),
        ("application/json", "application/json", b'{"digest"'),
    ],
)
def test_a_record_comes_as_it_is_accepted(
    api: FlaskClient, whole: str, accept: str, mimetype: str, begins: bytes
) -> None:
    answer = api.get(f"/api/v1/records/{whole}", headers={"Accept": accept})
    assert (answer.status_code, answer.mimetype) == (200, mimetype)
    assert answer.data.startswith(begins)
    assert "Accept" in answer.vary
    mark = answer.headers["ETag"]
    headers = {"Accept": accept, "If-None-Match": mark}
    assert api.get(f"/api/v1/records/{whole}", headers=headers).status_code == 304


def test_what_no_form_has_is_said_with_the_forms_there_are(
    archive: Archive, api: FlaskClient, whole: str
) -> None:
    (other,) = put(archive, (SAMPLES / "taiyuan" / "everything-fair-copy.mjl").read_bytes())
    asking = [
        (f"{whole}", "application/pdf"),
        (f"{whole}.pdf", "*/*"),
        (f"{other.digest}.mjai", "*/*"),
        (f"{whole}/deals", "image/png"),
    ]
    for address, accept in asking:
        answer = api.get(f"/api/v1/records/{address}", headers={"Accept": accept})
        assert (answer.status_code, answer.mimetype) == (406, "application/problem+json")
        assert answer.json is not None
        assert answer.json["available"]


def test_deals_come_as_flat_rows(api: FlaskClient, whole: str) -> None:
    address = f"/api/v1/records/{whole}/deals"
    rows = asked(api, f"/records/{whole}/deals")["deals"]
    assert [row["deal"] for row in rows] == list(range(1, len(rows) + 1))
    assert list(rows[0]) == list(COLUMNS)
    lines = api.get(address, headers={"Accept": "application/x-ndjson"}).text.splitlines()
    assert list(map(json.loads, lines)) == rows
    table = api.get(address, headers={"Accept": "text/csv"}).text
    told = list(csv.DictReader(io.StringIO(table)))
    assert [row["label"] for row in told] == [row["label"] for row in rows]
    everywhere = api.get("/api/v1/deals").text.splitlines()
    assert list(map(json.loads, everywhere)) == rows
    assert api.get("/api/v1/deals?rules=taiyuan").text == ""
    assert api.get("/api/v1/deals", headers={"Accept": "text/csv"}).text == table


def test_frames_findings_and_reports_are_those_of_the_record(
    archive: Archive, api: FlaskClient, whole: str
) -> None:
    frames = asked(api, f"/records/{whole}/deals/1/frames")["frames"]
    assert frames[0]["step"] == 0
    assert len(frames) > 10
    assert api.get(f"/api/v1/records/{whole}/deals/999/frames").status_code == 404
    (wrong,) = put(archive, text_of(pay=5200))
    told = asked(api, f"/records/{wrong.digest}/findings")
    assert {"pay.seats"} & {finding["code"] for finding in told["findings"]}
    report = asked(api, f"/records/{wrong.digest}/report")
    assert report["findings"] == told["findings"]
    (engine,) = asked(api, f"/records/{wrong.digest}/reports")["reports"]
    assert engine["engine"] == told["engine"]
    assert asked(api, f"/records/{wrong.digest}/report?engine={told['engine'].replace('+', '%2B')}")
    assert api.get(f"/api/v1/records/{wrong.digest}/report?engine=old").status_code == 404


def test_a_record_without_rules_has_no_frames(archive: Archive, api: FlaskClient) -> None:
    for rules in (b"unheard/1", b""):
        (added,) = put(archive, text_of().replace(b"riichi/1", rules))
        answer = api.get(f"/api/v1/records/{added.digest}/deals/1/frames")
        assert answer.status_code == 404


# --------------------------------------------------------------------------- original bytes


def test_the_original_bytes_come_as_they_were(archive: Archive, api: FlaskClient) -> None:
    (added,) = put(archive, b"\xef\xbb\xbf" + text_of().replace(b"\n", b"\r\n"))
    (origin,) = asked(api, f"/records/{added.digest}/originals")["originals"]
    answer = api.get(f"/api/v1/records/{added.digest}/originals/{origin['sha256']}")
    assert answer.data == b"\xef\xbb\xbf" + text_of().replace(b"\n", b"\r\n")
    assert answer.mimetype == "application/octet-stream"
    assert api.get(f"/api/v1/records/{added.digest}/originals/{'0' * 64}").status_code == 404


@pytest.mark.parametrize("goes", ["hidden", "removed"])
def test_original_bytes_of_a_hidden_record_too_are_kept_back(
    archive: Archive, api: FlaskClient, goes: str
) -> None:
    both = text_of() + b"\n" + text_of("Secret")
    first, second = archive.add(found_in_bytes(both, "both.mjl"))
    (origin,) = asked(api, f"/records/{first.digest}/originals")["originals"]
    address = f"/api/v1/records/{first.digest}/originals/{origin['sha256']}"
    assert api.get(address).data == both
    if goes == "hidden":
        archive.show_to(second.digest, Policy("private"))
    else:
        archive.remove(second.digest)
    answer = api.get(address)
    assert answer.status_code == 404
    assert b"Secret" not in answer.data


# --------------------------------------------------------------------------- bulk


def test_the_export_streams_every_record_with_a_licence(archive: Archive, api: FlaskClient) -> None:
    free = text_of("Free").replace(b"Event:", b"Licence: CC0-1.0\nEvent:")
    added, other = put(archive, free, text_of())
    lines = api.get("/api/v1/export").text.splitlines()
    assert [json.loads(line)["digest"] for line in lines] == [added.digest]
    assert digest(from_json(json.loads(lines[0])["record"])) == added.digest
    lines = api.get("/api/v1/export?any_licence=1").text.splitlines()
    assert [json.loads(line)["digest"] for line in lines] == [added.digest, other.digest]
    text = api.get("/api/v1/export?any_licence=1", headers={"Accept": "text/plain"})
    games = [source.game for source in load(text.data, "all.mjl")]
    assert [digest(game) for game in games if game] == [added.digest, other.digest]
    assert api.get("/api/v1/export?event=nothing").text == ""


def test_a_bulk_is_packed_while_it_is_made(archive: Archive, api: FlaskClient) -> None:
    put(archive, text_of())
    answer = api.get("/api/v1/export?any_licence=1", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Content-Length" not in answer.headers
    assert json.loads(gzip.decompress(answer.data))["record"]
    mark = answer.headers["ETag"]
    again = api.get("/api/v1/export?any_licence=1", headers={"If-None-Match": mark})
    assert again.status_code == 304


@pytest.mark.slow
def test_the_export_takes_no_more_memory_for_more_records(archive: Archive) -> None:
    put(archive, *(text_of(f"Cup {number}") for number in range(300)))

    def size(query: Query) -> int:
        return sum(map(len, write_ndjson(whole_records(archive, ANYBODY, query, any_licence=True))))

    def peak(query: Query) -> int:
        tracemalloc.start()
        assert size(query)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    assert size(Query())  # what is imported or remembered once
    hundred, all_of_them = peak(Query(event="Cup 1")), peak(Query())
    assert all_of_them < hundred + 500_000


# --------------------------------------------------------------------------- lists


def test_changes_are_told_in_their_order(archive: Archive, api: FlaskClient) -> None:
    first, second = put(archive, text_of(), text_of("Cup"))
    archive.remove(first.digest)
    told = asked(api, "/changes?size=2")
    assert [each["kind"] for each in told["changes"]] == ["added", "added"]
    assert told["more"]
    rest = asked(api, f"/changes?since={told['next']}")
    assert [(each["kind"], each["digest"]) for each in rest["changes"]] == [
        ("removed", first.digest)
    ]
    assert not rest["more"]
    after = asked(api, f"/changes?since={rest['next']}")
    assert (after["changes"], after["next"]) == ([], rest["next"])
    assert second.digest in {each["digest"] for each in told["changes"]}


def test_a_record_whose_time_comes_is_a_change(
    archive: Archive, api: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    (late,) = put(archive, text_of("Late"), policy=Policy("later", 2_000))
    put(archive, text_of())
    monkeypatch.setattr("mjlog.archive.view.now", lambda: 1_000)
    before = asked(api, "/changes")
    assert late.digest not in {each["digest"] for each in before["changes"]}
    monkeypatch.undo()
    (change,) = asked(api, f"/changes?since={before['next']}")["changes"]
    assert change["digest"] == late.digest


def test_who_copied_a_record_is_told_that_it_is_hidden_now(
    archive: Archive, api: FlaskClient
) -> None:
    (seen,) = put(archive, text_of("Seen"))
    (secret,) = put(archive, text_of("Secret"), policy=Policy("private"))
    before = asked(api, "/changes")["next"]
    for each in (seen, secret):
        archive.show_to(each.digest, Policy("private"))
    (change,) = asked(api, f"/changes?since={before}")["changes"]
    assert (change["kind"], change["digest"]) == ("hidden", seen.digest)
    archive.show_to(seen.digest, Policy())
    told = asked(api, f"/changes?since={change['number']}")["changes"]
    assert [each["kind"] for each in told] == ["visibility"]


def test_events_have_what_is_seen_of_them(archive: Archive, api: FlaskClient) -> None:
    put(archive, text_of("Cup"), text_of("Cup", "2026-03-01"), text_of("League"))
    put(archive, text_of("Secret"), text_of("Cup", "2027-01-01"), policy=Policy("private"))
    told = asked(api, "/events?size=1")
    (cup,) = told["events"]
    assert (cup["name"], cup["records"], cup["deals"]) == ("Cup", 2, 2)
    assert (cup["first"], cup["last"]) == ("2026-01-02", "2026-03-01")
    (league,) = asked(api, f"/events?after={told['next']}")["events"]
    assert league["name"] == "League"


# --------------------------------------------------------------------------- the audit


def test_what_is_sent_is_audited_and_not_kept(api: FlaskClient) -> None:
    answer = api.post("/api/v1/audit", data=text_of(pay=5200))
    assert answer.status_code == 200
    assert answer.json is not None
    (found,) = answer.json["records"]
    assert found["digest"] == digest(read(text_of(pay=5200)))
    assert found["report"]["verdicts"]["differs"] == 1
    assert not asked(api, "/records")["records"]
    assert not asked(api, "/changes")["changes"]


def test_other_formats_and_several_files_are_audited(api: FlaskClient, whole: str) -> None:
    xml = api.get(f"/api/v1/records/{whole}.tenhou").data
    form = {"file": [(io.BytesIO(xml), "log.xml"), (io.BytesIO(text_of()), "a.mjl")]}
    answer = api.post("/api/v1/audit", data=form)
    assert answer.json is not None
    assert [each["format"] for each in answer.json["records"]] == ["tenhou-xml", "mjlog"]


def test_a_sheet_is_audited_cell_by_cell(api: FlaskClient, whole: str) -> None:
    sheet = api.get(f"/api/v1/records/{whole}.csv").data
    for headers in ({"Content-Type": "text/csv"}, {"Content-Type": "application/octet-stream"}):
        answer = api.post("/api/v1/audit", data=sheet, headers=headers)
        assert answer.status_code == 200, answer.text
        assert answer.json is not None
        (found,) = answer.json["records"]
        assert found["format"] == "sheet"
        assert found["report"]["understood"]


def test_a_table_that_no_header_calls_a_sheet_is_audited_as_one(api: FlaskClient) -> None:
    table = b"Deal,Dealer,Winner,From,Han,Fu,Ann,Bob,Cid,Dee\nE1,Ann,Bob,Ann,2,30,-2000,2000,0,0\n"
    for name in ("night.csv", "record"):
        answer = api.post(f"/api/v1/audit?name={name}", data=table)
        assert answer.status_code == 200, answer.text
        assert answer.json is not None
        assert [each["format"] for each in answer.json["records"]] == ["sheet"]


@pytest.mark.parametrize(
    ("data", "status"),
    [(b"", 422), (b"\x00\x01\x02", 422), (b"x" * (3 << 20), 413)],
)
def test_what_cannot_be_audited_is_a_problem(api: FlaskClient, data: bytes, status: int) -> None:
    answer = api.post("/api/v1/audit", data=data)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")


def test_rules_that_are_not_there_are_said(api: FlaskClient) -> None:
    assert api.post("/api/v1/audit?rules=chess", data=b"x").status_code == 400


# --------------------------------------------------------------------------- state, other sites


def test_the_server_tells_how_it_is(archive: Archive, api: FlaskClient) -> None:
    put(archive, text_of())
    put(archive, text_of("Secret"), policy=HIDDEN[0])
    assert asked(api, "/health")["status"] == "ok"
    assert asked(api, "/ready")["status"] == "ready"
    told = api.get("/api/v1/metrics").text
    assert "mjlog_records 1.0\n" in told
    assert 'mjlog_requests_total{method="GET",route="/api/v1/ready",status="200"} 1.0' in told
    assert 'mjlog_request_seconds_bucket{le="+Inf",route="/api/v1/ready"} 1.0' in told


def test_without_the_package_that_counts_the_server_says_so(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(state, "find_spec", lambda _name: None)
    answer = create_app(archive=archive).test_client().get("/api/v1/metrics")
    assert (answer.status_code, answer.json["type"]) == (503, "urn:mjlog:problem:no-metrics")
    assert "pip install 'mjlog[server]'" in answer.json["detail"]


def test_an_archive_that_is_away_makes_the_server_unready(tmp_path: Path) -> None:
    with create(tmp_path / "a.sqlite") as archive:
        app: Flask = create_app(archive=archive)
        archive.close()
        (tmp_path / "a.sqlite").unlink()
        (tmp_path / "a.sqlite").mkdir()
        client = app.test_client()
        for address in ("ready", "records"):
            answer = client.get(f"/api/v1/{address}")
            assert (answer.status_code, answer.mimetype) == (503, "application/problem+json")
            assert str(tmp_path) not in answer.text
        assert client.get("/api/v1/health").status_code == 200


@pytest.mark.parametrize(
    ("origins", "allowed"),
    [((), None), (("https://a.example",), "https://a.example"), (("*",), "*")],
)
def test_other_sites_ask_where_the_settings_say_so(
    archive: Archive, origins: tuple[str, ...], allowed: str | None
) -> None:
    client = create_app(archive=archive, settings=Settings(origins=origins)).test_client()
    answer = client.get("/api/v1/records", headers={"Origin": "https://a.example"})
    assert answer.headers.get("Access-Control-Allow-Origin") == allowed
    other = client.options("/api/v1/records", headers={"Origin": "https://b.example"})
    expected = allowed if allowed == "*" else None
    assert other.headers.get("Access-Control-Allow-Origin") == expected
