"""The end of a deal without a winner, in words, as the record says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mjlog.model.messages import Message
from mjlog.model.record import NOBODY, NoWin, Seat

ENDS: Final = {
    "wall": Message("the wall has run out"),
    "void": Message("the deal is void"),
    "abort": Message("the deal is broken off"),
}
"""How a deal can end without a win."""

NAMES: Final = {
    "nine-terminals": Message("nine kinds of terminals and honours"),
    "four-winds": Message("four discards of one wind"),
    "four-kongs": Message("a fourth kong"),
    "four-riichi": Message("four riichi"),
    "triple-ron": Message("three win on one tile"),
    "nagashi-mangan": Message("nagashi mangan"),
}
"""Names of ends without a win, by their words in records; other words are shown as recorded."""


def ending(washout: NoWin, called: Callable[[Seat], str]) -> Message:
    """Return a phrase that says how a deal without a winner ended, such as "the wall has run out".

    `washout` is the line that records this end. `called` returns the name of the player at a seat;
    it is used if the record says who aborted the deal.
    """
    end = ENDS.get(washout.how) or Message("{words}", {"words": washout.how})
    values = {"end": end, "name": NAMES.get(washout.name) or washout.name.replace("-", " ")}
    if washout.by == NOBODY:
        if not washout.name:
            return end
        return Message("{end} ({name})", values)
    values["player"] = called(washout.by)
    if not washout.name:
        return Message("{end}, by {player}", values)
    return Message("{end} ({name}, by {player})", values)
