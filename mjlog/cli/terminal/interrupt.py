"""Handles Ctrl-C during long work, so that all findings up to that moment are reported."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from types import FrameType
from typing import Any, Final, Self, TypeVar

INTERRUPTED: Final = 128 + signal.SIGINT
"""The exit status of a run that was interrupted."""
T = TypeVar("T")


class Interrupt:
    """Handles Ctrl-C in a ``with`` block, so that a long run can still report what it has done.

    The first Ctrl-C ends the work, but not the report; the second one ends both.
    """

    def __init__(self) -> None:
        self.came = False
        self._working = False
        self._before: Any = None

    def __enter__(self) -> Self:
        """Begin to handle Ctrl-C.

        Do nothing outside of the main thread, or if another program has installed a handler.
        """
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            try:
                self._before = signal.signal(signal.SIGINT, self._hear)
            except ValueError:  # only the main thread hears signals
                self._before = None
        return self

    def __exit__(self, *_: object) -> None:
        """Restore the handler of Ctrl-C that was there before the block."""
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        again, self.came = self.came, True
        if again or self._working:
            raise KeyboardInterrupt

    def until(self, work: Iterable[T]) -> Iterator[T]:
        """Yield the results of `work` until `work` ends or Ctrl-C is pressed.

        Ctrl-C interrupts only the computing of the next result, not the caller that uses the
        previous one. A second Ctrl-C interrupts the caller.
        """
        results = iter(work)
        while not self.came:
            try:
                self._working = True
                result = next(results)
                self._working = False
            except StopIteration:
                self._working = False
                return
            except KeyboardInterrupt:
                self.came, self._working = True, False
                return
            yield result
