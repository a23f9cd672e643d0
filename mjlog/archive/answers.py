"""Answers to writes, kept under the `Idempotency-Key` of the request.

Who sends a write again, because the answer was lost, gets the answer of the first time. Two that
come at the same time run once: the other one waits for the answer.
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
"""Seconds between two looks at whether the other one is done."""
_answers: Final = tables.answers
_columns: Final = tables.answers.c


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it is sent again."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class OtherRequest(Exception):
    """The key was used for another request before."""


class StillRunning(Exception):
    """The same request runs elsewhere, and takes long."""


def key_of(owner: str, key: str) -> str:
    """Return the key as it is kept: each owner has keys of their own."""
    return sha256(f"{len(owner)}:{owner}{key}".encode("utf-8", "replace")).hexdigest()


@dataclass(frozen=True, slots=True)
class Once:
    """Runs writes once for each key.

    An answer is kept for `life` seconds. A write whose process died is taken over after `lease`
    seconds; who comes meanwhile waits for `patience` seconds.
    """

    archive: Archive
    life: float = 24 * 3600.0
    lease: float = 70.0
    patience: float = 10.0

    def run(self, key: str, request: str, write: Callable[[], Answer]) -> tuple[Answer, bool]:
        """Return the answer to the write, and whether it was given before.

        Raises OtherRequest and StillRunning.
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
        """Return whether this request is the one that runs, and record that for all workers."""
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
        with self.archive.writing() as connection:
            _forget_old(connection, moment - int(self.lease * SECOND), moment)
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


def _forget_old(connection: Connection, died: int, moment: int) -> None:
    """Drop answers that are too old, and writes that nobody finished."""
    is_dead = _columns.status.is_(None) & (_columns.begun < died)
    connection.execute(delete(_answers).where((_columns.expires < moment) | is_dead))
