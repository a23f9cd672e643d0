"""Taiyuan: decides which options can change the points or payments of a deal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from mjlog.model.settlement import Score
from mjlog.referee.rulebook import Outcome


def can_matter(option: str, outcome: Outcome, _scores: Sequence[Score]) -> bool:
    """Return whether the value of an option can change the scores or payments of a deal.

    The audit uses this to skip options that cannot explain a wrong value. Return True if nothing is
    known about the option.
    """
    matters = _MATTERS.get(option)
    return matters is None or matters(outcome)


def _is_won_on_discard(outcome: Outcome) -> bool:
    return not all(winner.own_draw for winner in outcome.winners)


def _is_won_on_draw(outcome: Outcome) -> bool:
    return any(winner.own_draw for winner in outcome.winners)


def _others_win(outcome: Outcome) -> bool:
    """Return whether a player other than the dealer wins. The dealer is then one of the losers."""
    return any(winner.seat != outcome.dealer for winner in outcome.winners)


def _may_have(item: str) -> Callable[[Outcome], bool]:
    """Return a function that says whether a winning hand of a deal may have the item `item`.

    A hand may if the tiles of a winning hand are shown, or if a score sheet names the item.
    """

    def may_have(outcome: Outcome) -> bool:
        if any(winner.tiles is not None for winner in outcome.winners):
            return True
        return any(item in dict(claim.items) for claim in outcome.claimed.values())

    return may_have


def _lets_a_tile_pass(outcome: Outcome) -> bool:
    """Return whether a ready player let, or may have let, a winning tile pass."""
    barred = outcome.barred | outcome.perhaps_barred
    return not barred.isdisjoint(outcome.ready or ())


_MATTERS: Final[Mapping[str, Callable[[Outcome], bool]]] = {
    "discard_payers": _is_won_on_discard,
    "kong_in_discard_multiplier": _is_won_on_discard,
    "dealer_point_under_bao": _is_won_on_discard,
    "nonready_discard": _is_won_on_discard,
    "selfdraw_nonready": _is_won_on_draw,
    "dealer_loss_point": _others_win,
    "dragon_points": _may_have("dragon"),
    "pure_suit_points": _may_have("pure-suit"),
    "dead_player_ready": _lets_a_tile_pass,
}
"""Functions that return whether a choice can matter, by the option."""
