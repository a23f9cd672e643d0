"""MCR: what a player may not do after a false win, when play goes on."""

from __future__ import annotations

from mjlog.model.record import CLAIM, WIN, Claim, Irregularity, Seat, Win
from mjlog.model.table import Table
from mjlog.referee.rulebook import Judgement, clause


def has_dead_hand(table: Table, seat: Seat) -> bool:
    """Return whether a win of the player was false in this deal."""
    return any(
        isinstance(act, Irregularity) and act.seat == seat and act.name == "false-win"
        for act in table.past
    )


@clause("win.dead_hand", WIN, says="{seat} wins after a false win in this deal")
def dead_hand_does_not_win(table: Table, win: Win) -> Judgement:
    """Check that nobody wins after a false win."""
    return not has_dead_hand(table, win.seat)


@clause("claim.dead_hand", CLAIM, says="{seat} claims {live} after a false win in this deal")
def dead_hand_does_not_claim(table: Table, claim: Claim) -> Judgement:
    """Check that nobody claims a discard after a false win."""
    return not has_dead_hand(table, claim.seat)
