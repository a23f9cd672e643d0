"""Taiwanese 16-tile: decides which options can change the points or payments of a deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from mjlog.model.settlement import Score
from mjlog.referee.rulebook import Outcome
from mjlog.rules.taiwanese.events import Events
from mjlog.rules.taiwanese.insurance import DANGERS, Danger
from mjlog.rules.taiwanese.tai import ROBBED_EIGHTH

Matters = Callable[[Outcome, Sequence[Score]], bool]


def can_matter(option: str, outcome: Outcome, scores: Sequence[Score]) -> bool:
    """Return whether the value of an option can change the scores or payments of a deal.

    The audit uses this to skip options that cannot explain a wrong value. Return True if nothing is
    known about the option.
    """
    matters = _MATTERS.get(option)
    return matters is None or matters(outcome, scores)


def _several_win(outcome: Outcome, _scores: Sequence[Score]) -> bool:
    return len(outcome.winners) > 1


def _has(item: str) -> Matters:
    """Return a function that says whether any hand of a deal has the pattern `item`.

    The function returns True also if only a score sheet names the pattern.
    """
    wanted = frozenset({item})

    def has(outcome: Outcome, scores: Sequence[Score]) -> bool:
        if _is_counted(wanted, scores):
            return True
        return any(item in dict(claim.items) for claim in outcome.claimed.values())

    return has


def _is_counted(wanted: frozenset[str], scores: Sequence[Score]) -> bool:
    """Return whether at least one score has an item that is in `wanted`."""
    return any(item.name in wanted for score in scores for item in score.items)


def _is_won_on_discard(outcome: Outcome, _scores: Sequence[Score]) -> bool:
    return not all(winner.own_draw for winner in outcome.winners)


def _is_dangerous(option: str) -> Matters:
    """Return a function that says whether an option about dangerous discards can matter in a deal.

    A dangerous discard can make its player pay the whole win. The function returns True if a hand
    has a pattern for which the option makes a discard dangerous.
    """
    hands = _hands_of([danger for danger in DANGERS if danger.option == option])

    def dangerous(_outcome: Outcome, scores: Sequence[Score]) -> bool:
        return _is_counted(hands, scores)

    return dangerous


def _hands_of(dangers: Sequence[Danger]) -> frozenset[str]:
    """Return the patterns of hands for which one of these dangers makes a discard dangerous.

    A dangerous discard can make its player pay the whole win.
    """
    return frozenset[str]().union(*(danger.patterns for danger in dangers))


_DANGEROUS: Final = _hands_of(DANGERS)


def _is_dangerous_hand(_outcome: Outcome, scores: Sequence[Score]) -> bool:
    return _is_counted(_DANGEROUS, scores)


def _is_insured(outcome: Outcome, scores: Sequence[Score]) -> bool:
    """Return whether one player may have to pay the whole win.

    This may be so if somebody wins on a discard, if a hand has a pattern for which a discard can be
    dangerous, or if the referee has decided so in a ruling called ``insurance``.
    """
    if _is_won_on_discard(outcome, scores) or _is_counted(_DANGEROUS, scores):
        return True
    seen: Events = outcome.seen
    return bool(seen.ruled("insurance"))


_MATTERS: Final[Mapping[str, Matters]] = {
    "multi_win": _several_win,
    "tai.all_honors": _has("all_honors"),
    "tai.all_terminals": _has("all_terminals"),
    "rob8_payer": _has(ROBBED_EIGHTH),
    "insurance": _is_insured,
    "insurance_amount": _is_insured,
    "insurance_last_five": _is_won_on_discard,
    "insurance_concealed_kongs": _is_dangerous_hand,
    **{danger.option: _is_dangerous(danger.option) for danger in DANGERS},
}
"""Functions that return whether a choice can matter, by the option."""
