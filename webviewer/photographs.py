"""Photographs of score sheets that a visitor uploads: their tables, and questions about cells.

A photograph becomes a copy of a sheet like any other: a table as text, and changes of its cells.
The flattened pages are stored, so that people can look at a cell in the picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as member
from threading import BoundedSemaphore
from typing import TYPE_CHECKING, Final

from mjlog.model.messages import Message
from mjlog.paper.reading import pages_of, tables_of, unread_in
from mjlog.paper.readings import UnreadPicture, bounding_rectangle
from mjlog.paper.scans import refused
from mjlog.sheets.corrections.copies import to_csv
from mjlog.sheets.files.workbook import letters
from mjlog.sheets.layouts.mapping import SheetMap
from mjlog.sheets.reading import HowToRead
from webviewer.i18n import gettext

if TYPE_CHECKING:
    from mjlog.paper.readings import CellAt, PageRead, Rectangle
    from mjlog.paper.sources import PageSource, Source
    from mjlog.paper.table import Question, Table

LARGEST_PICTURES: Final = 24 << 20
"""The most bytes of one upload of photographs: a few pictures of a phone."""
MOST_SHEETS: Final = 8
"""The most sheets in one upload; each takes a second to read."""
WAIT: Final = 20.0
"""Seconds that an upload waits until another one is read."""
_ONE_AT_A_TIME: Final = BoundedSemaphore(1)
"""Held while photographs are read, which takes some 300 MB."""


@dataclass(frozen=True, slots=True)
class Cut:
    """The place of a cell in the picture of a photographed sheet, and the meaning of the cell.

    `picture` is the number of the page, `place` the rectangle in it. `line` is the number of the
    deal's line in the form, 0 for the totals. `choices` are the meanings of the boxes to tick in
    the cell, empty if there are none.
    """

    picture: int
    place: Rectangle
    line: int
    field: str
    seat: str
    choices: tuple[str, ...] = ()

    @property
    def column(self) -> tuple[str, str]:
        """The name of the cell's column, and the letter of the player's seat, as a pair.

        The letter is empty if the column does not belong to one player.
        """
        name, _, sort = self.field.partition(" ")  # "kong ankan" is part of the column `kong`
        return ("deal" if name in {"wind", "number"} else name, "" if sort else self.seat)


@dataclass(frozen=True, slots=True)
class Photograph:
    """The flattened pages of a photographed sheet, the places of its cells, and open questions.

    `sizes` has the width and height of each page in millimetres. `sure` is the number of cells
    without a question. `pages` and `sources` say from which part of a picture each claim was read.
    `ruled` is the page of a sheet that was ruled by hand, whose columns people must name. `unread`
    has a message for each picture of the upload in which no sheet was found.
    """

    pictures: tuple[bytes, ...]
    sizes: tuple[tuple[float, float], ...]
    questions: tuple[Question, ...]
    cuts: Mapping[tuple[int, int], Cut]
    sure: int
    pages: Sequence[PageSource] = ()
    sources: Mapping[CellAt, Source] = member(default_factory=dict)
    ruled: PageRead | None = None
    unread: Sequence[Message] = ()

    @property
    def letters(self) -> list[tuple[float, float, str]]:
        """For a sheet ruled by hand, the letter of each column and where to draw the letter.

        Each item is a tuple of two coordinates and the letter. The list is empty for a printed
        form.
        """
        heads = sorted(self.ruled.figures.items())[: self.ruled.shape[1]] if self.ruled else []
        return [
            (figures.place[0] + figures.place[2] / 2, figures.place[1] - 1, letters(column))
            for (_, column), figures in heads
        ]

    @property
    def size(self) -> int:
        """The total number of bytes of the pictures."""
        return sum(len(picture) for picture in self.pictures)


@dataclass(frozen=True, slots=True)
class PhotographedSheet:
    """A photographed sheet after reading: its name, its table as CSV, and its pictures.

    `layout` is the map of the table's columns as TOML; empty if the columns are recognised without
    a map.
    """

    name: str
    csv: bytes
    layout: str
    photograph: Photograph


def photographed_sheets(files: Sequence[bytes], rules: str) -> list[PhotographedSheet] | None:
    """Read the score sheets in these picture files; return the sheets that were found.

    Return None if the reader was busy with another upload for 20 seconds. Raise `Unreadable` if a
    file cannot be read, or if there are more than eight pages.
    """
    how = HowToRead(rules)
    if not _ONE_AT_A_TIME.acquire(timeout=WAIT):
        return None
    try:
        pages: list[PageRead | UnreadPicture] = []
        for before, data in enumerate(files):
            for page in pages_of(data, how, show=True):
                if len(pages) >= MOST_SHEETS:
                    words = Message(
                        "at most {most} sheets are read here at once: send the others later",
                        {"most": MOST_SHEETS},
                    )
                    raise refused(words)
                if isinstance(page, UnreadPicture):  # numbered across files
                    page = replace(page, number=before + page.number)
                pages.append(page)
        unread = tuple(picture.words for picture in unread_in(pages))
        return [_sheet_of(table, unread) for table in tables_of(pages, how)]
    finally:
        _ONE_AT_A_TIME.release()


def renamed(photograph: Photograph, rules: str, layout: SheetMap) -> PhotographedSheet:
    """Read a photographed sheet again, with other meanings of the columns, and return the sheet.

    The lines of the sheet were ruled by hand, so mjlog does not know its columns; `layout` names
    them. Raise `RulesError` if the rules cannot be loaded.
    """
    how = HowToRead(rules, layout)
    (table,) = tables_of([page for page in [photograph.ruled] if page], how)
    return _sheet_of(table, photograph.unread)


def _sheet_of(table: Table, unread: Sequence[Message]) -> PhotographedSheet:
    csv = to_csv(table.grid()).encode()
    places = {
        key: (number, place)
        for number, page in enumerate(table.pages)
        for key, place in page.places.items()
    }
    cuts: dict[tuple[int, int], Cut] = {}
    for row, column, keys in table.places():
        line, field, seat = keys[0]
        place = bounding_rectangle([places[key][1] for key in keys])
        choices = table.choices(keys[0])
        cuts[row, column] = Cut(places[keys[0]][0], place, line, field, seat or "", choices)
    questions = tuple(table.questions())
    photograph = Photograph(
        tuple(page.picture for page in table.pages),
        tuple((page.form.width, page.form.height) for page in table.pages),
        questions,
        cuts,
        len(cuts) - len(questions),
        table.page_sources(),
        table.sources(),
        table.pages[0] if table.pages[0].figures else None,
        unread,
    )
    parts = (("", "event"), ("R", "r"), ("T", "t"))
    words = [f"{mark}{table.code[key]}" for mark, key in parts if table.code.get(key)]
    layout = table.how(HowToRead()).layout
    toml = layout.to_toml() if layout else ""
    name = table.rules.name if table.rules else gettext("ruled sheet")
    return PhotographedSheet(" ".join(words) or name, csv, toml, photograph)
