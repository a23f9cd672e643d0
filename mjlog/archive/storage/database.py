"""Connects to an archive's database: an SQLite file, or PostgreSQL by its URL."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import (
    URL,
    Column,
    Connection,
    Engine,
    MetaData,
    String,
    Table,
    create_engine,
    event,
    inspect,
    make_url,
    text,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import QueuePool

from mjlog.archive.storage.tables import meta, metadata
from mjlog.private_files import close_to_others

SCHEMA: Final = "0003"
"""The version of the tables that this program reads and writes: the newest of `migrations`."""
VERSIONS: Final = Table(
    "alembic_version", MetaData(), Column("version_num", String(32), primary_key=True)
)
"""Table in which Alembic stores the version of the tables."""
WAIT: Final = 30.0
"""Seconds that a writer waits for another writer."""
_ADDRESS: Final = re.compile(r"[a-z][a-z0-9+]*://")
_DRIVERS: Final = {"postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}


class ArchiveError(Exception):
    """Raised if an archive cannot be opened, created or written; the message says what to do."""


def is_address(where: str) -> bool:
    """Return whether the text is the URL of a database. If it is not, it is a path."""
    return bool(_ADDRESS.match(where))


def url_of(where: str | Path) -> URL:
    """Convert the URL of a database, or the path of an SQLite file, into a SQLAlchemy URL.

    Raises ArchiveError if the text looks like a URL but is invalid.

    >>> url_of("postgresql://club@localhost/games").drivername
    'postgresql+psycopg'
    """
    if not is_address(str(where)):
        return URL.create("sqlite", database=str(where))
    try:
        url = make_url(str(where))
    except ArgumentError:
        raise ArchiveError("this is no URL of a database: postgresql://user@host/name") from None
    return url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))


def shown(where: str | Path) -> str:
    """Return an archive's path or URL for a message. A password in the URL is replaced by stars.

    >>> shown("postgresql://club:secret@localhost/games")
    'postgresql://club:***@localhost/games'
    """
    if is_address(str(where)):
        url = url_of(where)
        return url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
    return str(where)


def engine_for(where: str | Path) -> Engine:
    """Create the SQLAlchemy engine of an archive's database. No connection is opened yet.

    Raises ArchiveError if the database driver is missing or the URL is invalid.
    """
    url = url_of(where)
    if url.get_backend_name() == "sqlite":
        return _sqlite(url)
    try:
        made = create_engine(url, pool_pre_ping=True, pool_size=8, max_overflow=24)
    except (ImportError, NoSuchModuleError):
        words = f"{url.get_backend_name()} needs its driver: pip install 'mjlog[server]'"
        raise ArchiveError(words) from None
    event.listen(made, "begin", _take_turns)
    return made


def readers_of(engine: Engine) -> Engine:
    """Return an engine whose connections are used only for reading.

    All queries of a transaction see the same state of the data. SQLite guarantees this by itself;
    for PostgreSQL another isolation level is set.
    """
    if engine.dialect.name == "sqlite":
        return engine
    return engine.execution_options(isolation_level="REPEATABLE READ")


def _sqlite(url: URL) -> Engine:
    made = create_engine(
        url,
        poolclass=QueuePool,
        pool_size=8,
        max_overflow=32,
        connect_args={"timeout": WAIT, "check_same_thread": False},
    )
    event.listen(made, "connect", _prepared)
    event.listen(made, "begin", _begun)
    return made


def _prepared(connection: Any, _: object) -> None:
    """Set the options of a new SQLite connection; called by SQLAlchemy.

    With these options, readers never wait for a writer, a power cut loses no finished transaction,
    and references between tables are checked.
    """
    connection.isolation_level = None  # the handler of the begin event begins each transaction
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {setting}")
    connection.execute("PRAGMA cache_size = -16000")


def _begun(connection: Connection) -> None:
    """Begin an SQLite transaction; called by SQLAlchemy.

    If the transaction will write, it gets the write lock here, because getting the lock after
    reading could fail. If another program has the lock, wait; with the option ``at_once``, fail
    immediately.
    """
    options = connection.get_execution_options()
    if options.get("changes_tables"):
        # SQLite changes a table by making a new one. Rows that refer to the old table must not be
        # deleted with it.
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
    if not options.get("writes"):
        connection.exec_driver_sql("BEGIN")
    elif not options.get("at_once"):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.exec_driver_sql("PRAGMA busy_timeout = 0")
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        finally:
            connection.exec_driver_sql(f"PRAGMA busy_timeout = {WAIT * 1000:.0f}")


_TURN: Final = 0x6D6A6C6F67
"""Number of the PostgreSQL lock that a writer takes; other programs use other numbers."""


def _take_turns(connection: Connection) -> None:
    """Begin a PostgreSQL transaction; called by SQLAlchemy.

    A transaction that will write waits until no other transaction writes; with the option
    ``at_once``, it waits at most 50 ms. Otherwise two writers could both add the same player, event
    or record.
    """
    options = connection.get_execution_options()
    if options.get("at_once"):
        connection.exec_driver_sql("SET LOCAL lock_timeout = '50ms'")
    if options.get("writes"):
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_TURN})")


@contextmanager
def convert_errors(where: str | Path) -> Iterator[None]:
    """Return a context manager that converts a database error in its block to an ArchiveError.

    The error message names the archive `where`, without a password, and says what to do.
    """
    try:
        yield
    except DBAPIError as problem:
        raise ArchiveError(f"{shown(where)}: {reason_of_failure(str(problem.orig))}") from problem


def for_the_owner_alone(path: Path) -> None:
    """Create an empty file that only its owner may read. If the file exists, it is not changed."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def keep_private(where: str | Path) -> None:
    """Remove all rights of other users from the files of an SQLite archive.

    Do nothing if `where` is the URL of a database.
    """
    if not is_address(str(where)):
        for ending in _FILES_OF_SQLITE:
            close_to_others(Path(f"{where}{ending}"))


_FILES_OF_SQLITE: Final = ("", "-wal", "-shm", "-journal")


@contextmanager
def writing_to(where: str | Path) -> Iterator[Connection]:
    """Return a context manager for one transaction that creates or changes tables.

    It opens a connection, and closes it after the ``with`` block. A missing SQLite file is created,
    and only its owner may read it. Raises ArchiveError if the database fails.
    """
    if not is_address(str(where)):
        with suppress(OSError):  # SQLite will report the problem with the folder
            for_the_owner_alone(Path(where))
    keep_private(where)
    engine = engine_for(where).execution_options(writes=True, changes_tables=True)
    try:
        with convert_errors(where), engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


_REASONS: Final = {
    "readonly": "the archive is read-only; give this user the right to write to it",
    "read-only": "the archive is read-only; give this user the right to write to it",
    "disk is full": "the disk is full; nothing of this was kept, make room and try again",
    "no space left": "the disk is full; nothing of this was kept, make room and try again",
    "disk i/o error": "the disk cannot be read or written; if it is full, make room and try again",
    "not a database": "this is no archive: the file is no SQLite database",
    "malformed": "the database file is damaged; restore a backup",
    "unable to open": "the file cannot be opened; does its folder exist, may this user read it?",
    "locked": "another program writes to the archive for too long; try again",
    "server running": "the database server does not answer; is it running?",
    "terminating connection": "the database server cut the connection; try again",
    "connection refused": "the database server does not answer; is it running?",
    "password authentication": "the database server refuses this user or password",
    "does not exist": "the database server has no such database or user",
}


def reason_of_failure(words: str) -> str:
    """Convert the error message of a database driver into a sentence that says what to do.

    An unknown message is returned as it is, cut after 300 letters.
    """
    words = " ".join(words.split())
    reason = next((meaning for sign, meaning in _REASONS.items() if sign in words.lower()), None)
    if reason is not None:
        return reason
    return words[:300]


def is_archive(connection: Connection) -> bool:
    """Return whether the database contains the tables of an archive."""
    return inspect(connection).has_table(meta.name)


def make_tables(connection: Connection) -> None:
    """Create all tables and indexes of an archive in an empty database."""
    metadata.create_all(connection)
    VERSIONS.create(connection)
    connection.execute(VERSIONS.insert(), [{"version_num": SCHEMA}])
    make_search_index(connection)


def make_search_index(connection: Connection) -> None:
    """Create the word index for searches, if the database can.

    The index holds all groups of three characters (trigrams) of the searchable texts.
    """
    for statement in _INDEXES[connection.dialect.name]:
        # Without an index, searches are only slower.
        with suppress(DBAPIError), connection.begin_nested():
            connection.execute(text(statement))


_INDEXES: Final = {
    "sqlite": [
        (
            "CREATE VIRTUAL TABLE word_index USING fts5(folded, tokenize='trigram', "
            "content='words', content_rowid='record_id')"
        ),
        (
            "CREATE TRIGGER words_added AFTER INSERT ON words BEGIN "
            "INSERT INTO word_index(rowid, folded) VALUES (new.record_id, new.folded); END"
        ),
        (
            "CREATE TRIGGER words_gone AFTER DELETE ON words BEGIN "
            "INSERT INTO word_index(word_index, rowid, folded) "
            "VALUES ('delete', old.record_id, old.folded); END"
        ),
        (
            "CREATE TRIGGER words_changed AFTER UPDATE ON words BEGIN "
            "INSERT INTO word_index(word_index, rowid, folded) "
            "VALUES ('delete', old.record_id, old.folded); "
            "INSERT INTO word_index(rowid, folded) VALUES (new.record_id, new.folded); END"
        ),
    ],
    "postgresql": [
        "CREATE EXTENSION IF NOT EXISTS pg_trgm",
        "CREATE INDEX ix_words_folded ON words USING gin (folded gin_trgm_ops)",
    ],
}


def check_schema(connection: Connection, where: str | Path) -> None:
    """Raise ArchiveError unless the database is an archive of the present version."""
    if not is_archive(connection):
        words = f"{shown(where)} holds no archive; make one: mjlog archive init {shown(where)}"
        raise ArchiveError(words)
    version = connection.execute(VERSIONS.select()).scalar()
    if version != SCHEMA:
        words = (
            f"{shown(where)} has the tables of version {version}, this program those of {SCHEMA}; "
            f"run: mjlog archive upgrade {shown(where)}"
        )
        raise ArchiveError(words)
