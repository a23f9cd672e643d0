"""Checks a table of players on one worksheet by the games on the other worksheets of the file."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice
from typing import Final

from mjlog.sheets.cells.numbers import is_number, number_of
from mjlog.sheets.cells.words import plain, role_of
from mjlog.sheets.files.workbook import Cell, Grid, numbers_in
from mjlog.sheets.records import GameDraft, RowBelow, one_line
from mjlog.sheets.result_sheets.counts_of_places import place_of
from mjlog.sheets.result_sheets.expected_numbers import ranks_due, split_into_rows
from mjlog.sheets.result_sheets.result_layouts import is_sum
from mjlog.sheets.result_sheets.standings import draft_of_table
from mjlog.sheets.result_sheets.totals_of_games import Block, Sums

_LEAST: Final = 3
"""Players of a table, and players whose sums bear it out."""
_LEAST_GAMES: Final = 2
_LOOK: Final = 12
"""Rows that may have the heads of the table."""


@dataclass(frozen=True, slots=True)
class _Games:
    """The sums of each player's numbers over all games of a workbook, and the counts of places.

    `ways` has the sums of each kind of number, such as points and points with uma. `counts` has how
    often each player took each place; place 0 is the number of games. It is empty if places are not
    known. The keys are normalized names.
    """

    ways: Sequence[Sums]
    counts: Mapping[int, Sums]


def with_tables_of_other_sheets(
    sheets: Sequence[tuple[Grid, Sequence[GameDraft]]],
) -> list[Sequence[GameDraft]]:
    """Check a worksheet with a table of all players by the games on the other worksheets.

    `sheets` has each worksheet with the games read from it. Return the games of each worksheet; the
    game of a table gets the table's cells with their expected numbers. A table that was not read
    before becomes a game without deals. A table is not checked if it names other players than the
    games, or if more than one of its sums is not that of the games.
    """
    whole = [drafts for _, drafts in sheets]
    for at, (grid, own) in enumerate(sheets):
        if len(own) > 1 or any(draft.deals for draft in own):
            continue
        others = [draft for number, (_, drafts) in enumerate(sheets) if number != at
                  for draft in drafts if len(drafts) > 1 or draft.deals or draft.headers
                  ]  # fmt: skip
        block = _block(grid) if len(others) >= _LEAST_GAMES else None
        games = _games(others) if block else None
        if block is None or games is None:
            continue
        if rows := [*_rows_to_check(grid, block, games)]:
            checked = {row.cells for row in rows}
            names = [one_line(name) for name in block.players]
            draft = own[0] if own else draft_of_table(grid, names, ["names", "totals"])
            kept = [row for row in draft.rows_below if row.cells not in checked]
            whole[at] = (replace(draft, rows_below=(*kept, *rows)),)
    return whole


def _block(grid: Grid) -> Block | None:
    """Find the table of players of a worksheet: a row for each player, with another name each.

    Return None if no heading names the players, or if there are fewer than three.
    """
    for head, columns in islice(grid.rows(), _LOOK):
        player = next((at for at in columns if role_of(grid.text(head, at)) == "player"), 0)
        if not player:
            continue
        rows = [row for row, _ in grid.rows() if row > head and (name := grid.text(row, player))
                and not is_sum(name) and not is_number(name)]  # fmt: skip
        names = [plain(grid.text(row, player)) for row in rows]
        if len({*names}) < len(names) or len(names) < _LEAST:
            return None
        every = sorted({at for row in rows for at in grid.columns_of(row)} - {player})
        lines = [[grid.at(row, at) for row in rows] for at in every]
        places = {(row, at) for row in (head, *rows) for at in grid.columns_of(row)}
        return Block(names, lines, frozenset(places))
    return None


def _games(drafts: Sequence[GameDraft]) -> _Games | None:
    """Add up each player's numbers over several games, for each kind of number.

    Return the sums, and the counts of games and of places, as a `_Games`. Return None if a game has
    no points, or if its points do not add up.
    """
    numbers = [_numbers_of(draft) for draft in drafts]
    kinds = min(len(some) for some in numbers)
    if not kinds or any(row.kind == "points" for draft in drafts for row in draft.rows_below):
        return None
    ways = [defaultdict[str, Decimal](Decimal) for _ in range(kinds)]
    counts = defaultdict[int, dict[str, Decimal]](lambda: defaultdict(Decimal))
    for draft, some in zip(drafts, numbers, strict=True):
        names = [plain(name) for name in draft.players]
        for way, row in zip(ways, some, strict=False):
            for name, number in zip(names, row, strict=True):
                way[name] += number
        ranks = ranks_due([None] * len(names), some[0])
        for name, rank in zip(names, ranks, strict=True):
            for place in (0, int(rank or 0)):
                counts[place][name] += 1
        # Who of two equal players is before the other depends on the rules.
        if len({*ranks}) < len(ranks):
            counts[-1] = {}
    return _Games(ways, {0: counts[0]} if -1 in counts else counts)


def _numbers_of(draft: GameDraft) -> list[Sequence[Decimal]]:
    """Return a game's numbers: for each kind of number, a sequence with a number for each player.

    For a game without deals, the kinds are its points and other checked numbers, such as points
    with uma. For a game with deals, they are the expected sums and the written sums of each group
    of columns.
    """
    kind = "sum" if draft.deals else "result"
    rows: list[Sequence[Decimal]] = []
    for row in draft.rows_below:
        if row.kind != kind or len(row.cells) != len(draft.players) or None in row.sums:
            continue
        unit = row.unit if draft.deals else 1
        rows.append([Decimal(number or 0) / unit for number in row.sums])
        if draft.deals:
            rows.append([number or Decimal(0) for number in numbers_in(row.cells, row.sign)])
    return rows


def _rows_to_check(grid: Grid, block: Block, games: _Games) -> Iterator[RowBelow]:
    """Yield columns of a table of players with the numbers that follow from the games (`RowBelow`).

    They are sums, ranks by these sums, and numbers of games and of places. Nothing is yielded if
    both a sum and the number of games of a player are wrong, because the player may have played
    elsewhere.
    """
    names = {name for way in games.ways for name in way}
    if not names.issuperset(block.players):
        return
    rows = [*block.rows_to_check(games.ways)]
    if not rows:
        return
    off = {cell.row for row in rows if row.kind == "result"
           for cell, due in zip(row.cells, row.sums, strict=True)
           if cell and number_of(cell.text) != due}  # fmt: skip
    of_counts: list[RowBelow] = []
    for line in block.lines:
        due, cells = _counts_due(grid, block, games, line)
        wrong = {cell.row for cell, number in zip(cells, due, strict=True)
                 if cell and number_of(cell.text) != number}  # fmt: skip
        if due and len(wrong) <= 1 and len(due) - len(wrong) >= _LEAST:
            if wrong & off:
                return
            of_counts += split_into_rows("result", cells, due)
    checked = {row.cells for row in of_counts}
    yield from (row for row in rows if row.cells not in checked)
    yield from of_counts


def _counts_due(
    grid: Grid, block: Block, games: _Games, cells: Sequence[Cell | None]
) -> tuple[list[Decimal], Sequence[Cell | None]]:
    """Return the expected numbers of a column that counts games or places, and its cells.

    `cells` are the cells of the column, whose heading says what it counts. For any other column,
    both results are empty.
    """
    first = next((cell for cell in cells if cell), None)
    head = min(row for row, _ in block.places)
    if first is None:
        return [], []
    text = grid.text(head, first.column)
    place = 0 if role_of(text) in {"game", "round"} else place_of(text)
    if (place or role_of(text) in {"game", "round"}) and place in games.counts:
        return [games.counts[place].get(name, Decimal(0)) for name in block.players], cells
    return [], []
