"""Every address with odd parameters and headers: answered or refused, never an error of ours."""

import base64
import re
from pathlib import Path

import pytest

from mjlog.archive.store import Archive, create
from mjlog.archive.tokens import create_token
from mjlog.live.ledgers.ledger_file import create as create_ledger
from tests.kit.archives import put, text_of
from tests.kit.places import SAMPLES
from tests.kit.sizes import seeded
from webviewer import create_app, venue
from webviewer.live import install
from webviewer.live.access import tables_of

ODD = [
    "9" * 5_000,
    "9" * 400,
    "-" + "9" * 30,
    "1e999",
    "nan",
    "%D9%A3",
    "%C2%B2",
    "%00",
    "%",
    "%ff",
    "%ed%a0%80",
    "",
]
"""Numbers that nothing has, digits of other scripts, letters that no text has."""
PLAYER = "{0}: Player {0}"
NAMES = [
    "since",
    "until",
    "page",
    "size",
    "after",
    "before",
    "step",
    "deal",
    "seat",
    "sheet",
    "case",
    "at",
    "mark",
    "name",
    "table",
    "figure",
    "unit",
    "rules",
    "player",
    "event",
    "status",
    "sort",
    "text",
    "item",
    "code",
    "seats",
    "pseudonyms",
    "only",
    "tab",
    "lang",
    "theme",
    "url",
    "format",
    "with",
    "v",
    "maxwidth",
    "maxheight",
    "reason",
    "visibility",
    "public_from",
    "again",
    "as",
    "rule_set",
    "view",
    "hands",
]
HEADERS = [
    "If-None-Match",
    "If-Modified-Since",
    "If-Match",
    "Range",
    "Accept",
    "Accept-Language",
    "Accept-Encoding",
    "Cookie",
    "X-Forwarded-For",
    "Idempotency-Key",
    "Last-Event-ID",
    "X-Request-ID",
    "Origin",
    "Sec-Fetch-Site",
    "Referer",
    "Content-Type",
    "X-Remote-User",
]
API = "/api/v1"
GAP = re.compile(r"<(?:[^<>]*:)?([a-z_]+)>")
"""A part of an address that stands for something."""
VALUES = [b"\xff", b"9" * 5_000, b"\0", b";=,", b"\"'"]
BASIC = [
    b"Basic \xff",
    b"Basic " + base64.b64encode(b"\xff:\xff"),
    b"Bearer \xff",
    b"Basic",
    b"\xff",
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory):
    """A site that has everything: files, an archive, live tables and spectators."""
    folder: Path = tmp_path_factory.mktemp("site")
    archive: Archive = create(folder / "club.sqlite")
    put(archive, text_of("Cup"))
    create_token(archive, "club", ["admin"])
    app = create_app(SAMPLES / "taiyuan", archive=archive)
    (folder / "live").mkdir()
    create_ledger(folder / "live" / "one.mjl", ["Rules: riichi/1", *map(PLAYER.format, "ABCD")])
    install(app, folder / "live")
    venue.install(app, tables_of(app), 0.0, "confirmed")
    yield app
    archive.close()


def addresses(app):
    """Every address that can be read, with something that is there in its gaps."""
    record = re.search(r'"/r/([^/"?]+)', app.test_client().get("/").text)
    digest = re.search(r'"digest": ?"([0-9a-f]{64})"', app.test_client().get(f"{API}/records").text)
    assert record
    assert digest
    there = {"digest": digest[1], "name": record[1], "table": "one", "form": "json"}
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and not rule.endpoint.endswith(("stream", "static")):
            yield GAP.sub(lambda gap: there.get(gap[1], "1"), rule.rule)


@pytest.mark.slow
def test_odd_parameters_are_no_errors_of_ours(site, whole):
    client = site.test_client()
    failed = set()
    chance = seeded("odd parameters")
    for address in sorted({*addresses(site)}):
        for odd in ODD if whole else chance.sample(ODD, 4):
            # An address that refuses parameters that it has not is asked for each alone.
            alone = [f"{name}={odd}" for name in NAMES] if API in address else []
            for query in ("&".join(f"{name}={odd}" for name in NAMES), *alone):
                with client.get(f"{address}?{query}") as told:
                    if told.status_code == 500:
                        failed.add((address, query[:60]))
    assert not failed


def test_odd_headers_are_no_errors_of_ours(site):
    client = site.test_client()
    failed = set()
    sent = [{"HTTP_AUTHORIZATION": value} for value in BASIC]
    sent += [{environ_key(name): value for name in HEADERS} for value in VALUES]
    for address in sorted({*addresses(site)}):
        for headers in sent:
            # As a server hands them on; a test client would refuse to send them.
            known = {key: value.decode("latin-1") for key, value in headers.items()}
            with client.get(address, environ_base=known) as told:
                if told.status_code == 500:
                    failed.add((address, str(headers)))
    assert not failed


@pytest.mark.parametrize("host", ["9" * 400, "a..b", "-", "x" * 64 + ".org", "é..", "a b"])
def test_a_host_that_nothing_is_called_is_refused(site, host):
    with site.test_client().get("/", headers={"Host": host}) as answer:
        assert answer.status_code in {200, 400}


def test_options_of_a_file_that_is_not_there_are_answered(site):
    assert site.test_client().options("/static/none.css?v=1").status_code == 200


def environ_key(name):
    key = name.upper().replace("-", "_")
    return key if key == "CONTENT_TYPE" else f"HTTP_{key}"
