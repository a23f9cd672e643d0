"""Tournament points, which need not add up to nothing, such as those of American tournaments.

The winner gets what the hand is worth, and something for a tile that nobody discarded. The player
who discarded the tile loses something. A deal that nobody wins brings everybody the same. How much
that is follows from the sheet: what most of its deals have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from mjlog.model.record import NOBODY, Seat
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.points import Points
from mjlog.sheets.records import RowBelow
from mjlog.sheets.rows import Reader

_LEAST: Final = 2
"""Deals that tell how points are given."""


@dataclass(frozen=True, slots=True)
class _Award:
    """The points of one player in one deal: for what, the value of the hand, how much."""

    seat: Seat
    part: str
    value: int
    points: int
    cell: Cell


Usual = dict[str, tuple[int, int]]
"""For each part of a deal how many times the value it brings, and how much more."""


def awards(reader: Reader) -> tuple[RowBelow, ...]:
    """Return the points of each deal with what is due; none if the table counts in another way."""
    if len(reader.points) != 1 or not reader.table.column("value"):
        return ()
    (points,) = reader.points
    rows = [row for row in reader.table.rows if reader.is_deal(row)]
    deals = [{award.seat: award for award in _awards(reader, points, row)} for row in rows]
    apart = sum(sum(award.points for award in deal.values()) != 0 for deal in deals)
    if len(rows) < _LEAST or apart < _LEAST or not all(deals):
        return ()
    usual = _usual(deals)
    right = [all(award.points == _due(award, usual) for award in deal.values()) for deal in deals]
    if sum(right) * 3 < len(right) * 2:
        return ()
    return tuple(_row(deal, usual, len(reader.names)) for deal in deals)


def _row(deal: Mapping[Seat, _Award], usual: Usual, players: int) -> RowBelow:
    """Return the points of one deal with what is due to each player."""
    awarded = [deal.get(seat) for seat in range(players)]
    cells = tuple(award.cell if award else None for award in awarded)
    due = tuple(_due(award, usual) if award else None for award in awarded)
    return RowBelow("award", cells, sums=due)


def _awards(reader: Reader, points: Points, row: int) -> Iterator[_Award]:
    """Yield each player's points in a deal, and their reason."""
    winners, source = reader.winners_of(row), reader.source_of(row)
    value = reader.table.cell(row, "value")
    worth = points.number(value) if value is not None else None
    for seat, cell in enumerate(points.cells(reader.table.grid, row)):
        number = points.number(cell)
        if cell is None or number is None or (winners and worth is None):
            continue
        part = "other"
        if not winners:
            part = "wall"
        elif seat in winners:
            part = "self-drawn" if source in {None, NOBODY} else "won"
        elif seat == source:
            part = "discarded"
        yield _Award(seat, part, worth or 0, number, cell)


def _usual(deals: Sequence[Mapping[Seat, _Award]]) -> Usual:
    """Return the points of most deals for each part."""
    usual: Usual = {}
    every = [award for deal in deals for award in deal.values()]
    for part in {award.part for award in every}:
        ways = Counter(
            (times, award.points - times * award.value)
            for award in every
            if award.part == part
            for times in (_TIMES[part])
        )
        usual[part] = max(ways, key=lambda way: (ways[way], way[1] == 0))
    return usual


_TIMES: Final = {"won": (1,), "self-drawn": (1,), "discarded": (-1, 0), "other": (0,), "wall": (0,)}
"""How many times the value of the hand a part of a deal may bring."""


def _due(award: _Award, usual: Usual) -> int:
    """Return what a player is due by the points of most deals."""
    times, more = usual[award.part]
    return times * award.value + more
