"""Reads the games of a worksheet from its tables, the lines above them and their rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from itertools import chain, permutations
from typing import Final

from mjlog.model import deal_labels
from mjlog.model.findings import Finding
from mjlog.model.messages import msg
from mjlog.model.record import NOBODY, SEATS, Seat
from mjlog.sheets.cells.numbers import is_number, number_of
from mjlog.sheets.cells.words import Role, is_absent, label_of, plain, role_of
from mjlog.sheets.files.workbook import Cell, Grid
from mjlog.sheets.layouts.choose_reading import TableReading, best_reading
from mjlog.sheets.layouts.columns_beside_players import with_columns_beside_players
from mjlog.sheets.layouts.deals_in_blocks import with_rows_of_blocks
from mjlog.sheets.layouts.evidence import with_evidence
from mjlog.sheets.layouts.fees import lists_fees, without_money
from mjlog.sheets.layouts.finals_below import FinalsBelow, finals_below, with_finals_as_row
from mjlog.sheets.layouts.fines import with_fines
from mjlog.sheets.layouts.honorifics import with_names_alone
from mjlog.sheets.layouts.joined_heads import with_heads_joined
from mjlog.sheets.layouts.joined_rows import join_rows
from mjlog.sheets.layouts.keys_of_letters import with_letters_named, with_words_of_key
from mjlog.sheets.layouts.layout import (
    OF_THE_HEAD,
    Players,
    Table,
    entry,
    players_above,
    side_by_side,
    tables,
)
from mjlog.sheets.layouts.likely_rules import (
    RIICHI,
    headers_likely,
    loaded,
    rules_called,
    rules_name,
    with_options_of_title,
)
from mjlog.sheets.layouts.long_form import with_rows_of_deals
from mjlog.sheets.layouts.mapping import SheetMap, map_in_file, map_of_table
from mjlog.sheets.layouts.names_in_rows import with_names_of_rows
from mjlog.sheets.layouts.pages import without_closing_words, without_page_breaks
from mjlog.sheets.layouts.several_wins import remove_letters_of_wins, with_rows_of_wins
from mjlog.sheets.layouts.side_tables import (
    remove_remarks_beside,
    remove_side_table,
    remove_times_and_counts,
)
from mjlog.sheets.layouts.split_amounts import split_amounts
from mjlog.sheets.layouts.tables_sharing_labels import tables_sharing_labels
from mjlog.sheets.layouts.wind_initials import with_winds_named
from mjlog.sheets.notes_on_tables import (
    how_understood,
    nobody_deals,
    nobody_is_seated,
    unread_columns,
    unused_columns,
)
from mjlog.sheets.records import DealDraft, Entry, GameDraft, RowBelow, final_entry, place_headers
from mjlog.sheets.refused_tables import LOOK, no_score_finding, why_not_read
from mjlog.sheets.result_sheets.other_lists import other_list_in
from mjlog.sheets.result_sheets.read_results import results_of_games, results_turned
from mjlog.sheets.result_sheets.results import drafts_of_results
from mjlog.sheets.result_sheets.standings import ranking_at, shares_at
from mjlog.sheets.result_sheets.totals_of_games import (
    Sums,
    block_below_one_game,
    block_below_turned_deals,
    block_of_all_games,
    block_of_priced_deals,
    priced_sums,
    sums_of_games,
    ways_of_games,
)
from mjlog.sheets.result_sheets.tournament_points import check_points_by_usual_deals
from mjlog.sheets.rows.reader import Reader
from mjlog.sheets.rows_below_deals import (
    final_points_below,
    rows_to_check,
    totals_between_wins,
    unread_rows,
)
from mjlog.sheets.seats_by_finals import FinalsFit, finals_fit
from mjlog.sheets.unread import unread

_ROUND: Final = 5000
"""Games begin with points that are a multiple of this number."""
_STEP: Final = 100
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
    to `aside`. `readings` stores how tables were understood, so that later tables with the same
    headings are read in the same way.
    """
    readings = {} if readings is None else readings
    aside = [] if aside is None else aside
    layout = layout or SheetMap()
    if layout.replaces_heads:
        grid, layout = layout.with_heads_named(grid), SheetMap(unit=layout.unit)
    joined, grid = _prepared(grid, layout, aside)
    other_list = None if layout.says_columns else other_list_in(grid)
    if other_list is not None:
        aside.append(other_list)
        return
    rules = rules or _options_above(grid)
    named = rules_name(rules or _rules_above(grid, aside))
    if results := results_of_games(joined, grid, layout, named):
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
    parts = [] if layout.says_columns else tables_sharing_labels(wholes)
    if parts:
        yield from _drafts_of_parts(parts, rules, aside, readings)
        return

    def games(some: Sequence[Table], notes: list[Finding]) -> Iterator[GameDraft]:
        return _games_of_tables(some, rules, layout, readings, notes)

    tells_wins = any(
        _OF_WINS & {*whole.roles.values()} or deal_labels.named(label_of(whole.text(row, "deal")))
        for whole in wholes for row in whole.rows[:1]
    )  # fmt: skip
    is_of_deals = tells_wins or layout.says_columns
    read: Sequence[GameDraft] = () if is_of_deals else results_turned(joined, named)
    if not read:
        guessed = [*_laid_out(grid, SheetMap())] if layout.says_columns else wholes
        read = _games_with_totals(grid, guessed, games, layout, aside)
    yield from read or games(wholes, aside)


def _drafts_of_parts(
    parts: Sequence[Grid], rules: str, aside: list[Finding], readings: Readings
) -> Iterator[GameDraft]:
    """Read the games of each part of a worksheet; `rules` and `readings` as in `drafts_of_grid`.

    Findings are added to `aside` once, although each part has the rows above the headings.
    """
    for part in parts:
        findings: list[Finding] = []
        yield from drafts_of_grid(part, rules, aside=findings, readings=readings)
        aside += [finding for finding in findings if finding not in aside]


def _prepared(grid: Grid, layout: SheetMap, aside: list[Finding]) -> tuple[Grid, Grid]:
    """Return a worksheet with words of a key replaced and with one row for each deal.

    The result is a pair: first the worksheet in which a deal may still have a row for each player,
    then the worksheet with one row for each deal. If the user's map `layout` names columns, no
    column is left out or moved. Findings about columns that are not read are added to `aside`.
    """
    remarks = list[Cell]()
    if not layout.says_columns:
        grid, remarks = remove_remarks_beside(grid)
    grid = without_page_breaks(with_winds_named(with_names_alone(grid)))
    grid, closing = without_closing_words(grid)
    aside += [*unread("columns", remarks, grid.name), *unread("rows", closing, grid.name)]
    if not layout.says_columns:
        grid, heads_of_money = without_money(grid)
        aside += unread("columns", heads_of_money, grid.name)
        # Nothing is read of a list of fees.
        grid = replace(grid, cells={}) if lists_fees(grid) else grid
        for remove in (remove_side_table, remove_times_and_counts):
            grid, left_out = remove(grid)
            aside += unread("columns", left_out, grid.name)
        grid = with_rows_of_blocks(grid)
    grid = with_words_of_key(with_names_of_rows(remove_letters_of_wins(with_rows_of_wins(grid))))
    joined = with_heads_joined(split_amounts(with_letters_named(grid)))
    grid = with_rows_of_deals(joined if layout.says_columns else with_finals_as_row(joined))
    return joined, grid if grid is joined else with_columns_beside_players(grid)


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
    checked = [frozenset(row.cells) for row in draft.rows_below]
    others = [row for row in _others_of_block(found) if frozenset(row.cells) not in checked]
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
    layout: SheetMap,
    aside: list[Finding],
) -> list[GameDraft]:
    """Read the games of a worksheet that has a separate block of totals, and check the totals.

    The totals are sums of several games, or of the deals of one game without points. They are
    attached to the last game. `wholes` are the tables of the worksheet as guessed, and `games` is
    the function that reads the games of tables. `layout` is the user's map. Findings are added to
    `aside`. Return an empty list if there is no such block.
    """
    of_games = block_of_all_games(wholes)
    of_one_game = None if of_games or grid.is_transposed else block_below_one_game(wholes)
    block = of_games or of_one_game
    if block is None and not grid.is_transposed:
        block = block_of_priced_deals(grid, wholes) or block_below_turned_deals(grid, wholes)
    if block is None:
        return []
    notes: list[Finding] = []
    is_turned = any(table.grid.is_transposed for table in wholes)
    tables_above = [*_laid_out(block.removed_from(grid), layout)]
    drafts = [*games(tables_above, notes)]
    ways: Sequence[Sums] = []
    if of_games is not None:
        ways = [*chain(*ways_of_games(wholes, of_games))]
    elif len(drafts) == 1:
        if of_one_game is not None:
            ways = sums_of_games(tables_above)
        elif is_turned or not any(table.groups for table in tables_above):
            ways = priced_sums(drafts[0])
        ways = [*ways, *(sums for way in ways[-1:] for sums in block.sums_with_own_start(way))]
    below = tuple(block.rows_to_check(ways))
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
        results = drafts_of_results(block.alone_in(grid))
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


_OF_WINS: Final[frozenset[Role]] = frozenset({"winner", "from", "han", "fu", "faan", "tai"})


def _laid_out(grid: Grid, layout: SheetMap) -> Iterator[Table]:
    """Yield the tables of a worksheet, with the columns that the user's map names.

    If the map names no columns, their meanings are found from the cells. This is also done for
    tables next to the one that the map is about.
    """
    is_whole = not layout.says_columns or layout.turned or not layout.head
    for part in [grid] if is_whole else side_by_side(grid):
        named = not layout.roles_by_column.keys().isdisjoint(part.columns_of(layout.head))
        if layout.says_columns and (named or is_whole):
            yield from (with_fines(_explained(table)) for table in layout.tables(part))
        else:
            yield from _with_finals([with_fines(with_evidence(table)) for table in tables(part)])


def _explained(table: Table) -> Table:
    """Return a copy of a table with the words and marks that its cells and its key explain.

    The columns keep their meanings, because the user has named them.
    """
    return replace(
        with_evidence(table),
        roles=table.roles,
        groups=table.groups,
        marks=table.marks,
        results=table.results,
        losers=table.losers,
    )


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


def _rules_above(grid: Grid, aside: list[Finding]) -> str:
    """Return the rules that a line in the first rows of a worksheet names; empty if none does.

    If the line names no known rules, a warning is added to `aside`; if it describes rules with
    numbers that mjlog does not know, such as `start 30000`, a note is added.
    """
    for row, columns in grid.first_rows():
        for cell in [grid.cells[row, column] for column in columns[:1]]:
            word, rules = entry(cell.text)
            if word != "rules":
                continue
            named = rules or _text_to_the_right(grid, row, columns[0])
            is_price = with_options_of_title(RIICHI, named) != RIICHI
            if named and not _named_by(named) and not is_price:
                aside.append(_unknown_rules_finding(cell, named, grid.name))
            return _named_by(named)
    return ""


def _unknown_rules_finding(cell: Cell, named: str, sheet: str) -> Finding:
    """Return the finding about a cell whose text `named` names no known rules."""
    if any(character.isdigit() for character in named):
        words = msg("{cell} is not understood: {text}", cell=cell.name, text=repr(named))
        return Finding.telling("sheet.rules", "note", words, cell.place(sheet))
    words = msg(
        "{cell} names rules that mjlog does not know: {text}; it guesses the rules unless you "
        "choose them",
        cell=cell.name,
        text=repr(named),
    )
    return Finding.telling("sheet.rules", "warning", words, cell.place(sheet))


def _options_above(grid: Grid) -> str:
    """Return the rules that a title names together with an option of the payments.

    For example, `半辣上` is such an option. The first rows of the worksheet are searched. Return an
    empty text if they name no option.
    """
    called = rules_called(" ".join(text for row, columns in grid.first_rows()
                                   for text in grid.texts(row, columns)))  # fmt: skip
    return called if all(word in called for word in _OPTIONS_THAT_NAME) else ""


_OPTIONS_THAT_NAME: Final = ("rise=", "responsibility=")
"""Options by which the payments of a table are known, so that they need not be guessed."""


def _named_by(rules: str) -> str:
    """Return the text if it names a rule set; empty if it describes rules in words."""
    is_name = "/" in rules or loaded(rules_name(rules)) is not None
    # Chinese and Japanese descriptions have no blanks.
    is_word = rules.isascii() and len(rules.split()) == 1
    return rules if is_name or is_word else ""


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
    is_clear = sum(marked) == len(texts) - len(SEATS)
    absent = marked if is_clear else [text == "" or is_absent(text) for text in texts]
    present = tuple(place for place, is_out in enumerate(absent) if not is_out)
    return present if len(present) == len(SEATS) else ()


def _with(table: Table, places: Sequence[int], rows: Sequence[int]) -> Table:
    """Return a copy of the table with only some players and only the given rows.

    `places` are the indices of the players, who keep their order in the table. The copy is marked
    as a table at which players take turns to sit out.
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
    """What the user says about a table: `rules` and `unit`, which are empty and 0 if not given.

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
        table = _remove_block(table, block)
        reader = Reader.of(table, loaded(header), players_above(table), unit)
    given = () if named else check_points_by_usual_deals(reader)
    every_column = reader
    if given:
        reader = replace(reader, points=())
    if any(sum(due or 0 for due in row.sums) for row in given if row.kind == "award"):
        # If points do not add up to zero, they do not follow from any rules of the table.
        header, reader = "", replace(reader, rules=None)
    deals = [*join_rows([reader.deal(row) for row in reader.deal_rows], plays_on=reader.plays_on)]
    # Several games may follow each other below one head.
    first, *others = [*_games(deals)] or [()]
    header, start = _with_start(
        header, named, _start(reader, first) or _start_by_finals(reader, deals, block)
    )
    below = () if others else rows_to_check(every_column, header, named)
    layout = map_of_table(table, reader.points, reader.hands, reader.names)
    draft = GameDraft(
        header,
        tuple(reader.names),
        _with_penalties(reader, first),
        (*place_headers(head), *(_block_entry(block) or final_points_below(reader))),
        are_rules_named=bool(named),
        start=start,
        sheet=table.grid.name,
        name=_name(head, table),
        rotating=table.rotating or not reader.seated,
        understood=how_understood(table, every_column, header, named, len(deals)),
        findings=(*(_column_findings(table, reader) if tells_columns else ()), *reader.findings),
        rows_below=(*given, *below, *totals_between_wins(reader, deals)),
        layout=map_in_file(layout, table, reader.deal_rows[:LOOK]),
        has_kong_column="kong" in layout.columns,
    )
    if deals:
        yield draft
    # Findings about the whole table are reported only for its first game.
    for game in others:
        yield replace(
            draft,
            deals=_with_penalties(reader, game),
            headers=(*place_headers(head),),
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
    return deal.cell.column if reader.table.grid.is_transposed else deal.cell.row


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


def _remove_block(table: Table, block: Mapping[Seat, Cell]) -> Table:
    """Return a copy of a table without the rows of a block of final points and their heading."""
    rows = {cell.row for cell in block.values()}
    kept = tuple(row for row in table.rows
                 if row not in rows and not _is_over(table, row, min(rows)))  # fmt: skip
    return replace(table, rows=kept)


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

    Also yield a finding if no column names the dealer, and players take turns to sit out or no line
    names their seats.
    """
    yield from unread_columns(table, reader)
    yield from unused_columns(table, reader)
    yield from unread_rows(reader)
    asks_dealer = reader.rules is not None and reader.rules.scoring.asks_dealer
    if asks_dealer and not table.column("dealer"):
        if table.rotating:
            yield from nobody_deals(table)
        elif not reader.seated:
            yield nobody_is_seated(table)


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


def _name(head: Mapping[str, str], table: Table) -> str:
    """Return a name for the game, made of its event, round, table and number.

    Return the name of the worksheet if none of these is written above the table.
    """
    parts = [f"{key} {head[key]}" for key in ("round", "table", "game") if head.get(key)]
    event = head.get("event", "")
    return ", ".join(each for each in [event, *parts] if each) or table.grid.name
