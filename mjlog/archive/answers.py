"""Stores the answers to write requests under their `Idempotency-Key`.

A client that repeats a request, because the answer was lost, gets the first answer again. Of two
equal requests at the same time only one runs; the second waits for the answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from time import monotonic, sleep
from typing import Final

from sqlalchemy import Connection, Row, delete, select, update

from mjlog.archive.adding.writer import put_new
from mjlog.archive.storage import tables
from mjlog.archive.storage.clock import now
from mjlog.archive.store import Archive

SECOND: Final = 1_000_000
PAUSE: Final = 0.05
"""Seconds between two checks whether the other worker has finished."""
_answers: Final = tables.answers
_columns: Final = tables.answers.c


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to an HTTP request, as it is stored for a repeated request."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class OtherRequest(Exception):
    """Raised if a client used the same `Idempotency-Key` before for a different request."""


class StillRunning(Exception):
    """Raised if another worker still runs the same request when the time to wait is over."""


def key_of(owner: str, key: str) -> str:
    """Return the key under which the answer to a request is stored.

    It is a hash of `owner` and of `key`, the `Idempotency-Key` of the request, so that two owners
    can use the same `Idempotency-Key`.
    """
    return sha256(f"{len(owner)}:{owner}{key}".encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class RequestsRunOnce:
    """Runs each write request only once, even if the client sends the request again.

    An answer is stored for `life` seconds. If a write has no answer after `lease` seconds, the next
    request with the same key runs the write again. A request waits up to `patience` seconds for a
    write that another worker runs.
    """

    archive: Archive
    life: float = 24 * 3600.0
    lease: float = 70.0
    patience: float = 10.0

    def run(self, key: str, request: str, write: Callable[[], Answer]) -> tuple[Answer, bool]:
        """Call `write` to answer a request, unless the same request was answered before.

        Equal requests have the same `key`. Return the answer, and True if it is the stored answer
        of an earlier call. A client can therefore repeat a request without adding a record twice.
        Answers of status 500 or above are not stored. Raises OtherRequest if `key` was used for a
        different `request`, StillRunning if another worker needs more than `patience` seconds for
        the same request, and any exception of `write`.
        """
        until = monotonic() + self.patience
        while not self._is_ours(key, request):
            earlier = self._known(key, request)
            if earlier is not None:
                return earlier, True
            if monotonic() > until:
                raise StillRunning
            sleep(PAUSE)
        return self._written(key, write), False

    def _written(self, key: str, write: Callable[[], Answer]) -> Answer:
        try:
            answer = write()
        except BaseException:
            self._forget(key)
            raise
        if answer.status >= 500:
            self._forget(key)
        else:
            self._keep(key, answer)
        return answer

    def _is_ours(self, key: str, request: str) -> bool:
        """Reserve the key of a request for this worker; return whether that was possible.

        If True, this worker must answer the request. If False, the key has a stored answer, or is
        reserved by another worker, perhaps for a different request. First, expired answers and
        reservations of dead workers are deleted.
        """
        moment = now()
        row = {
            "key": key,
            "request": request,
            "begun": moment,
            "expires": moment + int(self.life * SECOND),
            "status": None,
            "headers": "",
            "body": b"",
        }
        # After the lease, the worker of a request without an answer has probably died.
        died = moment - int(self.lease * SECOND)
        is_dead = _columns.status.is_(None) & (_columns.begun < died)
        with self.archive.writing() as connection:
            connection.execute(delete(_answers).where((_columns.expires < moment) | is_dead))
            before = _row(connection, key)
            if before is None:
                put_new(connection, _answers, row)
            return before is None

    def _known(self, key: str, request: str) -> Answer | None:
        with self.archive.reading() as connection:
            row = _row(connection, key)
        if row is None:
            return None
        if row.request != request:
            raise OtherRequest
        if row.status is None:
            return None
        return Answer(row.status, json.loads(row.headers), row.body)

    def _keep(self, key: str, answer: Answer) -> None:
        kept = {
            "status": answer.status,
            "headers": json.dumps(dict(answer.headers)),
            "body": answer.body,
        }
        with self.archive.writing() as connection:
            connection.execute(update(_answers).where(_columns.key == key).values(kept))

    def _forget(self, key: str) -> None:
        with self.archive.writing() as connection:
            connection.execute(delete(_answers).where(_columns.key == key))


def _row(
    connection: Connection, key: str
) -> Row[tuple[str, str, int, int, int, str, bytes]] | None:
    return connection.execute(select(_answers).where(_columns.key == key)).first()
