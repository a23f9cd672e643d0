"""The viewer as a server, as a client without a server, and as a library."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.test import TestResponse

from kit.places import EVERY, SAMPLES
from webviewer import create_app
from webviewer.records.library import Library


class Silent(WSGIRequestHandler):
    """Says nothing of requests."""

    def log(self, *_args: object, **_named: object) -> None:
        """Nothing."""


@contextmanager
def answering(application: Callable[..., Any]) -> Iterator[str]:
    """The address of an application on a free port of this machine, stopped at the end."""
    server = make_server("127.0.0.1", 0, application, threaded=True, request_handler=Silent)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def serving(source: Path) -> Any:
    """The address of a viewer of the records there, stopped at the end."""
    return answering(create_app(source))


def viewer(source: Path | None) -> FlaskClient:
    """A visitor of the records there, who hears of every mistake of the program."""
    app = create_app(source)
    app.testing = True
    return app.test_client()


@cache
def samples_app() -> Flask:
    """One viewer of all samples for all tests of this process, which each reads once."""
    with patch("webviewer.app.Library", lambda *_, **__: library()):
        app = create_app(SAMPLES)
    app.testing = True
    return app


@cache
def library() -> Library:
    """All samples, the same that the viewer of them shows, each read once."""
    with patch("webviewer.records.library.KEPT", len(EVERY)):
        return Library(SAMPLES)


def bring(
    client: FlaskClient, *files: tuple[str, bytes], text: str = "", **headers: str
) -> TestResponse:
    """Brings files to be looked at."""
    form = {"file": [(io.BytesIO(data), name) for name, data in files], "text": text}
    return client.post("/look", data=form, content_type="multipart/form-data", headers=headers)


def forbid_temporary_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails whatever puts a visitor's bytes on the disk."""

    def refused(*_args: object, **_named: object) -> None:
        raise AssertionError("a temporary file")

    for name in ("SpooledTemporaryFile", "TemporaryFile", "NamedTemporaryFile", "mkstemp"):
        monkeypatch.setattr(tempfile, name, refused)
    monkeypatch.setattr("werkzeug.formparser.SpooledTemporaryFile", refused)
