"""Write a draft of a migration from the archive's present tables to those in the code.

Usage: python docs/migration.py "what changes". Check the file that it writes.
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
    """Compare the tables made by all migrations with those in the code, and write the draft."""
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
    """Format the file as all others are."""
    run([sys.executable, "-m", "ruff", "check", "-q", "--fix", path], check=False)
    run([sys.executable, "-m", "ruff", "format", "-q", path], check=True)


if __name__ == "__main__":
    main(sys.argv[1])
    print(f"written into {HOME / 'versions'}; look it over")
