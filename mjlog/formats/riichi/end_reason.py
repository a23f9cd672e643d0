"""Infers why a deal ended if the format does not say it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjlog.formats.riichi.deal_recorder import DealRecorder
from mjlog.formats.riichi.outcomes import (
    FOUR_KONGS,
    FOUR_RIICHI,
    FOUR_WINDS,
    NINE_TERMINALS,
    TRIPLE_RON,
    wall_ran_out,
)
from mjlog.model.record import NOBODY, Discard, NoWin
from mjlog.model.tiles import EAST, NORTH

_MOST_FOR_TENPAI: Final = 3000
"""Highest payment between players who are ready and players who are not."""


def inferred_end(journal: DealRecorder, changes: Sequence[int]) -> NoWin:
    """Infer how a deal without a winner ended, if the format does not say; return a `NoWin`.

    `journal` has recorded the play, and `changes` are the changes of points by seat (empty if
    unknown). For example, if points have changed, the wall ran out. Whether the rules allow this
    end is not checked here.
    """
    if journal.wall_is_out or any(changes):
        most = max((abs(change) for change in changes), default=0)
        return wall_ran_out(changes, nagashi=most > _MOST_FOR_TENPAI)
    if journal.turns.seat != NOBODY:
        return NoWin("abort", NINE_TERMINALS, journal.turns.seat)
    return NoWin("abort", _abort_on_the_table(journal))


def _abort_on_the_table(journal: DealRecorder) -> str:
    """Infer from the recorded play which abortive draw ended the deal, such as ``four-winds``.

    If the play shows neither four riichi, four kongs nor four equal winds, the result is
    `triple-ron`.
    """
    if sum(journal.stakes) + journal.staking >= journal.seats:
        return FOUR_RIICHI
    melds = (entry for meld in journal.melds for entry in meld)
    if [len(meld.tiles) for meld in melds].count(4) >= 4:
        return FOUR_KONGS
    acts = (act for turn in journal.turns.done for act in turn.acts)
    thrown = [act.tile for act in acts if isinstance(act, Discard)]
    are_alike = len(thrown) == journal.seats and len(set(thrown)) == 1
    if are_alike and thrown[0] in _WINDS:
        return FOUR_WINDS
    return TRIPLE_RON


_WINDS: Final = range(EAST, NORTH + 1)
