"""Reads the values of the hands of a deal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final

from mjlog.model.messages import msg
from mjlog.model.record import NOBODY, SEATS, Seat, points_word
from mjlog.sheets.cells.item_words import HandWords, Worth, hand_words, is_counted, item_named
from mjlog.sheets.cells.numbers import number_of, whole
from mjlog.sheets.cells.words import WORTH, Role, is_absent, is_open_kong, kind_of_kong, plain
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.points import FRACTIONS
from mjlog.sheets.records import WHOLE, Entry, Key
from mjlog.sheets.rows.result import ResultReader

_OF_WINNERS: Final = re.compile(r"[,;/+&、；\n]")
_SEVERAL: Final = 3
"""Fewest cells of a column that can show whether its words are items."""
_SEPARATORS: Final = re.compile(r"\s*[,、，；;+\n]\s*")
_KONG: Final = re.compile(r"\s*(?P<name>\S.*?\D) ?(?P<points>[0-9]{1,3})\s*")
"""A kong among items, with its points."""
_ITEM: Final = re.compile(r"\s*([a-z][a-z0-9_-]*)\s+(\?|[0-9]{1,6})\s*", re.IGNORECASE)


class WorthReader(ResultReader):
    """A reader of the values of the hands of a deal, and of their items, such as yaku."""

    def _worth(self, row: int, winner: Seat, place: tuple[int, int]) -> Iterator[Entry]:
        """Yield the record line with the value of a winner's hand, such as ``fan A han 3, fu 40``.

        A cell may list a value for each winner; `place` is the index of the winner and the number
        of winners. Yield nothing if no column has a value.
        """
        stated: list[str] = []
        cells: dict[Key, Cell] = {}
        for role, names in WORTH:
            for cell in self.table.cells(row, (role,)):
                name = self._item_name(self._whole_value(role, names))
                # If several columns give the same value, the first number counts; others would
                # repeat the item.
                own = _own_part(cell, *place)
                number = number_of(own.text) if role == "value" else None
                if number is not None and self.value_unit > 1:
                    own = replace(own, text=f"{(number * self.value_unit).normalize():f}")
                worth = self._worth_in_words(own) or self._worth_as_number(
                    own, "" if name in cells else name
                )
                stated += _listed(worth)
                cells |= _cells_by_item(cell, worth)
        for column, item in self.own_columns.items():
            own_cell = self.table.grid.at(row, column)
            if own_cell is not None and item not in cells:
                worth = self._worth_as_number(_own_part(own_cell, *place), item)
                stated += _listed(worth)
                cells |= _cells_by_item(own_cell, worth)
        if stated:
            text = f"fan {SEATS[winner]} {', '.join(stated)}"
            yield Entry(text, cells, self.value_unit)

    @cached_property
    def own_columns(self) -> Mapping[int, str]:
        """The columns that only these rules have, each with the item whose points it states.

        The rule set names their headings, and no language file has them. If one of them states the
        sum of the hand, columns of parts of the hand are left out, because a record lists all parts
        or none.
        """
        if self.rules is None:
            return {}
        items = {plain(head): item for item, head in self.rules.names.columns.items()}
        heads = {column: self.table.head_of(column) for column in self.table.unread}
        own = {column: items[plain(head.text)] for column, head in heads.items()
               if head is not None and plain(head.text) in items}  # fmt: skip
        scoring = self.rules.scoring
        sums = {column: item for column, item in own.items()
                if item in {*scoring.sums, scoring.sum_stated}}  # fmt: skip
        return sums or own

    @cached_property
    def value_unit(self) -> int:
        """The number of points that a 1 in the column of values stands for.

        It is 1 for whole numbers. If the values have decimals, they are money, and the factor of
        the columns of points is used; without such columns, the factor that makes the values whole.
        """
        numbers = [number for text in self.table.grid.down(
            self.table.rows, self.table.column("value"))
            if (number := number_of(text)) is not None]  # fmt: skip
        if not any(number % 1 for number in numbers):
            return 1
        if self.points:
            return self.points[0].unit
        units = (unit for unit in FRACTIONS
                 if all(whole(number * unit) is not None for number in numbers))  # fmt: skip
        return next(units, 1)

    def _hands(self, row: int) -> Iterator[Entry]:
        """Yield a record line such as ``fan A total 24`` for each player's hand in a row.

        Used for sheets that have a column with each player's hand value.
        """
        for points in self.hands:
            for seat, cell in enumerate(points.cells(self.table.grid, row)):
                number = points.number(cell)
                if cell is not None and number is not None:
                    text = f"fan {SEATS[seat]} total {points_word(number)}"
                    yield Entry(text, {"total": cell, WHOLE: cell})

    def _worth_in_words(self, cell: Cell) -> tuple[Worth, ...]:
        """Return the values that a cell gives in words, such as ``5 han`` or ``2000 all``.

        Each element is a pair such as `("han", 5)`. Return an empty tuple if the cell is a plain
        number, or has a word that is not understood.
        """
        if is_absent(cell.text):
            return ()
        # `5 han` in a column of points does not mean 5 points.
        if number_of(cell.text) is not None and not is_counted(cell.text):
            return ()
        hand = hand_words(cell.text, self.rules)
        return () if hand.unknown else hand.items

    def _worth_as_number(self, cell: Cell, name: str) -> Sequence[Worth]:
        """Return the number in a cell as a pair with the name `name`, such as `("han", 3)`.

        The result is a tuple with this pair. It is empty if there is no number or `name` is empty.
        A negative number or other text is reported, and the result is then empty, too.
        """
        if is_absent(cell.text):
            return ()
        number = self._whole(cell)
        if number is not None and number < 0:  # no hand is worth less than nothing
            self.unread(cell)
            return ()
        return () if number is None or not name else ((name, number),)

    def _whole_value(self, role: Role, names: Sequence[str]) -> Sequence[str]:
        """Return what records may call the number in a column of hand values, likeliest first.

        `names` are the usual names for the column's `role`. `total` comes first if the rules count
        doubles and the sheet has a column of points, but none of doubles, because the points then
        include the doubles.
        """
        item_names = self.rules.scoring.item_names if self.rules else ()
        alone = role == "value" and "doubles" in item_names and not self.table.column("doubles")
        return ("total", *names) if alone else names

    def is_counted(self, role: Role) -> bool:
        """Return whether the rules use hand values of this role, such as fu.

        Return True if the rules are unknown, or if `role` is not a kind of hand value.
        """
        return all(bool(self._item_name(names)) for each, names in WORTH if each == role)

    @property
    def has_limits(self) -> bool:
        """Whether the rules have named limits such as mangan."""
        return self.rules is not None and "mangan" in self.rules.scoring.item_names

    def _item_name(self, names: Sequence[str]) -> str:
        return item_named(names, self.rules) if self.rules else names[0]

    def _items(
        self, row: int, winners: Sequence[Seat], role: Role, keyword: str
    ) -> Iterator[Entry]:
        """Yield record lines with the items of hands, from cells such as ``B: win 2, flush 3``.

        An item is a pattern or bonus with its points. Text without a player's letter is about the
        first winner. `role` is the role of the column, and `keyword` (`fan` or `kong`) is the first
        word of each line.
        """
        winner = next(iter(winners), NOBODY)
        for own_cell in self.table.cells(row, (role,)):
            cell = own_cell
            if winner != NOBODY:
                cell, kongs = self._without_kongs(own_cell)
                for sort, points in kongs:
                    cells = _cells_by_item(own_cell, [(sort, points)])
                    yield Entry(f"kong {SEATS[winner]} {sort} {points}", cells)
            if not cell.text:
                continue
            if winners and role != "kong" and self._has_names(cell):
                yield from self._named_items(cell, winner)
            else:
                parts = cell.text.split(";")
                items = (self._items_of(cell, part, winner, keyword) for part in parts)
                yield from (entry for item in items for entry in item)

    def _without_kongs(self, cell: Cell) -> tuple[Cell, list[tuple[str, str]]]:
        """Split the kongs from the other items in a cell, such as `basic 1, exposed-kong 1`.

        Return a copy of the cell without the kongs, and a list of pairs: kind of kong, and points
        as text. A number is the number of kongs if it cannot be the points of one kong. The list is
        empty if the rules count no kongs.
        """
        names = self.rules.scoring.kong_names if self.rules else frozenset()
        kongs: list[tuple[str, str]] = []
        others: list[str] = []
        for word in _SEPARATORS.split(cell.text) if names else ():
            numbered = _KONG.fullmatch(word.replace("-", " "))
            name = numbered["name"] if numbered else word
            sort = kind_of_kong(name)
            # Where a kong is either concealed or not, `明杠` says enough.
            if not sort and "added" not in names and is_open_kong(name):
                sort = "exposed"
            if sort in names:
                number = int(numbered["points"]) if numbered else 1
                kongs.append((sort, str(self._points_of_kongs(sort, number))))
            else:
                others.append(word)
        return (replace(cell, text=", ".join(others)), kongs) if kongs else (cell, [])

    def _points_of_kongs(self, sort: str, number: int) -> int:
        """Return the points for kongs of one kind, from the number next to the word for the kind.

        If the rules allow this number as the points of a kong, it is returned. Otherwise it is the
        number of kongs, and is multiplied by the points of one kong.
        """
        can_be = self.rules.scoring.item_can_be if self.rules else None
        if can_be is None or can_be(sort, number):
            return number
        return number * next(
            (each for each in range(1, number + _SEVERAL) if can_be(sort, each)), 1
        )

    def _items_of(self, cell: Cell, part: str, winner: Seat, keyword: str) -> Iterator[Entry]:
        """Yield the record line for one player's part of a cell, such as ``B: conc 1, win 2``.

        If the part names no player, it is about `winner`. `keyword` is the first word of the line.
        If the part cannot be read, it is reported and nothing is yielded.
        """
        who, _, words = part.rpartition(":")
        seat = self._seat_of(who) if who.strip() else winner
        items = [_ITEM.fullmatch(word) for word in words.split(",")]
        if seat == NOBODY or None in items:
            is_nobodys = seat == NOBODY and winner != NOBODY
            self._unread_items(cell, part, is_nobodys=is_nobodys)
            return
        named_items = [(item[1].lower(), item[2]) for item in items if item]
        text = ", ".join(" ".join(item) for item in named_items)
        yield Entry(f"{keyword} {SEATS[seat]} {text}", _cells_by_item(cell, named_items))

    @cached_property
    def knows_items(self) -> bool:
        """Whether mjlog understands at least one cell in the column of items (patterns).

        Used to avoid a note for each cell of a column that is all unknown, such as names of
        American hands. It is True for fewer than three cells.
        """
        column = self.table.column("items")
        cells = [self.table.grid.cells[row, column] for row in self.table.rows
                 if (row, column) in self.table.grid.cells]  # fmt: skip
        if len(cells) < _SEVERAL:
            return True
        return any(self._has_names(cell) or _ITEM.match(cell.text) for cell in cells)

    def _limit(self, row: int, winners: Sequence[Seat]) -> Iterator[Entry]:
        """Yield the record line that names the first winner's limit, such as ``fan A mangan``."""
        for cell in self.table.cells(row, ("limit",)):
            if winners and self._names(cell).items:
                yield from self._named_items(cell, winners[0])

    def _has_names(self, cell: Cell) -> bool:
        """Return whether a cell names patterns as people do, such as ``riichi, pinfu``.

        Return False for patterns written as in records, such as ``win 2``.
        """
        if is_absent(cell.text):
            return False
        of_players = [part.rpartition(":")[2] for part in cell.text.split(";")]
        items = (word for part in of_players if part.strip() for word in part.split(","))
        as_in_records = all(_ITEM.fullmatch(item) for item in items)
        return not as_in_records and bool(self._names(cell).items)

    def _names(self, cell: Cell) -> HandWords:
        return hand_words(cell.text, self.rules)

    def _named_items(self, cell: Cell, winner: Seat) -> Iterator[Entry]:
        """Yield a record line such as ``fan A riichi, han 3`` with the patterns that a cell names.

        Words that are not patterns of the rules are reported in a note. The line then has only
        sums, such as han, because the hand may be worth more than the named patterns.
        """
        names = self._names(cell)
        named = names.items
        if names.unknown and self.rules is not None:
            # If a part of a hand is not understood, its value is higher, so compare only its sums.
            scoring = self.rules.scoring
            named = tuple(item for item in named if item[0] in {*scoring.sums, scoring.sum_stated})
        if named:
            items = ", ".join(_listed(named))
            yield Entry(f"fan {SEATS[winner]} {items}", _cells_by_item(cell, named) | {WHOLE: cell})
        if names.unknown:
            words = "of {cell} this is not checked, as these rules have no such item: {text}"
            unknown = ", ".join(names.unknown)
            self._tell("note", msg(words, cell=cell.name, text=repr(unknown)), cell)

    def _unread_items(self, cell: Cell, part: str, *, is_nobodys: bool) -> None:
        """Report a part of a cell with patterns that cannot be read.

        It is an error if the player is unknown (`is_nobodys`) or a pattern has points. Otherwise a
        note says that patterns need points, as in `win 1`.
        """
        if not part.strip() or is_absent(cell.text):
            return
        if is_nobodys or any(_ITEM.fullmatch(word) for word in part.split(",")):
            self.unread(cell)
            return
        if not self.knows_items:
            return
        words = "{cell} is not checked: mjlog reads items with points, as in `{example}`: {text}"
        example = min(self.rules.scoring.item_names, default="win") if self.rules else "win"
        sentence = msg(words, cell=cell.name, example=f"{example} 1", text=repr(cell.text))
        self._tell("note", sentence, cell)


def _own_part(cell: Cell, place: int, winners: int) -> Cell:
    """Return the cell with only the text for one winner, such as `3` of `3, 5` for `place` 0.

    `place` is the index of the winner, and `winners` their number. The cell is unchanged unless its
    text has one part for each winner.
    """
    parts = [part.strip() for part in _OF_WINNERS.split(cell.text)]
    return replace(cell, text=parts[place]) if len(parts) == winners > 1 else cell


def _listed(worths: Sequence[Worth]) -> list[str]:
    """Return each item with its points as in a record line, such as ``han 3``."""
    return [f"{name} {points_word(points)}" for name, points in worths]


def _cells_by_item(cell: Cell, items: Sequence[tuple[str, object]]) -> dict[Key, Cell]:
    """Map each item's name, and the key `WHOLE`, to the cell that names the items.

    Findings about an item, or about the whole line of a record, then refer to this cell. The dict
    is empty if there are no items.
    """
    names: list[Key] = [name for name, _ in items]
    return dict.fromkeys([*names, WHOLE] if names else names, cell)
