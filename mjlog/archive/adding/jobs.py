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
"""Microseconds after which a job is deleted."""
SILENT: Final = 30 * 1_000_000
"""Microseconds without a sign of life after which a process counts as ended."""
_jobs: Final = tables.jobs.c
File = tuple[str, bytes]
Outcome = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Job:
    """A job that adds uploaded files to the archive in the background, with its progress.

    `outcomes` has the result of each record handled up to now. `number` is the number of records in
    all files of the job, 0 while unknown. `policy` has the members of a JSON object that says who
    may see the new records.
    """

    id: str
    is_done: bool
    outcomes: tuple[Outcome, ...]
    number: int
    policy: dict[str, Any]


def create_job(archive: Archive, files: Sequence[File], policy: dict[str, Any]) -> str:
    """Store a new job: uploaded files that will be added to the archive in the background.

    Return the name of the job. It is random, so that only the uploader knows it and can ask about
    the job. `policy` says who may see the new records, for example ``{"visibility": "public"}``.
    Jobs older than a day are deleted.
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
    """Return the job called `name`: its results up to now, and whether it is done.

    The files are not included. Return None if no such job is stored.
    """
    columns = (_jobs.id, _jobs.state, _jobs.told, _jobs.number, _jobs.policy)
    with archive.reading() as connection:
        row = connection.execute(select(*columns).where(_jobs.id == name)).first()
    if row is None:
        return None
    outcomes = tuple(json.loads(row.told))
    return Job(row.id, row.state == "done", outcomes, row.number, json.loads(row.policy))


def files_of_job(archive: Archive, name: str) -> list[File]:
    """Return the files of a job as pairs of name and bytes.

    The list is empty if the job is done, because its files are deleted then, or if it does not
    exist.
    """
    with archive.reading() as connection:
        return contents(connection, name)[0]


def names_of_jobs(connection: Connection) -> list[str]:
    """Return the names of all stored jobs, also of jobs that are done."""
    return [*connection.execute(select(_jobs.id)).scalars()]


def contents(connection: Connection, name: str) -> tuple[list[File], str]:
    """Return the files of a job, and the results of the records that were handled up to now.

    The files are pairs of name and bytes; a job that is done has no files any more. The results are
    the text of a JSON list. If the job does not exist, return no files and the text ``[]``.
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


def replace_contents(
    connection: Connection, name: str, files: Sequence[File], outcomes: str
) -> None:
    """Overwrite the stored files and results of a job.

    Used to remove the name of a forgotten player from uploaded files. `outcomes` is the text of a
    JSON list with the results of the records that were handled up to now.
    """
    values = {"data": _packed(files), "told": outcomes}
    connection.execute(update(tables.jobs).where(_jobs.id == name).values(values))


def _packed(files: Sequence[File]) -> bytes:
    """Join the files of a job into one compressed value for the database.

    The value contains a list of the files' names and sizes, then the bytes of all files. `contents`
    takes it apart again.
    """
    names = json.dumps([[name, len(data)] for name, data in files]).encode()
    return pack(b"%d\n" % len(names) + names + b"".join(data for _, data in files))


def record_progress(
    archive: Archive, name: str, outcomes: Sequence[Outcome], number: int, *, is_done: bool = False
) -> None:
    """Store how far a job is: its results up to now, and whether it is done.

    `outcomes` has a result for each record that was handled. `number` is the number of records in
    all files of the job, 0 while unknown. If `is_done`, also delete the files of the job.
    """
    values: dict[str, Any] = {"told": json.dumps(outcomes), "number": number, "beat": now()}
    if is_done:
        values |= {"state": "done", "data": pack(b"2\n[]")}
    with archive.writing() as connection:
        connection.execute(update(tables.jobs).where(_jobs.id == name).values(values))


def beat(archive: Archive, names: Collection[str]) -> None:
    """Store the present time in the jobs called `names`, as a sign that a process works on them.

    The process calls this regularly. If it stops, another process can take over its jobs (see
    `take_over`).
    """
    with archive.writing() as connection:
        connection.execute(update(tables.jobs).where(_jobs.id.in_(names)).values(beat=now()))


def abandoned_jobs(archive: Archive) -> list[str]:
    """Return the names of unfinished jobs without a sign of life for 30 seconds, oldest first.

    The process that worked on such a job has probably ended.
    """
    is_left = (_jobs.state != "done", _jobs.beat < now() - SILENT)
    with archive.reading() as connection:
        asked = select(_jobs.id).where(*is_left).order_by(_jobs.made)
        return [*connection.execute(asked).scalars()]


def take_over(archive: Archive, name: str) -> bool:
    """Reserve a job for this process if the process that worked on the job has probably ended.

    A process has probably ended if its job is not done and had no sign of life for 30 seconds.
    Return whether the job was reserved; it is not if another process was faster, for example.
    """
    moment = now()
    is_left = (_jobs.id == name, _jobs.state != "done", _jobs.beat < moment - SILENT)
    with archive.writing() as connection:
        taken = connection.execute(update(tables.jobs).where(*is_left).values(beat=moment))
        return taken.rowcount == 1
