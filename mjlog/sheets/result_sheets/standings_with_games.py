"""Reads standings near the results of games: each player's numbers by game, totals and ranks.

The standings may be above, below or beside the games.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import count, pairwise, product
from typing import Final

from mjlog.sheets.cells.numbers import add_up, is_number, number_of, rank_of
from mjlog.sheets.cells.words import RANKS, TABLE_SIZES, core, has_penalty, plain, role_of
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.result_sheets.counts_of_places import place_of
from mjlog.sheets.result_sheets.result_layouts import (
    Line,
    Numbers,
    Result,
    Results,
    heads_players,
    other_blocks,
)

_NUMBER: Final = re.compile(r"\d+")
_LEAST_GAMES: Final = 2
"""Fewest games that have columns of their own in standings."""
_LEAST_TOTALS: Final = 2
"""Fewest right totals of three players."""


def with_standings(grid: Grid, results: Results) -> Results:
    """Add what blocks above or below the games say about the players to `results`; return a copy.

    A block has headings of its own and a row for each player. It may have the player's number of
    each game, totals, ranks, and counts of places.
    """
    blocks = _blocks(grid, results.games) if results.games else []
    if not blocks:
        return results
    games = _with_numbers_by_game(grid, blocks, results.games)
    season = _season_of(grid, blocks, games)
    return replace(
        results,
        games=games,
        sums=season.totals or results.sums,
        other_sums=_other_columns(grid, blocks, games, season.totals),
        fines=season.fines,
        losses=season.losses,
        ranks=season.ranks or results.ranks,
        counts=_counts_of_places(grid, blocks) or results.counts,
    )


def _blocks(grid: Grid, games: Sequence[Result]) -> list[list[int]]:
    """Find the blocks of a worksheet that do not belong to the games, as lists of rows.

    A row of headings (see `heads_players`) is the first row of its block. A block ends before the
    next row of headings, and before a row of a game. Blocks without rows below their headings are
    left out.
    """
    of_games = {(cell.row, cell.column) for game in games for line in game.lines
                for cell in line.cells.values()}  # fmt: skip
    blocks: list[list[int]] = []
    is_in_block = False
    for row, columns in grid.rows():
        if heads_players(grid.texts(row, columns)):
            blocks.append([])
            is_in_block = True
        is_in_block = is_in_block and of_games.isdisjoint(
            (cell.row, cell.column) for cell in grid.in_row(row)
        )
        if is_in_block:
            blocks[-1].append(row)
    return [block for block in blocks if len(block) > 1]


def _with_numbers_by_game(
    grid: Grid, blocks: Iterable[Sequence[int]], games: Sequence[Result]
) -> tuple[Result, ...]:
    """Add the numbers that blocks have for a game to the numbers of this game.

    Each block is a list of rows, with the headings first. A block is used if each game has a column
    there, headed by the name or the number of the game or of its round. In the lines of a game, the
    new numbers have a key that is greater than all columns of the worksheet.
    """
    keys = count(max((column for _, column in grid.cells), default=0) + 1)
    for head, *rows in blocks:
        player = _column_of_players(grid, head)
        columns = _columns_by_game(grid, head, games)
        row_by_name = {plain(grid.text(row, player)): row for row in rows}
        if not columns or len(row_by_name) < len(rows):
            continue
        key = next(keys)
        games = [
            replace(game, lines=tuple(
                _with_number(line, key, grid.at(row_by_name.get(plain(line.name), 0), column))
                for line in game.lines
            ))
            for game, column in zip(games, columns, strict=True)
        ]  # fmt: skip
    return tuple(games)


def _column_of_players(grid: Grid, head: int) -> int:
    """Return the column of a block that the heading in row `head` gives to the players."""
    return next(at for at in grid.columns_of(head) if role_of(grid.text(head, at)) == "player")


def _with_number(line: Line, key: int, cell: Cell | None) -> Line:
    """Return a copy of a player's line with one more cell, unless the cell has no number."""
    if cell is None or not is_number(cell.text):
        return line
    return replace(line, cells={**line.cells, key: cell})


def _columns_by_game(grid: Grid, head: int, games: Sequence[Result]) -> list[int]:
    """Return for each game the column below row `head` that has the players' numbers of this game.

    Games of the same round have the same column. The list is empty if a game has no column, or if
    all games have the same column.
    """
    headed: dict[str, int] = {}
    for column in grid.columns_of(head):
        text = grid.text(head, column)
        if not place_of(text) and role_of(text) != "player":
            headed[plain(text)] = column
            headed.setdefault(_number_in(text), column)
    headed.pop("", None)
    columns = [next((headed[name] for name in _names(game) if name in headed), 0)
               for game in games]  # fmt: skip
    # A player has one number in each column.
    players = [(column, plain(line.name)) for column, game in zip(columns, games, strict=True)
               for line in game.lines]  # fmt: skip
    is_clear = 0 not in columns and len({*columns}) >= _LEAST_GAMES
    return columns if is_clear and len({*players}) == len(players) else []


def _names(game: Result) -> Iterator[str]:
    """Yield the texts that may head the column of a game: its name, its round, and its number."""
    called = game.places.get("round", "") or game.name
    yield from (plain(game.name), plain(called), _number_in(called))


def _number_in(text: str) -> str:
    """Return the only number in a text such as `Game 3`; empty if there is not exactly one."""
    numbers = _NUMBER.findall(text)
    return str(int(numbers[0])) if len(numbers) == 1 else ""


@dataclass(frozen=True, slots=True)
class _Season:
    """What a block says about the season: each player's totals, ranks, and penalties in the totals.

    `totals` and `ranks` have cells by player and column, and `fines` the penalties that a column of
    totals includes, by column and player. `losses` has each player's penalties as negative numbers.
    """

    totals: Mapping[str, Numbers] = field(default_factory=dict)
    ranks: Mapping[str, Numbers] = field(default_factory=dict)
    fines: Mapping[int, Mapping[str, Decimal]] = field(default_factory=dict)
    losses: Mapping[str, Decimal] = field(default_factory=dict)


def _season_of(grid: Grid, blocks: Iterable[Sequence[int]], games: Sequence[Result]) -> _Season:
    """Find each player's totals and ranks of the season, in blocks with headings of their own.

    Each block is a list of rows, with the headings first. Totals are found by their numbers: two
    thirds of them, at least three of four, are the sums of a column of the games, perhaps with the
    numbers of a column of penalties. If no block has such totals, the ranks are those of the first
    block with ranks.
    """
    written = defaultdict[str, dict[int, Decimal]](lambda: defaultdict(Decimal))
    for line in (line for game in games for line in game.lines):
        for at in line.cells:
            written[line.name][at] += line.number(at) or 0
    first = _Season()
    for head, *rows in blocks:
        player = _column_of_players(grid, head)
        names = {row: grid.text(row, player) for row in rows if grid.text(row, player) in written}
        if len({*names.values()}) == len(names):
            season = _season_in_rows(grid, head, names, written)
            if season.totals:
                return replace(season, ranks=season.ranks if _ranks_all(grid, season, rows) else {})
            first = season if (season.ranks or season.losses) and not first.ranks else first
    return first


def _season_in_rows(
    grid: Grid, head: int, names: Mapping[int, str], written: Mapping[str, Mapping[int, Decimal]]
) -> _Season:
    """Find the totals and the ranks in one block; `names` are the players by row.

    `written` has the sums of the numbers in the games, by player and column. Ranks are left out if
    they follow from penalties that the totals do not include.
    """
    columns = grid.columns_of(head)
    fined = [column for column in columns if has_penalty(grid.text(head, column))]
    fines = {name: add_up([number_of(text) for text in grid.texts(row, fined)])
             for row, name in names.items()}  # fmt: skip
    loss = -1 if add_up(fines.values()) > 0 else 1
    totals: dict[str, Numbers] = {}
    included: dict[int, Mapping[str, Decimal]] = {}
    free = {at for sums in written.values() for at in sums}
    for column in columns:
        ways = {(at, sign): sum(number_of(grid.text(row, column))
                                == written[name].get(at, 0) + sign * fines[name]
                                for row, name in names.items())
                for at, sign in product(sorted(free), {0, *[1, -1] * bool(fined)})}  # fmt: skip
        # If the total of a fined player is wrong, it probably includes the penalty before it.
        likely = loss if column > min(fined, default=column) else 0
        at, sign = max(ways, key=lambda way: (ways[way], way[1] == likely), default=(0, 0))
        right = ways.get((at, sign), 0)
        if right < _least_totals(len(names)) or 3 * right < 2 * len(names):
            continue
        free.remove(at)
        if sign:
            included[at] = {name: sign * fine for name, fine in fines.items()}
        for row, name in names.items():
            if cell := grid.at(row, column):
                totals.setdefault(name, {})[at] = cell
    ranked = [column for column in columns if _are_ranks(grid, head, column, [*names])]
    if any(fines.values()) and not included:
        ranked = []
    ranks = {name: {at: cell} for row, name in names.items() for at in ranked[:1]
             if (cell := grid.at(row, at))}  # fmt: skip
    losses = {name: -abs(fine) for name, fine in fines.items() if fine}
    return _Season(totals, ranks, included, losses)


def _least_totals(players: int) -> int:
    """Return the fewest right totals that show what a column is; one of them may be wrong."""
    return max(_LEAST_TOTALS, min(*TABLE_SIZES, players - 1))


def _ranks_all(grid: Grid, season: _Season, rows: Sequence[int]) -> bool:
    """Return whether all ranks of a block are those of players of the games.

    Somebody who has not played may have a rank, too. `rows` are the rows of the block.
    """
    cells = [cell for cells in season.ranks.values() for cell in cells.values()]
    columns = {at for cells in season.ranks.values() for at in cells}
    ranked = [row for row in rows for at in columns if rank_of(grid.text(row, at)) is not None]
    return len(ranked) == len(cells)


def _other_columns(
    grid: Grid,
    blocks: Iterable[Sequence[int]],
    games: Sequence[Result],
    totals: Mapping[str, Numbers],
) -> Mapping[Cell, Mapping[str, Cell]]:
    """Find the columns of blocks with another number of each player, such as totals with uma.

    `totals` are the totals that are sums of a column of the games. Return a dict from the heading
    of a column to its cells by player. Ranks and counts of places are left out.
    """
    explained = {cell for cells in totals.values() for cell in cells.values()}
    explained |= {cell for game in games for line in game.lines for cell in line.cells.values()}
    names = {line.name for game in games for line in game.lines}
    columns: dict[Cell, Mapping[str, Cell]] = {}
    for head, *rows in blocks:
        player = _column_of_players(grid, head)
        row_by_name = {name: row for row in rows if (name := grid.text(row, player)) in names}
        for column in grid.columns_of(head) if names == row_by_name.keys() else []:
            cells = {name: cell for name, row in row_by_name.items()
                     if (cell := grid.at(row, column)) and is_number(cell.text)}  # fmt: skip
            is_new = len(cells) == len(names) and explained.isdisjoint(cells.values())
            if is_new and not _ranks_or_counts(grid, head, column, rows):
                columns[grid.cells[head, column]] = cells
    return columns


def _ranks_or_counts(grid: Grid, head: int, column: int, rows: Sequence[int]) -> bool:
    """Return whether a column of a block has ranks, counts of games or places, or penalties."""
    text = grid.text(head, column)
    is_named = role_of(text) in {"game", "ruling"} or has_penalty(text) or place_of(text) > 0
    return is_named or _are_ranks(grid, head, column, rows)


def _are_ranks(grid: Grid, head: int, column: int, rows: Sequence[int]) -> bool:
    """Return whether a column of a block has ranks, because of its heading or its numbers 1, 2, 3….

    Players with equal totals may share a rank if the heading names ranks.
    """
    text = grid.text(head, column)
    ranks = sorted(rank_of(each) or 0 for each in grid.down(rows, column) if each)
    return core(plain(text)) in RANKS or ranks == [*range(1, len(rows) + 1)]


def _counts_of_places(grid: Grid, blocks: Iterable[Sequence[int]]) -> Mapping[str, Numbers]:
    """Find the cells that say how often each player took each place.

    Each block is a list of rows, with the headings first. Return a dict from the player's name to a
    dict from the place (1 to 4) to the cell. Place 0 has the cell with the number of games.
    """
    counts: dict[str, Numbers] = {}
    for head, *rows in blocks:
        heads = {column: grid.text(head, column) for column in grid.columns_of(head)}
        player = _column_of_players(grid, head)
        places = {column: place_of(text) for column, text in heads.items()
                  if role_of(text) == "game" or place_of(text)}  # fmt: skip
        for row in rows:
            cells = {place: cell for at, place in places.items() if (cell := grid.at(row, at))}
            counts.setdefault(grid.text(row, player), cells)
    return counts


def with_first_table_below(grid: Grid, head: int) -> Grid:
    """Return a copy of the worksheet with the table below row `head` moved below all other tables.

    The table ends before an empty row, or before the next row of other headings. The cells keep the
    names that they have in the file.
    """
    rows = [row for row, _ in grid.rows() if row >= head]
    ends = [row for before, row in pairwise(rows) if row > before + 1]
    ends += [block[0] for block in other_blocks(grid, head) if block[0] > head]
    end = min(ends, default=head)
    last = max((row for row, _ in grid.cells), default=0)
    return replace(grid, merged={}, cells={
        (row + last if head <= row < end else row, column): cell
        for (row, column), cell in grid.cells.items()
    })  # fmt: skip


def tables_beside(grid: Grid) -> list[Grid]:
    """Split a worksheet at its empty columns, if one of its tables has a heading for players.

    Each part begins at its first column. Return an empty list if there is only one table, or if no
    table has such a heading.
    """
    filled = sorted({column for _, column in grid.cells})
    starts = [column for column in filled if column - 1 not in filled]
    parts = [[column for column in filled if start <= column < end]
             for start, end in pairwise([*starts, filled[-1] + 1 if filled else 0])]  # fmt: skip
    heads = {column for row, columns in grid.first_rows() for column in columns
             if role_of(grid.text(row, column)) == "player"}  # fmt: skip
    tables = [columns for columns in parts if len(columns) > 1]
    if len(tables) < len(parts) or len(parts) == 1 or heads.isdisjoint(filled):
        return []
    return [
        replace(grid, merged={}, cells={
            (row, column - columns[0] + 1): cell for (row, column), cell in grid.cells.items()
            if column in columns
        })
        for columns in parts
    ]  # fmt: skip
