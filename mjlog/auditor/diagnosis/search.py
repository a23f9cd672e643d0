"""The search for readings of a deal that leave fewer wrong entries than the deal as written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

from mjlog.model.frozen import value


class Reading(Protocol):
    """A version of a deal with some entries changed, as the search sees it."""

    @property
    def size(self) -> int:
        """The number of changed entries plus the number of errors that remain."""

    @property
    def left(self) -> int:
        """The number of errors that remain in this version of the deal."""

    @property
    def gain(self) -> int:
        """How many wrong entries this version must save to be accepted."""


@value
class Limits:
    """The limits of a search for wrong entries.

    `enough`: if a version has at most this number of wrong entries, no second entry is changed.
    `built_on`: in how many of the best versions a second entry is changed. `is_one_wanted`: stop at
    the first version that explains everything; otherwise search on for equally good ones.
    """

    enough: int = 0
    built_on: int = 0
    is_one_wanted: bool = False


_Reading = TypeVar("_Reading", bound=Reading)


def diagnose(
    first: _Reading, propose: Callable[[_Reading], Iterator[_Reading]], limits: Limits
) -> list[_Reading]:
    """Try versions of a deal with one or two changed entries, and return the accepted versions.

    `first` is the deal as written. `propose` takes a version and yields versions with one entry
    more changed; the results keep its order. A version is accepted if it has enough wrong entries
    fewer than `first`. `limits` says when to stop.
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
    """Return whether `reading` has at least `reading.gain` wrong entries fewer than `first`.

    Both are versions of a deal; `first` is the deal as written.
    """
    return first.size - reading.size >= reading.gain
