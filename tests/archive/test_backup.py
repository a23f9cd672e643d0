"""Copies of an archive that is in use, and their way back."""

import shutil
import subprocess
from pathlib import Path
from threading import Event, Thread

import pytest

from mjlog.archive.backup import backup
from mjlog.archive.database import ArchiveError, is_address
from mjlog.archive.search import Query, count
from mjlog.archive.store import Archive
from mjlog.archive.verify import verify
from mjlog.archive.view import KEEPER, viewing
from tests.kit.archives import put, text_of
from tests.kit.commands import run
from tests.kit.postgres import Server


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
