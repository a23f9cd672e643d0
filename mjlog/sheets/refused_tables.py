"""Says why a table of a worksheet is not read, for example because it is a price list."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Final

from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.model.record import NOBODY
from mjlog.sheets.cells.item_words import is_counted
from mjlog.sheets.cells.numbers import is_number, number_of
from mjlog.sheets.cells.words import (
    ENDINGS,
    Role,
    is_absent,
    is_date,
    is_rating,
    is_total,
    label_of,
    plain,
    seat_of,
)
from mjlog.sheets.files.workbook import Cell, letters
from mjlog.sheets.layouts.layout import Table, players_above
from mjlog.sheets.layouts.mapping import SheetMap
from mjlog.sheets.layouts.players import adds_up_to_nothing, is_of_points, share_adding_up

OF_DEALS: Final[frozenset[Role]] = frozenset(
    {"deal", "winner", "from", "how", "han", "fu", "faan", "tai", "value", "items", "dealer"}
)
"""Meanings that only columns of deals have, never columns of whole games."""
_OF_HANDS: Final[frozenset[Role]] = frozenset({"han", "fu", "faan", "tai", "value", "items"})
"""Meanings that lists of patterns and prices have as well, so that they alone do not show deals."""
_NAMING: Final[frozenset[Role]] = frozenset({"winner", "from", "dealer"})
_FEW_NAMES: Final = 2
LEAST_COLUMNS: Final = 3
"""Fewest columns of unknown numbers that may be points."""
LOOK: Final = 40
"""Number of rows by which the reading of a table is chosen."""
NAMED_NOTHING: Final = msg(
    "the columns that you named have no deals and no results: name each player's points "
    "or totals, or who won, or a player and the points at the end; the points at the end "
    "must have the same sum in each game"
)
"""Message about a table in which a map finds nothing."""


def _is_of_deals(table: Table) -> bool:
    """Return whether a table contains deals.

    Deals have a column about the win, labels such as `E1`, or columns of points with a constant
    sum. Return False for ratings, seating plans, price lists, and tables with one row for each
    player.
    """
    texts = table.grid.texts(table.head, table.grid.columns_of(table.head))
    texts += [table.grid.first_text(row) for row in table.rows[:LOOK]]
    has_ratings = any(is_rating(text) for text in texts)
    if has_ratings or _names_players(table) or _is_seating_plan(table) or _lists_prices(table):
        return False
    first = table.column("deal")
    labels = [
        table.text(row, "deal") if first else table.grid.first_text(row) for row in table.rows
    ]
    # Numbers alone may count anything.
    are_named = sum(_names_a_deal(label) for label in labels) * 2 > len(labels)
    roles = {role for column, role in table.roles.items()
             if are_named or _may_name_players(table, column, role)}  # fmt: skip
    groups = [group.columns for group in table.groups]
    of_deals = (roles & OF_DEALS) - {"deal"}
    if of_deals <= _OF_HANDS and groups and not (are_named or table.results):
        has_points = any(is_of_points(table.grid, table.rows, some) for some in groups
                         if len(some) >= LEAST_COLUMNS)  # fmt: skip
        of_deals = of_deals if has_points or first else set()
        groups = [some for some in groups if len(some) >= LEAST_COLUMNS]
    if of_deals == {"how"} and not any(len(some) >= LEAST_COLUMNS for some in groups):
        # A heading such as `item` of a price list is also one for results.
        endings = {plain(text) for text in table.grid.down(table.rows, table.column("how"))}
        return not endings.isdisjoint(ENDINGS)
    if of_deals or table.results:
        return True
    if not table.roles:  # a ledger also has losses
        groups = [some for some in groups if share_adding_up(table.grid, table.rows, some)]
    return are_named or any(is_of_points(table.grid, table.rows, some) for some in groups)


def _lists_prices(table: Table) -> bool:
    """Return whether a table is a price list of hands: most headings are numbers of fu or han."""
    heads = table.grid.texts(table.head, table.grid.columns_of(table.head)) if table.head else []
    counted = [head for head in heads if any(is_counted(part) for part in head.split())]
    return len(counted) * 2 > len(heads)


def _is_seating_plan(table: Table) -> bool:
    """Return whether a table says who sits where in each round, by the numbers of the players.

    In such a table, no number is repeated in a row, and all numbers are equally frequent.
    """
    if len(table.groups) != 1 or (OF_DEALS - {"deal"}) & {*table.roles.values()}:
        return False
    columns = [*table.groups[0].columns]
    if not all((number_of(text) or 0) > 0 for text in table.grid.texts(table.rows[0], columns)):
        return False
    seated = [tuple(number_of(text) for text in table.grid.texts(row, columns))
              for row in table.rows]  # fmt: skip
    times = Counter(number for row in seated for number in row)
    players = {Decimal(number) for number in range(1, len(times) + 1)}
    are_apart = all(len({*row}) == len(columns) for row in seated)
    return len(seated) > 1 and are_apart and times.keys() == players and len({*times.values()}) == 1


def _may_name_players(table: Table, column: int, role: Role) -> bool:
    """Return whether the texts in a column may be names of this table's players.

    Also return True if the column's role, such as `value`, names no players. If no column has a
    player's points, a name must be repeated, or name a seat.
    """
    if role not in _NAMING:
        return True
    if not table.groups:
        named = [text for text in table.grid.down(table.rows, column) if not is_absent(text)]
        are_seats = any(seat_of(text) != NOBODY or is_number(text) for text in named)
        return are_seats or len({*named}) < len(named) or len(named) <= _FEW_NAMES
    heads = [plain(head) for group in table.groups for head in group.columns.values()]
    letters = {word[:1] for head in (*heads, *players_above(table).values())
               for word in plain(head).split("_")}  # fmt: skip
    texts = {text for text in table.grid.down(table.rows, column) if not is_absent(text)}
    return not texts or any(
        plain(text)[:1] in letters or seat_of(text) != NOBODY or is_number(text) for text in texts
    )


def _names_players(table: Table) -> bool:
    """Return whether each row has the name of a different player, as in ratings or statistics.

    Return False if the numbers in each row add up to zero, because the rows are then deals.
    """
    names = table.grid.down(table.rows, table.column("player")) if table.column("player") else []
    are_names = not any(label_of(name) or is_number(name) for name in names)
    adds_up = any(adds_up_to_nothing(table.grid, table.rows, group.columns)
                  for group in table.groups)  # fmt: skip
    return len({*names}) == len(names) > 1 and are_names and not adds_up


def _names_a_deal(text: str) -> bool:
    label = label_of(text)
    return is_date(text) or bool(label and not label.isdigit())


def why_not_read(table: Table, layout: SheetMap) -> Finding | None:
    """Return a finding that says why a table cannot be read as deals; None if it can be read.

    `layout` is the user's map of the columns.
    """
    if layout.names_points:
        is_of_one = any(len(group.columns) == 1 for group in table.groups)
        return _one_player_finding(table) if is_of_one else None
    if not _is_of_deals(table):
        return _no_deals_finding(table, layout)
    if (second := _second_of_a_name(table)) is not None:
        return named_twice_finding(second, second.text, table.grid.name)
    return _results_finding(table) if _has_results_of_games(table) else None


def _second_of_a_name(table: Table) -> Cell | None:
    """Return the heading of a column of points that has the name of another player's column.

    More rows must add up with the numbers of this column. Return None if there is no such column.
    """
    for group in table.groups:
        names = {plain(name) for name in group.columns.values()}
        without = share_adding_up(table.grid, table.rows, group.columns)
        for column in table.unread:
            head = table.head_of(column)
            if head is None or plain(head.text) not in names:
                continue
            if share_adding_up(table.grid, table.rows, [*group.columns, column]) > without:
                return head
    return None


def named_twice_finding(cell: Cell, name: str, sheet: str) -> Finding:
    """Return the error that a second player of a game has the same name; `cell` has this name."""
    words = msg(
        "{cell} names {name} a second time in the same game: if two players have this name, write "
        "it differently for each of them",
        cell=cell.name,
        name=name,
    )
    return Finding.telling("sheet.name", "error", words, cell.place(sheet))


def _one_player_finding(table: Table) -> Finding:
    """Return the note that the map names the column of points of only one player."""
    cell = Cell(table.head or table.rows[0], next(iter(table.groups[0].columns)), "")
    words = msg(
        "column {column} is one player's points: name the columns of the other players as well",
        column=letters(cell.column),
    )
    return Finding.telling("sheet.layout", "note", words, cell.place(table.grid.name))


def _no_deals_finding(table: Table, layout: SheetMap) -> Finding:
    """Return the note that a table has no deals, or has none in the columns that a map names."""
    cell = table.grid.in_row(table.head or table.rows[0])[0]
    if layout.says_columns:
        return Finding.telling("sheet.layout", "note", NAMED_NOTHING, cell.place(table.grid.name))
    return no_score_finding(cell, table.grid.name)


def no_score_finding(cell: Cell, sheet: str) -> Finding:
    """Return the note that the table whose first cell is `cell` is not a score sheet."""
    words = msg(
        "the table at {cell} has no deals and no results, and no columns whose numbers are points: "
        "it is not read",
        cell=cell.name,
    )
    return Finding.telling("sheet.layout", "note", words, cell.place(sheet))


def _has_results_of_games(table: Table) -> bool:
    """Return whether the rows are results of whole games, because most of them begin with a date.

    Return False if a column is about deals.
    """
    if not OF_DEALS.isdisjoint(table.roles.values()):
        return False
    names = [
        text for text in (table.grid.first_text(row) for row in table.rows) if not is_total(text)
    ]
    dates = sum(is_date(name) for name in names)
    return dates > 0 and dates * 2 > len(names)


def _results_finding(table: Table) -> Finding:
    cell = table.grid.in_row(table.rows[0])[0]
    words = msg(
        "the rows from {cell} on have dates: results of games, not deals; they are not read",
        cell=cell.name,
    )
    return Finding.telling("sheet.layout", "note", words, cell.place(table.grid.name))
