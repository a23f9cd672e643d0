"""Send to the site of live tables whatever a device, a stranger or a broken program may send.

No response may have status 500, and nothing may be raised. After each case the ledger of the table
must still be correct.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import fuzz_commands
from flask import Flask
from flask.testing import FlaskClient
from mangle import HOSTILE, mangle
from werkzeug.routing import Rule

from webviewer import create_app, venue
from webviewer.live import install
from webviewer.live.access import devices_of, keep_tables, tables_of
from webviewer.venue import presence
from webviewer.venue.answering import answer_at_once
from webviewer.venue.spectators import Spectators, keep_spectators

TABLE: Final = "t1"
ROLES: Final = (
    ("scribe", TABLE, ""),
    ("player", TABLE, "A"),
    ("player", TABLE, "C"),
    ("referee", "", ""),
    ("organiser", "", ""),
)
"""Devices that are let in: what they are for, their table, their seat."""
_GAP: Final = re.compile(r"<(?:[^<>]*:)?([a-z_]+)>")
_NAMES: Final = (
    *("id", "text", "at", "lines", "answer", "deal", "of", "reason", "case", "do", "seen", "line"),
    *("by", "pin", "seat", "player", "role", "table", "with", "write", "refuse", "choose", "mark"),
    *("conflict", "since", "rules", "A", "B", "event", "number", "lang", "name", "url", "other"),
)
"""Names of parameters, of fields of forms, of members of JSON."""
_WORDS: Final = (
    *("", TABLE, "t2", "A", "B", "S1", "R1", "confirmed", "rejected", "write", "0", "1", "-1"),
    *("riichi/1", "mcr/1 x=y", "9" * 400, "nan", "a/../b", "<b>", "\u202e", "ok", "player"),
    *("٣", "1\n2", "x" * 3_000, "E1", "2026-11-22T05:02:11Z", "0" * 64),
)
_MEMBERS: Final[tuple[object, ...]] = (
    None,
    True,
    0,
    1,
    -1,
    1e308,
    10**30,
    [],
    [[]],
    {},
    {"id": []},
    "\ud800",
    "\0",
)
_HEADERS: Final = (
    *("If-None-Match", "Range", "Accept", "Accept-Language", "Cookie", "Origin", "Referer"),
    *("Sec-Fetch-Site", "X-Forwarded-For", "Last-Event-ID", "Idempotency-Key", "Host"),
)
_BODIES: Final = (
    "application/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/plain",
    "application/json; charset=\xff",
    "",
)


class Asked(NamedTuple):
    """A request as a WSGI server passes it on; `device` is the number of its sender in `ROLES`."""

    device: int
    method: str
    path: str
    query: str
    kind: str
    body: bytes
    headers: Mapping[str, str]


class Site(NamedTuple):
    """An application, its routes, and the WSGI function that answers without spectators."""

    app: Flask
    routes: list[Rule]
    live: list[Rule]
    whole: Any


@cache
def site() -> Site:
    """Return the application, made once; each case gives it tables of its own."""
    folder = Path(tempfile.mkdtemp())
    app = create_app()
    install(app, folder)
    whole = app.wsgi_app
    venue.install_desk(app, folder)
    venue.install(app, tables_of(app), 0.0, "confirmed")
    app.testing = True  # errors in the application are raised here
    routes = [rule for rule in app.url_map.iter_rules() if not rule.endpoint.endswith("stream")]
    return Site(app, routes, [rule for rule in routes if rule.rule.startswith("/live")], whole)


def requests(random: Random) -> None:
    """Send some requests of several devices to a table with random rules."""
    rules = random.choice(fuzz_commands.RULE_NAMES)
    case = [_asked(random) for _ in range(random.choice((1, 4, 12)))]
    with tempfile.TemporaryDirectory() as folder:
        devices = _devices(Path(folder), rules)
        sent: list[Asked] = []
        try:
            for asked in case:
                sent.append(asked)
                send(devices[asked.device], asked)
            hold_table()
        except Exception as problem:
            problem.add_note(f"case = {(rules, sent)!r:.6000}")
            raise
        finally:
            tables_of(site().app).close()


def _devices(folder: Path, rules: str) -> list[FlaskClient]:
    """Begin a table in a folder; return the clients of its devices, and a stranger's."""
    app = site().app
    keep_tables(app, folder)
    presence.keep_pins(app, folder)
    spectators = Spectators(tables_of(app), 0.0, "confirmed")
    keep_spectators(app, spectators)
    app.wsgi_app = site().whole  # type: ignore[method-assign]
    answer_at_once(app, spectators)
    headers = [f"Rules: {rules}", *(f"{seat}: {seat}" for seat in "ABCD"), "Clock: UTC+08:00"]
    tables_of(app).create(TABLE, headers)
    clients = [app.test_client() for _ in (*ROLES, "stranger")]
    for client, right in zip(clients, ROLES, strict=False):
        client.post(f"/live/in/{devices_of(app).invite(*right)}")
    return clients


def send(client: FlaskClient, asked: Asked) -> None:
    """Send a request; raise AssertionError if the response is an internal error."""
    environ = {f"HTTP_{name.upper().replace('-', '_')}": v for name, v in asked.headers.items()}
    environ["CONTENT_TYPE"] = asked.kind
    with client.open(
        asked.path,
        method=asked.method,
        query_string=asked.query,
        data=asked.body,
        environ_overrides=environ,
    ) as answer:
        if answer.status_code == 500:
            raise AssertionError(answer.get_data(as_text=True)[:600])


def hold_table() -> None:
    """Raise AssertionError if the table's ledger is not what was acknowledged."""
    path = tables_of(site().app).folder / f"{TABLE}.mjl"
    fuzz_commands.hold(path.read_bytes())


# ------------------------------------------------------------------ what is sent


def _asked(random: Random) -> Asked:
    rules = site().live if random.random() < 0.85 else site().routes
    rule = random.choice(rules)
    methods = sorted(rule.methods or {"GET"})
    method = random.choice(methods if random.random() < 0.95 else ("PUT", "DELETE", "TRACE", "X"))
    path = _GAP.sub(lambda _: TABLE if random.random() < 0.9 else _word(random), rule.rule)
    # No server passes on a query with a line break.
    query = "&".join(f"{random.choice(_NAMES)}={_word(random)}" for _ in _some(random))
    query = query.replace("\n", "%0A")
    kind, body = _body(random) if method not in {"GET", "HEAD"} else ("", b"")
    headers = {random.choice(_HEADERS): _header(random) for _ in _some(random)}
    return Asked(random.randrange(len(ROLES) + 1), method, path, query, kind, body, headers)


def _some(random: Random) -> range:
    return range(random.choice((0, 0, 1, 3)))


def _word(random: Random) -> str:
    return random.choice(_WORDS)


def _header(random: Random) -> str:
    """Return a random value of a header, in the characters that a server passes on."""
    return random.choice((*_WORDS, "same-origin", "*", "bytes=0-1", '"x"')).encode(
        "utf-8", "replace"
    ).decode("latin-1").replace("\n", " ")  # fmt: skip


def _body(random: Random) -> tuple[str, bytes]:
    """Return a content type and a body that may not fit it."""
    if random.random() < 0.6:
        kind, text = _BODIES[0], json.dumps(_members(random))
    else:
        fields = {random.choice(_NAMES): _text(random) for _ in range(random.randrange(6))}
        kind, text = _BODIES[1], "&".join(f"{name}={value}" for name, value in fields.items())
    body = text.encode("utf-8", "surrogatepass")
    if random.random() < 0.1:
        kind = random.choice(_BODIES)
    if random.random() < 0.1:
        body = mangle(random, body or random.choice(HOSTILE), 1)
    return kind, body


def _members(random: Random) -> object:
    """Return a JSON value that a device may send: mostly typed lines."""
    if random.random() < 0.5:
        return {"lines": [_line(random) for _ in range(random.choice((1, 3, 9)))]}
    if random.random() < 0.2:
        return _member(random)
    return {random.choice(_NAMES): _member(random) for _ in range(random.randrange(6))}


def _line(random: Random) -> object:
    if random.random() < 0.1:
        return _member(random)
    line = {"id": f"line-{random.randrange(99):04}", "text": fuzz_commands.typed_line(random)}
    if random.random() < 0.2:
        line |= {random.choice(_NAMES[:3]): _text(random)}
    return line


def _member(random: Random) -> object:
    return random.choice(_MEMBERS) if random.random() < 0.4 else _text(random)


def _text(random: Random) -> str:
    return _word(random) if random.random() < 0.6 else fuzz_commands.typed_line(random)
