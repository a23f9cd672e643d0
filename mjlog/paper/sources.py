"""Lines `note` in a record that say where the claims of a photographed sheet come from.

``note page 1 sha256=… picture=2`` names the picture of a page. ``note read change A {-1300} page=1
box=120.4,55.3,20.1,6.1 share=0.9712`` gives the first reading of a cell, its place on the page in
millimetres, and the reading's probability. ``note confirmed change A {-1800} by {Ann Example}``
gives what a person saw in the cell. The first reading is kept next to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from mjlog.model.record import Deal, Remark
from mjlog.notation.play.tokens import comment_word
from mjlog.paper.readings import CellAt, Rectangle
from mjlog.sheets.records import Entry, SheetGame, recorded

_COMMENT: Final = r"\{((?:[^\\}]|\\.)*)\}"
_CELL: Final = rf"([a-z]+)(?: ([A-Z]))? {_COMMENT}"
_PAGE: Final = re.compile(r"page ([0-9]+) sha256=([0-9a-f]{64}) picture=([0-9]+)")
_READ: Final = re.compile(
    rf"read {_CELL} page=([0-9]+) box=([0-9.]+),([0-9.]+),([0-9.]+),([0-9.]+) share=([01]\.[0-9]+)"
)
_CONFIRMED: Final = re.compile(rf"confirmed {_CELL}(?: by {_COMMENT})?")


@dataclass(frozen=True, slots=True)
class PageSource:
    """The picture of a page: SHA-256 of its file, and the number of the picture in the file."""

    page: int
    sha256: str
    picture: int

    @property
    def line(self) -> str:
        """A `note` line for the record: page, hash of the picture file, number in the file."""
        return f"note page {self.page} sha256={self.sha256} picture={self.picture}"


@dataclass(frozen=True, slots=True)
class Source:
    """The first reading of a cell, its place on the page, and the reading's probability.

    `column` and `seat` name the cell in its deal; `box` is in millimetres from the upper left.
    """

    column: str
    seat: str
    text: str
    page: int
    box: Rectangle
    share: float

    @property
    def line(self) -> str:
        """A `note` line for the record: what was read in this cell before any correction.

        The line also has the page, the place on the page and the probability.
        """
        box = ",".join(f"{length:.1f}" for length in self.box)
        cell = _cell(self.column, self.seat, self.text)
        return f"note read {cell} page={self.page} box={box} share={self.share:.4f}"


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What a person saw in a cell; `by` is empty if the person gave no name."""

    column: str
    seat: str
    text: str
    by: str = ""

    @property
    def line(self) -> str:
        """A `note` line for the record with the text that a person saw in this cell."""
        line = f"note confirmed {_cell(self.column, self.seat, self.text)}"
        return f"{line} by {comment_word(_one_line(self.by))}" if self.by else line


def sources_in(deal: Deal) -> Iterator[PageSource | Source | Confirmation]:
    """Parse the `note` lines of a deal that say from which picture it was read.

    Yield an object for each such line: a `PageSource` for a picture, a `Source` for what was read
    in a cell, a `Confirmation` for what a person saw there. Other notes are skipped.
    """
    for line in deal.lines:
        if isinstance(line.content, Remark) and line.content.keyword == "note":
            source = _source_of(line.content.text)
            if source is not None:
                yield source


def _source_of(text: str) -> PageSource | Source | Confirmation | None:
    if match := _PAGE.fullmatch(text):
        return PageSource(int(match[1]), match[2], int(match[3]))
    if match := _READ.fullmatch(text):
        x, y, wide, high = (float(match[group]) for group in range(5, 9))
        cell = match[1], match[2] or "", _plain(match[3])
        return Source(*cell, int(match[4]), (x, y, wide, high), float(match[9]))
    if match := _CONFIRMED.fullmatch(text):
        return Confirmation(match[1], match[2] or "", _plain(match[3]), _plain(match[4] or ""))
    return None


def with_sources(
    game: SheetGame,
    pages: Sequence[PageSource],
    sources: Mapping[CellAt, Source],
    confirmed: Mapping[CellAt, Confirmation],
) -> SheetGame:
    """Return a copy of the game with `note` lines that say from which pictures it was read.

    `pages` are the pictures. `sources` has what was read in each cell, and `confirmed` what a
    person saw there, by row and column of the worksheet.
    """
    draft = game.draft
    if not draft.deals:
        return game
    begins = [deal.cell.row for deal in draft.deals]
    lines: list[list[str]] = [[] for _ in begins]
    lines[0] += [page.line for page in pages]
    for at in sorted({*sources, *confirmed}):
        # Cells of the totals below all deals belong to the last deal.
        deal = sum(row <= at[0] for row in begins) - 1
        lines[max(deal, 0)] += [each[at].line for each in (sources, confirmed) if at in each]
    deals = [
        replace(deal, entries=(*deal.entries, *(Entry(line) for line in more)))
        for deal, more in zip(draft.deals, lines, strict=True)
    ]
    return replace(recorded(replace(draft, deals=tuple(deals))), draft=draft)


def _cell(column: str, seat: str, text: str) -> str:
    """Return the words of a `note` line for a cell: its column, its seat if any, and its text."""
    return " ".join([column, *([seat] if seat else []), comment_word(_one_line(text))])


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _plain(comment: str) -> str:
    """Remove the backslashes that escape characters in a comment of the record."""
    return re.sub(r"\\(.)", r"\1", comment)
