"""What a browser asks to see of a record: who sits at the bottom, and whose hands lie open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from mjlog.model.record import NOBODY, SEATS, Seat

HANDS: Final = ("all", "own", "none")
"""Whose hands are open: everybody's, that of the player at the bottom, nobody's."""
GONE: Final = "gone"
"""What a query says of claimed tiles that leave no mark."""


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """How the table is looked at.

    What a query does not say, or says wrongly, is as it is without one.

    `claimed` tells whether rivers keep a mark where a tile lay that was claimed, instead of closing
    up as on a table. `usual` sits at the bottom where nobody is asked for.
    """

    below: Seat = 0
    hands: str = "all"
    claimed: bool = True
    usual: Seat = 0

    @classmethod
    def asked(cls, query: Mapping[str, str], seats: int, usual: Seat = 0) -> ViewOptions:
        """Return the view that ``?seat=C&hands=own&claimed=gone`` asks for."""
        seat, hands = query.get("seat", ""), query.get("hands", "all")
        below = usual
        if len(seat) == 1 and seat in SEATS[:seats]:
            below = SEATS.index(seat)
        return cls(below, hands if hands in HANDS else "all", query.get("claimed") != GONE, usual)

    def closed(self, seats: int) -> frozenset[Seat]:
        """Return the seats whose hands are not shown."""
        if self.hands == "all":
            return frozenset()
        return frozenset(
            seat for seat in range(seats) if self.hands == "none" or seat != self.below
        )

    @property
    def veiled(self) -> bool:
        """Whether hands are hidden, and so whatever came of them later is not told before."""
        return self.hands != "all"

    @property
    def eyes(self) -> Seat:
        """The player whose hand counts as seen: at the bottom, unless all hands are hidden."""
        if self.hands == "none":
            return NOBODY
        return self.below

    @property
    def turns(self) -> str:
        """The name of the list of turns of the player at the bottom."""
        return turns_of(self.below)

    def query(
        self, *, seat: Seat | None = None, hands: str = "", claimed: bool | None = None
    ) -> dict[str, Any]:
        """Return the query of this view, or of one with changes; None for the usual view."""
        below = self.below if seat is None else seat
        shown = hands or self.hands
        marked = self.claimed if claimed is None else claimed
        words = {
            "seat": SEATS[below] if below != self.usual else "",
            "hands": shown if shown != "all" else "",
            "claimed": "" if marked else GONE,
        }
        return {name: value for name, value in words.items() if value}


def turns_of(seat: Seat) -> str:
    """Return the name of the list of that player's turns."""
    return f"turn-{SEATS[seat]}"
