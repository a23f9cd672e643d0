"""The search for readings of a deal that leave fewer wrong entries than the deal as written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

from mjlog.model.frozen import value


class DealVersion(Protocol):
    """A version of a deal with some entries changed, as the search sees it."""

    @property
    def size(self) -> int:
        """The number of changed entries plus the number of errors that remain."""

    @property
    def errors_left(self) -> int:
        """The number of errors that remain in this version of the deal."""

    @property
    def gain(self) -> int:
        """The number of wrong entries that this version must save to be accepted."""


@value
class Limits:
    """The limits of a search for wrong entries.

    `enough`: if a version has at most this number of wrong entries, no second entry is changed.
    `built_on` is the number of best versions in which a second entry is changed. `is_one_wanted`:
    stop at the first version that explains everything; otherwise search on for equally good ones.
    """

    enough: int = 0
    built_on: int = 0
    is_one_wanted: bool = False


_DealVersion = TypeVar("_DealVersion", bound=DealVersion)


def diagnose(
    first: _DealVersion, propose: Callable[[_DealVersion], Iterator[_DealVersion]], limits: Limits
) -> list[_DealVersion]:
    """Try versions of a deal with one or two changed entries, and return the accepted versions.

    `first` is the deal as written. `propose` takes a version and yields versions with one more
    changed entry; the returned versions keep this order. A version is accepted if `is_accepted`
    says so. `limits` says when to stop.
    """
    accepted: list[_DealVersion] = []
    for version in propose(first):
        if is_accepted(first, version):
            accepted.append(version)
            if limits.is_one_wanted and not version.errors_left:
                return accepted
    if min(version.size for version in (first, *accepted)) <= limits.enough:
        return accepted
    best = sorted(accepted, key=lambda version: (version.size, version.errors_left))
    for version in best[: limits.built_on]:
        accepted += [pair for pair in propose(version) if is_accepted(first, pair)]
    return accepted


def is_accepted(first: _DealVersion, version: _DealVersion) -> bool:
    """Return whether `version` has at least `version.gain` wrong entries fewer than `first`.

    `first` is the deal as written; `version` is the same deal with entries changed.
    """
    return first.size - version.size >= version.gain
