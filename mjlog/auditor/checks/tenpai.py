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
    """Compare a `tenpai` line with the hands at the end, and add a verdict for each player.

    The line must name exactly the players whose hand is one tile from winning. If the rules let
    players hide such a hand, the line may leave out these players. The verdict is "unverified" for
    an unknown hand.
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
    """Return whether the hand of a player is one tile from winning at the end of the turns.

    Return None if there are no turns, if the hand is unknown, or if it depends on an unknown tile
    of a meld. Return False for a winner who no longer plays in a deal that goes on after wins.
    """
    hand = table.hands[seat]
    if table.plays_on and seat in table.winners:
        return False  # a player who has won no longer takes part
    if not hand.known or not table.past:
        return None
    if hand.total != table.resting:
        return False
    if rules.play.waits(hand):
        return True
    known_tiles = [is_known(tile) for meld in hand.melds for tile in meld.tiles]
    return False if all(known_tiles) else None
