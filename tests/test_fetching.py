"""``--fetch`` gets the log behind an address of Tenhou, asked of a server on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from kit.commands import run
from kit.places import SAMPLES

from mjlog.cli import fetching
from mjlog.formats import export, load, unread

LOG = "2020010100gm-00a9-0000-03aa14b0"
ADDRESS = f"https://tenhou.net/0/?log={LOG}&tw=1"


class Tenhou(BaseHTTPRequestHandler):
    """A server that has one log, and answers the others with nothing, a detour or too much."""

    log = b""

    def do_GET(self) -> None:
        """Answer by the name of the log."""
        name = self.path.rpartition("?")[2]
        self.send_response({LOG: 200, "away": 302, "none": 404}.get(name, 200))
        if name == "away":
            self.send_header("Location", f"/0/log/?{LOG}")
        self.end_headers()
        self.wfile.write({LOG: self.log, "large": b" " * (fetching.LARGEST + 1)}.get(name, b""))

    def log_message(self, *_words: object) -> None:
        """Write nothing."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The server in the place of Tenhou's."""
    (source,) = load(SAMPLES / "riichi" / "game-four-players.mjl")
    Tenhou.log = export(source.game, "tenhou").text.encode()
    with ThreadingHTTPServer(("127.0.0.1", 0), Tenhou) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        here = f"http://127.0.0.1:{server.server_port}"

        log_of = unread.log_of

        def log_here(address: bytes) -> unread.Log | None:
            log = log_of(address)
            assert log is None or log.address.startswith("https://tenhou.net/0/log/?")
            return log and log._replace(address=log.address.replace("https://tenhou.net", here))

        monkeypatch.setattr(unread, "log_of", log_here)
        yield
        server.shutdown()


@pytest.mark.usefixtures("asked")
def test_a_log_is_checked_shown_and_converted() -> None:
    checked = run("check", "--fetch", ADDRESS)
    assert "1 record, 12 deals" in checked.output
    assert run("show", ADDRESS, "--fetch").exit_code == 0
    assert run("convert", ADDRESS, "--fetch").stdout.startswith("%mjlog 1.0")


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize(
    ("log", "words"),
    [
        ("none", "the server answers 404"),
        ("away", "the server answers 302"),
        ("empty", "the answer is empty"),
        ("large", "too large"),
    ],
)
def test_what_is_no_log_is_an_error(log: str, words: str) -> None:
    result = run("check", "--fetch", f"https://tenhou.net/0/?log={log}")
    assert (result.exit_code, words in result.output) == (2, True)


def test_a_server_that_cannot_be_asked_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = unread.Log("log.xml", "http://127.0.0.1:1/")
    monkeypatch.setattr(unread, "log_of", lambda _address: nowhere)
    result = run("show", "--fetch", ADDRESS)
    assert (result.exit_code, "the server cannot be asked" in result.output) == (2, True)


@pytest.mark.parametrize("path", ["game.mjl", "https://naga.dmv.nico/htmls/?report_id=1", "-"])
def test_only_addresses_of_logs_are_fetched(path: str) -> None:
    result = run("check", "--fetch", path)
    assert (result.exit_code, "takes the address of a replay" in result.output) == (2, True)


def test_without_the_option_the_address_is_answered_by_what_to_do() -> None:
    result = run("check", ADDRESS)
    assert result.exit_code == 2
    assert "--fetch" in result.output
    assert f"tenhou.net/0/log/?{LOG}" in result.output
