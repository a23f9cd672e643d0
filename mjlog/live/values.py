"""What a hand may be worth by the sheet, as choices for whoever records results alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from mjlog.model.record import Items
from mjlog.notation.writer import line_text
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import HandClaim, ItemsClaimed, Outcome

_MOST: Final = 500
"""Worths that are offered at most."""


class Choice(NamedTuple):
    """One worth, or the first part of several: its items, the lines that state it for seat A.

    `more` are the second parts, where there are several.
    """

    items: ItemsClaimed
    lines: tuple[str, ...]
    more: tuple[Choice, ...] = ()


class Values(NamedTuple):
    """How the worth of a hand is stated: by one number of that name, or by a choice."""

    number: str = ""
    choices: tuple[Choice, ...] = ()


def values(rules: RuleSet) -> Values:
    """How a sheet states the worth of a hand by these rules; nothing where hands have none."""
    scoring = rules.scoring
    if scoring.claimed is None:
        return Values()
    if scoring.sum_stated:
        return Values(scoring.sum_stated)
    possible = scoring.possible_claims
    outcome = Outcome(seats=max(rules.play.spec.seats), dealer=0)
    claims = list(islice(possible(0, outcome), _MOST)) if possible else []
    if not any(len(claim.items) > 1 or claim.kongs for claim in claims):
        return Values()
    return Values(choices=tuple(_choices(claims)))


def _choices(claims: Sequence[HandClaim]) -> Iterator[Choice]:
    """Claims by their first part, each with its second parts."""
    apart = any(claim.kongs for claim in claims)
    by_first: dict[ItemsClaimed, list[tuple[ItemsClaimed, HandClaim]]] = {}
    for claim in claims:
        first, second = _parts(claim, apart=apart)
        by_first.setdefault(first, []).append((second, claim))
    for first, several in sorted(by_first.items(), key=_worth):
        if len(several) == 1:
            yield Choice(first, tuple(_lines(several[0][1])))
        else:
            more = (Choice(second, tuple(_lines(each))) for second, each in several)
            yield Choice(first, (), tuple(sorted(more, key=_points)))


def _parts(claim: HandClaim, *, apart: bool) -> tuple[ItemsClaimed, ItemsClaimed]:
    """The hand and its kongs where these count apart, else the first sum and the others."""
    if apart:
        return claim.items, claim.kongs
    return claim.items[:1], claim.items[1:]


def _worth(pair: tuple[ItemsClaimed, object]) -> tuple[str, int]:
    items, _ = pair
    return items[0][0], sum(points or 0 for _, points in items)


def _points(choice: Choice) -> int:
    return sum(points or 0 for _, points in choice.items)


def _lines(claim: HandClaim) -> Iterator[str]:
    yield line_text(Items("fan", 0, claim.items))
    if claim.kongs:
        yield line_text(Items("kong", 0, claim.kongs))
