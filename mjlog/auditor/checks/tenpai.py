"""The check of `tenpai` lines: who is one tile from winning."""

from __future__ import annotations

from typing import Final

from mjlog.auditor.deal_check import DealCheck
from mjlog.model.findings import Claim
from mjlog.model.messages import msg
from mjlog.model.record import Line, Seat, Tenpai, seat_name
from mjlog.model.table import Table
from mjlog.model.tiles import is_known
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import hand_unknown

OTHER_HANDS: Final = msg("this table plays winning hands that no source describes").lacking("rules")


def check_tenpai(sheet: DealCheck, line: Line, claim: Tenpai) -> None:
    """Check for each player whether a `tenpai` line is right, and add the verdicts to `sheet`.

    The line must name exactly the players who are one tile from winning at the end of the deal. A
    player may be left out if the rules let players hide this.
    """
    for seat in range(sheet.table.seats):
        label = Claim("tenpai", seat)
        ready = one_from_winning(sheet.table, sheet.rules, seat)
        if ready is None:
            sheet.unverified(line, label, hand_unknown(seat).words, seat)
        elif (
            not ready
            and sheet.rules.scoring.other_hands
            and sheet.table.hands[seat].total == sheet.table.resting
        ):
            sheet.unverified(line, label, OTHER_HANDS, seat)
        elif ready == (seat in claim.seats) or (
            ready and sheet.rules.scoring.may_hide_ready and seat not in claim.seats
        ):
            sheet.agrees(line, label, seat)
        else:
            is_one = msg(
                "the `tenpai` line leaves out {seat}, but {seat} is one tile from winning",
                seat=seat_name(seat),
            )
            words = is_one
            if not ready:
                words = msg(
                    "the `tenpai` line names {seat}, but {seat} is not one tile from winning",
                    seat=seat_name(seat),
                )
            sheet.differs("tenpai.differs", line, label, words, seat=seat)


def one_from_winning(table: Table, rules: RuleSet, seat: Seat) -> bool | None:
    """Return whether the player is one tile from winning after the turns.

    Return None if there are no turns, if the hand is unknown, or if an unknown tile of a meld
    decides. Return False for a player who has won and no longer plays.
    """
    hand = table.hands[seat]
    if table.plays_on and seat in table.winners:
        return False  # who has won has left the play
    if not hand.known or not table.past:
        return None
    if hand.total != table.resting:
        return False
    if rules.play.waits(hand):
        return True
    known_tiles = [is_known(tile) for meld in hand.melds for tile in meld.tiles]
    return False if all(known_tiles) else None
