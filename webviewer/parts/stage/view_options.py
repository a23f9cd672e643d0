"""The view of the table that a browser asks for: the player at the bottom, the open hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from mjlog.model.record import NOBODY, SEATS, Seat

HANDS: Final = ("all", "own", "none")
"""Whose hands are open: everybody's, only the one at the bottom, nobody's."""
GONE: Final = "gone"
"""The value of a query for claimed tiles that leave no mark."""


@dataclass(frozen=True, slots=True)
class ViewOptions:
    """The view of the table that a reader has chosen.

    `below` is the seat at the bottom; `usual` is the seat that is there if the address names none.
    `hands` says which hands are shown: `all`, `own` (only at the bottom) or `none`. `claimed` is
    True if a mark stays among the discards for each claimed tile; if False, the other discards
    close the gap.
    """

    below: Seat = 0
    hands: str = "all"
    claimed: bool = True
    usual: Seat = 0

    @classmethod
    def asked(cls, query: Mapping[str, str], seats: int, usual: Seat = 0) -> ViewOptions:
        """Read from the parameters of an address how to show the table.

        An example is ``?seat=C&hands=own&claimed=gone``: seat C at the bottom, only its hand open,
        no claimed discards. A missing or invalid parameter gets its default; `usual` is the default
        seat.
        """
        seat, hands = query.get("seat", ""), query.get("hands", "all")
        below = usual
        if len(seat) == 1 and seat in SEATS[:seats]:
            below = SEATS.index(seat)
        return cls(below, hands if hands in HANDS else "all", query.get("claimed") != GONE, usual)

    def closed(self, seats: int) -> frozenset[Seat]:
        """Return the seats whose hands the view does not show; `seats` is the number of players."""
        if self.hands == "all":
            return frozenset()
        return frozenset(
            seat for seat in range(seats) if self.hands == "none" or seat != self.below
        )

    @property
    def veiled(self) -> bool:
        """Whether some hands are hidden, so that the page must not reveal what happens later."""
        return self.hands != "all"

    @property
    def eyes(self) -> Seat:
        """The seat whose view decides which tiles count as unseen.

        It is the seat at the bottom. If all hands are hidden, it is NOBODY: then all tiles except
        those that everybody sees are unseen.
        """
        if self.hands == "none":
            return NOBODY
        return self.below

    @property
    def turns(self) -> str:
        """The name of the list of steps at which the bottom player has a turn, such as `turn-A`.

        Keyboard shortcuts jump from one step of the list to the next.
        """
        return turns_of(self.below)

    def query(
        self, *, seat: Seat | None = None, hands: str = "", claimed: bool | None = None
    ) -> dict[str, Any]:
        """Return the parameters of an address that shows the table in this way, as a dict.

        Arguments replace what they name: the seat at the bottom, whose hands are open, and whether
        claimed discards stay visible. Parameters with their default value are left out.
        """
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
    """Return the name of the list of steps at which a player has a turn, such as `turn-A`.

    Keyboard shortcuts jump from one step of the list to the next.
    """
    return f"turn-{SEATS[seat]}"
