"""What spectators are given: nothing hidden, nothing early, by whatever address they ask."""

import gzip
import json
import re
import time

import pytest

from mjlog.live.ledgers import releasing
from mjlog.live.referees.confirming import opinion_line, result_of
from mjlog.live.tables import Sent, Tables
from mjlog.model.record import SEATS
from mjlog.notation import read
from webviewer import create_app
from webviewer.hosts import answer_only_for
from webviewer.venue import install, spectators, streaming

HEADS = ["Rules: riichi/1 preset=tenhou", "A: Ana", "B: Ben", "C: Cleo", "D: Dan"]
ADDRESSES = (
    "/watch/", "/watch/events", "/watch/t1", "/watch/t1/overlay", "/watch/t1/events",
    "/watch/t1/events?since=4", "/watch/t1.svg", "/watch/t1.mjl", "/watch/t1?lang=ja",
)  # fmt: skip


def test_a_table_that_cannot_be_opened_hides_no_other(tmp_path):
    begun = Tables(tmp_path)
    begun.create("t0", HEADS)
    begun.close()
    path = tmp_path / "t0.mjl"
    path.write_text(path.read_text(encoding="utf-8").replace("riichi/1", "nothing/1"))
    tables = Tables(tmp_path)
    tables.create("t1", HEADS)
    app = create_app()
    install(app, tables, 0.0)
    asking = app.test_client()
    for address in ("/watch/", "/watch/events", "/watch/t1", "/watch/t1/events"):
        assert asking.get(address).status_code == 200
    assert asking.get("/watch/t0").status_code == 404
    tables.close()


class Venue:
    """A table that is recorded and watched."""

    def __init__(self, folder, delay=0.0, opens="confirmed"):
        folder.mkdir(exist_ok=True)
        self.tables = Tables(folder)
        if not self.tables.names():
            self.tables.create("t1", [*HEADS, "Clock: UTC+00:00"])
        self.table = self.tables.table("t1")
        app = create_app()
        install(app, self.tables, delay, opens)
        app.testing = True
        self.client = app.test_client()
        self.sent = 0

    def type(self, *texts, at="", author="S1"):
        """Take lines as the server does, which itself makes those that a player's device sends."""
        for text in texts:
            self.sent += 1
            sent = Sent(f"{id(self)}-{self.sent:06d}", text, at, is_official=author in SEATS)
            answer = self.table.take([sent], author)[0]
            assert not answer.refusal, answer.refusal

    def confirm(self, answer="confirmed", by="B"):
        with self.table.session() as session:
            number = len(session.game.deals)
            line = opinion_line(answer, by, number, result_of(session.game.deals[-1]))
        self.type(line, author=by)

    def events(self, **query):
        told = self.client.get("/watch/t1/events", query_string=query).get_json()
        return told | {"words": [e.get("turn", e.get("line")) for e in told["events"][1:]]}

    def answers(self):
        """All that anybody is given, with its headers."""
        given = []
        for address in ADDRESSES:
            answer = self.client.get(address)
            headers = [pair for pair in answer.headers if pair[0] not in PASSING]
            given.append((address, answer.status_code, headers, answer.data))
        return given


@pytest.fixture(autouse=True)
def _no_ticks(monkeypatch):
    """Every look is a new one: no test waits for a tick."""
    monkeypatch.setattr(releasing, "TICK", 0.0)
    monkeypatch.setattr(spectators, "TICK", 0.0)


class Clock:
    """The time that passes at the venue."""

    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr("mjlog.live.ledgers.releasing.monotonic", made)
    monkeypatch.setattr("mjlog.live.ledgers.ledger_file.monotonic", made)
    return made


PASSING = {"Date", "X-Request-ID"}
OPEN = (
    "1z", "2s-8m", "5p.", "6m", "3p-7m",
    "B:1s",
)  # fmt: skip
TWINS = {
    "the hand that was dealt": (
        ["deal A 1199m1199p1199s1z", *OPEN],
        ["deal A 123456789m112p1z", *OPEN],
    ),
    "a tile that was drawn": (["1z", "2s-8m", "3m-5p"], ["1z", "4s-8m", "9p-5p"]),
    "a remark": ([*OPEN, "note A waits for 1s"], OPEN),
    "the hand of the winner": (
        [*OPEN, "c:#", "show C 123456m234p11s11z"],
        [*OPEN, "c:#", "show C 123456m444p11s11z"],
    ),
    "what was won": (
        [*OPEN, "c:#", "fan c riichi 1, han 3", "pay B>C 3900"],
        [*OPEN, "c:#", "fan c han 2", "pay B>C 2000"],
    ),
    "how many lines tell of the result": (
        [*OPEN, "c:#", "show C 123456m234p11s11z", "fan c han 1", "pay B>C 1000"],
        [*OPEN, "c:#"],
    ),
    "a hand that is mended": ([*OPEN, "fix 2 4s-8m", "u"], OPEN),
    "who waits": ([*OPEN, "draw wall", "tenpai A B"], [*OPEN, "draw wall"]),
    "the winner's own draw": ([*OPEN[:2], "2s#"], [*OPEN[:2], "5s#"]),
    "points before the next deal": (
        [*OPEN, "c:#", "pay B>C 3900", "@ E2 dealer=B scores=25000,21100,28900,25000", "1z"],
        [*OPEN, "c:#", "pay B>C 1000", "@ E2 dealer=B scores=25000,24000,26000,25000", "1z"],
    ),
    "the wall": (["wall 123456789m", *OPEN], OPEN),
}


@pytest.mark.parametrize("name", TWINS)
def test_twins_that_differ_in_what_is_hidden_are_the_same_to_spectators(name, tmp_path):
    one, other = (Venue(tmp_path / side) for side in "ab")
    for venue, lines in zip((one, other), TWINS[name], strict=True):
        venue.type(*lines)
    assert one.table.text() != other.table.text()
    assert one.answers() == other.answers()


def test_twins_of_which_a_spectator_knows_more_differ(tmp_path):
    """The comparison can fail: another discard is another answer."""
    one, other = (Venue(tmp_path / side) for side in "ab")
    one.type("1z", "2s-8m")
    other.type("1z", "2s-9m")
    given = zip(one.answers(), other.answers(), strict=True)
    assert [a == b for a, b in given].count(True) <= 1


def test_hands_are_shown_once_somebody_confirmed_the_result(tmp_path):
    venue = Venue(tmp_path)
    venue.type(*OPEN, "c:#", "show C 123456m234p11s11z", "fan c han 1", "pay B>C 1000")
    before = venue.events()
    assert not {"show", "fan", "pay"} & {word.split()[0] for word in before["words"] if word}
    venue.confirm("rejected")
    assert venue.events() == before
    venue.type("pay B>C 1300")
    venue.confirm()
    told = venue.events(since=before["next"], mark=before["mark"])
    assert told["again"]
    assert "pay B>C 1300" in told["words"]
    assert "B:2s-8m" in told["words"]


def test_a_result_that_is_changed_later_is_closed_again(tmp_path):
    venue = Venue(tmp_path)
    venue.type("1z", "b:#", "fan b han 1")
    venue.confirm()
    assert "fan B han 1" in venue.events()["words"]
    venue.type("fix 3 fan b han 2")
    assert not any("fan" in word for word in venue.events()["words"] if word)


def test_a_deal_that_is_not_confirmed_closes_those_behind_it(tmp_path):
    """Totals of a later deal would tell what was paid before."""
    venue = Venue(tmp_path)
    venue.type("1z", "b:#", "pay A>B 1000", "@ E2 dealer=B", "1z", "c:#", "pay B>C 2000")
    venue.confirm()
    assert not any("pay" in word for word in venue.events()["words"] if word)


@pytest.mark.parametrize(("opens", "shown"), [("result", True), ("never", False)])
def test_the_organiser_says_when_hands_are_shown(tmp_path, opens, shown):
    venue = Venue(tmp_path, opens=opens)
    venue.type("1z", "b:#", "win B 1z from A", "fan b han 1")
    assert ("fan B han 1" in venue.events()["words"]) == shown


def test_lines_come_when_the_delay_is_over(tmp_path, clock):
    venue = Venue(tmp_path, delay=60.0)
    venue.type("1z")
    clock.now += 30
    venue.type("2z")
    assert venue.events()["words"] == []
    clock.now += 31
    assert venue.events()["words"] == [None, "A:-1z"]
    clock.now += 30
    assert venue.events()["words"][-1] == "B:-2z"


@pytest.mark.parametrize("at", ["2001-01-01T00:00:00Z", "2099-01-01T00:00:00Z"])
def test_a_clock_that_is_set_shortens_no_delay(tmp_path, clock, at):
    venue = Venue(tmp_path, delay=60.0)
    venue.type("1z", at=at)
    assert venue.events()["words"] == []
    clock.now += 61
    assert venue.events()["words"] == [None, "A:-1z"]


def test_after_a_restart_the_delay_begins_anew_for_what_was_not_shown(tmp_path, clock):
    venue = Venue(tmp_path, delay=60.0)
    venue.type("1z")
    clock.now += 61
    shown = venue.answers()
    venue.type("2z")
    venue.tables.close()
    clock.now = 5.0
    again = Venue(tmp_path, delay=60.0)
    assert again.answers() == shown
    clock.now += 61
    assert again.events()["words"][-1] == "B:-2z"


@pytest.mark.usefixtures("clock")
def test_what_was_noted_of_another_ledger_shows_nothing(tmp_path):
    venue = Venue(tmp_path, delay=60.0)
    venue.type("1z")
    venue.tables.close()
    (tmp_path / ".live" / "t1.shown").write_text(json.dumps([10**6, "0" * 64]))
    assert Venue(tmp_path, delay=60.0).events()["words"] == []


class Spent:
    """Time that passes, and what a processor was used for, as a test says."""

    def __init__(self, monkeypatch):
        self.now, self.used, self.each = 0.0, 0.0, 0.0
        monkeypatch.setattr(spectators, "monotonic", lambda: self.now)
        monkeypatch.setattr(spectators, "thread_time", self._looked)

    def _looked(self):
        self.used += self.each
        return self.used


def test_what_is_made_takes_its_share_of_the_time_and_no_more(monkeypatch):
    spent = Spent(monkeypatch)
    given = spectators.Allowance(share=0.5, most=2.0)
    given.spend(1.5)
    assert given.is_left()
    given.spend(1.5)
    assert not given.is_left()
    spent.now += 1.9
    assert not given.is_left()
    spent.now += 0.2
    assert given.is_left()


def test_after_the_longest_work_something_is_made_within_a_minute(monkeypatch):
    spent = Spent(monkeypatch)
    given = spectators.Allowance()
    given.spend(10_000)
    spent.now += 59
    assert not given.is_left()
    spent.now += 2
    assert given.is_left()


def test_a_busy_server_shows_spectators_what_it_made_before(tmp_path, monkeypatch):
    spent = Spent(monkeypatch)
    spent.each = 3.0
    venue = Venue(tmp_path)
    venue.type("1z")
    assert venue.events()["words"][-1] == "A:-1z"
    venue.type("2z")
    assert venue.events()["words"][-1] == "A:-1z"
    spent.now += 10
    assert venue.events()["words"][-1] == "B:-2z"


def test_an_answer_that_is_known_is_not_sent_again(tmp_path):
    venue = Venue(tmp_path)
    venue.type("1z")
    for address in ADDRESSES:
        mark = venue.client.get(address).headers["ETag"]
        known = {"If-None-Match": mark}
        assert venue.client.get(address, headers=known).status_code == 304
        weak = {"If-None-Match": f"W/{mark}"}
        assert venue.client.get(address, headers=weak).status_code == 304
        venue.type("note nobody sees this")
        assert venue.client.get(address, headers=known).status_code == 304
        venue.type("2z", "u")
    venue.type("B:2z")
    assert venue.client.get(address, headers=known).status_code == 200


def test_events_since_a_number_are_those_behind_it(tmp_path):
    venue = Venue(tmp_path)
    venue.type("1z", "2z")
    first = venue.events()
    venue.type("3z")
    more = venue.events(since=first["next"], mark=first["mark"])
    assert (more["again"], more["events"]) == (False, [{"deal": 1, "turn": "C:-3z"}])
    venue.type("fix 2 B:9m")
    assert venue.events(since=first["next"], mark=first["mark"])["again"]
    assert venue.events(since=10**9)["again"]


def test_deals_of_another_table_are_left_out(tmp_path):
    venue = Venue(tmp_path)
    venue.type("1z", "elsewhere 7", "@ E1 dealer=A", "9p")
    assert venue.events()["words"] == [None, "A:-9p"]


def test_the_text_of_a_table_is_a_record(tmp_path):
    venue = Venue(tmp_path)
    venue.type(*OPEN)
    text = venue.client.get("/watch/t1.mjl").data
    assert not [each for each in read(text).findings if each.severity == "error"]
    assert b"S1" not in text
    assert not re.search(rb"chain|Clock", text)


def test_there_is_no_table_of_another_name(tmp_path):
    venue = Venue(tmp_path)
    for name in ("t2", "..", ".live", "t1.ids", "T1"):
        assert venue.client.get(f"/watch/{name}").status_code == 404
    assert venue.client.post("/watch/t1").status_code == 405


def test_a_few_hear_of_news_at_once_and_the_others_ask(tmp_path, monkeypatch):
    monkeypatch.setattr(streaming, "_LOOKS", 0.01)
    venue = Venue(tmp_path)
    venue.type("1z")
    packs = {"Accept-Encoding": "gzip, br"}
    first = venue.client.get("/watch/t1/stream", buffered=False, headers=packs)
    second = venue.client.get("/watch/t1/stream", buffered=False)
    assert venue.client.get("/watch/t1/stream").status_code == 503
    news = iter(first.response)
    mark = venue.client.get("/watch/t1/events").headers["ETag"].strip('"')
    assert mark in str(next(news))
    venue.type("note nobody hears of this", "2z")
    assert mark not in str(next(news))
    first.close()
    second.close()
    third = venue.client.get("/watch/t1/stream", buffered=False)
    assert third.status_code == 200
    third.close()


def test_a_stream_ends_so_that_others_have_their_turn(tmp_path, monkeypatch):
    monkeypatch.setattr(streaming, "LASTS", 0.05)
    monkeypatch.setattr(streaming, "_LOOKS", 0.01)
    venue = Venue(tmp_path)
    venue.type("1z")
    assert venue.client.get("/watch/t1/stream").data.count(b"data: ") == 1


def test_the_picture_speaks_the_language_of_its_page(tmp_path):
    venue = Venue(tmp_path)
    venue.type("1z", "2s-8m")
    assert "東1局" in venue.client.get("/watch/t1.svg?lang=ja").text
    in_english = venue.client.get("/watch/t1.svg?lang=en")
    assert "East 1" in in_english.text
    assert in_english.headers["ETag"] != venue.client.get("/watch/t1.svg?lang=ja").headers["ETag"]


def test_the_end_of_a_file_that_grows_is_followed(tmp_path):
    """What another program records is shown as it stands, by the viewer of the folder."""
    venue = Venue(tmp_path)
    venue.type("1z", "2s-8m")
    visitor = create_app(tmp_path).test_client()
    before = visitor.get("/r/t1/now/events")
    assert [each.get("turn") for each in before.get_json()["events"][2:]] == ["A:1z", "B:2s-8m"]
    picture = visitor.get("/r/t1/now.svg").data
    venue.type("5p")
    known = {"If-None-Match": before.headers["ETag"]}
    until = time.monotonic() + 20
    while visitor.get("/r/t1/now/events", headers=known).status_code == 304:
        assert time.monotonic() < until, "the file is not read again"
        time.sleep(0.02)
    assert visitor.get("/r/t1/now.svg").data != picture
    page = visitor.get("/r/t1/now").text
    assert 'data-events="/r/t1/now/events"' in page
    assert 'data-stream=""' in page


def test_the_screen_has_the_standings_of_results_that_are_confirmed(tmp_path):
    venue = Venue(tmp_path)
    venue.type("1z", "b:#", "fan b han 2, fu 30", "pay A>B 2000")
    assert 'class="places"' not in venue.client.get("/watch/").text
    venue.confirm()
    page = venue.client.get("/watch/").text
    places = re.findall(r'<li value="([0-9])"><bdi>(\w+)</bdi> <b>([^<]*)</b>', page)
    assert [name for _, name, _ in places][::3] == ["Ben", "Ana"]
    assert [place for place, _, _ in places] == ["1", "2", "2", "4"]


def test_events_are_answered_under_the_names_of_the_site_alone(tmp_path):
    venue = Venue(tmp_path)
    answer_only_for(venue.client.application, ["localhost"])
    venue.type("1z")
    for host, status in (("localhost", 200), ("other.example", 400)):
        assert venue.client.get("/watch/t1/events", headers={"Host": host}).status_code == status


def _unpacked(answer):
    return gzip.decompress(answer.data) if "Content-Encoding" in answer.headers else answer.data


def test_all_who_ask_the_same_are_told_the_same_packed_or_not(tmp_path):
    venue = Venue(tmp_path)
    venue.type(*(f"{number}{suit}" for suit in "mpsm" for number in range(1, 10)))
    first = venue.client.get("/watch/t1/events?since=2")
    kinds = set()
    for query in ("since=2", "since=2", "since=x", "since=99", "since=3&mark=0"):
        packed = venue.client.get(f"/watch/t1/events?{query}", headers={"Accept-Encoding": "gzip"})
        plain = venue.client.get(f"/watch/t1/events?{query}")
        assert _unpacked(packed) == plain.data
        mark = packed.headers["ETag"]
        assert plain.headers["ETag"] == first.headers["ETag"] == mark.removeprefix("W/")
        again = venue.client.get("/watch/t1/events", headers={"If-None-Match": mark})
        assert again.status_code == 304
        kinds.add(packed.headers.get("Content-Encoding"))
    assert "gzip" in kinds
    assert "players" in venue.client.get("/watch/t1/events?since=x").get_json()["events"][0]
