"""The first page: a game to look at, records with faults apart, the rule sets."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from kit.places import SAMPLES
from kit.viewers import viewer

from mjlog import rules

GAME = "riichi/game-four-players.mjl"
FAULTY = "broken/taiyuan/pay.seats.mjl"
TAIYUAN = "taiyuan/a-missed-win.mjl"


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    for name in (GAME, FAULTY, TAIYUAN):
        shutil.copy(SAMPLES / name, tmp_path)
    return viewer(tmp_path)


def test_the_longest_game_is_shown_with_its_table(client: FlaskClient) -> None:
    page = client.get("/").text
    game = page.partition('<section class="game"')[2].partition("</section>")[0]
    assert 'href="/r/game-four-players/d1"' in game
    assert 'src="/r/game-four-players/picture.svg"' in game
    assert game.count("<li") == 4
    won = "Biggest win: East wins on a discard of West, 5 han, seven pairs, dora, red fives"
    assert won in game
    assert page.count(won) == 2  # the list says it as well


def test_records_with_faults_stand_apart(client: FlaskClient) -> None:
    fine, faulty = client.get("/").text.split("<h2 id=")[-2:]
    assert fine.startswith('"fine"')
    assert faulty.startswith('"faulty"')
    assert 'href="/r/pay-seats"' in faulty
    assert 'href="/r/pay-seats"' not in fine
    assert 'href="/r/a-missed-win"' in fine
    assert 'href="/r/pay-seats"' in client.get("/?status=faulty").text
    assert 'href="/r/pay-seats"' not in client.get("/?status=fine").text


def test_each_rule_set_leads_to_its_rulebook(client: FlaskClient) -> None:
    page = client.get("/").text
    for known in rules.loadable():
        assert f'href="/rulebook/{known.name}"' in page
        book = client.get(f"/rulebook/{known.name}")
        assert book.status_code == 200
        assert all(f'id="c{number}"' in book.text for number in known.laws)
    assert client.get("/rulebook/nothing").status_code == 404


def test_the_picture_of_a_record_is_that_of_its_first_fault(client: FlaskClient) -> None:
    shown = client.get("/r/pay-seats/picture.svg").text
    step = client.get("/r/pay-seats").headers["Location"]
    assert shown == client.get(f"{step}.svg").text


def test_what_cannot_be_played_has_no_table(tmp_path: Path) -> None:
    (tmp_path / "odd.mjl").write_text("%mjlog 1.0\nRules: nowhere/9\n", encoding="utf-8")
    answer = viewer(tmp_path).get("/r/odd/picture.svg")
    assert answer.status_code == 302
    assert "icon.svg" in answer.headers["Location"]
