"""Servers of one and of several processes, run as people run them."""

import json
from collections.abc import Iterator
from pathlib import Path
from socket import create_connection
from threading import Thread
from time import perf_counter, sleep
from urllib.parse import urlsplit

import pytest

from mjlog.archive.questions.search import Query, count
from mjlog.archive.store import Archive, create
from mjlog.archive.tokens import create_token, revoke_token
from mjlog.archive.verify import verify
from mjlog.archive.view import ANYBODY, viewing
from tests.kit.archives import text_of
from tests.kit.commands import run
from tests.kit.services import Answer, Service, service

HOME = "/api/v1/records"
pytest.importorskip("granian")
pytestmark = pytest.mark.slow


@pytest.fixture
def where(tmp_path: Path) -> Path:
    return tmp_path / "club.sqlite"


@pytest.fixture
def archive(where: Path) -> Iterator[Archive]:
    with create(where) as made:
        yield made


@pytest.mark.parametrize("workers", [1, 2])
def test_half_sent_bodies_do_not_stop_readers(archive: Archive, where: Path, workers: int) -> None:
    token = create_token(archive, "league", ["write"])
    head = "POST /api/v1/records HTTP/1.1\r\nHost: {}\r\nContent-Length: 100000\r\n\r\nhalf"
    with service("--archive", where, "--workers", workers) as server:
        place = urlsplit(server.address)
        assert place.hostname
        assert place.port
        sockets = []
        for _ in range(40):
            sockets.append(create_connection((place.hostname, place.port)))
            sockets[-1].sendall(head.format(place.netloc).encode())
        sleep(1.0)
        began = perf_counter()
        assert server.ask("/api/v1/health").status == 200
        assert perf_counter() - began < 10
        for each in sockets:
            each.close()
        sleep(1.0)
        added = server.ask(HOME, text_of() * 40, Authorization=f"Bearer {token}")
        assert added.status == 201


@pytest.mark.parametrize("workers", [1, 2])
def test_a_server_that_is_told_to_end_finishes_its_writes(
    archive: Archive, where: Path, workers: int
) -> None:
    token = create_token(archive, "league", ["write"])
    data = b"".join(text_of(f"Cup {number}") for number in range(150))
    answers: list[Answer] = []
    with service("--archive", where, "--workers", workers) as server:

        def add() -> None:
            answers.append(server.ask(HOME, data, Authorization=f"Bearer {token}"))

        adding = Thread(target=add)
        adding.start()
        while not count_of(archive) and adding.is_alive():
            sleep(0.01)
        was_running = adding.is_alive()
        assert server.end() == 0
        adding.join()
    assert was_running
    assert answers[0].status == 201
    assert json.loads(answers[0].body)["counts"] == {"added": 150}
    assert count_of(archive) == 150
    assert list(verify(archive)) == []


def count_of(archive: Archive) -> int:
    with viewing(archive, ANYBODY) as view:
        return count(view, Query())


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, Archive, str]]:
    """A server of two processes, its archive, and a token that may write."""
    folder = tmp_path_factory.mktemp("several")
    with create(folder / "club.sqlite") as archive:
        token = create_token(archive, "league", ["write"])
        (folder / "mjlog.toml").write_text("workers = 2\nreads_per_minute = 400\n")
        config = ("--config", folder / "mjlog.toml")
        with service(*config, MJLOG_ARCHIVE=str(folder / "club.sqlite")) as server:
            yield server, archive, token


def test_what_one_process_is_brought_all_show(several: tuple[Service, Archive, str]) -> None:
    server, _, _ = several
    edge = b"--edge\r\nContent-Disposition: form-data; name="
    body = edge + b'"text"\r\n\r\n' + text_of() + b"\r\n--edge--\r\n"
    kind = "multipart/form-data; boundary=edge"
    brought = server.ask("/look", body, Content_Type=kind)
    assert brought.status == 200
    path = brought.address.removeprefix(server.address.rstrip("/"))
    assert path.startswith("/r/~")
    assert {server.ask(path).status for _ in range(12)} == {200}


def test_a_token_that_is_revoked_ends_in_all_processes(
    several: tuple[Service, Archive, str],
) -> None:
    server, archive, _ = several
    token = create_token(archive, "guest", ["write"])
    bearer = {"Authorization": f"Bearer {token}"}
    assert {server.ask(HOME, **bearer).status for _ in range(6)} == {200}
    revoke_token(archive, "guest")
    assert {server.ask(HOME, **bearer).status for _ in range(12)} == {401}


def test_a_key_is_known_in_all_processes(several: tuple[Service, Archive, str]) -> None:
    server, _, token = several
    headers = {"Authorization": f"Bearer {token}", "Idempotency_Key": "k-1"}
    answers = [server.ask(HOME, text_of("Key"), **headers) for _ in range(8)]
    assert {(answer.status, answer.body) for answer in answers} == {(201, answers[0].body)}
    assert [answer.headers["Idempotency-Replayed"] for answer in answers] == [None, *["true"] * 7]


def test_the_answers_of_all_processes_are_counted(several: tuple[Service, Archive, str]) -> None:
    server, _, _ = several
    asked = 'mjlog_requests_total{method="GET",route="/api/v1/health",status="200"}'
    assert {server.ask("/api/v1/health").status for _ in range(12)} == {200}
    told = {server.ask("/api/v1/metrics").body.decode() for _ in range(4)}
    assert all(f"{asked} 12.0" in each for each in told)


def test_all_processes_fill_one_bucket(several: tuple[Service, Archive, str]) -> None:
    server, archive, _ = several
    token = create_token(archive, "busy", ["read"])
    statuses = [server.ask(HOME, Authorization=f"Bearer {token}").status for _ in range(60)]
    assert 40 <= statuses.count(200) <= 58
    assert set(statuses) == {200, 429}


# --------------------------------------------------------------------------- settings


def test_the_settings_in_force_are_printed_without_passwords(tmp_path: Path) -> None:
    create(tmp_path / "club.sqlite").close()
    file = tmp_path / "mjlog.toml"
    file.write_text(f'archive = "{tmp_path / "club.sqlite"}"\nport = 8000\n')
    words = ["serve", "--check-config", "--config", str(file), "--port", "8001"]
    done = run(*words, env={"MJLOG_THREADS": "3"})
    assert done.exit_code == 0
    assert "port = 8001" in done.output
    assert "threads = 3" in done.output
    file.write_text('archive = "postgresql://club:hunter2@127.0.0.1:1/games"')
    done = run(*words)
    assert done.exit_code == 1
    assert "hunter2" not in done.output + done.stderr


@pytest.mark.parametrize("words", ["colour = 1", "workers = 0", "port = "])
def test_settings_that_make_no_sense_end_the_command(tmp_path: Path, words: str) -> None:
    (tmp_path / "mjlog.toml").write_text(words)
    done = run("serve", "--check-config", "--config", tmp_path / "mjlog.toml")
    assert done.exit_code == 2


def test_several_processes_need_their_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "granian.server", None)
    done = run("serve", tmp_path, "--workers", "2")
    assert done.exit_code == 1
    assert "pip install 'mjlog[server]'" in done.output
