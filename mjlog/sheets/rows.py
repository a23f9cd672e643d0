"""The rows of a table as the deals of games, each line with the cells that say it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from mjlog.model.deal_labels import named
from mjlog.model.findings import Finding, Severity
from mjlog.model.messages import Message, msg
from mjlog.model.record import NOBODY, SEATS, TABLE, Seat
from mjlog.notation.line_reader import statement
from mjlog.referee.rule_set import RuleSet
from mjlog.sheets.item_words import HandWords, Worth, hand_words
from mjlog.sheets.layout import Players, Table, seats_by_name
from mjlog.sheets.numbers import decimal_sign, number_of, whole
from mjlog.sheets.points import Points, points_of
from mjlog.sheets.records import WHOLE, DealDraft, Entry, Key
from mjlog.sheets.words import (
    ABORTED,
    ABSENT,
    AFTERWARDS,
    NOBODY_WON,
    ON_DISCARD,
    SELF_DRAWN,
    TOTALS,
    VOID,
    Role,
    label_of,
    plain,
    role_of,
    seat_letters,
    seat_of,
    wind_of,
)
from mjlog.sheets.workbook import Cell

_SCALED: Final = 1000
"""Games whose sticks are worth so much are written in hundreds and thousands, too."""
_PARTS: Final = re.compile(r"[,;/+&、，；・和と\n]+|\s+")
_ITEM: Final = re.compile(r"\s*([a-z][a-z0-9_-]*)\s+(\?|[0-9]{1,6})\s*", re.IGNORECASE)
_WORTH: Final[tuple[tuple[Role, tuple[str, ...]], ...]] = (
    ("han", ("han", "total")),
    ("faan", ("faan", "han", "total")),
    ("tai", ("tai", "total")),
    ("fu", ("fu",)),
    ("value", ("points", "total", "value")),
    ("doubles", ("doubles",)),
)
"""Columns with a value of the hand, and what records call it.

The first of the names that the rules have.
"""


@dataclass(slots=True)
class Reader:
    """Reads the rows of one table.

    `names` are the players in their seats; `findings` tell what was not understood.
    """

    table: Table
    rules: RuleSet | None
    names: Sequence[str]
    seats: Mapping[str, Seat]
    points: tuple[Points, ...]
    findings: list[Finding] = field(default_factory=list)

    @classmethod
    def of(
        cls, table: Table, rules: RuleSet | None, named: Mapping[Seat, str], unit: int = 0
    ) -> Reader:
        """The reader of a table; `named` are players that its head names by their seats.

        `unit` is what its numbers are multiplied by, where that is known.
        """
        heads = list(table.groups[0].columns.values()) if table.groups else [*_winds(table)]
        seats = by_dealers(table, heads) or seats_by_name(heads)
        names = [named.get(seats[head], head) for head in sorted(heads, key=seats.__getitem__)]
        names += [f"Player {number}" for number in range(len(names) + 1, len(SEATS) + 1)][
            : 0 if table.groups else None
        ]
        sign = decimal_sign(cell.text for cell in table.grid.cells.values())
        start = rules.progress.start_points if rules and rules.pot.unit >= _SCALED else None
        grid = table.grid
        deals = [
            row
            for row in table.rows
            if not cls.is_after(next(iter(grid.texts(row, grid.columns_of(row))), ""))
        ]
        points = tuple(
            points_of(grid, _seated(group, seats), deals, sign, start) for group in table.groups
        )
        if unit:
            points = tuple(replace(each, unit=unit) for each in points)
        by_name = {plain(head): seat for head, seat in seats.items()}
        by_name |= {plain(name): seat for seat, name in enumerate(names)}
        return cls(table, rules, names, by_name, points)

    # -------------------------------------------------------------- what a row is

    def is_deal(self, row: int) -> bool:
        """Whether a row is about a deal: it has a result, or points, and is no sum."""
        first = next(iter(self.table.grid.texts(row, self.table.grid.columns_of(row))), "")
        return not self.is_after(first) and (
            any(self.table.cell(row, role) for role in ("winner", "how"))
            or any(cell for points in self.points for cell in points.cells(self.table.grid, row))
        )

    @staticmethod
    def is_after(first: str) -> bool:
        """Whether a row of that name is about the end of the game, or its beginning."""
        word = plain(first)
        return word in TOTALS or word in AFTERWARDS or role_of(first) in {"start", "final", "sum"}

    def text(self, row: int, column: int) -> str:
        """What is written there."""
        return self.table.grid.text(row, column)

    def _columns(self) -> Sequence[int]:
        return sorted(
            {*self.table.roles, *(c for group in self.table.groups for c in group.columns)}
        )

    # -------------------------------------------------------------- a deal

    def deal(self, row: int) -> DealDraft:
        """The deal of a row."""
        entries = tuple(self._entries(row))
        label, cells = self._label(row)
        first = next(
            each for column in self._columns() if (each := self.table.grid.at(row, column))
        )
        dealing = self.table.cell(row, "dealer")
        named: Mapping[Key, Cell] = {"dealer": dealing} if dealing else {}
        spots = {**cells, **named, **self._spots(row, first)}
        return DealDraft(first, label, self._seat(dealing), (), entries, spots)

    def _spots(self, row: int, first: Cell) -> Mapping[Key, Cell]:
        """Where the row tells who was ready, or would tell it."""
        columns = {role: self.table.column(role) for role in _OF_READY}
        spots = {
            role: self.table.grid.spot(row, column) for role, column in columns.items() if column
        }
        return {role: replace(cell, line=first.line) for role, cell in spots.items()}

    def _label(self, row: int) -> tuple[str, Mapping[Key, Cell]]:
        """The name of the deal, with the counters where they stand in a column of their own."""
        cell, wind = self.table.cell(row, "deal"), self.table.cell(row, "wind")
        label = label_of(cell.text) if cell else ""
        if cell and (not label or self._is_beyond(label)):
            label = ""
            self.unread(cell)
        if wind and (letter := wind_of(wind.text)) and label.isdigit():
            label = letter + label
        counted = self.table.cell(row, "counters")
        number = self._whole(counted) if counted else None
        if number is not None and named(label) and "." not in label:
            label = f"{label}.{number}"
        sticks = self.table.cell(row, "sticks")
        told = {"counters": counted, "sticks": sticks}
        return label, {name: each for name, each in told.items() if each}

    def _is_beyond(self, label: str) -> bool:
        """Whether more would have to deal than sit at the table."""
        there = named(label)
        return there is not None and there[1] >= len(self.names) and not self.table.rotating

    def _entries(self, row: int) -> Iterator[Entry]:
        winners, source = self._winners(row), self._source(row)
        yield from self._result(row, winners, source)
        yield from self._named(row, "ready", "ready")
        for winner in winners:
            yield from self._worth(row, winner)
        yield from self._items(row, winners, "items", "fan")
        yield from self._limit(row, winners)
        yield from self._items(row, winners, "kong", "kong")
        yield from self._points(row)
        yield from self._words(row, "pay", "pay")
        if not winners:
            yield from self._named(row, "tenpai", "tenpai")
        yield from self._words(row, "next", "next")
        yield from self._words(row, "ruling", "rule")
        yield from self._remark(row)

    # -------------------------------------------------------------- who won

    def _winners(self, row: int) -> tuple[Seat, ...]:
        cell = self.table.cell(row, "winner")
        if cell is None:
            return self._winner_by_points(row)
        if self._is_no_player(cell):
            return ()
        return self._seats(cell)

    def _is_no_player(self, cell: Cell) -> bool:
        """Whether a cell for a player says that there is none: a dash, a draw, a self-draw."""
        return self._seat_of(cell.text) == NOBODY and plain(cell.text) in _NO_PLAYER

    def _winner_by_points(self, row: int) -> tuple[Seat, ...]:
        """Who gained, where a column says that somebody won and one player alone gained."""
        if plain(self.table.text(row, "how")) not in _WON:
            return ()
        gained = [seat for seat, change in self._changes(row).items() if change > 0]
        return tuple(gained) if len(gained) == 1 else ()

    def _source(self, row: int) -> Seat | None:
        """From whom it was won: the seat, `NOBODY` for a self-drawn win, None where nothing says.

        `TABLE` where somebody discarded the tile and nothing says who.

        Where a column says only that it was no self-draw, the player who alone lost most.
        """
        source = self.table.cell(row, "from")
        if self._is_contradictory(row, source):
            return self._source_by_points(row, source)
        if source is not None and not self._is_no_player(source):
            seat = self._seat(source)
            return TABLE if seat == NOBODY else seat
        words = {plain(self.table.text(row, role)) for role in _OF_SOURCE}
        if words & SELF_DRAWN:
            return NOBODY
        if plain(self.table.text(row, "how")) in ON_DISCARD:
            return self._loser(row, TABLE)
        is_told = self.table.column("from") > 0 and self.table.cell(row, "how") is None
        return NOBODY if is_told else None

    def _is_contradictory(self, row: int, source: Cell | None) -> bool:
        """Whether one cell says that the win is self-drawn, and another that it is not."""
        how = plain(self.table.text(row, "how"))
        if source is None or not self.table.cell(row, "winner"):
            return False
        is_drawn = plain(source.text) in SELF_DRAWN
        discarder = self._seat_of(source.text)
        is_of_another = discarder not in {NOBODY, *self._winners(row)}
        return (how in SELF_DRAWN and is_of_another) or (how in ON_DISCARD and is_drawn)

    def _source_by_points(self, row: int, source: Cell | None) -> Seat:
        """From whom it was won by the points: of two cells that contradict each other one is told.

        Where there are no points, the one about the discarder counts.
        """
        lost = sum(change < 0 for change in self._changes(row).values())
        is_drawn, how = lost > 1, self.table.cell(row, "how")
        names_player = source is not None and plain(source.text) not in SELF_DRAWN
        wrong, other = (source, how) if is_drawn == names_player else (how, source)
        if wrong is not None and other is not None:
            self._contradicts(wrong, other)
        if is_drawn or source is None:
            return NOBODY
        return self._seat(source) if names_player else self._loser(row, TABLE)

    def _contradicts(self, wrong: Cell, other: Cell) -> None:
        """Tells that a cell does not fit another one about the same win."""
        words = "{cell} says {text}, but {other} says {more}: a self-drawn win has no discarder"
        texts = {"text": repr(wrong.text), "more": repr(other.text)}
        told = msg(words, cell=wrong.name, other=other.name, **texts)
        name = self.table.grid.name
        place = wrong.place(name)
        found = Finding.telling("win.line", "error", told, place, other=other.place(name))
        if found not in self.findings:
            self.findings.append(found)

    def _loser(self, row: int, otherwise: Seat) -> Seat:
        changes = self._changes(row)
        most = min(changes.values(), default=0)
        lost = [seat for seat, change in changes.items() if change == most < 0]
        return lost[0] if len(lost) == 1 else otherwise

    def _result(self, row: int, winners: Sequence[Seat], source: Seat | None) -> Iterator[Entry]:
        cells = self._cells(row, "winner", "how", "from")
        for winner in winners if source is not None else ():
            how = _HOW_WON.get(NOBODY if source == winner else source, "")
            yield Entry(f"win {SEATS[winner]} ? {how}", cells)
        if not winners and (ended := self._ended(row)):
            yield Entry(f"draw {ended}", cells)

    def _ended(self, row: int) -> str:
        """How the deal ended without a win; empty where nothing says."""
        cells = [cell for role in _OF_RESULT if (cell := self.table.cell(row, role))]
        words = {plain(cell.text) for cell in cells if self._is_no_player(cell)}
        if words & VOID:
            return "void"
        if words & ABORTED:
            return "abort"
        if words & NOBODY_WON or (self.table.column("winner") and self._is_without(row)):
            return "wall"
        return ""

    def _is_without(self, row: int) -> bool:
        """Whether the column of the winner is empty, or says that there is none."""
        cell = self.table.cell(row, "winner")
        return cell is None or plain(cell.text) in ABSENT

    # -------------------------------------------------------------- what it was worth

    def _worth(self, row: int, winner: Seat) -> Iterator[Entry]:
        stated: list[str] = []
        cells: dict[Key, Cell] = {}
        for role, names in _WORTH:
            cell = self.table.cell(row, role)
            if cell is not None and (told := self._in_words(cell)):
                stated += _listed(told)
                cells.update({name: cell for name, _ in told}, **{WHOLE: cell})
                continue
            number = self._whole(cell) if cell and plain(cell.text) not in ABSENT else None
            name = self._item_name(self._whole_value(role, names))
            if number is not None and cell is not None and name and name not in cells:
                stated.append(f"{name} {number}")
                cells[name] = cells[WHOLE] = cell
        if stated:
            yield Entry(f"fan {SEATS[winner]} {', '.join(stated)}", cells)

    def _in_words(self, cell: Cell) -> tuple[Worth, ...]:
        """What a cell for a number says of the hand in words, such as ``2000 all``."""
        if number_of(cell.text) is not None or plain(cell.text) in ABSENT:
            return ()
        said = hand_words(cell.text, self.rules)
        return () if said.unknown else said.items

    def _whole_value(self, role: Role, names: Sequence[str]) -> Sequence[str]:
        """The names of a sum; points with no column of doubles beside them are all of the value."""
        known = self.rules.scoring.item_names if self.rules else ()
        alone = role == "value" and "doubles" in known and not self.table.column("doubles")
        return ("total", *names) if alone else names

    def is_counted(self, role: Role) -> bool:
        """Whether these rules have what a column of the hand's value is about."""
        return all(bool(self._item_name(names)) for each, names in _WORTH if each == role)

    @property
    def has_limits(self) -> bool:
        """Whether limits of these rules have names, which a column may tell."""
        return self.rules is not None and "mangan" in self.rules.scoring.item_names

    def _item_name(self, names: Sequence[str]) -> str:
        if self.rules is None:
            return names[0]
        known = self.rules.scoring.item_names
        return next((name for name in names if name in known), "")

    def _items(
        self, row: int, winners: Sequence[Seat], role: Role, keyword: str
    ) -> Iterator[Entry]:
        """Items with their points, ``B: conc 1, win 2``; without a name, those of the winner."""
        cell = self.table.cell(row, role)
        if cell is not None and winners and self._has_names(cell, role):
            yield from self._named_items(cell, winners[0])
            return
        for part in cell.text.split(";") if cell else ():
            who, _, words = part.rpartition(":")
            seat = self._seat_of(who) if who.strip() else winners[0] if winners else NOBODY
            items = [_ITEM.fullmatch(each) for each in words.split(",")]
            if cell is None or seat == NOBODY or None in items:
                self._unread_items(cell, part, is_nobodys=seat == NOBODY and bool(winners))
                continue
            told = [(each[1].lower(), each[2]) for each in items if each]
            cells: dict[Key, Cell] = {name: cell for name, _ in told}
            text = ", ".join(f"{name} {points}" for name, points in told)
            yield Entry(f"{keyword} {SEATS[seat]} {text}", {**cells, WHOLE: cell})

    def _limit(self, row: int, winners: Sequence[Seat]) -> Iterator[Entry]:
        """The limit of the winner's hand by its name, such as ``mangan``."""
        cell = self.table.cell(row, "limit")
        if cell is not None and winners and self._names(cell).items:
            yield from self._named_items(cell, winners[0])

    def _has_names(self, cell: Cell, role: Role) -> bool:
        """Whether items are called as people call them, and not as records do."""
        parts = [part.rpartition(":")[2] for part in cell.text.split(";")]
        as_in_records = all(
            _ITEM.fullmatch(each) for part in parts if part.strip() for each in part.split(",")
        )
        is_told = plain(cell.text) not in ABSENT
        return role != "kong" and is_told and not as_in_records and bool(self._names(cell).items)

    def _names(self, cell: Cell) -> HandWords:
        return hand_words(cell.text, self.rules)

    def _named_items(self, cell: Cell, winner: Seat) -> Iterator[Entry]:
        """The items of the winner by their names; a note tells of words that name none."""
        said = self._names(cell)
        cells: dict[Key, Cell] = {name: cell for name, _ in said.items}
        yield Entry(f"fan {SEATS[winner]} {', '.join(_listed(said.items))}", {**cells, WHOLE: cell})
        if said.unknown:
            words = "of {cell} this is not checked, as these rules have no such item: {text}"
            unknown = ", ".join(said.unknown)
            self._tell("note", msg(words, cell=cell.name, text=repr(unknown)), cell)

    def _unread_items(self, cell: Cell | None, part: str, *, is_nobodys: bool) -> None:
        """Tells of items that are not read: of an unknown player, or words without points."""
        if cell is None or not part.strip() or plain(cell.text) in ABSENT:
            return
        if is_nobodys or any(map(_ITEM.fullmatch, part.split(","))):
            self.unread(cell)
            return
        words = "{cell} is not checked: mjlog reads items with points, as in `{example}`: {text}"
        example = min(self.rules.scoring.item_names, default="win") if self.rules else "win"
        told = msg(words, cell=cell.name, example=f"{example} 1", text=repr(cell.text))
        self._tell("note", told, cell)

    def _words(self, row: int, role: Role, keyword: str) -> Iterator[Entry]:
        """Words that stand in the cell as records write them, such as payments and rulings."""
        cell = self.table.cell(row, role)
        for part in cell.text.split(";") if cell else ():
            words = " ".join(part.split())
            if cell is None or not words:
                continue
            if statement(f"{keyword} {words}") is None:
                self.unread(cell)
                continue
            yield Entry(f"{keyword} {words}", {WHOLE: cell})

    # -------------------------------------------------------------- points

    def _points(self, row: int) -> Iterator[Entry]:
        for points in sorted(self.points, key=_changes_first):
            cells = points.cells(self.table.grid, row)
            numbers = [self._point(points, cell) for cell in cells]
            if any(number is not None for number in numbers):
                keyword = "net" if points.kind == "change" else "score"
                words = " ".join("?" if each is None else str(each) for each in numbers)
                yield Entry(f"{keyword} {words}", _by_seat(cells), points.unit)

    def _point(self, points: Points, cell: Cell | None) -> int | None:
        number = points.number(cell)
        if cell is None:
            return 0 if points.kind == "change" else None
        if number is None:
            self.unread(cell)
        return number

    def _changes(self, row: int) -> Mapping[Seat, int]:
        """What a row changes for each seat, as far as it tells."""
        points = next((each for each in self.points if each.kind == "change"), None)
        if points is None:
            return {}
        numbers = [points.number(cell) for cell in points.cells(self.table.grid, row)]
        return {seat: number for seat, number in enumerate(numbers) if number is not None}

    # -------------------------------------------------------------- seats and remarks

    def _named(self, row: int, role: Role, keyword: str) -> Iterator[Entry]:
        cell = self.table.cell(row, role)
        if cell is None or plain(cell.text) in _NONE:
            return
        seats = sorted({*self._seats(cell)})
        if seats:
            words = " ".join(SEATS[seat] for seat in seats)
            yield Entry(f"{keyword} {words}", {WHOLE: cell})

    def _remark(self, row: int) -> Iterator[Entry]:
        cell = self.table.cell(row, "remark")
        if cell is not None:
            yield Entry(f"note {' '.join(cell.text.split())[:500]}", {WHOLE: cell})

    def _seat(self, cell: Cell | None) -> Seat:
        """The player that a cell names; an unknown name is told."""
        if cell is None:
            return NOBODY
        seat = self._seat_of(cell.text)
        if seat == NOBODY:
            self.unread(cell)
        return seat

    def _seat_of(self, text: str) -> Seat:
        seat = self.seats.get(plain(text), NOBODY)
        return seat_of(text) if seat == NOBODY and seat_of(text) < len(self.names) else seat

    def _seats(self, cell: Cell) -> tuple[Seat, ...]:
        """The players that a cell names, by names, seats or letters."""
        alone = self._seat_of(cell.text)
        if alone != NOBODY:
            return (alone,)
        if letters := seat_letters(cell.text):
            return letters
        seats = [self._seat_of(part) for part in _PARTS.split(cell.text) if part]
        if NOBODY in seats or not seats:
            self.unread(cell)
        return tuple(seat for seat in seats if seat != NOBODY)

    def _whole(self, cell: Cell) -> int | None:
        number = number_of(cell.text)
        found = None if number is None else whole(number)
        if found is None:
            self.unread(cell)
        return found

    def _cells(self, row: int, *roles: Role) -> Mapping[Key, Cell]:
        found: dict[Key, Cell] = {
            role: cell for role in roles if (cell := self.table.cell(row, role))
        }
        first = next(iter(found.values()), None)
        return {} if first is None else {**found, WHOLE: first}

    def unread(self, cell: Cell) -> None:
        """Tells that a cell is not understood, once."""
        words = msg("{cell} is not understood: {text}", cell=cell.name, text=repr(cell.text))
        if cell.unknown:
            says = (
                "{cell} has a formula without a value: open the file in a spreadsheet and save it"
            )
            words = msg(says, cell=cell.name)
        self._tell("note" if cell.unknown else "error", words, cell)

    def _tell(self, severity: Severity, words: Message, cell: Cell) -> None:
        """Tells of a cell, once."""
        place = cell.place(self.table.grid.name)
        found = Finding.telling("sheet.unread", severity, words, place)
        if found not in self.findings:
            self.findings.append(found)


def by_dealers(table: Table, heads: Sequence[str]) -> dict[str, Seat]:
    """The seats by who deals first, second and so on; empty where the deals do not tell.

    A sheet may list its players in another order than they sit in.
    """
    names = {plain(head): head for head in heads}
    told: Counter[tuple[int, str]] = Counter()
    for row in table.rows:
        label, dealer = table.cell(row, "deal"), table.cell(row, "dealer")
        there = named(label_of(label.text)) if label and dealer else None
        if there is not None and dealer is not None and plain(dealer.text) in names:
            told[there[1], names[plain(dealer.text)]] += 1
    seats: dict[str, Seat] = {}
    for (seat, name), _ in told.most_common():
        if seat not in seats.values():
            seats.setdefault(name, seat)
    whole_table = sorted(seats.values()) == [*range(len(heads))]
    return seats if whole_table else {}


_OF_PLAYERS: Final[tuple[Role, ...]] = ("dealer", "winner", "from")
_OF_READY: Final[tuple[Role, ...]] = ("ready", "tenpai")
_OF_SOURCE: Final[tuple[Role, ...]] = ("how", "from")
_WON: Final = SELF_DRAWN | ON_DISCARD
_NO_PLAYER: Final = ABSENT | NOBODY_WON | ABORTED | VOID | SELF_DRAWN
_NO_NAME: Final = SELF_DRAWN | NOBODY_WON | ABSENT
_NONE: Final = ABSENT | {"0", "none", "無", "无", "なし", "no"}
_HOW_WON: Final[Mapping[Seat | None, str]] = {
    NOBODY: "self",
    TABLE: "from ?",
    **{seat: f"from {letter}" for seat, letter in enumerate(SEATS)},
}
"""By whose tile it was how records say that a hand was won."""
_OF_RESULT: Final[tuple[Role, ...]] = ("how", "winner", "from")


def _listed(worths: Sequence[Worth]) -> list[str]:
    """Items as a line of a record has them."""
    return [f"{name} {'?' if points is None else points}" for name, points in worths]


def _changes_first(points: Points) -> bool:
    return points.kind != "change"


def _by_seat(cells: Sequence[Cell | None]) -> Mapping[Key, Cell]:
    """The cells of a row by seat; the first one stands for all."""
    found: dict[Key, Cell] = {seat: cell for seat, cell in enumerate(cells) if cell is not None}
    first = next(iter(found.values()), None)
    return {} if first is None else {**found, WHOLE: first}


def _seated(group: Players, seats: Mapping[str, Seat]) -> Players:
    """The columns of a group in the order of the seats."""
    order = sorted(group.columns.items(), key=lambda each: seats.get(each[1], NOBODY))
    return Players(group.kind, dict(order))


def _winds(table: Table) -> Iterator[str]:
    """The players of a table without columns of points: whoever its cells name."""
    seen: dict[str, None] = {}
    for row in table.rows:
        texts = filter(None, (table.text(row, role) for role in _OF_PLAYERS))
        seen |= {text: None for text in texts if plain(text) not in _NO_NAME}
    yield from list(seen)[:4]
