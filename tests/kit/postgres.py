"""A PostgreSQL server for the tests: without a port, in one folder, stopped when the tests end."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, NullPool, RowMapping, create_engine, text

from mjlog.archive.store import create

DEBIAN = Path("/usr/lib/postgresql")
QUICK = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""Fast settings, which are safe because no power failure is tested."""
SMALL = ("listen_addresses=", "max_connections=60", "shared_buffers=16MB")

LARGE = 8_000_000
"""Size in bytes from which making a new database is faster than emptying the old one."""
_LAYOUT = """
SELECT string_agg(told, ' ' ORDER BY told) FROM (
  SELECT concat_ws(':', relname, attname, attnum, atttypid) AS told
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = 'public'::regnamespace AND attnum > 0
  UNION ALL
  SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace
) AS layout
"""
_WRITTEN = """
SELECT relname FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0
"""
_SIZE = """
SELECT sum(pg_relation_size(oid)) FROM pg_class WHERE relnamespace = 'public'::regnamespace
"""
_COUNT_ANEW = """
SELECT setval(oid::regclass, 1, false) FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'
"""
_CUT_OTHERS = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE pid <> pg_backend_pid() AND datname = current_database()
"""


def programs() -> Path | None:
    """The folder of `initdb` and `pg_ctl`, of the newest server that is installed."""
    found = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    known = shutil.which("initdb")
    return Path(known).resolve().parent if known else None


def missing() -> str:
    """Why there is no server here; empty where there is one."""
    if programs() is None:
        return "PostgreSQL is not installed (Debian: apt-get install postgresql)"
    if os.geteuid() == 0 and not _other_user():
        return "PostgreSQL does not run as root, and there is no user postgres"
    return ""


def _other_user() -> str:
    """Whom the server runs as: it refuses to be root."""
    if os.geteuid() != 0:
        return ""
    return next((user.pw_name for user in pwd.getpwall() if user.pw_name == "postgres"), "")


def _run(words: Sequence[str | Path]) -> None:
    user = _other_user() or None
    group = pwd.getpwnam(user).pw_gid if user else None
    subprocess.run(
        list(map(str, words)),
        check=True,
        user=user,
        group=group,
        extra_groups=[] if user else None,
        cwd="/",
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        timeout=120,
    )


class Server:
    """A running server; `database` makes an empty database, `archive` one with an empty archive."""

    def __init__(self, folder: Path, bin_folder: Path, settings: Sequence[str]) -> None:
        self.folder = folder
        self._bin = bin_folder
        self._settings = settings
        self._number = 0
        self._template = ""
        self._layout = ""
        self._first_rows: dict[str, Sequence[RowMapping]] = {}
        self._emptied: list[str] = []
        self._engine = self._own_engine()

    def _own_engine(self) -> Engine:
        url = _by_psycopg(self.url("postgres"))
        return create_engine(url, isolation_level="AUTOCOMMIT", pool_pre_ping=True)

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        options = " ".join(f"-c {each}" for each in (*SMALL, *self._settings))
        options += f" -k {self.folder}"
        log = self.folder / "log"
        data = self.folder / "data"
        _run([self._bin / "pg_ctl", "-D", data, "-l", log, "-o", options, "-w", "start"])

    def stop(self, mode: str = "immediate") -> None:
        """Ends it at once: `immediate` is as if it had been killed."""
        self._engine.dispose()
        _run([self._bin / "pg_ctl", "-D", self.folder / "data", "-m", mode, "-w", "stop"])

    def url(self, name: str) -> str:
        """The URL of one of its databases."""
        return f"postgresql://mjlog@/{name}?host={self.folder}"

    def database(self) -> str:
        """Makes an empty database; its URL."""
        return self._copy_of("template0")

    def archive(self) -> str:
        """Makes a database with an empty archive; its URL.

        It is one that was emptied, or the copy of one that is made as all are: a copy costs a tenth
        of that, and to empty one a tenth again.
        """
        if not self._template:
            url = self.database()
            create(url).close()
            self._template = _name_in(url)
            self._look_at(url)
        return self._emptied.pop() if self._emptied else self._copy_of(self._template)

    def _look_at(self, url: str) -> None:
        """Remembers how an empty archive is laid out, and the rows that it has all the same."""
        with _once(url) as connection:
            self._layout = connection.scalar(text(_LAYOUT))
            for name in connection.scalars(text(_WRITTEN)).all():
                rows = connection.execute(text(f"SELECT * FROM {name}"))  # noqa: S608  our table
                self._first_rows[name] = rows.mappings().all()

    def give_back(self, url: str) -> None:
        """Empties an archive for the next test; drops one that has other tables, or is large."""
        with _once(url) as connection:
            connection.execute(text(_CUT_OTHERS))
            is_wanted = (
                connection.scalar(text(_LAYOUT)) == self._layout
                and connection.scalar(text(_SIZE)) < LARGE
            )
            if is_wanted:
                self._empty(connection)
        if is_wanted:
            self._emptied.append(url)
        else:
            self.drop(url)

    def _empty(self, connection: Connection) -> None:
        """Leaves the rows of a new archive, and numbers begin again."""
        connection.execute(text("SET LOCAL session_replication_role = replica"))
        for name in connection.scalars(text(_WRITTEN)).all():
            connection.execute(text(f"DELETE FROM {name}"))  # noqa: S608  our table
        for name, rows in self._first_rows.items():
            values = ", ".join(f":{column}" for column in rows[0])
            words = f"INSERT INTO {name} VALUES ({values})"  # noqa: S608  our table
            connection.execute(text(words), [dict(row) for row in rows])
        connection.execute(text(_COUNT_ANEW)).all()

    def _copy_of(self, template: str) -> str:
        self._number += 1
        name = f"archive{self._number}"
        words = f"CREATE DATABASE {name} TEMPLATE {template} ENCODING 'UTF8'"
        self.run(f"{words} STRATEGY FILE_COPY" if self._has_strategies() else words)
        return self.url(name)

    def _has_strategies(self) -> bool:
        """Whether it may be told to copy files, which is quickest where nothing is logged."""
        with self._engine.connect() as connection:
            version = connection.dialect.server_version_info
        return version is not None and version >= (15,)

    def drop(self, url: str) -> None:
        """Drops a database, whoever is connected."""
        self.run(f"DROP DATABASE {_name_in(url)} WITH (FORCE)")

    def cut(self) -> None:
        """Cuts every connection but this one."""
        self.run(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )

    def base(self) -> Path:
        """A copy of all its files, from which it may begin again."""
        copy = self.folder / "base"
        where = ("-h", str(self.folder), "-U", "mjlog", "-D", copy)
        _run([self._bin / "pg_basebackup", *where, "-c", "fast"])
        return copy

    def begin_again(self, base: Path, settings: str) -> None:
        """Starts from a copy of its files, with these settings, back to the moment they name."""
        self.stop("fast")
        data = self.folder / "data"
        shutil.rmtree(data)
        base.rename(data)
        for name, more in ("postgresql.auto.conf", settings), ("recovery.signal", ""):
            with (data / name).open("a", encoding="utf-8") as file:
                file.write(more)
        self.start()

    def owns(self, folder: Path) -> Path:
        """Makes a folder that the server may write."""
        folder.mkdir()
        if user := _other_user():
            shutil.chown(folder, user, pwd.getpwnam(user).pw_gid)
        return folder

    def ask(self, words: str) -> Any:
        """What one question of the server's own user answers."""
        with self._engine.connect() as connection:
            return connection.scalar(text(words))

    def run(self, words: str) -> None:
        """One statement of the server's own user."""
        with self._engine.connect() as connection:
            connection.execute(text(words))


def _by_psycopg(url: str) -> str:
    return url.replace("postgresql:", "postgresql+psycopg:", 1)


@contextmanager
def _once(url: str) -> Iterator[Connection]:
    """A transaction on a connection that is closed behind it."""
    engine = create_engine(_by_psycopg(url), poolclass=NullPool)
    with engine.begin() as connection:
        yield connection


def _name_in(url: str) -> str:
    """The name of the database that a URL names."""
    return url.partition("@/")[2].partition("?")[0]


@contextmanager
def server(settings: Sequence[str] = QUICK) -> Iterator[Server]:
    """A new server in a folder of its own, gone at the end."""
    bin_folder = programs()
    assert bin_folder is not None
    folder = Path(tempfile.mkdtemp(prefix="mjlog-pg-"))
    if user := _other_user():
        shutil.chown(folder, user, pwd.getpwnam(user).pw_gid)
    made = Server(folder, bin_folder, settings)
    try:
        data = folder / "data"
        _run([bin_folder / "initdb", "-D", data, "-U", "mjlog", "-A", "trust", "-N", "-E", "UTF8"])
        made.start()
        try:
            yield made
        finally:
            with suppress(subprocess.CalledProcessError):  # a test may have stopped it
                made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
