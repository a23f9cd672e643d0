"""The log of requests: a line of JSON for each, without tokens, bodies and query parameters.

A line has the time, the request's id, the method, the address as a pattern (without names), the
status and the duration. The addresses of clients are logged only if the settings say so, and then
only in files that are deleted after a set time.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from secrets import token_hex
from threading import Lock
from time import monotonic
from typing import Any, Final

from flask import Flask, Response, g, request

from webviewer.service.settings import Settings

HEADER: Final = "X-Request-ID"
_SANE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")


def install(app: Flask, settings: Settings) -> None:
    """Assign an id to every request; if the settings name a log, write a line for every request."""
    log = Log(settings) if settings.log else None

    @app.before_request
    def number() -> None:
        g.begun = monotonic()
        g.request_id = number_of(request.headers.get(HEADER, ""))

    @app.after_request
    def note(answer: Response) -> Response:
        answer.headers[HEADER] = request_id()
        if log is not None:
            log.write(line(answer, with_address=settings.log_addresses))
        return answer


def number_of(given: str) -> str:
    """Return `given`, the identifier in the header of a request, if it is valid.

    Otherwise, return a new random identifier.
    """
    return given if _SANE.fullmatch(given) else token_hex(8)


def request_id() -> str:
    """Return the id of the request that is being handled."""
    if "request_id" not in g:
        g.request_id = token_hex(8)
    return str(g.request_id)


def line(answer: Response, *, with_address: bool) -> dict[str, Any]:
    """Return what the log records of the present request, as a JSON object.

    It has the time, the request's identifier, method and address pattern, the status of the
    response and the duration; if `with_address` is True, also the client's address.
    """
    took = monotonic() - g.get("begun", monotonic())
    entry: dict[str, Any] = {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "id": request_id(),
        "method": request.method if request.method.isalpha() else "",
        "route": request.url_rule.rule if request.url_rule else None,
        "status": answer.status_code,
        "ms": round(took * 1000, 1),
    }
    if with_address:
        entry["address"] = g.get("address", request.remote_addr)
    return entry


def _own(name: str, flags: int) -> int:
    """Open a log file that only this user can read: it may contain clients' addresses."""
    return os.open(name, flags, 0o600)


class Log:
    """The log of requests: a file for each day in a folder, or standard error.

    Several processes may write to the same folder.
    """

    def __init__(
        self, settings: Settings, today: Callable[[], date] = lambda: datetime.now(UTC).date()
    ) -> None:
        self._folder = None if settings.log == "-" else Path(settings.log)
        self._days = settings.log_days
        self._today = today
        self._lock = Lock()
        self._day: date | None = None

    def write(self, entry: dict[str, Any]) -> None:
        """Write a line to the log; ignore an error, so that the request is still answered."""
        words = json.dumps(entry) + "\n"
        with self._lock:
            try:
                self._write(words)
            except OSError:
                return

    def _write(self, words: str) -> None:
        if self._folder is None:
            sys.stderr.write(words)
            sys.stderr.flush()
            return
        today = self._today()
        if today != self._day:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._delete_old(self._folder, today)
            self._day = today
        with open(self._folder / f"{today}.jsonl", "a", encoding="utf-8", opener=_own) as stream:
            stream.write(words)

    def _delete_old(self, folder: Path, today: date) -> None:
        last = today - timedelta(days=self._days)
        for file in folder.glob("????-??-??.jsonl"):
            if file.stem < last.isoformat():
                file.unlink(missing_ok=True)
