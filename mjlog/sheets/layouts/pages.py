"""Removes what pages have around a table: repeated headings, numbers of pages and closing words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from mjlog.model.deal_labels import named
from mjlog.sheets.cells.numbers import is_number
from mjlog.sheets.cells.vocabulary import words
from mjlog.sheets.cells.words import any_of, label_of, role_of
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.layouts.legends import says_more

_PAGE: Final = any_of(word.replace("_", " ") for word in words("labels", "page"))
_OF_PAGE: Final = re.compile(
    rf"[\s(\[–—-]*(?:(?:{_PAGE})[\s.:]*(?:nr\.?|no\.?)?\s*[0-9]+|第?\s*[0-9]+\s*(?:{_PAGE})|"
    rf"(?<=[–—-] )[0-9]+(?= [–—-])|(?:{_PAGE}))"
    r"(?:\s*(?:/|of|von|de|di|van|sur|z|из|共)\s*[0-9]+)?[\s.)\]–—-]*"
)
_LEAST_HEADS: Final = 3
_LEAST_ROLES: Final = 2
_MOST_ROWS_OF_HEADS: Final = 3
_MOST_BETWEEN: Final = 8
"""Most rows between two pages, such as the number of the page and the repeated titles."""
_LOOK: Final = 40
"""Number of rows that may have the first heads."""
_Row = tuple[int, list[int]]
"""Number of a row, and its columns with text."""
_FIRST_DEALS: Final = frozenset({"E1", "E1.0", "1"})


def names_page(text: str) -> bool:
    """Return whether a line only has the number of a page.

    >>> [names_page(text) for text in ("Page 2", "第2页", "Seite 2 von 3", "- 2 -", "2 쪽", "2")]
    [True, True, True, True, True, False]
    """
    return _OF_PAGE.fullmatch(unicodedata.normalize("NFKC", text).casefold().strip()) is not None


def without_page_breaks(grid: Grid) -> Grid:
    """Remove repeated headings and page lines that a program printed inside one table.

    A page line is a page number or title. The repeated headings are removed if a line names the
    page, or if the labels of deals below them continue the labels above. Headings above a first
    deal, such as `E1`, begin another game and stay. Return a copy of the worksheet, or the
    worksheet itself.
    """
    rows = [*grid.rows()]
    first = next((at for at, row in enumerate(rows[:_LOOK]) if _are_heads(grid.texts(*row))), None)
    if first is None:
        return grid
    head, columns = rows[first]
    begins = grid.text(head, columns[0])
    again = [at for at in range(first + 1, len(rows)) if rows[at][1] == columns
             and grid.cells[rows[at][0], columns[0]].text == begins
             and _alike(grid, rows[first], rows[at])]  # fmt: skip
    removed: set[int] = set()
    above = first
    for at, following in pairwise([*again, len(rows)]):
        size = _rows_of_heads(grid, rows, first, at)
        begin = at
        while begin > above + 1 and at - begin < _MOST_BETWEEN and (
            names_page(" ".join(grid.texts(*rows[begin - 1])))
            or any(_alike(grid, rows[begin - 1], row) for row in rows[:first])
        ):  # fmt: skip
            begin -= 1
        has_page = any(names_page(" ".join(grid.texts(*row))) for row in rows[begin:at])
        before, after = (_label(grid, some) for some in (
            rows[above + size : begin][::-1], rows[at + size : following]))  # fmt: skip
        if _goes_on(before, after, has_page=has_page):
            removed |= {row for row, _ in rows[begin : at + size]}
        above = at
    return grid.only(lambda row, _: row not in removed) if removed else grid


def without_closing_words(grid: Grid) -> tuple[Grid, Sequence[Cell]]:
    """Remove the last rows that only have a text in the first column: `Thanks for playing`.

    Rows with numbers or with signs of a legend, such as `R = ron`, stay. Return the rest of the
    worksheet, and the cells of the removed rows. A worksheet with a single column is returned
    unchanged.
    """
    closing: list[Cell] = []
    for row, columns in reversed([*grid.rows()]):
        cell = grid.cells[row, columns[0]]
        if columns != [grid.first_column] or says_more(cell.text):
            break
        closing.append(cell)
    rows = {cell.row for cell in closing}
    if not closing or len(rows) == len([*grid.rows()]):
        return grid, ()
    return grid.only(lambda row, _: row not in rows), closing[::-1]


def _alike(grid: Grid, one: _Row, other: _Row) -> bool:
    """Return whether two rows have the same texts in the same columns."""
    return one[1] == other[1] and grid.texts(*one) == grid.texts(*other)


def _are_heads(texts: Sequence[str]) -> bool:
    """Return whether the texts of a row are headings: two or more known words and no numbers.

    The row must have at least three texts and no label of a deal.
    """
    roles = {role_of(text) for text in texts} - {None}
    is_named = len(texts) >= _LEAST_HEADS and len(roles) >= _LEAST_ROLES
    return is_named and not label_of(texts[0]) and not any(is_number(text) for text in texts)


def _rows_of_heads(grid: Grid, rows: Sequence[_Row], first: int, again: int) -> int:
    """Return the number of heading rows that are repeated, which is at least 1 and at most 3.

    `first` and `again` are the indices in `rows` of the first heading row and of its repetition.
    """
    size = 1
    while (
        size < _MOST_ROWS_OF_HEADS
        and again + size < len(rows)
        and first + size < again
        and _alike(grid, rows[first + size], rows[again + size])
        and not any(is_number(text) for text in grid.texts(*rows[again + size]))
    ):
        size += 1
    return size


def _label(grid: Grid, rows: Sequence[_Row]) -> str:
    """Return the first label of a deal, such as `E1`, at the beginning of one of `rows`.

    Return an empty text if no row has one.
    """
    labels = (label_of(grid.text(row, columns[0])) for row, columns in rows)
    return next((label for label in labels if label), "")


def _goes_on(before: str, after: str, *, has_page: bool) -> bool:
    """Return whether the deals below repeated headings continue the game above them.

    `before` and `after` are the labels of the deals above and below. A label such as `E1` begins a
    new game. Plain numbers may go on through several games, so they continue a game only if
    `has_page` is True: a line there names a page.
    """
    if not (before and after):
        return has_page
    if after in _FIRST_DEALS:
        return False
    last, following = named(before), named(after)
    return has_page or (last is not None and following is not None and following >= last)
