"""Files closed to others, wrong tokens limited, readers who do not wait for writers."""

import os
import stat
from pathlib import Path
from time import perf_counter

import pytest

from mjlog.archive.storage.backup import backup
from mjlog.archive.store import Archive, create
from mjlog.archive.tokens import create_token
from mjlog.live.ledgers import ledger_file
from tests.kit.commands import run
from webviewer import create_app
from webviewer.records.temporary_store import InFolder, OthersFolderError, Room, own_folder
from webviewer.service.settings import Settings


def is_closed(path: Path) -> bool:
    return not stat.S_IMODE(path.stat().st_mode) & 0o077


def test_archives_backups_and_ledgers_are_for_their_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with create(tmp_path / "club.sqlite") as archive, archive.writing():
            backup(archive, tmp_path / "copy.sqlite")
            assert {path.name for path in tmp_path.iterdir()} >= {"club.sqlite-wal", "copy.sqlite"}
            ledger_file.create(tmp_path / "ledger.mjl", ["Rules: riichi/1"])
            assert all(map(is_closed, tmp_path.iterdir()))
    finally:
        os.umask(before)


def test_files_that_were_open_to_everybody_are_closed_when_they_are_written(
    tmp_path: Path,
) -> None:
    where, ledger = tmp_path / "club.sqlite", tmp_path / "ledger.mjl"
    create(where).close()
    ledger_file.create(ledger, ["Rules: riichi/1"])
    where.chmod(0o644)
    ledger.chmod(0o666)
    with ledger_file.LedgerFile(ledger), Archive(where) as archive, archive.reading():
        Path(f"{where}-wal").chmod(0o644)
        with archive.writing():
            assert all(map(is_closed, tmp_path.iterdir()))


def test_rights_of_a_group_were_given_on_purpose(tmp_path: Path) -> None:
    where = tmp_path / "club.sqlite"
    create(where).close()
    where.chmod(0o660)
    with Archive(where) as archive, archive.writing():
        assert stat.S_IMODE(where.stat().st_mode) == 0o660


def test_a_folder_of_others_is_not_unpickled(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o777)
    with pytest.raises(OthersFolderError, match="chmod 700"):
        own_folder(folder)


def test_a_file_of_another_user_is_not_unpickled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held: InFolder[str] = InFolder(tmp_path / "shared", Room(1 << 20, 10, 60.0), lambda: 1.0)
    held.put("one", "thing", 5)
    assert held.get("one") == "thing"
    other = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: other)
    assert held.get("one") is None


def test_wrong_tokens_are_limited(tmp_path: Path) -> None:
    with create(tmp_path / "club.sqlite") as archive:
        app = create_app(archive=archive, settings=Settings(reads_per_minute=30))
        client = app.test_client()
        headers = {"Authorization": "Bearer wrong"}
        states = [client.get("/api/v1/records", headers=headers).status_code for _ in range(6)]
    assert states == [401, 401, 401, 429, 429, 429]


@pytest.mark.parametrize("given", [b"Basic \xff", b"Bearer \xff", b"Basic /w==", b"Basic"])
def test_a_token_of_odd_letters_is_refused(tmp_path: Path, given: bytes) -> None:
    with create(tmp_path / "club.sqlite") as archive:
        client = create_app(archive=archive).test_client()
        sent = {"HTTP_AUTHORIZATION": given.decode("latin-1")}
        assert client.get("/api/v1/records", environ_base=sent).status_code == 401


def test_a_reader_with_a_token_does_not_wait_for_a_writer(tmp_path: Path) -> None:
    where = tmp_path / "club.sqlite"
    with create(where) as archive, Archive(where) as other:
        token = create_token(archive, "reader", ["read"])
        client = create_app(archive=archive).test_client()
        headers = {"Authorization": f"Bearer {token}"}
        with other.writing():
            began = perf_counter()
            assert client.get("/api/v1/records", headers=headers).status_code == 200
            assert perf_counter() - began < 10


def test_statistics_replace_a_file_only_if_told_to(tmp_path: Path) -> None:
    where, output = tmp_path / "club.sqlite", tmp_path / "figures.csv"
    create(where).close()
    words = ["archive", "stats", str(where), "--format", "csv", "-o", str(output)]
    assert run(*words).exit_code == 0
    output.write_text("mine")
    assert run(*words).exit_code == 2
    assert output.read_text() == "mine"
    assert run(*words, "--force").exit_code == 0
    assert output.read_text().startswith("rules,")
