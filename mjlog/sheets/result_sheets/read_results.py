"""Reads a worksheet as results of whole games, also with rows and columns swapped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Final

from mjlog.sheets.cells.numbers import add_up, count_equal, is_number
from mjlog.sheets.cells.words import TABLE_SIZES, role_of
from mjlog.sheets.files.workbook import Cell, Grid, numbers_in
from mjlog.sheets.layouts.layout import results_side_by_side
from mjlog.sheets.layouts.likely_rules import loaded, rules_called
from mjlog.sheets.layouts.mapping import SheetMap
from mjlog.sheets.records import GameDraft
from mjlog.sheets.refused_tables import OF_DEALS
from mjlog.sheets.result_sheets.headings_of_players import with_players_headed, with_tables_titled
from mjlog.sheets.result_sheets.result_layouts import has_heading_of_places
from mjlog.sheets.result_sheets.results import drafts_of_results
from mjlog.sheets.result_sheets.running_totals import remove_running_totals
from mjlog.sheets.result_sheets.standings import drafts_of_standings, may_be_one_game
from mjlog.sheets.result_sheets.standings_with_games import (
    tables_beside,
    with_first_table_below,
)

_MOST_TURNED: Final = 100
"""Most rows of a worksheet that are tried as results with rows and columns swapped."""
_LEAST_RIGHT: Final = 8


def results_of_games(
    joined: Grid, grid: Grid, layout: SheetMap, rules: str
) -> tuple[GameDraft, ...]:
    """Read a worksheet as results of whole games; return an empty tuple if it has none.

    A worksheet with a row for each player is given in two forms: `joined` still has these rows, and
    `grid` has one row for each deal instead. `joined` is tried first if its headings name ranks or
    placement points. `rules` is the rules header.
    """
    if not layout.says_columns:
        lean, running = remove_running_totals(joined)
        if running and (results := _results(lean, layout, rules)):
            *others, last = results
            return (*others, replace(last, rows_below=(*last.rows_below, *running)))
    has_places = any(has_heading_of_places(joined.texts(*row)) for row in joined.first_rows())
    ranked = _results(joined, layout, rules) if has_places and grid is not joined else ()
    results = ranked or _results(grid, layout, rules)
    headed = grid
    if not results and not layout.says_columns:
        headed = with_players_headed(with_tables_titled(grid))
    results = results if headed is grid else _results(headed, layout, rules)
    if layout.says_columns or not results or _number_of_right_cells(results):
        return results
    return results_turned(joined, rules) or results


def results_turned(grid: Grid, rules: str) -> tuple[GameDraft, ...]:
    """Swap rows and columns of a worksheet and read it as results; return the games as drafts.

    Return an empty tuple if too few of its numbers follow from others: at least eight must, or all
    of a worksheet with the points of one game. `rules` is the rules header.
    """
    if max((row for row, _ in grid.cells), default=0) > _MOST_TURNED:
        return ()
    grid = grid.transposed()
    # Titles are above the first row, and the cells below them begin further right.
    above = 1 - min((row for row, _ in grid.cells), default=1)
    left = min((column for row, column in grid.cells if row > 0), default=1) - 1
    moved = {(row + above, column - left * (row > 0)): cell
             for (row, column), cell in grid.cells.items()}  # fmt: skip
    turned = _results(replace(grid, cells=moved), SheetMap(), rules)
    # A name such as `Manon` may also be a heading in another language.
    heads = {name for draft in turned for name in draft.players if role_of(name)}
    right = _number_of_right_cells(turned)
    numbers = sum(is_number(cell.text) for cell in moved.values())
    is_whole_game = right == numbers and numbers in TABLE_SIZES
    return turned if len(heads) <= 1 and (is_whole_game or right >= _LEAST_RIGHT) else ()


def _number_of_right_cells(drafts: Sequence[GameDraft]) -> int:
    """Count the cells of results that have the number expected from the rest of the sheet."""
    right = 0
    for row in (row for draft in drafts for row in draft.rows_below):
        numbers = numbers_in(row.cells, row.sign)
        if row.kind == "points":
            right += len(numbers) if row.sums and add_up(numbers) == row.sums[0] else 0
        elif row.kind in {"result", "place"}:
            right += count_equal(numbers, row.sums)
    return right


def _results(grid: Grid, layout: SheetMap, rules: str) -> tuple[GameDraft, ...]:
    """Read a worksheet as results of games or as standings, and return the games as drafts.

    Return an empty tuple if the worksheet contains neither results nor standings, or if the layout
    map names columns that only deals have. `rules` is the rules header; empty if unknown.
    """
    if layout.names_points or not OF_DEALS.isdisjoint(layout.columns):
        return ()
    parts = results_side_by_side(grid)
    is_of_first = layout.roles_by_column.keys() <= {column for _, column in parts[0].cells}
    if len(parts) > 1 and is_of_first:
        # A map names the columns of the first of these tables.
        drafts = [drafts_of_results(parts[0], rules, layout)]
        drafts += [drafts_of_results(part, rules) for part in parts[1:]]
        if all(drafts):
            return tuple(chain.from_iterable(drafts))
        below = drafts_of_results(_below_each_other(parts), rules)
        if len(below) >= len(parts):
            return below
    results = _results_of_tables(grid, layout, rules)
    parts = [] if layout.says_columns else tables_beside(grid)
    stacked = [_below_each_other(some) for some in (parts, parts[::-1]) if some]
    for other in stacked:
        below = _results_of_tables(other, layout, rules)
        least = _number_of_right_cells(results) + 1 if results else _LEAST_RIGHT
        results = below if _number_of_right_cells(below) >= least else results
    return results


def _results_of_tables(grid: Grid, layout: SheetMap, rules: str) -> tuple[GameDraft, ...]:
    """Read the tables of a worksheet that are below each other as results, like `_results`."""
    titles = (text for row, columns in grid.first_rows()
              for text in grid.texts(row, columns) if not is_number(text))  # fmt: skip
    header = rules or rules_called(" ".join(titles))
    named = loaded(header) if "preset=" in header else None
    shares_ties = named is not None and not named.progress.seat_breaks_ties
    standings = drafts_of_standings(grid, has_rounds=True)
    if not standings or may_be_one_game(grid, standings[0]):
        standings = (
            drafts_of_results(grid, rules, layout, shares_ties=shares_ties)
            or standings
            or drafts_of_standings(grid, has_rounds=False)
        )
    if len(standings) != 1 or layout.says_columns:
        return standings
    games = _games_below_standings(grid, standings[0], rules)
    is_better = _number_of_right_cells(games) > _number_of_right_cells(standings)
    return games if is_better else standings


def _games_below_standings(grid: Grid, standings: GameDraft, rules: str) -> tuple[GameDraft, ...]:
    """Read the games in tables below the standings of a worksheet; return an empty tuple if none.

    The standings are checked by the games, so these must have the same players.
    """
    head = standings.layout.head if standings.layout else 0
    moved = with_first_table_below(grid, head)
    games = drafts_of_results(moved, rules) if moved.cells != grid.cells else ()
    names = {name for game in games for name in game.players}
    return games if len(games) > 1 and {*standings.players} <= names else ()


def _below_each_other(parts: Sequence[Grid]) -> Grid:
    """Return a worksheet with the tables of several worksheets below each other.

    The cells keep their names from the file, such as `D7`.
    """
    cells: dict[tuple[int, int], Cell] = {}
    for part in parts:
        above = max((row + 1 for row, _ in cells), default=0)
        cells |= {(above + row, column): cell for (row, column), cell in part.cells.items()}
    return replace(parts[0], cells=cells, merged={})
