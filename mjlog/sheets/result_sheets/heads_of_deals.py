"""Tells tables of deals from tables of results by their headings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from mjlog.model.record import NOBODY, SEATS
from mjlog.sheets.cells.numbers import is_number, number_of
from mjlog.sheets.cells.words import RESULTS, TABLE_SIZES, Role, is_date, plain, role_of, seat_of
from mjlog.sheets.files.workbook import Grid
from mjlog.sheets.result_sheets.result_layouts import counts_rows, other_blocks

_OF_DEALS: Final[frozenset[Role | None]] = frozenset(
    {"winner", "from", "how", "han", "fu", "faan", "tai", "doubles", "items", "dealer", "ready"}
)
"""Meanings of columns that no sheet of results has."""
_OF_A_TITLE: Final = 2
"""Most cells of a row above the heads: a word and its value."""
_LOOK: Final = 12
"""Number of first rows that may have the heads."""


def has_heads_of_deals(
    grid: Grid, rows: Sequence[tuple[int, Sequence[int]]], named: Mapping[int, Role]
) -> bool:
    """Return whether a heading in one of the first rows shows that the worksheet lists deals.

    For example, only deals have a column of winners. `named` are columns whose meaning the user
    gave, which are not examined. Rows above the heading row that names the players are ignored.
    """
    numbers = [row for row, _ in rows]
    roles_by_row = [{role_of(text) for text in grid.texts(*row)} for row in rows[:_LOOK]]
    top = next((at for at, roles in enumerate(roles_by_row) if "player" in roles), 0)
    widest = max((len(columns) for _, columns in rows[:_LOOK]), default=0)
    for at, (row, columns) in enumerate(rows[:_LOOK]):
        heads = [column for column in columns if column not in named]
        is_title = not at and _OF_TITLES * len(columns) < widest
        if is_title or (at < top and len(columns) < len(rows[top][1])):
            continue
        # A row of numbers has no headings; `Vince`, a name, also means the winner in Italian.
        numeric = sum(is_number(text) for text in grid.texts(row, columns))
        if len(columns) > _OF_A_TITLE and 2 * numeric >= len(columns):
            continue
        # Rows below other headings or an empty row belong to another table.
        has_heads = not roles_by_row[at].isdisjoint(_OF_DEALS | {"player"})
        blocks = other_blocks(grid, row) if has_heads else []
        others = {other for block in blocks for other in block}
        whole = [other for other in numbers[at + 1 :] if other not in others]
        near = [other for number, other in enumerate(whole) if other == row + number + 1]
        below = near if len(near) > 1 else whole
        if any(_is_of_deals(grid, row, column, below) for column in heads):
            return True
        naming = [column for column in heads if _names_heads(grid, row, column, below)]
        # A column without such a heading may name the best player of each game.
        if len(naming) > 1 or any(role_of(grid.text(row, column)) == "player" for column in naming):
            return True
    return False


_OF_TITLES: Final = 3
"""A first row with less than a third of the cells of the widest row has titles, not headings."""


def _names_heads(grid: Grid, row: int, column: int, below: Sequence[int]) -> bool:
    """Return whether a column repeats names of players who also have a column of their own.

    Such a column names the winners or the discarders of deals, perhaps with words for results such
    as `tsumo`. In a table of results, each name is written once.
    """
    own = grid.text(row, column)
    # Names are below a heading, not below another name.
    if role_of(own) not in {None, "player"} or own in grid.down(below, column):
        return False
    whole = grid.texts(row, grid.columns_of(row))
    if any(is_number(text) for text in whole):
        return False  # the row of a game has names, too
    # Other words may be next to the names, as in `Ann €`.
    texts = [text for text in whole if role_of(text) is None]
    heads = {plain(part) for text in texts for part in (text, *text.split())
             if not is_number(part)}  # fmt: skip
    named = [plain(text) for text in grid.down(below, column)]
    times = Counter(name for name in named if name in heads)
    has_results = not RESULTS.isdisjoint(named) and heads | RESULTS | {""} >= {*named}
    return len(times) >= _OF_A_TITLE and (times.total() > len(times) or has_results)


def _names_best_players(grid: Grid, head: int, column: int, rows: Sequence[int]) -> bool:
    """Return whether a column of winners names the best player of each game, not of each deal.

    `head` is the row of headings.
    """
    named = [row for row in rows if grid.text(row, column)]
    repeated = [grid.text(row, column) in [grid.text(row, at) for at in grid.columns_of(row)
                                           if at != column] for row in named]  # fmt: skip
    if len(named) > 1 and all(repeated):
        # The row of a deal would name only the winner and the discarder.
        texts = [grid.texts(row, grid.columns_of(row)) for row in named]
        return min(sum(not is_number(text) for text in some) for some in texts) > _MOST_OF_A_DEAL
    return _names_best_of_evenings(grid, head, column, named)


_MOST_OF_A_DEAL: Final = min(TABLE_SIZES) + 1
"""Most texts, apart from numbers, in the row of a deal that names players."""


def _names_best_of_evenings(grid: Grid, head: int, column: int, rows: Sequence[int]) -> bool:
    """Return whether a column names the player with the most points of each row.

    The rows must have dates, and the players must have columns of their own; `head` is the row of
    their names. At most one row may name another player.
    """
    columns = {plain(grid.text(head, at)): at for at in grid.columns_of(head)}
    right = 0
    for row in rows:
        own = number_of(grid.text(row, columns.get(plain(grid.text(row, column)), 0)))
        numbers = [number_of(text) or Decimal(0) for text in grid.texts(row, columns.values())]
        right += own == max(numbers, default=None)
    are_dated = role_of(grid.first_text(head)) == "date" or all(
        is_date(grid.first_text(row)) for row in rows
    )
    return are_dated and len(rows) > _OF_A_TITLE and right >= len(rows) - 1


def _is_of_deals(grid: Grid, row: int, column: int, below: Sequence[int]) -> bool:
    """Return whether the heading in `column` shows that the worksheet lists deals, not results.

    Ambiguous headings are decided by the numbers in the rows `below`. For example, a word for a win
    may head a column of points, and `East` may mean a seat or the dealer.
    """
    text = grid.text(row, column)
    role = role_of(text)
    _, *behind = grid.texts(row, grid.columns_of(row))
    # A word before numbers is the head of its row.
    if len(behind) >= _OF_A_TITLE and all(is_number(each) for each in behind):
        return False
    if role == "dealer" or seat_of(text) != NOBODY:
        for texts in (grid.texts(row, grid.columns_of(row)), grid.down(below, column)):
            if {seat_of(each) for each in texts}.issuperset(range(len(SEATS))):
                return False
    if role not in {"how", "winner", "from", "fu"}:
        return role in _OF_DEALS and not counts_rows(grid, column, below)
    # Heads may be repeated above each table.
    texts_below = [each for each in grid.down(below, column) if each and each != text]
    # A tick for each player who has paid is not a name.
    are_ticks = role == "from" and len(texts_below) != 1 and len({*texts_below}) <= 1
    if are_ticks or (role == "winner" and _names_best_players(grid, row, column, below)):
        return False
    numbers = [number_of(each) for each in grid.down(below, column) if each != text]
    if role == "fu":  # the minipoints of a game may be negative
        return not any(number is not None and number < 0 for number in numbers)
    if role == "how" and None not in numbers[1:]:  # above a row of heads it is the result of a game
        numbers = numbers[1:]
    # Players may be named by numbers up to four.
    is_of_points = any(number is not None and abs(number) > len(SEATS) for number in numbers)
    return None in numbers or (role != "how" and not is_of_points)
