"""An archive that follows a folder."""

import os
from pathlib import Path

import pytest

from mjlog.archive.adding.watching import GONE, Watcher, files_of, watch_all
from mjlog.archive.questions.search import Query, find
from mjlog.archive.store import Archive
from mjlog.archive.view import KEEPER, viewing
from tests.kit.archives import put, text_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "games" / "day 1").mkdir(parents=True)
    return tmp_path / "games"


def events(archive: Archive) -> list[str]:
    with viewing(archive, KEEPER) as view:
        return sorted(row["event"] for row in find(view, Query()).rows)


def look(archive: Archive, folder: Path) -> list[str]:
    return [added.outcome for added in Watcher(archive, folder).look()]


def test_files_come_change_and_go(archive: Archive, folder: Path) -> None:
    watcher = Watcher(archive, folder)
    file = folder / "day 1" / "a.mjl"
    file.write_bytes(text_of("First"))
    (folder / "list.txt").write_bytes(b"rice, tea")
    assert [added.outcome for added in watcher.look()] == ["added"]
    assert not list(watcher.look())
    file.write_bytes(text_of("Second event"))
    assert [added.outcome for added in watcher.look()] == ["added"]
    assert events(archive) == ["Second event"]
    file.unlink()
    assert not list(watcher.look())
    assert events(archive) == []
    with viewing(archive, KEEPER) as view:
        gone = view.changes()[-1]["digest"]
        removal = view.removal(gone)
    assert removal is not None
    assert removal.reason == GONE


def test_a_later_watcher_goes_on_where_the_first_one_ended(archive: Archive, folder: Path) -> None:
    (folder / "a.mjl").write_bytes(text_of("First"))
    (folder / "b.mjl").write_bytes(text_of("Other"))
    assert look(archive, folder) == ["added", "added"]
    (folder / "a.mjl").unlink()
    assert look(archive, folder) == []
    assert events(archive) == ["Other"]


def test_a_file_that_is_only_touched_is_not_read_again(archive: Archive, folder: Path) -> None:
    file = folder / "a.mjl"
    file.write_bytes(text_of())
    assert look(archive, folder) == ["added"]
    os.utime(file, ns=(1, 1))
    assert look(archive, folder) == []
    file.unlink()
    look(archive, folder)
    assert events(archive) == []


def test_a_folder_that_is_away_takes_nothing(archive: Archive, folder: Path) -> None:
    (folder / "a.mjl").write_bytes(text_of())
    watcher = Watcher(archive, folder)
    list(watcher.look())
    folder.rename(folder.with_name("elsewhere"))
    assert not list(watcher.look())
    assert events(archive) == ["Club evening"]


def test_what_the_archive_had_before_stays(archive: Archive, folder: Path) -> None:
    put(archive, text_of())
    file = folder / "a.mjl"
    file.write_bytes(text_of())
    watcher = Watcher(archive, folder)
    assert [added.outcome for added in watcher.look()] == ["known"]
    file.unlink()
    list(watcher.look())
    assert events(archive) == ["Club evening"]


def test_a_record_in_two_files_goes_with_the_last_of_them(archive: Archive, folder: Path) -> None:
    for name in ("a.mjl", "b.mjl"):
        (folder / name).write_bytes(text_of())
    watcher = Watcher(archive, folder)
    list(watcher.look())
    (folder / "a.mjl").unlink()
    list(watcher.look())
    assert events(archive) == ["Club evening"]
    (folder / "b.mjl").unlink()
    list(watcher.look())
    assert events(archive) == []


def test_what_a_changed_file_amends_stays(archive: Archive, folder: Path) -> None:
    file = folder / "a.mjl"
    file.write_bytes(text_of(pay=5200))
    watcher = Watcher(archive, folder)
    (first,) = watcher.look()
    amending = text_of().replace(b"Rules:", b"Amends: " + first.digest.encode() + b"\nRules:")
    file.write_bytes(amending)
    assert [added.outcome for added in watcher.look()] == ["amended"]
    assert len(events(archive)) == 2


def test_folders_whose_names_begin_alike_are_two(archive: Archive, folder: Path) -> None:
    other = folder.with_name("games-2")
    other.mkdir()
    for each in (folder, other):
        (each / "a.mjl").write_bytes(text_of(each.name))
        look(archive, each)
    look(archive, folder)
    assert events(archive) == ["games", "games-2"]


def test_links_that_lead_out_are_left_out(folder: Path) -> None:
    outside = folder.with_name("outside.mjl")
    outside.write_bytes(text_of())
    (folder / "link.mjl").symlink_to(outside)
    (folder / ".hidden.mjl").write_bytes(text_of())
    assert not list(files_of(folder))
    assert [file.name for file in files_of(folder, follow_links=True)] == ["link.mjl"]


def test_each_look_is_told(archive: Archive, folder: Path) -> None:
    (folder / "a.mjl").write_bytes(text_of())
    told = watch_all([Watcher(archive, folder)], every=0.0)
    first, end, again = next(told), next(told), next(told)
    assert first is not None
    assert (first.outcome, end, again) == ("added", None, None)


def test_a_file_that_comes_back_brings_its_record_back(archive: Archive, folder: Path) -> None:
    watcher = Watcher(archive, folder)
    for _ in range(2):
        (folder / "a.mjl").write_bytes(text_of())
        assert [added.outcome for added in watcher.look()] == ["added"]
        (folder / "a.mjl").unlink()
        assert not list(watcher.look())


def test_what_somebody_removed_is_not_brought_back(archive: Archive, folder: Path) -> None:
    watcher = Watcher(archive, folder)
    (folder / "a.mjl").write_bytes(text_of())
    (added,) = watcher.look()
    archive.remove(added.digest, "asked for")
    (folder / "b.mjl").write_bytes(text_of())
    assert [each.outcome for each in watcher.look()] == ["removed"]
    assert look(archive, folder) == []
    assert events(archive) == []
