"""What a view hides, nothing that it sends shows.

Two games that differ in hidden tiles alone look the same.
"""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape
from itertools import combinations

import pytest
from flask.testing import FlaskClient
from kit.places import SAMPLES

import mjlog
from mjlog.model.findings import Finding
from mjlog.model.record import Dealt, Game, Show
from mjlog.model.tiles import KIND
from mjlog.notation import write
from mjlog.picture.frames import frames
from mjlog.rules import load
from webviewer import create_app

DIGEST = re.compile(rb"[0-9a-f]{64}")


def kept(game: Game, seat: int) -> list[int]:
    """The faces that a player was dealt and holds to the end, face down to everybody else."""
    shown = frames(game.deals[0], load(game.rules), game.seats)
    dealt, last = (
        {p.number: p for p in frame.zone(seat, "hand")} for frame in (shown[0], shown[-1])
    )
    return [dealt[number].face for number in dealt if number in last and not last[number].up]


def losers(game: Game) -> list[int]:
    last = frames(game.deals[0], load(game.rules), game.seats)[-1]
    shown = {line.seat for line in game.deals[0].contents(Show)}
    return [seat for seat in range(game.seats) if seat not in {*last.winners, *shown}]


def twin(game: Game) -> tuple[Game, set[int]]:
    """The same game with one tile, never shown, exchanged between two players; and who.

    Neither breaks a rule: that a rule is broken is told to everybody.
    """
    for one, other in combinations(losers(game), 2):
        mine, yours = kept(game, one), kept(game, other)
        pairs = [
            (a, b)
            for a in mine
            for b in yours
            if KIND[a] != KIND[b] and a not in yours and b not in mine
        ]
        for pair in pairs:
            found = swapped(game, {one: pair, other: pair[::-1]})
            if not mjlog.audit(found).findings:
                return found, {one, other}
    raise AssertionError("no two players hold such tiles")


def swapped(game: Game, faces: dict[int, tuple[int, int]]) -> Game:
    """The same game with the first face of each of those seats exchanged for the second."""

    def dealt(content):
        if not isinstance(content, Dealt) or content.seat not in faces:
            return content
        gone, come = faces[content.seat]
        tiles = list(content.tiles)
        tiles[tiles.index(gone)] = come
        return replace(content, tiles=tuple(tiles))

    deal = game.deals[0]
    lines = tuple(replace(line, content=dealt(line.content)) for line in deal.lines)
    return replace(game, deals=(replace(deal, lines=lines), *game.deals[1:]))


@pytest.fixture(scope="module", params=["riichi/double-ron", "taiyuan/everything-fair-copy"])
def pair(request, tmp_path_factory) -> tuple[FlaskClient, FlaskClient, str]:
    """Viewers of a game and of its twin, and whoever may look.

    A player who holds neither of the tiles.
    """
    game = mjlog.read((SAMPLES / f"{request.param}.mjl").read_bytes())
    changed, holders = twin(game)
    seat = next(seat for seat in range(game.seats) if seat not in holders)
    clients = []
    for each in (game, changed):
        folder = tmp_path_factory.mktemp("records")
        (folder / "game.mjl").write_text(write(each), encoding="utf-8")
        clients.append(create_app(folder).test_client())
    return clients[0], clients[1], "ABCD"[seat]


WHERE = [
    "s0",
    "s7",
    "s9",
    "s30",
    "s60",
    "s9999",
    "steps.json",
    "waits.json",
    "print",
    "s40.svg",
    "last.svg",
    "/embed/s9",
    "/embed/s9999",
]


@pytest.mark.slow
@pytest.mark.parametrize("hands", ["own", "none"])
@pytest.mark.parametrize("where", WHERE)
def test_hidden_tiles_are_in_no_byte(pair, hands, where):
    here, there, seat = pair
    last = here.get("/r/game/d1/steps.json").get_json()["last"]
    where = where.replace("s9999", f"s{last}").replace("last.svg", f"s{last}.svg")
    top, _, rest = where.rpartition("/")
    address = f"{top or '/r'}/game/d1/{rest}?seat={seat}&hands={hands}"
    answers = [client.get(address) for client in (here, there)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert DIGEST.sub(b"", answers[0].data) == DIGEST.sub(b"", answers[1].data)


@pytest.mark.slow
def test_the_twin_is_another_game(pair):
    here, there, _ = pair
    for where in ("s9", "steps.json", "s40.svg"):
        assert here.get(f"/r/game/d1/{where}").data != there.get(f"/r/game/d1/{where}").data


def test_nothing_of_what_comes_later_is_told_where_hands_are_hidden(client):
    path = "/r/riichi-double-ron/d1"
    page = client.get(f"{path}/s50?hands=own").text
    for later in ("wins", "show A", "score 33400", "33400", 'href="#g-win"', "riichi."):
        assert later not in page, later
    assert "It is shown when the deal is over." in page
    lines = re.search(r'<ol class="transcript".*?</ol>', page, flags=re.DOTALL)[0]
    assert lines.count("<li") == 51
    last = client.get(f"{path}/steps.json").get_json()["last"]
    end = client.get(f"{path}/s{last}?hands=own").text
    for told in ("wins", "show A", "33400", 'href="#g-win"'):
        assert told in end, told


def test_who_sees_all_hands_sees_all_at_once(client):
    page = client.get("/r/riichi-double-ron/d1/s50").text
    assert "show A" in page
    assert "33400" in page


def test_a_finding_about_a_hidden_hand_says_no_more_than_that(client):
    path = "/r/broken-taiyuan-kong-held/d1"
    finding = client.get(f"{path}/steps.json").get_json()["stops"]["finding"][0]
    open_page = client.get(f"{path}/s{finding}").text
    message = re.search(r'<span class="message">(.*?)</span>', open_page)[1]
    for where in (f"s{finding}", "steps.json", "print"):
        page = client.get(f"{path}/{where}?hands=none").text
        assert message not in page, where
    assert (
        "The finding is about a hand that is not shown."
        in client.get(f"{path}/s{finding}?hands=none").text
    )


def test_the_paper_of_a_view_leads_to_it(client):
    page = client.get("/r/riichi-double-ron/d1/s50?hands=own").text
    assert 'href="/r/riichi-double-ron/d1/print?hands=own"' in page
    paper = client.get("/r/riichi-double-ron/d1/print?hands=own").text
    assert re.findall(r"<code>deal (\w)", paper) == ["A"] or re.findall(
        r"<code>deal (\w)", paper
    ) == ["B"]


AUDITED = "/r/broken-taiyuan-ready-shelf/audit"


def test_the_audit_hides_hands_as_the_page_of_a_step_does(client: FlaskClient) -> None:
    """What is wrong with a hidden hand is told by its code alone, and no line of the file shows."""
    (finding,) = audit_findings("broken/taiyuan/ready.shelf")
    seat = "ABCD"[finding.place.seat]
    other = "BCDA"["ABCD".index(seat)]
    shown, own, hidden, none = (
        client.get(f"{AUDITED}{query}").text
        for query in ("", f"?hands=own&seat={seat}", f"?hands=own&seat={other}", "?hands=none")
    )
    words = escape(finding.message.replace(seat, "Liu Yan"))
    assert [words in page for page in (shown, own, hidden, none)] == [True, True, False, False]
    assert ["<dt>The line" in page for page in (shown, own, hidden, none)] == [True] + [False] * 3
    assert all("ready.shelf" in page for page in (shown, own, hidden, none))
    assert f"hands=own&amp;seat={other}" in hidden or f"seat={other}&amp;hands=own" in hidden


def audit_findings(name: str) -> tuple[Finding, ...]:
    return mjlog.audit(mjlog.read((SAMPLES / f"{name}.mjl").read_bytes())).findings
