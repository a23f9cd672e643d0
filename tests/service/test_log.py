"""Numbers of requests, and what is written down of them."""

import json
from datetime import date
from pathlib import Path

import pytest
from flask import Flask

from webviewer.service import log
from webviewer.service.settings import Settings


def app_with(settings: Settings) -> Flask:
    app = Flask("logged")
    log.install(app, settings)

    @app.route("/players/<name>", methods=["GET", "POST"])
    def player(name: str) -> str:
        return name

    return app


@pytest.mark.parametrize("number", ["0123456789abcdef", "a.b_c-d.e", "x" * 64])
def test_a_number_is_kept_where_it_looks_like_one(number: str) -> None:
    answer = app_with(Settings()).test_client().get("/players/ana", headers={log.HEADER: number})
    assert answer.headers[log.HEADER] == number


@pytest.mark.parametrize("number", ["", "short", "x" * 65, "-1234567", "a b c d e f", "<script>x"])
def test_another_number_is_made_instead(number: str) -> None:
    client = app_with(Settings()).test_client()
    answers = [client.get("/players/ana", headers={log.HEADER: number}) for _ in range(2)]
    made = {answer.headers[log.HEADER] for answer in answers}
    assert len(made) == 2
    assert number not in made


def lines(folder: Path) -> list[dict[str, object]]:
    text = "".join(file.read_text() for file in sorted(folder.glob("*.jsonl")))
    return [json.loads(line) for line in text.splitlines()]


def test_a_line_holds_neither_names_nor_tokens_nor_addresses(tmp_path: Path) -> None:
    client = app_with(Settings(log=str(tmp_path))).test_client()
    secret = {"Authorization": "Bearer mjlog_secret", "Cookie": "secret=1"}
    client.post("/players/secret?player=secret", data=b"secret", headers=secret)
    client.get("/nowhere/secret")
    first, second = lines(tmp_path)
    assert set(first) == {"time", "id", "method", "route", "status", "ms"}
    assert (first["method"], first["route"], first["status"]) == ("POST", "/players/<name>", 200)
    assert (second["route"], second["status"]) == (None, 404)
    assert "secret" not in json.dumps([first, second])


def test_addresses_stand_in_the_log_where_that_is_asked_for(tmp_path: Path) -> None:
    settings = Settings(log=str(tmp_path), log_addresses=True)
    app_with(settings).test_client().get("/players/ana")
    assert [line["address"] for line in lines(tmp_path)] == ["127.0.0.1"]


def test_old_files_are_deleted_and_others_are_left_alone(tmp_path: Path) -> None:
    for name in ("2026-01-01.jsonl", "2026-01-02.jsonl", "notes.jsonl", "club.sqlite"):
        (tmp_path / name).write_text("")
    kept = log.Log(Settings(log=str(tmp_path), log_days=30), today=lambda: date(2026, 2, 1))
    kept.write({"id": 1})
    names = {file.name for file in tmp_path.iterdir()}
    assert names == {"2026-01-02.jsonl", "2026-02-01.jsonl", "notes.jsonl", "club.sqlite"}


def test_standard_error_takes_the_log_too(capsys: pytest.CaptureFixture[str]) -> None:
    app_with(Settings(log="-")).test_client().get("/players/ana")
    assert json.loads(capsys.readouterr().err)["route"] == "/players/<name>"


def test_a_log_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    client = app_with(Settings(log=str(tmp_path / "file" / "logs"))).test_client()
    assert client.get("/players/ana").status_code == 200
