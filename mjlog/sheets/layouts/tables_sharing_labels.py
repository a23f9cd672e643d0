"""Splits tables that stand side by side and share the column with the names of their rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import product

from mjlog.model.record import SEATS
from mjlog.sheets.cells.numbers import add_up, number_of
from mjlog.sheets.cells.words import plain
from mjlog.sheets.files.workbook import Grid
from mjlog.sheets.layouts.layout import Table


def tables_sharing_labels(tables: Sequence[Table]) -> list[Grid]:
    """Split a worksheet whose only table has points of only four of its players.

    For example, the headings are `Round`, four names, and four other names, and each row has the
    points of two tables. The columns without a known meaning must be next to those of the players,
    and each four of them must add up to the same sum, which may be zero, in half of the rows.
    Return a worksheet for each table, or an empty list if the worksheet has no such tables.
    """
    if len(tables) != 1:
        return []
    (table,) = tables
    names = {at: plain(name) for group in table.groups for at, name in group.columns.items()}
    others = {at: plain(head.text) for at in table.unread if (head := table.head_of(at))}
    columns = sorted([*names, *others])
    blocks = [columns[first : first + len(SEATS)] for first in range(0, len(columns), len(SEATS))]
    is_split = (
        len(blocks) > 1
        and sorted(names) in blocks
        and [*range(columns[0], columns[-1] + 1)] == columns
        and _add_up(table, blocks)
        # `Ann total` beside `Ann` belongs to the same player.
        and not any(name in head for name, head in product(names.values(), others.values()))
    )
    return [*_split(table, columns, blocks)] if is_split else []


def _add_up(table: Table, blocks: Sequence[Sequence[int]]) -> bool:
    """Return whether the numbers in each four columns have a common sum in half of the rows.

    `blocks` are the columns; the sum must be the same in all of them, and occur more than once.
    Rows of zeros do not count.
    """
    sums = [Counter(_sums(table, block)) for block in blocks]
    ((common, times),) = sum(sums, Counter()).most_common(1) or [(Decimal(0), 0)]
    return times > 1 and all(
        len(block) == len(SEATS) and 2 * some[common] >= some.total() > 0
        for block, some in zip(blocks, sums, strict=True)
    )


def _sums(table: Table, block: Sequence[int]) -> Iterator[Decimal]:
    """Yield the sum of the numbers in the columns `block` of each row that has all of them."""
    for row in table.rows:
        numbers = [number_of(table.grid.text(row, column)) for column in block]
        if None not in numbers and any(numbers):
            yield add_up(numbers)


def _split(table: Table, columns: Sequence[int], blocks: Sequence[Sequence[int]]) -> Iterator[Grid]:
    """Yield for each block the worksheet without the `columns` of the other blocks.

    A row above the headings is kept whole unless it has cells above each block.
    """
    grid = table.grid
    above = {row: [any(grid.at(row, at) for at in block) for block in blocks]
             for row in table.before}  # fmt: skip
    for block in blocks:
        others = {*columns} - {*block}
        left_out = {
            (row, at) for row, at in grid.cells if at in others and all(above.get(row, [True]))
        }
        yield replace(
            grid, cells={place: cell for place, cell in grid.cells.items() if place not in left_out}
        )
