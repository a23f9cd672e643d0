"""Archives for tests: made-up records put in, one archive a test."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from mjlog.archive.adding.reading import Found, found_in_bytes
from mjlog.archive.adding.writer import Added, Policy
from mjlog.archive.storage.clock import now
from mjlog.archive.store import Archive, create
from webviewer import create_app

TEXT = """\
%mjlog 1.0
Rules: riichi/1
Event: {event}
Date: {date}
A: {players[0]}
B: {players[1]}
C: {players[2]}
D: {players[3]}

@ E1 dealer=A
dora 9p
win B 5m from C
show B 34678m22567p678s
fan B pinfu 1, tanyao 1
pay C>B {pay}
"""
HIDDEN = [Policy("private"), Policy("later", now() + 10**12), Policy(state="submitted")]
"""Ways to hide a record from everybody else."""
PLAYERS = ("Ana", "Ben", "Cleo", "Dan")


def text_of(
    event: str = "Club evening",
    date: str = "2026-01-02",
    players: tuple[str, ...] = PLAYERS,
    pay: int = 2000,
) -> bytes:
    """A record of one deal; 2000 points are due."""
    return TEXT.format(event=event, date=date, players=players, pay=pay).encode()


def empty_archive(at: Path) -> Path:
    """A new archive in SQLite: a copy of one that is made once for all tests of a process."""
    at.write_bytes(_made_once())
    return at


@cache
def _made_once() -> bytes:
    with TemporaryDirectory() as folder:
        at = Path(folder) / "a.sqlite"
        create(at).close()
        return at.read_bytes()


def found(*texts: bytes) -> Iterator[Found]:
    """The records in those texts."""
    for number, text in enumerate(texts, 1):
        yield from found_in_bytes(text, f"{number}.mjl")


def pages_of(archive: Archive) -> Flask:
    """The application that shows an archive."""
    made = create_app(archive=archive)
    made.testing = True
    return made


def put(archive: Archive, *texts: bytes, policy: Policy | None = None) -> list[Added]:
    """Adds those records."""
    return list(archive.add(found(*texts), policy))


def names(folder: Path) -> set[str]:
    """The names of all files below a folder."""
    return {path.name for path in folder.rglob("*") if path.is_file()}


def asked(api: FlaskClient, address: str) -> Any:
    """The JSON that the interface answers, where all is well."""
    answer = api.get(f"/api/v1{address}")
    assert answer.status_code == 200, answer.text
    return answer.json
