"""A map: how a sheet is laid out, as somebody says it in TOML where guessing fails."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from mjlog.model.near_words import near_words
from mjlog.sheets.layout import Kind, Players, Table, titles_of, with_winds
from mjlog.sheets.words import ROLES, Role
from mjlog.sheets.workbook import Grid

_KEYS: Final = frozenset(
    {"rules", "sheet", "head", "turned", "unit", "delimiter", "columns", "players", "totals",
     "names"}
)  # fmt: skip


class MapError(ValueError):
    """A map says something that no map can say; the words name the entry."""


@dataclass(frozen=True, slots=True)
class SheetMap:
    """What a map says; what it leaves out is guessed.

    `columns` has by role the number of the column, `changes` and `totals` those of the players in
    their order, `names` what they are called. `head` is the last row of the heads, 0 for none.
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
    names: tuple[str, ...] = ()

    @property
    def says_columns(self) -> bool:
        """Whether the layout is said, and not only how to read the file."""
        return bool(self.columns or self.changes or self.totals)

    def table(self, grid: Grid) -> Table:
        """The table of a worksheet as the map lays it out."""
        turned = grid.exchanged() if self.turned else grid
        rows = tuple(row for row, _ in turned.rows())
        groups = [
            Players(kind, dict(zip(columns, self._names(len(columns)), strict=True)))
            for kind, columns in _kinds(self)
            if columns
        ]
        table = Table(
            turned,
            self.head,
            self.head,
            {column: role for role, column in self.columns.items()},
            tuple(groups),
            tuple(row for row in rows if row > self.head),
            before=tuple(row for row in rows if row < self.head),
        )
        return with_winds(table, titles_of(turned))

    def _names(self, number: int) -> tuple[str, ...]:
        given = self.names[:number]
        return (*given, *(f"Player {n}" for n in range(len(given) + 1, number + 1)))


def _kinds(told: SheetMap) -> tuple[tuple[Kind, tuple[int, ...]], ...]:
    return ("change", told.changes), ("total", told.totals)


def map_of(text: str) -> SheetMap:
    r"""The map that a TOML text is. Raises `MapError`.

    >>> map_of('players = ["B", "C", "D", "E"]\n[columns]\ndeal = "A"').changes
    (2, 3, 4, 5)
    """
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise MapError(f"the map is no TOML: {problem}") from None
    for key in told:
        if key not in _KEYS:
            raise MapError(f"{key} is no entry of a map; {_meant(key, _KEYS)}")
    columns = told.get("columns", {})
    if not isinstance(columns, dict):
        raise MapError('columns is a table of roles: [columns], then deal = "A"')
    return SheetMap(
        rules=_typed(told, "rules", str, ""),
        sheet=_typed(told, "sheet", str, ""),
        head=_typed(told, "head", int, 0),
        turned=_typed(told, "turned", bool, default=False),
        unit=_typed(told, "unit", int, 0),
        delimiter=_typed(told, "delimiter", str, ""),
        columns={_role(name): _column(value) for name, value in columns.items()},
        changes=tuple(map(_column, _typed(told, "players", list, []))),
        totals=tuple(map(_column, _typed(told, "totals", list, []))),
        names=tuple(map(str, _typed(told, "names", list, []))),
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
    """Say which known words look like one, or else which are known."""
    near = near_words(word, sorted(known))
    return f"did you mean {' or '.join(near)}?" if near else f"known are {', '.join(sorted(known))}"


def _column(value: object) -> int:
    """The number of a column named by its letters, or given as a number."""
    if isinstance(value, int) and 0 < value < 20_000:
        return value
    if isinstance(value, str) and value.isascii() and value.isalpha() and len(value) < 4:
        number = 0
        for letter in value.upper():
            number = number * 26 + ord(letter) - ord("A") + 1
        return number
    raise MapError(f'{value!r} is no column: write its letters, as in deal = "A"')
