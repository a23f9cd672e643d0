"""Turns a ruled sheet into a table; a map by the user says what its columns mean.

Only columns of numbers are read. A person is asked about every written cell in a column of words.
The table keeps the rows and columns of the paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from mjlog.model.messages import Message, msg
from mjlog.model.record import SEATS
from mjlog.paper.readings import CellAt, Figures, Key, PageRead, Reading
from mjlog.paper.table import UNKNOWN, Table
from mjlog.sheets.files.workbook import Grid, grid_of_rows
from mjlog.sheets.layouts.mapping import SheetMap
from mjlog.sheets.reading import HowToRead

_NUMBERS: Final = frozenset(
    {"han", "fu", "faan", "tai", "value", "doubles", "counters", "sticks", "change", "total"}
)
_WORDS: Final = frozenset({"deal", "dealer", "winner", "from", "how", "ready", "tenpai"})
_MOST_LIKELY: Final = 4
_SURE: Final = 0.9995
"""Probability from which a digit is sure.

It is high because digits outside of boxes are first cut apart, and the net's probabilities do not
include this step.
"""
_LETTERS: Final = msg("letters are not read")
_UNCLEAR: Final = msg("it is not clear")


class RuledTable(Table):
    """The table of a sheet with ruled lines that is not one of the printed forms.

    Without a map that says what the columns mean, all written cells are `?`.
    """

    def __init__(self, page: PageRead, header: str, layout: SheetMap | None) -> None:
        """Create the table of a ruled sheet from the cells of `page`.

        `layout` is a map that says which field each column has; without a map, cells are not read.
        `header` is the value of the rules header; if it is empty, the map's rules are used.
        """
        self.layout = layout or SheetMap()
        self.named = _fields(self.layout)
        cells = [*_readings(page, self.named, self.layout.head)]
        places = {reading.key: figures.place for reading, figures in cells}
        page = replace(page, cells=[reading for reading, _ in cells], places=places)
        super().__init__([page], header or self.layout.rules)

    @property
    def is_named(self) -> bool:
        """True if a map by the user says which field each column has, such as han."""
        return self.layout.says_columns

    @property
    def figures(self) -> Mapping[CellAt, Figures]:
        """The likely numbers in each cell of the sheet, as a dict by (row, column)."""
        return self.pages[0].figures

    @property
    def unnamed(self) -> Message:
        """The message that asks the user for a map that says what the columns mean."""
        rows, columns = self.pages[0].shape
        words = (
            "a ruled sheet of {rows} rows and {columns} columns: say what the columns are by a map "
            "(--map), or on the page of score sheets"
        )
        return msg(words, rows=rows, columns=columns)

    def _columns(self) -> list[tuple[str, str | None]]:
        """Return a pair of field and seat for each column of the paper, from left to right.

        The field is "" if the user's map does not name the column, and the seat None if the field
        is about the whole deal.
        """
        _, columns = self.pages[0].shape
        return [self.named.get(column, ("", None)) for column in range(1, columns + 1)]

    def confirm(self, how: HowToRead) -> None:
        """Audit the table to confirm unclear cells, as `Table.confirm` does.

        Do nothing if the rules or the meaning of the columns is unknown. `how` has the settings for
        reading score sheets.
        """
        if self.rules is not None and self.is_named:
            super().confirm(how)

    def grid(self, *, guess: bool = False) -> Grid:
        """Return the table as a worksheet with the rows and columns of the paper.

        Headings and unsure cells are `?`, and so are written cells of columns with an unknown
        field. With `guess`, a cell that is unsure only because the ink is unclear has its most
        likely value.
        """
        self._guess, self._keys = guess, []
        rows: list[list[str]] = []
        for row in range(1, self.pages[0].shape[0] + 1):
            is_deal = row in self.rows
            rows.append([])
            for column, (field, seat) in enumerate(self.columns):
                if is_deal and field:
                    rows[-1].append(self._text(row, field, seat))
                    self._keys.append((row, column, row))
                else:
                    figures = self.figures.get((row, column + 1))
                    is_blank = figures is None or figures.is_blank or (self.rows and not is_deal)
                    is_head = row <= self.layout.head
                    rows[-1].append("" if is_blank and not is_head else UNKNOWN)
        return grid_of_rows(rows)

    def how(self, how: HowToRead) -> HowToRead:
        """Return a copy of the settings `how` that names the columns and rules of this sheet.

        The worksheet is then read with these settings. If the columns have no known fields, return
        `how` unchanged.
        """
        if not self.is_named:
            return how
        are_read = any(name.strip(UNKNOWN) for name in self.layout.names)
        names = self.layout.names if are_read else tuple(self.seats)
        # The headings of the table are not read, so no row may be recognised by its heading.
        layout = replace(self.layout, rules=self.header, names=names, heads=())
        return replace(how, layout=layout)


def _fields(layout: SheetMap) -> dict[int, tuple[str, str | None]]:
    """Return the field and the seat of each column that the user's map names, by column number.

    The seat is None if the field, such as han, is not about a player. Fields that cannot be read
    from ruled sheets are left out.
    """
    fields: dict[int, tuple[str, str | None]] = {
        column: (role, None) for role, column in layout.columns.items() if role in _NUMBERS | _WORDS
    }
    for field, columns in (("change", layout.changes), ("total", layout.totals)):
        fields |= {column: (field, seat) for column, seat in zip(columns, SEATS, strict=False)}
    return fields


def _readings(
    page: PageRead, named: dict[int, tuple[str, str | None]], head: int
) -> Iterator[tuple[Reading, Figures]]:
    """Yield the `Reading` and the likely numbers of each cell below the headings.

    Only columns with a known field are included: `named` has the field and seat of these columns.
    `head` is the last row of headings.
    """
    for column, (field, seat) in named.items():
        cells = {at[0]: each for at, each in page.figures.items() if at[1] == column}
        below = {row: figures for row, figures in sorted(cells.items()) if row > head}
        counts = field == "deal" and _counts(below)
        for number, (row, figures) in enumerate(below.items(), 1):
            key = (row, "number" if field == "deal" else field, seat)
            reading = _reading(key, figures)
            if counts:
                # The rules do not say how a club numbers its deals.
                unclear = None if reading.value == number else reading.unclear
                reading = replace(reading, unclear=unclear, is_faint=False)
            elif field in _WORDS and not figures.is_blank:
                reading = Reading(key, None, 0.0, is_blank=False, unclear=_LETTERS)
            yield reading, figures


def _counts(cells: dict[int, Figures]) -> bool:
    """Return whether a column just numbers its rows: most written cells have 1, 2, 3 and so on."""
    written = [
        (number, max(figures.values, key=figures.values.__getitem__))
        for number, figures in enumerate(cells.values(), 1)
        if not figures.is_blank and figures.values
    ]
    return sum(number == value for number, value in written) * 2 > len(written)


def _reading(key: Key, figures: Figures) -> Reading:
    """Return the most likely number of a cell as a `Reading` with its probability.

    The `Reading` is marked as unclear if the probability is low or if ink crosses the cell's lines.
    """
    likely = sorted(figures.values.items(), key=lambda each: -each[1])[:_MOST_LIKELY]
    value, share = likely[0] if likely else (None, 0.0)
    is_sure = share >= _SURE and figures.is_whole
    return Reading(
        key,
        value,
        share,
        figures.is_blank,
        unclear=None if is_sure else _UNCLEAR,
        # Ink that crosses a line may belong to another cell, so the rules cannot confirm the value.
        is_faint=figures.is_whole and not is_sure,
        others=dict(likely),
    )
