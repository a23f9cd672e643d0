"""Keeps the archive of a served folder in the user's cache, never in the folder itself.

It can be deleted at any time. If it is damaged or from another version, it is made again.
"""

from __future__ import annotations

import os
import sys
import tempfile
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from mjlog.archive.storage.cache_tables import of_cache
from mjlog.archive.storage.database import SCHEMA, ArchiveError
from mjlog.archive.storage.tables import metadata
from mjlog.archive.store import Archive, create
from mjlog.model.findings import reason_of

VARIABLE: Final = "MJLOG_CACHE"
"""Environment variable that names another folder for all caches."""


@dataclass(frozen=True, slots=True)
class Cache:
    """An open cache: a small archive of the records in a folder that is served.

    `why_temporary` says why the cache is only temporary, and so will be empty at the next start;
    it is an empty text if the cache stays.
    """

    archive: Archive
    why_temporary: str = ""


def home() -> Path:
    """Return the folder for the caches of this user.

    It is the value of the environment variable `MJLOG_CACHE`, or else the system's folder for
    caches.
    """
    if folder := os.environ.get(VARIABLE):
        return Path(folder)
    return _platform_folder() / "mjlog"


def _platform_folder() -> Path:
    named = os.environ.get("LOCALAPPDATA" if sys.platform == "win32" else "XDG_CACHE_HOME", "")
    if Path(named).is_absolute():
        return Path(named)
    return Path.home() / ("Library/Caches" if sys.platform == "darwin" else ".cache")


def file_for(source: Path) -> Path:
    """Return the path of the cache file for the folder or file at `source`."""
    name = blake2b(os.fsencode(source.resolve()), digest_size=16).hexdigest()
    return home() / f"{name}-{schema_hash()}.sqlite"


@cache
def schema_hash() -> str:
    """Return a hash of the names of all tables and columns.

    It is a part of the names of cache files, so that a version of mjlog with other columns uses
    another file.
    """
    columns = [
        f"{table.name}.{column.name}" for table in metadata.sorted_tables for column in table.c
    ]
    return blake2b(" ".join([SCHEMA, *columns]).encode(), digest_size=4).hexdigest()


def open_cache(source: Path) -> Cache:
    """Open the cache of audited records for the folder or file at `source`, which is served.

    Because of the cache, the same files need not be audited again at the next start. A missing
    cache is created. If it cannot be opened or created, or if it would be inside the served folder,
    a temporary cache is opened.
    """
    file = file_for(source)
    if file.is_relative_to(source.resolve()):
        return _temporary(f"the folder of caches, {home()}, lies in the folder that is served")
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return Cache(_quick(_sound(file)))
    except OSError as problem:
        return _temporary(f"{home()} cannot be written to: {reason_of(problem)}")
    except ArchiveError as problem:
        return _temporary(str(problem))


def _temporary(why: str) -> Cache:
    file = Path(tempfile.mkdtemp(prefix="mjlog-")) / "cache.sqlite"
    return Cache(_quick(_made(file)), why)


def _made(file: Path) -> Archive:
    """Open the archive in `file` as a cache, or create it if it does not exist.

    The additional table of caches is created, too, if it is missing.
    """
    archive = create(file)
    with archive.writing() as connection:
        of_cache.create_all(connection)
    return archive


def _sound(file: Path) -> Archive:
    """Open the cache in `file`. If the file is damaged, delete it and create a new cache.

    Raises ArchiveError if the disk cannot be written, or if another program writes to the file.
    """
    try:
        archive = _made(file)
        _check(archive)
    except ArchiveError as problem:
        # If the disk is full or read-only, or another program writes, the file is not damaged.
        if isinstance(problem.__cause__, OperationalError):
            raise
        throw_away(file)
        return _made(file)
    return archive


def _check(archive: Archive) -> None:
    with archive.reading() as connection:
        answer = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if answer != "ok":
        archive.close()
        raise ArchiveError(str(answer))


def throw_away(file: Path) -> None:
    """Delete a cache file, and the files that SQLite keeps next to it."""
    for ending in ("", "-wal", "-shm"):
        file.with_name(file.name + ending).unlink(missing_ok=True)


def _quick(archive: Archive) -> Archive:
    """Set SQLite not to wait for the disk after each write; return the archive.

    A power cut may then lose the last writes. They are made again when the folder is read again.
    """
    event.listen(archive.engine, "connect", _hasten)
    archive.engine.dispose()
    return archive


def _hasten(connection: Any, _: object) -> None:
    connection.execute("PRAGMA synchronous = NORMAL")
