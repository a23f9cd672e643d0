"""Recognises columns and tables of fees, prizes and attendance, which have no points of games."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Final

from mjlog.sheets.cells.numbers import number_of
from mjlog.sheets.cells.words import MONEY, core, is_total, plain, role_of
from mjlog.sheets.files.workbook import Cell, Grid

_LEAST: Final = 12
"""Fewest numbers by which a list of fees is recognised."""
_HEADS: Final = 3
"""Fewest cells in a row of heads, and number of first rows that may be such a row."""
_FEW: Final = 2
"""Most different amounts in a list of fees or of marks."""
_SHARE: Final = Decimal("0.6")
"""Share of the amounts that must be the same fee, because some people paid only a part."""


def without_money(grid: Grid) -> tuple[Grid, list[Cell]]:
    """Remove columns whose headings mean fees or prizes, such as `Entry fee`, from a worksheet.

    Return a copy of the worksheet without these columns, and a list of the heading cells of the
    removed columns. The list is empty if nothing was removed.
    """
    heads = [cell for row, columns in [*grid.rows()][:_HEADS] for cell in grid.in_row(row)
             if len(columns) >= _HEADS and _is_of_money(cell.text)]  # fmt: skip
    columns = {cell.column for cell in heads}
    return (grid.only(lambda _, column: column not in columns), heads) if heads else (grid, [])


def _is_of_money(head: str) -> bool:
    word = core(plain(head))
    return word in MONEY or word.rpartition("_")[2] in MONEY


def lists_fees(grid: Grid) -> bool:
    """Return whether a table lists fees or attendance and is not a score sheet.

    This is so if at most two different amounts occur, or if three of five amounts are equal. Return
    False if there are fewer than twelve amounts or if an amount is negative, because only points
    can be negative.
    """
    rows = [(row, columns) for row, columns in grid.rows() if len(columns) >= _HEADS]
    if not rows:
        return False
    (head, _), *below = rows
    counted = {column for column in grid.columns_of(head)
               if role_of(grid.text(head, column)) in {"rank", "game", "round", "table", "date"}
               or is_total(grid.text(head, column))}  # fmt: skip
    amounts: list[list[Decimal]] = []
    for row, columns in below:
        if not is_total(grid.first_text(row)):
            texts = grid.texts(row, [at for at in columns if at not in counted])
            numbers = [number_of(text) for text in texts]
            amounts.append([number for number in numbers if number is not None])
    every = [number for some in amounts for number in some]
    paid = Counter(number for number in every if number)
    if len(every) < _LEAST or not paid or min(every) < 0:
        return False
    sums = Counter(sum(some, Decimal(0)) for some in amounts)
    is_same = max(sums.values()) >= _SHARE * len(amounts)
    most = max(paid.values())
    return len(paid) <= _FEW or (most >= _SHARE * paid.total() and not is_same)
