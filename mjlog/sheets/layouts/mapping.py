"""Reads and writes maps: TOML in which somebody says how a sheet is laid out."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from unicodedata import category

from mjlog.model.near_words import near_words
from mjlog.sheets.cells.words import ROLES, Role
from mjlog.sheets.files.workbook import Grid, letters
from mjlog.sheets.layouts.layout import Kind, Players, Table, titles_of, with_winds
from mjlog.sheets.points import Points

_KEYS: Final = frozenset(
    {"rules", "sheet", "head", "heads", "turned", "unit", "delimiter", "columns", "players",
     "totals", "hands", "names", "marks", "results", "losers", "lost_marks"}
)  # fmt: skip

_TITLE: Final = 2
"""Most cells in a row above a table: a word and what it is."""


class MapError(ValueError):
    """A map has an entry that is not valid, which the message names."""


@dataclass(frozen=True, slots=True)
class SheetMap:
    """The entries of a map; whatever it leaves out is guessed.

    `columns` has column numbers by role. `changes`, `totals` and `hands`, the last for games in
    which losers count theirs, are the players' columns in order, and `names` are the players.
    `marks` are the columns of riichi marks, and `results` those of winners' marks. The discarder
    has one of `lost_marks` in `results`, or a mark in the columns `losers`. `head` is the last row
    of the heads, 0 if there is none, and `heads` are its texts, by which other sheets of a club are
    recognised.
    """

    rules: str = ""
    sheet: str = ""
    head: int = 0
    turned: bool = False
    unit: int = 0
    delimiter: str = ""
    columns: Mapping[Role, int] = field(default_factory=dict)
    changes: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    hands: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    marks: tuple[int, ...] = ()
    results: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()
    lost_marks: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()

    @property
    def says_columns(self) -> bool:
        """Whether the map says what columns are, and not only how to read the file."""
        return bool(self.columns) or self.names_points

    @property
    def names_points(self) -> bool:
        """Whether the map says which columns have the players' points."""
        return bool(self.changes or self.totals)

    def tables(self, grid: Grid) -> tuple[Table, ...]:
        """Return the tables of a worksheet as the map lays them out.

        A table begins at each row with the heads of the map. Without such a row, one table begins
        at the row that the map names.
        """
        turned = grid.exchanged() if self.turned else grid
        rows = [row for row, _ in turned.rows()]
        heads = [row for row in rows if self._has_heads(turned, row)] or [self.head]
        begins = [0, *(_first_above(turned, rows, head) for head in heads[1:]), max(rows) + 1]
        return tuple(
            self._table(turned, head, [row for row in rows if begin <= row < end])
            for head, begin, end in zip(heads, begins, begins[1:], strict=False)
        )

    def _has_heads(self, grid: Grid, row: int) -> bool:
        """Return whether a row has the heads of the map; the names of players may be different."""
        heads = heads_of(grid, row)
        if len(heads) != len(self.heads):
            return False
        players = self._columns_of_players()
        pairs = enumerate(zip(heads, self.heads, strict=True), 1)
        return all(
            head == own or (at in players and _may_be_name(head)) for at, (head, own) in pairs
        )

    def _columns_of_players(self) -> set[int]:
        points = {*self.changes, *self.totals, *self.hands}
        return points | {*self.marks, *self.results, *self.losers}

    def _table(self, grid: Grid, head: int, rows: Sequence[int]) -> Table:
        """Return the table with its heads in row `head`, and with the rows above and below."""
        groups = [
            Players(kind, dict(zip(columns, self._names(grid, head, columns), strict=True)))
            for kind, columns in _kinds(self)
            if columns
        ]
        table = Table(
            grid,
            head,
            head,
            {column: role for role, column in self.columns.items()},
            tuple(groups),
            tuple(row for row in rows if row > head),
            before=tuple(row for row in rows if row < head),
            marks=self.marks,
            results=self.results,
            losers=self.losers,
            lost_marks=frozenset(self.lost_marks),
        )
        return with_winds(table, titles_of(grid))

    def fits(self, grid: Grid) -> bool:
        """Return whether a worksheet has the heads that the map was made for."""
        turned = grid.exchanged() if self.turned else grid
        return any(self._has_heads(turned, row) for row, _ in turned.rows())

    def nearly_fits(self, grid: Grid) -> bool:
        """Return whether at least half of the heads are the map's, apart from players' columns.

        The heads are compared in the row that the map names.
        """
        heads = heads_of(grid.exchanged() if self.turned else grid, self.head)
        players = self._columns_of_players()
        own = [
            pair
            for at, pair in enumerate(zip(heads, self.heads, strict=False), 1)
            if at not in players
        ]
        return bool(own) and 2 * sum(one == other for one, other in own) >= len(own)

    def to_toml(self) -> str:
        """Return the map as TOML, which `map_of` reads."""
        lines = [
            f"{name} = {_toml(content)}"
            for name, content in (
                ("rules", self.rules),
                ("sheet", self.sheet),
                ("head", self.head),
                ("heads", self.heads),
                ("turned", self.turned),
                ("unit", self.unit),
                ("delimiter", self.delimiter),
                ("players", [self._called(column) for column in self.changes]),
                ("totals", [self._called(column) for column in self.totals]),
                ("hands", [self._called(column) for column in self.hands]),
                ("names", self.names),
                ("marks", [self._called(column) for column in self.marks]),
                ("results", [self._called(column) for column in self.results]),
                ("losers", [self._called(column) for column in self.losers]),
                ("lost_marks", self.lost_marks),
            )
            if content
        ]
        columns = [f"{role} = {_toml(self._called(at))}" for role, at in self.columns.items()]
        return "\n".join([*lines, "", "[columns]", *columns, ""])

    def _called(self, column: int) -> str | int:
        """Return the map's name for a column: its letters, or its number if the table is turned."""
        return column if self.turned else letters(column)

    def _names(self, grid: Grid, head: int, columns: Sequence[int]) -> tuple[str, ...]:
        """Return the players' names: the heads if they differ from the map's, else its names.

        The heads are also taken if the map has no names. A player without a name is called `Player`
        and a number.
        """
        heads = [grid.text(head, column) for column in columns]
        own = [self.heads[column - 1] for column in columns if column <= len(self.heads)]
        if (own and heads != own) or (not self.names and all(heads)):
            return tuple(heads)
        given = self.names[: len(columns)]
        return (*given, *(f"Player {n}" for n in range(len(given) + 1, len(columns) + 1)))


def _may_be_name(text: str) -> bool:
    """Return whether a text has a letter or an emoji, as names have and points do not."""
    return any(letter.isalpha() or category(letter) == "So" for letter in text)


def _kinds(layout: SheetMap) -> tuple[tuple[Kind, tuple[int, ...]], ...]:
    return ("change", layout.changes), ("total", layout.totals), ("hand", layout.hands)


def _toml(content: object) -> str:
    """Return a text, a number or a list of them as TOML, which JSON writes in the same way."""
    return json.dumps(content, ensure_ascii=False).replace("\x7f", "\\u007f")


def heads_of(grid: Grid, head: int) -> tuple[str, ...]:
    """Return the texts in a row, from the first column to the last one that is not empty."""
    return tuple(grid.texts(head, range(1, max(grid.columns_of(head), default=0) + 1)))


def map_of_table(
    table: Table, points: Sequence[Points], hands: Sequence[Points], names: Sequence[str]
) -> SheetMap:
    """Return the map by which the table would be read again as it was understood."""
    by_kind = {group.kind: group for group in reversed(points)}
    changes, totals = by_kind.get("change"), by_kind.get("total")
    return SheetMap(
        head=table.head,
        turned=table.grid.turned,
        unit=max((group.unit for group in points), default=0),
        columns={role: column for column, role in reversed([*table.roles.items()])},
        changes=changes.columns if changes else (),
        totals=totals.columns if totals else (),
        hands=hands[0].columns if hands else (),
        names=tuple(names) if points else (),
        marks=table.marks,
        results=table.results,
        losers=table.losers,
        lost_marks=tuple(sorted(table.lost_marks)),
        heads=heads_of(table.grid, table.head),
    )


def _first_above(grid: Grid, rows: Sequence[int], head: int) -> int:
    """Return the first of the rows with a title that are directly above the heads of a table."""
    first = head
    for row in reversed([row for row in rows if row < head]):
        if len(grid.columns_of(row)) > _TITLE:
            break
        first = row
    return first


def map_of(text: str) -> SheetMap:
    r"""Return the map that is written in TOML.

    Raises `MapError` if an entry is not valid.

    >>> map_of('players = ["B", "C", "D", "E"]\n[columns]\ndeal = "A"').changes
    (2, 3, 4, 5)
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise MapError(f"the map is no TOML: {problem}") from None
    for key in table:
        if key not in _KEYS:
            raise MapError(f"{key} is no entry of a map; {_meant(key, _KEYS)}")
    columns = table.get("columns", {})
    if not isinstance(columns, dict):
        raise MapError('columns is a table of roles: [columns], then deal = "A"')
    return SheetMap(
        rules=_typed(table, "rules", str, ""),
        sheet=_typed(table, "sheet", str, ""),
        head=_typed(table, "head", int, 0),
        turned=_typed(table, "turned", bool, default=False),
        unit=_typed(table, "unit", int, 0),
        delimiter=_typed(table, "delimiter", str, ""),
        columns={_role(name): _column(value) for name, value in columns.items()},
        changes=tuple(_column(each) for each in _typed(table, "players", list, [])),
        totals=tuple(_column(each) for each in _typed(table, "totals", list, [])),
        hands=tuple(_column(each) for each in _typed(table, "hands", list, [])),
        names=tuple(str(each) for each in _typed(table, "names", list, [])),
        marks=tuple(_column(each) for each in _typed(table, "marks", list, [])),
        results=tuple(_column(each) for each in _typed(table, "results", list, [])),
        losers=tuple(_column(each) for each in _typed(table, "losers", list, [])),
        lost_marks=tuple(str(each) for each in _typed(table, "lost_marks", list, [])),
        heads=tuple(str(each) for each in _typed(table, "heads", list, [])),
    )


def _typed(told: Mapping[str, Any], key: str, kind: type, default: Any) -> Any:
    value = told.get(key, default)
    if not isinstance(value, kind):
        raise MapError(f"{key} = {value!r} is no {kind.__name__}")
    return value


def _role(name: str) -> Role:
    role = next((each for each in ROLES if each == name), None)
    if role is None:
        raise MapError(f"{name} is no column that is known; {_meant(name, ROLES)}")
    return role


def _meant(word: str, known: Iterable[str]) -> str:
    """Return words that suggest the known words like `word`, or list all known words."""
    near = near_words(word, sorted(known))
    return f"did you mean {' or '.join(near)}?" if near else f"known are {', '.join(sorted(known))}"


def _column(value: object) -> int:
    """Return the number of a column from its letters or its number.

    Raises `MapError` for anything else.
    """
    if isinstance(value, int) and 0 < value < 20_000:
        return value
    if isinstance(value, str) and value.isascii() and value.isalpha() and len(value) < 4:
        number = 0
        for letter in value.upper():
            number = number * 26 + ord(letter) - ord("A") + 1
        return number
    raise MapError(f'{value!r} is no column: write its letters, as in deal = "A"')
