"""Processes that audit shards; a process that dies or takes too long is replaced.

Each process is a separate program, so that workers of a cluster can start it, too. It gets its work
through a pipe; when the parent process ends, the pipe closes and the program ends.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from multiprocessing import Pipe
from threading import Lock
from typing import Final

from mjlog.corpus.judging import Judged, Order
from mjlog.corpus.problems import CorpusError
from mjlog.corpus.shards import Shard

OFTEN: Final = 5
"""Number of processes that must die while they read an entry before it is put into quarantine.

This is for entries that kill no process when they are read alone.
"""
MOST_DEATHS: Final = 20
"""Most processes that may die before the first entry or after the last one.

No entry is to blame for these.
"""
PROGRAM: Final = (sys.executable, "-P", "-c", "from mjlog.corpus.judging import main; main()")
BEFORE_THE_FIRST: Final = -1


class DiedError(Exception):
    """Raised if an auditing process died, or was killed because it took too long.

    `entry` is the index, in the shard, of the entry that it was reading; it is negative if the
    process died before the first entry.
    """

    def __init__(self, entry: int) -> None:
        super().__init__(entry)
        self.entry = entry


class Child:
    """A separate process that audits shards."""

    def __init__(self) -> None:
        self.pipe, theirs = Pipe()
        with theirs:
            number = theirs.fileno()
            self.process = subprocess.Popen(  # noqa: S603  our own program
                [*PROGRAM, str(number)],
                pass_fds=[number],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )

    def judge(self, order: Order, patience: float) -> Judged:
        """Let the process audit a shard (a part of the corpus), and return the result.

        The process reports each file or record before reading it. If the process dies, or reports
        nothing for `patience` seconds, kill it and raise DiedError with the number of the latest
        file or record.
        """
        entry = BEFORE_THE_FIRST
        try:
            self.pipe.send(order)
            while self.pipe.poll(patience):
                news = self.pipe.recv()
                if isinstance(news, Judged):
                    return news
                entry = news
        except (EOFError, OSError):
            pass
        self.end()
        raise DiedError(entry)

    def end(self) -> None:
        """Kill the process and close its pipe."""
        self.process.kill()
        self.process.wait()
        self.pipe.close()


class Crew:
    """The auditing processes that this process has started, idle and busy ones."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.idle: list[Child] = []
        self.busy: list[Child] = []
        self.is_dismissed = False

    @property
    def pids(self) -> list[int]:
        """The process ids of all auditing processes, busy ones first."""
        with self.lock:
            return [child.process.pid for child in (*self.busy, *self.idle)]

    def take(self) -> Child:
        """Return a process that has no work; if there is no such process, start a new one.

        The process is marked as busy until `give_back` is called. Raise CorpusError if `dismiss`
        was called before.
        """
        with self.lock:
            if self.is_dismissed:
                raise CorpusError("the run was broken off")
            child = self.idle.pop() if self.idle else Child()
            self.busy.append(child)
            return child

    def give_back(self, child: Child, *, alive: bool) -> None:
        """Mark a process as no longer busy; if it is alive, it can be used again."""
        with self.lock:
            self.busy.remove(child)
            if alive:
                self.idle.append(child)

    def dismiss(self) -> None:
        """Kill all processes; afterwards `take` raises an error and starts no process."""
        with self.lock:
            self.is_dismissed = True
            for child in self.idle:
                child.end()
            for child in self.busy:  # the thread that waits for the child notices its end
                child.process.kill()


CREW: Final = Crew()
"""Processes of a worker of a cluster; they are used for all its shards."""


def judged(shard: Shard, key: str, patience: float, crew: Crew = CREW) -> Judged:
    """Audit a shard (a part of the corpus) in another process, and return the result.

    If the process dies at an entry (a file or record), another process reads this entry alone. If
    that process dies, too, or if processes have often died at this entry, the entry is quarantined:
    it is not read, and the report says so. `key` is the key of pseudonyms, and `patience` the
    number of seconds that an entry may take. Raise CorpusError if processes die too often: as many
    times as `MOST_DEATHS` plus the number of entries.
    """
    deaths: Counter[int] = Counter()
    poison: set[int] = set()
    while deaths.total() < MOST_DEATHS + len(shard.entries):
        try:
            return _judge_in_child(Order(shard, frozenset(poison), key), patience, crew)
        except DiedError as death:
            deaths[death.entry] += 1
            if 0 <= death.entry < len(shard.entries):
                is_often = deaths[death.entry] >= OFTEN
                alone = Order(Shard(shard.name, (shard.entries[death.entry],)), key=key)
                if is_often or not _can_audit(alone, patience, crew):
                    poison.add(death.entry)
    raise CorpusError("the processes that audit end at once; is another program ending them?")


def _can_audit(order: Order, patience: float, crew: Crew) -> bool:
    """Return whether a process can audit a single entry (a file or record) without dying.

    Also return True if the process died before it read the entry, because then the entry did not
    cause this. `patience` is the number of seconds that the entry may take.
    """
    try:
        _judge_in_child(order, patience, crew)
    except DiedError as death:
        return death.entry != 0
    return True


def _judge_in_child(order: Order, patience: float, crew: Crew) -> Judged:
    child = crew.take()
    alive = False
    try:
        done = child.judge(order, patience)
        alive = True
        return done
    finally:
        crew.give_back(child, alive=alive)
