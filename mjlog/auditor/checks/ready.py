"""The check of `ready` lines: who had declared ready."""

from __future__ import annotations

from mjlog.auditor.deal_check import DealCheck
from mjlog.model.findings import Claim
from mjlog.model.messages import msg
from mjlog.model.record import Line, ReadySeats, seat_name


def check_ready(sheet: DealCheck, line: Line, claim: ReadySeats) -> None:
    """Compare a `ready` line with the turns, and add a verdict for each player to `sheet`.

    Nothing is added for a deal without turns. If the turns do not begin at the start of the deal, a
    player whom only the line names gets the verdict "unverified".
    """
    if not sheet.deal.turns:
        return
    for seat, hand in enumerate(sheet.table.hands):
        if hand.ready == (seat in claim.seats):
            sheet.agrees(line, Claim("ready", seat), seat)
        elif hand.ready or sheet.table.whole:
            declares = msg(
                "the `ready` line leaves out {seat}, but {seat} declares ready in the turns",
                seat=seat_name(seat),
            )
            never = msg(
                "the `ready` line names {seat}, but {seat} never declares ready in the turns",
                seat=seat_name(seat),
            )
            does = declares if hand.ready else never
            sheet.differs("ready.line", line, Claim("ready", seat), does, seat=seat)
        else:
            sheet.unverified(
                line,
                Claim("ready", seat),
                msg("the record does not begin with the deal").lacking("turns"),
                seat,
            )
