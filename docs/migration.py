"""Writes a migration for what the tables of the archive have more or less than the newest one.

Usage: python docs/migration.py "what changes". Look at the file that it writes: it is a draft.
"""

import sys
import tempfile
from pathlib import Path
from subprocess import run

from alembic import command
from alembic.script import ScriptDirectory

from mjlog.archive.migrating import HOME, config_for
from mjlog.archive.storage.database import VERSIONS, engine_for


def main(what: str) -> None:
    """Compares an archive that migrations made with the tables as they are written."""
    with tempfile.TemporaryDirectory() as folder:
        engine = engine_for(Path(folder) / "empty.sqlite").execution_options(writes=True)
        with engine.begin() as connection:
            VERSIONS.create(connection)
            config = config_for(connection)
            scripts = ScriptDirectory.from_config(config)
            number = len(list(scripts.walk_revisions())) + 1
            if number > 1:
                command.upgrade(config, "head")
            made = command.revision(config, what, autogenerate=True, rev_id=f"{number:04}")
    tidy(made.path)


def tidy(path: str) -> None:
    """Lays the file out as all others are."""
    run([sys.executable, "-m", "ruff", "check", "-q", "--fix", path], check=False)
    run([sys.executable, "-m", "ruff", "format", "-q", path], check=True)


if __name__ == "__main__":
    main(sys.argv[1])
    print(f"written into {HOME / 'versions'}; look it over")
