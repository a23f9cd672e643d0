"""Pages that are kept are the same as those that are built, and no older than their record."""

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.kit.archives import text_of
from webviewer import create_app
from webviewer.caches.built_pages import KeptAnswers

PAGE = "/r/game/d1/s0"


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    (tmp_path / "game.mjl").write_bytes(text_of("Cup"))
    app = create_app(tmp_path)
    app.testing = True
    return app.test_client()


def test_a_kept_page_is_the_page(client: FlaskClient) -> None:
    first = client.get(PAGE)
    again = client.get(PAGE)
    assert first.status_code == 200
    assert (again.data, again.headers["ETag"]) == (first.data, first.headers["ETag"])
    assert again.headers["Content-Language"] == first.headers["Content-Language"]
    known = client.get(PAGE, headers={"If-None-Match": first.headers["ETag"]})
    assert (known.status_code, known.data) == (304, b"")


@pytest.mark.parametrize(
    ("address", "headers"),
    [
        (f"{PAGE}?lang=ja", {}),
        (PAGE, {"Accept-Language": "zh-Hans"}),
        (f"{PAGE}?theme=dark", {}),
        (f"{PAGE}?seat=B", {}),
    ],
)
def test_another_language_or_view_is_another_page(
    client: FlaskClient, address: str, headers: dict[str, str]
) -> None:
    plain = client.get(PAGE)
    other = client.get(address, headers=headers)
    assert other.data != plain.data
    assert client.get(address, headers=headers).data == other.data
    assert client.get(PAGE).data == plain.data
    seen = client.get(address, headers={**headers, "If-None-Match": plain.headers["ETag"]})
    assert seen.status_code == 200


def test_another_host_is_another_page(client: FlaskClient) -> None:
    one, other = (client.get(PAGE, base_url=f"http://{name}").text for name in ("one", "two"))
    assert "http://one/" in one
    assert "http://two/" in other
    assert "http://one/" not in other


def test_a_changed_record_has_a_new_page(
    client: FlaskClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webviewer.records.library.SHARE", 0)
    mark = client.get(PAGE).headers["ETag"]
    (tmp_path / "game.mjl").write_bytes(text_of("Cup", players=("Zoe", "Ben", "Cleo", "Dan")))
    changed = client.get(PAGE, headers={"If-None-Match": mark})
    assert changed.status_code == 200
    assert "Zoe" in changed.text
    (tmp_path / "game.mjl").unlink()
    assert client.get(PAGE, headers={"If-None-Match": mark}).status_code == 404


def test_what_visitors_bring_is_not_kept_and_old_pages_make_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("webviewer.caches.built_pages.PLACES", 2)
    built: list[str] = []
    answers = KeptAnswers(room=25)
    app = Flask("kept")

    def ask(path: str, name: str) -> None:
        def build() -> str:
            built.append(path)
            return "x" * 10

        with app.test_request_context(path):
            answers.of(answers, name, build)

    for path in ("/a", "/a", "/b", "/a", "/c", "/b", "/a"):
        ask(path, "game")
    assert built == ["/a", "/b", "/c", "/b", "/a"]
    ask("/d", "~brought")
    ask("/d", "~brought")
    assert built[-2:] == ["/d", "/d"]
