"""Tables of a folder: each line of a device is held once, whatever is sent again or killed."""

import json
import os
import stat

import pytest
from kit.commands import run
from kit.kills import killed
from kit.sizes import seeded
from tables import PUBLIC, TAIYUAN

from mjlog.live.access.devices import Devices, NotLetInError, Right
from mjlog.live.ledgers import ledger_file
from mjlog.live.ledgers.chain import survey
from mjlog.live.ledgers.ledger_file import LedgerError
from mjlog.live.referees.confirming import opinion_line, opinions, result_of
from mjlog.live.tables import PRIVATE, NoTableError, Sent, Tables
from mjlog.notation import read

HEADERS = [f"Rules: {TAIYUAN}", "A: Ann", "B: Bo", "C: Cy", "D: Dee", "Clock: UTC+08:00"]


@pytest.fixture
def tables(tmp_path):
    with_one = Tables(tmp_path)
    with_one.create("t1", HEADERS)
    yield with_one
    with_one.close()


def sent(*texts, first=0):
    return [Sent(f"line-{number:04d}", text) for number, text in enumerate(texts, first)]


def again(tables):
    """The same folder in another process, later."""
    tables.close()
    return Tables(tables.folder)


def entry_texts(table):
    return [line.split(" ", 4)[-1] for line in table.lines() if line[0] != "@"]


def test_a_line_that_comes_again_is_answered_the_same_and_held_once(tables):
    table = tables.table("t1")
    first = table.take(sent("1z", "5p 3m", "zz"), "S1")
    assert [len(answer.lines) for answer in first] == [2, 2, 0]
    assert first[2].refusal
    assert table.take(sent("1z", "5p 3m", "zz"), "S1") == first
    later = again(tables).table("t1")
    assert later.take(sent("1z", "5p 3m", "2s", "4s"), "S2")[:2] == first[:2]
    assert entry_texts(later) == ["A:1z", "B:5p", "C:3m", "D:4s"]
    later.close()


def test_a_line_bears_the_time_at_which_it_was_typed(tables):
    table = tables.table("t1")
    table.take([Sent("line-0001", "1z", "2026-11-22T05:02:11Z")], "S1")
    table.take([Sent("line-0002", "2z", "yesterday")], "S1")
    head, first, second = table.lines()
    assert " at=2026-11-22T05:02:11Z " in head
    assert first.split()[1] == "05:02:11"
    assert second.split()[1] != "05:02:11"


def test_what_the_disk_refused_may_be_sent_again(tables, monkeypatch):
    table = tables.table("t1")
    table.take(sent("1z"), "S1")
    with monkeypatch.context() as patched:
        patched.setattr(ledger_file, "sync", broken)
        with pytest.raises(LedgerError):
            table.take(sent("2z", first=1), "S1")
    assert table.take(sent("2z", first=1), "S1")[0].lines
    assert entry_texts(again(tables).table("t1")) == ["A:1z", "B:2z"]


def broken(_number):
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("cut", range(0, 90, 9))
def test_a_line_of_which_the_disk_has_a_part_is_written_anew(tables, cut):
    table = tables.table("t1")
    table.take(sent("1z"), "S1")
    before = len(table.text())
    whole = table.take(sent("5p 3m", first=1), "S1")
    path = tables.folder / "t1.mjl"
    tables.close()
    path.write_bytes(path.read_bytes()[: before + cut])
    later = Tables(tables.folder).table("t1")
    assert [len(a.lines) for a in later.take(sent("5p 3m", first=1), "S1")] == [2]
    assert entry_texts(later) == ["A:1z", "B:5p", "C:3m"]
    assert len(whole[0].lines) == 2
    later.close()


def test_a_torn_journal_is_read_as_far_as_it_holds(tables):
    table = tables.table("t1")
    table.take(sent("1z", "2z"), "S1")
    journal = tables.folder / PRIVATE / "t1.ids"
    tables.close()
    journal.write_bytes(journal.read_bytes() + b'["line-9')
    later = Tables(tables.folder).table("t1")
    later.take(sent("1z", "2z", "3z"), "S1")
    assert entry_texts(later) == ["A:1z", "B:2z", "C:3z"]
    assert [json.loads(row)[0] for row in journal.read_bytes().splitlines()][-1] == "line-0002"
    later.close()


def test_lines_since_a_number(tables):
    table = tables.table("t1")
    table.take(sent("1z", "b:#", "@ E2 dealer=B", "2z"), "S1")
    assert [line[:4] for line in table.lines(2)] == ["@ E2", "0003"]
    assert [line[:4] for line in table.lines(3)] == []
    assert table.number == 3


def test_tables_have_plain_names_and_one_writer(tables):
    for name in ("../x", "", "a b", ".live", "x" * 41):
        with pytest.raises(NoTableError):
            tables.create(name, HEADERS)
    with pytest.raises(NoTableError, match="already"):
        tables.create("t1", HEADERS)
    with pytest.raises(LedgerError):
        Tables(tables.folder).table("t1")
    (tables.folder / "fair.mjl").write_text("%mjlog 1.0\nRules: taiyuan/1\n")
    assert tables.names() == ["t1"]


def test_an_opinion_speaks_of_the_result_as_it_was(tables):
    table = tables.table("t1")
    table.take(sent("c<a", "fan c basic 1"), "S1")
    with table.session() as session:
        seen = result_of(session.deal)
    opinion = opinion_line("confirmed", "B", 1, seen)
    table.take([Sent("line-0005", opinion, is_official=True)], "B")
    with table.session() as session:
        assert [tuple(each) for each in opinions(session.game, 1)] == [("confirmed", "B")]
    table.take(sent("fix 2 fan c basic 1, dragon 2", first=6), "S1")
    assert opinions(read(table.text()), 1) == []


# --------------------------------------------------------------------------- killed


def entering(folder, first, pipe):
    table = Tables(folder).table("t1")
    for number, text in enumerate(PUBLIC.split()[:-1][first:], first):
        pipe.send(table.take([Sent(f"line-{number:04d}", text)], "S1")[0].key)


def test_a_killed_server_holds_each_line_once_when_all_are_sent_again(tables):
    tables.close()
    chance, first = seeded("killed"), 0
    for _ in range(3):
        told = killed(entering, tables.folder, first, after=chance.random() / 20)
        first = max(0, int(told[-1][5:]) - 1)
    table = Tables(tables.folder).table("t1")
    table.take(sent(*PUBLIC.split()[:-1]), "S1")
    assert [text.partition(":")[2][-2:] for text in entry_texts(table)][:3] == ["4z", "2z", "6m"]
    assert len(entry_texts(table)) == len(PUBLIC.split()) - 1
    assert survey(table.text()).end == len(table.text())
    table.close()


# --------------------------------------------------------------------------- devices


def test_a_link_lets_one_device_in(tmp_path):
    devices = Devices(tmp_path / PRIVATE / "devices.json")
    word = devices.invite("scribe", "t1")
    secret = devices.let_in(word)
    with pytest.raises(NotLetInError):
        devices.let_in(word)
    later = Devices(tmp_path / PRIVATE / "devices.json")
    device = later.holder(secret)
    assert device is not None
    assert (device.right.role, device.right.author) == ("scribe", "S1")
    assert device.right.reaches("t1")
    assert not device.right.reaches("t2")
    assert later.holder(secret[:-1]) is None
    later.revoke(device.number)
    assert Devices(tmp_path / PRIVATE / "devices.json").holder(secret) is None


def test_no_secret_stands_on_the_disk(tmp_path):
    path = tmp_path / "devices.json"
    devices = Devices(path)
    word, other = devices.invite("player", "t1", "B"), devices.invite("organiser")
    secret = devices.let_in(word)
    kept = path.read_text()
    assert not [each for each in (word, other, secret) if each in kept]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_two_devices_record_a_table_and_the_newer_takes_over(tmp_path):
    devices = Devices(tmp_path / "devices.json")
    first, second = (devices.holder(devices.let_in(devices.invite("scribe", "t1"))) for _ in "ab")
    assert (first.right.author, second.right.author) == ("S1", "S2")
    assert devices.scribe_of("t1") == 0
    devices.take_over("t1", second)
    assert Devices(tmp_path / "devices.json").scribe_of("t1") == second.number
    assert devices.scribes_at("t1") == [first, second]
    devices.revoke(second.number)
    assert devices.scribe_of("t1") == 0


# --------------------------------------------------------------------------- what a venue keeps


@pytest.mark.parametrize("kept", ["devices.json", "pins.json"])
@pytest.mark.parametrize("text", ['{"links": 3', "[1]", '{"links": 3}', "\xff"])
def test_a_damaged_file_ends_the_command_in_one_line(tmp_path, kept, text):
    private = tmp_path / PRIVATE
    private.mkdir()
    (private / kept).write_bytes(text.encode("latin-1"))
    done = run("live", tmp_path, "--port", 0)
    assert done.exit_code == 1
    assert done.stderr.count("\n") == 1
    assert kept in done.stderr
    assert "move it away to begin anew" in done.stderr


@pytest.mark.parametrize("most", [1, 7, 40])
def test_a_disk_that_takes_little_at_once_holds_each_line_once(tables, monkeypatch, most):
    table = tables.table("t1")
    write = os.write
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", lambda number, data: write(number, data[:most]))
        table.take(sent("1z", "2z"), "S1")
    later = again(tables).table("t1")
    later.take(sent("1z", "2z", "3z"), "S1")
    assert entry_texts(later) == ["A:1z", "B:2z", "C:3z"]


@pytest.mark.parametrize("room", range(0, 95, 8))
def test_a_full_disk_and_a_restart_write_no_line_twice(tables, monkeypatch, room):
    table = tables.table("t1")
    table.take(sent("1z"), "S1")
    write, left = os.write, [room]

    def full(number, data):
        if left[0] <= 0:
            raise OSError(28, "No space left on device")
        written = write(number, data[: left[0]])
        left[0] -= written
        return written

    def stuck(_number, _size):
        raise OSError(5, "Input/output error")

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        patched.setattr(os, "ftruncate", stuck)
        with pytest.raises(LedgerError):
            table.take(sent("2z", first=1), "S1")
    table.take(sent("2z", "3z", first=1), "S1")
    later = again(tables).table("t1")
    later.take(sent("1z", "2z", "3z"), "S1")
    assert entry_texts(later) == ["A:1z", "B:2z", "C:3z"]


def test_a_line_that_cannot_be_understood_does_not_stop_those_behind_it(tables):
    table = tables.table("t1")
    lines = sent("1z", "ins 0 @ E1", "@ E1 dealer=A {the dealer came late}", "2z")
    answers = table.take(lines, "S1")
    assert [bool(answer.refusal) for answer in answers] == [False, True, True, False]
    assert table.take(lines, "S1") == answers
    assert entry_texts(table) == ["A:1z", "B:2z"]


def test_a_time_that_no_day_has_is_not_written(tables):
    table = tables.table("t1")
    table.take([Sent("line-0001", "1z", "2026-11-22T99:99:99Z")], "S1")
    assert not read(table.text()).findings


def test_a_scribe_of_an_event_stays_at_its_table_and_a_player_at_its_seat():
    scribe, player = Right("scribe", "r1-t3"), Right("player", "r1-t3", "A", "A")
    reached = [name for name in ("r2-t3", "t3", "r2-t4", "t30") if scribe.reaches(name)]
    assert reached == ["r2-t3", "t3"]
    assert not player.reaches("r2-t3")
    assert Right("scribe", "t3").reaches("r5-t3")


def test_table_2_comes_before_table_10(tables):
    for name in ("r2-t1", "t10", "t2", "r1-t10", "r1-t9"):
        tables.create(name, HEADERS)
    assert tables.names() == ["r1-t9", "r1-t10", "r2-t1", "t1", "t2", "t10"]
