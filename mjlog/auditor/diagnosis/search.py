"""The search for readings of a deal that leave fewer wrong entries than the deal as written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

from mjlog.model.frozen import value


class Reading(Protocol):
    """What a search needs to know of a judged reading of a deal."""

    @property
    def size(self) -> int:
        """How many entries are wrong in this reading."""

    @property
    def left(self) -> int:
        """How many wrong entries this reading leaves unexplained."""

    @property
    def gain(self) -> int:
        """How many wrong entries this reading must save to be accepted."""


@value
class Limits:
    """The limits of a search.

    `enough`: if a reading has at most this many wrong entries, no second entry is changed.
    `built_on`: how many readings with one changed entry are changed again. `is_one_wanted`: stop at
    the first reading that explains everything; else look for ties.
    """

    enough: int = 0
    built_on: int = 0
    is_one_wanted: bool = False


_Reading = TypeVar("_Reading", bound=Reading)


def diagnose(
    first: _Reading, propose: Callable[[_Reading], Iterator[_Reading]], limits: Limits
) -> list[_Reading]:
    """Return the accepted readings of a deal: with one entry changed, then with two.

    `first` is the deal as written. `propose` yields readings with one more entry changed; their
    order is kept. `limits` say when two entries are changed, and whether the first full explanation
    ends the search.
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
    """Return whether a reading saves enough wrong entries: at least as many as its `gain`.

    `first` is the deal as written.
    """
    return first.size - reading.size >= reading.gain
