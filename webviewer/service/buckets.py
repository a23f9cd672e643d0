"""Rate limits by token buckets that all workers of this machine share.

A bucket holds the number of requests that may come at once, and fills up again over time. The
buckets are in shared memory, so that a check takes microseconds and never waits for the archive.
The owner of a bucket is stored only as a hash.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from mmap import mmap
from pathlib import Path
from struct import Struct
from threading import Lock
from time import monotonic
from typing import Final
from weakref import finalize

_SLOT: Final = Struct("<Qdd")
"""The hash of the owner, the number of requests in the bucket, and the time of this number."""
SLOTS: Final = 1 << 15
TRIED: Final = 8
"""Slots in which an owner's bucket may be; if all are taken, the oldest is replaced."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A limit on requests: how many per minute (0 means no limit), and how many at once.

    If `at_once` is 0, a tenth of the number per minute is allowed at once.
    """

    per_minute: int
    at_once: int = 0

    @property
    def size(self) -> float:
        """The number of requests in a full bucket, which is the number allowed at once."""
        return float(self.at_once or max(1, self.per_minute // 10))

    @property
    def per_second(self) -> float:
        """The number of requests by which a bucket is filled each second."""
        return self.per_minute / 60


class Buckets:
    """The buckets of all owners, in a file that several workers share or in this process's memory.

    A bucket counts how many requests its owner (such as a client's address) may make at once.
    """

    def __init__(self, file: Path | None = None, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._file: int | None = None
        if file is not None:
            # All worker processes share the buckets in this file.
            self._file = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
            finalize(self, os.close, self._file)
            os.ftruncate(self._file, SLOTS * _SLOT.size)
        self._slots = mmap(-1 if self._file is None else self._file, SLOTS * _SLOT.size)

    def allow(self, owner: str, rate: Rate) -> float:
        """Allow or refuse one request of the sender `owner`; return how long the sender must wait.

        Each owner has a bucket of requests, which is filled at the given rate. If the bucket has a
        request left, remove this request and return 0: it is allowed. Otherwise return the number
        of seconds to wait.
        """
        if not rate.per_minute:
            return 0.0
        key = int.from_bytes(blake2b(owner.encode(), digest_size=8).digest(), "little") or 1
        with self._hold_lock():
            now = self._clock()
            place, level = self._find(key, rate, now)
            missing = max(0.0, 1.0 - level)
            left = level if missing else level - 1.0
            _SLOT.pack_into(self._slots, place, key, left, now)
        return missing / rate.per_second

    def _find(self, key: int, rate: Rate, now: float) -> tuple[int, float]:
        """Find a sender's bucket in the shared memory: how many requests the sender may send now.

        `key` is a hash of the sender's name. Return the position of the bucket in the memory, and
        the number of requests. For a sender without a bucket, return the position of a free bucket,
        or else of the oldest bucket, and the number of requests in a full bucket. `rate` says how
        fast buckets are filled, and `now` is the time.
        """
        oldest = (now + 1.0, 0)
        for number in range(TRIED):
            place = (key + number) % SLOTS * _SLOT.size
            owner, level, at = _SLOT.unpack_from(self._slots, place)
            if owner == key:
                # If the clock went back, as after a restart, the bucket is not filled.
                return place, min(rate.size, level + max(0.0, now - at) * rate.per_second)
            oldest = min(oldest, (at if owner else 0.0, place))
        return oldest[1], rate.size

    @contextmanager
    def _hold_lock(self) -> Iterator[None]:
        """During a `with` block, hold a lock that keeps out other threads and other workers."""
        with self._lock:
            if self._file is None:
                yield
                return
            from fcntl import LOCK_EX, LOCK_UN, flock  # noqa: PLC0415 - not on Windows

            flock(self._file, LOCK_EX)
            try:
                yield
            finally:
                flock(self._file, LOCK_UN)
