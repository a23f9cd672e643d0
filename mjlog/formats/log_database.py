"""Opens a SQLite file of compressed logs like an archive: each row of its table is a member.

Programs that collect logs of Tenhou have a table `logs` with the columns `log_id` and `log`, the
XML compressed by zlib. The file is only read. A query that runs too long is stopped, because a
hostile file can make queries slow.
"""

from __future__ import annotations

import io
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

_LONGEST_NAME: Final = 120
_EITHER_HEADER: Final = 47
"""Code of zlib for data with a zlib header or a gzip header."""
_STEPS: Final = 1_000_000
_MOST_STEPS_A_ROW: Final = 50


class Row(NamedTuple):
    """A log in the database: its name, its bytes, and why the bytes are missing or incomplete."""

    name: str
    data: bytes
    problem: str = ""


class NoLogsError(Exception):
    """Raised if a database cannot be read or has no table of logs; the message is the reason."""


def rows_of(stream: BinaryIO, limit: int) -> Iterator[Row]:
    """Unpack the logs in a SQLite database, and yield a `Row` for each log.

    If a log is longer than `limit` bytes or cannot be unpacked, its `Row` says why in `problem`. A
    stream that is not a file on disk is first copied to memory. Raise `NoLogsError` if the database
    is damaged, has no table of logs, or is too long to be copied (more than `limit` bytes).
    """
    try:
        with closing(_opened(stream, limit)) as database:
            yield from _rows(database, limit)
    except sqlite3.Error as broken:
        raise NoLogsError(f"the database cannot be read ({broken})") from None


def _opened(stream: BinaryIO, limit: int) -> sqlite3.Connection:
    name = getattr(stream, "name", None)
    if isinstance(name, str) and not isinstance(stream, io.BytesIO) and Path(name).is_file():
        address = f"{Path(name).absolute().as_uri()}?mode=ro&immutable=1"
        return sqlite3.connect(address, uri=True)
    data = stream.read(limit + 1)
    if len(data) > limit:
        raise NoLogsError(_too_large(limit))
    database = sqlite3.connect(":memory:")
    database.deserialize(data)
    return database


def _rows(database: sqlite3.Connection, limit: int) -> Iterator[Row]:
    steps = 0

    def is_too_long() -> bool:
        nonlocal steps
        steps += 1
        return steps > _MOST_STEPS_A_ROW

    database.set_progress_handler(is_too_long, _STEPS)
    database.text_factory = bytes
    for setting in ("trusted_schema=off", "query_only=on", "cell_size_check=on"):
        database.execute(f"PRAGMA {setting}")
    # Only a real table is read, because a view or a virtual table could run any computation.
    made = database.execute("SELECT sql FROM sqlite_master WHERE type='table' AND name='logs'")
    row = made.fetchone()
    columns = {column[1] for column in database.execute("PRAGMA table_info(logs)")}
    if (
        not row
        or not row[0].upper().startswith(b"CREATE TABLE")
        or not {b"log_id", b"log"} <= columns
    ):
        raise NoLogsError("it is a SQLite database without a table of logs")
    for log_id, log in database.execute("SELECT log_id, log FROM logs"):
        steps = 0
        yield _row(log_id, log, limit)


def _row(log_id: object, log: object, limit: int) -> Row:
    name = log_id.decode("utf-8", "replace") if isinstance(log_id, bytes) else str(log_id)
    name = "".join(sign if sign.isprintable() else "?" for sign in name[:_LONGEST_NAME])
    if not isinstance(log, bytes) or not log:
        return Row(name, b"", "the row holds no log")
    if log.lstrip()[:1] == b"<":
        return Row(name, log) if len(log) <= limit else Row(name, b"", _too_large(limit))
    engine = zlib.decompressobj(_EITHER_HEADER)
    try:
        data = engine.decompress(log, limit + 1)
    except zlib.error as broken:
        return Row(name, b"", f"the packed data is damaged or cut off ({broken})")
    if len(data) > limit:
        return Row(name, b"", _too_large(limit))
    return Row(name, data, "" if engine.eof else "the packed data is cut off")


def _too_large(limit: int) -> str:
    """Return the message that a log or database larger than `limit` bytes was not read."""
    return f"it is larger than {limit} bytes and was not read"
