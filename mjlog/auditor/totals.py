"""Rows of points, one number for each seat, None where unknown: sums, ranks and their text."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from mjlog.model.record import SEATS, Deal, Game, Pay, Ruling, Seat, WinLine, points_word
from mjlog.model.settlement import Payment, known_points, net
from mjlog.referee.parts import Progress

Totals = tuple[int | None, ...]
"""One number for each seat, None for an unknown number."""


def all_known(points: Sequence[int | None]) -> tuple[int, ...] | None:
    """Return the numbers of a row as a tuple; None if a number is unknown."""
    if None in points:
        return None
    return known_points(points)


def add_rows(before: Sequence[int | None], change: Sequence[int | None]) -> Totals:
    """Add everybody's changes to everybody's points; a sum is None if either number is unknown.

    The result is as long as the shorter row.
    """
    totals: list[int | None] = []
    for seat in range(min(len(before), len(change))):
        points, more = before[seat], change[seat]
        totals.append(None if points is None or more is None else points + more)
    return tuple(totals)


def subtract_rows(after: Sequence[int | None], before: Sequence[int | None]) -> Totals:
    """Subtract one row of points from another; a difference is None if either number is unknown."""
    return tuple(
        None if points is None or old is None else points - old
        for points, old in zip(after, before, strict=False)
    )


def fill_row(numbers: Sequence[int | None], otherwise: Sequence[int | None]) -> Totals:
    """Return `numbers` with each None replaced by the number of the same seat in `otherwise`."""
    points = [*otherwise]
    for seat, number in enumerate(numbers[: len(points)]):
        if number is not None:
            points[seat] = number
    return tuple(points)


def change_by_payments(
    deal: Deal, seats: int, left_out: Collection[tuple[Seat, Seat]] = ()
) -> tuple[int, ...] | None:
    """Return everybody's change of points by the recorded payments of a deal.

    Payments between pairs in `left_out` are ignored. Return None if there are no payments, if an
    amount is unknown, or if all payments may be penalties (each has a cause, and the deal was won
    or has a ruling).
    """
    causes = {line.cause for line in deal.contents(Pay)}
    may_be_fines = bool(deal.contents(WinLine)) or bool(deal.contents(Ruling))
    if not causes or (may_be_fines and "" not in causes):
        return None
    paid: list[Payment] = []
    for payer, payee, points in deal.payments:
        if (payer, payee) in left_out:
            continue
        if points is None:
            return None
        paid.append(Payment(payer, payee, points))
    return net(paid, seats)


def first_row(deal: Deal, keyword: str, seats: int) -> tuple[int, ...] | None:
    """Return the numbers of the first line with that keyword and one entry for each seat.

    `keyword` is net or score. Return None if there is no such line, or if a number in it is
    missing.
    """
    rows = [points for points in deal.numbers(keyword) if len(points) == seats]
    return all_known(rows[0]) if rows else None


def listed(points: Sequence[int | None]) -> str:
    """Return points as text for a header, for example ``88,93,?,96``."""
    return ",".join(map(points_word, points))


def ranked(points: Sequence[int]) -> str:
    """Return the seats ordered by points, best first, for example ``C D=A B``.

    Seats with equal points are joined with `=`.
    """
    return " ".join(map("=".join, tied(points)))


def tied(points: Sequence[int], first: Seat = 0) -> list[str]:
    """Return the groups of seats with equal points, best first, such as ``["C", "AD", "B"]``.

    Within a group, the seats are in their order around the table, beginning with `first`.
    """
    levels = dict.fromkeys(sorted(points, reverse=True), "")
    for turn in range(len(points)):
        seat = (max(first, 0) + turn) % len(points)
        levels[points[seat]] += SEATS[seat]
    return [*levels.values()]


def end_of_game(
    points: Sequence[int], pool: int, game: Game, progress: Progress
) -> tuple[Any, ...]:
    """Return the arguments for the function of the rules that computes final points.

    These are everybody's points, the points on the table, the rulings, and the first dealer. The
    date of the game is added for logs of a program whose final points depend on the date.
    """
    end = points, pool, game.contents(Ruling), game.first_dealer
    if progress.log_header and game.headed(progress.log_header) is not None:
        return (*end, game.header("Date") or "")
    return end
