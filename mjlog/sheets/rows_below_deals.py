"""Reads the rows below the deals of a table: sums, final points, ranks and placement points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise, product, takewhile
from typing import Final, Literal

from mjlog.model.findings import Finding
from mjlog.sheets.cells.numbers import count_equal, is_number, number_of
from mjlog.sheets.cells.words import (
    ENDS,
    PLACED,
    RANKS,
    UMA,
    core,
    has_penalty,
    has_sticks_left,
    is_absent,
    is_total,
    plain,
    role_of,
)
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.layouts.likely_rules import gives_last_sticks
from mjlog.sheets.points import Points
from mjlog.sheets.records import DealDraft, Entry, RowBelow, final_entry
from mjlog.sheets.result_sheets.results import rows_of_end
from mjlog.sheets.result_sheets.rows_after_sums import with_rows_after_sums
from mjlog.sheets.result_sheets.totals_of_games import rows_of_table_points
from mjlog.sheets.rows.reader import Reader
from mjlog.sheets.unread import unread
from mjlog.sheets.usual_amounts import MOST_LEFT

_ROUND: Final = 5000
"""Games begin with points that are a multiple of this number."""
_THOUSAND: Final = 1000
_MOST_SUMS: Final = 16
"""Most rows of sums between deals that are judged."""
_BELOW: Final[Mapping[Literal["rank", "uma", "placed"], frozenset[str]]] = {
    "rank": RANKS,
    "uma": UMA,
    "placed": PLACED,
}


def final_points_below(reader: Reader) -> Iterator[Entry]:
    """Yield a record header with the final points, from a row of totals below the deals.

    Two kinds of rows are not used: rows with a sum of zero, which are placement points, and rows
    that repeat the totals after the last deal while sticks are left, because they do not show who
    gets the sticks. Yield nothing if there is no other row of totals.
    """
    with_sticks = [row.cells for row in _totals_with_sticks(reader)]
    # Changes add up to zero at the end, so only totals show the final points.
    totals = [each for each in reader.points if each.kind == "total" or _is_blank(reader, each)]
    for points in totals[:1]:
        rows = [row for row in reversed(_rows_of_totals(reader)) if not
                (_repeats(reader, points, row) or _counts_places(reader, points, row))]  # fmt: skip
        for row in rows[:1]:
            cells = points.cells(reader.table.grid, row)
            final = final_entry(cells, [points.number(cell) for cell in cells])
            if final is not None and cells not in with_sticks:
                yield final


def rows_to_check(reader: Reader, header: str, named: str) -> Sequence[RowBelow]:
    """Return the rows below the deals that are to be checked: sums, ranks, uma and money.

    If the user or the sheet names rules (`named`), ranks and uma are checked by the rules.
    Otherwise they are checked by a row of final points, if there is such a row. `header` are the
    rules by which the table is read.
    """
    rows = [*_rows_by_deals(reader, header, named)]
    return with_rows_after_sums(reader.table.grid, rows)


def totals_between_wins(reader: Reader, deals: Sequence[DealDraft]) -> Iterator[RowBelow]:
    """Yield the totals in all rows of a deal but its last row, if it has a row for each win.

    The expected total is the total in the row before plus the change. If the total in the next row
    was computed from the written total, the written total is expected.
    """
    rows = reader.deal_rows
    starts = {
        deal.cell.column if reader.table.grid.is_transposed else deal.cell.row for deal in deals
    }
    totals = [points for points in reader.points if points.kind == "total"]
    for points in totals[:1] if len(deals) < len(rows) else ():
        for before, row, after in zip(rows, rows[1:], rows[2:], strict=False):
            if after in starts:
                continue
            had, written, later = (reader.totals_of(each) for each in (before, row, after))
            won, won_later = reader.changes_of(row), reader.changes_of(after)
            due = [written[seat] if later.get(seat) == written[seat] + won_later.get(seat, 0)
                   else had[seat] + won.get(seat, 0)
                   if seat in written and seat in had else None
                   for seat in range(len(reader.names))]  # fmt: skip
            in_units = tuple(None if number is None else Decimal(number) / points.unit
                             for number in due)  # fmt: skip
            cells = points.cells(reader.table.grid, row)
            yield RowBelow("result", cells, sums=in_units, sign=points.sign)


def _rows_by_deals(reader: Reader, header: str, named: str) -> Iterator[RowBelow]:
    """Yield the same rows as `rows_to_check`, without those that are a multiple of the sums."""
    points = sorted(reader.points, key=lambda each: each.kind != "total")[:1]
    end = _final_row_without_sticks(reader, points)
    with_sticks = _rows_by_final_points(reader, points, end) if end else []
    counts_sticks = bool(with_sticks) and all(
        number_of(cell.text, row.sign) == due
        for row in with_sticks
        for cell, due in zip(row.cells, row.sums, strict=True)
        if cell is not None
    )
    sums = [*_sums(reader)]
    if end and (counts_sticks or gives_last_sticks(reader.table, header, named)):
        cells = points[0].cells(reader.table.grid, *end)
        if points[0].kind == "total":
            last = tuple(points[0].number(cell) for cell in cells)
            sums.append(RowBelow("sum", cells, points[0].unit, last, points[0].sign))
        sums = [replace(row, includes_sticks=row.cells == cells) for row in sums]
    yield from sums
    if counts_sticks:
        yield from with_sticks
        return
    yield from _totals_with_sticks(reader)
    by_points = _rows_by_final_points(reader, points)
    if by_points and not named:
        yield from by_points
        return
    placed = [*_table_points(reader, points)]
    yield from placed
    by_rules = [row.cells for row in placed]
    lost = [_penalties(reader, each) for each in points]
    for row, (each, taken) in product(reader.rows_after_deals, zip(points, lost, strict=True)):
        word = core(plain(reader.table.grid.first_text(row)))
        kinds = [kind for kind, words in _BELOW.items()
                 if word in words and not _is_of_totals(reader, row)]  # fmt: skip
        cells = each.cells(reader.table.grid, row)
        if cells in by_rules:
            continue
        unit = _unit_of_places(cells, each.sign)
        by_rules += [cells] * bool(kinds)
        due = tuple(-number * unit for number in taken)
        yield from (RowBelow(kind, cells, unit, due, each.sign) for kind in kinds)
    yield from (row for row in by_points if row.cells not in by_rules)


def unread_rows(reader: Reader) -> Iterator[Finding]:
    """Yield a note about rows that are not read: rows between deals, and unknown rows below."""
    table = reader.table
    has_changes = any(points.kind == "change" for points in reader.points)
    # Subtotals of changes are checked in the same way as totals below the deals.
    between = [table.grid.in_row(row)[0] for row in table.rows if reader.is_between(row)
               and not (has_changes and is_total(table.grid.first_text(row)))]  # fmt: skip
    below = [table.cell(row, "deal") or table.grid.in_row(row)[0] for row in table.rows
             if reader.is_text_below_deals(row) and not any(
                 _rows_of_sticks_given(reader, points, row + 1) for points in reader.points
             )]  # fmt: skip
    sums = [*_sums(reader)] if below else []
    after = {cell.row for row in with_rows_after_sums(table.grid, sums)[len(sums) :]
             for cell in row.cells if cell is not None}  # fmt: skip
    cells = [*between, *(cell for cell in below if cell.row not in after)]
    yield from unread("rows", cells, table.grid.name)


def _repeats(reader: Reader, points: Points, row: int) -> bool:
    """Return whether a row only repeats the totals of the last deal, while sticks are left.

    Such a row does not show who gets the sticks that are left on the table.
    """
    if not reader.deal_rows:
        return False
    end = _numbers(reader, points, row)
    is_same = _numbers(reader, points, reader.deal_rows[-1]) == end
    return is_same and sum(end) < _most_in_all(reader, points, reader.deal_rows)


def _counts_places(reader: Reader, points: Points, row: int) -> bool:
    """Return whether a row below the deals has placement points instead of final points.

    This is so if its numbers add up to zero, and the totals after the last deal do not.
    """
    last = [sum(_numbers(reader, points, each)) for each in reader.deal_rows[-1:]]
    return any(sum(_numbers(reader, points, row)) == 0 < total for total in last)


def _numbers(reader: Reader, points: Points, row: int) -> list[int]:
    """Return each player's number in a row, in points; 0 if a cell has none."""
    return [points.number(cell) or 0 for cell in points.cells(reader.table.grid, row)]


def _is_blank(reader: Reader, points: Points) -> bool:
    """Return whether no deal has a cell in the columns of `points`, one for each player."""
    return not any(any(points.cells(reader.table.grid, row)) for row in reader.deal_rows)


def _rows_of_totals(reader: Reader) -> list[int]:
    """Return the rows of totals or sums below the last deal, from the bottom upwards."""
    return [row for row in reader.rows_after_deals if _is_of_totals(reader, row)]


def _is_of_totals(reader: Reader, row: int) -> bool:
    """Return whether a row below the deals has the totals or sums of the game.

    Its name, such as `Total`, or its numbers show this.
    """
    name = reader.table.grid.first_text(row)
    is_sum = row == reader.sum_without_name or row in reader.sums_of_parts
    return _names_the_end(name) or is_sum or _is_of_final_points(reader, row)


def _names_the_end(name: str) -> bool:
    """Return whether a row's name means totals or the points at the end of a game."""
    return is_total(name) or core(plain(name)) in ENDS or role_of(name) == "final"


def _is_of_final_points(reader: Reader, row: int) -> bool:
    """Return whether a row has final points, although its name may mean placement points.

    For example, the name is `Points`. The numbers must add up to at least half of all starting
    points. Return False for any other name, or if the rules are unknown.
    """
    rules, changes = reader.rules, reader.changes_of(row)
    name = reader.table.grid.first_text(row)
    is_of_points = core(plain(name)) in PLACED or role_of(name) == "value"
    if not is_of_points or rules is None:
        return False
    start = rules.progress.start_points or 0
    return start >= _ROUND and 2 * sum(changes.values()) >= start * len(reader.names)


def _table_points(reader: Reader, points: Sequence[Points]) -> Iterator[RowBelow]:
    """Yield the rows of table points (4, 2, 1 and 0) below the deals, by the points at the end.

    At most one number of such a row may differ from what the points show.
    """
    grid = reader.table.grid
    for each in points if reader.deal_rows else ():
        sums: Sequence[int | None] = each.numbers(grid, reader.deal_rows[-1])
        if each.kind == "change":
            sums = _sums_of(grid, each, reader.deal_rows)
        rows = [each.cells(grid, row) for row in reader.rows_after_deals
                if core(plain(grid.first_text(row))) in PLACED]  # fmt: skip
        if None not in sums:
            yield from rows_of_table_points(rows, [Decimal(number or 0) for number in sums])


def _final_row_without_sticks(
    reader: Reader, points: Sequence[Points]
) -> dict[int, tuple[Cell | None, ...]]:
    """Find the row of final points, if one to four sticks are left that nobody got.

    Return a dict from this row to its cells, in which the first player has the sticks. The dict is
    empty if there is no such row, if several players are first, or if players take turns to sit
    out.
    """
    if not points or not reader.deal_rows or reader.table.rotating:
        return {}
    grid = reader.table.grid
    for row in reader.rows_after_deals:
        cells = points[0].cells(grid, row)
        numbers = [points[0].number(cell) for cell in cells]
        if None in numbers or not _names_the_end(grid.first_text(row)):
            continue
        end = [number or 0 for number in numbers]
        left = _most_in_all(reader, points[0], reader.deal_rows) - sum(end)
        is_last = points[0].kind == "change" or _repeats(reader, points[0], row)
        if is_last and 0 < left <= MOST_LEFT and left % _THOUSAND == 0 and end.count(max(end)) == 1:
            first = end.index(max(end))
            number = Decimal(end[first] + left) / points[0].unit
            return {row: tuple(
                replace(cell, text=f"{number:f}") if cell and seat == first else cell
                for seat, cell in enumerate(cells)
            )}  # fmt: skip
    return {}


def _unit_of_places(cells: Sequence[Cell | None], sign: str) -> int:
    """Return 1 if a row of placement points counts in points (15,000), and 1000 otherwise (15)."""
    numbers = [number_of(cell.text, sign) or Decimal(0) for cell in cells if cell]
    return 1 if any(abs(number) >= _THOUSAND for number in numbers) else _THOUSAND


def _penalties(reader: Reader, points: Points) -> list[Decimal]:
    """Add up each player's numbers in the rows of penalties below the deals."""
    taken = [Decimal(0)] * len(reader.names)
    grid = reader.table.grid
    for row in reader.rows_after_deals:
        if has_penalty(grid.first_text(row)):
            for seat, cell in enumerate(points.cells(grid, row)):
                number = number_of(cell.text, points.sign) if cell else None
                taken[seat] += abs(number or Decimal(0))
    return taken


def _rows_by_final_points(
    reader: Reader,
    points: Sequence[Points],
    corrected: Mapping[int, tuple[Cell | None, ...]] | None = None,
) -> list[RowBelow]:
    """Return the rows of ranks and placement points below the deals, with expected numbers.

    The expected numbers follow from a row of final points. `corrected` has cells that are used
    instead of those of their row. Return an empty list if there is no such row, or if players take
    turns to sit out.
    """
    if not points or reader.table.rotating:
        return []
    grid = reader.table.grid
    rows = {row: points[0].cells(grid, row) for row in reversed(reader.rows_after_deals)}
    rows |= corrected or {}
    names = {row: core(plain(grid.first_text(row))) for row in rows}
    in_all = {row: sum(points[0].number(cell) or 0 for cell in cells)
              for row, cells in rows.items()}  # fmt: skip
    # Sums of changes are above the final points.
    above_end = takewhile(lambda row: in_all[row] < _ROUND * len(reader.names), rows)
    sums = {row for row in above_end if _names_the_end(names[row])}
    named_rows = [row for row, name in names.items() if row not in sums
             and (_names_the_end(name) or name in RANKS | UMA | PLACED
                  or has_penalty(name) or role_of(name) == "value")]  # fmt: skip
    ranked = frozenset(row for row in named_rows if names[row] in RANKS)
    penalties = frozenset(row for row in named_rows if has_penalty(names[row]))
    return rows_of_end(reader.names, {row: rows[row] for row in named_rows}, ranked, penalties)


def _sums(reader: Reader) -> Iterator[RowBelow]:
    """Yield the rows of sums below and between the deals, with the expected sums of the changes.

    Below the deals, the nearest row of sums is used, and further rows in which at most one sum is
    wrong. Between the deals, the first `_MOST_SUMS` rows are used. A row may add up all deals above
    it, or the deals since the row of sums before it; the better fit is expected. Yield nothing if
    players take turns to sit out.
    """
    table = reader.table
    if table.rotating:
        return
    # A player who rotates sits at several tables, so a sum below the column covers more than this
    # game.
    below, deals = _rows_of_totals(reader), reader.deal_rows
    farther = below[-2 : -2 - _MOST_SUMS : -1]
    others = {row for row in table.rows if not reader.is_part_of_deal(row)}
    between = [row for row in sorted(others) if deals and row < deals[-1]
               and (is_total(table.grid.first_text(row)) or reader.is_sum_by_result(row)
                    or row in reader.sums_of_parts)][:_MOST_SUMS]  # fmt: skip
    for points in reader.points:
        if points.kind != "change":
            continue
        all_sums = _sums_of(table.grid, points, deals)
        whole_below = [row for row in farther if count_equal(
            [points.number(cell) for cell in points.cells(table.grid, row)], all_sums)
            >= len(all_sums) - 1 > 1]  # fmt: skip
        for above, row in pairwise([0, *between, *below[-1:], *whole_below]):
            cells = points.cells(table.grid, row)
            numbers = [points.number(cell) for cell in cells]
            # A row adds up all deals, or those below the previous row of sums, perhaps with rows in
            # between such as penalties.
            counted = [each for each in table.rows if each < row and (reader.is_deal(each) or not
                       (reader.is_part_of_deal(each) or _is_of_totals(reader, each)))
                       ]  # fmt: skip
            rows_added = [[deal for deal in deals if deal < row], counted]
            if above:
                rows_added += [[each for each in some if each > above] for some in rows_added]
            possible = [_sums_of(table.grid, points, some) for some in rows_added]
            if sticks := _rows_of_sticks_given(reader, points, row):
                with_sticks = _sums_of(table.grid, points, sorted({*deals, *sticks}))
                possible = [with_sticks] if with_sticks else possible
            due = max(possible, key=lambda sums: (_number_alike(numbers, sums),
                                                  count_equal(numbers, sums)))  # fmt: skip
            if possible[0]:
                yield RowBelow("sum", cells, points.unit, due, points.sign)


def _rows_of_sticks_given(reader: Reader, points: Points, end: int) -> Sequence[int]:
    """Return the rows above row `end` that say who gets the riichi sticks left on the table.

    Such a row has a word for sticks left, and points in the column of the player who gets them.
    Return an empty list if a player who is not leading gets sticks, or if deals and sticks together
    do not add up (to zero for changes, to all starting points for totals).
    """
    grid = reader.table.grid
    rows = [row for row in reader.table.rows if row < end and _names_sticks_left(grid, row)
            and not reader.is_deal(row)]  # fmt: skip
    if not rows:
        return []
    given = [number or 0 for number in _sums_of(grid, points, rows)]
    deals = [row for row in reader.deal_rows if row < end]
    last = deals[-1:] if points.kind == "total" else deals
    before = _sums_of(grid, points, last)
    sums = [(number or 0) + more for number, more in zip(before, given, strict=False)]
    takers = [seat for seat, number in enumerate(given) if number]
    in_all = _most_in_all(reader, points, deals) if points.kind == "total" else 0
    are_leaders = all(sums[seat] == max(sums) for seat in takers)
    return rows if takers and sum(sums) == in_all and are_leaders else []


def _most_in_all(reader: Reader, points: Points, deals: Sequence[int]) -> int:
    """Return what all players have together when no sticks are on the table.

    This is the total of the starting points, or the largest total after a deal.
    """
    start = (reader.rules.progress.start_points or 0) * len(reader.names) if reader.rules else 0
    return max([start, *(sum(_numbers(reader, points, deal)) for deal in deals)])


def _totals_with_sticks(reader: Reader) -> Iterator[RowBelow]:
    """Yield the rows of final points below a row that says who gets the sticks left.

    The expected numbers are the totals after the last deal and the sticks. A row is yielded only if
    at least all numbers but one are right.
    """
    grid = reader.table.grid
    for points in [each for each in reader.points if each.kind == "total"][:1]:
        for row in _rows_of_totals(reader):
            sticks = _rows_of_sticks_given(reader, points, row)
            due = _sums_of(grid, points, [*reader.deal_rows[-1:], *sticks]) if sticks else ()
            cells = points.cells(grid, row)
            if due and count_equal([points.number(cell) for cell in cells], due) >= len(due) - 1:
                written = tuple(None if number is None else Decimal(number) / points.unit
                                for number in due)  # fmt: skip
                yield RowBelow("result", cells, sums=written, sign=points.sign)


def _sums_of(grid: Grid, points: Points, deals: Sequence[int]) -> tuple[int | None, ...]:
    """Add up each player's changes in these deals; None for a player whose sum is unknown."""
    columns = zip(*(points.cells(grid, deal) for deal in deals), strict=True)
    return tuple(_sum(points, column) for column in columns)


def _names_sticks_left(grid: Grid, row: int) -> bool:
    """Return whether a row has a text for sticks left, and otherwise only numbers."""
    words = [cell.text for cell in grid.in_row(row)
             if not is_number(cell.text) and not is_absent(cell.text)]  # fmt: skip
    return len(words) == 1 and has_sticks_left(words[0])


def _number_alike(numbers: Sequence[int | None], sums: Sequence[int | None]) -> int:
    """Count the players whose written numbers exceed the expected sums by one common amount.

    For example, some sheets add the starting points to each sum. If there are several such amounts,
    the one of most players is counted.
    """
    more = [number - due for number, due in zip(numbers, sums, strict=False)
            if number is not None and due is not None]  # fmt: skip
    return max(Counter(more).values(), default=0)


def _sum(points: Points, cells: Sequence[Cell | None]) -> int | None:
    """Add up one player's cells; return None if a cell is not understood or all cells are empty.

    `points` says how to read the cells.
    """
    if not any(cells):
        return None
    numbers = [points.number(cell) for cell in cells if cell is not None]
    return None if None in numbers else sum(number for number in numbers if number)
