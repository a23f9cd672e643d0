"""Checks rows below the sums of a season, such as chips, sums with chips, and money."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import islice, permutations, product
from typing import Final

from mjlog.sheets.cells.numbers import count_equal, is_number, number_of
from mjlog.sheets.cells.words import has_penalty, role_of
from mjlog.sheets.files.workbook import Cell, Grid, numbers_in
from mjlog.sheets.records import RowBelow

_LEAST: Final = 3
"""Fewest numbers of a row that must follow from other rows."""
_MOST_FOR_ONE: Final = 10_000
"""Most that a chip or a point is worth."""
_MOST_ROWS: Final = 12
"""Most rows that are compared, with the row of sums."""
_LEAST_LARGEST: Final = 10
"""Least size of the largest number of a row; smaller rows may be ranks."""


def rows_after_sums(
    grid: Grid, sums: Mapping[Cell, Decimal | None], in_titles: Sequence[Decimal]
) -> Iterator[tuple[Sequence[Cell | None], Sequence[Decimal]]]:
    """Yield the cells and the right numbers of each row that can be computed from rows above.

    Only rows below the sums are searched. `sums` maps the cell of each player's sum to the right
    sum. A row may be a multiple of another row, as with money. It may also be a row plus a multiple
    of another row, as with sums that include chips. The row below a row of penalties includes them.
    At most one number may be wrong. `in_titles` are numbers that may be prices.
    """
    places = {cell: place for place, cell in grid.cells.items()}
    places_of_sums = [place for cell in sums if (place := places.get(cell)) is not None]
    if len(places_of_sums) < max(_LEAST, len(sums)) or len({row for row, _ in places_of_sums}) != 1:
        return
    end, columns = places_of_sums[0][0], [column for _, column in places_of_sums]
    rows: list[Sequence[Decimal]] = []
    penalties: Sequence[Decimal] = ()
    for row in islice((row for row, _ in grid.rows() if row >= end), _MOST_ROWS):
        numbers = [number_of(text) for text in grid.texts(row, columns)]
        if row == end:
            numbers = [*sums.values()]
        if rows and has_penalty(grid.first_text(row)):
            penalties = [number or Decimal(0) for number in numbers]
            continue
        written = [number for number in numbers if number is not None]
        if len(written) < len(numbers):
            continue
        due = _with_penalties(written, rows[-1], penalties) if penalties else ()
        due = due or due_by_others(written, rows, in_titles)
        penalties = ()
        if due:
            yield [grid.at(row, column) for column in columns], due
        rows.append(due or written)


def _with_penalties(
    numbers: Sequence[Decimal], sums: Sequence[Decimal], penalties: Sequence[Decimal]
) -> Sequence[Decimal]:
    """Return the sums with the penalties subtracted; empty if more than one written number differs.

    `numbers` are the written totals. Penalties may be written with a minus or without.
    """
    for sign in (1, -1):
        due = [own + sign * fine for own, fine in zip(sums, penalties, strict=True)]
        are_losses = all(sign * fine <= 0 for fine in penalties)
        if are_losses and count_equal(numbers, due) >= max(_LEAST, len(numbers) - 1):
            return due
    return ()


def with_rows_after_sums(grid: Grid, rows: Sequence[RowBelow]) -> Sequence[RowBelow]:
    """Return `rows`, and then rows of the worksheet that are multiples of the last sums in `rows`.

    For example, such a row below the sums has each player's money.
    """
    checked = {cell for row in rows for cell in row.cells}
    lowest = [row for row in rows if row.kind == "sum" and None not in (*row.cells, *row.sums)][-1:]
    more: list[RowBelow] = []
    for row in lowest:
        sums = [Decimal(due or 0) / row.unit for due in row.sums]
        by_cell = {cell: due for cell, due in zip(row.cells, sums, strict=True) if cell is not None}
        for cells, due in rows_after_sums(grid, by_cell, numbers_in_titles(grid)):
            factors = {each / whole for each, whole in zip(due, sums, strict=True) if whole}
            if len(factors) != 1 or not checked.isdisjoint(cells):
                continue
            # A written sum may be right although a change in its column is wrong.
            (factor,) = factors
            written = numbers_in(row.cells, row.sign)
            right = (
                each if whole is None or number != factor * whole else number
                for each, whole, number in zip(due, written, numbers_in(cells), strict=True)
            )
            more.append(RowBelow("result", tuple(cells), sums=tuple(right)))
    return [*rows, *more]


def numbers_in_titles(grid: Grid) -> Sequence[Decimal]:
    """Return the positive numbers in the lines above the headings, such as the price of a point."""
    rows = [grid.texts(row, columns) for row, columns in grid.first_rows()]
    # A line of text may be split at its commas.
    titles = [texts for texts in rows if len(texts) == 1
              or not any(is_number(text) or role_of(text) for text in texts)]  # fmt: skip
    title = " ".join(text for texts in titles for text in texts)
    numbers = (number_of(text) for text in _NUMBER.findall(title))
    return [*dict.fromkeys(number for number in numbers if number is not None and number > 0)][
        :_MOST_TOLD
    ]


_MOST_TOLD: Final = 12
_NUMBER: Final = re.compile(r"[0-9]+(?:[.,][0-9]+)?")


def due_by_others(
    numbers: Sequence[Decimal], rows: Sequence[Sequence[Decimal]], told: Sequence[Decimal]
) -> Sequence[Decimal]:
    """Compute the right numbers of a row from other rows.

    `told` are the numbers in the titles, which may be prices: a row may be one row times a price
    plus another row times a price. Return an empty list if the other rows do not explain all
    `numbers` but at most one. Also return an empty list if the numbers are small or equal, because
    such numbers often agree by chance.
    """
    nothing = [Decimal(0)] * len(numbers)
    pairs = [*((nothing, row) for row in rows), *permutations(rows, 2)]
    priced = ([price * number for number in row] for price, (row, _)
              in product(told, permutations(rows, 2)))  # fmt: skip
    others = (other for _, (_, other) in product(told, permutations(rows, 2)))
    pairs += [*zip(priced, others, strict=True)]
    best: Sequence[Decimal] = []
    most_right = max(_LEAST, len(numbers) - 1) - 1
    has_cents = any(number % 1 for number in numbers)
    is_clear = len({*numbers}) > 1 and (has_cents or max(map(abs, numbers)) >= _LEAST_LARGEST)
    for one, other in pairs if is_clear else ():
        factors = Counter((number - own) / each for number, own, each
                          in zip(numbers, one, other, strict=True) if each)  # fmt: skip
        for factor, _ in factors.most_common(1):
            # Many points may be worth one coin.
            is_plain = factor != 0 and (factor % 1 == 0 or (1 / factor) % 1 == 0 or factor in told)
            if not is_plain or abs(factor) > _MOST_FOR_ONE:
                continue
            due = [own + factor * each for own, each in zip(one, other, strict=True)]
            right = count_equal(numbers, due)
            equal = {number for number, each in zip(numbers, due, strict=True) if number == each}
            if right > most_right and len(equal) > 1:
                best, most_right = due, right
    return best
