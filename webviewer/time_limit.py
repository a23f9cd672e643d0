"""A limit on the time of each request; a request that takes longer ends with a message."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from flask import Flask, Response

from mjlog.batch.time_limit import limit_time
from mjlog.model.patience import OutOfTime

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

GRACE: Final = 20.0
"""Seconds added to the limit: adding records checks the time itself, and reports the rest."""
WORDS: Final = "To read and judge this takes too long. Send it in parts.\n"


def install(app: Flask, seconds: float) -> None:
    """End a request with 413 if it takes longer than `seconds` seconds plus 20 seconds."""
    whole = app.wsgi_app

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        try:
            with limit_time(seconds + GRACE):
                return whole(environ, start_response)
        except OutOfTime:
            return Response(WORDS, 413, mimetype="text/plain")(environ, start_response)

    app.wsgi_app = answer  # type: ignore[method-assign]
