"""Two scribes type one deal; a referee sees what they know together and where they differ."""

import re

import pytest
from kit.live import begun, entry_texts, let_in, live_app, send

from mjlog.live.referees.desk import waiting
from mjlog.notation import read
from webviewer import venue
from webviewer.live.access import tables_of

TAIYUAN = "taiyuan/1 start_points=100 dealer_loss_point=in_hand_value"


@pytest.fixture
def app(tmp_path):
    made = live_app(tmp_path)
    venue.install(made, tables_of(made), 0.0)
    venue.install_desk(made, tmp_path)
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


# --------------------------------------------------------------------------- the page

PAGE = "/live/t1/conflicts?with=t2"


def decided(client, choose, reason="", at=0):
    """What the page answers when a version of a conflict is chosen."""
    marks = re.findall(r'name="conflict" value="([0-9a-f]*)"', client.get(PAGE).text)
    return client.post(PAGE, data={"conflict": marks[at], "choose": choose, "reason": reason})


@pytest.fixture
def sheets(app):
    return {name: tables_of(app).table(name) for name in ("t1", "t2")}


def test_who_confirms_a_version_writes_it_into_the_other_sheet(scribes, referee, sheets):
    send(scribes["t1"], "t1", "@ 1 dealer=A", "1m", "2m", "win C 5s from B")
    send(scribes["t2"], "t2", "@ 1 dealer=A", "1m", "2m", "win C 6s from B")
    page = referee.get(PAGE).text
    assert page.count("Confirm this") == 2
    assert "win C 5s from B" in page
    assert "win C 6s from B" in page
    send(scribes["t1"], "t1", "show C 123m", first=10)  # both type on meanwhile
    assert decided(referee, "other").status_code == 303
    assert entry_texts(sheets["t1"])[-1] == "fix 0003 win C 6s from B"
    assert sheets["t1"].lines()[-1].split()[2].startswith("R")
    assert "agree in everything" in referee.get(PAGE).text
    assert asked(referee)["conflicts"] == []


def test_a_fixed_entry_is_fixed_again_by_its_first_number(scribes, referee, sheets):
    send(
        scribes["t1"], "t1", "@ 1 dealer=A", "1m", "2m", "win C 4s from B", "fix 3 win C 5s from B"
    )
    send(scribes["t2"], "t2", "@ 1 dealer=A", "1m", "2m", "win C 6s from B")
    decided(referee, "other")
    assert entry_texts(sheets["t1"])[-1] == "fix 0003 win C 6s from B"
    assert asked(referee)["conflicts"] == []


@pytest.mark.parametrize(
    ("choose", "sheet", "line"),
    [("kept", "t2", "ins 0002 C:3m"), ("other", "t1", "del 0003")],
)
def test_a_turn_that_one_sheet_lacks(scribes, referee, sheets, choose, sheet, line):
    turns = ("@ 1 dealer=A", "1m", "2m", "3m", "4m", "5m", "6m", "7m")
    send(scribes["t1"], "t1", *turns)
    send(scribes["t2"], "t2", *turns, "del 3")
    [conflict] = asked(referee)["conflicts"]
    assert (conflict["kept"]["text"], conflict["other"]["text"]) == ("C:3m", "")
    assert decided(referee, choose).status_code == 303
    assert entry_texts(sheets[sheet])[-1] == line
    assert asked(referee)["conflicts"] == []


def test_a_turn_that_two_sheets_have_otherwise(scribes, referee, sheets):
    send(scribes["t1"], "t1", "@ 1 dealer=A", "1m", "2m", "3m")
    send(scribes["t2"], "t2", "@ 1 dealer=A", "1m", "2p", "3m")
    decided(referee, "kept")
    assert entry_texts(sheets["t2"])[-1] == "fix 0002 B:2m"
    assert asked(referee)["conflicts"] == []


def test_nobody_confirms_what_he_entered_himself(app, scribes, referee, sheets):
    send(referee, "t1", "@ 1 dealer=A", "1m", "2m", "win C 5s from B")
    send(scribes["t2"], "t2", "@ 1 dealer=A", "1m", "2m", "win C 6s from B")
    page = referee.get(PAGE).text
    assert page.count("Confirm this") == 1
    refused = decided(referee, "kept")
    assert "Another person confirms" in refused.text
    assert entry_texts(sheets["t2"])[-1] == "win C 6s from B"
    assert decided(let_in(app, "organiser"), "kept").status_code == 303
    assert entry_texts(sheets["t2"])[-1] == "fix 0003 win C 5s from B"


def test_rejecting_both_calls_both_tables_to_the_desk(scribes, referee, sheets):
    send(scribes["t1"], "t1", "@ 1 dealer=A", "1m", "2m", "win C 5s from B")
    send(scribes["t2"], "t2", "@ 1 dealer=A", "1m", "2m", "win C 6s from B")
    decided(referee, "neither", "look at the tile")
    for table in sheets.values():
        with table.session() as session:
            [case] = waiting(session.game)
        assert "win C 5s" in case.words
        assert "look at the tile" in case.words


def test_what_changed_meanwhile_is_shown_again_and_not_written(scribes, referee, sheets):
    send(scribes["t1"], "t1", "@ 1 dealer=A", "1m", "2m", "win C 5s from B")
    send(scribes["t2"], "t2", "@ 1 dealer=A", "1m", "2m", "win C 6s from B")
    mark = re.search(r'name="conflict" value="([0-9a-f]*)"', referee.get(PAGE).text)[1]
    send(scribes["t2"], "t2", "fix 3 win C 7s from B", first=10)
    again = referee.post(PAGE, data={"conflict": mark, "choose": "other"})
    assert "look again" in again.text
    assert "win C 7s from B" in again.text
    assert entry_texts(sheets["t1"])[-1] == "win C 5s from B"


def test_headers_that_differ_are_mended_by_their_scribes(scribes, referee, app):
    tables_of(app).create("t3", [f"Rules: {TAIYUAN}", "A: Ann", "B: Bob", "C: Cy", "D: Dee"])
    send(scribes["t1"], "t1", "@ 1 dealer=A", "1m")
    page = referee.get("/live/t1/conflicts?with=t3").text
    assert "Bob" in page
    assert "Confirm this" not in page
    assert "The scribe of the other sheet enters this there." in page


def test_without_other_sheets_the_page_asks_for_them(scribes, referee):
    page = referee.get("/live/t1/conflicts").text
    assert 'name="with" value="t2"' in page
    assert 'value="t1"' not in page
    assert "/live/t1/conflicts" in referee.get("/live/t1/desk").text
    for path in ("/live/t1/conflicts", PAGE):
        assert scribes["t1"].get(path).status_code == 403
    assert scribes["t1"].post(PAGE, data={}).status_code == 403


def test_another_site_decides_nothing(referee):
    answer = referee.post(
        PAGE, data={"choose": "other"}, headers={"Origin": "https://else.example"}
    )
    assert answer.status_code == 403
