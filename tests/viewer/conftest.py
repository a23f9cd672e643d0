"""One server, one client and one browser for all tests of the viewer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient
from kit import viewers
from kit.browsers import SWITCHES, kill_browsers
from kit.places import REAL
from kit.viewers import answering

from mjlog.formats.registry import export
from mjlog.notation import read
from webviewer.records.library import Library

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def app() -> Flask:
    """The viewer of all samples."""
    return viewers.samples_app()


@pytest.fixture(scope="session")
def library() -> Library:
    """All samples."""
    return viewers.library()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A new visitor of the viewer of all samples."""
    return app.test_client()


@pytest.fixture(scope="session")
def site(app: Flask) -> Iterator[str]:
    """The address of the viewer of all samples."""
    with answering(app) as address:
        yield address


@pytest.fixture(scope="session")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of a game that was played, as another program writes it."""
    path = tmp_path_factory.mktemp("foreign") / "log.xml"
    path.write_text(export(read(REAL[0].read_bytes()), "tenhou").text, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """A real browser; what one test leaves in it no other sees, for each opens its own window."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=chromium, args=SWITCHES)
        yield started
        # Chromium seldom does not end when it is asked to, and Playwright would wait for ever.
        too_late = Timer(60, kill_browsers)
        too_late.start()
        started.close()
        too_late.cancel()
