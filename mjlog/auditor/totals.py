"""The points of everybody, seat by seat, of whom some may not be known.

What is added to them, what is left when some are not told, how they are written and ranked.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from mjlog.model.record import SEATS, Deal, Game, Pay, Ruling, Seat, WinLine, points_word
from mjlog.model.settlement import Payment, known_points, net
from mjlog.referee.parts import Progress

Totals = tuple[int | None, ...]
"""A number a seat, None where it is not known."""


def all_known(points: Sequence[int | None]) -> tuple[int, ...] | None:
    """Return the numbers if everybody's are known; else None."""
    if None in points:
        return None
    return known_points(points)


def added(before: Sequence[int | None], change: Sequence[int | None]) -> Totals:
    """Return everybody's points after a change; None if either is unknown."""
    totals: list[int | None] = []
    for seat in range(min(len(before), len(change))):
        points, more = before[seat], change[seat]
        totals.append(None if points is None or more is None else points + more)
    return tuple(totals)


def taken(after: Sequence[int | None], before: Sequence[int | None]) -> Totals:
    """Return everybody's change; None if either row is unknown."""
    return tuple(
        None if points is None or old is None else points - old
        for points, old in zip(after, before, strict=False)
    )


def filled(told: Sequence[int | None], otherwise: Sequence[int | None]) -> Totals:
    """Return the stated points, with other known ones for seats without any."""
    points = [*otherwise]
    for seat, number in enumerate(told[: len(points)]):
        if number is not None:
            points[seat] = number
    return tuple(points)


def change_by_payments(
    deal: Deal, seats: int, left_out: Collection[tuple[Seat, Seat]] = ()
) -> tuple[int, ...] | None:
    """Return the sum of a deal's payments, without those between pairs that are `left_out`.

    Return None unless each amount is known and some are for the deal itself. If nobody won, those
    for other causes are.
    """
    causes = {line.cause for line in deal.told(Pay)}
    may_be_fines = bool(deal.told(WinLine)) or bool(deal.told(Ruling))
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
    """Return the numbers of the first line of that keyword; None if it leaves one open."""
    rows = [points for points in deal.numbers(keyword) if len(points) == seats]
    return all_known(rows[0]) if rows else None


def listed(points: Sequence[int | None]) -> str:
    """Return the words in which a header lists points: ``88,93,?,96``."""
    return ",".join(map(points_word, points))


def ranked(points: Sequence[int]) -> str:
    """Return the seats by points, best first, equal ones joined: ``C D=A B``."""
    return " ".join(map("=".join, tied(points)))


def tied(points: Sequence[int], first: Seat = 0) -> list[str]:
    """List the groups of seats with equal points, best first, counted from that seat on."""
    levels = dict.fromkeys(sorted(points, reverse=True), "")
    for turn in range(len(points)):
        seat = (max(first, 0) + turn) % len(points)
        levels[points[seat]] += SEATS[seat]
    return [*levels.values()]


def end_of_game(
    points: Sequence[int], pool: int, game: Game, progress: Progress
) -> tuple[Any, ...]:
    """Return what final points follow from: points, pool, rulings, the first dealer.

    The day is the last of them if the game is a log of a program whose final points changed on a
    day. It is of no use for a record that somebody wrote by the rules of that program.
    """
    end = points, pool, game.told(Ruling), game.first_dealer
    if progress.log_header and game.headed(progress.log_header) is not None:
        return (*end, game.header("Date") or "")
    return end
