"""Reads the rows of a table as deals, with the cells that each line comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Final

from mjlog.model.patience import go_on
from mjlog.model.record import NOBODY, SEATS, Seat
from mjlog.notation.lines.line_reader import statement
from mjlog.referee.rule_set import RuleSet
from mjlog.sheets.cells.numbers import is_number, marks_riichi
from mjlog.sheets.cells.payment_words import PaymentWords
from mjlog.sheets.cells.vocabulary import words
from mjlog.sheets.cells.words import ABSENT, OF_READY, UNMARKED, Role, plain, seat_and_name
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.layouts.columns_of_points import hands_of_table, points_of_table
from mjlog.sheets.layouts.layout import Table, seat_named, seats_by_name
from mjlog.sheets.layouts.short_names import short_names
from mjlog.sheets.records import WHOLE, DealDraft, Entry, Key
from mjlog.sheets.rows.fines import FineReader
from mjlog.sheets.rows.seating import names_all, player_heads, seats_by_dealers, seats_by_initials
from mjlog.sheets.rows.seats import with_whole


class Reader(FineReader):
    """A reader that converts the rows of a table into deals."""

    @classmethod
    def of(
        cls, table: Table, rules: RuleSet | None, named: Mapping[Seat, str], unit: int = 0
    ) -> Reader:
        """Create the reader of a table: find the players, their seats and the columns of points.

        `named` has the players that lines above the table name, by seat. `unit` is the number of
        points that a 1 in a cell stands for; 0 means that it is guessed.
        """
        heads = [*named.values()] if names_all(table, named) else player_heads(table)
        seat_by_name = seats_by_dealers(table, heads)
        seats = seat_by_name or seats_by_name(heads)
        # Without columns of points, only dealers, winds and heads can show who sits where.
        is_seated = bool(seat_by_name or table.groups or names_all(table, named))
        is_seated = is_seated or NOBODY not in (seat_named(head) for head in heads)
        called = {head: seat_and_name(head)[1] for head in heads}
        in_order = sorted(heads, key=seats.__getitem__)
        names = [named.get(seats[head], called[head]) for head in in_order]
        # Without columns of points, only cells name players, and some players may neither win nor
        # deal.
        if not table.groups:
            names += (f"Player {number}" for number in range(len(names) + 1, len(SEATS) + 1))
        every_points = tuple(points_of_table(table, rules, seats, unit))
        hands = tuple(hands_of_table(table, rules, every_points))
        points = tuple(each for each in every_points if each not in hands)
        # A cell may name players as their column does, or as the lines above the table do.
        by_head = zip((plain(seat) for seat in seats), seats.values(), strict=True)
        by_name = zip((plain(name) for name in names), range(len(names)), strict=True)
        by_call = ((plain(name), seats[head]) for head, name in called.items())
        by_part = {**short_names(table, names), **seats_by_initials(table, names)}
        by_names = {**by_part, **dict(chain(by_head, by_name, by_call))}
        return cls(table, rules, names, by_names, points, seated=is_seated, hands=hands)

    def deal(self, row: int) -> DealDraft:
        """Convert a row into a deal: its label, its dealer, and record lines with their cells."""
        go_on()
        self._east = self.dealer_by_label(row) if self._winds_turn else 0
        entries = tuple(self._entries(row))
        label, cells = self._label_with_counters(row)
        # A row of a deal has a result or points, so at least one cell is not empty.
        grid = self.table.grid
        first = next(cell for column in self._columns if (cell := grid.at(row, column)))
        dealer = self._seat(self.table.cell(row, "dealer"))
        spots = {**cells, **self._cells_by_role(row, "dealer"), **dict(self._spots(row, first))}
        is_penalty = self._has_penalties and self._is_penalty(row)
        return DealDraft(first, label, dealer, (), entries, spots, is_penalty)

    @cached_property
    def _columns(self) -> Sequence[int]:
        """The columns that have a known meaning or a player's points, from left to right."""
        of_players = (column for group in self.table.groups for column in group.columns)
        return sorted({*self.table.roles, *of_players})

    def _entries(self, row: int) -> Iterator[Entry]:
        if self._has_penalties and self._is_penalty(row):
            # Nobody won, and the table decides the price of a false win.
            yield from self._fine(row)
            yield from self._points(row)
            yield from self._remark(row)
            return
        kong, not_ready = self._kong_of_row(row), self._not_ready_of_row(row)
        if (cell := kong or not_ready) is not None:
            yield from self._kong(row, cell, "kong" if kong else "not-ready")
            yield from self._points(row)
            yield from self._remark(row)
            return
        winners = self.winners_of(row)
        yield from self._result(row, winners, self.sources_of(row, winners))
        yield from self._named(row, "ready", "ready")
        yield from self._marked(row)
        for place, winner in enumerate(winners):
            yield from self._worth(row, winner, (place, len(winners)))
        yield from self._hands(row)
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

    def _spots(self, row: int, first: Cell) -> Iterator[tuple[Key, Cell]]:
        """Yield pairs of a role, `ready` or `tenpai`, and the row's cell in its column.

        Empty cells are also yielded, because a missing name is reported at the empty cell. A cell
        gets the line number of `first`, the first cell of the row.
        """
        for role in OF_READY:
            column = self.table.column(role)
            if column and role not in self._numbers_of_players:
                yield role, replace(self.table.grid.spot(row, column), line=first.line)
        yield from self._spots_of_marks(row, first)

    @cached_property
    def _columns_of_marks(self) -> Mapping[Seat, int]:
        """The column of riichi marks of each player, by seat."""
        return self._by_seat(self.table.marks)

    def _spots_of_marks(self, row: int, first: Cell) -> Iterator[tuple[Key, Cell]]:
        """Yield a key such as `mark 0`, which names a seat, and the cell of the seat's riichi mark.

        Yield nothing if the players have no columns of marks. An empty cell is also yielded. A cell
        gets the line number of `first`, a cell of the row.
        """
        for seat, column in self._columns_of_marks.items():
            yield f"mark {seat}", replace(self.table.grid.spot(row, column), line=first.line)

    @cached_property
    def _numbers_of_players(self) -> frozenset[Role]:
        """The roles `ready` and `tenpai` whose column has the number of players, not the names."""
        columns = (role for role in OF_READY if self.table.column(role))
        return frozenset(role for role in columns if self.counts_players(role))

    def counts_players(self, role: Role) -> bool:
        """Return whether a column of ready or tenpai players contains only how many they are.

        If other columns name players by numbers, return False, because the numbers may be players.
        """
        texts = self.table.grid.down(self.table.rows, self.table.column(role))
        called = self._words_for_players
        are_numbers = bool(texts) and all(is_number(text) for text in texts)
        return are_numbers and bool(called) and not any(is_number(text) for text in called)

    def _named(self, row: int, role: Role, keyword: str) -> Iterator[Entry]:
        if role in self._numbers_of_players:
            return
        for cell in self.table.cells(row, (role,)):
            word, everybody = plain(cell.text), range(len(self.names))
            seats = () if word in _NONE else everybody if word in _EVERYBODY else self._seats(cell)
            letters = sorted({SEATS[seat] for seat in seats if seat != NOBODY})
            if NOBODY in seats and role == "ready":
                # Write a line that cannot be read, so that no player counts as not ready.
                letters.append("?")
            # Unlike a blank cell or a dash, a word for nobody is a statement.
            if letters or word in _NOBODY:
                yield Entry(" ".join([keyword, *letters]), {WHOLE: cell})

    def _marked(self, row: int) -> Iterator[Entry]:
        """Yield a record line such as `ready A C` for the players with a riichi mark in a row.

        The mark is in a column of marks or after the points, such as `3900 R`.
        """
        marked: dict[Key, Cell] = {seat: cell for seat, column in self._columns_of_marks.items()
                                   if (cell := self.table.grid.at(row, column))
                                   and plain(cell.text) not in UNMARKED}  # fmt: skip
        if not self.table.marks and not self.table.column("ready"):
            marked |= {
                seat: cell
                for cells in self._cells_of_points(row)
                for seat, cell in enumerate(cells)
                if cell and marks_riichi(cell.text)
            }
        letters = [letter for seat, letter in enumerate(SEATS) if seat in marked]
        if letters:
            spots = dict(self._spots_of_marks(row, next(iter(marked.values()))))
            yield Entry(" ".join(["ready", *letters]), {**with_whole(marked), **spots})

    def _remark(self, row: int) -> Iterator[Entry]:
        for cell in self.table.cells(row, ("remark",)):
            yield Entry(f"note {' '.join(cell.text.split())[:500]}", {WHOLE: cell})

    def _words(self, row: int, role: Role, keyword: str) -> Iterator[Entry]:
        """Yield record lines from the cells of one role, in which people write as in records.

        `keyword` is the first word of each line, as in `pay A>B 1000`. A cell may have several
        parts, separated by semicolons; a part that cannot be read is reported.
        """
        for cell in self.table.cells(row, (role,)):
            if plain(cell.text) in _NONE:
                continue
            # A cell may contain several lines of a record, so a line break must not end a line.
            parts = (" ".join(each.split()) for each in cell.text.split(";"))
            for part in parts:
                if not part:
                    continue
                line = f"{keyword} {part}"
                if role == "pay":
                    line = self._paid(part)
                if part == "?" or statement(line) is None:
                    self.unread(cell)
                else:
                    yield Entry(line, {WHOLE: cell})

    def _paid(self, words: str) -> str:
        """Return a record line such as `pay A>B 1000` for a text such as `Ann > Bob 1000`.

        If the text cannot be read, return `pay -`, which is not a valid line, so that the caller
        reports the cell.
        """
        line = f"pay {words}"
        # If a player is named by the letter of another seat, letters mean players.
        by_seats = statement(line) is not None and not self._payment_words.has_letters_of_others
        return line if by_seats else f"pay {self._payment_words.read(words) or '-'}"

    @cached_property
    def _payment_words(self) -> PaymentWords:
        signs = {points.sign for points in self.points}
        return PaymentWords(self.seats, len(self.names), "," if "," in signs else ".")


_NOBODY: Final = frozenset(words("words", "nobody"))
_EVERYBODY: Final = frozenset(words("words", "everybody"))
_NONE: Final = ABSENT | _NOBODY | {"0", "no"}
