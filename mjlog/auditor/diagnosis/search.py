"""The search for readings of a deal that leave fewer wrong entries than it has as written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

from mjlog.model.frozen import value


class Reading(Protocol):
    """A reading of a deal, judged."""

    @property
    def size(self) -> int:
        """How many entries are wrong by it."""

    @property
    def left(self) -> int:
        """How many of them it leaves unexplained."""

    @property
    def gain(self) -> int:
        """How many wrong entries it has to save to be accepted."""


@value
class Limits:
    """How far to search.

    `enough`: two entries are read otherwise only if more than so many are wrong by the best
    reading. `built_on`: so many readings of one entry are built on. `is_one_wanted`: the search
    ends with the first reading that explains all; else ties are looked for.
    """

    enough: int = 0
    built_on: int = 0
    is_one_wanted: bool = False


_Reading = TypeVar("_Reading", bound=Reading)


def diagnose(
    first: _Reading, propose: Callable[[_Reading], Iterator[_Reading]], limits: Limits
) -> list[_Reading]:
    """Return the readings that are better than the deal as written.

    `propose` yields a reading with one more entry read otherwise.
    """
    accepted: list[_Reading] = []
    for reading in propose(first):
        if is_accepted(first, reading):
            accepted.append(reading)
            if limits.is_one_wanted and not reading.left:
                return accepted
    if min(reading.size for reading in (first, *accepted)) <= limits.enough:
        return accepted
    best = sorted(accepted, key=lambda reading: (reading.size, reading.left))
    for reading in best[: limits.built_on]:
        accepted += [pair for pair in propose(reading) if is_accepted(first, pair)]
    return accepted


def is_accepted(first: _Reading, reading: _Reading) -> bool:
    """Return whether a reading explains more than the deal as written."""
    return first.size - reading.size >= reading.gain
