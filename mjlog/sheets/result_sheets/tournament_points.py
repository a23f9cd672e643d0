"""Judges tournament points, which need not add up to zero, as in American tournaments.

The winner gets the value of the hand, and a bonus for a self-drawn win. The discarder loses
something. A deal without a winner brings everybody the same. The amounts are those that most deals
of the sheet have.

Points that add up to zero may also follow from the values of a card alone: the discarder pays twice
the value, for example, and each of the others pays it once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from mjlog.model.record import NOBODY, Seat
from mjlog.sheets.cells.numbers import number_of
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.points import Points
from mjlog.sheets.records import RowBelow
from mjlog.sheets.rows.reader import Reader

_LEAST: Final = 2
"""Deals that tell how points are given."""
_LEAST_EVEN: Final = 4
"""Deals that tell so if the points add up to nothing, as by other rules."""


@dataclass(frozen=True, slots=True)
class _Award:
    """The points of one player in one deal: the reason, the value of the hand, the amount."""

    seat: Seat
    part: str
    value: Decimal
    points: int
    cell: Cell


Usual = dict[str, tuple[int, Decimal]]
"""For each part of a deal how many times the value it brings, and how much more."""


def awards(reader: Reader) -> tuple[RowBelow, ...]:
    """Return the points of each deal with the right numbers.

    Empty if the table counts differently.
    """
    if len(reader.points) != 1 or not reader.table.column("value"):
        return ()
    (points,) = reader.points
    # A deal may be left blank, as nobody pays for it.
    rows = [row for row in reader.table.rows
            if reader.is_deal(row) and any(points.cells(reader.table.grid, row))]  # fmt: skip
    deals = [{award.seat: award for award in _awards(reader, points, row)} for row in rows]
    apart = sum(sum(award.points for award in deal.values()) != 0 for deal in deals)
    is_even = apart < _LEAST
    if len(rows) < (_LEAST_EVEN if is_even else _LEAST) or not all(deals):
        return ()
    if is_even and not _may_pay_by_value(reader):
        return ()
    usual = _usual(deals, _TIMES_PAID if is_even else _TIMES)
    rows_due = [_due(deal, usual, is_even=is_even) for deal in deals]
    wrong = [sum(award.points != due[seat] for seat, award in deal.items())
             for deal, due in zip(deals, rows_due, strict=True)]  # fmt: skip
    # Payments that depend on the dealer, too, fit in some of the deals.
    if wrong.count(0) * 3 < len(wrong) * 2 or (is_even and wrong.count(0) < len(wrong) - 1):
        return ()
    # A hand may bring twice its value for something that no column tells.
    open_deals = [is_even and number > 1 for number in wrong]
    players = range(len(reader.names))
    return tuple(
        RowBelow(
            "award",
            tuple(award.cell if (award := deal.get(seat)) else None for seat in players),
            sums=tuple(
                due[seat] / points.unit if seat in due and not is_open else None for seat in players
            ),
        )
        for deal, due, is_open in zip(deals, rows_due, open_deals, strict=True)
    )


def _may_pay_by_value(reader: Reader) -> bool:
    """Return whether points may follow from values alone, by rules that mjlog does not have.

    Where losers have values too, and the sheet has only the winner's, the rules decide no payment.
    """
    return reader.rules is None or (reader.rules.scoring.scores_losers and not reader.hands)


def _awards(reader: Reader, points: Points, row: int) -> Iterator[_Award]:
    """Yield each player's points in a deal with their reason."""
    winners, source = reader.winners_of(row), reader.source_of(row)
    value = reader.table.cell(row, "value")
    # Points may be money, of which the value of the hand counts the smallest coin.
    worth = number_of(value.text) if value is not None else None
    for seat, cell in enumerate(points.cells(reader.table.grid, row)):
        number = points.number(cell)
        if cell is None or number is None or (winners and worth is None):
            continue
        is_self_drawn = source in {None, NOBODY}
        part = "drawn from" if is_self_drawn else "other"
        if not winners:
            part = "wall"
        elif seat in winners:
            part = "self-drawn" if is_self_drawn else "won"
        elif seat == source:
            part = "discarded"
        yield _Award(seat, part, worth or Decimal(0), number, cell)


def _usual(deals: Sequence[Mapping[Seat, _Award]], possible: Mapping[str, Sequence[int]]) -> Usual:
    """Return the points for each part in most deals, as a multiple of the value plus a constant.

    `possible` has the multiples that a part may bring.
    """
    usual: Usual = {}
    every = [award for deal in deals for award in deal.values()]
    for part in {award.part for award in every}:
        ways = Counter(
            (times, award.points - times * award.value)
            for award in every
            if award.part == part
            for times in possible[part]
        )
        usual[part] = max(ways, key=lambda way: (ways[way], way[1] == 0))
    return usual


_TIMES: Final = {
    "won": (1,), "self-drawn": (1,), "discarded": (-1, 0), "other": (0,), "drawn from": (0,),
    "wall": (0,),
}  # fmt: skip
"""How many times the value of the hand a part of a deal may bring."""
_TIMES_PAID: Final = {
    "won": range(1, 7), "self-drawn": range(1, 7), "discarded": range(-6, 0), "other": range(-2, 1),
    "drawn from": range(-4, 0), "wall": (0,),
}  # fmt: skip
"""The same if players pay each other."""


def _due(deal: Mapping[Seat, _Award], usual: Usual, *, is_even: bool) -> Mapping[Seat, Decimal]:
    """Return the right points of each player by the points of most deals.

    If `is_even` is True, the winner gets what the others pay.
    """
    due = {}
    for seat, award in deal.items():
        times, more = usual[award.part]
        due[seat] = times * award.value + more
    winners = [seat for seat, award in deal.items() if award.part in {"won", "self-drawn"}]
    if is_even and len(winners) == 1:
        due[winners[0]] -= sum(due.values())
    return due
