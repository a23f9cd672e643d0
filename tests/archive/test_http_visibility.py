"""No address of the interface shows a byte of a record that its reader may not see."""

import io
import re

import pytest
from flask.testing import FlaskClient

from mjlog.archive.store import Archive
from mjlog.archive.writer import Policy
from tests.kit.archives import HIDDEN, put, text_of

SECRETS = ("Hidden Cup", "Ignoto", "Celato", "Velata", "Nascosto")
TELL_OF_NO_RECORD = ("/api", "/openapi.json", ".schema.json")
FILLED = {"deal": "1", "word": "mjl", "form": "csv"}
NUMBERS = (1, 2, 5)
"""Of the events of these archives, and of players of each record."""


def hidden_text() -> bytes:
    return text_of(SECRETS[0], players=SECRETS[1:], pay=7700)


def routes(api: FlaskClient) -> list[str]:
    """All addresses that can be read, as they are written in the application."""
    rules = api.application.url_map.iter_rules()
    return sorted({rule.rule for rule in rules if rule.rule.startswith("/api") and _is_read(rule)})


def _is_read(rule: object) -> bool:
    return "GET" in (getattr(rule, "methods", None) or ())


def filled(route: str, values: dict[str, str]) -> str:
    """The address with a value in the place of each part that is left open."""
    return re.sub(r"<(?:[^:>]+:)?([^>]+)>", lambda part: values.get(part[1], "1"), route)


def addresses(api: FlaskClient, digest: str, sha256: str) -> list[str]:
    values = {**FILLED, "digest": digest, "sha256": sha256}
    found = [filled(route, values) for route in routes(api)]
    words = ("json", "ndjson", "csv", "tenhou", "tenhou6", "mjai", "majiang")
    found += [f"/api/v1/records/{digest}.{word}" for word in words]
    asked = ("count=1&facets=1", "text=hidden", "player=ignoto", "event=hidden", "code=pay")
    found += [f"/api/v1/records?{each}" for each in (*asked, "state=submitted", "sort=changed")]
    found += [f"/api/v1/export?any_licence=1&{each}" for each in asked[1:]]
    found += people()
    return [*found, "/api/v1/export?any_licence=1", "/api/v1/changes?since=0"]


def people() -> list[str]:
    """Addresses that tell of each player and each event."""
    found = [f"players?name={name}" for name in (*SECRETS[1:], "ana", "o")]
    for number in NUMBERS:
        of_event = f"events/{number}"
        found += [f"players/{number}", of_event, f"{of_event}/standings"]
        found += [f"{of_event}/standings.csv", f"statistics?player={number}"]
        found += [f"statistics.csv?event={number}", f"players?name=%23{number}"]
    return [f"/api/v1/{each}" for each in found]


def everything(api: FlaskClient, found: list[str]) -> bytes:
    """All that is answered, headers and bodies."""
    told = io.BytesIO()
    for address in found:
        for accept in ("application/json", "text/csv", "application/x-ndjson", "text/plain", "*/*"):
            answer = api.get(address, headers={"Accept": accept})
            told.write(str(answer.headers).encode() + answer.data)
    return told.getvalue()


@pytest.mark.parametrize("policy", HIDDEN, ids=["private", "later", "submitted"])
def test_no_address_tells_of_a_hidden_record(
    archive: Archive, api: FlaskClient, policy: Policy
) -> None:
    put(archive, text_of())
    (hidden,) = put(archive, hidden_text(), policy=policy)
    assert hidden.found.original is not None
    sha256 = hidden.found.original.sha256
    told = everything(api, addresses(api, hidden.digest, sha256)).decode("utf-8", "replace")
    for secret in (*SECRETS, sha256[:12]):
        assert secret not in told, secret
    lists = [each for each in addresses(api, "", "") if "/records/" not in each]
    assert hidden.digest.encode() not in everything(api, lists)
    archive.remove(hidden.digest, "A secret reason")
    assert hidden.digest.encode() not in everything(api, lists)
    told = everything(api, addresses(api, hidden.digest, sha256)).decode("utf-8", "replace")
    for secret in (*SECRETS, "secret reason"):
        assert secret not in told, secret


def test_the_same_addresses_tell_of_a_public_record(archive: Archive, api: FlaskClient) -> None:
    """So that the test above could fail."""
    (shown,) = put(archive, hidden_text())
    assert shown.found.original is not None
    found = addresses(api, shown.digest, shown.found.original.sha256)
    assert len(found) > 25
    told = everything(api, found).decode("utf-8", "replace")
    for secret in SECRETS:
        assert secret in told, secret
    for address in found:
        if f"/{shown.digest}" in address and not re.search(r"mjai|majiang|tenhou", address):
            assert api.get(address).status_code == 200, address


def test_a_record_that_is_hidden_later_is_hidden_everywhere(
    archive: Archive, api: FlaskClient
) -> None:
    (shown,) = put(archive, hidden_text())
    assert shown.found.original is not None
    found = addresses(api, shown.digest, shown.found.original.sha256)
    marks = {address: api.get(address).headers.get("ETag", "") for address in found}
    archive.show_to(shown.digest, Policy("private"))
    told = everything(api, found).decode("utf-8", "replace")
    assert not any(secret in told for secret in SECRETS)
    for address, mark in marks.items():
        answer = api.get(address, headers={"If-None-Match": mark or '"none"'})
        assert answer.status_code != 304 or address.endswith(TELL_OF_NO_RECORD), address
