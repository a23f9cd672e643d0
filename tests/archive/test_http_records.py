"""The HTTP interface: lists, records, problems, marks."""

import pytest
from flask.testing import FlaskClient

from mjlog.archive.adding.writer import Policy
from mjlog.archive.store import Archive
from tests.kit.archives import HIDDEN, asked, put, text_of

GONE = "urn:mjlog:problem:gone"
BAD = "urn:mjlog:problem:bad-question"


def digests(api: FlaskClient, address: str) -> list[str]:
    return [row["digest"] for row in asked(api, address)["records"]]


def test_the_list_tells_of_records_newest_first(archive: Archive, api: FlaskClient) -> None:
    old, new = put(archive, text_of(), text_of("Cup", pay=5200))
    rows = asked(api, "/records")["records"]
    assert [row["digest"] for row in rows] == [new.digest, old.digest]
    assert (rows[0]["event"], rows[0]["status"], rows[0]["rules"]) == ("Cup", "errors", "riichi")
    assert rows[0]["players"][0] == {"seat": "A", "name": "Ana", "points": 25000, "place": 2}
    assert not {"id", "event_id"} & set(rows[0])


@pytest.mark.parametrize(
    ("asking", "fits"),
    [
        ("text=cup", True),
        ("rules=riichi", True),
        ("rules=taiyuan", False),
        ("player=ana", True),
        ("event=cup", True),
        ("since=2026", True),
        ("until=2025-12", False),
        ("status=errors", True),
        ("item=pinfu", True),
        ("code=pay", True),
        ("round=1", False),
        ("table=1", False),
        ("state=published", True),
        ("state=submitted", False),
        ("least_deals=1&most_deals=1", True),
        ("least_deals=2", False),
        ("sort=-date&size=1", True),
    ],
)
def test_filters_narrow_the_list(
    archive: Archive, api: FlaskClient, asking: str, *, fits: bool
) -> None:
    (added,) = put(archive, text_of("Cup", pay=5200))
    assert digests(api, f"/records?{asking}") == ([added.digest] if fits else [])


def test_pages_follow_the_cursor_and_the_link(archive: Archive, api: FlaskClient) -> None:
    put(archive, *(text_of(f"Cup {number}") for number in range(5)))
    seen: list[str] = []
    address = "/api/v1/records?size=2&sort=date"
    while address:
        answer = api.get(address)
        assert answer.json is not None
        seen += [row["event"] for row in answer.json["records"]]
        link = answer.headers.get("Link", "")
        assert bool(link) == bool(answer.json["next"])
        address = link.partition(">")[0].removeprefix("<")
    assert seen == [f"Cup {number}" for number in range(5)]


def test_counts_and_facets_come_where_they_are_asked_for(
    archive: Archive, api: FlaskClient
) -> None:
    put(archive, text_of(), text_of("Cup"), text_of("Cup", pay=5200))
    assert set(asked(api, "/records")) == {"records", "next"}
    told = asked(api, "/records?event=cup&count=1&facets=true")
    assert told["count"] == 2
    assert told["facets"]["rules"] == [{"value": "riichi", "count": 2}]


def test_a_record_is_told_by_its_digest(archive: Archive, api: FlaskClient) -> None:
    (first,) = put(archive, text_of(pay=5200))
    amending = text_of().replace(b"Rules:", b"Amends: " + first.digest.encode() + b"\nRules:")
    (second,) = put(archive, amending)
    told = asked(api, f"/records/{second.digest.upper()}")
    assert told["digest"] == second.digest
    assert told["ancestors"] == [first.digest]
    assert told["origins"][0]["size"] == len(amending)
    assert asked(api, f"/records/{first.digest}")["descendants"] == [second.digest]


def test_a_record_that_was_taken_out_is_gone(archive: Archive, api: FlaskClient) -> None:
    (added,) = put(archive, text_of())
    archive.remove(added.digest, "entered twice")
    answer = api.get(f"/api/v1/records/{added.digest}")
    assert (answer.status_code, answer.mimetype) == (410, "application/problem+json")
    assert answer.json is not None
    assert answer.json["type"] == GONE
    removal = answer.json["removal"]
    assert (removal["kind"], removal["reason"]) == ("removed", "entered twice")
    assert removal["at"].endswith("Z")


@pytest.mark.parametrize("policy", HIDDEN, ids=["private", "later", "submitted"])
def test_a_hidden_record_that_is_taken_out_was_never_there(
    archive: Archive, api: FlaskClient, policy: Policy
) -> None:
    (added,) = put(archive, text_of(), policy=policy)
    address = f"/api/v1/records/{added.digest}"
    assert api.get(address).status_code == 404
    archive.remove(added.digest, "a secret reason")
    assert api.get(address).status_code == 404


@pytest.mark.parametrize(
    "asking",
    [
        "records?colour=red",
        "records?size=0",
        "records?size=many",
        "records?size=501",
        "records?since=yesterday",
        "records?until=2026-02-30",
        "records?status=good",
        "records?sort=name",
        "records?after=x",
        "records?sort=deals&after=1_x",
        "records?facets=perhaps",
        "records?text=%00",
        "records?text=" + "x" * 201,
        "records?least_deals=" + "9" * 30,
    ],
)
def test_what_cannot_be_asked_is_said(api: FlaskClient, asking: str) -> None:
    answer = api.get(f"/api/v1/{asking}")
    assert (answer.status_code, answer.mimetype) == (400, "application/problem+json")
    assert answer.json is not None
    assert answer.json["type"] == BAD
    assert set(answer.json) == {"type", "title", "status", "detail"}


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [("get", "/nothing", 404), ("get", "/records/xyz", 404), ("delete", "/records", 405)],
)
def test_every_refusal_is_a_problem(
    api: FlaskClient, method: str, address: str, status: int
) -> None:
    answer = api.open(f"/api/v1{address}", method=method)
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")
    assert answer.json is not None
    assert answer.json["status"] == status


# --------------------------------------------------------------------------- marks


@pytest.mark.parametrize("address", ["/records", "/records?count=1"])
def test_an_answer_that_is_known_is_not_sent_again(
    archive: Archive, api: FlaskClient, address: str
) -> None:
    (added,) = put(archive, text_of())
    address = "/api/v1" + address.format(digest=added.digest)
    mark = api.get(address).headers["ETag"]
    again = api.get(address, headers={"If-None-Match": mark})
    assert (again.status_code, again.data) == (304, b"")
    put(archive, text_of("Cup"))
    assert api.get(address, headers={"If-None-Match": mark}).status_code == 200


@pytest.mark.parametrize("policy", HIDDEN, ids=["private", "later", "submitted"])
def test_no_mark_tells_of_what_is_hidden(
    archive: Archive, api: FlaskClient, policy: Policy
) -> None:
    put(archive, text_of())
    before = api.get("/api/v1/records").headers["ETag"]
    (hidden,) = put(archive, text_of("Secret"), policy=policy)
    assert api.get("/api/v1/records").headers["ETag"] == before
    archive.remove(hidden.digest)
    assert api.get("/api/v1/records").headers["ETag"] == before


def test_a_mark_changes_when_a_record_is_hidden_or_its_time_has_come(
    archive: Archive, api: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    (first,) = put(archive, text_of())
    put(archive, text_of("Late"), policy=Policy("later", 2_000))
    monkeypatch.setattr("mjlog.archive.view.now", lambda: 1_000)
    marks = [api.get("/api/v1/records").headers["ETag"]]
    monkeypatch.setattr("mjlog.archive.view.now", lambda: 3_000)
    marks.append(api.get("/api/v1/records").headers["ETag"])
    archive.show_to(first.digest, Policy("private"))
    marks.append(api.get("/api/v1/records").headers["ETag"])
    assert len(set(marks)) == 3
