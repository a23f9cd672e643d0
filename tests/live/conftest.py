"""Who sits at the tables of a test: each of its modules has an application of its own, `app`."""

import pytest
from kit.live import let_in

from webviewer.live.access import tables_of


@pytest.fixture
def scribe(app):
    """The device on which the first table is recorded."""
    return let_in(app, "scribe", "t1")


@pytest.fixture
def referee(app):
    """The device of a referee of all tables."""
    return let_in(app, "referee")


@pytest.fixture
def table(app):
    """The first table."""
    return tables_of(app).table("t1")
