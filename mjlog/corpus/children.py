"""Processes that audit shards; one that dies or takes too long is replaced.

Each is a separate program with a pipe, so that workers of a cluster can have them, too. When the
process that gives the orders ends, the pipe closes and they end.
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
"""An entry over which so many processes end is quarantined, though alone it kills none."""
MOST_DEATHS: Final = 20
"""Of processes that end before the first entry or behind the last: that is no entry's fault."""
PROGRAM: Final = (sys.executable, "-P", "-c", "from mjlog.corpus.judging import main; main()")
BEFORE_THE_FIRST: Final = -1


class DiedError(Exception):
    """A process died, or was ended because it took too long.

    `entry` is the index of the entry that it was reading; negative if it died before the first one.
    """

    def __init__(self, entry: int) -> None:
        super().__init__(entry)
        self.entry = entry


class Child:
    """A process that audits shards."""

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
        """Return the audit of a shard.

        Raise DiedError if the process dies, or takes more than `patience` seconds for one entry;
        the process is ended then.
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
        """End the process at once."""
        self.process.kill()
        self.process.wait()
        self.pipe.close()


class Crew:
    """The processes that audit shards for this process."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.idle: list[Child] = []
        self.busy: list[Child] = []
        self.is_dismissed = False

    @property
    def pids(self) -> list[int]:
        """The process ids of the crew."""
        with self.lock:
            return [child.process.pid for child in (*self.busy, *self.idle)]

    def take(self) -> Child:
        """Return an idle process, or a new one; raise CorpusError after `dismiss`."""
        with self.lock:
            if self.is_dismissed:
                raise CorpusError("the run was broken off")
            child = self.idle.pop() if self.idle else Child()
            self.busy.append(child)
            return child

    def give_back(self, child: Child, *, alive: bool) -> None:
        """Return a process to the crew; it can be used again if it is alive."""
        with self.lock:
            self.busy.remove(child)
            if alive:
                self.idle.append(child)

    def dismiss(self) -> None:
        """End all processes, and start no more."""
        with self.lock:
            self.is_dismissed = True
            for child in self.idle:
                child.end()
            for child in self.busy:  # whoever waits for it hears of its end
                child.process.kill()


CREW: Final = Crew()
"""The processes of a worker of a cluster, which stay from shard to shard."""


def judged(shard: Shard, key: str, patience: float, crew: Crew = CREW) -> Judged:
    """Return the audit of a shard by a process of the crew; quarantine entries that kill processes.

    If a process dies at an entry, another process tries that entry alone. The entry is quarantined
    if that process dies, too, or if five processes have died at it. Raise CorpusError if processes
    die again and again.
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
                if is_often or not _survived(alone, patience, crew):
                    poison.add(death.entry)
    raise CorpusError("the processes that audit end at once; is another program ending them?")


def _survived(order: Order, patience: float, crew: Crew) -> bool:
    """Return whether a process survives an order with one entry.

    A death before that entry does not count.
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
