"""Where shards are audited: by processes of this machine, or by workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from mjlog.corpus.children import Crew, judged
from mjlog.corpus.problems import CorpusError, library

TIMEOUT: Final = "20s"
"""How long a scheduler may take to answer."""


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor of audits, and how many `jobs` it does at once.

    `crew` are the processes of this machine; None for a cluster.
    """

    executor: Executor
    jobs: int
    crew: Crew | None = None

    def submit(self, shard: Any, key: str, patience: float) -> Any:
        """Send a shard to be audited, and return the future result."""
        if self.crew is None:
            return self.executor.submit(judged, shard, key, patience)
        return self.executor.submit(judged, shard, key, patience, self.crew)


@contextmanager
def processes(jobs: int) -> Iterator[Workers]:
    """Yield an executor with processes of this machine; end these after the `with` block."""
    crew = Crew()
    with ThreadPoolExecutor(jobs) as threads:  # each waits for one process
        try:
            yield Workers(threads, jobs, crew)
        finally:
            threads.shutdown(wait=False, cancel_futures=True)
            crew.dismiss()


@contextmanager
def cluster(address: str) -> Iterator[Workers]:
    """Yield an executor with the workers of a Dask cluster; `address` is that of its scheduler.

    Raise CorpusError if no scheduler answers, or if it has no workers.
    """
    distributed = library("distributed")
    try:
        client = distributed.Client(address, timeout=TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as problem:  # a time-out is an OSError
        words = f"no scheduler of Dask answers at {address}: {problem}"
        raise CorpusError(words) from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise CorpusError(f"the cluster at {address} has no workers")
        with client.get_executor(pure=False) as executor:
            yield Workers(executor, threads)
