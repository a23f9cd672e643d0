"""Reads the games of a worksheet from its tables, the lines above them and their rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from itertools import chain, compress, count, islice, pairwise, permutations, product, takewhile
from operator import not_
from typing import Final, Literal

from mjlog.model import deal_labels
from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.model.record import NOBODY, SEATS, Seat
from mjlog.sheets.cells.numbers import is_number, number_of
from mjlog.sheets.cells.words import (
    ENDS,
    PLACED,
    RANKS,
    UMA,
    Role,
    core,
    has_penalty,
    has_sticks_left,
    is_absent,
    is_total,
    label_of,
    plain,
    role_of,
)
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.layouts.choose_reading import TableReading, best_reading
from mjlog.sheets.layouts.columns_beside_players import with_columns_beside_players
from mjlog.sheets.layouts.deals_in_blocks import with_rows_of_blocks
from mjlog.sheets.layouts.evidence import with_evidence
from mjlog.sheets.layouts.fees import lists_fees, without_money
from mjlog.sheets.layouts.finals_below import FinalsBelow, finals_below, with_finals_as_row
from mjlog.sheets.layouts.fines import with_fines
from mjlog.sheets.layouts.joined_heads import with_heads_joined
from mjlog.sheets.layouts.joined_rows import join_rows
from mjlog.sheets.layouts.keys_of_letters import with_letters_named, with_words_of_key
from mjlog.sheets.layouts.layout import (
    OF_THE_HEAD,
    Players,
    Table,
    entry,
    players_above,
    results_side_by_side,
    tables,
)
from mjlog.sheets.layouts.likely_rules import (
    RIICHI,
    gives_last_sticks,
    headers_likely,
    loaded,
    rules_called,
    rules_name,
    with_chombo_price,
)
from mjlog.sheets.layouts.long_form import with_rows_of_deals
from mjlog.sheets.layouts.mapping import SheetMap, map_of_table
from mjlog.sheets.layouts.names_in_rows import with_names_of_rows
from mjlog.sheets.layouts.pages import without_page_breaks
from mjlog.sheets.layouts.several_wins import with_rows_of_wins
from mjlog.sheets.layouts.side_tables import remove_side_table, remove_times_and_counts
from mjlog.sheets.layouts.split_amounts import split_amounts
from mjlog.sheets.layouts.wind_initials import with_winds_named
from mjlog.sheets.notes_on_tables import (
    how_understood,
    nobody_deals,
    unread_columns,
    unused_columns,
)
from mjlog.sheets.points import Points
from mjlog.sheets.records import (
    DealDraft,
    Entry,
    GameDraft,
    RowBelow,
    final_entry,
    one_line,
)
from mjlog.sheets.refused_tables import (
    LOOK,
    OF_DEALS,
    no_score_finding,
    why_not_read,
)
from mjlog.sheets.result_sheets.other_lists import other_list_in
from mjlog.sheets.result_sheets.result_layouts import tells_places, with_players_headed
from mjlog.sheets.result_sheets.results import drafts_of_results, rows_of_end
from mjlog.sheets.result_sheets.rows_after_sums import rows_after_sums
from mjlog.sheets.result_sheets.standings import (
    drafts_of_standings,
    may_be_one_game,
    ranking_at,
    shares_at,
)
from mjlog.sheets.result_sheets.totals_of_games import (
    Sums,
    block_below_one_game,
    block_below_turned_deals,
    block_of_all_games,
    block_of_priced_deals,
    priced_sums,
    rows_of_table_points,
    sums_of_games,
)
from mjlog.sheets.result_sheets.tournament_points import awards
from mjlog.sheets.rows.reader import Reader
from mjlog.sheets.seats_by_finals import FinalsFit, finals_fit
from mjlog.sheets.unread import unread

_ROUND: Final = 5000
"""Games begin with points that are a multiple of this number."""
_STEP: Final = 100
_THOUSAND: Final = 1000
_MOST_SUMS: Final = 16
"""Most rows of sums between deals that are judged."""
_TITLES: Final = 5
"""Number of first rows that may name the rules."""
Readings = dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[TableReading, str]]
"""The best reading of each table, and its rival rules.

The key is the likely rules and the heads of the columns.
"""


def drafts_of_grid(
    grid: Grid,
    rules: str = "",
    layout: SheetMap | None = None,
    aside: list[Finding] | None = None,
    readings: Readings | None = None,
) -> Iterator[GameDraft]:
    """Read all games on a worksheet, and yield each as a `GameDraft`, the game as written there.

    The worksheet has deals, or results of whole games. `rules` are the rules that the user named,
    and `layout` is the user's map of the columns. Findings about parts that are not read are added
    to `aside`. `readings` stores how tables were understood, so that a later table with the same
    headings is read alike.
    """
    readings = {} if readings is None else readings
    aside = [] if aside is None else aside
    layout = layout or SheetMap()
    grid = without_page_breaks(grid)
    if not layout.says_columns:
        grid, heads_of_money = without_money(grid)
        aside += unread("columns", heads_of_money, grid.name)
        # Nothing is read of a list of fees.
        grid = replace(grid, cells={}) if lists_fees(grid) else grid
        for remove in (remove_side_table, remove_times_and_counts):
            grid, left_out = remove(grid)
            aside += unread("columns", left_out, grid.name)
    grid = with_rows_of_blocks(grid)
    grid = with_words_of_key(with_winds_named(with_names_of_rows(with_rows_of_wins(grid))))
    named_grid = with_letters_named(grid)
    joined = with_heads_joined(split_amounts(named_grid))
    grid = with_rows_of_deals(joined if layout.says_columns else with_finals_as_row(joined))
    grid = grid if grid is joined else with_columns_beside_players(grid)
    other_list = None if layout.says_columns else other_list_in(grid)
    if other_list is not None:
        aside.append(other_list)
        return
    rules = rules or _options_above(grid)
    named = rules_name(rules or _rules_above(grid, aside))
    if results := _results_of_games(joined, grid, layout, named):
        yield from results
        return
    head = None if layout.says_columns else ranking_at(grid) or shares_at(grid)
    if head is not None:
        aside += [no_score_finding(head, grid.name)]
        return
    if not layout.says_columns and (drafts := _games_with_finals(joined, rules, aside)):
        yield from drafts
        return
    wholes = [*_laid_out(grid, layout)]

    def games(some: Sequence[Table], notes: list[Finding]) -> Iterator[GameDraft]:
        return _games_of_tables(some, rules, layout, readings, notes)

    tells_wins = any(
        _OF_WINS & {*whole.roles.values()} or deal_labels.named(label_of(whole.text(row, "deal")))
        for whole in wholes for row in whole.rows[:1]
    )  # fmt: skip
    read: Sequence[GameDraft] = ()
    if not layout.says_columns:
        read = () if tells_wins else _results_turned(joined, named)
        read = read or _games_with_totals(grid, wholes, games, aside)
    yield from read or games(wholes, aside)


def _games_with_finals(grid: Grid, rules: str, aside: list[Finding]) -> list[GameDraft]:
    """Read the game of a worksheet that has no points in its deals, but final points below them.

    If no line says who sat where, each order of the players is tried, and the order whose final
    points agree best with the deals is used. If several orders agree equally well, only final
    points that are the same in all of them are checked; if no order agrees, only the sum is
    checked. Findings are added to `aside`. Return an empty list if the worksheet has no such final
    points.
    """
    final_points = finals_below(grid)
    if final_points is None:
        return []
    wholes = [*_laid_out(with_rows_of_deals(final_points.deals()), SheetMap())]
    if len(wholes) != 1 or wholes[0].groups or len(wholes[0].rows) > _MOST_DEALS:
        return []
    orders = _possible_orders(final_points, wholes[0])
    grid = with_rows_of_deals(final_points.in_order(orders[0]))
    wholes = [*_laid_out(grid, SheetMap())]
    if len(wholes) != 1 or why_not_read(wholes[0], SheetMap()) is not None:
        return []
    drafts = [*_drafts_in_orders(wholes[0], rules, orders)]
    fits = {fit.draft.players: fit for draft in drafts
            if (fit := finals_fit(draft)) is not None}  # fmt: skip
    most = max((fit.rating for fit in fits.values()), default=(0, 0))
    best = [fit for fit in fits.values() if fit.rating == most and fit.is_sure]
    if not final_points.is_sorted:  # the order of such a block may be that of the seats
        best = [fit for fit in best if [*fit.draft.players] == final_points.players] or best
    if len(best) == 1:
        return [_draft_with_finals(best[0], final_points)]
    if not drafts or final_points.block.rows_by_named_seat():
        return []
    draft = _draft_with_block(drafts[0], final_points, best)
    draft = replace(draft, rotating=draft.rotating or len(orders) > 1)
    if not draft.rows_below:
        aside += unread("rows", final_points.finals[:1], grid.name)
    return [draft]


_MOST_DEALS: Final = 40
"""Deals of a game that are read in each order of the seats."""


def _drafts_in_orders(
    whole: Table, rules: str, orders: Sequence[Sequence[int]]
) -> Iterator[GameDraft]:
    """Yield the game of a table, read with the players in each of these orders of seats.

    The columns of the table are in the first order. Yield nothing if the table has several games.
    """
    instructions = Instructions(rules, whole, 0)
    best, rival = _best_reading(whole, instructions)
    for order in orders:
        reading = replace(best, order=tuple(orders[0].index(at) for at in order))
        games = [*_drafts_by(reading, whole, instructions.named(whole), 0, tells_columns=True)]
        if len(games) != 1:
            return
        more = (_rival_finding(best.header, rival),) if rival else ()
        yield replace(games[0], findings=(*games[0].findings, *more))


def _possible_orders(found: FinalsBelow, table: Table) -> list[Sequence[int]]:
    """Return the orders in which the players of a block of final points may have sat.

    An order is a list with one entry for each seat: the index of the player in the block. There is
    only one order if lines above the deals or a column of the block name the seats; otherwise all
    orders are returned.
    """
    names = [plain(name) for name in found.players]
    above = [plain(name) for _, name in sorted(players_above(table).items())]
    if sorted(above) == sorted(names):
        return [[names.index(name) for name in above]]
    rows = found.block.rows_by_named_seat()
    if rows:
        return [[found.block.rows.index(row) for row in rows]]
    return [*permutations(range(len(names)))]


def _draft_with_finals(fit: FinalsFit, found: FinalsBelow) -> GameDraft:
    """Return the game as read in the order of seats of `fit`, with the starting points of `fit`.

    `fit` compares the final points in the block `found` with the deals. If it supposes that nobody
    was tenpai in some draws, the final points become cells to check. The ranks and placement points
    of the block also become cells to check.
    """
    draft = fit.draft
    rules = loaded(draft.rules)
    start = (fit.start,) * len(draft.players)
    if rules is not None and fit.start != rules.progress.start_points:
        named = draft.rules if draft.are_rules_named else ""
        header, start = _with_start(draft.rules, named, start)
        draft = replace(draft, rules=header, start=start)
    if fit.supposes:
        headers = tuple(each for each in draft.headers if not each.text.startswith("Final-Score"))
        row = _row_of_finals(found, draft, [fit])
        draft = replace(draft, headers=headers, rows_below=(*draft.rows_below, row))
    judged = [frozenset(row.cells) for row in draft.rows_below]
    others = [row for row in _others_of_block(found) if frozenset(row.cells) not in judged]
    names = {cell.name for row in others for cell in row.cells if cell}
    findings = tuple(each for each in draft.findings
                     if getattr(each.place, "cell", "") not in names)  # fmt: skip
    return replace(draft, rows_below=(*draft.rows_below, *others), findings=findings)


def _draft_with_block(draft: GameDraft, found: FinalsBelow, fits: Sequence[FinalsFit]) -> GameDraft:
    """Return the game with the final points of the block `found` as cells to check.

    Used if it is unclear which player sat where. `fits` are the orders of seats that agree best
    with the deals; a final point is checked if all of them expect the same number. If `fits` is
    empty, only the sum of the final points is checked.
    """
    if fits:
        below = [_row_of_finals(found, draft, fits), *_others_of_block(found)]
    else:
        below = [
            row for result in drafts_of_results(found.alone())[:1] for row in result.rows_below
        ]
    headers = tuple(each for each in draft.headers if not each.text.startswith("Final-Score"))
    names = {cell.name for row in below for cell in row.cells if cell}
    findings = tuple(each for each in draft.findings
                     if getattr(each.place, "cell", "") not in names)  # fmt: skip
    return replace(draft, headers=headers, rows_below=tuple(below), findings=findings)


def _row_of_finals(found: FinalsBelow, draft: GameDraft, fits: Sequence[FinalsFit]) -> RowBelow:
    """Return the cells of the final points with their expected numbers, in the order of the seats.

    `fits` are possible orders of the players, each with the final points that it expects. If they
    expect different points for a player, that player's cell is not checked.
    """
    names = [plain(name) for name in draft.players]
    cells = {plain(name): cell for name, cell in zip(found.players, found.finals, strict=True)}
    ordered = sorted(cells, key=lambda name: names.index(name) if name in names else len(names))
    dues = [{plain(name): number for name, number in fit.due_by_name.items()} for fit in fits]
    sums = [{due.get(name) for due in dues} for name in ordered]
    agreed = tuple(next(iter(some)) if len(some) == 1 else None for some in sums)
    return RowBelow("result", tuple(cells[name] for name in ordered), sums=agreed)


def _others_of_block(found: FinalsBelow) -> list[RowBelow]:
    """Return the ranks and the placement points in a block of final points, as rows to check.

    Their expected numbers follow from the final points.
    """
    finals = {*found.finals}
    results = drafts_of_results(found.alone())
    return [row for result in results[:1] for row in result.rows_below
            if finals.isdisjoint(row.cells)]  # fmt: skip


def _games_with_totals(
    grid: Grid,
    wholes: Sequence[Table],
    games: Callable[[Sequence[Table], list[Finding]], Iterator[GameDraft]],
    aside: list[Finding],
) -> list[GameDraft]:
    """Read the games of a worksheet that has a separate block of totals, and check the totals.

    The totals are sums of several games, or of the deals of one game without points. They are
    attached to the last game. `wholes` are the tables of the worksheet, and `games` is the function
    that reads the games of tables. Findings are added to `aside`. Return an empty list if there is
    no such block.
    """
    of_games = block_of_all_games(wholes)
    of_one_game = None if of_games or grid.turned else block_below_one_game(wholes)
    block = of_games or of_one_game
    if block is None and not grid.turned:
        block = block_of_priced_deals(grid, wholes) or block_below_turned_deals(grid, wholes)
    if block is None:
        return []
    notes: list[Finding] = []
    is_turned = any(table.grid.turned for table in wholes)
    tables_above = [*_laid_out(block.removed_from(grid), SheetMap())]
    drafts = [*games(tables_above, notes)]
    ways: Sequence[Sums] = []
    if of_games is not None:
        ways = sums_of_games(wholes)
    elif len(drafts) == 1:
        if of_one_game is not None:
            ways = sums_of_games(tables_above)
        elif is_turned or not any(table.groups for table in tables_above):
            ways = priced_sums(drafts[0])
        ways = [*ways, *(sums for way in ways[-1:] for sums in block.sums_with_own_start(way))]
    below = tuple(block.judged(ways))
    # A block that fits no sum may be deals. But if the rules are only a guess, another price is
    # likelier; and below deals in columns the block cannot be deals.
    is_block = (
        of_games is not None or is_turned or below or (ways and not drafts[0].are_rules_named)
    )
    if not drafts or not is_block:
        return []
    aside += notes
    if not below:
        aside += unread("rows", [block.first_cell(grid)], grid.name)
    elif of_one_game is not None:
        # The block may also have points with uma, which follow from its own final points.
        checked = {cell for row in below for cell in row.cells}
        results = drafts_of_results(block.alone_in(grid), "")
        others = [row for draft in results if len(results) == 1 for row in draft.rows_below]
        below += tuple(row for row in others if checked.isdisjoint(row.cells))
    return [*drafts[:-1], replace(drafts[-1], rows_below=(*drafts[-1].rows_below, *below))]


def _games_of_tables(
    wholes: Sequence[Table],
    rules: str,
    layout: SheetMap,
    readings: Readings,
    aside: list[Finding],
) -> Iterator[GameDraft]:
    """Read the games of all tables that contain deals.

    Findings about tables that are not read are added to `aside`.
    """
    for whole in wholes:
        if (why := why_not_read(whole, layout)) is not None:
            aside.append(why)
            continue
        instructions = Instructions(rules, whole, layout.unit)
        for place, table in enumerate(_seatings(whole)):
            drafts = _drafts(table, instructions, readings, tells_columns=place == 0)
            for draft in drafts:
                yield _with_all_players(draft, whole) if table.rotating else draft


def _results_of_games(
    joined: Grid, grid: Grid, layout: SheetMap, rules: str
) -> tuple[GameDraft, ...]:
    """Read a worksheet as results of whole games; return an empty tuple if it has none.

    A worksheet with a row for each player is given in two forms: `joined` still has these rows, and
    `grid` has one row for each deal instead. `joined` is tried first if its headings name ranks or
    placement points. `rules` is the rules header.
    """
    rows = islice(joined.rows(), _TITLES)
    has_places = any(tells_places(joined.texts(*row)) for row in rows)
    ranked = _results(joined, layout, rules) if has_places and grid is not joined else ()
    results = ranked or _results(grid, layout, rules)
    headed = grid if results or layout.says_columns else with_players_headed(grid)
    results = results if headed is grid else _results(headed, layout, rules)
    if layout.says_columns or not results or _number_of_right_cells(results):
        return results
    return _results_turned(joined, rules) or results


def _results_turned(grid: Grid, rules: str) -> tuple[GameDraft, ...]:
    """Read a worksheet with rows and columns exchanged as results; return the games as drafts.

    Return an empty tuple if too few of its numbers follow from others. `rules` is the rules header.
    """
    if max((row for row, _ in grid.cells), default=0) > _MOST_TURNED:
        return ()
    grid = grid.exchanged()
    # Titles are above the first row, and the cells below them begin further right.
    above = 1 - min((row for row, _ in grid.cells), default=1)
    left = min((column for row, column in grid.cells if row > 0), default=1) - 1
    moved = {(row + above, column - left * (row > 0)): cell
             for (row, column), cell in grid.cells.items()}  # fmt: skip
    turned = _results(replace(grid, cells=moved), SheetMap(), rules)
    # A name such as `Manon` may also be a heading in another language.
    heads = {name for draft in turned for name in draft.players if role_of(name)}
    is_right = len(heads) <= 1 and _number_of_right_cells(turned) >= _LEAST_RIGHT
    return turned if is_right else ()


_MOST_TURNED: Final = 100
"""Most rows of a worksheet that are tried as results with rows and columns exchanged."""
_LEAST_RIGHT: Final = 8
_OF_WINS: Final[frozenset[Role]] = frozenset({"winner", "from", "han", "fu", "faan", "tai"})


def _number_of_right_cells(drafts: Sequence[GameDraft]) -> int:
    """Count the cells of results that have the number that follows from the rest of the sheet."""
    right = 0
    for row in (row for draft in drafts for row in draft.rows_below):
        numbers = [number_of(cell.text, row.sign) if cell else None for cell in row.cells]
        if row.kind == "points":
            total = sum((number for number in numbers if number is not None), Decimal(0))
            right += len(numbers) if row.sums and total == row.sums[0] else 0
        elif row.kind in {"result", "place"}:
            right += sum(number is not None and number == due
                         for number, due in zip(numbers, row.sums, strict=False))  # fmt: skip
    return right


def _laid_out(grid: Grid, layout: SheetMap) -> Iterator[Table]:
    """Yield the tables of a worksheet, read by the user's map of the columns if it names columns.

    Otherwise the tables and the meanings of their columns are found from the cells.
    """
    if layout.says_columns:
        yield from (with_fines(table) for table in layout.tables(grid))
    else:
        yield from _with_finals([with_fines(with_evidence(table)) for table in tables(grid)])


def _with_finals(some: Sequence[Table]) -> list[Table]:
    """Join each table of final points to the table of deals above it; return all tables.

    A table of final points has its own row of headings. Its rows are appended to the rows of the
    table of deals.
    """
    whole: list[Table] = []
    for table in some:
        if whole and _is_of_finals(table, whole[-1]):
            whole[-1] = replace(whole[-1], rows=(*whole[-1].rows, *table.rows))
        else:
            whole.append(table)
    return whole


def _is_of_finals(table: Table, above: Table) -> bool:
    """Return whether a table has no deals, but points for all players of the table `above`."""
    if not above.groups or above.grid is not table.grid or table.column("winner"):
        return False
    players = {plain(name) for name in above.groups[0].columns.values()}
    if any(group.columns == above.groups[0].columns for group in table.groups):
        return not any(label_of(each) for each in table.grid.down(table.rows, 1))
    texts = [{plain(cell.text) for cell in table.grid.in_row(row)} for row in table.rows]
    named = [players & some for some in texts]
    return len(named) == len(players) and {*chain(*named)} == players


def _with_all_players(draft: GameDraft, whole: Table) -> GameDraft:
    """Return a copy of the game whose map of the columns names all players of the table `whole`.

    Used if more than four people play in turns, because the game itself has only four of them. A
    game without a map is returned unchanged.
    """
    if draft.layout is None:
        return draft
    group = whole.groups[0]
    names = tuple(group.columns.values())
    if draft.layout.changes:
        layout = replace(draft.layout, changes=tuple(group.columns), names=names)
    else:
        layout = replace(draft.layout, totals=tuple(group.columns), names=names)
    return replace(draft, layout=layout)


def _rules_above(grid: Grid, aside: list[Finding] | None) -> str:
    """Return the rules that a line in the first rows of a worksheet names; empty if none does.

    If the line describes rules in words that mjlog does not know, a note is added to `aside`.
    """
    for row, columns in islice(grid.rows(), _TITLES):
        for cell in [grid.cells[row, column] for column in columns[:1]]:
            word, rules = entry(cell.text)
            if word != "rules":
                continue
            named = rules or _text_to_the_right(grid, row, columns[0])
            is_price = with_chombo_price(RIICHI, named) != RIICHI
            if aside is not None and named and not _named_by(named) and not is_price:
                words = msg("{cell} is not understood: {text}", cell=cell.name, text=repr(named))
                aside.append(Finding.telling("sheet.rules", "note", words, cell.place(grid.name)))
            return _named_by(named)
    return ""


def _options_above(grid: Grid) -> str:
    """Return the rules that a title names together with an option of the payments.

    For example, `半辣上` is such an option. The first rows of the worksheet are searched. Return an
    empty text if they name no option.
    """
    called = rules_called(" ".join(text for row, columns in islice(grid.rows(), _TITLES)
                                   for text in grid.texts(row, columns)))  # fmt: skip
    return called if any(word in called for word in _OPTIONS_THAT_NAME) else ""


_OPTIONS_THAT_NAME: Final = ("rise=",)
"""Options that are written above a sheet only by people who know the rules of the table."""


def _named_by(rules: str) -> str:
    """Return the text if it names a rule set; empty if it describes rules in words."""
    is_name = "/" in rules or loaded(rules_name(rules)) is not None
    # Chinese and Japanese descriptions have no blanks.
    is_word = rules.isascii() and len(rules.split()) == 1
    return rules if is_name or is_word else ""


def _results(grid: Grid, layout: SheetMap, rules: str) -> tuple[GameDraft, ...]:
    """Read a worksheet as results of games or as standings, and return the games as drafts.

    Return an empty tuple if the worksheet contains neither results nor standings, or if the layout
    map names columns that only deals have. `rules` is the rules header; empty if unknown.
    """
    if layout.names_points or not OF_DEALS.isdisjoint(layout.columns):
        return ()
    parts = [] if layout.says_columns else results_side_by_side(grid)
    if len(parts) > 1:
        drafts = [drafts_of_results(part, rules) for part in parts]
        if all(drafts):
            return tuple(chain.from_iterable(drafts))
        below = drafts_of_results(_below_each_other(parts), rules)
        if len(below) >= len(parts):
            return below
    titles = (text for row, columns in islice(grid.rows(), _TITLES)
              for text in grid.texts(row, columns) if not is_number(text))  # fmt: skip
    header = rules or rules_called(" ".join(titles))
    named = loaded(header) if "preset=" in header else None
    shares_ties = named is not None and not named.progress.seat_breaks_ties
    standings = drafts_of_standings(grid, has_rounds=True)
    if standings and not may_be_one_game(grid, standings[0]):
        return standings
    return (
        drafts_of_results(grid, rules, layout, shares_ties=shares_ties)
        or standings
        or drafts_of_standings(grid, has_rounds=False)
    )


def _below_each_other(parts: Sequence[Grid]) -> Grid:
    """Return a worksheet with the tables of several worksheets below each other.

    The cells keep their names from the file, such as `D7`.
    """
    cells: dict[tuple[int, int], Cell] = {}
    for part in parts:
        above = max((row + 1 for row, _ in cells), default=0)
        cells |= {(above + row, column): cell for (row, column), cell in part.cells.items()}
    return replace(parts[0], cells=cells, merged={})


def _seatings(table: Table) -> Iterator[Table]:
    """Split a table with more than four players wherever the four who play change.

    Yield a table for each group of consecutive rows with the same four players. A table with at
    most four players is yielded unchanged.
    """
    most = max((len(group.columns) for group in table.groups), default=0)
    if most <= len(SEATS):
        yield table
        return
    at_table: tuple[int, ...] = ()
    rows: list[int] = []
    for row in table.rows:
        seated = _seated(table, row) or at_table
        if rows and seated != at_table:
            yield _with(table, at_table, rows)
            rows = []
        at_table = seated
        rows.append(row)
    if at_table:
        yield _with(table, at_table, rows)


def _seated(table: Table, row: int) -> tuple[int, ...]:
    """Return the indices of the four players who play in a row, as a tuple.

    Players who sit out are marked, or have no points. Return an empty tuple if not exactly four
    players play. `table` may have several columns for each player, such as changes and totals; only
    the first is examined.
    """
    texts = table.grid.texts(row, table.groups[0].columns)
    # A mark for a player who sits out is clearer than a blank, which also means that nothing
    # changed.
    marked = [is_absent(text) and any(letter.isalpha() for letter in text) for text in texts]
    if sum(marked) == len(texts) - len(SEATS):
        return tuple(place for place, is_out in enumerate(marked) if not is_out)
    absent = [text == "" or is_absent(text) for text in texts]
    present = tuple(compress(count(), (not_(each) for each in absent)))
    return present if len(present) == len(SEATS) else ()


def _with(table: Table, places: Sequence[int], rows: Sequence[int]) -> Table:
    """Return a copy of the table with only some players and only the given rows.

    `places` are the indices of the players. The copy is marked as a table at which players take
    turns to sit out.
    """
    order = sorted(places)
    groups = []
    for group in table.groups:
        columns = [*group.columns.items()]
        groups.append(Players(group.kind, dict(columns[place] for place in order)))
    marks = tuple(table.marks[place] for place in order) if table.marks else ()
    results = tuple(table.results[place] for place in order) if table.results else ()
    losers = tuple(table.losers[place] for place in order) if table.losers else ()
    fines = tuple(table.fines[place] for place in order) if table.fines else ()
    seated = replace(
        table, groups=tuple(groups), rows=tuple(rows), marks=marks, results=results, losers=losers
    )
    return replace(seated, fines=fines, rotating=True)


@dataclass(frozen=True)
class Instructions:
    """What the user says about a table: `rules` and `unit`, empty and 0 if not given.

    `whole` is the table with all players, even if only four of them play at a time.
    """

    rules: str
    whole: Table
    unit: int

    @cached_property
    def likely_rules(self) -> tuple[str, ...]:
        """The `Rules` headers, such as `riichi/1`, that fit the table; the likeliest first.

        The whole table is used, because the deals of only four of its players show less.
        """
        return headers_likely(self.whole)

    def named(self, table: Table) -> str:
        """Return the rules that the user or a line above the table names; empty if none does."""
        return self.rules or _named_by(dict(_head(table)).get("rules", ""))

    def headers(self, table: Table) -> tuple[str, ...]:
        """Return the `Rules` headers by which a table may be read, the likeliest first.

        If the user or the sheet names the rules, the header of these rules is the only one.
        """
        named = self.named(table)
        return (rules_name(named),) if named else self.likely_rules


def _drafts(
    table: Table, instructions: Instructions, readings: Readings, *, tells_columns: bool
) -> Iterator[GameDraft]:
    """Read the games of a table with the rules and the seats that explain its numbers best.

    The rules and the seats are stored in `readings` and used for later tables with the same
    headings; an order of seats that differs from the sheet's is used for this table only. If other
    rules explain the numbers equally well, the first game gets a warning. If `tells_columns` is
    True, columns that are not read are reported.
    """
    named, unit = instructions.named(table), instructions.unit
    headers = instructions.headers(table)
    heads = headers, tuple(table.grid.texts(table.head, table.grid.columns_of(table.head)))
    if heads not in readings:
        readings[heads] = _best_reading(table, instructions)
    best, rival = readings[heads]
    if best.order:  # players sit in another order at each table
        del readings[heads]
    drafts = _drafts_by(best, table, named, unit, tells_columns=tells_columns)
    for number, draft in enumerate(drafts):
        if rival and not number:
            draft = replace(draft, findings=(*draft.findings, _rival_finding(best.header, rival)))
        yield draft


def _best_reading(table: Table, instructions: Instructions) -> tuple[TableReading, str]:
    """Return the reading that explains a table's numbers best, and rules that do so equally well.

    A reading says which rules, meanings of columns and seats a table has. The other rules are an
    empty text if there are none.
    """
    named, unit = instructions.named(table), instructions.unit
    some = replace(table, rows=table.rows[:LOOK])

    def first_game(reading: TableReading) -> GameDraft | None:
        return next(_drafts_by(reading, some, named, unit, tells_columns=False), None)

    return best_reading(table, instructions.headers(table), first_game)


def _rival_finding(header: str, rival: str) -> Finding:
    """Return the warning that two rule sets fit the table equally well, and none is named."""
    words = msg(
        "the sheet names no rules, and {rules} and {other} fit it alike: name the rules",
        rules=header,
        other=rival,
    )
    return Finding.telling("sheet.rules", "warning", words)


def _drafts_by(
    reading: TableReading, whole: Table, named: str, unit: int, *, tells_columns: bool
) -> Iterator[GameDraft]:
    """Yield the games of a table, read in one way: with the rules, columns and seats of `reading`.

    `named` are the rules that the user or the sheet names; an empty text if none. `unit` is the
    number of points that a 1 in a cell stands for; 0 if unknown. If `tells_columns` is True,
    columns that are not read are reported. Yield nothing if the table has no deals or more than
    four players.
    """
    table, header = reading.apply(whole), reading.header
    head = dict(_head(table))
    reader = Reader.of(table, loaded(header), players_above(table), unit)
    if len(reader.names) > len(SEATS):
        return
    block = dict(_block_below(table, reader))
    if block:
        rows = {cell.row for cell in block.values()}
        kept = tuple(row for row in table.rows
                     if row not in rows and not _is_over(table, row, min(rows)))  # fmt: skip
        table = replace(table, rows=kept)
        reader = Reader.of(table, loaded(header), players_above(table), unit)
    given = () if named else awards(reader)
    every_column = reader
    if given:
        reader = replace(reader, points=())
    if any(sum(due or 0 for due in row.sums) for row in given if row.kind == "award"):
        # If points do not add up to zero, they do not follow from any rules of the table.
        header, reader = "", replace(reader, rules=None)
    deals = [*join_rows([reader.deal(row) for row in table.rows if reader.is_deal(row)],
                       plays_on=reader.plays_on)]  # fmt: skip
    columns = _column_findings(table, reader) if tells_columns else ()
    # Several games may follow each other below one head.
    first, *others = [*_games(deals)] or [()]
    header, start = _with_start(
        header, named, _start(reader, first) or _start_by_finals(reader, deals, block)
    )
    draft = GameDraft(
        header,
        tuple(reader.names),
        _with_penalties(reader, first),
        (*_headers(head), *(_block_entry(block) or _finals(table, reader))),
        are_rules_named=bool(named),
        start=start,
        sheet=table.grid.name,
        name=_name(head, table),
        rotating=table.rotating or not reader.seated,
        understood=how_understood(table, every_column, header, named, len(deals)),
        findings=(*columns, *reader.findings),
        rows_below=(
            *given,
            *(
                ()
                if others
                else _with_rows_after_sums(
                    table, [*_rows_to_check(table, every_column, header, named)]
                )
            ),
        ),
        layout=map_of_table(table, reader.points, reader.hands, reader.names),
    )
    if deals:
        yield draft
    # Findings about the whole table are reported only for its first game.
    for game in others:
        yield replace(
            draft,
            deals=_with_penalties(reader, game),
            headers=(*_headers(head),),
            findings=(),
            start=(),
        )


def _with_penalties(reader: Reader, deals: Sequence[DealDraft]) -> tuple[DealDraft, ...]:
    """Return the deals, each followed by the penalties that are written in columns of its row.

    Without such columns the deals are returned unchanged.
    """
    if not reader.table.fines:
        return tuple(deals)
    return tuple(part for deal in deals for part in reader.with_fines(deal, _row_of(reader, deal)))


def _start(reader: Reader, deals: Sequence[DealDraft]) -> tuple[int, ...]:
    """Return each player's starting points; an empty tuple if they are the usual ones of the rules.

    They are the totals minus the changes in the first deal. Without changes, a row above the deals
    or the total of all players shows them. Return an empty tuple also if they are unclear, or if
    the rules are unknown.
    """
    rules, players = reader.rules, len(reader.names)
    if rules is None or not deals:
        return ()
    row = _row_of(reader, deals[0])
    changes, totals = reader.changes_of(row), reader.totals_of(row)
    began = Counter(totals[seat] - change for seat, change in changes.items() if seat in totals)
    points, times = next(iter(began.most_common(1)), (0, 0))
    is_sure = players - 1 <= times > 1
    if not changes and totals:
        points = reader.start or _even_share(reader, deals)
        is_sure = points > 0 or _begins_with_nothing(reader, deals)
    return (points,) * players if is_sure and points != rules.progress.start_points else ()


def _start_by_finals(
    reader: Reader, deals: Sequence[DealDraft], block: Mapping[Seat, Cell]
) -> tuple[int, ...]:
    """Return each player's starting points as a tuple: the final points minus all changes.

    `block` has the cells of the final points by seat. Return an empty tuple if the result is not
    the same for all players except one, or if it is the number in the rules.
    """
    rules, players = reader.rules, len(reader.names)
    finals = {seat: int(number) for seat, cell in block.items()
              if (number := number_of(cell.text)) is not None}  # fmt: skip
    changes = [reader.changes_of(_row_of(reader, deal)) for deal in deals]
    began = Counter(final - sum(change.get(seat, 0) for change in changes)
                    for seat, final in finals.items())  # fmt: skip
    points, times = next(iter(began.most_common(1)), (0, 0))
    is_sure = any(changes) and times >= players - 1 and points % _STEP == 0
    if rules is None or not is_sure or points == rules.progress.start_points:
        return ()
    return (points,) * players


def _with_start(header: str, named: str, start: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """Move starting points into the rules header, if the rules are guessed and not named.

    Return the header, and the starting points that could not be moved. For example, `riichi/1` and
    (30000, …) give `riichi/1 start_points=30000` and an empty tuple. If rules are named, or have no
    option for starting points, `header` and `start` are returned unchanged.
    """
    begun = f"{header} start_points={start[0]}" if start and not named else ""
    is_option = bool(begun) and "start_points=" not in header and loaded(begun) is not None
    return (begun, ()) if is_option else (header, start)


def _row_of(reader: Reader, deal: DealDraft) -> int:
    """Return the row of a deal in the grid; in a turned grid, this is a column of the file."""
    return deal.cell.column if reader.table.grid.turned else deal.cell.row


def _even_share(reader: Reader, deals: Sequence[DealDraft]) -> int:
    """Return the starting points of one player: an equal share of the total of all players.

    The largest total that occurs after several deals is used, because riichi sticks on the table
    are missing from other totals. Return 0 if the total is unclear or cannot be divided evenly.
    """
    rows = [reader.totals_of(_row_of(reader, deal)) for deal in deals]
    sums = Counter(sum(some.values()) for some in rows if len(some) == len(reader.names))
    # Sticks on the table are missing in the totals, so take the largest sum that occurs twice.
    total = max((total for total, times in sums.items() if times > 1), default=0)
    share, rest = divmod(total, len(reader.names))
    # A total that all deals have, except one with a slip, need not be a round number.
    is_plausible = share % _ROUND == 0 or (share % _STEP == 0 and sums[total] >= len(rows) - 1)
    return share if not rest and is_plausible else 0


def _begins_with_nothing(reader: Reader, deals: Sequence[DealDraft]) -> bool:
    """Return whether the players' totals add up to zero in all deals, or all except one.

    If so, players begin with 0 points.
    """
    rows = [reader.totals_of(_row_of(reader, deal)) for deal in deals]
    sums = [sum(some.values()) for some in rows if len(some) == len(reader.names)]
    return len(sums) > 1 and sums.count(0) >= len(sums) - 1


def _block_below(table: Table, reader: Reader) -> Iterator[tuple[Seat, Cell]]:
    """Yield the seat and the final points cell of each player, from rows with a name and numbers.

    These are the last rows of the table, one row for each player. Yield nothing if a player has no
    such row.
    """
    cells_of_seat: dict[Seat, dict[int, Cell]] = {}
    for row in reversed(table.rows):
        cells = table.grid.in_row(row)
        words = [plain(cell.text) for cell in cells if not is_number(cell.text)]
        seat = reader.seats.get(words[0], NOBODY) if words else NOBODY
        if seat == NOBODY or seat in cells_of_seat:
            break
        cells_of_seat[seat] = {cell.column: cell for cell in cells if is_number(cell.text)}
    if not cells_of_seat or len(cells_of_seat) != len(reader.names):
        return
    columns = sorted(set[int].intersection(*({*cells} for cells in cells_of_seat.values())))
    # There may be ranks and placement points next to the points.
    for column in columns[:1] if len(columns) == 1 else _columns_of_finals(columns, cells_of_seat):
        yield from ((seat, cells[column]) for seat, cells in sorted(cells_of_seat.items()))


def _columns_of_finals(
    columns: Sequence[int], cells_of_seat: Mapping[Seat, Mapping[int, Cell]]
) -> list[int]:
    """Return the first of `columns` with numbers large enough for final points, in a list.

    `cells_of_seat` maps each seat to the player's cells by column. The list is empty if no column
    has such numbers.
    """
    least = _ROUND * len(cells_of_seat)
    amounts = {
        column: [abs(number_of(cells[column].text) or Decimal(0))
                 for cells in cells_of_seat.values()]
        for column in columns
    }  # fmt: skip
    return [column for column, numbers in amounts.items() if sum(numbers) >= least][:1]


_NAME_AND_POINTS: Final = ("name", "points")
"""Heads of a block of final points."""


def _is_over(table: Table, row: int, first: int) -> bool:
    """Return whether a row is the heading of the block of final points below it.

    Such a row has two cells, for example `Player` and `Points`. `first` is the first row of the
    block; no other row may be between them.
    """
    texts = [cell.text for cell in table.grid.in_row(row)]
    is_near = row < first and not any(row < each < first for each in table.rows)
    return is_near and len(texts) == len(_NAME_AND_POINTS) and role_of(texts[0]) == "player"


def _block_entry(block: Mapping[Seat, Cell]) -> tuple[Entry, ...]:
    """Return a record header with the final points of a block; empty if a player's are missing."""
    final = final_entry([*block.values()], [number_of(cell.text) for cell in block.values()])
    return () if final is None else (final,)


def _column_findings(table: Table, reader: Reader) -> Iterator[Finding]:
    """Yield findings about the columns and rows of a table that are not read or not checked.

    Also yield a warning if players take turns to sit out and no column names the dealer.
    """
    yield from unread_columns(table, reader)
    yield from unused_columns(table, reader)
    yield from _unread_rows(table, reader)
    asks_dealer = reader.rules is not None and reader.rules.scoring.asks_dealer
    if table.rotating and asks_dealer and not table.column("dealer"):
        yield from nobody_deals(table)


def _head(table: Table) -> Iterator[tuple[str, str]]:
    """Yield pairs from the lines above a table, such as (`event`, `Spring Open`).

    The first entry says what the line is about: `event`, `date`, `rules` or another known word.
    """
    for row in table.before:
        for column in table.grid.columns_of(row):
            role, value = entry(table.grid.text(row, column))
            if role in OF_THE_HEAD:
                yield role, value or _text_to_the_right(table.grid, row, column)


def _text_to_the_right(grid: Grid, row: int, column: int) -> str:
    """Return the text of the next cell to the right or, if it is empty, of the cell after that."""
    return grid.text(row, column + 1) or grid.text(row, column + 2)


def _games(deals: Sequence[DealDraft]) -> Iterator[tuple[DealDraft, ...]]:
    """Split the deals into games; a new game begins where the labels start again."""
    game: list[DealDraft] = []
    for deal in deals:
        if game and deal.label in {"E1", "E1.0", "1"}:
            # A first deal may be played again, for example after a draw or a false win.
            is_again = game[-1].label.startswith("E1") or game[-1].label == deal.label
            if not is_again:
                yield tuple(game)
                game = []
        game.append(deal)
    if game:
        yield tuple(game)


def _finals(table: Table, reader: Reader) -> Iterator[Entry]:
    """Yield a record header with the final points, from a row of totals below the deals.

    Two kinds of rows are not used: rows with a sum of zero, which are placement points, and rows
    that repeat the totals after the last deal while sticks are left, because they do not show who
    gets the sticks. Yield nothing if no other row of totals is there.
    """
    with_sticks = [row.cells for row in _totals_with_sticks(table, reader)]
    ends = [row for row in _rows_below(table, reader) if _is_of_totals(table, reader, row)]
    # Changes add up to zero at the end, so only totals show the final points.
    totals = [
        each for each in reader.points if each.kind == "total" or _is_blank(table, reader, each)
    ]
    for points in totals[:1]:
        rows = [row for row in reversed(ends) if not _repeats(table, reader, points, row)]
        for row in [row for row in rows if not _counts_places(table, reader, points, row)][:1]:
            cells = points.cells(table.grid, row)
            final = final_entry(cells, [points.number(cell) for cell in cells])
            if final is not None and cells not in with_sticks:
                yield final


def _repeats(table: Table, reader: Reader, points: Points, row: int) -> bool:
    """Return whether a row only repeats the totals of the last deal, while sticks are left.

    Such a row does not show who gets the sticks that are left on the table.
    """
    deals = [each for each in table.rows if reader.is_deal(each)]
    if not deals:
        return False
    last, end = ([points.number(cell) or 0 for cell in points.cells(table.grid, each)]
                 for each in (deals[-1], row))  # fmt: skip
    return last == end and sum(end) < _most_in_all(table, reader, points, deals)


def _counts_places(table: Table, reader: Reader, points: Points, row: int) -> bool:
    """Return whether a row below the deals has placement points instead of final points.

    This is so if its numbers add up to zero, and the totals after the last deal do not.
    """
    deals = [each for each in table.rows if reader.is_deal(each)]
    last, end = ([points.number(cell) or 0 for cell in points.cells(table.grid, each)]
                 for each in (*deals[-1:], row)) if deals else ((), ())  # fmt: skip
    return bool(deals) and sum(end) == 0 < sum(last)


def _is_blank(table: Table, reader: Reader, points: Points) -> bool:
    """Return whether no deal has a cell in the columns of `points`, one for each player."""
    deals = (row for row in table.rows if reader.is_deal(row))
    return not any(any(points.cells(table.grid, row)) for row in deals)


def _rows_below(table: Table, reader: Reader) -> Iterator[int]:
    """Yield the rows below the last deal, from the bottom upwards."""
    return takewhile(lambda row: not reader.is_deal(row), reversed(table.rows))


def _is_of_totals(table: Table, reader: Reader, row: int) -> bool:
    """Return whether a row below the deals has the totals or sums of the game.

    Its name, such as `Total`, or its numbers show this.
    """
    name = table.grid.first_text(row)
    is_sum = row == reader.sum_without_name or row in reader.sums_of_parts
    return _names_the_end(name) or is_sum or _is_of_final_points(reader, row)


def _names_the_end(name: str) -> bool:
    """Return whether a row's name means totals or the points at the end of a game."""
    return is_total(name) or core(plain(name)) in ENDS or role_of(name) == "final"


def _is_of_final_points(reader: Reader, row: int) -> bool:
    """Return whether a row has final points, although its name may mean placement points.

    For example, the name is `Points`. The numbers must add up to at least half of all starting
    points. Return False for any other name, or if the rules are unknown.
    """
    rules, changes = reader.rules, reader.changes_of(row)
    name = reader.table.grid.first_text(row)
    is_of_points = core(plain(name)) in PLACED or role_of(name) == "value"
    if not is_of_points or rules is None:
        return False
    start = rules.progress.start_points or 0
    return start >= _ROUND and 2 * sum(changes.values()) >= start * len(reader.names)


_BELOW: Final[Mapping[Literal["rank", "uma", "placed"], frozenset[str]]] = {
    "rank": RANKS,
    "uma": UMA,
    "placed": PLACED,
}


def _with_rows_after_sums(table: Table, rows: Sequence[RowBelow]) -> Sequence[RowBelow]:
    """Return these rows, and the rows below the last sums that are a multiple of them: money."""
    checked = {cell for row in rows for cell in row.cells}
    lowest = [row for row in rows if row.kind == "sum" and None not in (*row.cells, *row.sums)][-1:]
    more: list[RowBelow] = []
    for row in lowest:
        sums = [Decimal(due or 0) / row.unit for due in row.sums]
        by_cell = {cell: due for cell, due in zip(row.cells, sums, strict=True) if cell is not None}
        for cells, due in rows_after_sums(table.grid, by_cell):
            factors = {each / whole for each, whole in zip(due, sums, strict=True) if whole}
            if len(factors) != 1 or not checked.isdisjoint(cells):
                continue
            # A written sum may be right although a change in its column is wrong.
            (factor,) = factors
            written = [number_of(cell.text, row.sign) if cell else None for cell in row.cells]
            stated = [number_of(cell.text) if cell else None for cell in cells]
            right = (
                each if whole is None or number != factor * whole else number
                for each, whole, number in zip(due, written, stated, strict=True)
            )
            more.append(RowBelow("result", tuple(cells), sums=tuple(right)))
    return [*rows, *more]


def _rows_to_check(table: Table, reader: Reader, header: str, named: str) -> Iterator[RowBelow]:
    """Yield the rows below the deals that are to be checked, as `RowBelow`: sums, ranks and uma.

    If the user or the sheet names rules (`named`), ranks and uma are checked by the rules.
    Otherwise they are checked by a row of final points, if there is such a row. `header` are the
    rules by which the table is read.
    """
    points = sorted(reader.points, key=lambda each: each.kind != "total")[:1]
    end = _final_row_without_sticks(table, reader, points)
    with_sticks = _rows_by_final_points(table, reader, points, end) if end else []
    counts_sticks = bool(with_sticks) and all(
        number_of(cell.text, row.sign) == due
        for row in with_sticks
        for cell, due in zip(row.cells, row.sums, strict=True)
        if cell is not None
    )
    sums = [*_sums(table, reader)]
    if end and (counts_sticks or gives_last_sticks(table, header, named)):
        cells = points[0].cells(table.grid, *end)
        if points[0].kind == "total":
            last = tuple(points[0].number(cell) for cell in cells)
            sums.append(RowBelow("sum", cells, points[0].unit, last, points[0].sign))
        sums = [replace(row, includes_sticks=row.cells == cells) for row in sums]
    yield from sums
    if counts_sticks:
        yield from with_sticks
        return
    yield from _totals_with_sticks(table, reader)
    by_points = _rows_by_final_points(table, reader, points)
    if by_points and not named:
        yield from by_points
        return
    placed = [*_table_points(table, reader, points)]
    yield from placed
    by_rules = [row.cells for row in placed]
    lost = [_penalties(table, reader, each) for each in points]
    for row, (each, taken) in product(_rows_below(table, reader), zip(points, lost, strict=True)):
        word = core(plain(table.grid.first_text(row)))
        kinds = [kind for kind, words in _BELOW.items()
                 if word in words and not _is_of_totals(table, reader, row)]  # fmt: skip
        cells = each.cells(table.grid, row)
        if cells in by_rules:
            continue
        unit = _unit_of_places(cells, each.sign)
        by_rules += [cells] * bool(kinds)
        due = tuple(-number * unit for number in taken)
        yield from (RowBelow(kind, cells, unit, due, each.sign) for kind in kinds)
    yield from (row for row in by_points if row.cells not in by_rules)


def _table_points(table: Table, reader: Reader, points: Sequence[Points]) -> Iterator[RowBelow]:
    """Yield the rows of table points (4, 2, 1 and 0) below the sums of all changes.

    At most one number of such a row may differ from what the sums show.
    """
    for each in [each for each in points if each.kind == "change"]:
        deals = [row for row in table.rows if reader.is_deal(row)]
        sums = _sums_of(table, each, deals) if deals else ()
        rows = [each.cells(table.grid, row) for row in _rows_below(table, reader)
                if core(plain(table.grid.first_text(row))) in PLACED]  # fmt: skip
        if None not in sums:
            yield from rows_of_table_points(rows, [Decimal(number or 0) for number in sums])


def _final_row_without_sticks(
    table: Table, reader: Reader, points: Sequence[Points]
) -> dict[int, tuple[Cell | None, ...]]:
    """Find the row of final points, if one to four sticks are left that nobody got.

    Return a dict from this row to its cells, in which the first player has the sticks. The dict is
    empty if there is no such row, if several players are first, or if players take turns to sit
    out.
    """
    deals = [row for row in table.rows if reader.is_deal(row)]
    if not points or not deals or table.rotating:
        return {}
    for row in _rows_below(table, reader):
        cells = points[0].cells(table.grid, row)
        numbers = [points[0].number(cell) for cell in cells]
        if None in numbers or not _names_the_end(table.grid.first_text(row)):
            continue
        end = [number or 0 for number in numbers]
        left = _most_in_all(table, reader, points[0], deals) - sum(end)
        is_last = points[0].kind == "change" or _repeats(table, reader, points[0], row)
        if (
            is_last
            and 0 < left <= _MOST_LEFT
            and left % _THOUSAND == 0
            and end.count(max(end)) == 1
        ):
            first = end.index(max(end))
            number = Decimal(end[first] + left) / points[0].unit
            return {row: tuple(
                replace(cell, text=f"{number:f}") if cell and seat == first else cell
                for seat, cell in enumerate(cells)
            )}  # fmt: skip
    return {}


_MOST_LEFT: Final = 4000
"""Most points of sticks that nobody got at the end of a game."""


def _unit_of_places(cells: Sequence[Cell | None], sign: str) -> int:
    """Return 1 if a row of placement points counts in points (15,000), and 1000 otherwise (15)."""
    numbers = [number_of(cell.text, sign) or Decimal(0) for cell in cells if cell]
    return 1 if any(abs(number) >= _THOUSAND for number in numbers) else _THOUSAND


def _penalties(table: Table, reader: Reader, points: Points) -> list[Decimal]:
    """Add up each player's numbers in the rows of penalties below the deals."""
    taken = [Decimal(0)] * len(reader.names)
    for row in _rows_below(table, reader):
        if has_penalty(table.grid.first_text(row)):
            for seat, cell in enumerate(points.cells(table.grid, row)):
                number = number_of(cell.text, points.sign) if cell else None
                taken[seat] += abs(number or Decimal(0))
    return taken


def _rows_by_final_points(
    table: Table,
    reader: Reader,
    points: Sequence[Points],
    corrected: Mapping[int, tuple[Cell | None, ...]] | None = None,
) -> list[RowBelow]:
    """Return the rows of ranks and placement points below the deals, with expected numbers.

    The expected numbers follow from a row of final points. `corrected` has cells that are used
    instead of those of their row. Return an empty list if there is no such row, or if players take
    turns to sit out.
    """
    if not points or table.rotating:
        return []
    rows = {
        row: points[0].cells(table.grid, row) for row in reversed([*_rows_below(table, reader)])
    } | dict(corrected or {})
    names = {row: core(plain(table.grid.first_text(row))) for row in rows}
    in_all = {row: sum(points[0].number(cell) or 0 for cell in cells)
              for row, cells in rows.items()}  # fmt: skip
    # Sums of changes are above the final points.
    above_end = takewhile(lambda row: in_all[row] < _ROUND * len(reader.names), rows)
    sums = {row for row in above_end if _names_the_end(names[row])}
    named_rows = [row for row, name in names.items() if row not in sums
             and (_names_the_end(name) or name in RANKS | UMA | PLACED
                  or has_penalty(name) or role_of(name) == "value")]  # fmt: skip
    ranked = frozenset(row for row in named_rows if names[row] in RANKS)
    penalties = frozenset(row for row in named_rows if has_penalty(names[row]))
    return rows_of_end(reader.names, {row: rows[row] for row in named_rows}, ranked, penalties)


def _sums(table: Table, reader: Reader) -> Iterator[RowBelow]:
    """Yield the rows of sums below and between the deals, with the expected sums of the changes.

    Below the deals, the nearest row of sums is used, and further rows in which at most one sum is
    wrong. Between the deals, the first `_MOST_SUMS` rows are used. A row may add up all deals above
    it, or the deals since the row of sums before it; the better fit is expected. Yield nothing if
    players take turns to sit out.
    """
    if table.rotating:
        return
    # A player who rotates sits at several tables, so a sum below the column covers more than this
    # game.
    below = [row for row in _rows_below(table, reader) if _is_of_totals(table, reader, row)]
    nearest, farther = below[-1:], below[-2 : -2 - _MOST_SUMS : -1]
    deals = [row for row in table.rows if reader.is_deal(row)]
    others = {row for row in table.rows if not reader.is_part_of_deal(row)}
    between = [row for row in sorted(others) if deals and row < deals[-1]
               and (is_total(table.grid.first_text(row)) or reader.is_sum_by_result(row)
                    or row in reader.sums_of_parts)][:_MOST_SUMS]  # fmt: skip
    for points in reader.points:
        if points.kind != "change":
            continue
        all_sums = _sums_of(table, points, deals)
        whole_below = [row for row in farther
                       if _number_equal(points, points.cells(table.grid, row), all_sums)
                       >= len(all_sums) - 1 > 1]  # fmt: skip
        for above, row in pairwise([0, *between, *nearest, *whole_below]):
            cells = points.cells(table.grid, row)
            numbers = [points.number(cell) for cell in cells]
            # A row adds up all deals, or those below the previous row of sums, perhaps with rows in
            # between such as penalties.
            counted = [each for each in table.rows if each < row and (reader.is_deal(each) or not
                       (reader.is_part_of_deal(each) or _is_of_totals(table, reader, each)))
                       ]  # fmt: skip
            rows_added = [[deal for deal in deals if deal < row], counted]
            if above:
                rows_added += [[each for each in some if each > above] for some in rows_added]
            possible = [_sums_of(table, points, some) for some in rows_added]
            if sticks := _rows_of_sticks_given(table, reader, points, row):
                with_sticks = _sums_of(table, points, sorted({*deals, *sticks}))
                possible = [with_sticks] if with_sticks else possible
            due = max(possible, key=lambda sums: (_number_alike(numbers, sums),
                                                  _number_equal(points, cells, sums)))  # fmt: skip
            if possible[0]:
                yield RowBelow("sum", cells, points.unit, due, points.sign)


def _rows_of_sticks_given(table: Table, reader: Reader, points: Points, end: int) -> Sequence[int]:
    """Return the rows above row `end` that say who gets the riichi sticks left on the table.

    Such a row has a word for sticks left, and points in the column of the player who gets them.
    Return an empty list if a player who is not leading gets sticks, or if deals and sticks together
    do not add up (to zero for changes, to all starting points for totals).
    """
    rows = [row for row in table.rows if row < end and _names_sticks_left(table.grid, row)
            and not reader.is_deal(row)]  # fmt: skip
    if not rows:
        return []
    given = [number or 0 for number in _sums_of(table, points, rows)]
    deals = [row for row in table.rows if row < end and reader.is_deal(row)]
    last = deals[-1:] if points.kind == "total" else deals
    before = _sums_of(table, points, last)
    sums = [(number or 0) + more for number, more in zip(before, given, strict=False)]
    takers = [seat for seat, number in enumerate(given) if number]
    in_all = _most_in_all(table, reader, points, deals) if points.kind == "total" else 0
    are_leaders = all(sums[seat] == max(sums) for seat in takers)
    return rows if takers and sum(sums) == in_all and are_leaders else []


def _most_in_all(table: Table, reader: Reader, points: Points, deals: Sequence[int]) -> int:
    """Return what all players have together when no sticks are on the table.

    This is the total of the starting points, or the largest total after a deal.
    """
    start = (reader.rules.progress.start_points or 0) * len(reader.names) if reader.rules else 0
    numbers = [[points.number(cell) or 0 for cell in points.cells(table.grid, deal)]
               for deal in deals]  # fmt: skip
    return max([start, *(sum(some) for some in numbers)])


def _totals_with_sticks(table: Table, reader: Reader) -> Iterator[RowBelow]:
    """Yield the rows of final points below a row that says who gets the sticks left.

    The expected numbers are the totals after the last deal and the sticks. A row is yielded only if
    at least all numbers but one are right.
    """
    for points in [each for each in reader.points if each.kind == "total"][:1]:
        for row in [row for row in _rows_below(table, reader) if _is_of_totals(table, reader, row)]:
            sticks = _rows_of_sticks_given(table, reader, points, row)
            last = [each for each in table.rows if reader.is_deal(each)][-1:]
            due = _sums_of(table, points, [*last, *sticks]) if sticks else ()
            cells = points.cells(table.grid, row)
            if due and _number_equal(points, cells, due) >= len(due) - 1:
                written = tuple(None if number is None else Decimal(number) / points.unit
                                for number in due)  # fmt: skip
                yield RowBelow("result", cells, sums=written, sign=points.sign)


def _sums_of(table: Table, points: Points, deals: Sequence[int]) -> tuple[int | None, ...]:
    """Add up each player's changes in these deals; None for a player whose sum is unknown."""
    columns = zip(*(points.cells(table.grid, deal) for deal in deals), strict=True)
    return tuple(_sum(points, column) for column in columns)


def _names_sticks_left(grid: Grid, row: int) -> bool:
    """Return whether a row has a text for sticks left, and otherwise only numbers."""
    words = [cell.text for cell in grid.in_row(row)
             if not is_number(cell.text) and not is_absent(cell.text)]  # fmt: skip
    return len(words) == 1 and has_sticks_left(words[0])


def _number_alike(numbers: Sequence[int | None], sums: Sequence[int | None]) -> int:
    """Count the players whose written number is higher than the expected sum by the same amount.

    For example, some sheets add the starting points to each sum. If there are several such amounts,
    the one of most players is counted.
    """
    more = [number - due for number, due in zip(numbers, sums, strict=False)
            if number is not None and due is not None]  # fmt: skip
    return max(Counter(more).values(), default=0)


def _number_equal(points: Points, cells: Sequence[Cell | None], sums: Sequence[int | None]) -> int:
    """Count the players whose cell contains the expected sum.

    `cells` and `sums` have an entry for each player, and `points` says how to read the cells.
    """
    numbers = [points.number(cell) for cell in cells]
    return sum(number == due is not None for number, due in zip(numbers, sums, strict=False))


def _sum(points: Points, cells: Sequence[Cell | None]) -> int | None:
    """Add up one player's cells; return None if a cell is not understood or all cells are empty.

    `points` says how to read the cells.
    """
    if not any(cells):
        return None
    numbers = [points.number(cell) for cell in cells if cell is not None]
    return None if None in numbers else sum(number for number in numbers if number)


def _headers(head: Mapping[str, str]) -> Iterator[Entry]:
    """Yield record headers for the round and the table, if lines above the table name them."""
    for key in ("round", "table"):
        if head.get(key):
            yield Entry(f"{key.capitalize()}: {one_line(head[key])}")


def _name(head: Mapping[str, str], table: Table) -> str:
    """Return a name for the game, made of its event, round, table and number.

    Return the name of the worksheet if none of these is written above the table.
    """
    parts = [f"{key} {head[key]}" for key in ("round", "table", "game") if head.get(key)]
    event = head.get("event", "")
    return ", ".join(each for each in [event, *parts] if each) or table.grid.name


def _unread_rows(table: Table, reader: Reader) -> Iterator[Finding]:
    """Yield a note about rows that are not read: rows between deals, and unknown rows below."""
    has_changes = any(points.kind == "change" for points in reader.points)
    # Subtotals of changes are checked in the same way as totals below the deals.
    between = [table.grid.in_row(row)[0] for row in table.rows if reader.is_between(row)
               and not (has_changes and is_total(table.grid.first_text(row)))]  # fmt: skip
    below = [table.cell(row, "deal") for row in table.rows if reader.is_beside(row)
             and not any(_rows_of_sticks_given(table, reader, points, row + 1)
                         for points in reader.points)]  # fmt: skip
    sums = [*_sums(table, reader)] if below else []
    after = {cell.row for row in _with_rows_after_sums(table, sums)[len(sums) :]
             for cell in row.cells if cell is not None}  # fmt: skip
    cells = [*between, *(cell for cell in below if cell is not None and cell.row not in after)]
    yield from unread("rows", cells, table.grid.name)
