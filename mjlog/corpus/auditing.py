"""A run: the audit of all shards of a corpus that are not audited yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from mjlog.corpus.executors import Workers
from mjlog.corpus.inputs import inputs
from mjlog.corpus.judging import Judged, versions
from mjlog.corpus.problems import CorpusError
from mjlog.corpus.progress import Progress
from mjlog.corpus.shards import Shard, shards
from mjlog.corpus.store import FORMAT, Done, Store

AHEAD: Final = 3
"""Shards submitted at once for each worker: enough to keep it busy, few enough to save memory."""
ROUNDS: Final = 10
"""How often a shard is sent again when a machine of a cluster is lost."""


@dataclass(frozen=True, slots=True)
class AuditSettings:
    """The settings of a run: what to audit, and how.

    `paths` are the files and folders of the corpus, `report` is the folder of the report.
    `pseudonyms`: replace players' names by pseudonyms. `again`: audit all shards, also
    those that an earlier run has audited. `retry`: also audit the shards in which an earlier run
    has quarantined files because processes died of them or took too long. `resume`: raise an error
    if no run has begun in the folder. `patience` is the number of seconds that one file or record
    may take.
    """

    paths: tuple[str, ...]
    report: Path
    pseudonyms: bool = False
    again: bool = False
    retry: bool = False
    resume: bool = False
    patience: float = 600


@dataclass(slots=True)
class Outcome:
    """The result of a run: sums of counts over all shards, and the paths of quarantined entries.

    `shards` is the number of shards; `redone` is the number of shards that were audited in this run
    and not in an earlier run.
    """

    counts: Counter[str] = field(default_factory=Counter)
    lacks: Counter[str] = field(default_factory=Counter)
    quarantined: list[str] = field(default_factory=list)
    shards: int = 0
    redone: int = 0

    def add(self, done: Done, *, now: bool) -> None:
        """Add the counts of one audited shard (a part of the corpus) to the sums.

        `now` is True if this run has audited the shard, False if an earlier run has.
        """
        self.counts.update(done.counts)
        self.lacks.update(done.lacks)
        self.quarantined += done.quarantined
        self.shards += 1
        self.redone += now


Watch = Callable[[Progress], object]


def run(wanted: AuditSettings, workers: AbstractContextManager[Workers], watch: Watch) -> Outcome:
    """Audit all files of a corpus in parallel, write the report, and return its counts.

    The corpus is divided into shards; those that an earlier run has audited are not audited again.
    `workers` is a context manager with the executor that audits the shards; `watch` is called with
    the progress after each shard. Raise CorpusError if the run cannot begin or loses its workers.
    """
    store = Store(wanted.report)
    if wanted.resume and not store.is_begun:
        raise CorpusError(f"{wanted.report} holds no run to go on with; leave out --resume")
    total = sum(each.size for each in inputs(wanted.paths))
    versions()  # report missing packages before anything is written
    with store.locked(), workers as hands:
        return _Run(store, wanted, hands, Progress(total), watch).whole()


class _Run:
    """One run of the audit of a corpus, while it is in progress."""

    def __init__(
        self,
        store: Store,
        wanted: AuditSettings,
        workers: Workers,
        progress: Progress,
        watch: Watch,
    ) -> None:
        self.store, self.wanted, self.workers = store, wanted, workers
        self.progress, self.watch = progress, watch
        self.key = store.key() if wanted.pseudonyms else ""
        self.before = {} if wanted.again else store.done()
        self.order: dict[str, None] = {}
        self.done: dict[str, tuple[Done, bool]] = {}
        self.pending: dict[Future[Judged], tuple[Shard, int, int]] = {}
        self.reached = 0

    def whole(self) -> Outcome:
        """Audit all shards that are not audited yet, write the report, and return the result."""
        # The salt is part of the name of each shard. With another version of mjlog or pyarrow, or
        # another key of pseudonyms, all shards get new names and are therefore audited again.
        salt = repr((FORMAT, versions(), self.key))
        for shard in shards(inputs(self.wanted.paths), salt):
            if shard.name in self.order:
                continue  # another shard has the same files and paths
            self.order[shard.name] = None
            size, self.reached = shard.position - self.reached, shard.position
            self._begin(shard, size)
            while len(self.pending) >= AHEAD * self.workers.jobs:
                self._gather()
        while self.pending:
            self._gather()
        return self._finished()

    def _begin(self, shard: Shard, size: int) -> None:
        earlier = self.before.get(shard.name)
        if earlier is not None and self._holds(earlier):
            self.done[shard.name] = earlier, False
            self.progress.skip(size)
            return
        self._submit(shard, size, 1)

    def _holds(self, known: Done) -> bool:
        if self.wanted.retry and known.quarantined:
            return False
        return self.store.is_whole(known)

    def _submit(self, shard: Shard, size: int, tries: int) -> None:
        future = self.workers.submit(shard, self.key, self.wanted.patience)
        self.pending[future] = shard, size, tries

    def _gather(self) -> None:
        """Wait until at least one shard is audited; write the results of all audits that ended."""
        for future in wait(self.pending, return_when=FIRST_COMPLETED).done:
            shard, size, tries = self.pending.pop(future)
            judged = self._result(future, shard, size, tries)
            if judged is not None:
                self.done[shard.name] = self.store.keep(shard.name, judged), True
                self.progress.add(size, judged.counts["deals"])
                self.watch(self.progress)

    def _result(self, future: Future[Judged], shard: Shard, size: int, tries: int) -> Judged | None:
        """Return the result of a shard (a part of the corpus) from its `future`.

        If a machine of a cluster was lost, send the shard to another machine and return None.
        `size` is the shard's number of bytes, and `tries` counts how often the shard was sent.
        Raise CorpusError if it was sent too often.
        """
        try:
            judged = future.result()
        except CorpusError:
            raise
        # A cluster that loses a machine says so by errors of its own.
        except Exception as problem:
            if self.workers.crew is not None:
                raise
            if tries >= ROUNDS:
                raise CorpusError(f"workers are lost again and again: {problem}") from None
            self._submit(shard, size, tries + 1)
            return None
        # With other versions, another machine might write another report on the same corpus.
        if judged.versions != versions():
            there, here = (" and pyarrow ".join(each) for each in (judged.versions, versions()))
            raise CorpusError(f"a worker has mjlog {there}, this machine mjlog {here}")
        return judged

    def _finished(self) -> Outcome:
        outcome = Outcome()
        for name in self.order:
            outcome.add(self.done[name][0], now=self.done[name][1])
        self.store.finish([self.done[name][0] for name in self.order], _about(outcome))
        return outcome


def _about(outcome: Outcome) -> dict[str, Any]:
    """Return the first members of the report's manifest: versions, counts, quarantined paths.

    The manifest does not say who made the report or when, so the same corpus always gives the same
    manifest.
    """
    return {
        "format": FORMAT,
        "mjlog": versions()[0],
        "pyarrow": versions()[1],
        "counts": dict(sorted(outcome.counts.items())),
        "unchecked": dict(sorted(outcome.lacks.items())),
        "quarantined": outcome.quarantined,
    }


def quarantine_lines(paths: Sequence[str]) -> Iterator[str]:
    """Yield a line for users about each file or record that was quarantined.

    Such files were not read, because auditing processes died of them or took too long. `paths` are
    their paths.
    """
    for path in paths:
        yield f"quarantined: {path}: processes end over it, or it takes too long"
