"""Checks a block that has each player's sum over several games.

The sum may also be over deals whose points follow from the rules.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain, islice, pairwise, product
from typing import Final

from mjlog.auditor.audit import audit_quickly
from mjlog.model.record import NOBODY
from mjlog.results.standings import standings
from mjlog.sheets.cells.numbers import add_up, count_equal, is_number, number_of, rank_of
from mjlog.sheets.cells.words import (
    OF_READY,
    OF_RESULTS,
    Role,
    label_of,
    plain,
    role_of,
    seat_and_name,
)
from mjlog.sheets.files.workbook import Cell, Grid, numbers_in
from mjlog.sheets.layouts.columns_of_points import is_start_or_end_row
from mjlog.sheets.layouts.layout import Table, players_above
from mjlog.sheets.layouts.short_names import beginnings_of
from mjlog.sheets.records import GameDraft, RowBelow, recorded
from mjlog.sheets.result_sheets.expected_numbers import ranks_due, split_into_rows
from mjlog.sheets.result_sheets.rows_after_sums import due_by_others
from mjlog.sheets.result_sheets.tables_of_rounds import BROUGHT, table_points_due
from mjlog.sheets.usual_amounts import MOST_LEFT

_LEAST: Final = 3
"""Fewest players whose sums can show the meaning of a block."""
_LEAST_GAMES: Final = 2
_LEAST_POINTS: Final = 5000
"""Least average of the players' points in a block that may have final points of one game.

The total of such a block is also a multiple of this number.
"""
_THOUSAND: Final = 1000
_LEAST_IN_ALL: Final = 20_000
"""The points of all players at the start are a multiple of this number, 5000 for each of four."""
_UNITS: Final = (Decimal(1), Decimal(_THOUSAND))
_MOST_DIGITS: Final = 2
"""Most digits of the number of a deal; points have more."""
_LOOK: Final = 12
"""Number of first rows that may have the heads of deals."""
_OF_HANDS: Final[frozenset[Role | None]] = frozenset({"value", "faan", "han", "fu", "tai"})
_OF_NAMES: Final = frozenset((*OF_RESULTS, *OF_READY, "dealer"))
"""Heads of rows that name players of deals, in a table with a column for each deal."""
_OF_DEALS: Final = _OF_HANDS | {"deal", "winner", "from", "how"}
Sums = Mapping[str, Decimal]
"""Sum of each player, by name."""


@dataclass(frozen=True, slots=True)
class Block:
    """A block of players' names and numbers next to or below the games of a sheet.

    Each of its `lines` has a cell, or None, for each player. `places` are the rows and columns of
    all cells of the block.
    """

    players: Sequence[str]
    lines: Sequence[Sequence[Cell | None]]
    places: frozenset[tuple[int, int]]

    def first_cell(self, grid: Grid) -> Cell:
        """Return the top left cell of the block; `grid` is its worksheet."""
        return grid.cells[min(self.places)]

    def removed_from(self, grid: Grid) -> Grid:
        """Return a copy of the worksheet without the cells of this block."""
        cells = {place: cell for place, cell in grid.cells.items() if place not in self.places}
        return replace(grid, cells=cells)

    @property
    def has_ranks(self) -> bool:
        """Whether a line of the block has each player's rank, such as `1st`."""
        return any(all(cell is not None and rank_of(cell.text) for cell in cells)
                   for cells in self.lines)  # fmt: skip

    def alone_in(self, grid: Grid) -> Grid:
        """Return a copy of the worksheet with only the cells of this block."""
        cells = {place: cell for place, cell in grid.cells.items() if place in self.places}
        return replace(grid, cells=cells)

    def columns(self) -> Iterator[tuple[Sequence[Cell | None], Sequence[Decimal | None]]]:
        """Yield the cells of each line of the block, together with the numbers in them.

        Both are sequences with an entry for each player. Lines in which at most half of the players
        have a number are skipped.
        """
        for cells in self.lines:
            numbers = numbers_in(cells)
            if 2 * sum(number is not None for number in numbers) > len(cells):
                yield cells, numbers

    def rows_to_check(self, ways: Sequence[Sums]) -> Iterator[RowBelow]:
        """Yield the lines of the block that can be checked, as cells with expected numbers.

        Cells are grouped as `RowBelow` objects. `ways` are sums that a line may contain, each a
        dict from player to number. First come the lines with such sums. Then come lines of ranks
        and of table points (4, 2, 1 and 0), if they agree with the first line of sums, and lines of
        money that are multiples of a line of sums.
        """
        points: list[Sequence[Decimal | None]] = []
        others: list[tuple[Sequence[Cell | None], Sequence[Decimal | None]]] = []
        for cells, numbers in self.columns():
            due = self._due(numbers, ways)
            if due:
                points.append(due)
                yield from split_into_rows("result", cells, due)
            else:
                others.append((cells, numbers))
        for cells, numbers in others if points else ():
            counted = [*range(1, len(numbers) + 1)]
            is_count = numbers in (counted, counted[::-1])
            ranks = ranks_due(cells, points[0])
            scores = [number for number in points[0] if number is not None]
            places = table_points_due(scores) if len(scores) == len(BROUGHT) else []
            # A column that counts the rows agrees with ranks or table points only by chance.
            if is_count and numbers != [*ranks]:
                continue
            if _are_alike([rank_of(cell.text) if cell else None for cell in cells], ranks):
                yield from split_into_rows("place", cells, ranks)
            elif places and _are_alike(numbers, places):
                yield from split_into_rows("result", cells, places)
            elif money := _money(numbers, points):
                yield from split_into_rows("result", cells, money)

    def sums_with_own_start(self, changes: Sums) -> Iterator[Sums]:
        """Yield everybody's final points: the changes plus starting points that the block shows.

        `changes` maps each player to the points won or lost in all deals. A line of the block shows
        the starting points if its numbers exceed the changes by the same whole thousands, for all
        players but at most one.
        """
        won = [changes.get(name) for name in self.players]
        for _, numbers in self.columns():
            began = Counter(number - own for number, own in zip(numbers, won, strict=True)
                            if number is not None and own is not None)  # fmt: skip
            start, times = next(iter(began.most_common(1)), (Decimal(0), 0))
            if times >= max(_LEAST, len(numbers) - 1) and start > 0 and not start % _THOUSAND:
                yield {name: number + start for name, number in changes.items()}

    def _due(
        self, numbers: Sequence[Decimal | None], ways: Sequence[Sums]
    ) -> Sequence[Decimal | None]:
        """Return the expected numbers of a line of the block; an empty sequence if no sum fits it.

        `numbers` are the written numbers, and `ways` are sums that the line may contain, each a
        dict by player. The sum with most equal numbers is used; at most one number may differ. If
        the written numbers add up as points do and the sums do not, the written numbers are
        returned, because then a number above the block is wrong.
        """
        best: Sequence[Decimal | None] = ()
        most = (0, False)
        for way, unit in product(ways, _UNITS):
            sums = [way.get(name) for name in self.players]
            due = [None if own is None else own / unit for own in sums]
            fitting = count_equal(numbers, due), _adds_up(due)
            if _are_alike(numbers, due) and fitting > most:
                # If the recorded sum adds up to zero, it is right, and a number above it is wrong.
                best, most = numbers if _adds_up(numbers) and not _adds_up(due) else due, fitting
        return best


def rows_of_table_points(
    rows: Iterable[Sequence[Cell | None]], points: Sequence[Decimal]
) -> Iterator[RowBelow]:
    """Yield the rows that have the table points for places, as cells with expected numbers.

    `points` are the final points of the players. At most one number of a row may be wrong.
    """
    due = table_points_due(points) if len(points) == len(BROUGHT) else []
    for cells in rows:
        numbers = numbers_in(cells)
        if due and _are_alike(numbers, due):
            yield from split_into_rows("result", cells, due)


def _money(
    numbers: Sequence[Decimal | None], points: Sequence[Sequence[Decimal | None]]
) -> Sequence[Decimal]:
    """Return the expected amounts of money, if most are the same multiple of the players' points.

    `numbers` are the written amounts, and `points` are lines of points. Return an empty sequence if
    the amounts do not follow from a line.
    """
    amounts = [number for number in numbers if number is not None]
    whole = [[number for number in line if number is not None] for line in points]
    lines = [line for line in whole if len(line) == len(amounts) == len(numbers)]
    return due_by_others(amounts, lines, ())


def _are_alike(numbers: Sequence[Decimal | None], due: Sequence[Decimal | None]) -> bool:
    """Return whether at most one number differs from the expected number.

    At least three numbers must be equal.
    """
    return count_equal(numbers, due) >= max(_LEAST, len(numbers) - 1)


def _adds_up(numbers: Sequence[Decimal | None]) -> bool:
    """Return whether the numbers add up to zero or a multiple of 5000, as starting points do."""
    return add_up(numbers) % _LEAST_POINTS == 0


def block_below(grid: Grid, first: int, names: Sequence[str]) -> Block | None:
    """Find a block of players' names and results at the end of a worksheet.

    The block must begin in row `first` or below. `names` are the players. Each row of the block has
    a player's name and numbers; or one row has the names, and the rows below have the numbers.
    Return a `Block`, or None if there is no block.
    """
    # Headings may have the seat before the name: `1. Ann`. Rows may have the first letters.
    by_name = {plain(text): name for name in names for text in (name, seat_and_name(name)[1])}
    by_name = {**{text: names[at] for text, at in beginnings_of(names).items()}, **by_name}
    players: dict[str, int] = {}
    heads: list[int] = []
    rows = [(row, columns) for row, columns in grid.rows() if row >= first]
    for row, columns in reversed(rows):
        words = [text for text in grid.texts(row, columns)
                 if not is_number(text) and rank_of(text) is None]  # fmt: skip
        name = by_name.get(plain(words[0])) if words else None
        if len(words) == 1 < len(columns) and name and name not in players and not heads:
            players[name] = row
        elif players and len(words) == len(columns) and not label_of(words[0]):
            heads.append(row)
        else:
            break
    if len(players) < _LEAST:
        return _row_below(grid, [row for row, _ in rows], by_name)
    every = sorted({at for row in players.values() for at in grid.columns_of(row)})
    lines = [[grid.at(row, column) for row in players.values()] for column in every]
    places = {(row, at) for row in (*players.values(), *heads) for at in grid.columns_of(row)}
    return Block([*players], lines, frozenset(places))


def block_below_turned_deals(grid: Grid, tables: Sequence[Table]) -> Block | None:
    """Find the block of players' results below a table that has a column for each deal.

    `tables` are the tables of the worksheet; a table with a column for each deal was turned, so
    that its deals are rows. Return a `Block`, or None without such a table or block.
    """
    turned = next((table for table in tables if table.grid.is_transposed and table.groups), None)
    if turned is None:
        return None
    # The rows of the players are the columns of the turned table.
    rows = turned.groups[0].columns
    return block_below(grid, max(rows) + 1, [*rows.values()])


def block_below_one_game(tables: Sequence[Table]) -> Block | None:
    """Find the block of players' results, such as final points and ranks, below the only game.

    Return a `Block`, or None if `tables` have several games or no such block. A block in the rows
    of the game that has only the final points is read with the game.
    """
    # A row of the block may look like headings of another table.
    games = [table for table in tables if table.groups
             and not all(is_number(name) for name in table.groups[0].columns.values())]  # fmt: skip
    if len(games) != 1 or games[0].grid.is_transposed or not games[0].rows:
        return None
    (game,) = games
    names = [*game.groups[0].columns.values()]
    block = block_below(game.grid, game.rows[0], names)
    is_apart = block is not None and min(block.places)[0] > max(game.rows)
    has_ranks = block is not None and (len([*block.columns()]) > 1 or block.has_ranks)
    return block if is_apart or has_ranks else None


def _row_below(grid: Grid, rows: Sequence[int], by_name: Mapping[str, str]) -> Block | None:
    """Find a row of players' names with rows of numbers below, at the end of `rows`.

    Return it as a `Block`, or None if there is no such row. `rows` are searched from the bottom,
    and `by_name` maps normalized names to names.
    """
    for at in range(len(rows) - 1, 0, -1):
        names = {column: by_name[word] for column in grid.columns_of(rows[at - 1])
                 if (word := plain(grid.text(rows[at - 1], column))) in by_name}  # fmt: skip
        is_of_all = len(names) >= _LEAST and len({*names.values()}) == len(names)
        is_of_all = is_of_all and role_of(grid.first_text(rows[at - 1])) not in _OF_NAMES
        # A deal may name a winner, a discarder and a player who declared riichi.
        if is_of_all and not any(is_number(cell.text) for cell in grid.in_row(rows[at - 1])):
            below = rows[at:]
            lines = [[grid.at(row, column) for column in names] for row in below]
            places = {(row, column) for row in (rows[at - 1], *below)
                      for column in grid.columns_of(row)}  # fmt: skip
            return Block([*names.values()], lines, frozenset(places))
        if not any(
            is_number(text) for text in grid.texts(rows[at], names or grid.columns_of(rows[at]))
        ):
            break
    return None


def _block_beside(grid: Grid, after: int, names: Sequence[str]) -> Block | None:
    """Find players' names below each other, right of column `after`, with numbers next to them.

    Return them as a `Block`; None if there are no such names. `names` are the players.
    """
    by_name = {plain(name): name for name in names}
    for column in sorted({at for _, at in grid.cells if at > after}):
        rows = {row: name for row, columns in grid.rows() if column in columns
                and (name := by_name.get(plain(grid.text(row, column))))}  # fmt: skip
        if len(rows) < _LEAST or len({*rows.values()}) < len(rows):
            continue
        wide = range(column + 1, max(at for _, at in grid.cells) + 1)
        lines = [[grid.at(row, at) for row in rows] for at in wide]
        top = min(rows) - 1
        places = {place for place in grid.cells if place[0] in {top, *rows} and place[1] >= column}
        return Block([*rows.values()], lines, frozenset(places))
    return None


def block_of_all_games(tables: Sequence[Table]) -> Block | None:
    """Find the block of totals that adds up all games of a sheet, below the last game.

    Return None if there is no block below several games. If no line of the block has the sums of
    all games and its numbers are as large as final points, also return None, because it may belong
    to the last game only.
    """
    games = [table for table in tables if _has_deals(table)]
    are_below = all(one.rows[-1:] < other.rows[:1] for one, other in pairwise(games))
    if len(games) < _LEAST_GAMES or not are_below or games[-1].grid.is_transposed:
        return None
    names = {plain(name): name for game in games for name in game.groups[0].columns.values()}
    rows = games[-1].rows
    block = block_below(games[-1].grid, rows[0], [*names.values()]) if rows else None
    if block is None:
        return None
    *ways_of_some, _ = ways_of_games(games, block)
    has_sums = any(True for _ in block.rows_to_check([*chain(*ways_of_some)]))
    least = _LEAST_POINTS * len(block.players)
    are_points = any(add_up([abs(number or Decimal(0)) for number in numbers]) >= least
                     for _, numbers in block.columns())  # fmt: skip
    return block if has_sums or not are_points else None


def block_of_priced_deals(grid: Grid, tables: Sequence[Table]) -> Block | None:
    """Find the block of totals below or to the right of deals that have no points themselves.

    These deals only name the winner and the hand's value. `tables` are the tables of the worksheet;
    lines above them may name the players. Return None if there is no block.
    """
    above = [name for table in tables[:1] for name in players_above(table).values()]
    for head, columns in islice(grid.rows(), _LOOK):
        roles = {role_of(text): column for column in columns if (text := grid.text(head, column))}
        naming = [column for role in ("winner", "from") if (column := roles.get(role))]
        if "winner" not in roles or roles.keys().isdisjoint(_OF_HANDS):
            continue
        rows = [row for row, _ in grid.rows() if row > head]
        texts = {plain(text): text for column in naming for text in grid.down(rows, column)}
        after = max(column for role, column in roles.items() if role in _OF_DEALS)
        names = above or [*texts.values()]
        if beside := _block_beside(grid, after, names):
            return beside
        block = block_below(grid, head + 1, names)
        # Without a gap or heads in between, the last rows are deals without a discarder.
        top = min(block.places)[0] if block else 0
        heads = grid.texts(top, grid.columns_of(top))
        is_apart = not grid.columns_of(top - 1) or not any(is_number(text) for text in heads)
        return block if is_apart else None
    return None


def priced_sums(draft: GameDraft) -> list[Sums]:
    """Compute everybody's final points by the rules, for deals that only name winner and value.

    Return two dicts from player to points: the final points, and the same without the starting
    points. The list is empty if the rules do not decide all payments, or if payments depend on
    dealers who are unknown.
    """
    dealers = range(len(draft.players)) if draft.rotating else (NOBODY,)
    ends: set[tuple[int, ...]] = set()
    start: tuple[int, ...] = ()
    for dealer in dealers:
        deals = [deal if dealer == NOBODY else replace(deal, dealer=dealer)
                 for deal in draft.deals]  # fmt: skip
        game = recorded(replace(draft, rotating=False, deals=tuple(deals))).game
        priced = standings(audit_quickly(game, draft.rules))
        if priced is None or priced.due is None:
            return []
        ends.add(priced.due)
        start = priced.start
    if len(ends) != 1:
        return []
    end = ends.pop()
    without = [own - begun for own, begun in zip(end, start, strict=True)]
    return [{name: Decimal(number) for name, number in zip(draft.players, some, strict=True)}
            for some in (end, without)]  # fmt: skip


def ways_of_games(tables: Sequence[Table], block: Block) -> list[list[Sums]]:
    """Return the sums that the lines of a block below several games may contain.

    The first list has sums over all games; then there is a list for each game. A sum is a dict from
    player to number. It may include the starting points that the block shows.
    """
    games = [table for table in tables if _has_deals(table)]
    points = [_points_of_game(game) for game in games]
    over_all = [_added(some) for some in zip(*points, strict=True)]
    ways = [[*sums_of_games(tables), *over_all], *([*some] for some in points)]
    return [
        [*some, *(sums for way in some for sums in block.sums_with_own_start(way))] for some in ways
    ]


def _points_of_game(game: Table) -> tuple[Sums, Sums, Sums]:
    """Return each player's last number, and the points won without and with the sticks left.

    The player with the most points gets the riichi sticks that are left on the table. If the deals
    have totals, the points are the last totals. Totals that add up to zero look like changes, so
    the last numbers are returned, too.
    """
    numbers = [_numbers(game, row) for row in _rows_of_deals(game)]
    # Points held after each deal are not added up.
    are_totals = game.groups[0].kind == "total" or _are_totals(numbers)
    won = numbers[-1] if are_totals and numbers else _added(numbers)
    # The remainder of a negative `Decimal` is negative.
    left = (_LEAST_IN_ALL - add_up(won.values()) % _LEAST_IN_ALL) % _LEAST_IN_ALL
    best = [name for name, number in won.items() if number == max(won.values())]
    last = numbers[-1] if numbers else won
    if len(best) > 1 or left > MOST_LEFT:
        return last, won, won
    return last, won, {name: number + left * (name in best) for name, number in won.items()}


def _rows_of_deals(table: Table) -> Iterator[int]:
    """Yield the rows of a table that have the label of a deal, and no more digits."""
    has_column = bool(table.column("deal"))
    for row in table.rows:
        label = label_of(table.text(row, "deal") if has_column else table.grid.first_text(row))
        if label and not (label.isdigit() and len(label) > _MOST_DIGITS):
            yield row


def _has_deals(table: Table) -> bool:
    """Return whether a table has columns of players, and a row with the label of a deal."""
    return bool(table.groups) and next(_rows_of_deals(table), None) is not None


def sums_of_games(tables: Sequence[Table]) -> list[Sums]:
    """Return the sums over several games that a block of totals may contain.

    Each sum is a dict from player to number. The last one adds up the changes of points in all
    deals. Before it come the sums of the last deals, which may have totals, and of rows below the
    deals, such as `Uma`, if each game has a row with this name.
    """
    games = [table for table in tables if table.groups]
    by_word = [_rows_by_word(game) for game in games]
    words = [
        word for rows in by_word[:1] for word in rows if all(word in others for others in by_word)
    ]
    ways = [_added([rows[word] for rows in by_word]) for word in words]
    points = [_points_of_game(game) for game in games]
    return [*ways, *(_added(some) for some in [*zip(*points, strict=True)][:2])]


def _are_totals(deals: Sequence[Sums]) -> bool:
    """Return whether most deals have the same sum of all players, which is not zero.

    `deals` has each player's number for each deal.
    """
    sums = Counter(add_up(numbers.values()) for numbers in deals if numbers)
    (usual, times), *_ = sums.most_common(1) or [(Decimal(0), 0)]
    return usual > 0 and times > 1 and 2 * times > len(deals)


def _added(games: Sequence[Sums]) -> Sums:
    """Add up each player's numbers in several games; return a dict from player to sum."""
    sums = defaultdict[str, Decimal](Decimal)
    for name, number in (pair for game in games for pair in game.items()):
        sums[name] += number
    return sums


def _rows_by_word(table: Table) -> Mapping[str, Sums]:
    """Return the rows below a game's deals: a dict from the row's name to the numbers by player.

    Rows without a number for each player are left out.
    """
    rows: dict[str, Sums] = {}
    for row in table.rows:
        word = table.grid.first_text(row)
        numbers = _numbers(table, row)
        is_of_end = is_start_or_end_row(table.grid, row) and not label_of(word)
        if is_of_end and len(numbers) == len(table.groups[0].columns):
            rows[plain(word)] = numbers
    return rows


def _numbers(table: Table, row: int) -> Sums:
    """Return the numbers of a row as a dict from player to number; empty cells are left out.

    If the table has several groups of columns with one for each player, such as changes and totals,
    the first group is used.
    """
    return {name: number for column, name in table.groups[0].columns.items()
            if (number := number_of(table.grid.text(row, column))) is not None}  # fmt: skip
