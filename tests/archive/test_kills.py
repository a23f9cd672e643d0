"""Writers that are killed, connections that are cut, disks that are full: nothing kept is lost."""

import json
import os
import random
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from itertools import count
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import event, select
from sqlalchemy.exc import OperationalError

from mjlog.archive.storage import tables
from mjlog.archive.storage.database import ArchiveError, convert_errors
from mjlog.archive.store import Archive, create
from mjlog.archive.tokens import create_token
from mjlog.archive.verify import verify
from mjlog.cli.serve import listen
from tests.kit.archives import found, put, text_of
from tests.kit.kills import FORK, killed
from tests.kit.postgres import Server, missing, server
from webviewer import create_app
from webviewer.service.settings import Settings

pytestmark = pytest.mark.slow
KILLS = 12
CUTS = 6


def write_until_killed(where: str, first: int, acknowledged: Connection) -> None:
    """Adds records one by one, and tells of each once it is kept."""
    with Archive(where) as archive:
        number = first
        while True:
            for added in archive.add(found(text_of(f"Cup {number}"))):
                acknowledged.send(added.digest)
            number += 1


def kept(where: str) -> set[str]:
    with Archive(where) as archive, archive.reading() as connection:
        return set(connection.execute(select(tables.records.c.digest)).scalars())


def is_clean(where: str) -> bool:
    with Archive(where) as archive:
        return not list(verify(archive))


def nothing_is_lost(where: str, kills: int) -> None:
    dice = random.Random(kills)
    acknowledged: set[str] = set()
    for turn in range(kills):
        acknowledged.update(
            killed(write_until_killed, where, turn * 1000, after=dice.uniform(0, 0.1))
        )
        if turn % 50 == 0:
            assert is_clean(where)
    assert acknowledged <= kept(where)
    assert len(acknowledged) >= kills
    assert is_clean(where)


def test_a_killed_writer_loses_nothing_that_it_acknowledged(where: str) -> None:
    nothing_is_lost(where, KILLS)


@pytest.mark.soak
def test_two_thousand_killed_writers_lose_nothing(where: str) -> None:
    nothing_is_lost(where, 2000)


def serve_until_killed(where: str, listening: Connection) -> None:
    """A server of the archive, which tells at which port it listens."""
    settings = Settings(host="127.0.0.1", port=0)
    address, run = listen(create_app(archive=Archive(where), settings=settings), settings)
    listening.send(int(address.rstrip("/").rpartition(":")[2]))
    run()


@contextmanager
def served(where: str) -> Iterator[int]:
    """The port of a server that is killed in the end, whatever it does by then."""
    receiving, sending = FORK.Pipe(duplex=False)
    process = FORK.Process(target=serve_until_killed, args=(where, sending), daemon=True)
    process.start()
    sending.close()
    try:
        yield receiving.recv()
    finally:
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        receiving.close()


def uploaded(port: int, token: str, name: str, begun: Event) -> set[str]:
    """The digests of records that the server said it has, one by one until it is killed."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    heads = {"Authorization": f"Bearer {token}", "Content-Type": "text/plain"}
    digests = set()
    try:
        for number in count():
            text = text_of(f"{name}.{number}")
            connection.request("POST", "/api/v1/records", text, heads)
            answer = connection.getresponse()
            told = json.loads(answer.read())
            assert answer.status == 201, told
            digests.add(told["records"][0]["digest"])
            begun.set()
    except (OSError, HTTPException):
        return digests
    finally:
        connection.close()


def killed_servers_lose_nothing(where: str, kills: int) -> None:
    """Two programs upload to a server that is killed, a fresh one comes in its place."""
    dice = random.Random(kills)
    acknowledged: set[str] = set()
    with Archive(where) as archive:
        token = create_token(archive, "club", ["write"])
    with ThreadPoolExecutor(2) as programs:
        for turn in range(kills):
            with served(where) as port:
                begun = Event()
                sent = [
                    programs.submit(uploaded, port, token, f"{turn}.{program}", begun)
                    for program in range(2)
                ]
                assert begun.wait(60)
                time.sleep(dice.uniform(0, 0.1))
            acknowledged.update(*(each.result() for each in sent))
            if turn % 50 == 0:
                assert is_clean(where)
    assert acknowledged <= kept(where)
    assert len(acknowledged) >= kills
    assert is_clean(where)


def test_a_killed_server_loses_nothing_that_it_acknowledged(where: str) -> None:
    killed_servers_lose_nothing(where, KILLS)


@pytest.mark.soak
def test_two_thousand_killed_servers_lose_nothing(where: str) -> None:
    killed_servers_lose_nothing(where, 2000)


def test_two_writers_at_once_both_have_their_records(where: str) -> None:
    def writes(first: int) -> None:
        with Archive(where) as archive:
            for number in range(first, first + 20):
                put(archive, text_of(f"Cup {number}"))

    writers = [FORK.Process(target=writes, args=(first,)) for first in (0, 100)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
        assert writer.exitcode == 0
    assert len(kept(where)) == 40
    with Archive(where) as archive, archive.reading() as connection:
        assert len(connection.execute(select(tables.players.c.key)).all()) == 4
    assert is_clean(where)


# --------------------------------------------------------------------------- PostgreSQL


@pytest.fixture(scope="module")
def durable() -> Iterator[Server]:
    """A server with the settings that clubs have."""
    if why := missing():
        pytest.skip(why)
    with server(()) as running:
        yield running


def test_cut_connections_lose_nothing(durable: Server) -> None:
    cut_and_count(durable, CUTS)


@pytest.mark.soak
def test_two_hundred_cut_connections_lose_nothing(durable: Server) -> None:
    cut_and_count(durable, 200)


def cut_and_count(durable: Server, cuts: int) -> None:
    """Connections are cut while records are written; the archive goes on by itself."""
    where = durable.database()
    acknowledged: set[str] = set()
    failures = 0
    with create(where) as archive:
        for turn in range(cuts):
            for number in range(3):
                if number == turn % 3:
                    durable.cut()
                try:
                    acknowledged.update(
                        each.digest for each in put(archive, text_of(f"{turn}.{number}"))
                    )
                except ArchiveError:
                    failures += 1
    assert acknowledged <= kept(where)
    assert len(acknowledged) + failures >= 3 * cuts
    assert is_clean(where)


def test_a_server_that_was_killed_lost_nothing(durable: Server) -> None:
    where = durable.database()
    with create(where) as archive:
        (added,) = put(archive, text_of())
        durable.stop("immediate")
        with pytest.raises(ArchiveError, match="is it running"):
            put(archive, text_of("Cup"))
        durable.start()
        assert [each.outcome for each in put(archive, text_of(), text_of("Cup"))] == [
            "known",
            "added",
        ]
    assert added.digest in kept(where)
    assert is_clean(where)


# --------------------------------------------------------------------------- disks and clocks


def set_up(archive: Archive, setting: str) -> None:
    """Connections of this archive have that setting of SQLite from now on."""

    def settle(connection: sqlite3.Connection, _: object) -> None:
        connection.execute(f"PRAGMA {setting}")

    archive.engine.dispose()
    event.listen(archive.engine, "connect", settle)


def test_a_read_only_archive_says_so(tmp_path: Path) -> None:
    with create(tmp_path / "club.sqlite") as archive:
        set_up(archive, "query_only = ON")  # SQLite then answers as for a file that is read-only
        with pytest.raises(ArchiveError, match="read-only"):
            put(archive, text_of())


def test_a_full_disk_is_said_and_leaves_the_archive_whole(tmp_path: Path) -> None:
    at = tmp_path / "club.sqlite"
    with create(at) as archive:
        (first,) = put(archive, text_of())
        with archive.engine.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        set_up(archive, f"max_page_count = {pages}")  # SQLite then answers as on a full disk
        with pytest.raises(ArchiveError, match="disk is full"):
            put(archive, *(text_of(f"Cup {number}") for number in range(50)))
        assert first.digest in kept(str(at))
    assert is_clean(str(at))


def test_a_disk_without_room_even_for_reading_is_said() -> None:
    problem = sqlite3.OperationalError("disk I/O error")
    with pytest.raises(ArchiveError, match="make room"), convert_errors("club.sqlite"):
        raise OperationalError("SELECT 1", None, problem)


def test_a_clock_that_goes_back_disorders_nothing(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Archive(where) as archive:
        (early,) = put(archive, text_of("Early"))
        back: Callable[[], int] = lambda: 1_000  # noqa: E731
        monkeypatch.setattr("mjlog.archive.adding.writer.now", back)
        (late,) = put(archive, text_of("Late"))
        with archive.reading() as connection:
            numbers = connection.execute(
                select(tables.changes.c.digest).order_by(tables.changes.c.number)
            ).scalars()
            assert list(numbers) == [early.digest, late.digest]
    assert is_clean(where)
