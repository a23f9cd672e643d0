"""The pages of live tables as a server: who may do what, and what becomes of what is sent."""

import os
from errno import ENOSPC

import pytest
from kit.live import begun, entry_texts, invited, let_in, live_app, send

from mjlog.live.ledgers import ledger_file
from mjlog.rules import load, loadable
from mjlog.text.languages import NAMES
from webviewer.live.access import COOKIE, tables_of
from webviewer.live.entry import MOST_BYTES, MOST_LINES
from webviewer.live.table_state import rules_object

RIICHI = "riichi/1 preset=tenhou"


@pytest.fixture
def app(tmp_path):
    made = live_app(tmp_path)
    begun(made, "t1", RIICHI)
    yield made
    tables_of(made).close()


def asked(client, **more):
    return client.get("/live/t1/state", **more).get_json()


def told_of(client, table):
    return client.get(f"/live/{table}/state").get_json()


def test_lines_are_answered_with_what_stands_in_the_ledger(scribe, table):
    answers = send(scribe, "t1", "win C ? from A", "nonsense", "fan c han 3, fu 30")["answers"]
    assert [sorted(each) for each in answers] == [
        ["id", "lines"],
        ["id", "refusal"],
        ["id", "lines"],
    ]
    assert (
        send(scribe, "t1", "win C ? from A", "nonsense", "fan c han 3, fu 30")["answers"] == answers
    )
    assert entry_texts(table) == ["@ E1", "win C ? from A", "fan C han 3, fu 30"]


def test_what_the_disk_refuses_is_answered_and_may_be_asked_again(app, monkeypatch):
    organiser = let_in(app, "organiser")
    wanted = [("/live/", {"table": "t2", "rules": RIICHI}), ("/live/links", {"role": "scribe"})]
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        patched.setattr(ledger_file, "sync", full)
        told = [organiser.post(path, data=form) for path, form in wanted]
        assert [each.status_code for each in told] == [503, 503]
        assert all("because the disk is full" in each.text for each in told)
        assert [each.name for each in tables_of(app).folder.glob("*t2*")] == []
    assert [organiser.post(path, data=form).status_code for path, form in wanted] == [303, 200]


def full(_number):
    raise OSError(ENOSPC, "No space left on device")


def test_the_state_proposes_what_the_rules_make_of_a_result(scribe):
    send(scribe, "t1", "win C ? from A", "fan c han 3, fu 30", "ready")
    told = asked(scribe)
    assert [each["line"] for each in told["proposed"]] == [
        "pay A>C 3900", "score 21100 25000 28900 25000", "next dealer=B",
    ]  # fmt: skip
    assert told["result"]["lines"][0].startswith("C Cy: win on a discard")
    assert (told["next"]["words"], told["next"]["dealer"]) == ("East 2", "B")
    assert [each["points"] for each in told["seats"]] == [21100, 25000, 28900, 25000]


def test_why_nothing_is_proposed_is_told_in_the_language_of_the_page(app):
    begun(app, "t2", "taiyuan/1 start_points=100 dealer_loss_point=in_hand_value")
    other = let_in(app, "scribe", "t2")
    send(other, "t2", "win C ? from A", "fan c basic 1")
    assert "ready" in other.get("/live/t2/state").get_json()["why"]
    told = other.get("/live/t2/state?lang=ja").get_json()["why"]
    assert told
    assert not told.isascii()


def test_whose_hands_are_to_be_counted_is_told_until_somebody_says_them(app):
    begun(app, "t3", "american/1")
    other = let_in(app, "scribe", "t3")
    assert told_of(other, "t3")["uncounted"] == []
    send(other, "t3", "win C ? self", "fan C total 48")
    assert told_of(other, "t3")["uncounted"] == ["A", "B", "D"]
    send(other, "t3", "fan A total 8", "show D 111p45p789s23m444z", first=10)
    assert told_of(other, "t3")["uncounted"] == ["B"]
    assert told_of(let_in(app, "player", "t3", "A"), "t3")["uncounted"] == []


def test_a_hand_shown_too_early_reaches_no_player(app, scribe):
    player = let_in(app, "player", "t1", "B")
    send(scribe, "t1", "1z", "show C 123456m234p11s11z")
    assert asked(player)["result"] is None
    assert asked(scribe)["result"]["lines"]
    send(scribe, "t1", "win C 2s from A", first=10)
    assert len(asked(player)["result"]["lines"]) == 2


def test_findings_never_block(scribe, table):
    send(scribe, "t1", "1z", "b:+22m-1s", "2s")
    assert [each["severity"] for each in asked(scribe)["findings"]] == ["error"]
    assert len(entry_texts(table)) == 4


def test_events_since_a_number_bear_the_mark_of_the_ledger(scribe, table):
    send(scribe, "t1", "1z", "2z")
    answer = scribe.get("/live/t1/events?since=1")
    told = answer.get_json()
    assert (told["number"], [line[-4:] for line in told["lines"]]) == (2, ["B:2z"])
    again = {"If-None-Match": answer.headers["ETag"]}
    assert answer.headers["ETag"] == f'"{table.mark}"'
    assert scribe.get("/live/t1/events?since=1", headers=again).status_code == 304
    send(scribe, "t1", "3z", first=5)
    assert scribe.get("/live/t1/events?since=1", headers=again).status_code == 200


def test_how_a_word_would_be_read_is_told_in_the_language_of_the_page(scribe, table):
    asked_words = {"text": "5p"}
    assert "5 of dots" in scribe.post("/live/t1/read", json=asked_words).get_json()["words"]
    told = scribe.post("/live/t1/read?lang=ja", json=asked_words).get_json()["words"]
    assert told
    assert not told.isascii()
    assert "problem" in scribe.post("/live/t1/read", json={"text": "qq"}).get_json()
    assert entry_texts(table) == []


# --------------------------------------------------------------------------- opinions


def opinion(client, result, answer="confirmed", key="opinion-1", **more):
    given = {"id": key, "answer": answer, "deal": result["deal"], "of": result["of"], **more}
    return client.post("/live/t1/opinion", json=given)


@pytest.mark.parametrize(
    ("seat", "told"),
    [
        ("A", ["You pay 3900 to C Cy", "You have 21100"]),
        ("B", ["You have 25000"]),
        ("C", ["You get 3900 from A Ann", "You have 28900"]),
    ],
)
def test_a_player_is_told_what_a_deal_did(app, scribe, seat, told):
    """As it is proposed, then as it is written, then of the deal before."""
    player = let_in(app, "player", "t1", seat)
    send(scribe, "t1", "1z", "win C ? from A", "fan C han 3, fu 30")
    assert asked(player)["result"]["yours"] == told
    send(scribe, "t1", "ok", first=3)
    assert asked(player)["result"]["yours"] == told
    send(scribe, "t1", "@", first=4)
    assert asked(player)["before"]["yours"] == told
    assert asked(scribe)["before"]["yours"] == []


def test_a_player_confirms_a_result_as_it_was_shown(app, scribe, table):
    player = let_in(app, "player", "t1", "B")
    send(scribe, "t1", "win C ? from A", "fan c han 3, fu 30")
    seen = asked(player)["result"]
    assert opinion(player, seen).status_code == 200
    assert opinion(player, seen).status_code == 200
    assert asked(scribe)["result"]["opinions"] == [["confirmed", "B Bo"]]
    send(scribe, "t1", "fix 2 fan c han 4, fu 30", first=7)
    assert asked(scribe)["result"]["opinions"] == []
    assert opinion(player, seen, key="opinion-2").status_code == 409
    answer = opinion(
        player, asked(player)["result"], "rejected", "opinion-3", reason="it was\n2 {han"
    )
    assert answer.status_code == 200
    assert asked(player)["result"]["opinions"] == [["rejected", "B Bo"]]
    assert entry_texts(table)[-1].endswith("{it was 2 {han}")


def test_a_player_writes_no_lines_and_a_scribe_no_opinions(app, scribe):
    player = let_in(app, "player", "t1", "B")
    assert player.post("/live/t1/lines", json={"lines": []}).status_code == 403
    assert scribe.post("/live/t1/opinion", json={}).status_code == 403


# --------------------------------------------------------------------------- who is let in


def test_a_stranger_learns_and_writes_nothing(app):
    stranger = app.test_client()
    for path in ("/live/t1", "/live/t1/state", "/live/t1/events", "/live/t9"):
        assert stranger.get(path).status_code == 403
    assert stranger.post("/live/t1/lines", json={"lines": []}).status_code == 403
    assert b"t1" not in stranger.get("/live/").data
    assert stranger.post("/live/links", data={"role": "organiser"}).status_code == 403


def test_a_scribe_reaches_one_table_alone(app, scribe):
    begun(app, "t2", RIICHI)
    assert scribe.get("/live/t2").status_code == 403
    assert b"t2" not in scribe.get("/live/").data


def test_a_link_works_once_and_shows_before_it_is_used(app):
    link = invited(app, "scribe", "t1")
    first, second = app.test_client(), app.test_client()
    assert b"<form" in first.get(link).data
    assert b"<form" in first.get(link).data
    answer = first.post(link)
    assert answer.headers["Location"] == "/live/t1"
    cookie = answer.headers["Set-Cookie"]
    assert COOKIE in cookie
    assert all(word in cookie for word in ("HttpOnly", "SameSite=Lax", "Path=/live"))
    assert second.post(link).status_code == 403
    assert b'action="/live/in/' not in second.get(link).data


@pytest.mark.parametrize(("role", "table"), [("scribe", "t1"), ("organiser", "")])
def test_the_device_of_a_player_records_no_game_of_its_own(app, role, table):
    player = let_in(app, "player", "t1", "A")
    refused, elsewhere = invited(app, role, table), invited(app, "scribe", "t2")
    answer = player.post(refused)
    assert answer.status_code == 403
    assert "records no game of their own" in answer.get_data(as_text=True)
    assert player.get("/live/t1/state").get_json()["scribes"]["me"] == "A"
    let_in(app, "organiser").post("/live/devices/1/revoke")
    assert player.post(refused).status_code == 303, "the organiser has sent the player's away"
    other = let_in(app, "player", "t1", "B")
    assert other.post(elsewhere).status_code == 303, "of another table it may be the scribe's"


def test_a_device_is_sent_away(app, scribe):
    organiser = let_in(app, "organiser")
    page = organiser.get("/live/").get_data(as_text=True)
    assert "/live/devices/1/revoke" in page
    assert organiser.post("/live/devices/1/revoke").status_code == 303
    assert scribe.get("/live/t1").status_code == 403
    assert scribe.post("/live/devices/2/revoke").status_code == 403


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_other_sites_send_nothing(app, scribe, headers):
    organiser = let_in(app, "organiser")
    link = invited(app, "scribe", "t1")
    refused = [
        scribe.post("/live/t1/lines", json={"lines": []}, headers=headers),
        scribe.post("/live/t1/takeover", json={}, headers=headers),
        organiser.post("/live/", data={"table": "t5", "rules": RIICHI}, headers=headers),
        organiser.post("/live/links", data={"role": "scribe"}, headers=headers),
        app.test_client().post(link, headers=headers),
    ]
    assert {answer.status_code for answer in refused} == {403}


def test_what_is_too_large_or_no_line_is_refused(scribe, table):
    bodies = (
        {"lines": [{"id": "line-0001", "text": "x" * MOST_BYTES}]},
        {"lines": [{"id": "line-0001", "text": "1z"}] * (MOST_LINES + 1)},
        {"lines": [{"id": 7, "text": "1z"}]},
        {"lines": "1z"},
        ["1z"],
    )
    statuses = [scribe.post("/live/t1/lines", json=body).status_code for body in bodies]
    assert statuses == [413, 400, 400, 400, 400]
    assert scribe.post("/live/t1/lines", data=b"{}", content_type="text/plain").status_code == 415
    assert entry_texts(table) == []


# --------------------------------------------------------------------------- two devices, new games


def test_two_devices_of_scribes_are_both_told_and_neither_loses_lines(app, scribe, table):
    send(scribe, "t1", "1z")
    newer = let_in(app, "scribe", "t1")
    assert asked(scribe)["scribes"]["others"] == ["scribe 2"]
    assert asked(newer)["scribes"] | {"others": []} == {
        "me": "S2", "mine": False, "holder": "scribe 1", "others": [],
    }  # fmt: skip
    assert newer.post("/live/t1/takeover", json={}).status_code == 200
    assert asked(scribe)["scribes"]["mine"] is False
    send(scribe, "t1", "2z", first=1)
    send(newer, "t1", "3z", first=2)
    assert entry_texts(table)[1:] == ["A:1z", "B:2z", "C:3z"]
    assert [line.split()[2] for line in table.lines()[1:]] == ["S1", "S1", "S2"]


def test_the_organiser_begins_a_game_and_a_scribe_at_an_empty_table(app):
    organiser = let_in(app, "organiser")
    names = {f"player-{seat}": name for seat, name in zip("ABCD", "wxyz", strict=True)}
    form = {"table": "t3", "rules": RIICHI, "event": "Cup\nX: y", **names}
    assert organiser.post("/live/", data=form).headers["Location"] == "/live/t3"
    text = tables_of(app).table("t3").text()
    assert text.startswith(b"%mjlog 1.0\nEvent: Cup X: y\nTable: t3\nRules: riichi/1")
    other = let_in(app, "scribe", "t4")
    assert b"player-A" in other.get("/live/t4").data
    assert other.post("/live/t4/begin", data={"rules": RIICHI, **names}).status_code == 303
    assert other.post("/live/t4/begin", data={"rules": RIICHI, **names}).status_code == 400
    assert organiser.post("/live/", data={"table": "../x", "rules": RIICHI}).status_code == 400
    assert organiser.post("/live/", data={"table": "t8", "rules": "bridge"}).status_code == 400


@pytest.mark.parametrize("language", NAMES)
def test_the_page_speaks_each_language(scribe, language):
    send(scribe, "t1", "win C ? from A", "fan c han 3, fu 30")
    page = scribe.get(f"/live/t1?lang={language}")
    assert page.status_code == 200
    assert f'<html lang="{language}"' in page.get_data(as_text=True)
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]


def test_a_device_follows_its_table_of_the_event_into_the_next_round(app):
    begun(app, "r1-t3", "riichi/1")
    scribe, player = let_in(app, "scribe", "r1-t3"), let_in(app, "player", "r1-t3", "A")
    assert told_of(scribe, "r1-t3")["following"] is None
    begun(app, "r2-t3", "riichi/1")
    there = {"url": "/live/r2-t3", "words": "Table 3 · Round 2"}
    assert told_of(scribe, "r1-t3")["following"] == there
    assert told_of(player, "r1-t3")["following"] is None
    assert scribe.get("/live/r2-t3").status_code == 200
    assert scribe.get("/live/t3").headers["Location"] == "/live/r2-t3"
    assert {each.get("/live/r2-t4").status_code for each in (scribe, player)} == {403}
    assert player.get("/live/r2-t3").status_code == 403


@pytest.mark.parametrize("tag", NAMES)
def test_what_a_game_does_not_have_has_no_word(app, tag):
    with app.test_request_context(f"/?lang={tag}"):
        assert "Project-Id" not in repr([rules_object(each, 4) for each in loadable()])
        shown = rules_object(load("sichuan/1"), 4)
    assert (shown["ready"], shown["apart"], shown["faceDown"]) == ("", "", False)


@pytest.mark.parametrize(
    ("rules", "line", "words"),
    [
        ("sichuan/1", "void A m", "A Ann gives up 1m – 9m"),
        ("american/1", "exchange A>C 123m, C>A ???", "A Ann → C Cy 1m 2m 3m · C Cy → A Ann"),
        ("riichi/1", "show C +123m *5555z 99p6s", "C Cy: 1m 2m 3m · 5z 5z 5z 5z · 9p 9p 6s"),
        ("riichi/1", "fan C han 4, fu 30", "C Cy: 4 han · 30 fu"),
        ("riichi/1", "fan C riichi 1, pinfu 1, fu 30", "C Cy: riichi 1 · pinfu 1 · 30 fu"),
        ("riichi/1", "ura 1m", "hidden indicators: 1m"),
        ("riichi/1", "ready", "riichi 立直: nobody"),
        ("taiyuan/1", "deal B [9p] 123m", "B Bo was dealt 9p · 1m 2m 3m"),
        ("taiwanese/1", "bonus B 15f", "B Bo: 1f 5f"),
    ],
)  # fmt: skip
def test_a_line_is_said_without_notation(app, rules, line, words):
    begun(app, "t2", rules)
    device = let_in(app, "scribe", "t2")
    assert "refusal" not in send(device, "t2", "@", line)["answers"][1]
    assert device.get("/live/t2/state").get_json()["entries"][-1][3] == words
