"""Files added to an archive from a page, and the page of the job."""

from __future__ import annotations

import gzip
import io
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from mjlog.archive.adding import jobs
from mjlog.archive.privacy.forgetting import forget
from mjlog.archive.privacy.people import players_named
from mjlog.archive.questions.search import Query, count
from mjlog.archive.storage.database import ArchiveError
from mjlog.archive.store import Archive, create
from mjlog.archive.tokens import create_token
from mjlog.archive.view import ANYBODY, KEEPER, Reader, viewing
from tests.kit.archives import pages_of, put, text_of
from tests.kit.viewers import answering
from webviewer import create_app
from webviewer.pages import adding
from webviewer.service.settings import Settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LONG = 20.0


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with create(tmp_path / "club.sqlite") as made:
        yield made


@pytest.fixture
def app(archive: Archive) -> Flask:
    return pages_of(archive)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def token(archive: Archive) -> str:
    return create_token(archive, "club", ["write"])


def send(
    client: FlaskClient, token: str, *files: bytes | tuple[str, bytes], **headers: str
) -> TestResponse:
    named = [
        file if isinstance(file, tuple) else (f"{number}.mjl", file)
        for number, file in enumerate(files, 1)
    ]
    form = {"token": token, "file": [(io.BytesIO(data), name) for name, data in named]}
    return client.post("/add", data=form, content_type="multipart/form-data", headers=headers)


def done(client: FlaskClient, begun: TestResponse) -> str:
    assert begun.status_code == 303
    until = time.monotonic() + LONG
    while True:
        answer = client.get(begun.headers["Location"])
        assert answer.status_code == 200
        if "Refresh" not in answer.headers:
            return answer.text
        assert time.monotonic() < until
        time.sleep(0.05)


def number(archive: Archive, reader: Reader = ANYBODY) -> int:
    with viewing(archive, reader) as view:
        return count(view, Query())


def test_what_came_of_each_file_is_told(client: FlaskClient, archive: Archive, token: str) -> None:
    (known,) = put(archive, text_of())
    page = done(client, send(client, token, text_of(), text_of("Cup"), b"rice, tea"))
    assert "known already: 1" in page
    assert "accepted: 1" in page
    assert "refused: 1" in page
    assert "format.unread" in page
    assert f"/records/{known.digest}" in page
    assert number(archive) == 2


@pytest.mark.parametrize("given", ["", "mjlog_nonsense"])
def test_nobody_adds_without_a_right(client: FlaskClient, archive: Archive, given: str) -> None:
    assert send(client, given, text_of()).status_code == 403
    reads = create_token(archive, "reader", ["read"])
    assert send(client, reads, text_of()).status_code == 403
    assert number(archive, KEEPER) == 0


def test_no_other_site_can_add(client: FlaskClient, archive: Archive, token: str) -> None:
    answer = send(client, token, text_of(), **{"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403
    assert number(archive, KEEPER) == 0


def test_what_a_stranger_adds_is_seen_by_nobody(archive: Archive) -> None:
    (hidden,) = put(archive, text_of("Secret"), policy=adding.Policy("private"))
    client = create_app(archive=archive, settings=Settings(add="anybody")).test_client()
    page = done(client, send(client, "", text_of("Cup"), text_of("Secret")))
    assert "accepted: 2" in page  # not that one of them is there already
    assert hidden.digest not in page
    assert number(archive) == 0
    assert number(archive, KEEPER) == 2


def test_what_is_too_large_is_not_taken(archive: Archive, token: str) -> None:
    settings = Settings(most_bytes=1_000)
    client = create_app(archive=archive, settings=settings).test_client()
    assert send(client, token, b"x" * 200_000).status_code == 413
    assert send(client, token).status_code == 400
    assert client.get("/jobs/nonsense").status_code == 404


def test_another_process_goes_on_where_one_has_ended(
    client: FlaskClient, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy = {"policy": {"visibility": "public", "public_from": None, "state": "published"}}
    name = jobs.create_job(archive, [("a.mjl", text_of()), ("b.mjl", text_of("Cup"))], policy)
    begun = client.get(f"/jobs/{name}")
    assert "being read" in begun.text
    assert number(archive) == 0
    monkeypatch.setattr(jobs, "SILENT", -1)
    begun = client.get(f"/jobs/{name}")
    until = time.monotonic() + LONG
    while not (jobs.job_of(archive, name) or pytest.fail("gone")).is_done:
        assert time.monotonic() < until
        time.sleep(0.05)
    assert number(archive) == 2
    assert jobs.files_of_job(archive, name) == []


def waited_for(archive: Archive, name: str) -> jobs.Job:
    until = time.monotonic() + LONG
    while not (told := jobs.job_of(archive, name) or pytest.fail("gone")).is_done:
        assert time.monotonic() < until
        time.sleep(0.05)
    return told


def test_a_record_that_takes_too_long_does_not_block_other_jobs(
    archive: Archive, token: str
) -> None:
    app = create_app(archive=archive, settings=Settings(most_seconds=1))
    client = app.test_client()
    slow = "Ann,Bob,Cid,Dee\n" + "\n".join(f"{n % 997},-{n % 997},0,0" for n in range(1, 20_000))
    first = send(client, token, ("night.csv", slow.encode())).location.rpartition("/")[2]
    second = send(client, token, text_of()).location.rpartition("/")[2]
    assert [each["outcome"] for each in waited_for(archive, second).outcomes] == ["added"]
    (refused,) = waited_for(archive, first).outcomes
    assert refused["outcome"] == "refused"
    assert [each["code"] for each in refused["findings"]] == ["file.too_slow"]


def test_an_archive_that_fails_is_told_and_loses_no_job(
    client: FlaskClient, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ArchiveError("club.sqlite: the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(jobs, "create_job", fail)
        refused = send(client, token, text_of())
    assert refused.status_code == 503
    assert "Try again later" in refused.text
    assert "club.sqlite" not in refused.text
    monkeypatch.setattr(jobs, "SILENT", -1)  # a job that stands still is taken over at once
    with monkeypatch.context() as patched:
        patched.setattr(adding, "add_records", fail)
        begun = send(client, token, text_of("Cup"))
        assert begun.status_code == 303
        time.sleep(0.2)
    assert "accepted: 1" in done(client, begun)


def test_a_new_process_goes_on_with_what_waits(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy = {"policy": {"visibility": "public", "public_from": None, "state": "published"}}
    name = jobs.create_job(archive, [("a.mjl", text_of())], policy)
    assert jobs.abandoned_jobs(archive) == []
    monkeypatch.setattr(jobs, "SILENT", -1)
    create_app(archive=archive).extensions["jobs"].look()
    assert waited_for(archive, name).is_done
    assert number(archive) == 1


def test_who_is_forgotten_stands_in_no_job(archive: Archive) -> None:
    (added,) = put(archive, text_of())
    name = jobs.create_job(archive, [("Ana.mjl", text_of())], {})
    assert added.outcome == "added"
    with viewing(archive, KEEPER) as view:
        (player,) = players_named(view, "Ana")
    other = jobs.create_job(archive, [("Zoe.mjl", b"nothing about her")], {})
    packed = jobs.create_job(archive, [("games.mjl.gz", gzip.compress(text_of()))], {})
    done = forget(archive, player.number)
    ((file, data),) = jobs.files_of_job(archive, name)
    assert file == f"{done.pseudonym}.mjl"
    assert b"Ana" not in data
    assert done.pseudonym.encode() in data
    assert jobs.files_of_job(archive, other) == [("Zoe.mjl", b"nothing about her")]
    assert jobs.files_of_job(archive, packed) == []
    assert done.dropped == ["games.mjl.gz"]


def test_a_job_is_forgotten_after_a_day(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    name = jobs.create_job(archive, [], {})
    monkeypatch.setattr(jobs, "LIFE", -1)
    jobs.create_job(archive, [], {})
    assert jobs.job_of(archive, name) is None


@pytest.mark.browser
def test_files_are_sent_with_and_without_the_script(
    browser: Browser, app: Flask, archive: Archive, token: str, tmp_path: Path
) -> None:
    with answering(app) as site:
        for event, has_script in (("First", True), ("Second", False)):
            context = browser.new_context(java_script_enabled=has_script)
            page = context.new_page()
            file = tmp_path / f"{event}.mjl"
            file.write_bytes(text_of(event))
            page.goto(f"{site}/add")
            page.set_input_files("#file", file)
            page.fill("#token", token)
            page.click("#add button")
            page.wait_for_url("**/jobs/*", timeout=LONG * 1000)
            page.wait_for_selector("text=accepted: 1", timeout=LONG * 1000)
            context.close()
    assert number(archive) == 2
