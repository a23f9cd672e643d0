"""Two scribes type one deal; a referee sees what they know together and where they differ."""

import pytest
from kit.live import begun, let_in, live_app, send

from mjlog.notation import read
from webviewer.live.access import tables_of

TAIYUAN = "taiyuan/1 start_points=100 dealer_loss_point=in_hand_value"


@pytest.fixture
def app(tmp_path):
    made = live_app(tmp_path)
    begun(made, "t1", TAIYUAN)
    begun(made, "t2", TAIYUAN)
    begun(made, "other", "riichi/1 preset=tenhou")
    yield made
    tables_of(made).close()


@pytest.fixture
def scribes(app):
    """By table, the device of its scribe."""
    return {name: let_in(app, "scribe", name) for name in ("t1", "t2")}


def asked(client, path="/live/t1/merged?with=t2"):
    return client.get(path).get_json()


def test_what_each_knows_is_joined_while_both_type(scribes, referee):
    send(scribes["t1"], "t1", "@ 1 dealer=A", "1m", "2m", "3m")
    send(scribes["t2"], "t2", "@ 1 dealer=A", "1m", "2m", "3m", "4m", "win C 5s from D")
    told = asked(referee)
    assert told["sheets"] == ["t1", "t2"]
    [deal] = read(told["text"]).deals
    assert len(deal.turns) == 4
    assert [line.content.keyword for line in deal.lines if line.content.keyword == "win"] == ["win"]
    send(scribes["t1"], "t1", "4m", "5m", first=10)
    [deal] = read(asked(referee)["text"]).deals
    assert len(deal.turns) == 5


def test_both_versions_are_told_with_authors_and_times_until_one_is_mended(scribes, referee):
    send(scribes["t1"], "t1", "@ 1 dealer=A", "1m", "2m", "win C 5s from B")
    send(scribes["t2"], "t2", "@ 1 dealer=A", "1m", "2m", "win C 6s from B")
    [conflict] = asked(referee)["conflicts"]
    assert conflict["what"] == "win"
    versions = [conflict["kept"], conflict["other"]]
    assert [each["text"] for each in versions] == ["win C 5s from B", "win C 6s from B"]
    assert [each["sheet"] for each in versions] == ["t1", "t2"]
    assert all(each["author"].startswith("S") and len(each["clock"]) == 8 for each in versions)
    send(scribes["t2"], "t2", "fix 3 win C 5s from B", first=10)
    assert asked(referee)["conflicts"] == []


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/live/t1/merged", 400),
        ("/live/t1/merged?with=t1", 400),
        ("/live/t1/merged?" + "&".join(f"with=x{n}" for n in range(8)), 400),
        ("/live/t1/merged?with=nothing", 404),
        ("/live/t1/merged?with=other", 409),
    ],
)
def test_what_cannot_be_merged_is_refused(referee, path, status):
    assert referee.get(path).status_code == status


def test_a_scribe_does_not_see_what_the_others_know(app, scribes):
    assert scribes["t1"].get("/live/t1/merged?with=t2").status_code == 403
    assert let_in(app, "scribe").get("/live/t1/merged?with=t2").status_code == 403
    assert app.test_client().get("/live/t1/merged?with=t2").status_code == 403
