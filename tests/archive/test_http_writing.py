"""The HTTP interface: records added, published, hidden and taken out, by whom it is allowed."""

import io
import json
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from mjlog.archive.adding import reading
from mjlog.archive.adding.writer import Policy
from mjlog.archive.storage.clock import now
from mjlog.archive.store import Archive
from mjlog.archive.tokens import create_token, revoke_token
from mjlog.notation import read, to_json
from tests.kit.archives import HIDDEN, put, text_of
from webviewer import create_app
from webviewer.service.settings import Settings

HOME = "/api/v1/records"
RIGHTS = ("read", "submit", "write", "publish", "admin")


class Club:
    """An archive behind HTTP, with a token of each kind."""

    def __init__(self, archive: Archive, **settings: Any) -> None:
        self.archive = archive
        self.tokens = {name: create_token(archive, name, [name]) for name in RIGHTS}
        self.client = self.with_settings(**settings)

    def with_settings(self, **settings: Any) -> FlaskClient:
        app = create_app(archive=self.archive, settings=Settings(**settings))
        app.testing = True
        return app.test_client()

    def ask(self, method: str, address: str, who: str = "", **rest: Any) -> TestResponse:
        headers = dict(rest.pop("headers", {}))
        if who:
            headers["Authorization"] = f"Bearer {self.tokens.get(who, who)}"
        return self.client.open(address, method=method, headers=headers, **rest)

    def add(self, data: bytes, who: str = "write", **rest: Any) -> TestResponse:
        return self.ask("POST", rest.pop("address", HOME), who, data=data, **rest)

    def listed(self, who: str = "") -> list[str]:
        told = self.ask("GET", HOME, who).json
        assert told is not None
        return [row["digest"] for row in told["records"]]


@pytest.fixture
def club(archive: Archive) -> Club:
    return Club(archive)


def digest_of(answer: TestResponse) -> str:
    assert answer.json is not None, answer.text
    return str(answer.json["records"][0]["digest"])


def kind(answer: TestResponse) -> str:
    assert answer.content_type == "application/problem+json", answer.text
    assert answer.json is not None
    return str(answer.json["type"]).removeprefix("urn:mjlog:problem:")


# --------------------------------------------------------------------------- adding


def test_a_record_is_added_and_known_the_next_time(club: Club) -> None:
    first = club.add(text_of())
    assert (first.status_code, first.json["counts"]) == (201, {"added": 1})
    assert first.headers["Location"] == f"{HOME}/{digest_of(first)}"
    assert club.listed() == [digest_of(first)]
    again = club.add(text_of())
    assert (again.status_code, again.json["counts"]) == (200, {"known": 1})


def zipped(*texts: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as file:
        for number, text in enumerate(texts):
            file.writestr(f"{number}.mjl", text)
    return stream.getvalue()


def as_json(text: bytes) -> bytes:
    return json.dumps(to_json(read(text))).encode()


TWO = (text_of("Cup"), text_of("League"))


@pytest.mark.parametrize(
    "data",
    [b"".join(TWO), b"\n".join(map(as_json, TWO)), zipped(*TWO)],
    ids=["text", "ndjson", "archive"],
)
def test_any_format_is_read(club: Club, data: bytes) -> None:
    assert club.add(data).json["counts"] == {"added": 2}
    assert len(club.listed()) == 2


def test_what_cannot_be_read_is_told_beside_what_was_kept(club: Club) -> None:
    answer = club.add(zipped(text_of(), b"%mjlog 1.0\nA: x\nB"))
    assert answer.status_code in {201, 207}
    answer = club.add(zipped(text_of("Cup"), b"rice, tea"))
    assert (answer.status_code, answer.json["counts"]) == (207, {"added": 1, "refused": 1})
    refused = answer.json["records"][1]
    assert (refused["outcome"], refused["digest"]) == ("refused", None)
    assert refused["findings"][0]["code"].startswith("format.")


@pytest.mark.parametrize("data", [b"", b"rice, tea"])
def test_where_nothing_can_be_kept_a_problem_holds_the_findings(club: Club, data: bytes) -> None:
    answer = club.add(data)
    assert (answer.status_code, kind(answer)) == (422, "unreadable")
    assert answer.json["findings"] or not data


def test_an_amended_record_is_told_as_that(club: Club) -> None:
    first = digest_of(club.add(text_of(pay=5200)))
    amending = text_of().replace(b"Rules:", b"Amends: " + first.encode() + b"\nRules:")
    assert club.add(amending).json["counts"] == {"amended": 1}


def test_a_withdrawn_record_does_not_come_again(club: Club) -> None:
    (added,) = put(club.archive, text_of())
    club.archive.remove(added.digest, kind="withdrawn")
    assert club.add(text_of()).json["records"][0]["outcome"] == "withdrawn"
    assert club.listed("admin") == []


def test_who_may_write_says_who_sees_it(club: Club) -> None:
    answer = club.add(text_of(), address=f"{HOME}?visibility=private")
    assert (club.listed(), club.listed("write")) == ([], [digest_of(answer)])
    later = club.add(text_of("Cup"), address=f"{HOME}?public_from=2999-01-01")
    assert (club.listed(), len(club.listed("write"))) == ([], 2)
    assert club.ask("GET", f"{HOME}/{digest_of(later)}").status_code == 404


@pytest.mark.parametrize(
    "asking", ["visibility=all", "visibility=later", "public_from=soon", "colour=red"]
)
def test_what_makes_no_sense_is_refused(club: Club, asking: str) -> None:
    answer = club.add(text_of(), address=f"{HOME}?{asking}")
    assert (answer.status_code, kind(answer)) == (400, "bad-question")
    assert club.listed("admin") == []


# --------------------------------------------------------------------------- submitting


def test_what_a_stranger_submits_is_seen_when_it_is_published(club: Club) -> None:
    answer = club.add(text_of(), "submit")
    assert (answer.status_code, answer.json["state"]) == (201, "submitted")
    digest = digest_of(answer)
    at = f"{HOME}/{digest}"
    assert [club.ask("GET", at, who).status_code for who in ("", "read", "submit")] == [404] * 3
    assert club.listed("publish") == [digest]
    assert club.add(text_of(), "submit").json == answer.json
    assert club.listed() == []
    published = club.ask("POST", f"{at}/publish", "publish")
    assert (published.status_code, published.json["state"]) == (200, "published")
    assert club.listed() == [digest]
    before = club.ask("GET", "/api/v1/log", "admin").json["writes"]
    assert club.ask("POST", f"{at}/publish", "publish").status_code == 200
    assert club.ask("GET", "/api/v1/log", "admin").json["writes"] == before


def test_publishing_keeps_a_private_record_private(club: Club) -> None:
    (added,) = put(club.archive, text_of(), policy=Policy("private", state="submitted"))
    club.ask("POST", f"{HOME}/{added.digest}/publish", "publish")
    assert (club.listed(), club.listed("publish")) == ([], [added.digest])


@pytest.mark.parametrize("policy", HIDDEN, ids=["private", "later", "submitted"])
def test_a_stranger_is_not_told_that_a_hidden_record_is_there(club: Club, policy: Policy) -> None:
    put(club.archive, text_of(), policy=policy)
    _is_told_as_new(club)


@pytest.mark.parametrize("kind", ["removed", "withdrawn", "gone"])
def test_a_stranger_is_not_told_that_a_hidden_record_was_there(club: Club, kind: str) -> None:
    (added,) = put(club.archive, text_of(), policy=Policy("private"))
    club.archive.remove(added.digest, "secret", kind)
    _is_told_as_new(club)


def _is_told_as_new(club: Club) -> None:
    """Whatever a stranger is told is the same as of a record that the archive has never had."""
    club.client = club.with_settings(add="anybody")
    for who in ("submit", ""):
        for texts in (b"".join([text_of()] * 2), text_of(), text_of()):
            new = texts.replace(b"Club evening", f"Cup of {who or 'nobody'}".encode())
            told, expected = club.add(texts, who), club.add(new, who)
            digests = (digest_of(told), digest_of(expected))
            assert told.text == expected.text.replace(*reversed(digests))
            assert told.status_code == expected.status_code
            assert [*map(str, told.headers.keys())] == [*map(str, expected.headers.keys())]


@pytest.mark.parametrize("policy", [None, *HIDDEN])
def test_what_is_hidden_is_judged_as_what_is_new(
    club: Club, policy: Policy | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What takes the time of an answer is the same."""
    if policy:
        put(club.archive, text_of(), policy=policy)
    judged = []
    own = reading.entry_of
    monkeypatch.setattr(reading, "entry_of", lambda *of: judged.append(of) or own(*of))
    club.add(text_of(), "submit")
    assert len(judged) == 1


SLOW = "Ann,Bob,Cid,Dee\n" + "\n".join(f"{n % 997},-{n % 997},0,0" for n in range(1, 9000))
"""A table of numbers that fits no rules: each set of rules is tried on each row."""


def test_adding_ends_at_its_time_with_a_message(club: Club) -> None:
    club.client = club.with_settings(most_seconds=1)
    began = perf_counter()
    told = club.add(SLOW.encode(), address=f"{HOME}?name=night.csv")
    assert perf_counter() - began < 5
    assert (told.status_code, kind(told)) == (413, "too-large")
    assert "takes too long" in told.json["detail"]
    assert club.listed() == []
    assert club.add(text_of()).status_code == 201


def test_what_was_submitted_is_published_by_who_may_write(club: Club) -> None:
    club.add(text_of(), "submit")
    assert club.listed() == []
    told = club.add(text_of(), "write")
    assert (told.json["counts"], told.json["state"]) == ({"known": 1}, "published")
    assert told.json["records"][0]["state"] == "published"
    assert club.listed() == [digest_of(told)]
    again = club.add(text_of(), "submit").json["records"][0]
    assert (again["outcome"], again["state"]) == ("known", "published")


def test_what_was_removed_comes_again_only_where_that_is_insisted_on(club: Club) -> None:
    digest = digest_of(club.add(text_of()))
    club.ask("DELETE", f"{HOME}/{digest}?reason=asked+for", "write")
    for who in ("write", "submit"):
        told = club.add(text_of(), who)
        assert (told.status_code, kind(told)) == (409, "taken-out")
        (record,) = told.json["records"]
        assert (record["outcome"], record["removal"]["reason"]) == ("removed", "asked for")
    both = club.add(text_of() + text_of("Cup"))
    assert (both.status_code, both.json["counts"]) == (207, {"added": 1, "removed": 1})
    insisting = f"{HOME}?again=1"
    assert kind(club.add(text_of(), "submit", address=insisting)) == "forbidden"
    assert club.add(text_of(), address=insisting).json["counts"] == {"added": 1}
    assert digest in club.listed()


def test_the_answer_leads_to_what_the_audit_found(club: Club) -> None:
    (told,) = club.add(text_of(pay=5200)).json["records"]
    assert (told["status"], told["findings"]) == ("errors", [])
    assert club.ask("GET", told["links"]["findings"]).json["findings"]
    assert club.add(text_of("Cup"), "submit").json["records"][0]["links"] == {}


def test_a_stranger_cannot_choose_who_sees_it(club: Club) -> None:
    answer = club.add(text_of(), "submit", address=f"{HOME}?visibility=public")
    assert (answer.status_code, kind(answer)) == (403, "forbidden")


def test_anybody_may_add_where_that_is_set(club: Club) -> None:
    assert club.add(text_of(), "").status_code == 401
    club.client = club.with_settings(add="anybody")
    assert club.add(text_of(), "").json["state"] == "submitted"
    assert club.add(text_of("Cup"), "write").json["state"] == "published"
    assert club.add(text_of("Cup"), "read").status_code == 403


# --------------------------------------------------------------------------- rights

ACTS = {
    "add": ("POST", HOME, {"submit", "write", "admin"}),
    "publish": ("POST", f"{HOME}/{{digest}}/publish", {"publish", "admin"}),
    "show": ("PATCH", f"{HOME}/{{digest}}", {"write", "admin"}),
    "remove": ("DELETE", f"{HOME}/{{digest}}", {"write", "admin"}),
    "log": ("GET", "/api/v1/log", {"admin"}),
}


@pytest.mark.parametrize("act", ACTS)
def test_a_token_without_the_right_changes_nothing(club: Club, act: str) -> None:
    (added,) = put(club.archive, text_of(), policy=Policy(state="submitted"))
    method, address, allowed = ACTS[act]
    at = address.format(digest=added.digest)
    body = {"PATCH": b'{"visibility": "private"}', "POST": text_of("Cup")}.get(method, b"")
    headers = {"If-Match": "*"}
    for who in set(RIGHTS) - allowed:
        answer = club.ask(method, at, who, data=body, headers=headers)
        assert (answer.status_code, kind(answer)) == (403, "forbidden"), who
    answer = club.ask(method, at, data=body, headers=headers)
    assert (answer.status_code, kind(answer)) == (401, "unknown-reader")
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert club.listed("admin") == [added.digest]
    for who in sorted(allowed - {"admin"}):
        assert club.ask(method, at, who, data=body, headers=headers).status_code < 300


def forged(club: Club) -> list[str]:
    """Two hundred headers that no token stands behind."""
    made = club.tokens["admin"]
    old = create_token(club.archive, "old", ["admin"], expires=now() - 1)
    ended = create_token(club.archive, "ended", ["admin"])
    revoke_token(club.archive, "ended")
    close = [f"Bearer {made[:at]}{made[at].swapcase()}!{made[at + 2 :]}" for at in range(6, 47)]
    short = [f"Bearer {made[:length]}" for length in range(48)]
    long = [f"Bearer {made}{chr(33 + number)}" for number in range(80)]
    kinds = [f"{word} {made}" for word in ("Token", "Digest", "Basic", "Negotiate", "mjlog")]
    browsers = ["Basic YTpi", "Basic !!", "Basic", "Bearer", "Bearer ' or 1=1 --", "", " ", made]
    odd = [f"Bearer {number:043d}" for number in range(20)]
    return [f"Bearer {old}", f"Bearer {ended}", *close, *short, *long, *kinds, *browsers, *odd]


@pytest.mark.slow
def test_two_hundred_forged_tokens_get_in_nowhere(club: Club) -> None:
    (added,) = put(club.archive, text_of(), policy=Policy("private"))
    headers = forged(club)
    assert len(headers) >= 200
    client = club.with_settings(read="token")
    got_in = []
    for number, header in enumerate(headers):
        method, address, _ = [*ACTS.values()][number % len(ACTS)]
        sent = {"Authorization": header, "If-Match": "*"}
        asked = [(method, address.format(digest=added.digest)), ("GET", HOME), ("GET", "/")]
        answers = [client.open(at, method=how, headers=sent) for how, at in asked]
        got_in += [(header, each) for each in answers if each.status_code != 401]
    assert got_in == []
    assert club.listed("admin") == [added.digest]


@pytest.mark.slow
def test_the_time_of_a_refusal_tells_nothing_of_a_token(club: Club) -> None:
    """A guess that shares all but the last letter is refused as fast as one that shares none."""
    made = club.tokens["admin"]
    guesses = {"near": made[:-1] + "!", "far": "mjlog_" + "!" * 43}
    times: dict[str, list[float]] = {name: [] for name in guesses}
    for _ in range(150):
        for name, guess in guesses.items():
            begun = perf_counter()
            assert club.ask("GET", HOME, guess).status_code == 401
            times[name].append(perf_counter() - begun)
    # The shortest times are those that nothing else on this machine has lengthened.
    near, far = (min(times[name]) for name in guesses)
    assert abs(near - far) < 0.5 * far


def test_a_revoked_token_ends_in_other_applications_at_once(club: Club) -> None:
    other = club.with_settings()
    headers = {"Authorization": f"Bearer {club.tokens['write']}"}
    assert other.post(HOME, data=text_of(), headers=headers).status_code == 201
    revoke_token(club.archive, "write")
    assert other.post(HOME, data=text_of("Cup"), headers=headers).status_code == 401


# --------------------------------------------------------------------------- reading


def test_an_archive_may_answer_readers_with_a_token_alone(club: Club) -> None:
    (added,) = put(club.archive, text_of())
    club.client = club.with_settings(read="token")
    at = f"{HOME}/{added.digest}"
    for address in (HOME, at, f"{HOME}/{'0' * 64}", "/api/v1/nothing"):
        answer = club.ask("GET", address)
        assert (answer.status_code, kind(answer)) == (401, "unknown-reader"), address
    for who in RIGHTS:
        assert club.ask("GET", at, who).status_code == 200
    page = club.ask("GET", "/")
    assert page.status_code == 401
    assert page.headers["WWW-Authenticate"].startswith("Basic")
    assert club.client.get("/", auth=("ana", club.tokens["read"])).status_code == 200


def test_a_browser_only_reads_with_a_password(club: Club) -> None:
    auth = ("ana", club.tokens["write"])
    assert club.client.get(HOME, auth=auth).status_code == 200
    assert club.client.post(HOME, data=text_of(), auth=auth).status_code == 401
    assert club.listed("admin") == []


def test_a_login_is_believed_of_a_trusted_proxy_alone(club: Club) -> None:
    put(club.archive, text_of())
    client = club.with_settings(read="header", trusted_proxies=("10.0.0.0/8",))
    login = {"X-Remote-User": "ana"}

    def status(address: str, headers: dict[str, str]) -> int:
        return client.get(HOME, headers=headers, environ_base={"REMOTE_ADDR": address}).status_code

    assert [status("10.1.2.3", login), status("10.1.2.3", {})] == [200, 401]
    assert status("127.0.0.1", login) == 401
    assert status("127.0.0.1", {"Authorization": f"Bearer {club.tokens['read']}"}) == 200


# --------------------------------------------------------------------------- changing


def test_who_sees_a_record_is_changed_by_whom_has_seen_it(club: Club) -> None:
    (added,) = put(club.archive, text_of())
    at = f"{HOME}/{added.digest}"
    body = b'{"visibility": "private"}'
    mark = club.ask("GET", at, "write").headers["ETag"]
    assert kind(club.ask("PATCH", at, "write", data=body)) == "unconditional"
    put(club.archive, text_of("Cup"))
    done = club.ask("PATCH", at, "write", data=body, headers={"If-Match": mark})
    assert (done.status_code, done.json["visibility"]) == (200, "private")
    assert club.ask("GET", at).status_code == 404
    late = club.ask("PATCH", at, "write", data=body, headers={"If-Match": mark})
    assert (late.status_code, kind(late)) == (412, "changed")
    new = {"If-Match": done.headers["ETag"]}
    later = b'{"visibility": "later", "public_from": "2000-01-01"}'
    assert club.ask("PATCH", at, "write", data=later, headers=new).status_code == 200
    assert club.ask("GET", at).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"private",
        b"[" * 100_000,
        b'{"visibility": "all"}',
        b'{"visibility": "later"}',
        b'{"visibility": "public", "public_from": "2026-01-01"}',
        b'{"visibility": "later", "public_from": 5}',
        b'{"visibility": "later", "public_from": "soon"}',
        b'{"visibility": "private", "state": "published"}',
    ],
)
def test_a_change_that_makes_no_sense_is_refused(club: Club, body: bytes) -> None:
    (added,) = put(club.archive, text_of())
    at = f"{HOME}/{added.digest}"
    answer = club.ask("PATCH", at, "write", data=body, headers={"If-Match": "*"})
    assert (answer.status_code, kind(answer)) == (400, "bad-question")
    assert club.listed() == [added.digest]


def test_a_record_is_taken_out_with_a_reason(club: Club) -> None:
    (added,) = put(club.archive, text_of())
    at = f"{HOME}/{added.digest}"
    other = {"If-Match": '"other"'}
    assert kind(club.ask("DELETE", at, "write", headers=other)) == "changed"
    assert club.ask("DELETE", f"{at}?reason=asked+for", "write").status_code == 204
    gone = club.ask("GET", at)
    assert (gone.status_code, kind(gone)) == (410, "gone")
    assert gone.json["removal"]["reason"] == "asked for"
    assert club.ask("DELETE", at, "write").status_code == 410
    assert club.ask("DELETE", f"{HOME}/{'0' * 64}", "write").status_code == 404


def test_the_log_tells_what_was_written_by_whom(club: Club) -> None:
    number = "0123456789abcdef"
    answer = club.add(text_of(), headers={"X-Request-ID": number})
    assert answer.headers["X-Request-ID"] == number
    digest = digest_of(answer)
    club.ask("DELETE", f"{HOME}/{digest}", "admin")
    writes = club.ask("GET", "/api/v1/log", "admin").json["writes"]
    assert [(each["what"], each["token"]) for each in writes] == [
        ("added", "write"),
        ("removed", "admin"),
    ]
    assert (writes[0]["request"], writes[0]["digest"]) == (number, digest)


# --------------------------------------------------------------------------- once


def test_a_write_with_a_key_runs_once(club: Club) -> None:
    key = {"Idempotency-Key": "k-1"}
    first = club.add(text_of(), headers=key)
    again = club.add(text_of(), headers=key)
    assert (first.status_code, again.status_code, again.json) == (201, 201, first.json)
    assert again.headers["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first.headers
    other = club.add(text_of("Cup"), headers=key)
    assert (other.status_code, kind(other)) == (422, "key-used")
    assert club.add(text_of("Cup"), "admin", headers=key).status_code == 201
    bad = club.add(text_of("Cup"), headers={"Idempotency-Key": "a b"})
    assert (bad.status_code, kind(bad)) == (400, "bad-question")


def test_a_refusal_with_a_key_is_given_again(club: Club) -> None:
    key = {"Idempotency-Key": "k-1"}
    answers = [club.add(b"rice", headers=key) for _ in range(2)]
    assert [kind(answer) for answer in answers] == ["unreadable"] * 2


def test_a_removal_with_a_key_runs_once(club: Club) -> None:
    (added,) = put(club.archive, text_of())
    key = {"Idempotency-Key": "k-1"}
    answers = [club.ask("DELETE", f"{HOME}/{added.digest}", "write", headers=key) for _ in "ab"]
    assert [answer.status_code for answer in answers] == [204, 204]


def test_writes_at_the_same_time_with_one_key_run_once(club: Club) -> None:
    headers = {"Idempotency-Key": "k-1", "Authorization": f"Bearer {club.tokens['write']}"}
    clients = [club.with_settings() for _ in range(6)]

    def send(client: FlaskClient) -> tuple[int, Any]:
        answer = client.post(HOME, data=text_of(), headers=headers)
        return answer.status_code, answer.json

    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(send, clients))
    assert [status for status, _ in answers] == [201] * 6
    assert len({json.dumps(told) for _, told in answers}) == 1
    assert len(club.ask("GET", "/api/v1/log", "admin").json["writes"]) == 1


# --------------------------------------------------------------------------- limits


@pytest.mark.parametrize(
    ("settings", "data"),
    [
        ({"most_bytes": 300}, text_of() * 3),
        ({"most_records": 1}, b"".join(TWO)),
    ],
)
def test_what_is_too_large_is_refused_whole(
    club: Club, settings: dict[str, Any], data: bytes
) -> None:
    club.client = club.with_settings(**settings)
    answer = club.add(data)
    assert (answer.status_code, kind(answer)) == (413, "too-large")
    assert club.listed("admin") == []


def test_what_comes_in_pieces_is_measured_too(club: Club) -> None:
    club.client = club.with_settings(most_bytes=300)
    pieces = io.BytesIO(text_of() * 300)
    environment = {"wsgi.input_terminated": True, "CONTENT_LENGTH": ""}
    answer = club.ask("POST", HOME, "write", input_stream=pieces, environ_overrides=environment)
    assert (answer.status_code, kind(answer)) == (413, "too-large")


def test_where_the_time_is_up_the_rest_is_left(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webviewer.api.writing.TOGETHER", 1)
    times = iter([0.0, 0.0, 0.0, *[100.0] * 5])
    monkeypatch.setattr("webviewer.api.writing.monotonic", lambda: next(times))
    answer = club.add(b"".join(TWO))
    assert (answer.status_code, answer.json["left"]) == (207, 1)
    assert len(club.listed()) == 1


def test_who_asks_too_often_waits(club: Club, tmp_path: Path) -> None:
    club.client = club.with_settings(reads_per_minute=20, writes_per_minute=10)
    assert [club.ask("GET", HOME).status_code for _ in range(3)] == [200, 200, 429]
    late = club.ask("GET", HOME)
    assert kind(late) == "too-many"
    assert 0 < int(late.headers["Retry-After"]) <= 3
    assert club.ask("GET", "/").status_code == 429
    assert club.ask("GET", HOME, "read").status_code == 200
    assert [club.add(text_of()).status_code for _ in range(2)] == [201, 429]
    assert club.add(text_of(), "admin").status_code == 200
    settings = Settings(reads_per_minute=20, shared=str(tmp_path))
    shared = [create_app(archive=club.archive, settings=settings) for _ in range(2)]
    answers = [app.test_client().get(HOME).status_code for app in (*shared, *shared)]
    assert answers == [200, 200, 429, 429]


def test_while_others_add_a_writer_waits(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webviewer.api.writing.WAIT", 0.01)
    monkeypatch.setattr("webviewer.api.writing._BUSY.acquire", lambda **_: False)
    answer = club.add(text_of())
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
