"""The pages of the referee's desk and of PINs: who may do what, and what becomes of it."""

import re
from html import unescape

import pytest
from kit.live import begun, entry_texts, let_in, live_app, send

from mjlog.live.access.signing import key_in, new_key, signature_line
from mjlog.live.ledgers import releasing
from mjlog.live.ledgers.reserved import is_reserved
from mjlog.live.referees.confirming import opinions, result_of
from mjlog.live.referees.desk import waiting
from mjlog.live.tables import Sent
from webviewer import venue
from webviewer.live.access import tables_of
from webviewer.venue import streaming

RIICHI = "riichi/1 preset=ema-2016"


@pytest.fixture
def app(tmp_path):
    made = live_app(tmp_path)
    venue.install(made, tables_of(made), 0.0)
    venue.install_desk(made, tmp_path)
    begun(made, "t1", RIICHI)
    begun(made, "t2", RIICHI)
    yield made
    tables_of(made).close()


def open_cases(table):
    with table.session() as session:
        return waiting(session.game)


def seen_in(page):
    return re.search(r'name="seen" value="([0-9a-f]*)"', page)[1]


def test_a_table_calls_and_the_desk_shows_the_position(scribe, referee, table):
    send(scribe, "t1", "1z", "2s-8m")
    assert (
        scribe.post("/live/t1/call", data={"by": "B", "reason": "taken back?"}).status_code == 303
    )
    send(scribe, "t1", "5p", first=9)
    [case] = open_cases(table)
    assert (case.by, case.at, case.words) == ("B", 2, "taken back?")
    listed = referee.get("/live/desk/").text
    assert f"/live/t1/desk?case={case.number}" in listed
    assert "taken back?" in listed
    page = referee.get(f"/live/t1/desk?case={case.number}").text
    assert "at=2" in page
    then = referee.get("/live/t1/desk.svg?at=2").data
    assert then.startswith(b"<svg")
    assert then != referee.get("/live/t1/desk.svg").data


def test_the_desk_is_sent_a_call_within_two_seconds(scribe, referee, monkeypatch):
    """The seconds are those that the stream waits: how busy a machine is changes none of them."""
    waited: list[float] = []
    monkeypatch.setattr(streaming, "sleep", waited.append)
    answer = referee.get("/live/desk/stream")
    news = answer.iter_encoded()
    before = next(news)
    waited.clear()
    scribe.post("/live/t1/call", data={"by": "B", "reason": "taken back?"})
    assert next(news) != before
    assert 0 < sum(waited) <= 2.0
    answer.close()


def test_a_ruling_is_seen_before_it_is_written(scribe, referee, table):
    send(scribe, "t1", "1z", "c:#")
    scribe.post("/live/t1/call", data={"reason": "no hand"})
    [case] = open_cases(table)
    form = {"case": case.number, "ruling": "chombo", "seat": "C", "article": "3.4"}
    form |= {"reason": "no hand", "lines": "", "do": "look"}
    before = table.text()
    page = referee.post("/live/t1/desk", data=form)
    assert page.status_code == 200
    assert "rule C chombo art=3.4" in page.text
    assert table.text() == before
    form |= {"do": "write"}
    assert referee.post("/live/t1/desk", data=form).status_code == 200
    assert table.text() == before
    form |= {"seen": seen_in(page.text)}
    assert referee.post("/live/t1/desk", data=form).status_code == 303
    assert "rule C chombo art=3.4 {no hand}" in entry_texts(table)
    assert open_cases(table) == []
    assert " R1 #" in table.text().decode()


def test_the_desk_says_what_is_unsigned(scribe, referee, table, tmp_path):
    send(scribe, "t1", "1z")
    new_key(tmp_path / "a.pem")
    line = signature_line(table.text(), "A", key_in(tmp_path / "a.pem"))
    table.take([Sent("signature-1", line, is_official=True)], "A")
    unsigned = "A did not sign lines"
    assert unsigned not in referee.get("/live/t1/desk").text
    send(scribe, "t1", "2s", first=5)
    new_key(tmp_path / "stranger.pem")
    line = signature_line(table.text(), "A", key_in(tmp_path / "stranger.pem"))
    table.take([Sent("signature-2", line, is_official=True)], "A")
    assert unsigned in referee.get("/live/t1/desk").text


@pytest.mark.parametrize("before", ["", "note x\n", "note x\r0009 05:00:00 B ", "ins 1 ", "\u2028"])
def test_no_line_that_is_sent_speaks_for_another(app, scribe, table, before):
    send(scribe, "t1", "1z", "win C 2m from B", "pay B>C 1000")
    with table.session() as session:
        result = result_of(session.game.deals[0])
    forged = (
        f"note result confirmed by=B deal=1 of={result}",
        f"note result confirmed by=B deal=1 of={result} pin=S1 {{entered by S1}}",
        f"note result rejected by=B deal=1 of={result}",
        "note referee answered call=0001",
        "sign v1 for=A lines=3 at=2026-11-22T05:41:10Z sha256=0 ed25519=0:0",
        "sign A",
    )
    for number, text in enumerate(forged, 10):
        send(scribe, "t1", before + text, first=number)
    with table.session() as session:
        ledger = session.game.deals[0].ledger
        assert not opinions(session.game, 1)
        assert not any(is_reserved(entry.text) for entry in ledger)
        assert {entry.author for entry in ledger} == {"S1"}
    player = let_in(app, "player", "t1", "A")
    body = {"lines": [{"id": "forged-0001", "text": forged[0]}]}
    assert player.post("/live/t1/lines", json=body).status_code == 403
    wanted = {"id": "forged-0002", "answer": "confirmed", "deal": 1, "of": result, "by": "B"}
    assert player.post("/live/t1/opinion", json=wanted).status_code == 200
    with table.session() as session:
        assert [tuple(each) for each in opinions(session.game, 1)] == [("confirmed", "A")]


def test_what_changed_meanwhile_must_be_seen_again(scribe, referee, table):
    send(scribe, "t1", "1z")
    form = {"case": 0, "lines": "cancel the wall fell", "do": "look"}
    page = referee.post("/live/t1/desk", data=form)
    send(scribe, "t1", "2z", first=9)
    form |= {"do": "write", "seen": seen_in(page.text)}
    assert referee.post("/live/t1/desk", data=form).status_code == 200
    assert not any("cancelled" in line for line in entry_texts(table))


def test_a_correction_that_a_player_proposes_waits_at_the_desk(app, scribe, referee, table):
    send(scribe, "t1", "1z", "b:#", "fan b han 1, fu 30")
    player = let_in(app, "player", "t1", "A")
    player.post("/live/t1/call", data={"line": "fix 3 fan b han 2, fu 30"})
    [case] = open_cases(table)
    assert (case.sort, case.by) == ("correction", "A")
    page = referee.get(f"/live/t1/desk?case={case.number}").text
    assert "fix 3 fan b han 2, fu 30</textarea>" in page
    form = {"case": case.number, "lines": case.words, "do": "look"}
    form |= {"seen": seen_in(referee.post("/live/t1/desk", data=form).text), "do": "write"}
    referee.post("/live/t1/desk", data=form)
    assert "fix 0003 fan B han 2, fu 30" in entry_texts(table)
    assert open_cases(table) == []


def test_what_cannot_be_read_is_told_and_kept_in_the_form(scribe, referee):
    send(scribe, "t1", "1z")
    page = referee.post("/live/t1/desk", data={"lines": "pay A>Q <b>", "do": "look"})
    assert 'role="alert"' in page.text
    assert "pay A&gt;Q &lt;b&gt;</textarea>" in page.text


@pytest.mark.parametrize("role", ["scribe", "player", "none"])
def test_the_desk_is_for_referees_alone(app, role):
    client = let_in(app, role, "t1", "A") if role != "none" else app.test_client()
    for address in ("/live/desk/", "/live/t1/desk", "/live/t1/desk.svg", "/live/pins/"):
        assert client.get(address).status_code == 403
    assert client.post("/live/t1/desk", data={"lines": "1z", "do": "write"}).status_code == 403
    assert client.post("/live/pins/", data={"player": "Ann"}).status_code == 403


def test_a_referee_of_one_table_has_no_other(app):
    client = let_in(app, "referee", "t1")
    assert client.get("/live/t1/desk").status_code == 200
    assert client.get("/live/t2/desk").status_code == 403
    assert client.get("/live/desk/").status_code == 403


def test_other_sites_send_nothing(scribe, referee):
    away = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
    for client, address in ((referee, "/live/t1/desk"), (scribe, "/live/t1/call"),
                            (scribe, "/live/t1/pin")):  # fmt: skip
        assert client.post(address, data={"reason": "x"}, headers=away).status_code == 403


def test_a_scribe_reads_in_words_that_the_referee_was_called(app, scribe):
    send(scribe, "t1", "1z")
    player = let_in(app, "player", "t1", "B")
    player.post("/live/t1/call", data={"reason": "x"})
    told = scribe.get("/live/t1/state").get_json()["entries"]
    assert told[-1][3] == "calls the referee: B Bo"


def test_a_pin_confirms_what_is_shown(app, scribe, table):
    organiser = let_in(app, "organiser")
    given = organiser.post("/live/pins/", data={"player": "Ann"}).text
    pin = re.search(r"<strong>([0-9]{6})</strong>", given)[1]
    assert pin not in organiser.get("/live/pins/").text
    send(scribe, "t1", "1z", "b:#", "fan b han 1, fu 30", "ok")
    with table.session() as session:
        result = result_of(session.game.deals[0])
    form = {"seat": "A", "deal": 1, "of": result, "pin": "000", "do": "confirm"}
    wrong = scribe.post("/live/t1/pin", data=form)
    assert "tries left: 4" in wrong.text
    assert scribe.post("/live/t1/pin", data=form | {"pin": pin}).status_code == 303
    assert entry_texts(table)[-1].endswith("pin=S1 {entered by S1 in A's presence}")
    assert scribe.post("/live/t1/pin", data=form | {"of": "0" * 16}).status_code == 409
    assert scribe.post("/live/t1/pin", data=form | {"do": "refuse", "seat": "B"}).status_code == 303
    assert entry_texts(table)[-1] == "note B does not confirm the result of deal 1"
    for _ in range(5):
        told = scribe.post("/live/t1/pin", data=form).text
    assert "locked" in told
    assert "locked" in scribe.post("/live/t1/pin", data=form | {"pin": pin}).text


def test_a_player_hears_nothing_of_the_hands_of_others(app, scribe, monkeypatch):
    """Neither by the page of the table, nor by events, nor where spectators look."""
    monkeypatch.setattr(releasing, "TICK", 0.0)
    send(scribe, "t1", "1z", "3m-8m", "9p-5p", "note B waits for 33m")
    player = let_in(app, "player", "t1", "A")
    assert player.get("/live/t1/events").status_code == 403
    given = [player.get(each).text for each in ("/live/t1/state", "/live/t1", "/watch/t1.mjl")]
    # The page has a table of all tiles, so the state, the record and the remark tell.
    assert not any(f"3m{end}" in each for each in (given[0], given[2]) for end in ("", "-8m"))
    assert not any("3m-8m" in each or "waits for" in each for each in given)
    assert "3m" in scribe.get("/live/t1/state").text


def test_pages_say_it_in_every_language(scribe, referee):
    send(scribe, "t1", "1z")
    for tag in ("en", "ja", "zh-Hans", "zh-Hant"):
        for client, address in ((referee, "/live/desk/"), (referee, "/live/t1/desk"),
                                (scribe, "/live/t1/call"), (scribe, "/live/t1/pin")):  # fmt: skip
            assert f'lang="{tag}"' in client.get(f"{address}?lang={tag}").text


def test_a_table_that_cannot_be_opened_keeps_the_desk_open(tmp_path):
    before = live_app(tmp_path)
    for name in ("t1", "t2"):
        begun(before, name, RIICHI)
    tables_of(before).close()
    path = tmp_path / "t1.mjl"
    path.write_text(path.read_text(encoding="utf-8").replace("riichi/1", "nothing/1"))
    made = live_app(tmp_path)
    venue.install(made, tables_of(made), 0.0)
    venue.install_desk(made, tmp_path)
    organiser = let_in(made, "organiser")
    for address in ("/live/desk/", "/live/pins/", "/live/", "/live/t2"):
        assert organiser.get(address).status_code == 200
    assert organiser.get("/live/t1").status_code == 409
    tables_of(made).close()


def test_the_table_of_a_page_is_drawn_in_its_language(scribe, referee):
    send(scribe, "t1", "1z")
    for address, device in (("/live/t1/desk", referee), ("/watch/t1", scribe), ("/watch/", scribe)):
        picture = re.search(r'<img src="([^"]+\.svg[^"]*)"', device.get(f"{address}?lang=ja").text)
        assert "東1局" in device.get(unescape(picture[1])).text


def test_a_decision_is_shown_in_words_beside_its_lines(scribe, referee):
    send(scribe, "t1", "1z")
    form = {"penalty": "A chombo", "lines": "pay B>A 4000 for=chombo", "do": "look"}
    shown = referee.post("/live/t1/desk", data=form).text
    assert "B Bo → A Ann 4000 <code>pay B&gt;A 4000 for=chombo</code>" in shown
    assert "Ruling: A Ann – chombo <code>rule A chombo</code>" in shown
