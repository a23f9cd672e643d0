"""Jobs: files that a server adds to the archive in the background, while a page shows the progress.

Jobs are kept in the database, so that every process can report them, and another process can
continue a job whose process has ended.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update

from mjlog.archive.adding.entry import pack, unpack
from mjlog.archive.storage import tables
from mjlog.archive.storage.clock import now
from mjlog.archive.store import Archive

LIFE: Final = 24 * 3_600 * 1_000_000
"""Microseconds after which a job is forgotten."""
SILENT: Final = 30 * 1_000_000
"""Microseconds after which a process that said nothing is taken to have ended."""
_jobs: Final = tables.jobs.c
File = tuple[str, bytes]
Outcome = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Job:
    """A job of adding files, with the result of each record handled so far in `told`.

    `number` is the number of all its records, 0 while unknown. `policy` says who may see the
    records, as JSON members.
    """

    id: str
    is_done: bool
    told: tuple[Outcome, ...]
    number: int
    policy: dict[str, Any]


def create_job(archive: Archive, files: Sequence[File], policy: dict[str, Any]) -> str:
    """Store a new job with its files, delete jobs older than a day, and return its name.

    The name is random, so that nobody can guess it.
    """
    name = token_hex(16)
    moment = now()
    row = {
        "id": name,
        "made": moment,
        "beat": moment,
        "state": "waiting",
        "policy": json.dumps(policy),
        "data": _packed(files),
        "told": "[]",
        "number": 0,
    }
    with archive.writing() as connection:
        connection.execute(delete(tables.jobs).where(_jobs.made < moment - LIFE))
        connection.execute(insert(tables.jobs).values(row))
    return name


def job_of(archive: Archive, name: str) -> Job | None:
    """Return the job of that name; None if it does not exist or was deleted."""
    columns = (_jobs.id, _jobs.state, _jobs.told, _jobs.number, _jobs.policy)
    with archive.reading() as connection:
        row = connection.execute(select(*columns).where(_jobs.id == name)).first()
    if row is None:
        return None
    outcomes = tuple(json.loads(row.told))
    return Job(row.id, row.state == "done", outcomes, row.number, json.loads(row.policy))


def files_of_job(archive: Archive, name: str) -> list[File]:
    """Return the files of a job as (name, bytes); empty if it is done or does not exist."""
    with archive.reading() as connection:
        return contents(connection, name)[0]


def names_of_jobs(connection: Connection) -> list[str]:
    """Return the names of all jobs."""
    return [*connection.execute(select(_jobs.id)).scalars()]


def contents(connection: Connection, name: str) -> tuple[list[File], str]:
    """Return the files of a job and its results so far, as the text of a JSON list.

    Both are empty if the job does not exist; a job that is done has no files any more.
    """
    row = connection.execute(select(_jobs.data, _jobs.told).where(_jobs.id == name)).first()
    data, outcomes = row or (None, "[]")
    head, _, rest = unpack(data or pack(b"2\n[]")).partition(b"\n")
    names, body = json.loads(rest[: int(head)]), rest[int(head) :]
    files: list[File] = []
    for each, size in names:
        files.append((each, body[:size]))
        body = body[size:]
    return files, outcomes


def replace_contents(connection: Connection, name: str, files: Sequence[File], told: str) -> None:
    """Replace the files and the results of a job; `told` is the results as a JSON list."""
    values = {"data": _packed(files), "told": told}
    connection.execute(update(tables.jobs).where(_jobs.id == name).values(values))


def _packed(files: Sequence[File]) -> bytes:
    """Return files as one value for the database: their names and sizes, then their bytes."""
    names = json.dumps([[name, len(data)] for name, data in files]).encode()
    return pack(b"%d\n" % len(names) + names + b"".join(data for _, data in files))


def record_progress(
    archive: Archive, name: str, told: Sequence[Outcome], number: int, *, is_done: bool = False
) -> None:
    """Record the results of a job so far, and the number of its records.

    With `is_done`, record that the job is done, and delete its files.
    """
    values: dict[str, Any] = {"told": json.dumps(told), "number": number, "beat": now()}
    if is_done:
        values |= {"state": "done", "data": pack(b"2\n[]")}
    with archive.writing() as connection:
        connection.execute(update(tables.jobs).where(_jobs.id == name).values(values))


def beat(archive: Archive, names: Collection[str]) -> None:
    """Record that the process of these jobs is alive."""
    with archive.writing() as connection:
        connection.execute(update(tables.jobs).where(_jobs.id.in_(names)).values(beat=now()))


def abandoned_jobs(archive: Archive) -> list[str]:
    """Return the names of unfinished jobs whose process seems to have ended, the oldest first.

    Such a process has said nothing for 30 seconds.
    """
    is_left = (_jobs.state != "done", _jobs.beat < now() - SILENT)
    with archive.reading() as connection:
        asked = select(_jobs.id).where(*is_left).order_by(_jobs.made)
        return [*connection.execute(asked).scalars()]


def take_over(archive: Archive, name: str) -> bool:
    """Take an unfinished job whose process has said nothing for 30 seconds.

    Return whether it was taken; False if there is no such job any more, for example because another
    process was faster.
    """
    moment = now()
    is_left = (_jobs.id == name, _jobs.state != "done", _jobs.beat < moment - SILENT)
    with archive.writing() as connection:
        taken = connection.execute(update(tables.jobs).where(*is_left).values(beat=moment))
        return taken.rowcount == 1
