"""Rulings that one player pays for another player's win."""

from __future__ import annotations

from typing import Final

from mjlog.model.messages import Sentence, msg
from mjlog.model.record import Ruling, seat_name
from mjlog.referee.rulebook import Outcome

GUARANTEE: Final = "guarantee"
"""Ruling that one player pays for all losers."""


def why_no_guarantor(ruling: Ruling, outcome: Outcome) -> Sentence:
    """Return why the ruling that a player pays for another player's win is impossible.

    A ruling is a decision of the referee in the record. The only reason is that no other player has
    won. Return an empty text if the ruling is possible.
    """
    if any(winner.seat != ruling.seat for winner in outcome.winners):
        return ""
    words = "nobody else has won whose hand {seat} can answer for"
    return msg(words, seat=seat_name(ruling.seat))
