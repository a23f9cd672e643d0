"""The log of writes: time, token, action, record and request of each write."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from mjlog.archive.storage import tables
from mjlog.archive.storage.clock import now

_columns = tables.writes.c


@dataclass(frozen=True, slots=True)
class Author:
    """Who makes a change over HTTP: the name of the token, and the identifier of the request."""

    token: str
    request: str = ""


@dataclass(frozen=True, slots=True)
class Write:
    """One line of the log of writes over HTTP.

    `at` is the time in microseconds since 1970, `what` the action, such as ``removed``. `digest`
    names the record; it is empty if the action was not on a record.
    """

    at: int
    token: str
    what: str
    digest: str
    request: str


def note_write(connection: Connection, author: Author | None, what: str, digest: str = "") -> None:
    """Add a line to the log of writes, which shows who changed the archive over HTTP.

    The line is stored in the transaction of `connection`. `what` is the action, such as
    ``removed``, and `digest` the record. If `author` is None, as for commands on the archive's own
    machine, nothing is logged.
    """
    if author is None:
        return
    row = {
        "at": now(),
        "token": author.token,
        "what": what,
        "digest": digest,
        "request": author.request,
    }
    connection.execute(insert(tables.writes).values(row))


def writes_of(connection: Connection, most: int = 1000) -> Iterator[Write]:
    """Yield the last `most` lines of the log of writes, the oldest first."""
    named = (_columns.at, _columns.token, _columns.what, _columns.digest, _columns.request)
    last = select(*named).order_by(_columns.id.desc()).limit(most)
    yield from (Write(*row) for row in reversed(connection.execute(last).all()))


def forget_writes(connection: Connection, before: int) -> int:
    """Delete lines of the log that are older than `before`; return the number of deleted lines.

    `before` is in microseconds since 1970.
    """
    return connection.execute(delete(tables.writes).where(_columns.at < before)).rowcount
