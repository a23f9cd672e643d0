"""The client, against a true server on this machine."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest

from mjlog.archive.store import Archive, Policy, create
from mjlog.archive.tokens import create_token
from mjlog.client import Client, ClientError
from mjlog.client import asking as asking_module
from tests.kit.archives import put, text_of
from tests.kit.viewers import answering
from webviewer import create_app
from webviewer.service.settings import Settings


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    with create(tmp_path / "club.sqlite") as made:
        yield made


@pytest.fixture
def club(archive: Archive) -> Iterator[Client]:
    token = create_token(archive, "league", ["admin"])
    with answering(create_app(archive=archive)) as address:
        yield Client(address, token)


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses that the client would have made."""
    made: list[float] = []
    monkeypatch.setattr(asking_module.time, "sleep", made.append)
    return made


def test_records_are_added_listed_read_and_taken_out(club: Client, tmp_path: Path) -> None:
    (tmp_path / "cup.mjl").write_bytes(text_of("Cup"))
    added = club.add(tmp_path / "cup.mjl")
    assert added["counts"] == {"added": 1}
    assert added["records"][0]["name"] == "cup.mjl"
    assert club.add(text_of("Cup").decode())["counts"] == {"known": 1}
    digest = added["records"][0]["digest"] or ""
    (row,) = club.records(event="cup")
    assert (row["digest"], row["event"], row["players"][0]["name"]) == (digest, "Cup", "Ana")
    assert club.record(digest)["digest"] == digest
    assert club.text(digest) == text_of("Cup").decode()
    assert [change["kind"] for change in club.changes()] == ["added"]
    (event,) = club.events()
    (ana,) = club.players("ana")
    figures = {each["figure"]: each for each in club.statistics(player=ana["number"])}
    assert (event["name"], ana["name"], figures["records"]["count"]) == ("Cup", "Ana", 1)
    assert club.standings(event["id"])
    assert club.show_to(digest, "private")["visibility"] == "private"
    assert not list(Client(club.url).records())
    club.remove(digest, "asked for")
    with pytest.raises(ClientError, match="410") as refused:
        club.record(digest)
    assert refused.value.status == 410
    assert refused.value.problem["removal"]["reason"] == "asked for"


def test_the_list_goes_on_over_pages(club: Client, archive: Archive) -> None:
    put(archive, *(text_of(f"Cup {number}") for number in range(7)))
    found = [row["event"] for row in club.records(size=2, sort="date")]
    assert found == [f"Cup {number}" for number in range(7)]


def test_what_was_submitted_is_published(club: Client, archive: Archive) -> None:
    (added,) = put(archive, text_of(), policy=Policy(state="submitted"))
    assert club.publish(added.digest)["state"] == "published"


def test_whole_records_are_exported_one_at_a_time(club: Client, archive: Archive) -> None:
    put(archive, text_of("Cup"), text_of("League"))
    told = list(club.export(any_licence=True))
    assert len(told) == 2


def test_an_audit_keeps_nothing(club: Client) -> None:
    told = club.audit(text_of(pay=5200))
    assert len(told["records"]) == 1
    assert not list(club.records())


def test_a_refusal_holds_the_findings(club: Client) -> None:
    with pytest.raises(ClientError, match="422") as refused:
        club.add(b"rice, tea")
    assert refused.value.findings
    with pytest.raises(ClientError, match="401"):
        Client(club.url, "mjlog_none").add(text_of())


def test_an_address_of_no_server_is_said() -> None:
    with pytest.raises(ClientError, match="does not answer") as failed:
        list(Client("http://127.0.0.1:1", attempts=2).records())
    assert failed.value.status == 0
    with pytest.raises(ValueError, match="http"):
        Client("file:///etc/passwd")


def test_a_client_shows_no_token() -> None:
    assert "secret" not in repr(Client("http://127.0.0.1:1", "mjlog_secret"))


# --------------------------------------------------------------------------- bad lines


class Faulty(BaseHTTPRequestHandler):
    """Loses what it is told to lose, and otherwise answers what it was sent."""

    faults: ClassVar[list[str]] = []
    seen: ClassVar[list[dict[str, str]]] = []

    def do_POST(self) -> None:
        data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.seen.append(dict(self.headers) | {"data": data.decode()})
        fault = self.faults.pop(0) if self.faults else ""
        if fault == "close":
            self.close_connection = True
        elif fault == "cut":
            self.answer(200, b"{}", length=100)
        elif fault:
            self.answer(int(fault), b'{"detail": "not now"}', **{"Retry-After": "7"})
        else:
            self.answer(200, b'{"counts": {}}')

    do_GET = do_POST  # noqa: N815 - the name is the library's

    def answer(self, status: int, body: bytes, length: int = 0, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(length or len(body)))
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def faulty() -> Iterator[type[Faulty]]:
    Faulty.faults, Faulty.seen = [], []
    with ThreadingHTTPServer(("127.0.0.1", 0), Faulty) as server:
        Thread(target=server.serve_forever).start()
        Faulty.address = f"http://127.0.0.1:{server.server_port}"  # type: ignore[attr-defined]
        yield Faulty
        server.shutdown()


@pytest.mark.parametrize("fault", ["close", "cut", "503", "429", "409"])
def test_a_write_that_was_lost_is_sent_again_with_its_key(
    faulty: Any, fault: str, pauses: list[float]
) -> None:
    faulty.faults = [fault, fault]
    assert Client(faulty.address, "mjlog_x").add(text_of())["counts"] == {}
    assert len(faulty.seen) == 3
    assert len({each["Idempotency-Key"] for each in faulty.seen}) == 1
    assert {each["data"] for each in faulty.seen} == {text_of().decode()}
    assert pauses == ([7.0, 7.0] if fault.isdigit() else [0.1, 0.2])


def test_a_refusal_is_not_repeated_and_an_end_is_reached(faulty: Any) -> None:
    faulty.faults = ["403"]
    with pytest.raises(ClientError, match="not now"):
        Client(faulty.address).add(text_of())
    assert len(faulty.seen) == 1
    faulty.faults = ["503"] * 9
    with pytest.raises(ClientError, match="503"):
        Client(faulty.address, attempts=3).add(text_of())
    assert len(faulty.seen) == 4


def test_a_token_is_sent_to_no_other_address(faulty: Any) -> None:
    faulty.faults = ["302"]
    with pytest.raises(ClientError, match="302"):
        Client(faulty.address, "mjlog_x").record("0" * 64)
    assert len(faulty.seen) == 1


def test_a_server_that_limits_its_readers_is_waited_for(
    archive: Archive, pauses: list[float]
) -> None:
    app = create_app(archive=archive, settings=Settings(reads_per_minute=60))
    with answering(app) as address:
        client = Client(address, attempts=2)
        asked = (list(client.records()) for _ in range(30))
        with pytest.raises(ClientError, match="429"):
            list(asked)
    assert pauses
    assert 1 <= pauses[0] <= 60
