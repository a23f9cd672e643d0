"""The audit of one shard, and the program of the processes that audit shards."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from multiprocessing.connection import Connection
from typing import Any, Final

import mjlog
from mjlog.batch.internal_errors import CODE, internal_finding
from mjlog.batch.rule_files import keep_rules
from mjlog.corpus import parquet
from mjlog.corpus.pseudonyms import Pseudonyms
from mjlog.corpus.rows import QUARANTINED, Rows
from mjlog.corpus.shards import Entry, Shard
from mjlog.formats import Source, load_member
from mjlog.model.findings import Finding
from mjlog.notation import read
from mjlog.notation.limits import Unreadable

COLLECT_AFTER: Final = 20_000
"""Number of new objects after which garbage is collected.

Records and tables have no reference cycles, so the collector seldom finds anything.
"""
POISON: Final = Finding(
    CODE,
    "error",
    "two processes of mjlog ended while they read this file, or took too long;"
    " please report it with the file",
)


@cache
def versions() -> tuple[str, str]:
    """Return the versions of mjlog and pyarrow, on which the bytes of a report depend."""
    return mjlog.__version__, parquet.version()


@dataclass(frozen=True, slots=True)
class Order:
    """A shard that is sent to an auditing process.

    `poison` are the indexes of entries that have killed processes and must not be read. `key` is
    the key of pseudonyms; empty if names are not replaced.
    """

    shard: Shard
    poison: frozenset[int] = frozenset()
    key: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """The result of a shard: its tables as the bytes of a zip file, and its counts.

    `lacks` has the number of claims that could not be checked, by the kind of missing information.
    `quarantined` are paths of entries that were not read. `versions` are the versions of mjlog and
    pyarrow that wrote the tables.
    """

    data: bytes
    counts: dict[str, int]
    lacks: dict[str, int]
    quarantined: tuple[str, ...] = ()
    versions: tuple[str, str] = field(default_factory=versions)


def judge(order: Order, begins: Callable[[int], object]) -> Judged:
    """Audit all entries (files or records) of a shard; return the rows of the report and counts.

    `begins` is called with the index of each entry before the entry is read, and at the end with
    the number of entries; another process thus sees at which entry this process dies. Quarantined
    entries are only reported, not read.
    """
    rows = Rows(Pseudonyms(order.key))
    for number, entry in enumerate(order.shard.entries):
        begins(number)
        if number in order.poison:
            rows.unread(entry.path, [POISON], QUARANTINED)
        else:
            _judge_entry(entry, rows)
    begins(len(order.shard.entries))
    paths = tuple(order.shard.entries[number].path for number in sorted(order.poison))
    return Judged(parquet.packed(rows.tables), _counts(rows), dict(rows.lacks), paths)


def _judge_entry(entry: Entry, rows: Rows) -> None:
    if entry.failure:
        finding = Finding("file.unreadable", "error", entry.failure)
        rows.unread(entry.path, [finding], "unreadable")
        return
    try:
        for source in _sources(entry):
            rows.judge(source, named=entry.named)
    # One bad record must not end the audit of the others.
    except Exception as problem:  # noqa: BLE001
        rows.unread(entry.path, [internal_finding(problem)], "unreadable")


def _sources(entry: Entry) -> Iterator[Source]:
    if not entry.number:
        yield from keep_rules(load_member(entry.member))
        return
    problem = entry.member.problem
    packing = (Finding("format.archive", "error", problem),) if problem else ()
    try:
        game = read(entry.member.data, after=entry.after)
        yield Source(entry.path, "mjlog", game, packing)
    except Unreadable as broken:
        yield Source(entry.path, "mjlog", None, (*packing, broken.finding))


SUMMED: Final = (
    "deals", "turns", "errors", "warnings", "notes", "agree", "differ", "given", "unverified"
)  # fmt: skip
"""Columns of the table of records whose sums are printed at the end."""


def _counts(rows: Rows) -> dict[str, int]:
    records = rows.tables["records"]
    states = [row["state"] for row in records]
    sums = {name: sum(row[name] for row in records) for name in SUMMED}
    return {
        "records": states.count("read") + states.count("failed"),
        "failed": states.count("failed"),
        "unreadable": states.count("unreadable") + states.count(QUARANTINED),
        **sums,
    }


def main() -> None:
    """Receive shards from a pipe, audit them and send the results, until the pipe is closed.

    This is the program of an auditing process. The command line argument is the file descriptor of
    the pipe.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that gave the order handles Ctrl-C
    gc.set_threshold(COLLECT_AFTER)
    pipe: Connection[Any, Any] = Connection(int(sys.argv[1]))
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            pipe.send(judge(pipe.recv(), pipe.send))
