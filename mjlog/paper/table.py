"""The table made from the readings of a form, and the questions about unsure cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from math import prod
from typing import Any, Final

from mjlog.model.findings import CellPlace, Finding
from mjlog.model.messages import Message, msg
from mjlog.model.record import SEATS
from mjlog.paper.readings import (
    SINGLE_CHOICES,
    SURE,
    CellAt,
    Key,
    PageRead,
    Reading,
    Value,
    bounding_rectangle,
    key_of,
)
from mjlog.paper.sources import PageSource, Source
from mjlog.referee.rule_set import RuleSet
from mjlog.rules import load
from mjlog.sheets.audit import audited
from mjlog.sheets.cells.words import ROLES
from mjlog.sheets.files.workbook import Cell, Grid, Workbook, grid_of_rows
from mjlog.sheets.layouts.mapping import SheetMap
from mjlog.sheets.reading import HowToRead, games_of

UNKNOWN: Final = "?"
_SLIP: Final = 1 / 300
"""Probability of one particular wrong amount on paper, relative to that of the right amount.

About one in 33 cells has a wrong amount, and about ten wrong amounts are plausible in a cell.
"""
_APART: Final = 3
"""Least distance in rows between two doubts that one audit can settle.

A fault is in the row of the doubt or in a row next to it.
"""
_MOST_AUDITS: Final = 24
_LEAST_SHARE: Final = 1e-3
_LEAST_BESIDE_FAULTS: Final = 2e-5
"""Probability below which a reading is ignored in a row with a fault.

In other rows the limit is `_LEAST_SHARE`, because unlikely readings change nothing there.
"""
_WORTH_NAMING: Final = 0.01
"""Probability below which a reading is not shown."""
_UNFIT: Final = msg("it does not fit the rest of the deal")
_NO_NUMBER: Final = frozenset({"change", "counters", "sticks"})
"""Fields in which a blank is 0 if the line is filled in."""
_LEAST_CELLS: Final = 2
_HEADS: Final = {
    "deal": "Deal", "dealer": "Dealer", "counters": "Counters", "sticks": "Sticks",
    "winner": "Winner", "from": "From", "how": "Result", "han": "Han", "fu": "Fu", "faan": "Faan",
    "tai": "Tai", "value": "Points", "doubles": "Doubles", "items": "Items", "kong": "Kongs",
    "ready": "Ready", "tenpai": "Tenpai",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Question:
    """A cell of the table that a person must look at; `why` says the reason.

    `texts` are the likely contents with their probabilities, the likeliest first. `due` is the
    content that the rules expect, or empty if the rules do not say.
    """

    row: int
    column: int
    why: Message
    texts: Mapping[str, float]
    due: str = ""

    def finding(self, sheet: str) -> Finding:
        """Return this question as a warning that asks a person to look at the cell.

        The warning has the likely contents of the cell. `sheet` is the name of the worksheet with
        the cell.
        """
        readings = ", ".join(f"{text or '-'} ({share:.0%})" for text, share in self.texts.items())
        words = msg("look at this cell, {why}", why=self.why)
        if readings and self.due:
            asked = "look at this cell, {why}: {readings}? {due} is due"
            words = msg(asked, why=self.why, readings=readings, due=self.due)
        elif readings:
            words = msg("look at this cell, {why}: {readings}?", why=self.why, readings=readings)
        place = Cell(self.row, self.column, UNKNOWN).place(sheet)
        return Finding.telling("sheet.unread", "warning", words, place)


class Table:
    """The score sheet of one game, made from the readings of its photographed pages."""

    def __init__(self, pages: Sequence[PageRead], header: str) -> None:
        self.pages = pages
        self.form, self.code = pages[0].form, pages[0].code
        self.header = header or self.code.get("rules") or self.form.rules
        self.rules: RuleSet | None = load(self.header) if self.header else None
        self.cells = {cell.key: cell for page in pages for cell in page.cells}
        self.seats = SEATS[: max(self.rules.play.spec.seats)] if self.rules else SEATS
        self.columns = self._columns()
        self.rows = self._rows()
        self._keys: list[tuple[int, int, int]] = []
        self._guess, self._head = False, 0
        self._due: dict[tuple[int, int], str] = {}

    @property
    def summary(self) -> str:
        """A sentence such as "read from a picture: 40 of 45 cells are sure"."""
        used = [cell for cell in self.cells.values() if cell.key[0] in {0, *self.rows}]
        sure = sum(cell.unclear is None for cell in used)
        return f"read from a picture: {sure} of {len(used)} cells are sure"

    def _columns(self) -> list[tuple[str, str | None]]:
        """Return a pair of field and seat for each column of the table.

        The seat is None if the field is about the whole deal.
        """
        fields = dict.fromkeys(
            "deal" if field in {"wind", "number"} else field.partition(" ")[0]
            for _, field, _ in self.cells
        )
        single = [field for field in _HEADS if field in fields]
        columns: list[tuple[str, str | None]] = [(field, None) for field in single]
        for field in ("hand", "change", "total"):
            if field in fields:
                columns += [(field, seat) for seat in self.seats]
        return columns

    def _rows(self) -> list[int]:
        """Return the numbers of the form's lines that have a deal.

        A line has a deal if at least one of its cells is written in or is not visible in the
        picture. Lines after the last line with two such cells are ignored.
        """
        written: dict[int, int] = {}
        for (row, _, _), cell in self.cells.items():
            is_needed = not cell.is_seen or not cell.is_blank
            written[row] = written.get(row, 0) + is_needed
        filled = [row for row, number in written.items() if row and number >= _LEAST_CELLS]
        last = max(filled, default=0)
        return [row for row in sorted(written) if 0 < row <= last and written[row]]

    def confirm(self, how: HowToRead) -> None:
        """Use the rules to decide which cells are sure and which cells a person must look at.

        The table is audited with the most likely values, and then with other likely values of
        cells. No value is ever replaced. An unclear cell becomes sure if its other values cause
        errors in the audit. A sure cell becomes unsure if the audit has an error that another value
        of the cell avoids. If a digit was misread in one cell, such as 4 as 6, cells with this
        digit in other rows with errors become unsure, too. `how` has the settings for reading the
        worksheet.
        """
        where = {
            cell.key: row
            for row, column, line in self._guessed_keys()
            for cell in self._cells_of(line, *self.columns[column])
            if cell.unclear is None or cell.is_faint
        }
        faults = list(self._faults(how))
        faulty = {place.row for place, _ in faults}
        self._due = {
            (place.row, place.cell_column): finding.expected
            for place, finding in faults
            if finding.expected
        }
        doubts = [
            _Doubt(self.cells[key], row, value)
            for key, row in where.items()
            if row in faulty or self.cells[key].is_faint
            for value, share in self.cells[key].others.items()
            if value != self.cells[key].value
            and share >= (_LEAST_BESIDE_FAULTS if row in faulty else _LEAST_SHARE)
        ]
        fitting, faulting = self._tried(doubts, faulty, how)
        fits, refuted = _shares(fitting), _shares(faulting)
        for key in {*fits, *refuted}:
            cell = self.cells[key]
            if where[key] in faulty:
                # Readings that were not tried are assumed to cause the same fault as the first one.
                likely = cell.share * _SLIP / (_SLIP + fits.get(key, 0.0) * (1 - _SLIP))
            else:
                likely = cell.share / (1 - refuted.get(key, 0.0) * (1 - _SLIP))
            if likely >= SURE:
                self.cells[key] = replace(cell, unclear=None, is_faint=False)
            elif cell.unclear is None:
                self.cells[key] = replace(cell, unclear=_UNFIT, is_faint=True)
        mended = [doubt for doubt in fitting if doubt.row in faulty]
        self._confirm_beside({doubt.cell.key for doubt in mended}, where, how)
        pairs = (_mistaken_digits(doubt.cell.value, doubt.value) for doubt in mended)
        mistaken = {digit for digits in pairs for digit in digits}
        # If a reading corrects the row, the other amounts of the row are right. But hands with
        # different values may be worth the same.
        unmended = faulty - {doubt.row for doubt in mended}
        in_doubt = [
            key
            for key, row in where.items()
            if row in unmended or (row in faulty and key[1] != "change")
        ]
        self._ask_for_digits(mistaken, in_doubt)

    def _tried(
        self, doubts: Sequence[_Doubt], faulty: set[int], how: HowToRead
    ) -> tuple[list[_Doubt], list[_Doubt]]:
        """Audit the table with other values of cells; find out which values cause errors.

        Each of `doubts` is a cell with another likely value. Return two lists: the doubts whose
        value fits the rest of the table, and the doubts with whose value there is an error in the
        row of the cell, or a new error in the row above or below. `faulty` are the rows that have
        errors with the most likely values. The least likely values are left out if they would need
        more than `_MOST_AUDITS` audits. `how` has the settings for reading score sheets.
        """
        fitting: list[_Doubt] = []
        faulting: list[_Doubt] = []
        for batch in _batches(doubts):
            for doubt in batch:
                self.cells[doubt.cell.key] = replace(doubt.cell, value=doubt.value)
            rows = {place.row for place, _ in self._faults(how)}
            for doubt in batch:
                self.cells[doubt.cell.key] = doubt.cell
                is_worse = not (rows - faulty).isdisjoint(range(doubt.row - 1, doubt.row + 2))
                (faulting if is_worse or doubt.row in rows else fitting).append(doubt)
        return fitting, faulting

    def _confirm_beside(self, mistaken: set[Key], where: Mapping[Key, int], how: HowToRead) -> None:
        """Confirm unclear cells in the rows of cells that were probably misread.

        `mistaken` are the keys of the misread cells, which count as unknown in this audit, and
        `where` has the row of each cell. An unclear cell becomes sure if its other values cause
        errors although the misread cells are unknown. `how` has the settings for reading score
        sheets.
        """
        asked = {key: self.cells[key] for key in mistaken}
        self.cells |= {key: replace(cell, is_faint=False) for key, cell in asked.items()}
        faulty = {place.row for place, _ in self._faults(how)}
        rows = {where[key] for key in mistaken} - faulty
        doubts = [
            _Doubt(self.cells[key], row, value)
            for key, row in where.items()
            if row in rows and self.cells[key].is_faint
            for value, share in self.cells[key].others.items()
            if value != self.cells[key].value and share >= _LEAST_SHARE
        ]
        _, faulting = self._tried(doubts, faulty, how)
        for key, refuted in _shares(faulting).items():
            cell = self.cells[key]
            if cell.share / (1 - refuted * (1 - _SLIP)) >= SURE:
                self.cells[key] = replace(cell, unclear=None, is_faint=False)
        self.cells |= asked

    def _ask_for_digits(self, digits: set[str], keys: Sequence[Key]) -> None:
        """Mark cells whose number has one of these digits as unsure; a person must look at them.

        Only sure cells among `keys` are marked. `digits` are the digits that were misread in other
        cells.
        """
        for key in keys:
            cell = self.cells[key]
            is_sure_number = isinstance(cell.value, int) and cell.unclear is None
            if is_sure_number and not digits.isdisjoint(str(cell.value)):
                self.cells[key] = replace(cell, unclear=_UNFIT, is_faint=True)

    def _guessed_keys(self) -> list[tuple[int, int, int]]:
        """Return (row of the worksheet, index of the column, line of the form) for each cell.

        Rows count from 1 and columns from 0. The line is 0 for totals below the deals. To find the
        cells, the worksheet is made again, so `_keys` changes.
        """
        self.grid(guess=True)
        return self._keys

    def _faults(self, how: HowToRead) -> Iterator[tuple[CellPlace, Finding]]:
        """Audit the table; yield each error or warning with the place of its cell.

        Unsure cells have their most likely values during the audit. Notes are left out, and so are
        findings about cells with `?`. `how` has the settings for reading score sheets.
        """
        grid = self.grid(guess=True)
        for game in games_of(Workbook((grid,)), self.how(how)).games:
            for finding in audited(game).findings:
                place = finding.place
                if finding.severity == "note" or not isinstance(place, CellPlace):
                    continue
                # An unknown cell is no fault; a cell with an impossible content, such as E9, is
                # one.
                if finding.code != "sheet.unread" or UNKNOWN not in grid.text(
                    place.row, place.cell_column
                ):
                    yield place, finding

    def grid(self, *, guess: bool = False) -> Grid:
        """Return the table as a worksheet, with `?` in unsure cells.

        With `guess`, a cell that is unsure only because the ink is unclear has its most likely
        value.
        """
        self._guess, self._keys = guess, []
        heads = [_HEADS[field] if seat is None else str(seat) for field, seat in self.columns]
        above = [
            {"hand": "Value", "change": "Change", "total": "Total"}.get(field, "")
            if seat == SEATS[0]
            else ""
            for field, seat in self.columns
        ]
        rows = [["Rules", self.header]]
        named = (("Event", "event"), ("Round", "r"), ("Table", "t"))
        rows += [[word, self.code[key]] for word, key in named if self.code.get(key)]
        rows += [above, heads]
        self._head = len(rows)
        for row in self.rows:
            rows.append([self._text(row, *column) for column in self.columns])
            self._keys += [(len(rows), column, row) for column in range(len(self.columns))]
        totals = [
            self._number(self.cells.get((0, field, seat)), blank="") if field == "total" else ""
            for field, seat in self.columns
        ]
        if any(totals):
            rows.append(["Final", *totals[1:]])
            self._keys += [(len(rows), column, 0) for column in range(len(self.columns))]
        return grid_of_rows(rows)

    def how(self, how: HowToRead) -> HowToRead:
        """Return a copy of the settings `how` that names the columns of this table.

        The worksheet is then read with these settings, and the meaning of the columns need not be
        guessed.
        """
        numbers = list(enumerate(self.columns, 1))
        layout = SheetMap(
            head=self._head,
            columns={role: at for at, (role, _) in numbers if role in ROLES - {"change", "total"}},
            changes=tuple(at for at, (field, _) in numbers if field == "change"),
            totals=tuple(at for at, (field, _) in numbers if field == "total"),
            hands=tuple(at for at, (field, _) in numbers if field == "hand"),
            names=tuple(self.seats),
        )
        return replace(how, layout=layout)

    def _is_open(self, cell: Reading) -> bool:
        """Return whether the worksheet shows `?` in place of this cell's value."""
        return cell.unclear is not None and not (self._guess and cell.is_faint)

    def questions(self) -> Iterator[Question]:
        """Yield a `Question` for each unsure cell, which a person must look at.

        The questions are in the order of the table.
        """
        for row, column, line in self._guessed_keys():
            field, seat = self.columns[column]
            cells = self._cells_of(line, field, seat) if line or field == "total" else []
            unclear = [cell for cell in cells if cell.unclear is not None]
            if unclear:
                cell = min(unclear, key=lambda cell: cell.share)
                texts = self._likely_texts(cell, line, field, seat)
                due = self._due.get((row, column + 1), "")
                yield Question(row, column + 1, cell.unclear or msg(""), texts, due)

    def choices(self, key: Key) -> tuple[str, ...]:
        """Return the values of a cell's boxes if only one of them may be ticked.

        The values are, for example, the letters of the seats. `key` names the cell by row, field
        and seat. Return an empty tuple if several boxes may be ticked or the cell has digits.
        """
        if key[1] not in SINGLE_CHOICES:
            return ()
        boxes = (box for page in self.pages for box in page.form.boxes)
        return tuple(str(box.value) for box in boxes if key_of(box) == key)

    def _likely_texts(
        self, cell: Reading, line: int, field: str, seat: str | None
    ) -> dict[str, float]:
        """Return the texts that a worksheet's cell may have, as a dict from text to probability.

        `line`, `field` and `seat` name the cell of the worksheet. It may consist of several cells
        of the form; only `cell`, the unsure one, is varied.
        """
        texts: dict[str, float] = {}
        for value, share in cell.others.items():
            if share >= _WORTH_NAMING:
                self.cells[cell.key] = replace(cell, value=value, unclear=None)
                texts.setdefault(self._text(line, field, seat), share)
        self.cells[cell.key] = cell
        return texts

    def places(self) -> Iterator[tuple[int, int, Sequence[Key]]]:
        """Yield (row, column, keys) for each cell of the worksheet.

        Row and column count from 1. The keys name the cells of the form from which the worksheet's
        cell is made: the label of a deal, for example, is made from wind and number.
        """
        for row, column, line in self._guessed_keys():
            field, seat = self.columns[column]
            if line or field == "total":
                keys = [cell.key for cell in self._cells_of(line, field, seat)]
                if keys:
                    yield row, column + 1, keys

    def page_sources(self) -> list[PageSource]:
        """Return for each page of the game the file and the number of the picture with this page.

        A page is left out if its file is unknown.
        """
        return [
            PageSource(number, page.sha256, page.number)
            for number, page in enumerate(self.pages, 1)
            if page.sha256
        ]

    def sources(self) -> dict[CellAt, Source]:
        """Return what was read in each cell of the worksheet before any correction, as a dict.

        The keys are row and column, counted from 1. Blank cells, and cells that the picture does
        not show, are left out.
        """
        places = {
            key: (number, place)
            for number, page in enumerate(self.pages, 1)
            for key, place in page.places.items()
        }
        as_read = copy(self)
        as_read.cells = {key: replace(cell, unclear=None) for key, cell in self.cells.items()}
        texts = as_read.grid()
        sources = {}
        for row, column, keys in self.places():
            cells = [self.cells[key] for key in keys]
            is_blank = all(cell.is_blank and cell.unclear is None for cell in cells)
            if is_blank or not all(key in places and self.cells[key].is_seen for key in keys):
                continue
            field, seat = self.columns[column - 1]
            page, _ = places[keys[0]]
            box = bounding_rectangle([places[key][1] for key in keys])
            share = prod(cell.share for cell in cells)
            text = texts.text(row, column)
            sources[row, column] = Source(field, seat or "", text, page, box, share)
        return sources

    def _cells_of(self, row: int, field: str, seat: str | None) -> list[Reading]:
        """Return the readings of the form's cells from which one cell of the worksheet is made.

        For example, the label of a deal is made from the cells for wind and number. `row` is the
        line of the form. `field` and `seat` name the worksheet's cell.
        """
        if field == "deal":
            keys: list[Any] = [(row, "wind", None), (row, "number", None)]
        elif field == "kong":
            keys = [key for key in self.cells if key[0] == row and key[1].startswith("kong ")]
        else:
            keys = [(row, field, seat)]
        return [self.cells[key] for key in keys if key in self.cells]

    def _text(self, row: int, field: str, seat: str | None) -> str:
        cells = self._cells_of(row, field, seat)
        if not cells or any(self._is_open(cell) for cell in cells):
            return UNKNOWN if cells else ""
        if field == "deal":
            return "".join(self._number(cell) for cell in cells)
        if field == "kong":
            return "; ".join(words for words in (self._kong(cell) for cell in cells) if words)
        if isinstance(cells[0].value, tuple):
            return self._ticked(row, field, cells[0].value)
        return self._number(cells[0], blank="0" if field in _NO_NUMBER else "")

    def _number(self, cell: Reading | None, *, blank: str = "") -> str:
        if cell is None:
            return blank
        if self._is_open(cell):
            return UNKNOWN
        if isinstance(cell.value, tuple):
            return "".join(cell.value)
        return blank if cell.value is None else str(cell.value)

    def _ticked(self, row: int, field: str, ticked: tuple[str, ...]) -> str:
        """Return the worksheet's text for a cell with tick boxes: the ticked values, such as `A B`.

        Scoring patterns also get their points. If no player is ticked as ready (tenpai) after a
        draw, the text is `none`. `row` and `field` name the cell.
        """
        if field == "items":
            return ", ".join(f"{item} {self._worth(item)}" for item in ticked)
        if field == "tenpai":
            how = self.cells.get((row, "how", None))
            is_draw = how is not None and not self._is_open(how) and how.value == ("draw",)
            return " ".join(ticked) or ("none" if is_draw else "")
        return " ".join(ticked)

    def _worth(self, item: str) -> str:
        """Return the points of a scoring pattern as text; `?` if they differ from hand to hand."""
        if self.rules is None:
            return UNKNOWN
        can_be = self.rules.scoring.item_can_be
        worths = [points for points in range(100) if can_be(item, points)]
        return str(worths[0]) if len(worths) == 1 else UNKNOWN

    def _kong(self, cell: Reading) -> str:
        """Return the worksheet's text for a player's kongs of one kind, such as `A: concealed ?`.

        The `?` stands for the unknown tile of the kong. If no number of kongs was read, the text is
        empty.
        """
        if not isinstance(cell.value, int):
            return ""
        _, name, seat = cell.key
        sort = name.partition(" ")[2]
        made = ", ".join([f"{sort} {UNKNOWN}"] * min(cell.value, 4))
        return f"{seat}: {made}" if seat else made


@dataclass(frozen=True, slots=True)
class _Doubt:
    """Another likely value of a cell, and the row of the worksheet with this cell."""

    cell: Reading
    row: int
    value: Value


def _shares(doubts: Sequence[_Doubt]) -> dict[Key, float]:
    """Add up the probabilities of the values in `doubts` for each cell; return the sums by cell.

    Each of `doubts` is a cell with another likely value; a cell may occur several times.
    """
    shares: dict[Key, float] = {}
    for doubt in doubts:
        key = doubt.cell.key
        shares[key] = shares.get(key, 0.0) + doubt.cell.others[doubt.value]
    return shares


def _mistaken_digits(value: Value, other: Value) -> set[str]:
    """Return the digits of `value` that are different in `other`, a number of the same length.

    Return an empty set if one of them is not a number.

    >>> sorted(_mistaken_digits(-686, -484))
    ['6']
    """
    if not isinstance(value, int) or not isinstance(other, int):
        return set()
    pairs = zip(f"{abs(value):6}", f"{abs(other):6}", strict=False)
    return {digit for digit, meant in pairs if digit != meant and " " not in (digit, meant)}


def _batches(doubts: Sequence[_Doubt]) -> Iterator[list[_Doubt]]:
    """Group `doubts` (other likely values of cells), so that one audit can check a whole group.

    The cells of a group are in rows so far apart that the row of an error shows which value caused
    it. The likeliest values come first, and at most `_MOST_AUDITS` groups are yielded.
    """
    batches: list[list[_Doubt]] = []
    for doubt in sorted(doubts, key=lambda doubt: -doubt.cell.others[doubt.value]):
        apart = (
            batch
            for batch in batches
            # A fault in the totals may be caused by any deal.
            if doubt.cell.key[0] and batch[0].cell.key[0]
            if all(abs(doubt.row - other.row) >= _APART for other in batch)
        )
        batch = next(apart, None)
        if batch is None:
            batches.append(batch := [])
        batch.append(doubt)
    yield from batches[:_MOST_AUDITS]
