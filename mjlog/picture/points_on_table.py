"""Points on the table: what each player has, stakes, and what is left from the deals before."""

from __future__ import annotations

from dataclasses import dataclass

from mjlog.model.record import Deal, Points, whole_number
from mjlog.picture.frames import Frame
from mjlog.referee.rule_set import RuleSet


@dataclass(frozen=True, slots=True)
class Carried:
    """What the record says lies there when the deal begins.

    `label` is what the deal is called beside it. Stakes are `sticks` where each is worth a round
    sum, else `points`. `counters` say how often the deal is played again, in rules that lay
    something down for it.
    """

    label: str
    sticks: int = 0
    points: int = 0
    counters: int = 0


def carried(deal: Deal, rules: RuleSet) -> Carried:
    """Return the sticks and counters on the table when a deal begins."""
    pot, progress = rules.pot, rules.progress
    stakes = whole_number(deal.word(pot.word)) or 0 if pot.used and pot.word else 0
    name, _, again = deal.label.partition(".")
    counted = deal.attribute(progress.repeat_word) or again if progress.repeat_word else ""
    counters = whole_number(counted) or 0
    label = name if counters else deal.label
    if pot.unit > 1:
        return Carried(label, sticks=stakes, counters=counters)
    return Carried(label, points=stakes, counters=counters)


def has_stick(frame: Frame, rules: RuleSet, seat: int) -> bool:
    """Return whether a stake of that seat lies on the table, as its hand is ready."""
    return rules.pot.used and seat in frame.ready


def points(deal: Deal, rules: RuleSet, frame: Frame, *, is_last: bool) -> tuple[int | None, ...]:
    """Return what each player has after a step, as the record says; empty if it does not."""
    before, stated = deal.points, {line.keyword: line.points for line in deal.told(Points)}
    if is_last and "score" in stated:
        return stated["score"]
    if is_last and None not in (changes := stated.get("net", (None,))):
        return tuple(had + (change or 0) for had, change in zip(before, changes, strict=False))
    staked = [rules.pot.step * has_stick(frame, rules, seat) for seat in range(len(before))]
    return tuple(had - stake for had, stake in zip(before, staked, strict=True))
