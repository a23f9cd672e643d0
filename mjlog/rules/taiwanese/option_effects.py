"""Taiwanese 16-tile: which options can matter to what a deal is worth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from mjlog.model.settlement import Score
from mjlog.referee.rulebook import Outcome
from mjlog.rules.taiwanese.events import Events
from mjlog.rules.taiwanese.insurance import DANGERS
from mjlog.rules.taiwanese.tai import ROBBED_EIGHTH

Matters = Callable[[Outcome, Sequence[Score]], bool]


def can_matter(option: str, outcome: Outcome, scores: Sequence[Score]) -> bool:
    """Whether that option can change what the deal is worth; what is told of nowhere can."""
    matters = _MATTERS.get(option)
    return matters is None or matters(outcome, scores)


def _several_win(outcome: Outcome, _scores: Sequence[Score]) -> bool:
    return len(outcome.winners) > 1


def _has(item: str) -> Matters:
    """Whether a hand has that pattern, or the sheet claims it of one."""

    def has(outcome: Outcome, scores: Sequence[Score]) -> bool:
        claimed = {name for claim in outcome.claimed.values() for name, _ in claim.items}
        return item in claimed or item in _patterns(scores)

    return has


def _patterns(scores: Sequence[Score]) -> set[str]:
    return {item.name for score in scores for item in score.items}


def _on_a_discard(outcome: Outcome, _scores: Sequence[Score]) -> bool:
    return any(not winner.own_draw for winner in outcome.winners)


def _is_dangerous(option: str) -> Matters:
    """Whether a hand was won for which that option makes a discard dangerous."""
    dangers = [danger for danger in DANGERS if danger.option == option]

    def dangerous(_outcome: Outcome, scores: Sequence[Score]) -> bool:
        patterns = _patterns(scores)
        return any(danger.concerns(patterns) for danger in dangers)

    return dangerous


def _is_insured(outcome: Outcome, scores: Sequence[Score]) -> bool:
    """Whether somebody may answer for a win, by a ruling or a dangerous discard."""
    seen: Events = outcome.seen
    if seen.ruled("insurance") or _on_a_discard(outcome, scores):
        return True
    patterns = _patterns(scores)
    return any(danger.concerns(patterns) for danger in DANGERS)


_MATTERS: Final[Mapping[str, Matters]] = {
    "multi_win": _several_win,
    "tai.all_honors": _has("all_honors"),
    "tai.all_terminals": _has("all_terminals"),
    "rob8_payer": _has(ROBBED_EIGHTH),
    "insurance": _is_insured,
    "insurance_amount": _is_insured,
    "insurance_last_five": _on_a_discard,
    **{danger.option: _is_dangerous(danger.option) for danger in DANGERS},
}
"""When a choice can matter, by the option."""
