"""Tables that another program records, read as they grow; `mjlog watch` shows them."""

import json
import socket
import time
from http.client import HTTPConnection

import pytest
from kit.rehearsal import Beside

from mjlog.live.ledgers import following
from mjlog.live.ledgers.following import FollowedTables
from mjlog.live.ledgers.ledger_file import LedgerFile, create
from mjlog.live.session import Session
from mjlog.live.tables import NoTableError

HEADS = ["Rules: riichi/1 preset=tenhou", "A: Ana", "B: Ben", "C: Cleo", "D: Dan"]


@pytest.fixture
def recorded(tmp_path):
    """A folder, and the table that is recorded in it."""
    create(tmp_path / "t1.mjl", HEADS)
    with LedgerFile(tmp_path / "t1.mjl") as file:
        yield tmp_path, Session(file, "S1")


@pytest.fixture
def clock(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(following, "monotonic", lambda: now[0])
    return now


def test_lines_are_read_as_they_come(recorded):
    folder, session = recorded
    table = FollowedTables(folder).table("t1")
    for line in ("1z", "2s", "9m"):
        session.take(line)
        assert table.text() == session.file.written()


def test_what_was_there_at_a_moment_is_what_was_seen_then(recorded, clock):
    folder, session = recorded
    table = FollowedTables(folder).table("t1")
    headers = len(table.text())
    clock[0] += 10
    session.take("1z")
    table.look()
    assert table.length_at(1009.0) == headers
    assert table.length_at(1010.0) == len(session.file.written())
    assert table.length_at(999.0) == 0


def test_half_a_line_is_none(recorded):
    folder, session = recorded
    session.take("1z")
    table, whole = FollowedTables(folder).table("t1"), session.file.written()
    with session.file.path.open("ab") as file:
        file.write(b"0002 10:00:00 S1 #01234")
    assert table.text() == whole


@pytest.mark.parametrize("longer", [False, True])
def test_lines_that_were_put_aside_are_forgotten(recorded, clock, longer):
    folder, session = recorded
    session.take("1z")
    table, kept = FollowedTables(folder).table("t1"), session.file.written()
    lost = b"0002 10:00:00 S1 #0123456789abcdef B:2s\n"
    session.file.path.write_bytes(kept + lost)
    clock[0] += 10
    table.look()
    clock[0] += 10
    session.file.path.write_bytes(kept + lost.replace(b"2s", b"5m") * (1 + longer))
    assert b"2s" not in table.text()
    assert table.length_at(1015.0) == len(kept)
    assert table.length_at(1020.0) == len(table.text())


def test_what_is_no_ledger_is_no_table(recorded):
    folder, _ = recorded
    (folder / "note.mjl").write_text("%mjlog 1.0\nRules: riichi/1\n", encoding="utf-8")
    create(folder / "odd.mjl", ["Rules: nothing/1"])
    tables = FollowedTables(folder)
    assert [table.name for table in tables.opened()] == ["t1"]
    for name in ("note", "t2", "../t1"):
        with pytest.raises(NoTableError):
            tables.table(name)
    tables.look()


def _asked(server, mark=""):
    """The status, the ETag and the words of all turns."""
    asking = HTTPConnection("127.0.0.1", server.port, timeout=30)
    asking.request("GET", "/watch/t1/events", headers={"If-None-Match": mark})
    answer = asking.getresponse()
    events = json.loads(answer.read() or b"{}").get("events", [])
    asking.close()
    return answer.status, answer.headers["ETag"], [e["turn"] for e in events if "turn" in e]


def test_spectators_ask_a_process_of_their_own(recorded):
    folder, session = recorded
    session.take("1z")
    before = session.file.written()
    server = Beside(folder)
    try:
        status, mark, turns = _asked(server)
        assert (status, turns) == (200, ["A:-1z"])
        assert _asked(server, mark) == (304, mark, [])
    finally:
        server.kill()
    assert session.file.written() == before
    assert _is_free(server.port)


def _is_free(port):
    """Whether nobody listens there any more, within seconds: what was killed leaves no worker."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        with socket.socket() as trial:
            if trial.connect_ex(("127.0.0.1", port)):
                return True
        time.sleep(0.05)
    return False
