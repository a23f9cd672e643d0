"""An empty archive in each kind of database: SQLite, and PostgreSQL where it is installed."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from mjlog.archive.store import Archive
from tests.kit.archives import empty_archive
from tests.kit.postgres import Server, missing, server
from webviewer import create_app

KINDS = ("sqlite", pytest.param("postgresql", marks=pytest.mark.slow))
"""PostgreSQL is left out of the fast tests, as a server must be started for it."""


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A server for all tests of one process."""
    if why := missing():
        pytest.skip(why)
    with server() as made:
        yield made


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of database."""
    return str(request.param)


@pytest.fixture
def nowhere(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Where an archive may be made: no file yet, or a database without tables."""
    if kind == "sqlite":
        yield str(tmp_path / "club.sqlite")
        return
    made: Server = request.getfixturevalue("postgres")
    url = made.database()
    yield url
    made.drop(url)


@pytest.fixture
def where(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Where the archive of a test lies; it is there already, and empty."""
    if kind == "sqlite":
        yield str(empty_archive(tmp_path / "club.sqlite"))
        return
    made: Server = request.getfixturevalue("postgres")
    url = made.archive()
    yield url
    made.give_back(url)


@pytest.fixture
def archive(where: str) -> Iterator[Archive]:
    """An empty archive."""
    with Archive(where) as made:
        yield made


@pytest.fixture
def api(archive: Archive) -> FlaskClient:
    """A program that asks the interface of that archive."""
    app = create_app(archive=archive)
    app.testing = True
    return app.test_client()
