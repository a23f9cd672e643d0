"""An empty archive in each kind of database that is at hand."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mjlog.archive.store import Archive, create


@pytest.fixture
def where(tmp_path: Path) -> str:
    """Where the archive of a test lies."""
    return str(tmp_path / "club.sqlite")


@pytest.fixture
def archive(where: str) -> Iterator[Archive]:
    """An empty archive."""
    with create(where) as made:
        yield made
