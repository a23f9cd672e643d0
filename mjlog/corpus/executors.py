"""Executors that audit shards: processes of this machine, or workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from mjlog.corpus.children import Crew, judged
from mjlog.corpus.problems import CorpusError, library

TIMEOUT: Final = "20s"
"""Longest time that a scheduler may take to answer."""


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor that audits shards, and the number of shards (`jobs`) that it audits at once.

    `crew` has the auditing processes of this machine; None if a cluster does the work.
    """

    executor: Executor
    jobs: int
    crew: Crew | None = None

    def submit(self, shard: Any, key: str, patience: float) -> Any:
        """Start the audit of a shard (a part of the corpus), and return a `Future` for its result.

        `key` is the key of pseudonyms for players' names; `patience` is the number of seconds that
        a file or record of the shard may take.
        """
        if self.crew is None:
            return self.executor.submit(judged, shard, key, patience)
        return self.executor.submit(judged, shard, key, patience, self.crew)


@contextmanager
def processes(jobs: int) -> Iterator[Workers]:
    """Start at most `jobs` processes on this machine that audit shards; use it in a `with` block.

    The block gets a `Workers`, whose method `submit` starts an audit. The processes are killed at
    the end of the block.
    """
    crew = Crew()
    with ThreadPoolExecutor(jobs) as threads:  # each thread waits for one process
        try:
            yield Workers(threads, jobs, crew)
        finally:
            threads.shutdown(wait=False, cancel_futures=True)
            crew.dismiss()


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """Return a context manager with an executor that audits shards on a Dask cluster.

    `address` is the address of the cluster's scheduler. Raise CorpusError if no scheduler answers
    or if the cluster has no workers.
    """
    distributed = library("distributed")
    try:
        client = distributed.Client(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as problem:  # a time-out raises OSError
        words = f"no scheduler of Dask answers at {address}: {problem}"
        raise CorpusError(words) from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise CorpusError(f"the cluster at {address} has no workers")
        with client.get_executor(pure=False) as executor:
            yield Workers(executor, threads)
