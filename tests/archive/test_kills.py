"""Writers that are killed, connections that are cut, disks that are full: nothing kept is lost."""

import random
import sqlite3
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import pytest
from sqlalchemy import event, select

from mjlog.archive import tables
from mjlog.archive.database import ArchiveError
from mjlog.archive.store import Archive, create
from mjlog.archive.verify import verify
from tests.kit.archives import found, put, text_of
from tests.kit.kills import FORK, killed
from tests.kit.postgres import Server, missing, server

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


def test_a_clock_that_goes_back_disorders_nothing(
    where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Archive(where) as archive:
        (early,) = put(archive, text_of("Early"))
        back: Callable[[], int] = lambda: 1_000  # noqa: E731
        monkeypatch.setattr("mjlog.archive.writer.now", back)
        (late,) = put(archive, text_of("Late"))
        with archive.reading() as connection:
            numbers = connection.execute(
                select(tables.changes.c.digest).order_by(tables.changes.c.number)
            ).scalars()
            assert list(numbers) == [early.digest, late.digest]
    assert is_clean(where)
