"""Reads sheets of results: a row for each game or player, with the points at the end.

The points of a game add up to the total of most games. Ranks, placement points and sums follow from
the points, as most rows of the sheet show.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import chain, combinations, product
from typing import Final, Literal

from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.model.record import NOBODY, SEATS
from mjlog.sheets.cells.numbers import (
    add_up,
    count_equal,
    decimal_sign,
    is_number,
    number_of,
    rank_of,
    whole,
)
from mjlog.sheets.cells.words import (
    RESULTS,
    TABLE_SIZES,
    Role,
    is_date,
    is_total,
    plain,
    role_of,
    seat_of,
)
from mjlog.sheets.files.workbook import Cell, Grid, letters, numbers_in
from mjlog.sheets.layouts.mapping import SheetMap
from mjlog.sheets.records import Entry, GameDraft, RowBelow, final_entry, one_line, place_headers
from mjlog.sheets.refused_tables import named_twice_finding
from mjlog.sheets.result_sheets.blocks_below import blocks_upright
from mjlog.sheets.result_sheets.blocks_of_games import stack_blocks
from mjlog.sheets.result_sheets.headings_of_players import (
    has_games_across,
    has_points_for_places,
    names_alone,
)
from mjlog.sheets.result_sheets.priced_columns import priced_columns
from mjlog.sheets.result_sheets.result_columns import (
    Column,
    Scores,
    columns_of,
    columns_of_places,
    usual_places,
)
from mjlog.sheets.result_sheets.result_layouts import (
    NAMING,
    Line,
    Part,
    Result,
    Results,
    counts_rows,
    games_by_lines,
    has_sticks,
    is_after_games,
    layouts,
    other_blocks,
    start_taken_off,
)
from mjlog.sheets.result_sheets.results_of_pairs import games_of_pairs
from mjlog.sheets.result_sheets.rows_after_sums import numbers_in_titles, rows_after_sums
from mjlog.sheets.result_sheets.side_by_side_rounds import stack_rounds
from mjlog.sheets.result_sheets.standings_with_games import with_standings
from mjlog.sheets.result_sheets.turned_results import upright
from mjlog.sheets.unread import unread
from mjlog.sheets.usual_amounts import MOST_LEFT, STARTS

_OF_DEALS: Final[frozenset[Role | None]] = frozenset(
    {"winner", "from", "how", "han", "fu", "faan", "tai", "doubles", "items", "dealer", "ready"}
)
"""Meanings of columns that no sheet of results has."""
_GROUPED: Final = re.compile(r"[+-]?[0-9]{1,3}(?:\.[0-9]{3})+")
_UNITS: Final = (1, 100, 1000)
_LEAST_IN_ALL, _MOST_IN_ALL = 50_000, 200_000
"""Least and most points of all players together, in games that begin with points."""
_STICK: Final = 1000
_WORTH_OF_STICKS: Final = (
    Decimal(1), Decimal(_STICK), Decimal(10), Decimal(0), Decimal("0.01"), Decimal("0.001"),
)  # fmt: skip
"""Possible worths of a number in a column of sticks, in points of the sheet."""
_LEAST_OF_DEALS: Final = 100
"""Least total of all players in a table of deals, in the smallest unit."""
_LEAST_GAMES: Final = 3
"""Fewest games that can show what all players have together."""
_MOST_COLUMNS: Final = 60
_OF_A_TITLE: Final = 2
"""Most cells of a row above the heads: a word and its value."""
_LOOK: Final = 12
"""Number of first rows that may have the heads."""


@dataclass(frozen=True, slots=True)
class SumsWithPlaces:
    """A season's totals with uma: the cells by player, and the numbers that follow from the games.

    `lacking` says by how much each player's points in the games are too low, as the totals show.
    """

    cells: Mapping[str, Cell]
    due: Mapping[str, Decimal]
    lacking: Mapping[str, Decimal]


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the numbers of games mean: which columns have points and ranks, and what others contain.

    `points` and `rank` are columns, and `columns` describes the other columns. `total` is the sum
    of all players' points in a game, as the sheet writes them. A written 1 means `unit` points.
    Written points times `worth` have the unit of placement points such as uma, mostly thousands. If
    `shares_ties` is True, players with equal points share their placement points. `running` maps
    columns of running totals to the columns that they add up. `lacking` says by how much each
    player's season total exceeds the sum of the games. If `tells_sticks` is True, the sheet says
    how many riichi sticks were left after games. `with_places` has the season's totals that include
    uma.
    """

    points: int
    total: Decimal
    unit: int
    worth: Decimal
    rank: int = 0
    columns: tuple[Column, ...] = ()
    shares_ties: bool = False
    running: Mapping[int, int] = field(default_factory=dict)
    lacking: Mapping[str, Decimal] = field(default_factory=dict)
    tells_sticks: bool = False
    with_places: tuple[SumsWithPlaces, ...] = ()

    def scores(self, result: Result, points: Sequence[Decimal | None]) -> Scores | None:
        """Convert a game into a `Scores` object: its points in thousands, and its other numbers.

        `points` has the points of each player, as written or as corrected. Return None if one of
        them is None.
        """
        if None in points:
            return None
        rows = [
            {at: number for at in line.cells if (number := line.number(at)) is not None}
            for line in result.lines
        ]
        counted = (self.worth * (each or 0) for each in points)
        return Scores(tuple(counted), tuple(rows), self.shares_ties)


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
    if _has_heads_of_deals(grid, rows, named) and not are_ranked:
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
            if (meaning := _meaning(results, layout)) is not None:
                meaning = replace(meaning, shares_ties=shares_ties)
                return _drafts(grid, head, results, meaning, rules)
    results = games_by_lines(grid, numbers)
    meaning = _meaning(results)
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


def _has_heads_of_deals(
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
    with_places = tuple(_sums_with_places(results, meaning))
    meaning = replace(
        meaning,
        with_places=with_places,
        lacking=_lacking(results, meaning.points) or _lacking_with_places(with_places),
        running=_running(results, meaning),
        tells_sticks=any(game.left for game in games),
    )
    parts = [_results_of_part(results, part) for part in results.parts]
    slips = _slips_by_running_totals(games, meaning)
    drafts = _leave_out_repeated_findings(
        _draft(grid, game, results, replace(meaning, lacking=lacking), rules)
        for game, lacking in zip(
            games, _lacking_by_game(results, parts, meaning, slips), strict=True
        )
    )
    for at, base in meaning.running.items():
        for number, (game, due) in enumerate(
            zip(games, _sums_so_far(games, at, base, slips), strict=True)
        ):
            cells = tuple(line.cells.get(at) for line in game.lines)
            row = RowBelow("result", cells, sums=tuple(due))
            drafts[number] = replace(drafts[number], rows_below=(*drafts[number].rows_below, row))
    layout = _map_of(head, results, meaning, is_turned=grid.is_transposed)
    drafts = [replace(draft, layout=layout) for draft in drafts]
    *before, last = _with_other_columns(grid, head, games, meaning, drafts)
    season = tuple(_rows_of_season(grid, [results, *parts], meaning))
    every = [*season, *(row for draft in drafts for row in draft.rows_below)]
    unread_sums = [*_unread_sums(grid, results, season), *_unread_rows(grid, games, every)]
    return (
        *before,
        replace(
            last,
            rows_below=(*last.rows_below, *season),
            findings=(*last.findings, *unread_sums),
        ),
    )


def _lacking_by_game(
    results: Results,
    parts: Sequence[Results],
    meaning: Meaning,
    slips: Mapping[int, Mapping[str, Decimal]],
) -> Iterator[Mapping[str, Decimal]]:
    """Yield for each game the missing points of players, as the most detailed totals show them.

    `parts` are the parts of the season with subtotals, and `slips` has the missing points that
    running totals show, by the index of the game.
    """
    for number, game in enumerate(results.games):
        # The smallest part of a season shows best whose number is wrong.
        of_parts = [_lacking(part, meaning.points) for part in parts if game in part.games]
        yield slips.get(number, of_parts[0] if of_parts else meaning.lacking)


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
        known = [number for number in numbers if number is not None]
        first = grid.in_row(row)[0]
        if last < first.row not in used and len(known) > 1 and add_up(known):
            cells.append(first)
    yield from unread("rows", cells, grid.name)


def _unread_sums(grid: Grid, results: Results, season: Sequence[RowBelow]) -> Iterator[Finding]:
    """Yield one note that lists the headings of a season's columns that mjlog did not use.

    `season` are the rows to check. A column of chips is used if a checked column of money is to the
    right of it.
    """
    checked = {cell for row in season for cell in row.cells}
    used = [head for head, cells in results.other_sums.items()
            if not checked.isdisjoint(cells.values())]  # fmt: skip
    heads = [head for head in results.other_sums
             if not any(each.row == head.row and each.column >= head.column
                        for each in used)]  # fmt: skip
    yield from unread("columns", heads, grid.name)


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
            points = _points_due(meaning, game)
            own = game.lines[0].cells.get(meaning.points)
            cell = grid.at(own.row, column) if own else None
            names = [plain(line.name) for line in game.lines]
            if cell is not None and None not in points and plain(cell.text) in names:
                most = max(number or Decimal(0) for number in points)
                named.append(
                    (
                        cell,
                        [
                            line.name
                            for line, number in zip(game.lines, points, strict=True)
                            if number == most
                        ],
                    )
                )
        wrong = [(cell, best) for cell, best in named
                 if plain(cell.text) not in [plain(name) for name in best]]  # fmt: skip
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
            number is not None and number in _sums_stated(game, meaning.points)
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


def _sums_stated(game: Result, at: int) -> set[Decimal]:
    """Return the sums of column `at` that a sheet may write for a game.

    They are the sum of the players' numbers, and this sum plus the points of riichi sticks left.
    Return an empty set if a number is missing.
    """
    total = game.total(at)
    return set() if total is None else {total, total + game.left}


def _results_of_part(results: Results, part: Part) -> Results:
    """Return a copy of `results` with only the games of one part of the season, such as a month.

    The copy has the subtotals of this part as its totals.
    """
    games = tuple(game for game in results.games if part.has(game))
    return Results(
        games,
        results.ranked,
        results.penalties,
        sums=part.sums,
        may_be_even=results.may_be_even,
        is_running=results.is_running,
    )


def _running(results: Results, meaning: Meaning) -> Mapping[int, int]:
    """Find the columns of running totals, which add up another column over a player's games.

    Return a dict from each such column to the column that it adds up. At least three quarters of
    the totals must be right. Columns whose meaning is known are not searched. The dict is empty if
    there are fewer than `_LEAST_GAMES` games.
    """
    games = results.games
    explained = {meaning.points, meaning.rank, *(column.at for column in meaning.columns)}
    places = dict.fromkeys(at for game in games for line in game.lines for at in line.cells)
    running: dict[int, int] = {}
    if len(games) < _LEAST_GAMES:
        return running
    for at, base in product(places, places):
        is_open = at not in explained and at not in running and base not in {at, meaning.rank}
        if is_open and _adds_up_so_far(games, at, base):
            running[at] = base
    return running


def _adds_up_so_far(games: Sequence[Result], at: int, base: int) -> bool:
    """Return whether column `at` adds up each player's numbers in column `base` over the games.

    At least three quarters of the totals must be right.
    """
    right: list[bool] = []
    seen: set[str] = set()
    for game, due in zip(games, _sums_so_far(games, at, base), strict=True):
        for line, sum_due in zip(game.lines, due, strict=True):
            stated = line.number(at)
            # A player's first sum is the number itself, and proves nothing.
            if stated is not None and line.name in seen:
                right.append(stated == sum_due)
            if stated is not None:
                seen.add(line.name)
    return bool(right) and 4 * sum(right) >= 3 * len(right)


def _slips_by_running_totals(
    games: Sequence[Result], meaning: Meaning
) -> Mapping[int, Mapping[str, Decimal]]:
    """Find games that do not add up, and in which a running total shows whose points are wrong.

    Return a dict from the index of the game to a dict from this player's name to the missing
    points. The player's running total includes these points, but the player's cell does not.
    """
    slips: dict[int, Mapping[str, Decimal]] = {}
    for at in [at for at, base in meaning.running.items() if base == meaning.points]:
        for number, (game, due) in enumerate(
            zip(games, _sums_so_far(games, at, meaning.points), strict=True)
        ):
            total = game.total(meaning.points)
            missing = Decimal(0) if total is None else meaning.total - total - game.left
            names = [line.name for line, right in zip(game.lines, due, strict=True)
                     if right is not None and line.number(at) == right + missing]  # fmt: skip
            if missing and len(names) == 1:
                slips[number] = {names[0]: missing}
    return slips


def _sums_so_far(
    games: Sequence[Result],
    at: int,
    base: int,
    slips: Mapping[int, Mapping[str, Decimal]] | None = None,
) -> Iterator[list[Decimal | None]]:
    """Yield for each game the list of its players' expected running totals.

    `at` is the column of running totals, and `base` the column that it adds up. A total is the
    player's total before plus the number in `base`. If the total before is wrong, the next total
    may be computed from the wrong total or from the right one. The first total is returned as
    written, because it may include earlier games. An entry is None if one of the two cells has no
    number. `slips` has missing points, which are added: by the index of the game and the player's
    name.
    """
    before: dict[str, list[Decimal]] = {}
    for number, game in enumerate(games):
        missing = (slips or {}).get(number, {})
        due: list[Decimal | None] = []
        for line in game.lines:
            own, stated = line.number(base), line.number(at)
            total = None
            if own is not None and stated is not None:
                own += missing.get(line.name, Decimal(0))
                totals = [own + total for total in before.get(line.name, [stated - own])]
                total = stated if stated in totals else totals[0]
            due.append(total)
            if stated is not None:
                before[line.name] = [stated, stated if total is None else total]
        yield due


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


def _lacking(results: Results, at: int) -> Mapping[str, Decimal]:
    """Return by how much each player's season total exceeds the sum of the player's games.

    `at` is the column that is added up. If most totals leave out the starting points, the sums
    leave them out, too. The result is a dict by name, without players whose total is right.
    """
    written = defaultdict[str, Decimal](Decimal)
    played: Counter[str] = Counter()
    for line in (line for game in results.games for line in game.lines):
        written[line.name] += line.number(at) or 0
        played[line.name] += line.number(at) is not None
    totals = {
        name: number_of(cells[at].text) for name, cells in results.sums.items() if at in cells
    }
    for name, fine in results.fines.get(at, {}).items():
        written[name] += fine
    start = start_taken_off((written[name], total or Decimal(0), played[name])
                            for name, total in totals.items())  # fmt: skip
    return {name: more for name, total in totals.items() if total is not None
            and (more := total - written[name] + start * played[name])}  # fmt: skip


# ------------------------------------------------------------------ meaning of the numbers


def _meaning(results: Results, layout: SheetMap | None = None) -> Meaning | None:
    """Find out which columns have points, ranks, uma and so on; return a `Meaning`.

    `layout` may say which column has the final points. Return None if no column can have points of
    games.
    """
    final = layout.columns.get("final") if layout else None
    games = results.games
    places = dict.fromkeys(at for game in games for line in game.lines for at in line.cells)
    ranks = [at for at in places if at in results.ranked or _are_ranks(games, at)]
    # Points at the start may have a usual total, too, but all players have the same.
    others = sorted((at for at in places if at not in ranks),
                    key=lambda at: (at != final, _is_constant(games, at)))  # fmt: skip
    unknown = [at for at in others if at in results.unknown and at != final]
    others = [at for at in others if at not in unknown]
    # The numbers by which players are named also have a sum.
    of_points = [meaning for at in others if (meaning := _points(results, at))]
    usual = (each for each in of_points if is_usual_in_a_unit(each.total, len(games[0].lines)))
    meaning = next((each for each in of_points if each.points == final), None)
    meaning = meaning or _net_of_stakes(games, others, unknown)
    meaning = meaning or next(usual, next(iter(of_points), None))
    if meaning is None:
        meaning = _even_points(games, others, are_games=results.may_be_even)
    if meaning is None:
        return None
    meaning = replace(meaning, rank=_rank_column(results, meaning.points, ranks))
    scores = [
        meaning.scores(game, [line.number(meaning.points) for line in game.lines]) for game in games
    ]
    numbers = [game for game in scores if game is not None]
    sizes = Counter(len(game.points) for game in numbers).most_common(1)
    numbers = [game for game in numbers if len(game.points) == sizes[0][0]]
    taken = {meaning.points, *(at for each in meaning.columns for at in (each.at, *each.others))}
    rest = [at for at in (*others, *unknown) if at not in taken]
    if len(games) == len(numbers) == 1:
        return _meaning_of_one_game(results, meaning, rest)
    columns = _columns(numbers, results, meaning, rest)
    return replace(meaning, columns=(*meaning.columns, *columns))


def _is_constant(games: Sequence[Result], at: int) -> bool:
    """Return whether all players of all games have the same number in a column."""
    return len({line.number(at) for game in games for line in game.lines}) == 1


def _columns(
    games: Sequence[Scores], results: Results, meaning: Meaning, rest: Sequence[int]
) -> tuple[Column, ...]:
    """Find out what the columns `rest` contain, such as uma; return a `Column` for each known one.

    `rest` are all columns but points and ranks, and `games` are the games whose numbers are
    compared. A column with an unknown heading must contain usual numbers, such as a common uma.
    """
    in_all = meaning.total * meaning.worth
    understood = [at for at in rest if at not in results.unknown]
    unknown = [at for at in rest if at in results.unknown]
    others = columns_of_places(games, unknown, in_all)
    return (
        *(_with_penalty_in_sums(results, meaning, column)
          for column in columns_of(games, understood, in_all, results.penalties)),
        *(column for column in others if not column.free),
    )  # fmt: skip


def _with_penalty_in_sums(results: Results, meaning: Meaning, column: Column) -> Column:
    """Return a copy of `column` that includes a column of penalties, if sums below games show it.

    More of these sums must be right with the penalties than without. `column` is returned unchanged
    if no column of penalties makes more sums right, or if the column contains no points.
    """
    if not column.has_points or not results.penalties.isdisjoint(column.others):
        return column
    best, most = column, 0
    for at in (None, *sorted(results.penalties - {column.at})):
        others = column.others if at is None else {**column.others, at: 1}
        way = replace(column, others=others)
        right = 0
        for game in results.games:
            points = [line.number(meaning.points) for line in game.lines]
            scores = meaning.scores(game, points)
            cell = game.sums.get(column.at)
            if scores is not None and cell is not None:
                due = [way.due(scores, player) for player in range(len(points))]
                right += number_of(cell.text) == add_up(due)
        if right > most:
            best, most = way, right
    return best


def _meaning_of_one_game(results: Results, meaning: Meaning, rest: Sequence[int]) -> Meaning:
    """Complete the `Meaning` of a sheet with only one game, so that it explains most numbers.

    One player's points may be wrong, and then all placement points seem wrong; so the points are
    tried as written, and with each player's points corrected. `rest` are all columns but points and
    ranks.
    """
    (game,) = results.games
    written = [line.number(meaning.points) or Decimal(0) for line in game.lines]
    together = add_up(written) + game.left
    usual = [Decimal(start * len(written)) / meaning.unit for start in STARTS]
    totals = dict.fromkeys([meaning.total, *(usual if meaning.total else [])])
    ways: list[tuple[Decimal, Sequence[Decimal]]] = [(meaning.total, written)]
    for total, player in product(totals, range(len(written))):
        right = [*written]
        right[player] += total - together
        ways.append((total, right))
    best, most = meaning, -1
    right_points: Sequence[Decimal] = written
    for total, points in ways:
        way = replace(meaning, total=total)
        right_cells, cells = _right_cells(game, way, points, rest)
        # A changed number is a slip, and so are points with another sum.
        right_cells -= points != written or total != together
        if right_cells > most:
            best, most, right_points = way, right_cells, points
        if most == cells:
            break
    scores = best.scores(game, right_points)
    return (
        best if scores is None else replace(best, columns=_columns([scores], results, best, rest))
    )


def _right_cells(
    game: Result, meaning: Meaning, points: Sequence[Decimal], rest: Sequence[int]
) -> tuple[int, int]:
    """Count how many cells of a game are right for these points, and how many cells there are.

    The cells are the ranks and those in the columns `rest`. `points` are the players' points, as
    written or corrected. Return both counts.
    """
    scores = meaning.scores(game, points)
    if scores is None:
        return 0, 0
    columns = columns_of_places([scores], rest, meaning.total * meaning.worth)
    right = sum(column.fitting([scores]) - column.free for column in columns)
    if meaning.rank:
        due = ranks_due([line.cells.get(meaning.rank) for line in game.lines], points)
        stated = [line.number(meaning.rank) for line in game.lines]
        right += count_equal(stated, due)
    at_ranks = [meaning.rank] * bool(meaning.rank)
    return right, sum(at in line.cells for line in game.lines for at in (*rest, *at_ranks))


def _are_ranks(games: Sequence[Result], at: int) -> bool:
    """Return whether in at least half of the games column `at` has the ranks 1, 2, 3 (and 4).

    If there is only one game, one of its ranks may be wrong.
    """
    ranks = [sorted(line.number(at) or 0 for line in game.lines) for game in games]
    right = sum(each == [*range(1, len(each) + 1)] for each in ranks)
    if len(ranks) == 1:
        # One rank may be wrong.
        return {*ranks[0]} <= {*range(1, len(ranks[0]) + 1)} and len({*ranks[0]}) >= len(
            ranks[0]
        ) - 1
    return right * 2 >= len(ranks)


def _rank_column(results: Results, points: int, columns: Sequence[int]) -> int:
    """Return the column whose numbers agree best with the ranks by the points in column `points`.

    `columns` are the columns to try. A column without a heading for ranks must be right for at
    least half of the players, because numbers of seats look like ranks. Return 0 if no column is
    accepted.
    """
    best, most = 0, -1
    for at in columns:
        right = players = 0
        for game in results.games:
            cells = [line.cells.get(at) for line in game.lines]
            due = ranks_due(cells, [line.number(points) for line in game.lines])
            stated = [line.number(at) for line in game.lines]
            right += count_equal(stated, due)
            players += len(due)
        if right > most and (at in results.ranked or 2 * right >= players):
            best, most = at, right
    return best


def _points(results: Results, at: int) -> Meaning | None:
    """Return a `Meaning` in which column `at` has the players' points; None if it cannot have them.

    At least half of the games must have the same total, in whole thousands. A single game must have
    a usual total such as 100,000, unless headings show that rows are games.
    """
    games = results.games
    totals = Counter(total + game.left for game in games
                     if (total := game.total(at)) is not None)  # fmt: skip
    # If two games have different sums, prefer the sum of usual starting points, and then a round
    # sum.
    by_times = [
        (times, is_usual_in_a_unit(total, len(games[0].lines)), total % _STICK == 0, total)
        for total, times in totals.items()
    ]
    times, *_, total = max(by_times, default=(0, Decimal(0)))
    units = [unit for unit in _UNITS if _LEAST_IN_ALL <= total * unit <= _MOST_IN_ALL]
    if times * 2 < len(games) or not units:
        return None
    unit = units[0]
    if total * unit % _STICK and (len(games) > 1 or not results.may_be_even):
        return None
    # For names with only numbers, several games must confirm the unit.
    has_unit = unit > 1 and len(games) > 1 and is_usual_in_a_unit(total, len(games[0].lines))
    if results.is_bare and not (has_unit or _is_usual_total(total, len(games[0].lines))):
        return None
    # A single game with an unusual sum of hundreds or thousands may count anything, such as wins.
    if len(games) == 1 and unit > 1 and not is_usual_in_a_unit(total, len(games[0].lines)):
        return None
    if len(games) == 1:
        total = _usual_total(total * unit, len(games[0].lines)) / unit
    return Meaning(at, total, unit, Decimal(unit) / 1000)


def _usual_total(total: Decimal, players: int) -> Decimal:
    """Return the total that a game should have if its points add up to `total`.

    `total` is returned unchanged if all players can have begun with the same whole thousands, or if
    only riichi sticks are missing from a usual total. Otherwise the nearest usual total, such as 4
    × 25,000, is returned.
    """
    if total % (players * _STICK) == 0 or _is_usual_total(total, players):
        return total
    return min((Decimal(start * players) for start in STARTS), key=lambda each: abs(each - total))


def is_usual_in_a_unit(total: Decimal, players: int) -> bool:
    """Return whether a sum is a usual total of points, written in points, hundreds or thousands."""
    return any(_is_usual_total(total * unit, players) for unit in _UNITS)


def _is_usual_total(total: Decimal, players: int) -> bool:
    """Return whether a sum is the total of a usual start, such as 100,000 for four players.

    Up to `MOST_LEFT` points of riichi sticks may be missing from it.
    """
    missing = [start * players - total for start in STARTS]
    return any(0 <= each <= MOST_LEFT and each % _STICK == 0 for each in missing)


def _net_of_stakes(
    games: Sequence[Result], columns: Sequence[int], unknown: Sequence[int]
) -> Meaning | None:
    """Return the `Meaning` of games in which players buy chips first and cash them in at the end.

    Such a sheet has one or two columns of chips bought, one of chips cashed in, and one of the
    difference, which is used as the points. The chips at the start may have no column. The headings
    of the columns `unknown` are not understood; only the chips bought may be in such a column.
    Return None if there are no such columns, or if all players bought the same number of chips.
    """
    lines = [line for game in games for line in game.lines]
    numbers = {at: [line.number(at) for line in lines] for at in (*columns, *unknown)}
    whole = {at: [number for number in some if number is not None] for at, some in numbers.items()}
    whole = {at: some for at, some in whole.items() if len(some) == len(lines)}
    even = [
        at
        for at in whole
        if at not in unknown and 2 * sum(game.total(at) == 0 for game in games) >= len(games)
    ]
    best, most = None, 2 * len(lines) // 3
    for net, cashed in product(even, whole):
        # Nobody cashes in less than no chips; other columns are money for the difference.
        if min(whole[cashed]) < 0 or _is_paid_for(whole[net], whole[cashed]):
            continue
        stakes = [at for at in whole if at not in {net, cashed} and min(whole[at]) >= 0]
        for bought in chain(combinations(stakes, 1), combinations(stakes, 2)):
            more = [add_up(some) for some in zip(*(whole[at] for at in bought), strict=True)]
            starts = Counter(
                end - change - own
                for change, own, end in zip(whole[net], more, whole[cashed], strict=True)
                if change
            )
            (start, right), *_ = starts.most_common(1) or [(Decimal(0), 0)]
            is_known = cashed not in {net, *unknown}
            if is_known and len({*more}) > 1 and right > most:
                places = (start,) * len(games[0].lines)
                end_column = Column(cashed, Decimal(1), places, others=dict.fromkeys(bought, 1))
                best, most = Meaning(net, Decimal(0), 1, Decimal(1), columns=(end_column,)), right
    return best


def _is_paid_for(points: Sequence[Decimal], amounts: Sequence[Decimal]) -> bool:
    """Return whether most amounts are the points times the same price, as with money."""
    prices = [amount / number for number, amount in zip(points, amounts, strict=True) if number]
    return 3 * max(Counter(prices).values(), default=0) > 2 * len(points)


def _even_points(
    games: Sequence[Result], columns: Sequence[int], *, are_games: bool
) -> Meaning | None:
    """Return a `Meaning` for results whose points have the same total, often zero, in most games.

    If several columns have such points, the one with the largest numbers is used. If `are_games` is
    False, the rows may be deals, whose changes add up to zero; then the total must not be zero, and
    must be less than 100. Return None if no column has such points.
    """
    some: list[tuple[Decimal, int, Meaning]] = []
    for at in columns:
        totals = Counter(total for game in games if (total := game.total(at)) is not None)
        total = max(totals, key=lambda each: (totals[each], each == 0), default=Decimal(0))
        times = totals[total]
        numbers = [line.number(at) or Decimal(0) for game in games for line in game.lines]
        is_usual = times * 2 >= len(games) if total == 0 else times * 4 >= 3 * len(games)
        is_plausible = times >= _LEAST_GAMES and (are_games or 0 < abs(total) < _LEAST_OF_DEALS)
        is_plausible |= are_games and total == 0
        # Numbers from 0 up are points for places, which follow from the points, if there are any.
        is_alone = are_games and len(columns) == 1 and _are_points_for_places(games, at)
        size = add_up([abs(number) for number in numbers])
        if is_usual and is_plausible and (min(numbers) < 0 or is_alone):
            some.append((size, times, Meaning(at, total, 1, Decimal(1))))
    # Totals so far are larger than the points that they add up.
    points_alone = [each for each in some
                    if not any(_adds_up_so_far(games, each[2].points, other[2].points)
                               for other in some if other is not each)]  # fmt: skip
    some = points_alone or some
    if not some:
        return None
    best = max(some, key=lambda each: each[0])[2]
    # Points after penalties equal the points before them for most players, but do not add up.
    lines = [line for game in games for line in game.lines]
    alike = [each for each in some if 2 * sum(
        line.number(each[2].points) == line.number(best.points) for line in lines) > len(lines)
    ]  # fmt: skip
    return max(alike, key=lambda each: each[1])[2]


def _are_points_for_places(games: Sequence[Result], at: int) -> bool:
    """Return whether most games have the same numbers in column `at`, such as 4, 2, 1 and 0.

    The players have them in another order in each game. Numbers of other games may differ because
    players with equal points share them.
    """
    sorted_numbers = Counter(
        tuple(sorted(line.number(at) or Decimal(0) for line in game.lines)) for game in games
    )
    numbers, times = sorted_numbers.most_common(1)[0]
    return times >= _LEAST_GAMES and 2 * times >= len(games) and len({*numbers}) == len(numbers)


# ------------------------------------------------------------------ what is due


def _points_due(meaning: Meaning, result: Result) -> list[Decimal | None]:
    """Return the points that each player of a game should have.

    The written points are returned if their total is right or missing, or if sticks left may
    explain the difference. If the total is wrong and a season's total, another column or the ranks
    show whose points are wrong, these points are corrected. Otherwise all are None.
    """
    numbers = [line.number(meaning.points) for line in result.lines]
    total = result.total(meaning.points)
    if total is None or total + result.left == meaning.total:
        return numbers
    off = total + result.left - meaning.total
    corrections: list[list[Decimal | None]] = [
        [(number or 0) - off * (at == player) for at, number in enumerate(numbers)]
        for player in range(len(numbers))
    ]
    fitting = [
        right
        for at, right in enumerate(corrections)
        if meaning.lacking.get(result.lines[at].name) == -off
        or _bears_out(meaning, result, right, at)
    ]
    if not fitting and meaning.rank:
        ranks = [line.cells.get(meaning.rank) for line in result.lines]
        stated = tuple(line.number(meaning.rank) for line in result.lines)
        fitting = [right for right in corrections if ranks_due(ranks, right) == stated]
    if len(fitting) == 1:
        return fitting[0]
    return numbers if _may_be_sticks(meaning, off) else [None] * len(numbers)


def _may_be_sticks(meaning: Meaning, off: Decimal) -> bool:
    """Return whether one to four riichi sticks left on the table explain a wrong total.

    `off` is the written total minus the usual total.
    """
    if not meaning.total or meaning.tells_sticks:
        return False
    return off * meaning.unit % _STICK == 0 and 0 < -off * meaning.unit <= MOST_LEFT


def _bears_out(meaning: Meaning, result: Result, points: Sequence[Decimal | None], at: int) -> bool:
    """Return whether another column, such as points with uma, confirms a player's corrected points.

    `points` are all players' points after the correction, and `at` is the index of the corrected
    player. The player's number in the other column must be right with the corrected points and
    wrong with the written points.
    """
    line = result.lines[at]
    right = meaning.scores(result, points)
    written = meaning.scores(result, [each.number(meaning.points) for each in result.lines])
    return any(
        right is not None
        and written is not None
        and column.has_points
        and line.number(column.at) == column.due(right, at) != column.due(written, at)
        for column in meaning.columns
    )


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
    meaning = _meaning(Results((result,), ranked, penalties))
    if meaning is None or result.total(meaning.points) != meaning.total:
        return []
    points_and_others = [*_rows(meaning, result)]
    return points_and_others[1:]


def _rows(meaning: Meaning, result: Result) -> Iterator[RowBelow]:
    """Yield the columns of a game, each as cells with their expected numbers (`RowBelow`).

    First come the points, then other columns such as uma, the ranks, the sums below the players,
    and cells with the points of two partners. If it is unknown whose points are wrong, only the
    points are yielded, with their expected total.
    """
    lines = result.lines
    due = _points_due(meaning, result)
    cells = tuple(line.cells.get(meaning.points) for line in lines)
    is_off = None in due or sum(each or 0 for each in due) + result.left != meaning.total
    if is_off:
        in_all = int(meaning.total - result.left)
        yield RowBelow(
            "points", cells, meaning.unit, (in_all,), includes_sticks=meaning.tells_sticks
        )
    else:
        yield RowBelow("result", cells, sums=tuple(due))
    scores = meaning.scores(result, due)
    if scores is None:
        return
    due_in: dict[int, Sequence[Decimal | None]] = {meaning.points: due}
    for column in meaning.columns:
        if len(column.places) == len(lines):
            stated = tuple(line.cells.get(column.at) for line in lines)
            right = tuple(column.due(scores, at) for at in range(len(lines)))
            if (bought := _added_column_that_is_wrong(result, column, right)) is not None:
                yield bought
                continue
            due_in[column.at] = right
            due_in |= {at: [line.number(at) for line in lines] for at in column.others}
            yield RowBelow("result", stated, sums=right)
    if meaning.rank:
        ranks = tuple(line.cells.get(meaning.rank) for line in lines)
        yield RowBelow("place", ranks, sums=ranks_due(ranks, due))
    yield from _sums_below(result, due_in)
    for cell, players in result.shares:
        together = add_up([due[at] for at in players])
        yield RowBelow("result", (cell,), sums=(together,))


def _added_column_that_is_wrong(
    result: Result, column: Column, right: Sequence[Decimal]
) -> RowBelow | None:
    """Return the cells of a wrong column that `column` adds to the points; None if none is wrong.

    For example, `column` is points plus chips bought. If the sum written below `column` is right
    and the sum below the chips is wrong, a number of chips is wrong. `right` has the expected
    numbers of `column`, from which those of the chips follow. The result has the cells of the chips
    with their expected numbers.
    """
    if len(column.others) != 1 or any(column.places):
        return None
    ((at, times),) = column.others.items()
    totals = [(result.total(each), result.sums.get(each)) for each in (column.at, at)]
    sums_agree = [cell is not None and number_of(cell.text) == total for total, cell in totals]
    if sums_agree != [True, False] or at not in result.sums:
        return None
    due: list[Decimal | None] = []
    for line, more in zip(result.lines, right, strict=True):
        added, stated = line.number(at), line.number(column.at)
        is_known = added is not None and stated is not None
        due.append((added or 0) - (more - (stated or 0)) / times if is_known else None)
    return RowBelow("result", tuple(line.cells.get(at) for line in result.lines), sums=tuple(due))


def _sums_below(
    result: Result, due_in: Mapping[int, Sequence[Decimal | None]]
) -> Iterator[RowBelow]:
    """Yield the cells with sums below a game, with the expected sums, as `RowBelow` objects.

    `due_in` maps a column to the expected numbers of the players. A sum of the written numbers is
    right, too, even if one of them is wrong.
    """
    columns = [at for at in result.sums if at in due_in]
    cells = [result.sums[at] for at in columns]
    sums: list[Decimal | None] = []
    for at, cell in zip(columns, cells, strict=True):
        right = add_up(due_in[at])
        stated = number_of(cell.text)
        sums.append(stated if stated in _sums_stated(result, at) else right)
    yield from split_into_rows("result", cells, sums, len(result.lines))


def _rows_of_season(grid: Grid, seasons: Sequence[Results], meaning: Meaning) -> Iterator[RowBelow]:
    """Yield the rows below the games of a season, as cells with expected numbers.

    `seasons` are the whole season and its parts, such as months, which may have totals of their
    own.
    """
    rows = [row for season in seasons for row in _season_totals(season, meaning)]
    yield from rows
    expected = {cell: number for row in rows for cell, number
                in zip(row.cells, row.sums, strict=True) if cell is not None}  # fmt: skip
    cells_of_sums = [[*cells.values()][-1] for cells in seasons[0].sums.values() if cells]
    if not cells_of_sums and meaning.with_places:
        cells_of_sums = [*meaning.with_places[0].cells.values()]
    sums = {cell: number_of(cell.text) if (due := expected.get(cell)) is None else Decimal(due)
            for cell in cells_of_sums}  # fmt: skip
    for each in (grid, grid.transposed()):
        for cells, numbers in rows_after_sums(each, sums, numbers_in_titles(grid)):
            yield from split_into_rows("result", cells, numbers)


def _season_totals(results: Results, meaning: Meaning) -> Iterator[RowBelow]:
    """Yield the cells of a season's totals, ranks and counts of places with expected numbers.

    The cells are grouped as `RowBelow` objects. A total should be the sum of the games. If the
    points of a game do not add up, totals count as right, because they help to find out whose
    points are wrong.
    """
    in_all = {game.total(meaning.points) for game in results.games}
    is_clear = in_all <= {meaning.total, None}
    totals: list[dict[str, Decimal | None]] = []
    columns = {column.at: column for column in meaning.columns}
    for at in (meaning.points, *columns):
        cells = {name: some[at] for name, some in results.sums.items() if at in some}
        lacking = _lacking(results, at) if is_clear else {}
        # A total that uses the right number instead of the written one is right.
        mended = _mended(results, meaning, columns[at]) if at in columns else {}
        lacking = {name: more for name, more in lacking.items() if more != mended.get(name)}
        stated = {name: number_of(cell.text) for name, cell in cells.items()}
        # Most totals are points with uma if most are not the sums of the points.
        are_with_places = at == meaning.points and 2 * len(_lacking(results, at)) > len(stated)
        with_places: Mapping[str, Decimal | None] = {}
        if are_with_places:
            points = [[line.number(at) for line in game.lines] for game in results.games]
            with_places = _totals_with_places(results, meaning, stated, points)
            with_places = with_places or dict.fromkeys(stated)
        due = [with_places[name] if with_places else None if number is None
               else number - lacking.get(name, 0) for name, number in stated.items()]  # fmt: skip
        yield from split_into_rows("result", [*cells.values()], due)
        totals += [dict(zip(cells, due, strict=True))] if cells else []
    for some in meaning.with_places if results.other_sums else ():
        totals.append({name: some.due[name] if is_clear else number_of(cell.text)
                       for name, cell in some.cells.items()})  # fmt: skip
        yield from split_into_rows("result", [*some.cells.values()], [*totals[-1].values()])
    by_name = {name: next(iter(cells.values())) for name, cells in results.ranks.items()}
    if totals and by_name.keys() == totals[-1].keys():
        yield from split_into_rows("place", [*by_name.values()], _season_ranks(by_name, totals))
    yield from _counts_of_places(results, meaning)


def _counts_of_places(results: Results, meaning: Meaning) -> Iterator[RowBelow]:
    """Yield the cells that count a player's games and places, with expected numbers (`RowBelow`).

    The expected numbers are counted from the games. A column is yielded only if two thirds of its
    numbers are right. If two players may have the same place in some game, only the numbers of
    games are yielded.
    """
    taken: Counter[tuple[str, int]] = Counter()
    is_clear = True
    for game in results.games:
        points = _points_due(meaning, game)
        ranks = ranks_due([line.cells.get(meaning.rank) for line in game.lines], points)
        is_clear &= None not in ranks and len({*ranks}) == len(ranks)
        taken.update((line.name, 0) for line in game.lines)
        taken.update((line.name, int(rank or 0)) for line, rank
                     in zip(game.lines, ranks, strict=True))  # fmt: skip
    for place in range((max(TABLE_SIZES) if is_clear else 0) + 1):
        cells = {name: some[place] for name, some in results.counts.items() if place in some}
        due = [Decimal(taken[name, place]) for name in cells]
        right = count_equal(numbers_in(cells.values()), due)
        if cells and 3 * right >= 2 * len(cells):
            yield from split_into_rows("result", [*cells.values()], due)


def _season_ranks(
    ranks: Mapping[str, Cell], totals: Sequence[Mapping[str, Decimal | None]]
) -> tuple[Decimal | None, ...]:
    """Return the rank that each player of a season should have, in the order of `ranks`.

    `ranks` has the cell with each player's rank. `totals` has several kinds of totals, such as
    points and points with uma, each as a dict by player. The kind that explains most ranks is used,
    and a second kind decides between players with equal totals.
    """
    best: tuple[Decimal | None, ...] = ()
    most = -1
    stated = [rank_of(cell.text) for cell in ranks.values()]
    for first, second in product(reversed(totals), totals):
        pairs = [(first.get(name), second.get(name)) for name in ranks]
        whole = [(own, other) for own, other in pairs if own is not None and other is not None]
        players_below = [None if None in pair else Decimal(sum(pair > other for other in whole))
                         for pair in pairs]  # fmt: skip
        due = ranks_due([*ranks.values()], players_below)
        fitting = count_equal(stated, due)
        for number in {*players_below}:
            shared = [rank for rank, own in zip(stated, players_below, strict=True)
                      if own == number]  # fmt: skip
            # Players with equal totals either all share a rank, or each have their own.
            if 1 < len({*shared}) < len(shared):
                fitting -= 1
        if fitting > most:
            best, most = due, fitting
    return best


def _sums_with_places(results: Results, meaning: Meaning) -> Iterator[SumsWithPlaces]:
    """Yield the season's other sums that a common uma explains, with the expected numbers.

    If the points of one game have a wrong sum, each player's points are corrected in turn, because
    a wrong number also changes who has which place. A single correction must explain all totals.
    Totals may include penalties. Nothing is yielded if a column of the games includes uma, because
    the totals are then plain sums of that column.
    """
    if any(column.has_points and any(column.places) for column in meaning.columns):
        return
    points = [[line.number(meaning.points) for line in game.lines] for game in results.games]
    for cells in results.other_sums.values():
        stated = {name: number_of(cell.text) or Decimal(0) for name, cell in cells.items()}
        lost = {name: results.losses.get(name, Decimal(0)) for name in cells}
        before = {name: number - lost[name] for name, number in stated.items()}
        fitting = [SumsWithPlaces(cells, stated, {name: more})
                   for name, more, corrected in _corrected_points(results, meaning, points)
                   if (right := _totals_with_places(results, meaning, before, corrected))
                   and all(right[each] == number for each, number in before.items())]  # fmt: skip
        if len(fitting) == 1:
            yield from fitting
            continue
        likeliest: Mapping[str, Decimal] = {}
        # Totals before penalties may be next to those after penalties.
        for numbers, more in ((before, lost), (stated, dict.fromkeys(cells, Decimal(0)))):
            sums = _totals_with_places(results, meaning, numbers, points)
            due = {name: sums[name] + more[name] for name in cells} if sums else {}
            if _right(due, stated) > _right(likeliest, stated):
                likeliest = due
        if likeliest:
            off = {name: number - likeliest[name] for name, number in stated.items()}
            lacking = {name: more / meaning.worth for name, more in off.items() if more}
            yield SumsWithPlaces(cells, likeliest, lacking)


def _right(due: Mapping[str, Decimal], stated: Mapping[str, Decimal]) -> int:
    """Count the players whose written number is the expected one."""
    return sum(due.get(name) == number for name, number in stated.items())


_Points = list[list[Decimal | None]]
"""The points of each player of each game."""


def _corrected_points(
    results: Results, meaning: Meaning, points: _Points
) -> Iterator[tuple[str, Decimal, _Points]]:
    """Yield copies of `points` in which one player's points give the only wrong game a right sum.

    Each copy comes with the player's name and the points that were missing. Yield nothing if not
    exactly one game has a wrong sum.
    """
    sums = {at: game.total(meaning.points) for at, game in enumerate(results.games)}
    missing = {at: meaning.total - total - results.games[at].left for at, total in sums.items()
               if total is not None}  # fmt: skip
    wrong = [at for at, more in missing.items() if more]
    for at in wrong if len(wrong) == 1 else ():
        for player, number in enumerate(points[at]):
            of_game = [*points[at]]
            of_game[player] = None if number is None else number + missing[at]
            name = results.games[at].lines[player].name
            yield name, missing[at], [*points[:at], of_game, *points[at + 1 :]]


def _lacking_with_places(sums: Sequence[SumsWithPlaces]) -> Mapping[str, Decimal]:
    """Return by how much each player's points are too low, as the first totals with uma show."""
    return next((some.lacking for some in sums), {})


def _totals_with_places(
    results: Results,
    meaning: Meaning,
    stated: Mapping[str, Decimal | None],
    points: _Points,
) -> Mapping[str, Decimal]:
    """Return each player's expected season total, if the season's totals are points with uma.

    `stated` has the written totals by player, and `points` the points of each game. Common uma are
    tried, and the one that explains all totals but at most one is used. The dict is empty if there
    is none.
    """
    games = [(game, scores) for game, some in zip(results.games, points, strict=True)
             if (scores := meaning.scores(game, some)) is not None]  # fmt: skip
    sizes = {len(scores.points) for _, scores in games}
    if len(games) < len(results.games) or len(sizes) > 1:
        return {}
    in_all = meaning.total * meaning.worth
    for places in usual_places(min(sizes), in_all, has_points=True):
        column = Column(0, Decimal(1), places)
        due = defaultdict[str, Decimal](Decimal)
        for game, scores in games:
            for player, line in enumerate(game.lines):
                due[line.name] += column.due(scores, player)
        if sum(due[name] == number for name, number in stated.items()) >= len(stated) - 1:
            return due
    return {}


def _mended(results: Results, meaning: Meaning, column: Column) -> Mapping[str, Decimal]:
    """Return by how much each player's numbers in a column are too low, added up over all games.

    The result is a dict by name. It is used because a season's total may add up the right numbers
    although a written number is wrong.
    """
    mended = defaultdict[str, Decimal](Decimal)
    for game in results.games:
        scores = meaning.scores(game, [line.number(meaning.points) for line in game.lines])
        for player, line in enumerate(game.lines):
            stated = line.number(column.at)
            if scores is not None and stated is not None:
                mended[line.name] += column.due(scores, player) - stated
    return mended


def split_into_rows(
    kind: Literal["result", "place"],
    cells: Sequence[Cell | None],
    due: Sequence[Decimal | None],
    players: int = len(SEATS),
) -> Iterator[RowBelow]:
    """Split a long column into `RowBelow` objects, each with at most `players` cells.

    `due` has the expected number of each cell. A `RowBelow` has the cells of one game's players,
    but a column may list more people. `kind` says what the numbers are.
    """
    for first in range(0, len(cells), players):
        some = slice(first, first + players)
        yield RowBelow(kind, tuple(cells[some]), sums=tuple(due[some]))


def ranks_due(
    cells: Sequence[Cell | None], points: Sequence[Decimal | None]
) -> tuple[Decimal | None, ...]:
    """Return the expected rank of each player by points; all are None if a player has no points.

    `cells` and `points` have an entry for each player. Players with equal points may share a rank
    or have different ranks; then the rank written in the cell is returned.
    """
    due: list[Decimal | None] = []
    for cell, own in zip(cells, points, strict=True):
        if own is None or None in points:
            due.append(None)
            continue
        better = sum((other or 0) > own for other in points)
        stated = rank_of(cell.text) if cell else None
        may_be = stated is not None and better < stated <= better + points.count(own)
        due.append(stated if may_be else Decimal(better + 1))
    return tuple(due)


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
        rows_below=tuple(_rows(meaning, result)),
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
