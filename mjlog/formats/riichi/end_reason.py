"""Why a deal ended, where the format does not say."""

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
"""No payment between ready players and others is higher."""


def inferred_end(journal: DealRecorder, changes: Sequence[int]) -> NoWin:
    """By what was paid, and by what lies on the table.

    Whether it was right to end there the referee says.
    """
    if journal.wall_is_out or any(changes):
        return wall_ran_out(
            changes, nagashi=any(abs(change) > _MOST_FOR_TENPAI for change in changes)
        )
    if journal.turns.seat != NOBODY:
        return NoWin("abort", NINE_TERMINALS, journal.turns.seat)
    if sum(journal.stakes) + journal.staking >= journal.seats:
        return NoWin("abort", FOUR_RIICHI)
    if sum(len(meld.tiles) == 4 for melds in journal.melds for meld in melds) >= 4:
        return NoWin("abort", FOUR_KONGS)
    thrown = [
        act.tile for turn in journal.turns.done for act in turn.acts if isinstance(act, Discard)
    ]
    if len(thrown) == journal.seats and len(set(thrown)) == 1 and EAST <= thrown[0] <= NORTH:
        return NoWin("abort", FOUR_WINDS)
    return NoWin("abort", TRIPLE_RON)
