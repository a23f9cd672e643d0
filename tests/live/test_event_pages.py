"""A tournament on the director's page: draw, rounds, clock, announcements, substitutes, export."""

import csv
import io
import re
import zipfile
from html import unescape

import pytest
from kit.live import let_in, live_app, send
from pypdfium2 import PdfDocument

from mjlog.live.event_state import EventState
from mjlog.live.referees.confirming import result_of
from mjlog.tournament.folder import tournament_in
from mjlog.tournament.frame import differences
from webviewer import venue
from webviewer.live.access import devices_of, tables_of

NAMES = ["Ana", "Zhao Min", "王丽", 'Dan "D" & <b>', "=1+1", "Eva", "Fay", "Guo"]
EVENT = "/live/event/"


@pytest.fixture
def app(tmp_path):
    made = live_app(tmp_path)
    venue.install(made, tables_of(made), 0.0)
    venue.install_desk(made, tmp_path)
    yield made
    tables_of(made).close()


@pytest.fixture
def director(app):
    """The device of an organiser, who has drawn two rounds at two tables."""
    client = let_in(app, "organiser")
    wanted = {"event": "Cup", "rules": "riichi/1 preset=ema-2016", "rounds": 2, "minutes": 90}
    act(client, "new", **wanted, players="\n".join(NAMES))
    act(client, "draw", seed="a public seed")
    return client


def act(client, what, status=303, **form):
    answer = client.post(EVENT, data={"do": what, **form})
    assert answer.status_code == status, answer.text
    return answer


def links(client, what):
    return re.findall(r'href="[^"]*(/live/in/[^"]+)"', act(client, what, 200).text)


def end_game(scribe, table):
    send(scribe, table, "win A ? from B", "fan A han 3, fu 30", "ok", "end time")


def test_devices_go_through_the_rounds_of_the_event(app, director):
    made = tournament_in(tables_of(app).folder)
    assert list(differences(made)) == []
    act(director, "open", round=1)
    act(director, "open", round=1)  # pressed twice
    assert tables_of(app).names() == ["r1-t1", "r1-t2"]
    scribe, player = app.test_client(), app.test_client()
    assert scribe.post(links(director, "scribes")[0]).location == "/live/r1-t1"
    whose = made.game(1, 2).players[0]
    word = devices_of(app).invite("player", player=whose)
    assert player.post(f"/live/in/{word}").location == "/live/r1-t2"
    assert scribe.get("/live/t1").location == "/live/r1-t1"
    assert "/live/r1-t2" in player.get("/live/t1").text  # the card of another table
    end_game(scribe, "r1-t1")
    assert scribe.get("/live/r1-t1/state").get_json()["following"] is None
    act(director, "open", round=2)
    assert scribe.get("/live/r1-t1/state").get_json()["following"]["url"] == "/live/r2-t1"
    own = next(game for game in made.games() if game.round == 2 and whose in game.players)
    told = player.get("/live/r1-t2/state").get_json()["following"]
    assert told == {"url": f"/live/{own.name}", "words": f"Table {own.table} · Round 2"}
    page = player.get(f"/live/{own.name}").text
    assert f'data-author="{"ABCD"[own.players.index(whose)]}"' in page
    act(director, "open", 200, round=3)


def test_a_device_waits_for_the_first_round_and_goes_on(app, director):
    made = tournament_in(tables_of(app).folder)
    coming = made.game(1, 2)
    scribe, player = let_in(app, "scribe", "t2"), app.test_client()
    player.post(f"/live/in/{devices_of(app).invite('player', player=coming.players[3])}")
    for client, address in ((scribe, "/live/t2"), (scribe, "/live/"), (player, "/live/")):
        page = client.get(address).text
        assert "Table 2 · Round 1" in page
        assert "has not opened this round" in page
        assert "<form" not in page, "nobody begins another game there"
    assert player.get("/live/t1").location == "/live/", "the code on whichever card"
    act(director, "open", round=1)
    for client, address in ((scribe, "/live/t2"), (scribe, "/live/"), (player, "/live/")):
        assert client.get(address).location == "/live/r1-t2"
    assert "Rules" in director.get("/live/t3").text, "a table beside the event"


def test_a_player_comes_in_by_the_code_of_the_table_and_a_pin(app, director):
    act(director, "open", round=1)
    whose, stranger = tables_of(app).table("r1-t1").players[1], "Nobody"
    page = director.post("/live/pins/", data={"player": whose}).text
    pin = re.search(r"<strong>([0-9]{6})</strong>", page)[1]
    phone = app.test_client()
    assert phone.get("/live/t1").location == "/live/r1-t1/player"
    assert (
        phone.post("/live/r1-t1/player", data={"player": stranger, "pin": pin}).status_code == 400
    )
    wrong = phone.post("/live/r1-t1/player", data={"player": whose, "pin": "1"})
    assert "tries left: 4" in wrong.text
    let = phone.post("/live/r1-t1/player", data={"player": whose, "pin": pin})
    assert let.location == "/live/r1-t1"
    assert 'data-author="B"' in phone.get("/live/r1-t1").text
    assert phone.post("/live/r1-t1/lines", json={"lines": []}).status_code == 403
    assert phone.get("/live/r1-t2/state").status_code == 403
    word = devices_of(app).invite("scribe", "t2")
    assert phone.post(f"/live/in/{word}").status_code == 403  # a player records no game


def test_the_clock_and_an_announcement_are_the_same_at_all_tables(app, director):
    act(director, "open", round=1)
    scribe = let_in(app, "scribe", "t2")
    assert scribe.get("/live/r1-t2/state").get_json()["event"]["rest"] == 90 * 60
    act(director, "clock", clock="start")
    act(director, "announce", announcement="Tea is <b>served</b>")
    event = scribe.get("/live/r1-t2/state").get_json()["event"]
    assert (event["rest"], event["announcement"]) == (0, "Tea is <b>served</b>")
    assert event["ends"] > 0
    for address in ("/live/desk/", "/watch/", EVENT):
        assert f'data-ends="{event["ends"]}"' in director.get(address).text
        assert "Tea is &lt;b&gt;" in director.get(address).text
    act(director, "clock", clock="more")
    assert scribe.get("/live/r1-t2/state").get_json()["event"]["ends"] == event["ends"] + 60_000
    act(director, "clock", clock="stop")
    assert scribe.get("/live/r1-t2/state").get_json()["event"]["ends"] == 0
    act(director, "announce")
    assert not scribe.get("/live/r1-t2/state").get_json()["event"]["announcement"]


def test_a_clock_keeps_what_is_left():
    state = EventState(round=1, rest=100.0).started(1000.0)
    assert state.left(1040.0) == 60.0
    assert state.stopped(1040.0).left(5000.0) == 60.0
    assert state.with_more(60.0, 1200.0).left(1200.0) == 60.0
    assert state.stopped(1040.0).with_more(60.0, 0.0).left(9.0) == 120.0


def test_who_leaves_is_replaced_from_the_next_round_on(app, director):
    act(director, "open", round=1)
    act(director, "substitute", 200, player="Ana", substitute="Ben")
    made = tournament_in(tables_of(app).folder)
    assert "Ben" not in {name for game in made.games() if game.round == 1 for name in game.players}
    assert list(differences(made)) == []
    act(director, "open", round=2)
    seated = {name for table in ("r2-t1", "r2-t2") for name in tables_of(app).table(table).players}
    assert ("Ben" in seated, "Ana" in seated) == (True, False)


@pytest.mark.parametrize(
    ("player", "substitute"), [("Ben", "Cy"), ("Ana", "Eva"), ("Ana", "\u200b")]
)
def test_a_seat_has_one_player(app, director, player, substitute):
    told = act(director, "substitute", 200, player=player, substitute=substitute)
    assert 'role="alert"' in told.text
    assert tournament_in(tables_of(app).folder).substitutes == ()


def test_the_results_are_exported_as_the_page_has_them(app, director):
    act(director, "open", round=1)
    for table in ("t1", "t2"):
        end_game(let_in(app, "scribe", table), f"r1-{table}")
    page = director.get(EVENT).text
    rows = re.findall(
        r"<tr><td>[0-9]+</td><th[^>]*><bdi>(.*?)</bdi>.*?<strong>(.*?)</strong>", page
    )
    sums = {unescape(name): float(points) for name, points in rows}
    lines = csv.DictReader(io.StringIO(director.get(f"{EVENT}results.csv").text))
    placed = {
        row["player"].removeprefix("'"): float(row["placed"])
        for row in lines
        if row["round"] == "1"
    }
    assert placed == sums
    assert "Signature" in director.get(f"{EVENT}results.html").text
    assert director.get(f"{EVENT}results.xlsx").data.startswith(b"PK")
    names = zipfile.ZipFile(io.BytesIO(director.get(f"{EVENT}ledgers.zip").data)).namelist()
    assert names == ["r1-t1.mjl", "r1-t2.mjl", "event.toml"]
    assert "/live/t1" in director.get(f"{EVENT}cards.html").text
    assert director.get(f"{EVENT}nothing.csv").status_code == 404


def test_what_goes_wrong_is_said_in_the_language_of_the_page(director):
    for form in ({"do": "draw"}, {"do": "substitute", "player": "Ana", "substitute": "Eva"}):
        act(director, "open", round=1)
        page = director.post(f"{EVENT}?lang=ja", data=form).text
        words = re.search(r'role="alert">([^<]+)<', page)[1]
        assert not words.isascii()


def test_standings_tell_what_places_and_a_penalty_bring(app, director):
    act(director, "open", round=1)
    scribe = let_in(app, "scribe", "t1")
    send(scribe, "r1-t1", "win A ? from B", "fan A han 3, fu 30", "rule B chombo", "ok", "end time")
    rows = re.findall(r"<tr><td>.*?</tr>", director.get(EVENT).text)
    chombo = next(row for row in rows if "chombo" in row)
    cells = [float(each) for each in re.findall(r"<(?:td|strong)>([+-][0-9.]+)", chombo)]
    assert cells == [-40.8, -5.8, -15.0, -20.0, -40.8], "round, deals, places, penalties, sum"
    [exported] = [
        row for row in director.get(f"{EVENT}standings.csv").text.split() if "-20.0" in row
    ]
    assert exported.split(",")[-4:] == ["-5.8", "-15.0", "-20.0", "-40.8"]
    assert "chombo -20</small>" in chombo


def test_a_score_sheet_is_printed_for_each_table_of_the_draw(app, director):
    answer = director.get(f"{EVENT}sheets.pdf")
    assert answer.mimetype == "application/pdf"
    pages = [page.get_textpage().get_text_range() for page in PdfDocument(answer.data)]
    games = list(tournament_in(tables_of(app).folder).games())
    assert len(pages) == len(games)
    for page, game in zip(pages, games, strict=True):
        assert all(name in page for name in game.players)


@pytest.mark.parametrize("role", ["scribe", "referee", "player", "none"])
def test_the_event_is_the_organisers_alone(app, director, role):
    client = let_in(app, role, "t1", "A") if role != "none" else app.test_client()
    for address in (EVENT, f"{EVENT}event.toml", f"{EVENT}results.csv"):
        assert client.get(address).status_code == 403
    assert client.post(EVENT, data={"do": "open", "round": 1}).status_code == 403
    away = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
    assert director.post(EVENT, data={"do": "open", "round": 1}, headers=away).status_code == 403
    assert tables_of(app).names() == []


def test_a_file_that_is_no_tournament_is_told_on_the_page(app, director):
    (tables_of(app).folder / "event.toml").write_text("players = [")
    assert "is no tournament" in director.get(EVENT).text
    assert director.get(f"{EVENT}results.csv").status_code == 409
    assert "is no tournament" in act(director, "open", 409, round=1).text


def own_lines(client, table):
    """What the page of a player asks to confirm."""
    result = client.get(f"/live/{table}/state").get_json()["result"]
    return result and result["lines"]


def test_a_substitute_goes_on_within_the_round(app, director):
    act(director, "open", round=1)
    scribe, old, new = let_in(app, "scribe", "t1"), app.test_client(), app.test_client()
    table = tables_of(app).table("r1-t1")
    whose, others = table.players[0], table.players[1:]
    old.post(f"/live/in/{devices_of(app).invite('player', player=whose)}")
    send(scribe, "r1-t1", "win B ? from A", "fan B han 3, fu 30", "ok")
    assert own_lines(old, "r1-t1")
    card = act(director, "substitute", 200, player=whose, substitute="Ben B", when="now").text
    new.post(re.search(r'href="[^"]*(/live/in/[^"]+)"', card)[1])
    pin = re.search(r"<strong>([0-9]{6})</strong>", card)[1]
    assert table.lines()[-1].endswith(" note substitute A deal=2 {Ben B}")
    assert table.players == ["Ben B", *others]
    # The old device no longer speaks for the seat; the new one for no deal that is over.
    assert old.get("/live/r1-t1/state").status_code == 403
    with table.session() as session:
        said = {"id": "opinion-1", "answer": "confirmed", "deal": 1}
        said["of"] = result_of(session.game.deals[0])
    assert new.post("/live/r1-t1/opinion", json=said).status_code == 403
    assert own_lines(new, "r1-t1") is None
    # The scribe cannot take it back, and goes on; the substitute is asked.
    assert send(scribe, "r1-t1", "del 7", first=3)["answers"][0]["refusal"]
    send(scribe, "r1-t1", "@", "win B ? from A", "fan B han 3, fu 30", "ok", first=4)
    assert own_lines(new, "r1-t1")[0].endswith("A Ben B")
    told = scribe.get("/live/r1-t1/state").get_json()
    assert told["before"]["lines"][0].endswith(f"A {whose}")
    assert told["seats"][0]["name"] == "Ben B"
    confirmed = {"seat": "A", "deal": 2, "pin": pin}
    confirmed["of"] = told["result"]["of"]
    assert scribe.post("/live/r1-t1/pin", data=confirmed).status_code == 303
    told = scribe.get("/live/r1-t1/state").get_json()
    assert told["result"]["opinions"] == [["confirmed", "A Ben B"]]
    # The game stays that of the draw; in the next round the substitute sits in the places.
    made = tournament_in(tables_of(app).folder)
    assert whose in made.game(1, 1).players
    act(director, "open", round=2)
    seated = {name for at in ("r2-t1", "r2-t2") for name in tables_of(app).table(at).players}
    assert ("Ben B" in seated, whose in seated) == (True, False)


def test_a_substitute_within_the_deal_and_after_one_another(app, director):
    act(director, "open", round=1)
    scribe, table = let_in(app, "scribe", "t1"), tables_of(app).table("r1-t1")
    whose = table.players[2]
    send(scribe, "r1-t1", "5p", "B:2s")
    act(director, "substitute", 200, player=whose, substitute="Ben", when="now")
    act(director, "substitute", 200, player="Ben", substitute="Cy", when="now")
    assert [line.split(" ", 4)[4] for line in table.lines()[-2:]] == [
        "note substitute C deal=1 {Ben}", "note substitute C deal=1 {Cy}",
    ]  # fmt: skip
    entries = scribe.get("/live/r1-t1/state").get_json()["entries"]
    assert entries[-1][3] == "From deal 1 on, Cy plays at C."
    made = tournament_in(tables_of(app).folder)
    assert [(each.player, each.deal) for each in made.substitutes] == [(whose, 1), ("Ben", 1)]


@pytest.mark.parametrize("player", ["Ben", "王丽"])
def test_nobody_is_replaced_who_does_not_play_or_by_who_does(app, director, player):
    act(director, "open", round=1)
    told = act(director, "substitute", 200, player=player, substitute="Eva", when="now")
    assert 'role="alert"' in told.text
    assert tournament_in(tables_of(app).folder).substitutes == ()


@pytest.mark.parametrize("role", ["scribe", "referee"])
def test_only_the_director_names_a_substitute(app, director, role):
    act(director, "open", round=1)
    send(let_in(app, "scribe", "t1"), "r1-t1", "5p")
    typed = send(let_in(app, role, "t1"), "r1-t1", "note substitute A deal=1 {Ben}", first=5)
    assert "the director's page" in typed["answers"][0]["refusal"]
