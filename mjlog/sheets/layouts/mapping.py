"""Reads and writes maps: TOML in which somebody says how a sheet is laid out."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final
from unicodedata import category

from mjlog.model.near_words import near_words
from mjlog.sheets.cells.words import ROLES, Role
from mjlog.sheets.files.workbook import Grid, column_number, letters
from mjlog.sheets.layouts.layout import Kind, Players, Table, titles_of, with_winds
from mjlog.sheets.points import Points

_ENTRIES: Final[Mapping[str, type]] = {
    "rules": str, "sheet": str, "head": int, "heads": list, "turned": bool, "unit": int,
    "delimiter": str, "players": list, "totals": list, "hands": list, "names": list,
    "marks": list, "results": list, "losers": list, "lost_marks": list,
}  # fmt: skip
"""Entries of a map in the order of a file, with their types."""
_LISTS_OF_COLUMNS: Final = frozenset({"players", "totals", "hands", "marks", "results", "losers"})
_FIELDS: Final = {"players": "changes"}
"""Fields of a map whose entry in a file has another name."""
_KINDS: Final[tuple[Kind, ...]] = ("change", "total", "hand")
OF_PLAYERS: Final = {
    "change": "changes",
    "total": "totals",
    "hand": "hands",
    "mark": "marks",
    "result": "results",
    "loser": "losers",
}
"""Meanings of columns that each player has, with the field of a map that lists them."""
_FEW: Final = 3
"""Number of deals that show whether their rows are those of the file."""
_TITLE: Final = 2
"""Most cells in a row with a title above a table: a word and its value."""


class MapError(ValueError):
    """A map with an entry that is not valid; the message names the entry."""


@dataclass(frozen=True, slots=True)
class SheetMap:
    """A map: what a user says about the layout of a sheet. Entries left out are guessed.

    `columns` has column numbers by role (meaning). `changes`, `totals` and `hands` are the columns
    with each player's points won or lost, running total and hand value, in the order of the
    players; `names` are the players. `marks` are the columns of riichi marks, and `results` the
    columns with a mark for the winner. The discarder has a mark in the columns `losers`, or one of
    the marks `lost_marks` in `results`. `head` is the last row of the headings, 0 if there is none,
    and `heads` are the headings, by which other sheets of a club are recognised.
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
        """Whether the user says what at least one column means, for example that it has winners."""
        return bool(self.columns) or self.names_points

    @property
    def names_points(self) -> bool:
        """Whether the user says which columns have the players' points (changes or totals)."""
        return bool(self.changes or self.totals)

    @property
    def has_rows_of_players(self) -> bool:
        """Whether the user says that the sheet has a row for each player of each deal."""
        return "player" in self.columns and "deal" in self.columns

    @property
    def replaces_heads(self) -> bool:
        """Whether a sheet is read as if the meanings in this map were its headings.

        This is so if the sheet has a row for each player of each deal, or if the map names a column
        of deals and no columns of players.
        """
        names_deals = "deal" in self.columns and not self.columns_of_players
        return names_deals or self.has_rows_of_players

    @property
    def columns_of_players(self) -> set[int]:
        """The columns with points, hand values and marks of the players."""
        return {column for entry in OF_PLAYERS.values() for column in getattr(self, entry)}

    @property
    def roles_by_column(self) -> dict[int, str]:
        """The meaning of each column by its number, such as `deal`, `change` or `mark`."""
        roles: dict[int, str] = {column: role for role, column in self.columns.items()}
        for word, entry in OF_PLAYERS.items():
            roles |= dict.fromkeys(getattr(self, entry), word)
        return roles

    def with_heads_named(self, grid: Grid) -> Grid:
        """Return a worksheet whose headings are replaced by the meanings that this map gives.

        Columns without a meaning keep their headings.
        """
        cells = dict(grid.cells)
        for column, role in self.roles_by_column.items():
            cells[self.head, column] = replace(grid.spot(self.head, column), text=role)
        return replace(grid, cells=cells)

    def tables(self, grid: Grid) -> tuple[Table, ...]:
        """Return the tables of a worksheet, with the columns that this map gives.

        A table begins at each row with the headings in the map. If there is no such row, there is
        one table, with the headings in the row `head` of the map.
        """
        turned = grid.transposed() if self.turned else grid
        rows = [row for row, _ in turned.rows()]
        heads = [row for row in rows if self._has_heads(turned, row)] or [self.head]
        begins = [0, *(_first_above(turned, rows, head) for head in heads[1:]), max(rows) + 1]
        return tuple(
            self._table(turned, head, [row for row in rows if begin <= row < end])
            for head, begin, end in zip(heads, begins, begins[1:], strict=False)
        )

    def _has_heads(self, grid: Grid, row: int) -> bool:
        """Return whether a row has the headings in the map, in the same columns.

        Headings of players' columns may have other names than in the map.
        """
        heads = heads_of(grid, row)
        if len(heads) != len(self.heads):
            return False
        players = self.columns_of_players
        pairs = enumerate(zip(heads, self.heads, strict=True), 1)
        return all(
            head == own or (at in players and _may_be_name(head)) for at, (head, own) in pairs
        )

    def _table(self, grid: Grid, head: int, rows: Sequence[int]) -> Table:
        """Return a table whose columns have the meanings that this map gives.

        `head` is the row of the headings, and `rows` are all rows that belong to the table, also
        those above the headings.
        """
        groups = [
            Players(kind, dict(zip(columns, self._names(grid, head, columns), strict=True)))
            for kind in _KINDS
            if (columns := getattr(self, OF_PLAYERS[kind]))
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
        """Return whether one row of the worksheet has exactly the headings of this map.

        Names of players may differ. Used to recognise other sheets of the same club.
        """
        turned = grid.transposed() if self.turned else grid
        return any(self._has_heads(turned, row) for row, _ in turned.rows())

    def nearly_fits(self, grid: Grid) -> bool:
        """Return whether at least half of the headings in this map are those of the worksheet.

        Headings of players' columns are not compared. The row `head` of the worksheet is used.
        """
        heads = heads_of(grid.transposed() if self.turned else grid, self.head)
        players = self.columns_of_players
        own = [
            pair
            for at, pair in enumerate(zip(heads, self.heads, strict=False), 1)
            if at not in players
        ]
        return bool(own) and 2 * sum(one == other for one, other in own) >= len(own)

    def to_toml(self) -> str:
        """Return the map as TOML text, which `map_of` can read."""
        contents = {key: getattr(self, _FIELDS.get(key, key)) for key in _ENTRIES}
        for key in _LISTS_OF_COLUMNS:
            contents[key] = [self._called(column) for column in contents[key]]
        lines = [f"{key} = {_toml(content)}" for key, content in contents.items() if content]
        columns = [f"{role} = {_toml(self._called(at))}" for role, at in self.columns.items()]
        return "\n".join([*lines, "", "[columns]", *columns, ""])

    def _called(self, column: int) -> str | int:
        """Return a column as the TOML text of the map writes it: letters such as `D`, or a number.

        Numbers are used if the rows and columns of the sheet are swapped.
        """
        return column if self.turned else letters(column)

    def _names(self, grid: Grid, head: int, columns: Sequence[int]) -> tuple[str, ...]:
        """Return a player's name for each of the `columns`.

        The names are the sheet's headings in row `head`, if they differ from the headings in the
        map, or if the map gives no names. Otherwise they are the names in the map; players without
        a name are called `Player 3`, for example.
        """
        heads = [grid.text(head, column) for column in columns]
        own = [self.heads[column - 1] for column in columns if column <= len(self.heads)]
        if (own and heads != own) or (not self.names and all(heads)):
            return tuple(heads)
        given = self.names[: len(columns)]
        return (*given, *(f"Player {n}" for n in range(len(given) + 1, len(columns) + 1)))


def _may_be_name(text: str) -> bool:
    """Return whether a text can be a player's name, because it has a letter or an emoji."""
    return any(letter.isalpha() or category(letter) == "So" for letter in text)


def _toml(content: object) -> str:
    """Return a text, a number, a boolean or a list of texts and numbers as TOML."""
    return json.dumps(content, ensure_ascii=False).replace("\x7f", "\\u007f")


def heads_of(grid: Grid, head: int) -> tuple[str, ...]:
    """Return the texts of a row, from the first column to the last column that is not empty."""
    return tuple(grid.texts(head, range(1, max(grid.columns_of(head), default=0) + 1)))


def map_of_table(
    table: Table, points: Sequence[Points], hands: Sequence[Points], names: Sequence[str]
) -> SheetMap:
    """Return a map with which a table can be read again in the same way.

    `points` and `hands` are groups of columns, one column for each player, with points and with
    values of hands; `names` are the players.
    """
    by_kind = {group.kind: group for group in reversed(points)}
    changes, totals = by_kind.get("change"), by_kind.get("total")
    return SheetMap(
        head=table.head,
        turned=table.grid.is_transposed,
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


def map_in_file(layout: SheetMap, table: Table, deals: Sequence[int]) -> SheetMap:
    """Return the map of a table with the columns that the file has.

    The file has other columns than the table if a row of the table has cells from several rows of
    the file. If the file has a row for each player of each deal, a column gets the meaning that all
    its cells have in the table; in any other such file columns have no meaning. Players who are
    named only below the deals have no columns. `layout` is the map of the table, and `deals` are
    its rows with deals.
    """
    grid = table.grid
    if grid.is_transposed:
        return layout
    is_rearranged = any(len({cell.row for cell in grid.in_row(row)}) > 1 for row in deals[:_FEW])
    heads = [grid.at(table.head, column) for group in table.groups for column in group.columns]
    named_at = [head.column for head in heads if head is not None and head.row != table.head]
    empty = SheetMap(head=layout.head, unit=layout.unit)
    if not is_rearranged:
        return replace(empty, columns=layout.columns) if named_at else layout
    roles: dict[int, set[str]] = {column: {"player"} for column in named_at}
    for column, role in layout.roles_by_column.items():
        for cell in (cell for row in deals if (cell := grid.at(row, column)) is not None):
            roles.setdefault(cell.column, set()).add(role)
    single = {column: next(iter(some)) for column, some in roles.items() if len(some) == 1}
    named = map_of_roles(empty, single)
    return named if named.has_rows_of_players else empty


def map_of_roles(layout: SheetMap, roles: Mapping[int, str]) -> SheetMap:
    """Return a copy of a map in which each column has the meaning in `roles`, and no others.

    If `layout` has the same columns for the players, they keep their order. A role that several
    columns have is given to the first.
    """
    columns = {role: column for column, word in sorted(roles.items(), reverse=True)
               for role in ROLES if role == word and word not in OF_PLAYERS}  # fmt: skip
    of_players: dict[str, Any] = {}
    for word, entry in OF_PLAYERS.items():
        before, now = getattr(layout, entry), sorted(c for c, its in roles.items() if its == word)
        of_players[entry] = tuple(before if sorted(before) == now else now)
    return replace(layout, columns=columns, **of_players)


def _first_above(grid: Grid, rows: Sequence[int], head: int) -> int:
    """Return the highest of the title rows directly above the headings in row `head`.

    Title rows have at most two cells. Return `head` if there is no title row.
    """
    first = head
    for row in reversed([row for row in rows if row < head]):
        if len(grid.columns_of(row)) > _TITLE:
            break
        first = row
    return first


def map_of(text: str) -> SheetMap:
    r"""Parse a map, which is TOML text that says how a sheet is laid out.

    Raise `MapError` if an entry is not valid.

    >>> map_of('players = ["B", "C", "D", "E"]\n[columns]\ndeal = "A"').changes
    (2, 3, 4, 5)
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise MapError(f"the map is no TOML: {problem}") from None
    columns = table.pop("columns", {})
    if not isinstance(columns, dict):
        raise MapError('columns is a table of roles: [columns], then deal = "A"')
    fields: dict[str, Any] = {}
    for key, content in table.items():
        if key not in _ENTRIES:
            raise MapError(f"{key} is no entry of a map; {_meant(key, ['columns', *_ENTRIES])}")
        if not isinstance(content, _ENTRIES[key]):
            raise MapError(f"{key} = {content!r} is no {_ENTRIES[key].__name__}")
        if isinstance(content, list):
            content = tuple(_column(each) if key in _LISTS_OF_COLUMNS else str(each)
                            for each in content)  # fmt: skip
        fields[_FIELDS.get(key, key)] = content
    return SheetMap(columns={_role(name): _column(at) for name, at in columns.items()}, **fields)


def _role(name: str) -> Role:
    role = next((each for each in ROLES if each == name), None)
    if role is None:
        raise MapError(f"{name} is no column that is known; {_meant(name, ROLES)}")
    return role


def _meant(word: str, known: Iterable[str]) -> str:
    """Return the end of an error message about the unknown word `word`: "did you mean winner?".

    If no known word is similar, the text lists all known words.
    """
    near = near_words(word, sorted(known))
    return f"did you mean {' or '.join(near)}?" if near else f"known are {', '.join(sorted(known))}"


def _column(value: object) -> int:
    """Convert the letters of a column, such as `D`, or its number into a number from 1 on.

    Raise `MapError` for anything else.
    """
    if isinstance(value, int) and 0 < value < 20_000:
        return value
    if isinstance(value, str) and value.isascii() and value.isalpha() and len(value) < 4:
        return column_number(value)
    raise MapError(f'{value!r} is no column: write its letters, as in deal = "A"')
