"""The HTTP interface: statistics, players, events and standings."""

import csv
import io
from typing import Any

import pytest
from flask.testing import FlaskClient

from mjlog.archive.adding.writer import Policy
from mjlog.archive.privacy.people import merge, the_player
from mjlog.archive.privacy.persons import set_statistics_visibility
from mjlog.archive.store import Archive
from mjlog.archive.tokens import create_token
from mjlog.archive.view import KEEPER, viewing
from tests.archive.test_http_document import faults
from tests.kit.archives import asked, put, text_of

OTHERS = ("Ana", "Eva", "Finn", "Gu")


def number_of(archive: Archive, name: str) -> int:
    with viewing(archive, KEEPER) as view:
        return the_player(view, name).number


def figure(told: dict[str, Any], name: str) -> tuple[int, int]:
    """What is counted, of how many."""
    (one,) = [each for each in told["figures"] if each["figure"] == name]
    return one["count"], one["of"]


def event_number(api: FlaskClient, name: str) -> int:
    told = asked(api, "/events")["events"]
    return next(each["id"] for each in told if each["name"] == name)


def fits(name: str, told: Any) -> bool:
    return faults({"$ref": f"archive.schema.json#/$defs/{name}"}, told) == []


# --------------------------------------------------------------------------- statistics


def test_figures_come_with_what_they_were_counted_of(archive: Archive, api: FlaskClient) -> None:
    put(archive, text_of(), text_of("Cup", "2026-05-01", players=OTHERS))
    told = asked(api, "/statistics")
    assert fits("statistics", told)
    assert figure(told, "wins") == (2, 8)
    (wins,) = [each for each in told["figures"] if each["figure"] == "wins"]
    assert wins["value"] == 0.25
    cup = event_number(api, "Cup")
    of_cup = asked(api, f"/statistics?event={cup}&rules=riichi&since=2026-05")
    assert of_cup["about"] == {"rules": "riichi", "since": "2026-05", "event": "Cup"}
    assert figure(of_cup, "wins") == (1, 4)
    assert asked(api, "/statistics?rules=taiyuan")["figures"] == []
    assert asked(api, "/statistics?until=2025")["figures"] == []


@pytest.mark.parametrize("how", ["suffix", "accept"])
def test_figures_are_given_as_tables(archive: Archive, api: FlaskClient, how: str) -> None:
    put(archive, text_of())
    suffix, headers = (".csv", {}) if how == "suffix" else ("", {"Accept": "text/csv"})
    answer = api.get(f"/api/v1/statistics{suffix}", headers=headers)
    assert answer.mimetype == "text/csv"
    (wins,) = [row for row in csv.DictReader(io.StringIO(answer.text)) if row["figure"] == "wins"]
    assert (wins["count"], wins["of"], wins["value"]) == ("1", "4", "0.25")


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("statistics?player=x", 400),
        ("statistics?since=2026-13", 400),
        ("statistics?figure=wins", 400),
        ("statistics?player=77", 404),
        ("statistics?event=77", 404),
        ("statistics.xlsx", 406),
        ("players", 400),
        ("players/77", 404),
        ("events/0", 404),
        ("events/77", 404),
        ("events/77/standings", 404),
        ("events/1/standings.png", 406),
    ],
)
def test_what_cannot_be_told_is_a_problem(
    archive: Archive, api: FlaskClient, address: str, status: int
) -> None:
    put(archive, text_of())
    answer = api.get(f"/api/v1/{address}")
    assert (answer.status_code, answer.mimetype) == (status, "application/problem+json")


# --------------------------------------------------------------------------- players


def test_a_player_is_found_by_name_and_by_number(archive: Archive, api: FlaskClient) -> None:
    put(archive, text_of(), text_of(players=("Anna", "Eva", "Finn", "Gu")))
    told = asked(api, "/players?name=an")
    assert fits("players", told)
    assert [each["name"] for each in told["players"]] == ["Ana", "Dan", "Anna"]
    assert not told["more"]
    some = asked(api, "/players?name=an&size=2")
    assert (len(some["players"]), some["more"]) == (2, True)
    number = number_of(archive, "Ana")
    assert asked(api, "/players?name=ana")["players"][0]["number"] == number
    assert asked(api, f"/players?name=%23{number}")["players"][0]["name"] == "Ana"


@pytest.mark.parametrize(("level", "sees"), [("off", False), ("players", False), ("public", True)])
def test_an_event_says_who_sees_statistics_of_persons(
    archive: Archive, api: FlaskClient, level: str, *, sees: bool
) -> None:
    put(archive, text_of("Cup"))
    set_statistics_visibility(archive, "Cup", level)
    number = number_of(archive, "Ben")
    token = create_token(archive, "keeper", ["admin"])
    admin = {"Authorization": f"Bearer {token}"}
    own = asked(api, f"/players/{number}")
    assert fits("player_with_figures", own)
    assert (own["name"], own["records"]) == ("Ben", 1)
    figures = asked(api, f"/statistics?player={number}")["figures"]
    assert bool(own["figures"]) is bool(own["games"]) is bool(figures) is sees
    whole = api.get(f"/api/v1/players/{number}", headers=admin).json
    assert whole is not None
    assert figure(whole, "wins") == (1, 1)
    assert len(whole["games"]) == 1


def test_the_mark_follows_what_the_event_says(archive: Archive, api: FlaskClient) -> None:
    put(archive, text_of("Cup"))
    addresses = [f"/api/v1/players/{number_of(archive, 'Ben')}", "/api/v1/events/1/standings"]
    known = {address: api.get(address).headers["ETag"] for address in addresses}
    for address, mark in known.items():
        assert api.get(address, headers={"If-None-Match": mark}).status_code == 304
    set_statistics_visibility(archive, "Cup", "public")
    for address, mark in known.items():
        assert api.get(address, headers={"If-None-Match": mark}).status_code == 200


@pytest.mark.parametrize("accept", ["application/json", "text/csv", "application/x-ndjson"])
def test_pseudonyms_stand_in_the_place_of_names(
    archive: Archive, api: FlaskClient, accept: str
) -> None:
    (added,) = put(archive, text_of("Cup", players=("Anastasia", "Benedict", "Cleopatra", "Diego")))
    set_statistics_visibility(archive, "Cup", "public")
    number = number_of(archive, "Benedict")
    named = ("players?name=benedict", f"players/{number}", "events/1/standings")
    for address in (*named, f"statistics?player={number}"):
        plain = api.get(f"/api/v1/{address}", headers={"Accept": accept}).text
        mark = "&" if "?" in address else "?"
        answer = api.get(f"/api/v1/{address}{mark}pseudonyms=1", headers={"Accept": accept})
        assert answer.status_code == 200
        for secret in ("Anastasia", "Benedict", "Cleopatra", "Diego", added.digest):
            assert secret not in answer.text, address
        assert "Benedict" in plain or address.startswith("statistics")


# --------------------------------------------------------------------------- events


def test_an_event_has_its_figures(archive: Archive, api: FlaskClient) -> None:
    put(archive, text_of(), text_of("Cup", players=OTHERS))
    cup = asked(api, f"/events/{event_number(api, 'Cup')}")
    assert fits("event_with_figures", cup)
    assert (cup["name"], cup["records"], figure(cup, "records")) == ("Cup", 1, (1, 1))


def test_standings_are_told_as_submitted_and_as_corrected(
    archive: Archive, api: FlaskClient
) -> None:
    put(archive, text_of("Cup", pay=5200))
    told = asked(api, "/events/1/standings")
    assert fits("event_standings", told)
    (of_rules,) = told["standings"]
    (ben,) = [line for line in of_rules["players"] if line["player"] == "Ben"]
    assert (told["event"], ben["place"], ben["games"]) == ("Cup", 1, 1)
    assert (ben["submitted"], ben["corrected"]) == (40, 37)  # in thousands, rounded
    rows = list(csv.DictReader(io.StringIO(api.get("/api/v1/events/1/standings.csv").text)))
    assert rows[0]["player"] == "Ben"
    set_statistics_visibility(archive, "Cup", "off")
    assert asked(api, "/events/1/standings")["standings"] == []


def test_standings_tell_no_name_of_hidden_records(archive: Archive, api: FlaskClient) -> None:
    put(archive, text_of("Cup"))
    put(archive, text_of(players=("Nascosta", "Eva", "Finn", "Gu")), policy=Policy("private"))
    merge(archive, number_of(archive, "Ana"), number_of(archive, "Nascosta"))
    told = asked(api, "/events/1/standings")
    names = {line["player"] for line in told["standings"][0]["players"]}
    assert names == {"Ana", "Ben", "Cleo", "Dan"}
