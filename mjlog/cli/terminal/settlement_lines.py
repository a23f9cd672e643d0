"""Prints a settlement: hands with their items, payments, changes and totals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import click

from mjlog.model.messages import to_message
from mjlog.model.record import Seat, seat_name
from mjlog.model.settlement import Item, Payment, Score, Settlement

Lessons = Mapping[Seat, Sequence[str]]


def hands(settlement: Settlement, lessons: Lessons) -> Iterator[str]:
    """Yield the lines about each scored hand: its value, and the items that give the value.

    `lessons` maps seats to lines that explain a hand; these lines are printed in place of the
    items.
    """
    for each in settlement.scores:
        yield from _hand(each, lessons.get(each.seat, ()))


def payments(settlement: Settlement) -> Iterator[str]:
    """Yield a line for each payment with its arithmetic.

    Then yield a line for each payment that is unknown, with the reason.
    """
    yield from (payment(each) for each in settlement.payments)
    for one, other, words in settlement.unknown_pairs:
        reason = to_message(words).english
        yield f"  {seat_name(one)} and {seat_name(other)}: cannot be told, {reason}"


def net(changes: Sequence[int]) -> str:
    """Return a line with the change of points of each seat, such as ``net A +8, B -8``."""
    return "net " + ", ".join(
        f"{seat_name(seat)} {change:+d}" for seat, change in enumerate(changes)
    )


def totals(before: Sequence[int], changes: Sequence[int]) -> str:
    """Return a line with the points of each seat after the deal: `before` plus `changes`."""
    return "totals " + ", ".join(
        f"{seat_name(seat)} {points + change}"
        for seat, (points, change) in enumerate(zip(before, changes, strict=True))
    )


def payment(paid: Payment) -> str:
    """Return a line for one payment: who pays whom, and the amount with its arithmetic."""
    return f"  {seat_name(paid.payer)} pays {seat_name(paid.payee)} {paid.explained}"


def _hand(score: Score, lesson: Sequence[str]) -> Iterator[str]:
    hand_value = f"{seat_name(score.seat)}: hand value {score.value} {score.unit}"
    if score.formula and not lesson:
        hand_value += f" = {score.formula.words}"
    else:
        hand_value += "".join(f", {_sum(item, short=bool(lesson))}" for item in score.totals)
    yield click.style(hand_value, bold=True)
    yield from (f"  {line}" for line in lesson or (_item(item) for item in score.items))
    for out in () if lesson else score.contained:
        why = f" ({to_message(out.principle).english}, {out.clause})" if out.principle else ""
        again = " once more" if out.item in score.patterns else ""
        yield f"     -  {out.item} does not count{again} beside {out.beside}{why}"
    if score.kongs:
        yield f"  kongs: {score.kong_points}"
        yield from (f"  {_item(item)}" for item in score.kongs)


def _sum(item: Item, *, short: bool) -> str:
    """Return one total of a hand as text, such as ``3 han``.

    If the total was computed by a formula, the formula is added, unless `short`.
    """
    plain = f"{item.points} {item.name}"
    if short or item.formula is None:
        return plain
    return f"{plain} = {item.formula.words}"


def _item(item: Item) -> str:
    return f"{item.points:>4}  {item.name}" + (f"  ({item.clause})" if item.clause else "")
