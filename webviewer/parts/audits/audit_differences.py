"""The differences between the audits of two versions of a record."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from mjlog.model.findings import Finding, faults
from webviewer.records.library import Record


@dataclass(frozen=True, slots=True)
class Revision:
    """The faults (errors and warnings) of two versions of a record, compared.

    `gone` has the faults that only the earlier version has, `new` the faults that only the later
    version has. `same` has the faults of both versions, as they are in the later version.
    """

    gone: tuple[Finding, ...]
    new: tuple[Finding, ...]
    same: tuple[Finding, ...]


def is_version_of(record: Record, other: Record) -> bool:
    """Return whether two records seem to be versions of the same game.

    They seem so if rule set, players and the label of the first deal, such as `E1`, are equal;
    options of the rules may differ. If no players are recorded, the first turn must be equal, too.
    """
    return _game_of(record) == _game_of(other)


def _game_of(record: Record) -> tuple[object, ...]:
    game = record.game
    labels = [deal.label for deal in game.deals[:1]]
    begins = [deal.turns[:1] for deal in game.deals[:1]] if not game.players else []
    return game.rules.partition(" ")[0], game.players, labels, begins


def _where(finding: Finding) -> Hashable:
    place = finding.place
    return finding.code, place.deal, place.turn, place.seat, finding.claim, finding.message


def _what(finding: Finding) -> Hashable:
    place = finding.place
    return finding.code, place.deal, place.turn, place.seat, finding.claim


def _roughly(finding: Finding) -> Hashable:
    """Return a key that is equal for the same finding in two versions of a record.

    The key has the finding's code, deal, seat and claim (the recorded number that it is about). It
    does not have the finding's turn, because one version may have more turns before it.
    """
    return finding.code, finding.place.deal, finding.place.seat, finding.claim


ALIKE: Final[tuple[Callable[[Finding], Hashable], ...]] = (_where, _what, _roughly)
"""Keys by which findings of two versions are matched, strictest first, without line numbers."""


def revision(before: Record, after: Record) -> Revision:
    """Compare the errors and warnings of two versions of a record.

    The result has those that are `gone`, those that are `new`, and those that are the `same` in
    both. Each error or warning of one version is paired with at most one of the other version.
    """
    gone = faults(before.report.findings)
    new = there = faults(after.report.findings)
    for alike in ALIKE:
        gone, new = _unpaired(gone, new, alike)
    kept = {id(finding) for finding in new}
    same = tuple(finding for finding in there if id(finding) not in kept)
    return Revision(tuple(gone), tuple(new), same)


def _unpaired(
    gone: Sequence[Finding], new: Sequence[Finding], alike: Callable[[Finding], Hashable]
) -> tuple[list[Finding], list[Finding]]:
    """Remove from two lists of errors and warnings the pairs that correspond to each other.

    Two of them correspond if `alike` returns equal keys for them; each belongs to at most one pair.
    Return the rest of `gone` and the rest of `new`.
    """
    waiting: dict[Hashable, list[Finding]] = {}
    for finding in gone:
        waiting.setdefault(alike(finding), []).append(finding)
    left = []
    for finding in new:
        others = waiting.get(alike(finding))
        if others:
            others.pop(0)
        else:
            left.append(finding)
    rest = {id(each) for others in waiting.values() for each in others}
    return [finding for finding in gone if id(finding) in rest], left
