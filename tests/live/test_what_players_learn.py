"""What the devices of players and spectators are given while a deal goes on: no hand of another."""

import re

import pytest
from kit.live import begun, let_in, live_app, send

from mjlog.live.ledgers import releasing
from mjlog.live.referees.confirming import result_of
from webviewer import venue
from webviewer.live.access import tables_of
from webviewer.venue import spectators

RIICHI = "riichi/1 preset=tenhou"
OF_TABLES = ("/live/", "/live/t1", "/live/t1/state", "/live/t1/events", "/live/t1/call")
OF_OTHERS = ("/live/t1/desk", "/live/t1/desk.svg", "/live/t1/pin", "/live/t1/merged?with=t2",
             "/live/t1/conflicts", "/live/desk/", "/live/pins/")  # fmt: skip
OF_SPECTATORS = ("/watch/", "/watch/events", "/watch/t1", "/watch/t1/overlay", "/watch/t1/events",
                 "/watch/t1.svg", "/watch/t1.mjl", "/watch/t1?lang=ja")  # fmt: skip
PLAYED = ("1z", "2s-8m", "5p.")
TWINS = {
    "a hand shown too early": (
        [*PLAYED, "show C 123456m234p11s11z"],
        [*PLAYED, "show C 999p888s777m1122z"],
    ),
    "a hand that was dealt": (
        ["deal C 1199m1199p1199s1z", *PLAYED],
        ["deal C 123456789m112p1z", *PLAYED],
    ),
    "a tile that was drawn": (["1z", "2s-8m", "5p."], ["1z", "4s-8m", "5p."]),
    "a hand that is valued too early": (
        [*PLAYED, "show C 123456m234p11s11z", "fan C riichi 1, fu 30", "pay B>C 1000"],
        [*PLAYED, "show C 999p888s777m1122z", "fan C riichi 1, fu 40", "pay B>C 1300"],
    ),
    "a correction that a scribe proposes": (
        [*PLAYED, ("line", "fix 2 3s-8m")],
        [*PLAYED, ("line", "fix 2 6s-8m")],
    ),
    "why a scribe calls the referee": (
        [*PLAYED, ("reason", "C has 123m")],
        [*PLAYED, ("reason", "C has 789m")],
    ),
}


@pytest.fixture(autouse=True)
def _no_ticks(monkeypatch):
    """Every look is a new one: no test waits for a tick."""
    monkeypatch.setattr(releasing, "TICK", 0.0)
    monkeypatch.setattr(spectators, "TICK", 0.0)


class Site:
    """A table that a scribe records, with the device of a player and a spectator."""

    def __init__(self, folder, opens="result"):
        folder.mkdir()
        self.app = live_app(folder)
        venue.install(self.app, tables_of(self.app), 0.0, opens)
        venue.install_desk(self.app, folder)
        self.table = begun(self.app, "t1", RIICHI)
        self.scribe = let_in(self.app, "scribe", "t1")
        self.player = let_in(self.app, "player", "t1", "A")

    def write(self, lines):
        for number, line in enumerate(lines):
            if isinstance(line, str):
                answer = send(self.scribe, "t1", line, first=number)["answers"][0]
                assert "lines" in answer, answer
            else:
                assert self.scribe.post("/live/t1/call", data=dict([line])).status_code == 303

    def given(self, client, addresses):
        """All that a client is given, with what tells one state of a page from another."""
        answers = []
        for address in addresses:
            answer = client.get(address)
            answers.append((address, answer.status_code, answer.headers.get("ETag"), answer.data))
        return answers


@pytest.fixture
def twins(tmp_path):
    made = [Site(tmp_path / side) for side in "ab"]
    yield made
    for site in made:
        tables_of(site.app).close()


@pytest.mark.parametrize("name", TWINS)
def test_players_and_spectators_learn_nothing_of_a_hand_before_the_deal_is_over(twins, name):
    for site, lines in zip(twins, TWINS[name], strict=True):
        site.write(lines)
    assert twins[0].table.text() != twins[1].table.text()
    of_players, of_spectators = (
        [site.given(client(site), addresses) for site in twins]
        for client, addresses in (
            (lambda site: site.player, (*OF_TABLES, *OF_OTHERS, *OF_SPECTATORS)),
            (lambda site: site.app.test_client(), OF_SPECTATORS),
        )
    )
    assert of_players[0] == of_players[1]
    assert of_spectators[0] == of_spectators[1]
    closed = [status for address, status, *_ in of_players[0] if address in OF_OTHERS]
    assert set(closed) == {403}


def test_the_comparison_can_fail(twins):
    for site, tile in zip(twins, ("8m", "9m"), strict=True):
        site.write(["1z", f"2s-{tile}"])
    one, other = (site.given(site.player, ("/live/t1/state",)) for site in twins)
    assert one == other
    one, other = (site.given(site.player, ("/watch/t1.mjl",)) for site in twins)
    assert one != other


def test_an_opinion_is_answered_without_the_marks_of_hidden_lines(tmp_path):
    site = Site(tmp_path / "a")
    site.write([*PLAYED, "c:#", "pay B>C 1000", "next dealer=C", "@"])
    with site.table.session() as session:
        result = result_of(session.game.deals[0])
    body = {"id": "opinion-1", "answer": "confirmed", "deal": 1, "of": result}
    answer = site.player.post("/live/t1/opinion", json=body).get_json()
    assert answer["mark"] == ""
    [line] = answer["answers"][0]["lines"]
    assert re.fullmatch(r"[0-9]{4} [0-9:]{8} A note result confirmed by=A .*", line)
    assert site.scribe.get("/live/t1/state").get_json()["mark"]
    tables_of(site.app).close()


@pytest.mark.parametrize(
    ("role", "by", "status", "said"),
    [
        ("scribe", "B", 303, "by=B"),
        ("scribe", "", 303, "by=S1"),
        ("scribe", "S1", 303, "by=S1"),
        ("referee", "D", 303, "by=D"),
        ("scribe", "R1", 400, ""),
        ("scribe", "E", 400, ""),
        ("scribe", "B at=0001 {x} note", 400, ""),
        ("scribe", "B\nnote result confirmed by=B", 400, ""),
        ("player", "B", 303, "by=A"),
        ("player", "R1", 303, "by=A"),
    ],
)
@pytest.mark.parametrize("field", ["reason", "line"])
def test_who_calls_is_a_seat_or_the_device_itself(tmp_path, role, by, status, said, field):
    site = Site(tmp_path / "a")
    site.write(["1z"])
    device = {"scribe": site.scribe, "player": site.player}.get(role)
    device = device or let_in(site.app, "referee")
    before = site.table.text()
    answer = device.post("/live/t1/call", data={"by": by, field: "fix 1 2z"})
    assert answer.status_code == status
    added = site.table.text().removeprefix(before).decode()
    assert f" {said} " in added if said else not added
    tables_of(site.app).close()
