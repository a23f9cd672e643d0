"""Judges tournament points, which need not add up to zero, as in American tournaments.

The winner gets the value of the hand, and a bonus for a self-drawn win. The discarder loses an
amount. In a deal without a winner, all players get the same amount. The amounts are those that most
deals of the sheet have.

Points that add up to zero may also follow from the values of a card alone: the discarder pays twice
the value, for example, and each of the others pays it once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import permutations
from typing import Final

from mjlog.model.record import NOBODY, Seat
from mjlog.sheets.cells.numbers import number_of
from mjlog.sheets.check_prices import MOST_TIMES
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.points import Points
from mjlog.sheets.records import RowBelow
from mjlog.sheets.rows.reader import Reader

_WITH_TOTALS: Final = 2
"""Number of groups of columns if there are both changes and totals."""
_LEAST: Final = 2
"""Fewest deals that can show how points are given."""
_LEAST_SURE: Final = 6
"""Fewest deals among which a deal with several unusual payments is certainly wrong."""
_LEAST_EVEN: Final = 4
"""Fewest deals that can show the payments if points add up to zero, as under other rules."""


@dataclass(frozen=True, slots=True)
class _Award:
    """The points of one player in one deal, with what the player did and the value of the hand.

    `part` is what the player did, such as `won` or `discarded`. `number` is the number in the cell:
    the points, or the total after the deal.
    """

    seat: Seat
    part: str
    value: Decimal
    points: int
    number: int
    cell: Cell


@dataclass(frozen=True, slots=True)
class _Way:
    """A way in which the points of a deal may follow from the value of the hand.

    `is_even` says that the points of a deal add up to zero. If `doubles` is True, the dealer pays
    and gets twice as much. `exposures` is a column with the number of the winner's exposed sets, on
    which the discarder's loss depends; 0 if it depends on no column. If `is_multiple` is True, all
    points are multiples of the value, without a constant.
    """

    is_even: bool
    doubles: bool = False
    exposures: int = 0
    is_multiple: bool = False

    def applied_to(self, award: _Award, grid: Grid, row: int) -> _Award:
        """Return a copy of `award`, a player's points in a deal, to compare it with similar deals.

        A discarder's points are then compared only with deals in which the winner had the same
        number of exposed sets, which is written in row `row`. If this number does not matter,
        `award` itself is returned.
        """
        if not self.exposures or award.part != "discarded":
            return award
        return replace(award, part=f"{award.part}:{grid.text(row, self.exposures)}")


Usual = dict[str, tuple[int, Decimal]]
"""For each part in a deal: the usual multiple of the value, and the amount added to it."""


def check_points_by_usual_deals(reader: Reader) -> tuple[RowBelow, ...]:
    """Check the points of each deal on a sheet whose payments follow no known rules.

    For example, the winner may get twice the hand's value. The way in which most deals are paid is
    expected of all deals. Return cells with expected numbers (`RowBelow`) for each deal; an empty
    tuple if no way explains nearly all deals.
    """
    points = _points_of_deals(reader)
    if points is None or not reader.table.column("value"):
        return ()
    # A deal without payments may be left blank.
    rows = [row for row in reader.deal_rows if any(points.cells(reader.table.grid, row))]
    apart = sum(sum(points.number(cell) or 0 for cell in points.cells(reader.table.grid, row)) != 0
                for row in rows)  # fmt: skip
    is_even = apart < _LEAST
    if len(rows) < (_LEAST_EVEN if is_even else _LEAST):
        return ()
    # The rules decide the payments, unless losers score their hands and no column has their values.
    rules = reader.rules
    if is_even and rules is not None and (reader.hands or not rules.scoring.scores_losers):
        return ()
    compared = _best_compared(reader, points, rows, is_even=is_even)
    # A hand may bring twice its value for a reason that no column shows.
    is_sure = len(compared) >= _LEAST_SURE and points.kind == "change"
    if is_even and is_sure:
        usual_parts = _usual([deal for deal, _ in compared], _TIMES_PAID, has_constants=True)
        compared = [(deal, _due_with_other_names(reader, row, deal, due, usual_parts))
                    for row, (deal, due) in zip(rows, compared, strict=True)]  # fmt: skip
        compared = [(deal, _multiple_but_one(deal, due)) for deal, due in compared]
    # Several unusual payments of a deal may follow from something else, so they are left open.
    settled = [
        (deal, {seat: None if is_even and _wrong(deal, due) > 1
                and (not is_sure or _is_multiple(deal, due)) else number
                for seat, number in due.items()})
        for deal, due in compared
    ]  # fmt: skip
    of_deals = tuple(
        RowBelow(
            "award",
            tuple(deal[seat].cell if seat in deal else None for seat in range(len(reader.names))),
            sums=tuple(
                None if (number := due.get(seat)) is None else number / points.unit
                for seat in range(len(reader.names))
            ),
        )
        for deal, due in settled
    )
    totals = _totals_of_awards(reader, rows, settled)
    if not is_even:
        return (*of_deals, *totals)
    values = _wrong_values(reader, rows, compared) if is_sure else ()
    # Unlike the points of a deal, totals may add up to the points that players began with.
    return (*of_deals, *values, *(replace(row, kind="result") for row in totals))


def _best_compared(
    reader: Reader, points: Points, rows: Sequence[int], *, is_even: bool
) -> _Compared:
    """Compare each deal with the way of payment that explains most deals; see `_compared`.

    Return an empty sequence if no way explains nearly all deals.
    """
    possible = [_Way(is_even), _Way(is_even, exposures=_exposures_column(reader))]
    if is_even:  # the dealer may pay and be paid twice as much
        possible = [_Way(is_even), _Way(is_even, doubles=True), _Way(is_even, is_multiple=True)]
    ways = [_compared(reader, points, rows, way) for way in dict.fromkeys(possible)]
    usual = [way for way in ways if _is_usual(way, is_even=is_even)]
    return min(usual, key=_number_wrong, default=())


def _wrong_values(reader: Reader, rows: Sequence[int], compared: _Compared) -> Iterator[RowBelow]:
    """Yield each hand value that is wrong because all payments of its deal are for another value.

    Each cell is yielded with the value that was paid (`RowBelow`). A value is right if the payments
    are for a whole multiple of it. The highest value of the sheet may be paid less, because of a
    limit, unless another deal pays it in full. `rows` are the rows of the deals.
    """
    value_by_row = {row: number_of(cell.text) or Decimal(0) for row in rows
                    if (cell := reader.table.cell(row, "value")) is not None}  # fmt: skip
    paid_in_full = {value_by_row.get(row) for row, (deal, due) in zip(rows, compared, strict=True)
                    if not _wrong(deal, due)}  # fmt: skip
    for row, (deal, due) in zip(rows, compared, strict=True):
        value = value_by_row.get(row, Decimal(0))
        shares = {award.points / due[seat] for seat, award in deal.items() if due[seat]}
        share = shares.pop() if len(shares) == 1 else Decimal(0)
        is_highest = value == max(value_by_row.values()) and value not in paid_in_full
        may_be_limited = share < 1 and is_highest
        paid_for = round(value * share, 9)
        if share % 1 and not may_be_limited and paid_for > 0 and paid_for % 1 == 0:
            yield RowBelow("result", (reader.table.cell(row, "value"),), sums=(paid_for,))


def _points_of_deals(reader: Reader) -> Points | None:
    """Return the group of columns (one for each player) with the points that each deal brings.

    If the table has two groups, changes and totals, the changes are returned. Return None if it has
    any other groups.
    """
    changes = [points for points in reader.points if points.kind == "change"]
    if len(reader.points) == 1:
        return reader.points[0]
    return changes[0] if len(reader.points) == _WITH_TOTALS and len(changes) == 1 else None


def _totals_of_awards(
    reader: Reader,
    rows: Sequence[int],
    settled: Sequence[tuple[Mapping[Seat, _Award], Mapping[Seat, Decimal | None]]],
) -> Iterator[RowBelow]:
    """Yield the totals after each deal, as cells with expected numbers (`RowBelow`).

    `rows` are the rows of the deals, and `settled` has the written and the expected points of each
    deal. The expected points are added up, or the written ones if these are None. Yield nothing if
    the table has no column of totals for each player.
    """
    totals = next((points for points in reader.points if points.kind == "total"), None)
    if totals is None or len(reader.points) == 1 or not settled:
        return
    deals = [
        {
            seat: replace(deal[seat], number=number, cell=cell)
            for seat, cell in enumerate(totals.cells(reader.table.grid, row))
            if cell is not None and (number := totals.number(cell)) is not None and seat in deal
        }
        for row, (deal, _) in zip(rows, settled, strict=True)
    ]
    changes = [
        {seat: deal[seat].points if number is None else number for seat, number in due.items()}
        for deal, due in settled
    ]
    for deal, due in zip(deals, _added_up(deals, changes), strict=True):
        cells = tuple(deal[seat].cell if seat in deal else None for seat in sorted(due))
        yield RowBelow("award", cells, sums=tuple(due[seat] for seat in sorted(due)))


_Compared = Sequence[tuple[Mapping[Seat, _Award], Mapping[Seat, Decimal]]]
"""Points of each deal, with the points that its cells should have."""


def _compared(reader: Reader, points: Points, rows: Sequence[int], way: _Way) -> _Compared:
    """Return two dicts for each deal, by seat: the written points and the expected points.

    The expected points are computed as in most deals. `points` are the columns of points, and `way`
    says how points may follow from the hand's value. Return an empty sequence if a deal has no
    readable points.
    """
    # Points that do not add up look like totals, and are what each deal brings.
    are_totals = points.kind == "total" and way.is_even
    deals = [{award.seat: way.applied_to(award, reader.table.grid, row)
              for award in _awards(reader, points, row, are_totals=are_totals, doubles=way.doubles)}
             for row in rows]  # fmt: skip
    if not all(deals):
        return ()
    usual = _usual(deals, _TIMES_PAID if way.is_even else _TIMES, has_constants=not way.is_multiple)
    changes = [_due(deal, usual, is_even=way.is_even) for deal in deals]
    due = [*_added_up(deals, changes)] if are_totals else changes
    return [*zip(deals, due, strict=True)]


def _is_usual(compared: _Compared, *, is_even: bool) -> bool:
    """Return whether nearly all deals have the expected points; False if there are no deals.

    `compared` has the written and the expected points of each deal. If `is_even` is True (the
    points of a deal add up to zero), one deal may differ, otherwise one third of the deals.
    """
    right = sum(not _wrong(deal, due) for deal, due in compared)
    # Payments that also depend on something else still fit in some of the deals.
    is_near = right >= len(compared) - 1 if is_even else right * 3 >= len(compared) * 2
    return is_near and bool(compared)


def _number_wrong(compared: _Compared) -> int:
    """Count the cells of all deals that do not have the expected number.

    A deal whose payments are all for another value counts once, because only the value is wrong.
    """
    return sum(min(_wrong(deal, due), 1) if _is_multiple(deal, due) else _wrong(deal, due)
               for deal, due in compared)  # fmt: skip


def _wrong(deal: Mapping[Seat, _Award], due: Mapping[Seat, Decimal]) -> int:
    """Count the players of a deal whose cell does not have the expected number `due`."""
    return sum(award.number != due[seat] for seat, award in deal.items())


def _due_with_other_names(
    reader: Reader, row: int, deal: Mapping[Seat, _Award], due: Mapping[Seat, Decimal], usual: Usual
) -> Mapping[Seat, Decimal]:
    """Return the expected points of a deal with another winner or discarder, and report the name.

    This is done if several of the expected points `due` are wrong, and exactly one other name makes
    all points right. Otherwise `due` is returned. `deal` has the written points by seat, and
    `usual` what players usually get and pay.
    """
    if _wrong(deal, due) <= 1:
        return due
    fitting: list[tuple[str, Seat, Mapping[Seat, Decimal]]] = []
    for named, seat in permutations(deal, 2):
        part, other = deal[named].part, deal[seat].part
        if (part, other) in _EXCHANGED:
            exchanged = {**deal, named: replace(deal[named], part=other),
                         seat: replace(deal[seat], part=part)}  # fmt: skip
            right = _due(exchanged, usual, is_even=True)
            # A hand may bring twice its value for a reason that no column shows.
            fitting += [(part, seat, some) for times in range(1, MOST_TIMES + 1)
                        if not _wrong(exchanged, some := _times(right, times))]  # fmt: skip
    if len(fitting) != 1:
        return due
    ((part, seat, right),) = fitting
    reader.report_name(row, "from" if part == "discarded" else "winner", seat)
    return right


_EXCHANGED: Final = frozenset({
    ("won", "other"), ("self-drawn", "drawn from"), ("discarded", "other"),
})  # fmt: skip
"""Pairs of a winner's or discarder's part in a deal, and that of a player who is taken for one."""


def _multiple_but_one(
    deal: Mapping[Seat, _Award], due: Mapping[Seat, Decimal]
) -> Mapping[Seat, Decimal]:
    """Return the expected points times one factor, if then exactly one player's points are wrong.

    For example, a hand may count twice for a reason that no column shows. `deal` has the written
    points and `due` the expected points, by seat. If no factor from 2 to `MOST_TIMES` has this
    effect, `due` is returned.
    """
    multiples = (_times(due, times) for times in range(2, MOST_TIMES + 1))
    return next((some for some in multiples if _wrong(deal, some) == 1), due)


def _times(due: Mapping[Seat, Decimal], times: int) -> Mapping[Seat, Decimal]:
    return {seat: number * times for seat, number in due.items()}


def _is_multiple(deal: Mapping[Seat, _Award], due: Mapping[Seat, Decimal]) -> bool:
    """Return whether all players' points are their expected points times one common factor."""
    shares = {award.points / due[seat] for seat, award in deal.items() if due[seat]}
    return len(shares) == 1 and all(due[seat] or not deal[seat].points for seat in deal)


def _added_up(
    deals: Sequence[Mapping[Seat, _Award]], changes: Sequence[Mapping[Seat, Decimal | int]]
) -> Iterator[Mapping[Seat, Decimal]]:
    """Yield for each deal the totals that the players should have after it, as a dict by seat.

    `deals` has the written totals, and `changes` the expected changes of points. Each expected
    change is added to the expected total before. If the next total on the sheet was computed from a
    wrong total, so are the later expected totals, and one mistake is reported only once.
    """
    totals: dict[Seat, Decimal] = {}
    for number, (deal, due) in enumerate(zip(deals, changes, strict=True)):
        behind = {}
        for seat, award in deal.items():
            before = totals.get(seat, Decimal(award.number - award.points))
            behind[seat] = before + due[seat]
            following = deals[number + 1].get(seat) if number + 1 < len(deals) else None
            # The totals after a deal follow either from its written total or from its right total.
            is_slip = following is None or (
                following.number - behind[seat] == changes[number + 1][seat]
            )
            totals[seat] = behind[seat] if is_slip else Decimal(award.number)
        yield behind


def _awards(
    reader: Reader, points: Points, row: int, *, are_totals: bool, doubles: bool
) -> Iterator[_Award]:
    """Yield for each player of a deal the points, the hand's value, and what the player did.

    They are in an `_Award`; for example, the player discarded the winning tile. `points` are the
    columns to read, and `row` is the row of the deal. If `are_totals` is True, the cells have
    totals after the deal. If `doubles` is True, the value is doubled if the dealer wins or pays.
    """
    cells = points.cells(reader.table.grid, row)
    changes = {seat: number for seat, cell in enumerate(cells)
               if (number := points.number(cell)) is not None}  # fmt: skip
    moved = reader.moved(row) if are_totals else changes
    dealer = reader.dealer_by_label(row)
    winners, source = reader.winners_of(row), reader.source_of(row)
    value = reader.table.cell(row, "value")
    # Points may be money, with values of hands in the smallest coin or with the same decimals.
    number_written = number_of(value.text) if value is not None else None
    worth = None if number_written is None else number_written * reader.value_unit
    for seat, cell in enumerate(cells):
        number = points.number(cell)
        if cell is None or number is None or (winners and worth is None) or seat not in moved:
            continue
        is_self_drawn = source in {None, NOBODY}
        part = "drawn from" if is_self_drawn else "other"
        if not winners:
            part = "wall"
        elif seat in winners:
            part = "self-drawn" if is_self_drawn else "won"
        elif seat == source:
            part = "discarded"
        times = 2 if doubles and dealer in {seat, *winners} else 1
        yield _Award(seat, part, times * (worth or Decimal(0)), moved[seat], number, cell)


def _exposures_column(reader: Reader) -> int:
    """Return the column with the number of the winner's exposed sets; 0 if there is none.

    In American tournaments, the discarder may lose more if the winner has more exposed sets. It is
    the only column that is not understood and that has numbers from 0 to 4.
    """
    table = reader.table
    columns = [column for column in table.unread
               if {*table.grid.down(table.rows, column)} - {""} <= _EXPOSURES
               and any(table.grid.down(table.rows, column))]  # fmt: skip
    return columns[0] if len(columns) == 1 else 0


_EXPOSURES: Final = frozenset("01234")


def _usual(
    deals: Sequence[Mapping[Seat, _Award]],
    possible: Mapping[str, Sequence[int]],
    *,
    has_constants: bool,
) -> Usual:
    """Find out how most deals compute a player's points from the value of the hand.

    Return a dict from what the player did (such as `won` or `discarded`) to a factor and a
    constant: `discarded` with (-1, 0) means that the discarder loses the value. `possible` has the
    factors to try, by the same words. If `has_constants` is False, all constants are 0.
    """
    usual: Usual = {}
    every = [award for deal in deals for award in deal.values()]
    for part in {award.part for award in every}:
        ways = Counter(
            (times, award.points - times * award.value)
            for award in every
            if award.part == part
            for times in possible[part.partition(":")[0]]
        )
        if not has_constants and part != "wall":
            multiples = [(times, Decimal(0)) for times in possible[part.partition(":")[0]]]
            ways = Counter({way: ways[way] for way in multiples})
        usual[part] = max(ways, key=lambda way: (ways[way], way[1] == 0))
    return usual


_TIMES: Final = {
    "won": (1,), "self-drawn": (1,), "discarded": (-1, 0), "other": (0,), "drawn from": (0,),
    "wall": (0,),
}  # fmt: skip
"""Possible multiples of the value of the hand, for each part in a deal."""
_TIMES_PAID: Final = {
    "won": range(1, 7), "self-drawn": range(1, 7), "discarded": range(-6, 0), "other": range(-2, 1),
    "drawn from": range(-4, 0), "wall": (0,),
}  # fmt: skip
"""Possible multiples of the value of the hand for each part, if players pay each other."""


def _due(deal: Mapping[Seat, _Award], usual: Usual, *, is_even: bool) -> Mapping[Seat, Decimal]:
    """Compute the points that each player of a deal should have, by the formula of most deals.

    `usual` maps what a player did (such as `won`) to a factor for the hand's value and a constant.
    The result is a dict by seat. If `is_even` is True, a single winner gets what the other players
    pay.
    """
    due = {}
    for seat, award in deal.items():
        times, more = usual[award.part]
        due[seat] = times * award.value + more
    winners = [seat for seat, award in deal.items() if award.part in {"won", "self-drawn"}]
    if is_even and len(winners) == 1:
        due[winners[0]] -= sum(due.values())
    return due
