"""The list of a folder outlives the program, and follows the folder."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from sqlalchemy import event

from mjlog.archive.questions.search import Query as Asked
from mjlog.archive.questions.search import count
from mjlog.archive.storage import cache
from mjlog.archive.view import KEEPER, viewing
from mjlog.rules import loadable
from tests.kit.archives import text_of
from tests.kit.viewers import answering
from webviewer import create_app
from webviewer.caches.record_list import KeptList
from webviewer.parts.catalogue import Catalogue, Query
from webviewer.records.keeper import Keeper
from webviewer.records.library import Library

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LONG = 20.0
"""Seconds that a busy machine may need."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "caches"))
    made = tmp_path / "games"
    made.mkdir()
    for name in ("first", "second"):
        (made / f"{name}.mjl").write_bytes(text_of(name.title()))
    return made


def catalogue_of(folder: Path) -> Catalogue:
    """The list as a program that has just been started has it."""
    kept = cache.open_cache(folder)
    return Catalogue(Library(folder, known=KeptList(kept.archive).files()), kept)


def titles(catalogue: Catalogue, query: Query | None = None) -> list[str]:
    return [row.title for row in catalogue.find(query or Query()).rows]


def read_all(catalogue: Catalogue) -> None:
    keeper = Keeper(catalogue.library, catalogue)
    while keeper.turn() == 0.0:
        pass


def test_what_was_read_is_not_read_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert titles(catalogue_of(folder), Query(sort="-title")) == ["Second", "First"]

    def fail(*_: object) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr(Library, "read", fail)
    again = catalogue_of(folder)
    assert titles(again, Query(player="ana", sort="title")) == ["First", "Second"]
    (row, _) = again.find(Query()).rows
    assert (row.players, row.deals, row.rules) == (("Ana", "Ben", "Cleo", "Dan"), 1, "riichi")


def test_names_in_addresses_outlive_the_program(folder: Path) -> None:
    (folder / "first.json").write_bytes((folder / "first.mjl").read_bytes())
    names = [row.slug for row in catalogue_of(folder).find(Query()).rows]
    assert names == ["first", "first-2", "second"]
    (folder / "first.json").unlink()
    assert [row.slug for row in catalogue_of(folder).find(Query()).rows] == ["first-2", "second"]


def test_two_servers_give_one_name(folder: Path) -> None:
    first, second = catalogue_of(folder), catalogue_of(folder)
    for each in (first, second):
        each.find(Query())
    (folder / "a b.mjl").write_bytes(text_of("Space"))
    first.library.look()
    first.find(Query())
    (folder / "a-b.mjl").write_bytes(text_of("Hyphen"))
    second.library.look()
    second.find(Query())
    first.library.look()
    told = {row.title: row.slug for row in first.find(Query()).rows}
    assert told == {row.title: row.slug for row in second.find(Query()).rows}
    for each in (first, second):
        assert each.library.entries[told["Space"]].path.name == "a b.mjl"


def test_the_records_stand_in_the_archive_of_the_cache(folder: Path) -> None:
    catalogue = catalogue_of(folder)
    read_all(catalogue)
    with viewing(catalogue.kept.archive, KEEPER) as view:
        assert count(view, Asked(player="ana")) == 2
    (folder / "first.mjl").unlink()
    read_all(catalogue)
    with viewing(catalogue.kept.archive, KEEPER) as view:
        assert count(view, Asked()) == 1


def test_what_was_only_listed_comes_into_the_archive_later(folder: Path) -> None:
    first = catalogue_of(folder)
    first.find(Query(player="ana"))
    assert len(first.kept.unfinished()) == 2
    again = catalogue_of(folder)
    read_all(again)
    with viewing(again.kept.archive, KEEPER) as view:
        assert count(view, Asked(player="ana")) == 2


def test_a_folder_that_is_away_takes_nothing_from_the_list(folder: Path) -> None:
    catalogue = catalogue_of(folder)
    read_all(catalogue)
    folder.rename(folder.with_name("elsewhere"))
    read_all(catalogue)
    assert titles(catalogue) == ["First", "Second"]


def test_records_judged_by_other_rules_are_judged_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("mjlog.archive.adding.entry.engine", "webviewer.caches.record_list.engine"):
        monkeypatch.setattr(place, lambda: "old")
    read_all(catalogue_of(folder))
    monkeypatch.undo()
    monkeypatch.setenv(cache.VARIABLE, str(folder.parent / "caches"))
    catalogue = catalogue_of(folder)
    assert len(catalogue.kept.unfinished()) == 2
    assert titles(catalogue) == ["First", "Second"]
    read_all(catalogue)
    assert not catalogue.kept.unfinished()
    with viewing(catalogue.kept.archive, KEEPER) as view:
        kinds = [change["kind"] for change in view.changes()]
        assert kinds.count("audited") == 2
        digest = view.changes()[0]["digest"]
        assert view.report(digest, "old") is not None


def test_what_the_list_tells_of_rules_is_their_title(folder: Path) -> None:
    (row, _) = catalogue_of(folder).find(Query()).rows
    assert row.rules_title == next(known.title for known in loadable() if known.name == "riichi")


# --------------------------------------------------------------------------- the cache


@pytest.mark.parametrize("damage", [b"", b"no database" * 500])
def test_a_damaged_cache_is_made_anew(folder: Path, damage: bytes) -> None:
    catalogue_of(folder).find(Query())
    file = cache.file_for(folder)
    cache.throw_away(file)
    file.write_bytes(damage)
    assert titles(catalogue_of(folder)) == ["First", "Second"]


def test_a_cache_that_is_damaged_within_is_made_anew(folder: Path) -> None:
    catalogue = catalogue_of(folder)
    catalogue.find(Query())
    catalogue.kept.archive.close()
    file = cache.file_for(folder)
    data = file.read_bytes()
    file.write_bytes(data[:4096] + b"x" * (len(data) - 4096))
    assert titles(catalogue_of(folder)) == ["First", "Second"]


def test_a_cache_of_another_version_is_made_anew(folder: Path) -> None:
    catalogue_of(folder).find(Query())
    with sqlite3.connect(cache.file_for(folder)) as connection:
        connection.execute("UPDATE meta SET value = '0' WHERE name = 'schema'")
    assert titles(catalogue_of(folder)) == ["First", "Second"]


def test_a_cache_never_lies_in_the_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(folder / "caches"))
    kept = cache.open_cache(folder)
    assert "lies in the folder" in kept.why_temporary
    assert {path.name for path in folder.iterdir()} == {"first.mjl", "second.mjl"}


def test_where_no_cache_can_be_written_the_list_is_kept_for_a_while(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = folder.parent / "a file"
    place.write_bytes(b"")
    monkeypatch.setenv(cache.VARIABLE, str(place))
    catalogue = catalogue_of(folder)
    assert str(place) in catalogue.why_temporary
    assert titles(catalogue) == ["First", "Second"]


def test_the_cache_is_where_the_platform_has_caches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(cache.VARIABLE)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.home() == tmp_path / "mjlog"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache.home() == Path.home() / ".cache" / "mjlog"


# --------------------------------------------------------------------------- watched


@pytest.fixture
def watched(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Flask]:
    for pause in ("FIRST", "EVERY"):
        monkeypatch.setattr(f"webviewer.records.keeper.{pause}", 0.1)
    app = create_app(folder, watch=True)
    yield app
    app.extensions["keeper"].stop()


def wait_for(holds: Callable[[], object]) -> None:
    until = time.monotonic() + LONG
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_files_come_change_and_go_in_the_background(watched: Flask, folder: Path) -> None:
    client = watched.test_client()
    wait_for(lambda: "have been read so far" not in client.get("/").text)
    assert "Second" in client.get("/?event=second").text
    mark = client.get("/newer").json
    file = folder / "third.mjl"
    file.write_bytes(text_of("Third"))
    wait_for(lambda: "<bdi>Third</bdi>" in client.get("/").text)
    assert client.get("/newer").json != mark
    mark = client.get("/newer?name=third").json
    file.write_bytes(text_of("Third, put right"))
    wait_for(lambda: "<bdi>Third, put right</bdi>" in client.get("/").text)
    assert client.get("/newer?name=third").json != mark
    assert "put right" in client.get("/r/third/d1/s0").text
    file.unlink()
    wait_for(lambda: "third" not in client.get("/").text)
    assert client.get("/r/third/d1/s0").status_code == 404


def test_while_records_are_being_read_the_page_says_how_far_that_is(folder: Path) -> None:
    catalogue = catalogue_of(folder)
    catalogue.library.is_watched = True
    catalogue.begin()
    found = catalogue.find(Query())
    assert ([row.status for row in found.rows], found.unread) == (["unread"] * 2, 2)
    assert catalogue.find(Query(player="ana")).unread == 2
    read_all(catalogue)
    assert catalogue.find(Query()).unread == 0


def test_what_comes_is_read_before_what_waits(folder: Path) -> None:
    catalogue = catalogue_of(folder)
    catalogue.begin()
    (folder / "third.mjl").write_bytes(text_of("Third"))
    catalogue.library.look()
    catalogue.read_some(catalogue.synced(), 1)
    assert [row.title for row in catalogue.kept.find(Query(player="ana")).rows] == ["Third"]


@pytest.mark.browser
def test_an_open_page_offers_the_newer_version(
    watched: Flask, folder: Path, browser: Browser
) -> None:
    with answering(watched) as site:
        page = browser.new_page()
        page.goto(site)
        assert not page.is_visible("#newer")
        (folder / "third.mjl").write_bytes(text_of("Third"))
        page.wait_for_selector("#newer:not([hidden])", timeout=LONG * 1000)
        wait_for(lambda: "Third" in watched.test_client().get("/").text)
        page.click("#newer a")
        page.wait_for_selector("text=Third")
        page.close()


BARE = """
import sys, time
for name in ("waitress", "brotli", "alembic", "psycopg", "granian", "watchfiles", "openpyxl"):
    sys.modules[name] = None
from webviewer import create_app
client = create_app(sys.argv[1], watch=True).test_client()
until = time.monotonic() + 20
while "<bdi>Second</bdi>" not in (page := client.get("/?player=ana").text):
    assert time.monotonic() < until, page
    time.sleep(0.05)
"""


@pytest.mark.slow
def test_no_extra_is_needed(folder: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", BARE, str(folder)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert not ran.stderr


def test_a_list_that_is_remembered_says_so(folder: Path) -> None:
    read_all(catalogue_of(folder))
    again = catalogue_of(folder)
    again.library.is_watched = True
    assert [again.find(query).is_remembered for query in (Query(), Query(sort="date"))] == [
        True
    ] * 2
    again.library.look()
    assert not again.find(Query()).is_remembered


def test_a_page_of_the_list_asks_the_database_a_few_questions_however_many_records(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(105):
        (folder / f"more{number}.mjl").write_bytes(text_of(f"Cup {number}"))
    catalogue = catalogue_of(folder)
    read_all(catalogue)
    asked: list[str] = []
    monkeypatch.setattr(Library, "read", lambda *_: asked.append("a file"))
    engine = catalogue.kept.archive.engine
    event.listen(engine, "before_cursor_execute", lambda *told: asked.append(told[2]))
    for query in (Query(page=2), Query(player="ana", sort="-date"), Query(event="cup", page=2)):
        asked.clear()
        assert catalogue.find(query).number > 100
        assert len([each for each in asked if each.startswith("SELECT")]) <= 3
        assert "a file" not in asked
