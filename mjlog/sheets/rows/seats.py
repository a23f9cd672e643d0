"""Reads which players the cells of a table name, and reports cells that cannot be read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeVar

from mjlog.model.findings import Finding, Severity
from mjlog.model.messages import Message, msg
from mjlog.model.record import NOBODY, Seat
from mjlog.referee.rule_set import RuleSet
from mjlog.sheets.cells.numbers import number_of, whole
from mjlog.sheets.cells.text_caches import CELL_TEXTS
from mjlog.sheets.cells.vocabulary import words
from mjlog.sheets.cells.words import (
    ABORTED,
    ABSENT,
    AND,
    NOBODY_WON,
    SELF_DRAWN,
    VOID,
    Role,
    plain,
    seat_letters,
    seat_of,
    wind_of,
)
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.layouts.layout import Table
from mjlog.sheets.points import Points
from mjlog.sheets.records import WHOLE, Key
from mjlog.sheets.unread import not_understood

_Value = TypeVar("_Value")
_AND: Final = "|".join(re.escape(word) for word in sorted(AND) if seat_of(word) == NOBODY)
_BETWEEN_NAMES: Final = re.compile(rf"[,;/+&、，；・·•|\n]+| +(?:{_AND})[.]? +")
_BETWEEN_LONG_NAMES: Final = re.compile(
    rf"[,;/+&、，；・·•|\n]+|(?<=\w\w) +(?:{'|'.join(sorted(AND))}) +(?=\w\w)"
)
_PAIR: Final = 2
PARTS: Final = re.compile(r"[,;/+&、，；・·•|和と\n]+|\s+")
_HYPHEN: Final = re.compile(r"\s*[-–]\s*")
"""Between names such as `N-E`; a hyphen may also be part of a name."""
_LETTERS: Final = re.compile(r"[^\W\d_]+")


@dataclass
class SeatReader:
    """A reader of the players that cells of a table name; it reports cells that it cannot read.

    `names` are the players by seat, and `seats` maps the words for players to seats. `findings` are
    about cells that were not understood. `seated` is True if the sheet says who sits where. `hands`
    are columns with the value of each player's hand.
    """

    table: Table
    rules: RuleSet | None
    names: Sequence[str]
    seats: Mapping[str, Seat]
    points: tuple[Points, ...]
    findings: list[Finding] = field(default_factory=list)
    _findings: set[Finding] = field(default_factory=set, init=False)
    _east: Seat = field(default=0, init=False)
    seated: bool = True
    hands: tuple[Points, ...] = ()

    def _by_seat(self, values: Sequence[_Value]) -> dict[Seat, _Value]:
        """Return the values by seat; `values` has one for each column of players, or is empty."""
        names = self.table.groups[0].columns.values() if values else ()
        return {self.seats[plain(name)]: each for name, each in zip(names, values, strict=True)}

    @cached_property
    def _words_for_players(self) -> frozenset[str]:
        """The texts in the columns of dealers, winners and discarders, in normalized form."""
        return frozenset(plain(text) for role in OF_PLAYERS
                         for text in self.table.grid.down(self.table.rows, self.table.column(role))
                         )  # fmt: skip

    def _seat(self, cell: Cell | None) -> Seat:
        """Return the seat that a cell names; `NOBODY` for an unknown name or a missing cell.

        An unknown name is reported.
        """
        if cell is None:
            return NOBODY
        seat = self._seat_of(cell.text)
        if seat == NOBODY:
            self.unread(cell)
        return seat

    def _seat_of(self, text: str) -> Seat:
        # A player may be called `South` or `B`, so names of the table have priority over other
        # meanings.
        by_word = self._seat_of_wind(text)
        if self._east > 0 and names_wind(text):
            return (by_word + self._east) % len(self.names)
        seat = by_word if by_word < len(self.names) else NOBODY
        return self.seats.get(plain(text), seat)

    @cached_property
    def _has_d_for_draw(self) -> bool:
        """Whether the letter D means a draw instead of a player.

        This is so if cells use D, but neither A, B nor C, for players.
        """
        words = self._words_for_players
        return _D in words and words.isdisjoint("abc") and _D not in self.seats

    @cached_property
    def _has_letters_of_seats(self) -> bool:
        """Whether cells call the players by the letters A, B, C and D.

        Another letter is then no wind: for example, a Dutch sheet may write Z for a self-draw and
        not for the south.
        """
        return len(self._words_for_players.intersection("abcd")) > _PAIR

    def _seat_of_wind(self, text: str) -> Seat:
        """Return the seat that a word names as a wind, number or letter: `East`, `2` or `B`.

        Return `NOBODY` for any other word, including a player's name.
        """
        word = plain(text)
        is_no_player = self._has_letters_of_seats and len(word) == 1 and word not in "abcd"
        if is_no_player or (word == _D and self._has_d_for_draw):
            return NOBODY
        return _WEST if self._has_o_for_west and plain(text) == EITHER_WIND else seat_of(text)

    @cached_property
    def _has_o_for_west(self) -> bool:
        """Whether the letter O means west, as in French or Italian, and not east, as in German.

        It does if the cells use another letter, such as `E`, for the east.
        """
        labels = (_LETTERS.match(self.table.text(row, "deal")) for row in self.table.rows)
        words = {plain(label[0])[:1] for label in labels if label and wind_of(label[0]) == "E"}
        return any(len(word) == 1 and wind_of(word) == "E"
                   for word in (self._words_for_players | words) - {EITHER_WIND})  # fmt: skip

    @cached_property
    def _names_joined(self) -> re.Pattern[str]:
        """A pattern that finds the players' names in a text without spaces, as in Chinese."""
        names = sorted((name for name in self.seats if not name.isascii()), key=len, reverse=True)
        return re.compile("|".join(re.escape(name) for name in names) or "(?!)")

    def _seats(self, cell: Cell) -> tuple[Seat, ...]:
        """Return the seats of all players that a cell names, such as ``Ann, Bob``, as a tuple.

        If a part cannot be read, the cell is reported, and the tuple has `NOBODY` for this part.
        """
        alone = self._seat_of(cell.text)
        if alone != NOBODY:
            return (alone,)
        # `AC` is two seats. It may also be a player's name, which was checked before.
        letters = seat_letters(cell.text)
        if letters:
            return letters
        joined = "".join(plain(cell.text).split("_"))
        if len(self._names_joined.findall(joined)) > 1 and self._names_joined.sub("", joined) == "":
            return tuple(self.seats[name] for name in self._names_joined.findall(joined))
        # Names may have blanks in them, so other separators are tried first. `E` is the east, or
        # the word `and` between two names of an Italian list.
        for between in (_BETWEEN_NAMES, _BETWEEN_LONG_NAMES, PARTS, _HYPHEN):
            parts = [part for part in between.split(cell.text) if part]
            seats = [
                seat for part in parts
                if (seat := self._seat_of(part)) != NOBODY or plain(part) not in AND
            ]  # fmt: skip
            if seats and NOBODY not in seats:
                return tuple(dict.fromkeys(seats))
        self.unread(cell)
        return tuple(seats or [NOBODY])

    def _cells_by_role(self, row: int, *roles: Role) -> dict[Key, Cell]:
        """Return a row's cells in the columns with these roles, by role, without empty cells."""
        cells = {role: self.table.cell(row, role) for role in roles}
        return {role: cell for role, cell in cells.items() if cell}

    def _cells(self, row: int, *roles: Role) -> Mapping[Key, Cell]:
        return with_whole(self._cells_by_role(row, *roles))

    def _whole(self, cell: Cell | None) -> int | None:
        """Return the whole number in a cell; None for a missing cell or other text.

        Other text is reported.
        """
        if cell is None:
            return None
        number = number_of(cell.text)
        amount = None if number is None else whole(number)
        if amount is None:
            self.unread(cell)
        return amount

    def unread(self, cell: Cell) -> None:
        """Add a finding that a cell is not understood, unless the finding was added before.

        The finding is a note for a formula without a value, a warning for a question mark, and an
        error for any other text.
        """
        if cell.unknown:
            says = (
                "{cell} has a formula without a value: open the file in a spreadsheet and save it"
            )
            self._tell("note", msg(says, cell=cell.name), cell)
            return
        # A question mark is right if nobody knows.
        severity: Severity = "error" if cell.text.strip("?？ ") else "warning"
        self._add(not_understood(cell, self.table.grid.name, severity))

    def _tell(
        self,
        severity: Severity,
        words: Message,
        cell: Cell,
        *,
        code: str = "sheet.unread",
        other: Cell | None = None,
    ) -> None:
        """Add a finding with the message `words` about a cell, unless it was added before.

        Without `code`, the finding says that the cell is not understood. `other` is another cell
        that the message names.
        """
        sheet = self.table.grid.name
        place_of_other = None if other is None else other.place(sheet)
        self._add(Finding.telling(code, severity, words, cell.place(sheet), other=place_of_other))

    def _add(self, finding: Finding) -> None:
        """Add a finding, unless it was added before."""
        if finding not in self._findings:
            self._findings.add(finding)
            self.findings.append(finding)


@CELL_TEXTS.cached
def names_wind(text: str) -> bool:
    """Return whether a text names a wind, or a seat by its wind.

    Numbers and the letters A to D name seats without a wind.

    >>> [names_wind(text) for text in ("West", "西家", "서가", "C", "3", "Ann")]
    [True, True, True, False, False, False]
    """
    return bool(wind_of(text)) or plain(text) in _SEATS_BY_WIND


def with_whole(cells: Mapping[Key, Cell]) -> Mapping[Key, Cell]:
    """Return a copy of the cells in which the key `WHOLE` also has the first cell.

    Findings about a whole line of a record refer to the cell with this key. If there are no cells,
    return an empty dict.
    """
    first = next(iter(cells.values()), None)
    return {} if first is None else {**cells, WHOLE: first}


EITHER_WIND: Final = "o"
"""East on German and Dutch sheets, west on French, Italian and Spanish ones."""
_SEATS_BY_WIND: Final = frozenset(
    word for wind in ("east", "south", "west", "north") for word in words("seats", wind)
) - {*"abcd"}
_D: Final = "d"
"""The last seat, or a draw."""
_WEST: Final = 2
OF_PLAYERS: Final[tuple[Role, ...]] = ("dealer", "winner", "from")
NO_PLAYER: Final = ABSENT | NOBODY_WON | ABORTED | VOID | SELF_DRAWN
