"""Numbers of addresses and parameters: none that can be asked for ends in a fault."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from mjlog.archive.storage.database import shown
from mjlog.archive.store import Archive
from tests.kit.archives import put, text_of

NUMBERS = [
    "99999999999999999999", "9" * 5000, "-1", "-99999999999999999999", "٣", "١٢٣٤٥٦", "1_0",
    "%2B1", "x", "0", "999999999999999999",
]  # fmt: skip
PAGES = [
    "/players/{}",
    "/events/{}",
    "/events?page={}",
    "/statistics?player={}",
    "/statistics?event={}",
    "/statistics/deals?figure=wins&player={}",
    "/statistics/deals?figure=wins&event={}",
    "/players?name=%23{}",
    "/records?player=%23{}",
    "/records?after={}_1",
    "/records?sort=deals&after=1_{}",
]
OF_THE_API = [
    "/records?size={}",
    "/records?least_deals={}",
    "/records?most_deals={}",
    "/records?after={}_1",
    "/records?sort=deals&after=1_{}",
    "/records?player=%23{}",
    "/changes?since={}",
    "/changes?size={}",
    "/events?after={}",
    "/events?size={}",
    "/export?least_deals={}",
    "/deals?most_deals={}",
]


def status(api: FlaskClient, address: str) -> int:
    answer = api.get(address)
    answer.get_data()
    return answer.status_code


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_no_fault(api: FlaskClient, archive: Archive, page: str) -> None:
    put(archive, text_of())
    found = {number: status(api, page.format(number)) for number in NUMBERS}
    assert set(found.values()) <= {200, 404}, found


@pytest.mark.parametrize("name", ["player", "event"])
def test_nobody_is_not_everybody(api: FlaskClient, archive: Archive, name: str) -> None:
    put(archive, text_of())
    for number in NUMBERS[:-2]:
        assert status(api, f"/statistics?{name}={number}") == 404


@pytest.mark.parametrize("address", OF_THE_API)
def test_the_interface_has_no_fault(api: FlaskClient, archive: Archive, address: str) -> None:
    put(archive, text_of())
    asked = {number: status(api, f"/api/v1{address.format(number)}") for number in NUMBERS}
    assert set(asked.values()) <= {200, 400}, asked


def test_a_deal_has_an_ascii_number(api: FlaskClient, archive: Archive) -> None:
    (added,) = put(archive, text_of())
    home = f"/api/v1/records/{added.digest}/deals"
    assert {status(api, f"{home}/{number}/frames") for number in NUMBERS} == {404}
    assert status(api, f"{home}/1/frames") == 200


@pytest.mark.parametrize(
    ("method", "path", "name"),
    [("GET", "/nothing", "unknown"), ("PUT", "/records", "method-not-allowed")],
)
def test_every_refusal_has_a_kind(api: FlaskClient, method: str, path: str, name: str) -> None:
    answer = api.open(f"/api/v1{path}", method=method)
    assert answer.json is not None
    assert answer.json["type"] == f"urn:mjlog:problem:{name}"


def test_the_url_of_an_archive_is_shown_as_it_is_written(tmp_path: Path) -> None:
    assert shown("postgresql://a:b@h/games") == "postgresql://a:***@h/games"
    assert shown(tmp_path) == str(tmp_path)
