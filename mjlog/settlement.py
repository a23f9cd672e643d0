"""Points that change hands, each with the arithmetic behind it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mjlog.record import TABLE, Seat


@dataclass(frozen=True, slots=True)
class Payment:
    """`payer` gives `payee` that many points, because of `reason` (the formula with its numbers), by a clause."""

    payer: Seat
    payee: Seat
    points: int
    reason: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """A scored pattern: its name in records, its points, its rulebook clause, and the names it may also go by."""

    name: str
    points: int
    clause: str = ""
    alike: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """What one winning hand is worth: `items` make up the hand value, `kongs` come beside it."""

    seat: Seat
    items: tuple[Item, ...]
    kongs: tuple[Item, ...] = ()
    unit: str = "points"

    @property
    def value(self) -> int:
        """Sum of the items."""
        return sum(item.points for item in self.items)

    @property
    def kong_points(self) -> int:
        """Sum of the kong items."""
        return sum(item.points for item in self.kongs)


@dataclass(frozen=True, slots=True)
class Settlement:
    """All payments that one deal causes; zero-sum by construction."""

    payments: tuple[Payment, ...] = ()
    scores: tuple[Score, ...] = ()

    def between(self, payer: Seat, payee: Seat) -> int:
        """What `payer` owes `payee` in all."""
        return sum(p.points for p in self.payments if p.payer == payer and p.payee == payee)

    def net(self, seats: int) -> tuple[int, ...]:
        """What the deal changes for each seat."""
        return net(self.payments, seats)


def net(payments: Iterable[Payment], seats: int) -> tuple[int, ...]:
    """What the payments change for each seat; the table's part is left out."""
    change = [0] * seats
    for payment in payments:
        if payment.payer != TABLE:
            change[payment.payer] -= payment.points
        if payment.payee != TABLE:
            change[payment.payee] += payment.points
    return tuple(change)
