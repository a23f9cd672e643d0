"""Finds what a table's columns of points are: changes or totals, in which unit, or hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import permutations
from typing import Final, Literal

from mjlog.model.record import NOBODY, Seat
from mjlog.referee.rule_set import RuleSet
from mjlog.sheets.cells.numbers import are_sums, decimal_sign, number_of, whole
from mjlog.sheets.cells.text_caches import CELL_TEXTS
from mjlog.sheets.cells.words import (
    AFTERWARDS,
    ENDS,
    TOTALS,
    WORTH,
    Role,
    core,
    is_total,
    label_of,
    plain,
    role_of,
)
from mjlog.sheets.files.workbook import Grid
from mjlog.sheets.layouts.layout import Kind, Players, Table
from mjlog.sheets.points import FRACTIONS, Points, points_of

_LOOK: Final = 40
"""Number of rows by which labels of deals are recognised."""
_SCALED: Final = 1000
"""Games with sticks of this worth are also written in hundreds or thousands."""
_LEAST_ROWS: Final = 2
_MOST_SUMS: Final = 4
"""Most rows of totals that are compared with the sums of the deals."""
_OF_THE_GAME: Final = TOTALS | AFTERWARDS | ENDS
_ROLES_OF_THE_GAME: Final = frozenset({"start", "final", "sum", "value"})
_KINDS: Final[Mapping[str, Kind]] = {"change": "change", "total": "total"}


def points_of_table(
    table: Table, rules: RuleSet | None, seats: Mapping[str, Seat], unit: int
) -> Iterator[Points]:
    """Yield the groups of columns with points of a table; a group has a column for each player.

    A group has changes (points won or lost), running totals, or values of hands, which come last.
    `seats` maps the headings of players' columns to seats. `unit` is the number of points that a 1
    in a cell stands for; if it is 0, it is found from the numbers. Of two groups of totals, before
    and after each deal, only the totals after the deal are yielded.
    """
    grid = table.grid
    deals = _rows_of_deals(table)
    columns = [column for group in table.groups for column in group.columns]
    sign = decimal_sign([text for row in table.rows for text in grid.texts(row, columns)])
    of_deals = {*deals}
    below = [row for row in table.rows if row not in of_deals and is_total(grid.first_text(row))]
    groups = [replace(group, kind="change") if _are_added_up(grid, group, deals, below)
              or _have_totals_between(table, group) else group
              for group in table.groups]  # fmt: skip
    points = [
        points_of(grid, _seated(group, seats), deals, sign, _start(rules)) for group in groups
    ]
    points = [replace(each, unit=_unit_of_values(table, deals, each)) for each in points]
    hands = [each for each in points if each.kind == "hand"]
    after = _leave_out_points_before(grid, deals, [each for each in points if each not in hands])
    are_open = not any(group.kind for group in table.groups)
    after = _name_changes_and_totals(grid, deals, after, are_open=are_open)
    changes = next((each for each in after if each.kind == "change"), None)
    for each in (*after, *hands):
        is_before = each.kind == "total" and _is_before(table, deals, each, changes)
        later = _rows_of_totals(grid, deals, each) if is_before else None
        yield replace(each, unit=unit or each.unit, later=later)


def _unit_of_values(table: Table, rows: Sequence[int], points: Points) -> int:
    """Return the unit of `points`, or a larger one that also makes the values of hands whole.

    Sheets in money write points and values with the same decimals, such as 0.70 and 0.35.
    """
    if points.unit not in FRACTIONS[1:]:
        return points.unit
    values = [number for text in table.grid.down(rows, table.column("value"))
              if (number := number_of(text, points.sign)) is not None]  # fmt: skip
    units = [unit for unit in FRACTIONS if unit >= points.unit
             and all(whole(value * unit) is not None for value in values)]  # fmt: skip
    return units[0] if units else points.unit


def _rows_of_deals(table: Table) -> Sequence[int]:
    """Return the row numbers of a table without rows about the end or the start of the game.

    For example, a row `Total` is left out. If most rows begin with the label of a deal, such as
    `E1`, all rows below the last label are left out too.
    """
    rows = [row for row in table.rows if not is_start_or_end_row(table.grid, row)]
    first = rows[:_LOOK]
    if sum(_is_labelled(table, row) for row in first) * 2 <= len(first):
        return rows
    last = next((row for row in reversed(rows) if _is_labelled(table, row)), 0)
    return [row for row in rows if row <= last]


def _is_labelled(table: Table, row: int) -> bool:
    """Return whether a row begins with the label of a deal, such as `E1`."""
    return bool(label_of(table.text(row, "deal") or table.grid.first_text(row)))


def _is_before(table: Table, deals: Sequence[int], totals: Points, changes: Points | None) -> bool:
    """Return whether each row of a deal has the totals before the deal instead of after it.

    If `changes` (points won or lost) are known, a row's total plus its change should give the next
    row's total. Otherwise return True if the first deal was won, but all players have the same
    total in its row. Return False for two deals or fewer.
    """
    if len(deals) <= _LEAST_ROWS:
        return False
    grid = table.grid
    if changes is not None:
        before = _agreeing(grid, deals, totals, changes, after=0)
        return before > _agreeing(grid, deals, totals, changes) and before * 2 > 1
    # After a win, not all players have the same points.
    is_won = any(number_of(cell.text) for cell in table.cells(deals[0], _OF_HANDS))
    return is_won and _are_alike(grid, deals[0], totals)


_OF_HANDS: Final[tuple[Role, ...]] = tuple(role for role, _ in WORTH)


def _rows_of_totals(grid: Grid, deals: Sequence[int], totals: Points) -> Mapping[int, int]:
    """Map each deal's row to the next deal's row, which has the totals after the deal.

    Called if the rows have the totals before their deals. The last deal of a game is mapped to 0,
    because no row has the totals after it.
    """
    following = (0 if _are_alike(grid, row, totals) else row for row in deals[1:])
    return dict(zip(deals, (*following, 0), strict=True))


def _are_alike(grid: Grid, row: int, totals: Points) -> bool:
    """Return whether all players have the same total in a row, as at the beginning of a game."""
    numbers = {*totals.numbers(grid, row)}
    return len(numbers) == 1 and None not in numbers


def _are_added_up(grid: Grid, group: Players, deals: Sequence[int], below: Sequence[int]) -> bool:
    """Return whether a row below the deals has the sums of a group's columns, one for each player.

    If it has, the columns contain changes (points won or lost), not running totals. The sum of one
    player may be wrong. `below` are the rows that are named as totals. Return False if the headings
    say what the columns contain, if there are no more than two deals or two players, or if all sums
    are 0.
    """
    if group.kind or len(deals) <= _LEAST_ROWS or not below:
        return False
    columns = [[number_of(text) or 0 for text in grid.down(deals, at)] for at in group.columns]
    sums = [sum(numbers) for numbers in columns]
    numbers_below = [[number_of(text) for text in grid.texts(row, group.columns)]
                     for row in below[:_MOST_SUMS]]  # fmt: skip
    return any(sums) and len(sums) > 2 and any(are_sums(row, sums) for row in numbers_below)


def _have_totals_between(table: Table, group: Players) -> bool:
    """Return whether rows without a label between the deals have running totals of the deals.

    The rows with a label then have changes (points won or lost). More than two thirds of the
    numbers without a label must be the totals before plus the changes since. Return False unless
    the table has a column of labels and exactly one group of players' columns.
    """
    if len(table.groups) > 1 or group.kind == "hand" or not table.column("deal"):
        return False
    columns = tuple(group.columns)
    before = moved = [Decimal(0)] * len(columns)
    fitting: list[bool] = []
    for row in table.rows[:_LOOK]:
        numbers = [number_of(text) for text in table.grid.texts(row, columns)]
        if None in numbers:
            continue
        filled = [number or Decimal(0) for number in numbers]
        if label_of(table.text(row, "deal")):
            moved = [a + b for a, b in zip(moved, filled, strict=True)]
        elif any(moved):
            fitting += [new == old + more
                        for new, old, more in zip(filled, before, moved, strict=True)]  # fmt: skip
            before, moved = filled, [Decimal(0)] * len(columns)
    return len(fitting) > len(columns) and 3 * sum(fitting) > 2 * len(fitting)


def _leave_out_points_before(
    grid: Grid, rows: Sequence[int], points: Sequence[Points]
) -> Sequence[Points]:
    """Remove the points before each deal if other columns have the points after each deal.

    The elements of `points` are groups of columns, one column for each player. A group is removed
    if another group has the same points one row earlier, in more than half of the rows. Return the
    remaining elements of `points`, or `points` itself if nothing is removed.
    """
    for before, after in permutations(points, 2):
        if before.kind == "change" or after.kind == "change" or len(rows) <= _LEAST_ROWS:
            continue
        begun = [before.numbers(grid, row) for row in rows[1:]]
        ended = [after.numbers(grid, row) for row in rows[:-1]]
        alike = sum(one == other for one, other in zip(begun, ended, strict=True) if any(one))
        if alike * 2 > len(begun):
            return [each for each in points if each is not before]
    return points


def _name_changes_and_totals(
    grid: Grid, rows: Sequence[int], points: Sequence[Points], *, are_open: bool
) -> Sequence[Points]:
    """Decide which of two groups of columns has changes (points won or lost), and which has totals.

    The group whose numbers are running sums of the other group has the totals. Otherwise, if both
    headings mean changes, a group without losses becomes totals if the other group adds up to 0.
    Return both groups with the kinds `change` and `total`; return `points` unchanged if nothing
    decides, or if there are not two groups. `are_open` is True if no heading says what a group has.
    """
    if len(points) != len(_KINDS) or (points[0].kind != points[1].kind and not are_open):
        return points
    first, second = points
    for changes, totals in ((first, second), (second, first)):
        if _agreeing(grid, rows, totals, changes) > _agreeing(grid, rows, changes, totals):
            kinds = {id(changes): "change", id(totals): "total"}
            return [replace(each, kind=_KINDS[kinds[id(each)]]) for each in points]
    if first.kind == second.kind == "change":
        # Values of hands have no losses, and what players pay for them adds up to zero.
        return [replace(each, kind="total") if _is_without_loss(grid, rows, each)
                and _adds_up(grid, rows, other) else each
                for each, other in ((first, second), (second, first))]  # fmt: skip
    return points


def _is_without_loss(grid: Grid, rows: Sequence[int], points: Points) -> bool:
    """Return whether the players' columns have no negative number, and positive sums in most rows.

    Such columns have hand values, not points that players pay each other.
    """
    numbers = _numbers(grid, rows, points)
    are_gains = all(number >= 0 for row in numbers for number in row)
    return are_gains and sum(sum(row) > 0 for row in numbers) * 2 > len(rows)


def _adds_up(grid: Grid, rows: Sequence[int], points: Points) -> bool:
    """Return whether the players' points add up to 0 in more than half of the rows.

    Rows with only zeros or blanks do not count as adding up.
    """
    numbers = _numbers(grid, rows, points)
    return sum(any(row) and not sum(row) for row in numbers) * 2 > len(rows)


def _numbers(grid: Grid, rows: Sequence[int], points: Points) -> list[list[int]]:
    return [[number or 0 for number in points.numbers(grid, row)] for row in rows]


def hands_of_table(
    table: Table, rules: RuleSet | None, points: Sequence[Points]
) -> Iterator[Points]:
    """Yield the groups of columns in `points` that have the value of each player's hand.

    They are the groups of the kind `hand`. If the rules count doubles, also yield totals that are
    not the running sums of the changes (points won or lost).
    """
    yield from (each for each in points if each.kind == "hand")
    if rules is not None and "doubles" in rules.scoring.item_names:
        yield from _totals_of_nothing(table, points)


def _totals_of_nothing(table: Table, points: Sequence[Points]) -> Iterator[Points]:
    """Yield the groups of totals that are not the running sums of the changes (won or lost)."""
    rows = [row for row in table.rows if not is_start_or_end_row(table.grid, row)]
    changes = next((each for each in points if each.kind == "change"), None)
    if changes is None:
        return
    for totals in [each for each in points if each.kind == "total"]:
        # Half or more of running totals agree with the changes.
        if _agreeing(table.grid, rows, totals, changes) * 2 < 1:
            yield totals


def has_hands(table: Table) -> bool:
    """Return whether each player has a column of hand values next to a column of changes.

    The table must have two groups of columns: changes, and numbers that are never negative and
    never the totals of the changes. Sheets of games in which losers count their hands too (American
    rules) have such columns.
    """
    if len(table.groups) != len(_KINDS):
        return False
    seats = {name: seat for seat, name in enumerate(table.groups[0].columns.values())}
    hands = [*_totals_of_nothing(table, [*points_of_table(table, None, seats, 1)])]
    rows = [row for row in table.rows if not is_start_or_end_row(table.grid, row)]
    numbers = [number for each in hands for row in rows for number in each.numbers(table.grid, row)]
    are_values = all(number is not None and number >= 0 for number in numbers)
    return len(hands) == 1 and len(rows) > _LEAST_ROWS and are_values


def _agreeing(
    grid: Grid, rows: Sequence[int], totals: Points, changes: Points, *, after: Literal[0, 1] = 1
) -> Fraction:
    """Return the share of totals, between 0 and 1, that equal the previous total plus a change.

    The change is that of the row with the new total if `after` is 1, or that of the row with the
    previous total if `after` is 0. Return 1/2 if no total can be compared.
    """
    totals_by_row = [totals.numbers(grid, row) for row in rows]
    moved = [changes.numbers(grid, row) for row in rows]
    pairs = [
        after - before == change
        for old, new, row in zip(totals_by_row, totals_by_row[1:], moved[after:], strict=False)
        for before, after, change in zip(old, new, row, strict=True)
        if before is not None and after is not None and change is not None
    ]
    return Fraction(sum(pairs), len(pairs)) if pairs else Fraction(1, 2)


def _start(rules: RuleSet | None) -> int | None:
    """Return each player's starting points, if a riichi stick is worth 1000 points or more.

    Used to find out whether a sheet writes points in hundreds or thousands. Return None for rules
    with smaller numbers, and if `rules` is None.
    """
    if rules is None or rules.pot.unit < _SCALED:
        return None
    return rules.progress.start_points


def is_start_or_end_row(grid: Grid, row: int) -> bool:
    """Return whether a row begins with a word for the end or start of the game, such as `Total`.

    Such a row is not a deal.
    """
    return _names_end_or_start(grid.first_text(row))


@CELL_TEXTS.cached
def _names_end_or_start(text: str) -> bool:
    """Return whether a text names the end, the start or the totals of a game, such as `Final`."""
    is_of_game = not _OF_THE_GAME.isdisjoint({plain(text), core(plain(text))})
    return is_of_game or is_total(text) or role_of(text) in _ROLES_OF_THE_GAME


def _seated(group: Players, seats: Mapping[str, Seat]) -> Players:
    """Return a copy of a group of players' columns with the columns in the order of the seats."""
    order = sorted(group.columns.items(), key=lambda each: seats.get(each[1], NOBODY))
    return Players(group.kind, dict(order))
