"""No address of the interface shows a byte of a record that its reader may not see."""

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from mjlog.archive.adding.writer import Added, Policy
from mjlog.archive.store import Archive
from tests.kit.archives import HIDDEN, put, text_of

SECRETS = (
    ("Hidden Cup", "Ignoto", "Celato", "Velata", "Nascosto"),
    ("Covert League", "Umbra", "Arcano", "Tacita", "Occulto"),
    ("Veiled Trophy", "Latente", "Furtivo", "Remota", "Ombroso"),
)
"""Of each hidden record the event and the players."""
TELL_OF_NO_RECORD = ("/api", "/openapi.json", ".schema.json")
FILLED = {"deal": "1", "word": "mjl", "form": "csv"}
FORMS = ("json", "ndjson", "csv", "tenhou", "tenhou6", "mjai", "majiang")
ACCEPTED = ("application/json", "text/csv", "application/x-ndjson", "text/plain", "*/*")
EVENTS = (1, 2, 3, 4)
PLAYERS = (1, 5, 9, 13)
"""Numbers of the event and of a player of each record of these archives."""


def hidden_text(number: int = 0) -> bytes:
    event, *players = SECRETS[number]
    return text_of(event, players=tuple(players), pay=7700)


def routes(api: FlaskClient) -> list[str]:
    """All addresses that can be read, as they are written in the application."""
    rules = api.application.url_map.iter_rules()
    return sorted({rule.rule for rule in rules if rule.rule.startswith("/api") and _is_read(rule)})


def _is_read(rule: object) -> bool:
    return "GET" in (getattr(rule, "methods", None) or ())


def filled(route: str, values: dict[str, str]) -> str:
    """The address with a value in the place of each part that is left open."""
    return re.sub(r"<(?:[^:>]+:)?([^>]+)>", lambda part: values.get(part[1], "1"), route)


def addresses(api: FlaskClient, *records: Added) -> list[str]:
    """All addresses that can be read, those of records for each of these."""
    found = [route for route in routes(api) if not _is_of_a_record(route)]
    told = [filled(route, FILLED) for route in found]
    told += [address for each in records for address in of_record(api, each)]
    told += [address for secrets in SECRETS[: len(records)] for address in of_names(*secrets)]
    told += [f"/api/v1/{each}" for each in of_numbers(len(records) + 1)]
    asked = ("count=1&facets=1", "code=pay", "state=submitted", "sort=changed")
    told += [f"/api/v1/records?{each}" for each in asked]
    everybody = "/api/v1/export?any_licence=1"
    return [*told, everybody, f"{everybody}&code=pay", "/api/v1/changes?since=0"]


def _is_of_a_record(route: str) -> bool:
    return "digest>" in route or "sha256>" in route


def of_record(api: FlaskClient, record: Added) -> list[str]:
    """Addresses that have the digest of a record, or that of the file it came from."""
    assert record.found.original is not None
    values = {**FILLED, "digest": record.digest, "sha256": record.found.original.sha256}
    found = [filled(route, values) for route in routes(api) if _is_of_a_record(route)]
    return [*found, *(f"/api/v1/records/{record.digest}.{form}" for form in FORMS)]


def of_names(event: str, *players: str) -> list[str]:
    """Addresses that ask for an event and its players by name."""
    words = (event.split(maxsplit=1)[0].lower(), players[0].lower())
    asked = (f"text={words[0]}", f"player={words[1]}", f"event={words[0]}")
    found = [f"/api/v1/records?{each}" for each in asked]
    found += [f"/api/v1/export?any_licence=1&{each}" for each in asked]
    return [*found, *(f"/api/v1/players?name={name}" for name in (*players, "ana", "o"))]


def of_numbers(records: int) -> Iterator[str]:
    """Addresses that tell of each event and of a player of each record."""
    for number in EVENTS[:records]:
        yield f"events/{number}"
        yield f"events/{number}/standings"
        yield f"events/{number}/standings.csv"
        yield f"statistics.csv?event={number}"
    for number in PLAYERS[:records]:
        yield f"players/{number}"
        yield f"statistics?player={number}"
        yield f"players?name=%23{number}"


def everything(api: FlaskClient, found: list[str], kind: str) -> dict[str, str]:
    """All that is answered at each address, headers and bodies.

    How rows are written has nothing to do with the database that they come from: every form is
    asked for of one kind of database, of the other the form that an address has by itself.
    """
    return {
        address: "".join(answer_text(api, address, accept) for accept in accepted(address, kind))
        for address in dict.fromkeys(found)
    }


def accepted(address: str, kind: str) -> tuple[str, ...]:
    """What is asked for there: every type, but where the address itself names the form."""
    if kind != "sqlite":
        return ACCEPTED[-1:]
    names_its_form = re.search(r"\.\w+(?:\?|$)", address)
    return ACCEPTED[-2:] if names_its_form else ACCEPTED


def answer_text(api: FlaskClient, address: str, accept: str) -> str:
    answer = api.get(address, headers={"Accept": accept})
    return str(answer.headers) + answer.data.decode("utf-8", "replace")


def is_silent(told: dict[str, str], hidden: list[Added], *more: str) -> None:
    """No answer has a secret, no list a digest of a hidden record."""
    secrets = [*(word for each in SECRETS for word in each), *more]
    for address, words in told.items():
        assert not [secret for secret in secrets if secret in words], address
        if "/records/" not in address:
            assert not [each.digest for each in hidden if each.digest in words], address


@pytest.mark.slow
def test_no_address_tells_of_a_hidden_record(archive: Archive, api: FlaskClient, kind: str) -> None:
    put(archive, text_of())
    hidden = [
        record
        for number, policy in enumerate(HIDDEN)
        for record in put(archive, hidden_text(number), policy=policy)
    ]
    found = addresses(api, *hidden)
    files = [each.found.original.sha256[:12] for each in hidden if each.found.original]
    assert len(files) == len(HIDDEN)
    is_silent(everything(api, found, kind), hidden, *files)
    for each in hidden:
        archive.remove(each.digest, "A secret reason")
    is_silent(everything(api, found, kind), hidden, "secret reason")


@pytest.mark.slow
def test_the_same_addresses_tell_of_a_public_record(
    archive: Archive, api: FlaskClient, kind: str
) -> None:
    """So that the test above could fail."""
    put(archive, text_of())
    (shown,) = put(archive, hidden_text())
    told = everything(api, addresses(api, shown), kind)
    assert len(told) > 60
    everywhere = "".join(told.values())
    for secret in SECRETS[0]:
        assert secret in everywhere, secret
    for address in told:
        if f"/{shown.digest}" in address and not re.search(r"mjai|majiang|tenhou", address):
            assert api.get(address).status_code == 200, address


def test_a_record_that_is_hidden_later_is_hidden_everywhere(
    archive: Archive, api: FlaskClient, kind: str
) -> None:
    (shown,) = put(archive, hidden_text())
    found = addresses(api, shown)
    marks = {address: api.get(address).headers.get("ETag", "") for address in found}
    archive.show_to(shown.digest, Policy("private"))
    told = "".join(everything(api, found, kind).values())
    assert not any(secret in told for secret in SECRETS[0])
    for address, mark in marks.items():
        answer = api.get(address, headers={"If-None-Match": mark or '"none"'})
        assert answer.status_code != 304 or address.endswith(TELL_OF_NO_RECORD), address
