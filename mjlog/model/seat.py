"""Seats that have names, for programs that use mjlog."""

from __future__ import annotations

from enum import IntEnum
from typing import Self

from mjlog.model.record import NOBODY, SEATS, TABLE


class Seat(IntEnum):
    """One of the seats A to D: ``Seat("C")``, ``Seat(2)`` and ``Seat.C`` are the same.

    A seat equals the number that records have for it, so ``Seat(act.seat)`` names the seat of an
    act. `NOBODY` means no player, `TABLE` for the table as payer or payee.

    >>> Seat("C"), str(Seat(2)), Seat.C == 2, [Seat.C].index(2)
    (<Seat.C: 2>, 'C', True, 0)
    """

    TABLE = TABLE
    NOBODY = NOBODY
    A = 0
    B = 1
    C = 2
    D = 3

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        """Return the seat with a letter such as ``C``; None if no seat has this letter.

        Python calls this for ``Seat("C")``.
        """
        if isinstance(value, str) and len(value) == 1 and value in SEATS:
            return cls(SEATS.index(value))
        return None

    def __str__(self) -> str:
        """Return the letter of the seat, ``table`` for `TABLE`, or ``?`` for `NOBODY`."""
        return {TABLE: "table", NOBODY: "?"}.get(self.value, self.name)

    def __format__(self, spec: str) -> str:
        """Return the letter of the seat, formatted as a string, for example in an f-string."""
        return format(str(self), spec)


SeatLike = Seat | int | str
"""What functions accept as a seat: a `Seat`, its number or its letter."""


def seat_at(seat: SeatLike, seats: int) -> Seat:
    """Turn a letter or number into a `Seat` of a table with `seats` players.

    Raise ValueError if the table has no such seat.

    >>> seat_at("C", 4), seat_at(0, 3)
    (<Seat.C: 2>, <Seat.A: 0>)
    """
    is_there = seat in tuple(SEATS[:seats]) if isinstance(seat, str) else 0 <= seat < seats
    if not is_there:
        raise ValueError(f"nobody sits at {seat!r}; seats are A to {SEATS[seats - 1]}")
    return Seat(SEATS.index(seat) if isinstance(seat, str) else seat)
