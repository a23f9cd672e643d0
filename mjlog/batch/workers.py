"""Audits files in several processes, and yields the results in the order of the files."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, parent_process
from pathlib import Path
from threading import Thread
from typing import Final, Self, TypeVar

from mjlog.auditor.audit import audit
from mjlog.batch.audit_files import unreadable
from mjlog.batch.internal_errors import internal_finding
from mjlog.batch.tasks import Task, split_task, task_done
from mjlog.formats.sources import is_address, load
from mjlog.model.record import SEATS, Game
from mjlog.notation.play.words import memo
from mjlog.report.file_report import FileReport
from mjlog.rules.kit import club

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")
Submitted = TypeVar("Submitted")
AHEAD: Final = 8
"""Tasks submitted at once for each process: enough to keep it busy, few enough to save memory."""
LARGE: Final = 1 << 24
"""Size in bytes from which a file is audited in this process, record by record."""


def audit_paths(tasks: Iterable[Task], jobs: int) -> Iterator[tuple[Task, Iterable[FileReport]]]:
    """Do the tasks in `jobs` processes; yield each task with the reports on its records, in order.

    A large text with many records becomes several tasks, one for each part. Any other large file is
    audited in this process, and only as fast as the caller reads its reports.
    """
    _warm_up()
    with Workers(jobs) as crew:
        parts = (part for task in tasks for part in split_task(task))
        submitted = (
            (task, crew.submit(task, _all) if _is_shared(task) else None) for task in parts
        )
        for task, future in crew.read_ahead(submitted):
            yield task, _result(task, future)


def _is_shared(task: Task) -> bool:
    return task.part is not None or not is_large(task.path)


def _warm_up() -> None:
    """Load what every audit needs into this process.

    Worker processes that are forked from it then need not load it again.
    """
    for source in load(_SMALL):
        audit(source.game or Game())
    memo(len(SEATS)).learn_plain_words()


_SMALL: Final = b"""\
%mjlog 1.0
Rules: riichi/1 preset=tenhou

@ E1.0 dealer=A
1. 9m. B:9m.
draw wall
@ E1.1 dealer=A
dora 3z
win B 9m from A
show B +666z +777z 789m99p456s
fan B yakuhai-green 1, yakuhai-red 1, fu 30
pay A>B 2100
score 23000 27000 25000 25000
next dealer=C
"""
"""A record with what most audits need: the commonest rules, a deal with turns, a few wrong claims.
"""


def is_large(path: str) -> bool:
    """Return whether a file must be read in this process, one record after the other.

    True for a large file, for a web address, and for ``-`` (standard input). All other files are
    sent to worker processes.
    """
    if path == "-" or is_address(path):
        return True
    file = Path(path)
    try:
        return file.is_file() and file.stat().st_size >= LARGE
    except OSError:  # the name may be too long; the code that opens the file reports it
        return False


class Workers:
    """A pool of processes, used in a `with` block.

    If a process dies, the pool is replaced by a new one.
    """

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.pool = _pool(jobs)
        self.strangers = {child.pid for child in active_children()}

    def __enter__(self) -> Self:
        """Return the pool itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, *others: object) -> None:
        """Wait for the processes to end.

        If the `with` block raised an exception, end them at once.
        """
        if kind is not None:  # nobody waits for the answers any more
            for child in active_children():
                if child.pid not in self.strangers:
                    child.terminate()
        self.pool.shutdown(cancel_futures=True)

    def submit(self, task: Asked, do: Callable[[Asked], Answer]) -> Future[Answer]:
        """Send a task to the pool of processes, and return the future result of `do(task)`.

        If a process has died and broken the pool, start a new pool first.
        """
        try:
            return self.pool.submit(do, task)
        except BrokenProcessPool:
            self.pool.shutdown()
            self.pool = _pool(self.jobs)
            return self.pool.submit(do, task)

    def read_ahead(self, submitted: Iterable[Submitted]) -> Iterator[Submitted]:
        """Yield the items of `submitted` in order, but read a few items for each process ahead.

        `submitted` must be an iterator that sends the task of an item to the pool when the item is
        read. The processes then work on later tasks while the caller waits for the earlier ones.
        """
        waiting: deque[Submitted] = deque()
        for each in submitted:
            waiting.append(each)
            if len(waiting) >= AHEAD * self.jobs:
                yield waiting.popleft()
        yield from waiting


def _pool(jobs: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(jobs, initializer=_begin, initargs=(club.kept(),))


def _begin(rule_files: Mapping[str, tuple[str, str]]) -> None:
    """Prepare a worker process: store the club rules, ignore Ctrl-C, and end if the parent ends."""
    club.take_over(rule_files)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait until the parent process ends, then end this process at once.

    Without this, workers would stay if the parent is killed.
    """
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _all(task: Task) -> list[FileReport]:
    return list(task_done(task))


def _result(task: Task, future: Future[list[FileReport]] | None) -> Iterable[FileReport]:
    if future is None:
        return task_done(task)
    try:
        return future.result()
    except BrokenProcessPool:
        return _alone(task)


def _alone(task: Task) -> list[FileReport]:
    """Audit a file again in a process of its own, after a worker process has died.

    If that process dies too, return a report that mjlog fails on this file. The other files that
    the dead worker was auditing get no such report.
    """
    with _pool(1) as pool:
        try:
            return pool.submit(_all, task).result()
        except BrokenProcessPool as problem:
            return [unreadable(task.path, internal_finding(problem))]
