"""How a deal ended that nobody won.

What the end is called and who brought it about, as the record says.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mjlog.model.messages import Said
from mjlog.model.record import NOBODY, NoWin, Seat

ENDS: Final = {
    "wall": Said("the wall has run out"),
    "void": Said("the deal is void"),
    "abort": Said("the deal is broken off"),
}
"""How a deal can end without a win."""

NAMES: Final = {
    "nine-terminals": Said("nine kinds of terminals and honours"),
    "four-winds": Said("four discards of one wind"),
    "four-kongs": Said("a fourth kong"),
    "four-riichi": Said("four riichi"),
    "triple-ron": Said("three win on one tile"),
    "nagashi-mangan": Said("nagashi mangan"),
}
"""What such an end is called, as far as rule sets name it.

Other names stand as the record has them.
"""


def ending(washout: NoWin, called: Callable[[Seat], str]) -> Said:
    """The end in words; `called` names a player."""
    end = ENDS.get(washout.how) or Said("{words}", {"words": washout.how})
    values = {"end": end, "name": NAMES.get(washout.name) or washout.name.replace("-", " ")}
    if washout.by == NOBODY:
        return Said("{end} ({name})", values) if washout.name else end
    values["player"] = called(washout.by)
    return (
        Said("{end} ({name}, by {player})", values)
        if washout.name
        else Said("{end}, by {player}", values)
    )
