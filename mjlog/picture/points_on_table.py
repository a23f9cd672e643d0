"""Computes points, stakes, sticks and counters on the table at a step."""

from __future__ import annotations

from dataclasses import dataclass

from mjlog.model.record import Deal, Points, whole_number
from mjlog.picture.frames import Frame
from mjlog.referee.rule_set import RuleSet


@dataclass(frozen=True, slots=True)
class CarriedPoints:
    """The stakes and counters that are on the table when a deal begins.

    `label` is the deal's label to show next to them. Stakes are `sticks` if each has a fixed value,
    else `points`. `counters` is the number of repetitions, in rules that put counters on the table.
    """

    label: str
    sticks: int = 0
    points: int = 0
    counters: int = 0


def carried_points(deal: Deal, rules: RuleSet) -> CarriedPoints:
    """Return the stakes and counters from earlier deals, and the label of this deal.

    Stakes are riichi sticks, or points if the rules have no sticks. Counters (honba) count the
    repeats of a deal.
    """
    pot, progress = rules.pot, rules.progress
    stakes = whole_number(deal.word(pot.word)) or 0 if pot.used and pot.word else 0
    name, _, again = deal.label.partition(".")
    counted = deal.attribute(progress.repeat_word) or again if progress.repeat_word else ""
    counters = whole_number(counted) or 0
    label = name if counters else deal.label
    if pot.unit > 1:
        return CarriedPoints(label, sticks=stakes, counters=counters)
    return CarriedPoints(label, points=stakes, counters=counters)


def has_stick(frame: Frame, rules: RuleSet, seat: int) -> bool:
    """Return whether a seat's stake is on the table because the seat has declared ready.

    Return False if the rules have no stakes.
    """
    return rules.pot.used and seat in frame.ready


def points(deal: Deal, rules: RuleSet, frame: Frame, *, is_last: bool) -> tuple[int | None, ...]:
    """Return the points of each player after a step, as shown next to the table.

    During the deal these are the points before the deal, minus the stake of a player who has
    declared ready. With `is_last`, the deal is over, and these are the recorded points after the
    deal, or the points before it plus the recorded changes. A number is None if it is unknown; the
    tuple is empty if the record has no points.
    """
    before, stated = deal.points, {line.keyword: line.points for line in deal.contents(Points)}
    if is_last and "score" in stated:
        return stated["score"]
    if is_last and None not in (changes := stated.get("net", (None,))):
        return tuple(had + (change or 0) for had, change in zip(before, changes, strict=False))
    staked = [rules.pot.step * has_stick(frame, rules, seat) for seat in range(len(before))]
    return tuple(had - stake for had, stake in zip(before, staked, strict=True))
