"""Reads sheets of results: a row for each game or player, with the points at the end.

The points of a game add up to the total of most games. Ranks, placement points and sums follow from
the points, as most rows of the sheet show.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import chain, product
from typing import Final

from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.model.record import SEATS
from mjlog.sheets.cells.numbers import add_up, decimal_sign, is_number, number_of, whole
from mjlog.sheets.cells.words import Role, is_total, plain, role_of
from mjlog.sheets.files.workbook import Cell, Grid, letters, numbers_in
from mjlog.sheets.layouts.mapping import SheetMap
from mjlog.sheets.records import Entry, GameDraft, RowBelow, final_entry, one_line, place_headers
from mjlog.sheets.refused_tables import named_twice_finding
from mjlog.sheets.result_sheets.blocks_below import blocks_upright
from mjlog.sheets.result_sheets.blocks_of_games import stack_blocks
from mjlog.sheets.result_sheets.expected_numbers import (
    Meaning,
    points_due,
    rows_of_game,
    sums_stated,
)
from mjlog.sheets.result_sheets.headings_of_players import (
    has_games_across,
    has_points_for_places,
    names_alone,
)
from mjlog.sheets.result_sheets.heads_of_deals import has_heads_of_deals
from mjlog.sheets.result_sheets.meaning_of_columns import find_meaning, is_usual_in_a_unit
from mjlog.sheets.result_sheets.priced_columns import priced_columns
from mjlog.sheets.result_sheets.result_layouts import (
    NAMING,
    Line,
    Result,
    Results,
    games_by_lines,
    has_sticks,
    is_after_games,
    layouts,
)
from mjlog.sheets.result_sheets.results_of_pairs import games_of_pairs
from mjlog.sheets.result_sheets.season_totals import (
    lacking_by_game,
    lacking_in_sums,
    lacking_with_places,
    results_of_part,
    rows_of_season,
    sums_with_places,
    unread_sums,
)
from mjlog.sheets.result_sheets.side_by_side_rounds import stack_rounds
from mjlog.sheets.result_sheets.standings_with_games import with_standings
from mjlog.sheets.result_sheets.sums_so_far import (
    running_columns,
    slips_by_running_totals,
    sums_so_far,
)
from mjlog.sheets.result_sheets.turned_results import upright
from mjlog.sheets.unread import unread

_GROUPED: Final = re.compile(r"[+-]?[0-9]{1,3}(?:\.[0-9]{3})+")
_STICK: Final = 1000
_WORTH_OF_STICKS: Final = (
    Decimal(1), Decimal(_STICK), Decimal(10), Decimal(0), Decimal("0.01"), Decimal("0.001"),
)  # fmt: skip
"""Possible worths of a number in a column of sticks, in points of the sheet."""
_MOST_COLUMNS: Final = 60
_OF_A_TITLE: Final = 2
"""Most cells of a row above the heads: a word and its value."""
_LOOK: Final = 12
"""Number of first rows that may have the heads."""


def drafts_of_results(
    grid: Grid,
    rules: str = "",
    layout: SheetMap | None = None,
    *,
    shares_ties: bool = False,
    conversions: int = 3,
) -> tuple[GameDraft, ...]:
    """Read the games of a worksheet whose rows are results of games, without deals.

    Return a tuple of `GameDraft` objects, empty if the worksheet has no such results. `rules` is
    the rules header that the user or the sheet names, or an empty text. `layout` says what each
    column contains; None if the columns must be guessed. If `shares_ties` is True, players with
    equal points share their placement points. A worksheet in another layout is converted, at most
    `conversions` times.
    """
    named = {column: role for role, column in layout.columns.items()} if layout else {}
    rows = [(row, columns) for row, columns in grid.rows() if len(columns) < _MOST_COLUMNS]
    numbers = [row for row, _ in rows]
    is_free = layout is None or not layout.says_columns
    # A word for the end of a deal may also be the name of a row of results.
    side = None
    if is_free and conversions:
        side = stack_rounds(grid) or upright(grid) or stack_blocks(grid) or blocks_upright(grid)
    if side is not None and (
        drafts := drafts_of_results(
            side, rules, shares_ties=shares_ties, conversions=conversions - 1
        )
    ):
        return drafts
    are_ranked = any(has_points_for_places(grid, head, numbers[at + 1 : at + 1 + _LOOK])
                     for at, head in enumerate(numbers[:_LOOK]))  # fmt: skip
    if has_heads_of_deals(grid, rows, named) and not are_ranked:
        return ()
    grid = strip_groups(grid)
    if is_free and side is None and not grid.is_transposed and has_games_across(grid):
        side = grid.transposed()
        if drafts := drafts_of_results(side, rules, shares_ties=shares_ties):
            return drafts
    # A text alone in a row is a title, so try rows with more texts first.
    first = next((at for at, (_, columns) in enumerate(rows) if len(columns) > _OF_A_TITLE), 0)
    for at, (head, columns) in sorted(enumerate(rows[:_LOOK]), key=lambda row: row[0] < first):
        part = names_alone(grid, head)
        below = numbers[at + 1 :]
        roles = {column: named.get(column, _role_in_results(part, head, column, below))
                 for column in columns}  # fmt: skip
        is_first = at in {0, first} or head > numbers[at - 1] + 1
        laid_out = layouts(part, head, roles, below, is_first=is_first)
        for each in chain(laid_out, games_of_pairs(part, head, roles, below)):
            results = _with_sticks_as_points(with_standings(part, each))
            if (meaning := find_meaning(results, layout)) is not None:
                meaning = replace(meaning, shares_ties=shares_ties)
                return _drafts(grid, head, results, meaning, rules)
    results = games_by_lines(grid, numbers)
    meaning = find_meaning(results)
    return () if meaning is None else _drafts(grid, numbers[0], results, meaning, rules)


def _role_in_results(grid: Grid, head: int, column: int, below: Sequence[int]) -> Role | None:
    """Return the role (meaning) of a column by its heading, or `date` if it has times of day.

    `below` are the rows below the row `head` of headings. Return None if the heading is unknown.
    """
    texts = [text for text in grid.down(below[:_LOOK], column) if text]
    # Below the games, the column may name a row of sums.
    if 2 * sum(_TIME_OF_DAY.fullmatch(text) is not None for text in texts) > len(texts):
        return "date"
    return role_of(grid.text(head, column))


_TIME_OF_DAY: Final = re.compile(r"[0-2]?[0-9]:[0-5][0-9](:[0-5][0-9])?")


def _with_sticks_as_points(results: Results) -> Results:
    """Return a copy of `results` in which riichi sticks left have the unit of the points.

    A sheet may write two sticks as 2 or as 2000, or the first player may already have their points.
    The way with which most games have the same total is used.
    """
    games = results.games
    if not any(game.left for game in games):
        return results
    places = {at for game in games for line in game.lines for at in line.cells}
    best, factor = (0, False), Decimal(1)
    for each, at in product(_WORTH_OF_STICKS, sorted(places)):
        totals = Counter(total + each * game.left for game in games
                         if (total := game.total(at)) is not None)  # fmt: skip
        for total, times in totals.most_common(1):
            rating = times, is_usual_in_a_unit(total, len(games[0].lines))
            if rating > best:
                best, factor = rating, each
    return replace(results, games=tuple(replace(game, left=factor * game.left) for game in games))


def strip_groups(grid: Grid) -> Grid:
    """Return the worksheet with `25.000` changed to `25000`: without dots between thousands.

    The worksheet is returned unchanged unless it uses a comma as decimal sign.
    """
    texts = [cell.text for cell in grid.cells.values() if "." in cell.text or "," in cell.text]
    if not any(_GROUPED.fullmatch(text) for text in texts) or decimal_sign(texts) != ",":
        return grid
    cells = {
        place: replace(cell, text=cell.text.replace(".", ""))
        if _GROUPED.fullmatch(cell.text) else cell
        for place, cell in grid.cells.items()
    }  # fmt: skip
    return replace(grid, cells=cells)


def _drafts(
    grid: Grid, head: int, results: Results, meaning: Meaning, rules: str
) -> tuple[GameDraft, ...]:
    """Convert the games in `results` into `GameDraft` objects, with cells and expected numbers.

    `meaning` says what the columns contain, and `head` is the row of headings. Findings about the
    worksheet are in the first draft, and the season's totals in the last.
    """
    results = _with_sums_beside(grid, head, results, meaning)
    games = results.games
    with_places = tuple(sums_with_places(results, meaning))
    meaning = replace(
        meaning,
        with_places=with_places,
        lacking=lacking_in_sums(results, meaning.points) or lacking_with_places(with_places),
        running=running_columns(results, meaning),
        tells_sticks=any(game.left for game in games),
    )
    parts = [results_of_part(results, part) for part in results.parts]
    slips = slips_by_running_totals(games, meaning)
    drafts = _leave_out_repeated_findings(
        _draft(grid, game, results, replace(meaning, lacking=lacking), rules)
        for game, lacking in zip(
            games, lacking_by_game(results, parts, meaning, slips), strict=True
        )
    )
    for at, base in meaning.running.items():
        for number, (game, due) in enumerate(
            zip(games, sums_so_far(games, at, base, slips), strict=True)
        ):
            cells = tuple(line.cells.get(at) for line in game.lines)
            row = RowBelow("result", cells, sums=tuple(due))
            drafts[number] = replace(drafts[number], rows_below=(*drafts[number].rows_below, row))
    layout = _map_of(head, results, meaning, is_turned=grid.is_transposed)
    drafts = [replace(draft, layout=layout) for draft in drafts]
    *before, last = _with_other_columns(grid, head, games, meaning, drafts)
    season = tuple(rows_of_season(grid, [results, *parts], meaning))
    every = [*season, *(row for draft in drafts for row in draft.rows_below)]
    notes = [*unread_sums(grid, results, season), *_unread_rows(grid, games, every)]
    return (
        *before,
        replace(
            last,
            rows_below=(*last.rows_below, *season),
            findings=(*last.findings, *notes),
        ),
    )


def _leave_out_repeated_findings(drafts: Iterable[GameDraft]) -> list[GameDraft]:
    """Return the drafts, each without the findings of drafts before it.

    For example, the same heading may be above the points of all games.
    """
    earlier: set[Finding] = set()
    kept: list[GameDraft] = []
    for draft in drafts:
        findings = tuple(finding for finding in draft.findings if finding not in earlier)
        earlier |= {*findings}
        kept.append(replace(draft, findings=findings))
    return kept


def _unread_rows(
    grid: Grid, games: Sequence[Result], checked: Sequence[RowBelow]
) -> Iterator[Finding]:
    """Yield one note that lists the rows of numbers below the games that mjlog did not use.

    `checked` are the cells that are checked. A row of chips, which add up to zero, has been used.
    """
    cells_of_games = [cell for game in games for line in game.lines for cell in line.cells.values()]
    last = max(cell.row for cell in cells_of_games)
    columns = {cell.column for cell in cells_of_games}
    used = {cell.row for row in checked for cell in row.cells if cell is not None}
    used |= {cell.row for game in games for cell in game.sums.values()}
    cells: list[Cell] = []
    for row, _ in grid.rows() if not grid.is_transposed else ():
        numbers = [number_of(cell.text) for cell in grid.in_row(row) if cell.column in columns]
        written = [number for number in numbers if number is not None]
        first = grid.in_row(row)[0]
        if last < first.row not in used and len(written) > 1 and add_up(written):
            cells.append(first)
    yield from unread("rows", cells, grid.name)


def _with_other_columns(
    grid: Grid, head: int, games: Sequence[Result], meaning: Meaning, drafts: Sequence[GameDraft]
) -> list[GameDraft]:
    """Add the columns of chips and money next to the results to the cells that are checked.

    `drafts` are the games with the cells that are checked already. The first game gets a note about
    the columns that are not read.
    """
    right = {cell: Decimal(due) for draft in drafts for row in draft.rows_below
             if row.kind == "result" for cell, due in zip(row.cells, row.sums, strict=True)
             if cell is not None and due is not None}  # fmt: skip
    priced = priced_columns(grid, games, right, _read_columns(meaning))
    first, *others = (
        replace(draft, rows_below=(*draft.rows_below, *rows))
        for draft, rows in zip(drafts, priced.rows_by_game, strict=True)
    )
    unread_heads = tuple(_unread(grid, head, games, meaning, priced.columns))
    best_players = _wrong_best_players(grid, head, games, meaning)
    return [replace(first, findings=(*first.findings, *unread_heads, *best_players)), *others]


def _wrong_best_players(
    grid: Grid, head: int, games: Sequence[Result], meaning: Meaning
) -> Iterator[Finding]:
    """Yield an error for each cell that names another player than the one with the most points.

    A column whose heading in row `head` means winners is checked if it is right in more than half
    of the games.
    """
    columns = [column for column in grid.columns_of(head)
               if role_of(grid.text(head, column)) == "winner"]  # fmt: skip
    for column in columns if not grid.is_transposed else ():
        named: list[tuple[Cell, list[str]]] = []
        for game in games:
            points = points_due(meaning, game)
            own = game.lines[0].cells.get(meaning.points)
            cell = grid.at(own.row, column) if own else None
            names = {plain(line.name) for line in game.lines}
            if cell is None or None in points or plain(cell.text) not in names:
                continue
            most = max(number or Decimal(0) for number in points)
            best = [line.name for line, number in zip(game.lines, points, strict=True)
                    if number == most]  # fmt: skip
            named.append((cell, best))
        wrong = [(cell, best) for cell, best in named
                 if plain(cell.text) not in {plain(name) for name in best}]  # fmt: skip
        for cell, best in wrong if 2 * len(wrong) < len(named) else ():
            words = msg(
                "{cell} names {recorded} as the winner; by the points at the end it is {due}",
                cell=cell.name,
                recorded=cell.text,
                due=", ".join(best),
            )
            yield Finding.telling("next.rank", "error", words, cell.place(grid.name))


def _read_columns(meaning: Meaning) -> set[int]:
    """Return the columns that have a known meaning, including those that other columns add."""
    read = {meaning.points, meaning.rank, *meaning.running}
    for column in meaning.columns:
        read |= {column.at, *column.others}
    return read


def _with_sums_beside(grid: Grid, head: int, results: Results, meaning: Meaning) -> Results:
    """Return a copy of `results` in which games have the sum that is written in the same row.

    A column has such sums if they are right in at least two games and in two thirds of all games.
    At most one may be wrong if the heading does not mean sums. If a game is in several rows,
    `results` is returned unchanged.
    """
    rows: list[int] = []
    of_players: set[int] = set()
    # Moved cells keep their places in the file.
    place_of_cell = {(cell.row, cell.column): place for place, cell in grid.cells.items()}
    for game in results.games:
        cells = [cell for line in game.lines if (cell := line.cells.get(meaning.points))]
        places = [place_of_cell.get((cell.row, cell.column), (0, 0)) for cell in cells]
        if len({row for row, _ in places}) != 1:
            return results
        rows.append(places[0][0])
        of_all = [at for at in game.lines[0].cells
                  if all(at in line.cells for line in game.lines)]  # fmt: skip
        of_players |= {
            place_of_cell.get((line.cells[at].row, line.cells[at].column), (0, 0))[1]
            for line in game.lines for at in of_all
        }  # fmt: skip
    best: tuple[int, Sequence[Cell | None]] = (0, ())
    for column in {at for row in rows for at in grid.columns_of(row)} - of_players:
        cells_beside = [grid.at(row, column) for row in rows]
        stated = numbers_in(cells_beside)
        right = sum(
            number is not None and number in sums_stated(game, meaning.points)
            for game, number in zip(results.games, stated, strict=True)
        )
        wrong = len(stated) - stated.count(None) - right
        text = grid.text(head, column)
        is_named = role_of(text) == "sum" or is_total(text)
        if right >= _LEAST_SUMS and right >= 2 * wrong and (is_named or wrong <= 1):
            best = max(best, (right, cells_beside), key=lambda some: some[0])
    games = [
        game if cell is None else replace(game, sums={**game.sums, meaning.points: cell})
        for game, cell in zip(results.games, best[1], strict=False)
    ]
    return replace(results, games=tuple(games)) if games else results


_LEAST_SUMS: Final = 2
"""Games whose sums bear out that a column has sums."""


def _map_of(head: int, results: Results, meaning: Meaning, *, is_turned: bool) -> SheetMap:
    """Return a `SheetMap` with which the sheet can be read again without guessing.

    It has the row of headings, and the columns of names, final points and ranks. It names no
    columns if rows and columns of the worksheet were swapped, or if the columns of the players
    differ from game to game.
    """
    columns = dict(results.columns)
    if columns:
        columns |= {"final": meaning.points}
        columns |= {"rank": meaning.rank} if meaning.rank else {}
    return SheetMap(head=head, columns={} if is_turned else columns)


def rows_of_end(
    names: Sequence[str],
    rows: Mapping[int, Sequence[Cell | None]],
    ranked: frozenset[int],
    penalties: frozenset[int] = frozenset(),
) -> list[RowBelow]:
    """Check rows below the deals, such as ranks and uma, by a row of final points among them.

    `rows` maps the number of each row to a cell for each player, in the order of `names`. `ranked`
    are the rows of ranks, and `penalties` those of penalties. Return each row except the final
    points as a `RowBelow`, which has cells and their expected numbers. Return an empty list if no
    row has final points, or if their total is wrong.
    """
    lines = tuple(
        Line(name, {row: cell for row, cells in rows.items() if (cell := cells[seat])})
        for seat, name in enumerate(names)
    )
    result = Result("", lines)
    meaning = find_meaning(Results((result,), ranked, penalties))
    if meaning is None or result.total(meaning.points) != meaning.total:
        return []
    points_and_others = [*rows_of_game(meaning, result)]
    return points_and_others[1:]


def _draft(grid: Grid, result: Result, results: Results, meaning: Meaning, rules: str) -> GameDraft:
    """Convert one result into a `GameDraft` without deals, with the cells to check.

    `results` are all games of the worksheet, and `meaning` says what their columns contain.
    """
    names = tuple(one_line(line.name) for line in result.lines)
    parts = ["names", "points so far" if results.is_running else "points at the end"]
    for column in meaning.columns:
        brought = " ".join(f"{each.normalize():+f}" for each in column.places)
        counted = "points with places counted" if column.has_points else "points for places"
        others = "".join(f" and column {letters(at)}" for at in column.others)
        parts.append(f"{counted} ({brought}){others}" if any(column.places)
                     else f"points in column {letters(column.at)}{others}")  # fmt: skip
    if meaning.running:
        parts.append("sums so far")
    if meaning.rank:
        parts.append("ranks")
    games = "one game" if len(results.games) == 1 else f"{len(results.games)} games"
    understood = (
        f"results of {games}; read: {', '.join(parts)}",
        f"rules: {rules or 'not named'}; players: {', '.join(names)}",
    )
    return GameDraft(
        rules,
        names[: len(SEATS)],
        (),
        headers=tuple(_headers(result, meaning, is_running=results.is_running)),
        sheet=grid.name,
        name=result.name or grid.name,
        understood=understood,
        findings=tuple(_same_names(grid, result, meaning.points)),
        rows_below=tuple(rows_of_game(meaning, result)),
        is_seated=result.is_seated,
    )


def _same_names(grid: Grid, result: Result, points: int) -> Iterator[Finding]:
    """Yield an error for each player of a game who has the name of a player before."""
    seen: set[str] = set()
    for line in result.lines:
        name = plain(line.name)
        own = line.cells.get(points)
        if name in seen and own is not None:
            # The name is next to the points, or heads their column.
            cells = [cell for cell in grid.cells.values() if plain(cell.text) == name
                     and (cell.row == own.row or cell.column == own.column)]  # fmt: skip
            nearest = min(cells, key=lambda cell: abs(cell.column - own.column), default=own)
            yield named_twice_finding(nearest, line.name, grid.name)
        seen.add(name)


def _headers(result: Result, meaning: Meaning, *, is_running: bool) -> Iterator[Entry]:
    """Yield record headers for the round, the table and the final points of a game.

    If `is_running` is True, the numbers include earlier games, and final points are left out.
    """
    yield from place_headers(result.places)
    if is_running:
        return
    numbers = [line.number(meaning.points) for line in result.lines]
    points = [None if number is None else whole(number * meaning.unit) for number in numbers]
    final = final_entry([line.cells.get(meaning.points) for line in result.lines], points)
    if final is not None:
        yield final


def _unread(
    grid: Grid,
    head: int,
    results: Sequence[Result],
    meaning: Meaning,
    priced: Collection[int],
) -> Iterator[Finding]:
    """Yield one note that lists the headings of columns with numbers that mjlog did not use.

    `priced` are the columns of chips and money that are used.
    """
    read = _read_columns(meaning) | {*priced}
    lines = [line for result in results for line in result.lines]
    used = {cell.column for line in lines for at, cell in line.cells.items() if at in read}
    used |= {cell.column for result in results for cell, _ in result.shares}
    used |= {result.sums[meaning.points].column for result in results
             if meaning.points in result.sums}  # fmt: skip
    rows = sorted({line.cells[meaning.points].row for line in lines
                   if meaning.points in line.cells})  # fmt: skip
    if grid.is_transposed:  # cells are named by their place in the file
        heads = [grid.cells[head, at] for at in grid.columns_of(head) if at not in read
                 and any(at in line.cells for line in lines)]  # fmt: skip
        yield from unread("rows", heads, grid.name)
        return
    counts_sticks = any(result.left for result in results)
    heads = [cell for cell in grid.in_row(head)
             if cell.column not in used and role_of(cell.text) not in NAMING
             and not is_after_games(cell.text)
             # A column of the numbers of the games has nothing to check.
             and grid.down(rows, cell.column) != [str(at) for at in range(1, len(rows) + 1)]
             and not (counts_sticks and has_sticks(grid, head, cell.column, rows))
             and any(is_number(each) for each in grid.down(rows, cell.column))]  # fmt: skip
    yield from unread("columns", heads, grid.name)
