"""A photograph as a sheet: what was written, as a table that is audited like any other.

What is not sure is `?` in the table: the audit has nothing to say about it, and a warning asks
somebody to look. Nothing is corrected by the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from mjlog.model.findings import CellPlace, Finding, Place
from mjlog.model.messages import msg
from mjlog.model.record import SEATS
from mjlog.notation.limits import Unreadable
from mjlog.paper.form import Form, MapError, form_of_json
from mjlog.paper.pictures import is_picture, pictures_of, refused
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import RulesError
from mjlog.rules import load
from mjlog.sheets.audit import audited
from mjlog.sheets.reading import GUESS, HowToRead, SheetFile, games_of, read_sheet
from mjlog.sheets.records import SheetGame
from mjlog.sheets.workbook import Cell, Grid, Workbook, grid_of_rows

if TYPE_CHECKING:
    from mjlog.paper.cells import Reading

UNKNOWN: Final = "?"
_AGREED: Final = frozenset({"agrees", "given"})
_CAUSE: Final = 0.9
"""How sure the ink must be of what an amount follows from, if the amounts agree."""
_WORTH_NAMING: Final = 0.01
"""Readings that are less likely are not named."""
_NO_NUMBER: Final = frozenset({"change", "counters", "sticks"})
"""Fields of which a blank is nought in a line that is filled in."""
_LEAST_CELLS: Final = 2
_HEADS: Final = {
    "deal": "Deal", "dealer": "Dealer", "counters": "Counters", "sticks": "Sticks",
    "winner": "Winner", "from": "From", "how": "Result", "han": "Han", "fu": "Fu", "faan": "Faan",
    "tai": "Tai", "value": "Points", "doubles": "Doubles", "items": "Items", "kong": "Kongs",
    "ready": "Ready", "tenpai": "Tenpai",
}  # fmt: skip


def read_any(data: bytes, how: HowToRead = GUESS) -> SheetFile:
    """Return the games of a file: a photograph or a scan, or a sheet of any other sort."""
    if not is_picture(data):
        return read_sheet(data, how)
    try:
        return file_of(list(pages_of(data, how)), how)
    except Unreadable as problem:
        return SheetFile((), Workbook(()), (problem.finding,))
    except RulesError as problem:  # of a map or a code: rules that are not known here
        finding = refused(msg("{words}", words=str(problem))).finding
        return SheetFile((), Workbook(()), (finding,))


def file_of(pages: Sequence[PageRead], how: HowToRead) -> SheetFile:
    """Return the games that pages stand for. Raises `Unreadable` if there are none."""
    tables = [_Table(game, how.rules) for game in _joined(pages)]
    if not tables:
        raise refused(msg("the file has no picture"))
    for table in tables:
        table.confirm(how)
    names = [f"sheet {number}" if len(tables) > 1 else "" for number in range(1, len(tables) + 1)]
    grids = [replace(table.grid(), name=name) for name, table in zip(names, tables, strict=True)]
    file = games_of(Workbook(tuple(grids)), how)
    by_name = dict(zip(names, tables, strict=True))
    games = tuple(_asking(game, by_name[game.draft.sheet]) for game in file.games)
    return replace(file, games=games)


def _asking(game: SheetGame, table: _Table) -> SheetGame:
    """Return the game with what is not sure asked about, where its `?` was not understood."""
    draft = game.draft
    asked = {finding.place: finding for finding in table.questions(draft.sheet)}
    others = [
        finding
        for finding in draft.findings
        if finding.code != "sheet.unread" or finding.place not in asked
    ]
    understood = (*draft.understood, table.summary)
    findings = (*others, *asked.values())
    return replace(game, draft=replace(draft, findings=findings, understood=understood))


@dataclass(frozen=True, slots=True)
class PageRead:
    """One page of a form: what its code says, and the readings of its cells."""

    form: Form
    code: Mapping[str, str]
    cells: Sequence[Reading]


def pages_of(data: bytes, how: HowToRead) -> Iterator[PageRead]:
    """Yield each page of a form in the pictures of a file. Raises `Unreadable`."""
    pictures = pictures_of(data)
    first = next(pictures, None)
    if first is None:
        return
    from mjlog.paper.cells import readings  # noqa: PLC0415  of the extra [photo]
    from mjlog.paper.flatten import NoSheet, flatten, sheets_in  # noqa: PLC0415
    from mjlog.paper.net import Net  # noqa: PLC0415

    net = Net()
    try:
        form = form_of_json(how.paper) if how.paper else None
    except MapError as problem:
        raise refused(msg("{words}", words=str(problem))) from None
    for picture in _chain(first, pictures):
        try:
            for sheet in sheets_in(picture, form):
                flat = flatten(picture, sheet)
                kinds = [box.kind for box in sheet.form.boxes if box.kind != "text"]
                shares = net.probabilities(flat.crops, kinds)
                several = load(sheet.form.rules).play.spec.plays_on
                cells = readings(sheet.form, shares, flat.inside, several=several)
                yield PageRead(sheet.form, sheet.code, cells)
        except NoSheet as problem:
            raise refused(problem.message) from None


def _chain(first: Any, others: Iterator[Any]) -> Iterator[Any]:
    yield first
    yield from others


def _joined(pages: Sequence[PageRead]) -> Iterator[list[PageRead]]:
    """Yield the pages of each game: a second page goes on with the one before it."""
    game: list[PageRead] = []
    for page in pages:
        if game and page.form.page == 1:
            yield game
            game = []
        game.append(page)
    if game:
        yield game


class _Table:
    """The table that the pages of a game stand for."""

    def __init__(self, pages: Sequence[PageRead], header: str) -> None:
        self.form, self.code = pages[0].form, pages[0].code
        self.header = header or self.code.get("rules") or self.form.rules
        self.rules: RuleSet = load(self.header)
        self.cells = {cell.key: cell for page in pages for cell in page.cells}
        self.seats = SEATS[: max(self.rules.play.spec.seats)]
        self.columns = self._columns()
        self.rows = self._rows()
        self._keys: list[tuple[int, int, int]] = []
        self._guess = False

    @property
    def summary(self) -> str:
        """How many cells were read, and how many of them are sure."""
        used = [cell for cell in self.cells.values() if cell.key[0] in {0, *self.rows}]
        sure = sum(cell.unclear is None for cell in used)
        return f"read from a picture: {sure} of {len(used)} cells are sure"

    def _columns(self) -> list[tuple[str, str | None]]:
        """Return the columns: a field of the deal, or a field of a seat."""
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
        """Return the lines of the form down to the last one that is filled in or not seen whole."""
        written: dict[int, int] = {}
        for (row, _, _), cell in self.cells.items():
            is_needed = not cell.is_seen or not cell.is_blank
            written[row] = written.get(row, 0) + is_needed
        filled = [row for row, number in written.items() if row and number >= _LEAST_CELLS]
        return list(range(1, max(filled, default=0) + 1))

    def confirm(self, how: HowToRead) -> None:
        """Let the rules confirm faint cells, if what the ink reads first is what is due.

        The rules choose no reading: a cell that says something else than is due stays unclear. The
        audit that is asked has the first readings, and confirms cells of deals without a finding.
        """
        faint = [cell for cell in self.cells.values() if cell.is_faint]
        if not faint:
            return
        guessed = self.grid(guess=True)
        where = {
            key: (row, column + 1)
            for row, column, line in self._keys
            for key in (cell.key for cell in self._cells_of(line, *self.columns[column]))
        }
        for game in games_of(Workbook((guessed,)), how).games:
            audit = audited(game)
            wrong = {getattr(finding.place, "row", 0) for finding in audit.findings}
            agreed: dict[int, set[int]] = {}
            for verdict in audit.verdicts:
                if verdict.answer in _AGREED and isinstance(verdict.place, CellPlace):
                    agreed.setdefault(verdict.place.row, set()).add(verdict.place.cell_column)
            for cell in faint:
                row, column = where.get(cell.key, (0, 0))
                if row in wrong or row not in agreed:
                    continue
                # An amount has a verdict of its own; what it follows from has none.
                is_due = cell.key[1] in {"change", "total"} and column in agreed[row]
                is_cause = cell.key[1] not in {"change", "total"} and cell.share >= _CAUSE
                if is_due or is_cause:
                    self.cells[cell.key] = replace(cell, unclear=None, is_faint=False)

    def grid(self, *, guess: bool = False) -> Grid:
        """Return the table as a worksheet; `guess`: with the first readings of faint cells."""
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

    def _is_open(self, cell: Reading) -> bool:
        """Return whether a cell is `?` in the table."""
        return cell.unclear is not None and not (self._guess and cell.is_faint)

    def questions(self, sheet: str) -> Iterator[Finding]:
        """Yield a warning for each cell that is not sure."""
        for row, column, line in self._keys:
            field, seat = self.columns[column]
            if line or field == "total":
                for cell in self._cells_of(line, field, seat):
                    if cell.unclear is not None:
                        yield _question(cell, Cell(row, column + 1, UNKNOWN).place(sheet))

    def _cells_of(self, row: int, field: str, seat: str | None) -> list[Reading]:
        """Return the readings that a cell of the table is made of."""
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
            return "; ".join(words for words in map(self._kong, cells) if words)
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
        """Return the words for some ticks; nobody ready is said, since the boxes ask for it."""
        if field == "items":
            return ", ".join(f"{item} {self._worth(item)}" for item in ticked)
        if field == "tenpai":
            how = self.cells.get((row, "how", None))
            is_draw = how is not None and not self._is_open(how) and how.value == ("draw",)
            return " ".join(ticked) or ("none" if is_draw else "")
        return " ".join(ticked) or ("none" if field == "ready" else "")

    def _worth(self, item: str) -> str:
        """Return what an item is always worth, `?` if that depends on the hand."""
        can_be = self.rules.scoring.item_can_be
        worths = [points for points in range(100) if can_be(item, points)]
        return str(worths[0]) if len(worths) == 1 else UNKNOWN

    def _kong(self, cell: Reading) -> str:
        """Return the kongs of a sort that a player has."""
        if not isinstance(cell.value, int):
            return ""
        _, name, seat = cell.key
        sort = name.partition(" ")[2]
        made = ", ".join([f"{sort} {UNKNOWN}"] * min(cell.value, 4))
        return f"{seat}: {made}" if seat else made


def _question(cell: Reading, place: Place) -> Finding:
    """Ask somebody to look at a cell."""
    likely = [
        f"{_shown(value)} ({share:.0%})"
        for value, share in cell.others.items()
        if share >= _WORTH_NAMING
    ]
    words = msg("look at this cell, {why}", why=cell.unclear)
    if likely:
        readings = ", ".join(likely)
        words = msg("look at this cell, {why}: {readings}?", why=cell.unclear, readings=readings)
    return Finding.telling("sheet.unread", "warning", words, place)


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return " ".join(value) or "-"
    return "-" if value is None else str(value)
