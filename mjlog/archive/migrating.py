"""Changes an archive's tables to a newer or older version of the schema."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mjlog.archive.storage.database import VERSIONS, ArchiveError, is_archive, shown, writing_to

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

HOME = Path(__file__).parent / "migrations"


def upgrade(where: str | Path, version: str = "head") -> str:
    """Change an archive's tables to a newer or older version of the schema.

    `where` is the archive's path or URL. Return the version reached. All changes are one
    transaction. Raises ArchiveError if Alembic is missing, if there is no archive or no such
    version, or if mjlog runs from a zip file.
    """
    try:
        from alembic import command
        from alembic.script import ScriptDirectory
    except ImportError:
        words = "to change the tables needs Alembic: pip install 'mjlog[server]'"
        raise ArchiveError(words) from None
    if not HOME.is_dir():
        raise ArchiveError("mjlog runs from a zip file: unpack or install it to change the tables")
    with writing_to(where) as connection:
        if not is_archive(connection):
            raise ArchiveError(f"{shown(where)} holds no archive")
        config = config_for(connection)
        versions = [each.revision for each in ScriptDirectory.from_config(config).walk_revisions()]
        if version not in {*versions, "head"}:
            raise ArchiveError(f"there is no version {version}; there are {', '.join(versions)}")
        before = connection.execute(VERSIONS.select()).scalar()
        is_back = version in versions[versions.index(before) :] if before in versions else False
        step = command.downgrade if is_back and version != before else command.upgrade
        step(config, version)
        return str(connection.execute(VERSIONS.select()).scalar())


def config_for(connection: Connection) -> Config:
    """Build the configuration with which Alembic migrates the tables of the connected archive.

    It names the folder of mjlog's migrations, and hands this open connection to them.
    """
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(HOME).replace("%", "%%"))
    config.set_main_option("file_template", "v%%(rev)s_%%(slug)s")
    config.attributes["connection"] = connection
    return config
