"""The tables of an archive by migrations and at once, there and back again."""

import shutil
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect

from mjlog.archive import migrating
from mjlog.archive.migrating import HOME, config_for, upgrade
from mjlog.archive.questions.search import Query, find
from mjlog.archive.storage.database import VERSIONS, ArchiveError, engine_for
from mjlog.archive.storage.tables import metadata
from mjlog.archive.store import Archive
from mjlog.archive.verify import verify
from mjlog.archive.view import viewing
from tests.kit.archives import put, text_of

SECOND = """
from alembic import op
import sqlalchemy as sa
revision = "9999"
down_revision = "{before}"

def upgrade():
    with op.batch_alter_table("records") as table:
        table.add_column(sa.Column("weather", sa.Text(), nullable=True))
    {last}

def downgrade():
    with op.batch_alter_table("records") as table:
        table.drop_column("weather")
"""


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program with one migration more."""
    home = tmp_path / "migrations"
    shutil.copytree(HOME, home, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(migrating, "HOME", home)
    return home / "versions" / "v9999_weather.py"


def head() -> str:
    return max(path.name[1:5] for path in (HOME / "versions").glob("v*.py"))


def columns(connection: Connection, table: str) -> list[str]:
    return [column["name"] for column in inspect(connection).get_columns(table)]


def test_migrations_make_the_tables_that_a_new_archive_has(nowhere: str) -> None:
    engine = engine_for(nowhere).execution_options(writes=True)
    with engine.begin() as connection:
        VERSIONS.create(connection)
        command.upgrade(config_for(connection), "head")
    engine.dispose()
    with Archive(nowhere) as archive:
        put(archive, text_of("Spring cup"))
        assert differences(archive) == []
        with viewing(archive) as view:
            assert len(find(view, Query(text="spring")).rows) == 1


def test_a_new_archive_needs_no_migration(archive: Archive, where: str) -> None:
    assert differences(archive) == []
    assert upgrade(where) == head()


def differences(archive: Archive) -> list[object]:
    with archive.reading() as connection:
        opts = {"include_name": lambda name, *_: not str(name).startswith("word_index")}
        found = compare_metadata(MigrationContext.configure(connection, opts=opts), metadata)
    return [each for each in found if "ix_words_folded" not in str(each)]


def test_there_and_back_keeps_every_record(archive: Archive, where: str, newer: Path) -> None:
    (added,) = put(archive, text_of())
    newer.write_text(SECOND.format(before=head(), last="pass"))
    assert upgrade(where) == "9999"
    with pytest.raises(ArchiveError, match="mjlog archive upgrade"):
        Archive(where)
    with archive.reading() as connection:
        assert "weather" in columns(connection, "records")
    assert upgrade(where, head()) == head()
    with Archive(where) as back, viewing(back) as view:
        assert view.record(added.digest) is not None
        assert not list(verify(back))
        assert len(find(view, Query(text="club")).rows) == 1
        assert "weather" not in columns(view.connection, "records")


def test_a_migration_that_fails_changes_nothing(where: str, newer: Path) -> None:
    newer.write_text(SECOND.format(before=head(), last="raise RuntimeError"))
    with pytest.raises(RuntimeError):
        upgrade(where)
    with Archive(where) as same, viewing(same) as view:
        assert "weather" not in columns(view.connection, "records")


def test_a_version_that_is_not_there_is_said(where: str) -> None:
    with pytest.raises(ArchiveError, match="there is no version 7"):
        upgrade(where, "7")
