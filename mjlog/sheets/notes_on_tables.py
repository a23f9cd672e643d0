"""Says how a table was read: its columns, rules and players, and what is not read or checked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from mjlog.model.findings import Finding
from mjlog.model.messages import Message, msg
from mjlog.sheets.cells.numbers import is_number
from mjlog.sheets.cells.words import Role, is_seat_name, plain
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.layouts.layout import Table
from mjlog.sheets.layouts.likely_rules import names_in_title, rules_called
from mjlog.sheets.layouts.players import is_of_points
from mjlog.sheets.refused_tables import LEAST_COLUMNS, LOOK
from mjlog.sheets.rows.reader import Reader
from mjlog.sheets.unread import unread

_DIGIT: Final = re.compile(r"[0-9]")
_UNUSED: Final[Mapping[Role, Message]] = {
    "sum": msg("sums follow from the points"),
    "limit": msg("han and fu give the limit"),
    "bonus": msg("the value of the hand counts them"),
    "rank": msg("placements follow from the totals"),
}
"""Columns that are understood but not judged, each with the reason."""
_NUMBER_ALONE: Final = msg("a number does not say who they are")
_NOT_COUNTED: Final = msg("these rules do not count it")


def unread_columns(table: Table, reader: Reader) -> Iterator[Finding]:
    """Yield findings about the columns whose headings are not understood.

    A column that may contain points is an error, any other column a note.
    """
    columns: dict[Cell, int] = {}
    for column in table.unread:
        cell = table.head_of(column)
        is_own = column in reader.own_columns
        if cell is not None and not is_own and not rules_called(cell.text):
            columns[cell] = column
    texts = {cell: table.grid.down(table.rows[:LOOK], at) for cell, at in columns.items()}
    numeric = {cell for cell, some in texts.items() if any(is_number(each) for each in some)}
    # A mark below a name is not an amount.
    has_amounts = {cell for cell, some in texts.items()
                   if any(len(text) > 1 and _DIGIT.search(text) for text in some)}  # fmt: skip
    points = [cell for cell in columns if cell in has_amounts and plain(cell.text) in reader.seats]
    if not reader.points:
        # Marks are in few rows; a text for each player in most rows is meant as points.
        rows = table.rows[:LOOK]
        filled = [cell for cell, some in texts.items()
                  if plain(cell.text) in reader.seats and 2 * len(some) > len(rows)]  # fmt: skip
        points += [cell for cell in filled if len(filled) >= LEAST_COLUMNS and cell not in points]
    some = [columns[cell] for cell in numeric]
    is_of_several = len(some) >= LEAST_COLUMNS and is_of_points(table.grid, table.rows, some)
    if not reader.points and is_of_several:
        points = [cell for cell in columns if cell in numeric or cell in points]
    yield from unread("points", points, table.grid.name)
    others = [cell for cell in columns if cell not in points
              and (cell in numeric or not is_seat_name(cell.text))]  # fmt: skip
    items = table.column("items")
    if items and not reader.knows_items and (cell := table.head_of(items)) is not None:
        others.append(cell)
    others += _first_cells_without_heads(table, reader)
    yield from unread("columns", others, table.grid.name)


def _first_cells_without_heads(table: Table, reader: Reader) -> list[Cell]:
    """Return the first cell next to deals in each column that has neither a heading nor a use."""
    used = {*table.roles, *table.unread, *table.marks, *table.results, *table.losers, *table.fines}
    used |= {column for group in table.groups for column in group.columns}
    grid = table.grid
    in_use = {(cell.row, cell.column) for (_, column), cell in grid.cells.items() if column in used}
    first_cells: list[Cell] = []
    for column in sorted({column for _, column in grid.cells} - used):
        cells = [cell for row in reader.deal_rows if (cell := grid.at(row, column))]
        # A part of a cell may have been moved to a column that is used.
        if table.head_of(column) is None:
            first_cells += [each for each in cells[:1] if (each.row, each.column) not in in_use]
    return first_cells


def unused_columns(table: Table, reader: Reader) -> Iterator[Finding]:
    """Yield a note for each column that is understood but not used to check anything."""
    for column, role in table.roles.items():
        cell, why = table.head_of(column), _why_unused(role, reader)
        if cell is not None and why is not None:
            words = msg("the column {cell} is not checked: {why}", cell=cell.name, why=why)
            yield Finding.telling("sheet.column", "note", words, cell.place(table.grid.name))


def _why_unused(role: Role, reader: Reader) -> Message | None:
    """Return a message that says why a column with this role does not help to check anything.

    A role is the meaning of a column, such as `remark`. Return None if the column is used.
    """
    if role == "limit" and reader.has_limits:
        return None
    if role in {"ready", "tenpai"} and reader.counts_players(role):
        return _NUMBER_ALONE
    return _UNUSED.get(role) if reader.is_counted(role) else _NOT_COUNTED


def nobody_deals(table: Table) -> Iterator[Finding]:
    """Yield a warning that the dealers are unknown, because players take turns to sit out."""
    heads = [table.grid.at(table.head, column) for column in table.groups[0].columns]
    cell = next((head for head in heads if head), None)
    if cell is not None:
        words = (
            "five play and four sit at the table, so the name of a deal does not say who "
            "deals: add a column `Dealer`, or mjlog cannot judge what the dealer pays and "
            "gets"
        )
        place = cell.place(table.grid.name)
        yield Finding.telling("deal.dealer", "warning", msg(words), place)


def nobody_is_seated(table: Table) -> Finding:
    """Return a note that no line says who sits where, so that the dealers are unknown."""
    words = (
        "no line says who sits where, so mjlog does not know who deals and cannot judge the "
        "payments: write a line for each player above the table, such as `A: Ann`, the first "
        "dealer first, or add a column `Dealer`"
    )
    first, *_ = table.grid.in_row(table.head)
    return Finding.telling("deal.dealer", "note", msg(words), first.place(table.grid.name))


def how_understood(
    table: Table, reader: Reader, header: str, named: str, deals: int
) -> tuple[str, str]:
    """Return two lines that say how a table was read: its columns, its rules and its players."""
    side = "columns" if table.grid.is_transposed else "rows"
    kinds = [f"{each.kind}s of points" for each in reader.points]
    units = {f"in units of {each.unit}" for each in reader.points if each.unit > 1}
    roles = [str(role) for role in table.roles.values() if role not in _UNUSED]
    roles += reader.own_columns.values()
    columns = ", ".join([*roles, *kinds, *units])
    players = ", ".join(reader.names)
    rules = header if named else _guessed(table, header)
    return f"{deals} deals in {side}; read: {columns}", f"rules: {rules}; players: {players}"


def _guessed(table: Table, header: str) -> str:
    """Return the text for the rules of a sheet that no line names: by its title, or guessed."""
    if header and names_in_title(table, header):
        return f"{header} (from the title)"
    if header:
        return f"{header} (not named; guessed from the columns)"
    return "not named; say --rules"
