"""Copies of an archive that is in use, and their way back."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from threading import Event, Thread

import pytest

from mjlog.archive.questions.search import Query, count
from mjlog.archive.storage.backup import backup
from mjlog.archive.storage.database import ArchiveError, is_address
from mjlog.archive.store import Archive, create
from mjlog.archive.verify import verify
from mjlog.archive.view import KEEPER, viewing
from tests.kit.archives import empty_archive, put, text_of
from tests.kit.commands import run
from tests.kit.places import ROOT
from tests.kit.postgres import Server, missing, server
from tests.kit.waiting import wait_until

PATHS = (str(Path(sys.executable).parent), *os.get_exec_path())
"""Where programs are looked for: those that came with the tests first."""


def number_of(archive: Archive) -> int:
    with viewing(archive, KEEPER) as view:
        return count(view, Query())


def restored(copy: Path, where: str, request: pytest.FixtureRequest) -> str:
    """The archive that a copy makes."""
    if not is_address(where):
        return str(copy)
    server: Server = request.getfixturevalue("postgres")
    url = server.database()
    program = shutil.which("pg_restore")
    assert program is not None
    subprocess.run([program, f"--dbname={url}", str(copy)], check=True, timeout=60)
    return url


def test_a_copy_taken_while_somebody_writes_is_whole(
    archive: Archive, where: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    put(archive, *(text_of(f"Cup {number}") for number in range(20)))
    stop = Event()

    def write() -> None:
        number = 100
        while not stop.is_set():
            put(archive, text_of(f"Cup {number}"))
            number += 1

    writer = Thread(target=write)
    writer.start()
    try:
        backup(archive, tmp_path / "copy")
    finally:
        stop.set()
        writer.join()
    with Archive(restored(tmp_path / "copy", where, request)) as again:
        assert 20 <= number_of(again) <= number_of(archive)
        assert not list(verify(again))


def test_a_copy_is_written_once(archive: Archive, where: str, tmp_path: Path) -> None:
    put(archive, text_of())
    at = tmp_path / "copy"
    assert run("archive", "backup", where, "-o", at).exit_code == 0
    assert "exists" in run("archive", "backup", where, "-o", at).output
    assert run("archive", "backup", where, "-o", at, "--force").exit_code == 0
    assert [path.name for path in tmp_path.iterdir() if "copy" in path.name] == ["copy"]


def test_a_copy_that_cannot_be_written_is_said(archive: Archive, tmp_path: Path) -> None:
    with pytest.raises(ArchiveError):
        backup(archive, tmp_path / "none" / "copy")


# --------------------------------------------------------------------------- any moment


@contextmanager
def copied_as_it_changes(at: Path, copies: Path) -> Iterator[Callable[..., int]]:
    """litestream beside an archive, by the file of the docs; answers how many records come back."""
    program = shutil.which("litestream", path=os.pathsep.join(PATHS))
    if program is None:
        pytest.skip("litestream is not installed")
    told = (ROOT / "docs/deploy/litestream.yml").read_text(encoding="utf-8")
    for named, here in ("/var/lib/mjlog/archive.sqlite", at), ("/backup/mjlog", copies):
        assert named in told
        told = told.replace(named, str(here))
    settings = at.with_name("litestream.yml")
    settings.write_text(told, encoding="utf-8")

    def back(*words: str) -> int:
        copy = at.with_name("back.sqlite")
        copy.unlink(missing_ok=True)
        command = [program, "restore", *words, "-o", str(copy), f"file://{copies}"]
        if subprocess.run(command, check=False, timeout=60, capture_output=True).returncode:
            return 0
        with Archive(str(copy)) as again:
            assert not list(verify(again))
            return number_of(again)

    command = [program, "replicate", "-config", str(settings)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        yield back
        process.terminate()
        assert process.wait(30) == 0


def test_sqlite_goes_back_to_any_moment(tmp_path: Path) -> None:
    at = empty_archive(tmp_path / "club.sqlite")
    with copied_as_it_changes(at, tmp_path / "copies") as back, Archive(str(at)) as archive:
        put(archive, text_of("first"), text_of("second"))
        wait_until(lambda: back() == 2)
        moment = datetime.now(UTC).isoformat().replace("+00:00", "Z")
        put(archive, text_of("a mistake"))
        wait_until(lambda: back() == 3)
        assert back("-timestamp", moment) == 2


DEPLOY = ROOT / "docs" / "deploy"


def setting(name: str, file: str) -> str:
    """A setting of PostgreSQL in a file of the docs."""
    line = re.search(rf"^{name} = '?(.*?)'?$", (DEPLOY / file).read_text("utf-8"), re.MULTILINE)
    assert line is not None
    return line[1]


def test_postgresql_goes_back_to_any_moment() -> None:
    if why := missing():
        pytest.skip(why)
    with server((f"archive_mode={setting('archive_mode', 'archiving.conf')}",)) as running:
        kept = str(running.owns(running.folder / "wal"))
        command = setting("archive_command", "archiving.conf").replace("/backup/wal", kept)
        running.run(f"ALTER SYSTEM SET archive_command = '{command}'")
        running.run("SELECT pg_reload_conf()")
        where = running.database()
        with create(where) as archive:
            put(archive, text_of("first"))
            base = running.base()
            put(archive, text_of("second"))
            moment = running.ask("SELECT clock_timestamp()::text")
            put(archive, text_of("a mistake"))
            assert number_of(archive) == 3
        last = running.ask("SELECT pg_walfile_name(pg_switch_wal())")
        wait_until(lambda: Path(kept, last).exists())
        told = (DEPLOY / "recovery.conf").read_text("utf-8").replace("/backup/wal", kept)
        named = setting("recovery_target_time", "recovery.conf")
        running.begin_again(base, told.replace(named, moment))
        wait_until(lambda: not running.ask("SELECT pg_is_in_recovery()"))
        with Archive(where) as again:
            assert not list(verify(again))
            assert number_of(again) == 2
