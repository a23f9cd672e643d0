"""Makes a copy of an archive while others read and write it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Final

from mjlog.archive.storage.database import (
    ArchiveError,
    for_the_owner_alone,
    is_address,
    shown,
    url_of,
)
from mjlog.archive.store import Archive

DUMP: Final = "pg_dump"


def backup(archive: Archive, output: Path) -> None:
    """Copy the present state of an archive into the file `output`, replacing an earlier file.

    The copy of an SQLite archive is an archive itself; the copy of a PostgreSQL archive is a file
    for `pg_restore`. If copying fails, an earlier file stays, and ArchiveError is raised.
    """
    part = output.with_name(f"{output.name}.part")
    part.unlink(missing_ok=True)
    try:
        for_the_owner_alone(part)
        if is_address(str(archive.where)):
            _dump(str(archive.where), part)
        else:
            _copy(Path(archive.where), part)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(output)
    except (OSError, sqlite3.Error) as problem:
        raise ArchiveError(f"{output} cannot be written: {problem}") from problem
    finally:
        part.unlink(missing_ok=True)


def _copy(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new, pages=1000, sleep=0.001)
        new.execute("PRAGMA journal_mode = DELETE")  # keeps the whole copy in one file


def _dump(where: str, target: Path) -> None:
    program = shutil.which(DUMP)
    if program is None:
        raise ArchiveError(f"a copy of PostgreSQL needs {DUMP} (Debian: postgresql-client)")
    url = url_of(where).set(drivername="postgresql")
    # The password is passed in the environment, because lists of processes do not show it.
    address = url.set(password=None).render_as_string(hide_password=False)
    words = [program, "--format=custom", f"--file={target}", f"--dbname={address}"]
    environment = {**os.environ, **({"PGPASSWORD": url.password} if url.password else {})}
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        reason = " ".join(done.stderr.split())[:300]
        raise ArchiveError(f"{shown(where)}: {DUMP} failed: {reason}")
