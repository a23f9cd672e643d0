"""A player who answers for another's hand, by a ruling."""

from __future__ import annotations

from typing import Final

from mjlog.model.messages import Sentence, msg
from mjlog.model.record import Ruling, seat_name
from mjlog.referee.rulebook import Outcome

GUARANTEE: Final = "guarantee"
"""The ruling that one player pays for all."""


def why_no_guarantor(ruling: Ruling, outcome: Outcome) -> Sentence:
    """Return why a ruling cannot be right that a player answers for another's win; empty if it can.

    Nobody answers for the own hand.
    """
    if any(winner.seat != ruling.seat for winner in outcome.winners):
        return ""
    words = "nobody else has won whose hand {seat} can answer for"
    return msg(words, seat=seat_name(ruling.seat))
