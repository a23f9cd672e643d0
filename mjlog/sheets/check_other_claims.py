"""Checks statements of a sheet other than the points of its deals, by the rules.

Points on the table may have a column of their own, and rows below the deals may have ranks and
placement points. A number is not called wrong if the sheet may count in another way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import product, repeat
from operator import sub
from typing import Final

from mjlog.auditor.report import Report
from mjlog.model.findings import Answer, Claim, Finding, Kind, Verdict, differing
from mjlog.model.messages import Message, msg
from mjlog.model.record import NOBODY, TABLE, Deal, ReadySeats, Seat
from mjlog.model.settlement import sum_amounts
from mjlog.referee.rule_set import RuleSet
from mjlog.results.placement_points import placement_points
from mjlog.results.standings import standings
from mjlog.sheets.cells.digit_slips import is_likely_slip
from mjlog.sheets.cells.numbers import add_up, number_of, rank_of
from mjlog.sheets.check_prices import check_prices
from mjlog.sheets.files.workbook import Cell, numbers_in
from mjlog.sheets.records import RowBelow, SheetGame
from mjlog.sheets.usual_amounts import MOST_LEFT
from mjlog.sheets.values_without_dealer import check_values_without_dealer

CellVerdict = tuple[Verdict, Finding | None]
"""Verdict about a cell, and a finding if the cell is wrong."""
_OTHERWISE: Final = msg("the column may count something else")
_NOT_KNOWN: Final = msg("the rules do not say what is on the table")
_OF_NO_END: Final = msg("how the game ends is not known")
_THOUSAND: Final = 1000
"""Points that one placement point is worth."""
_STICK, _PENALTY = 1000, 10_000
"""Points of a stick, and of a penalty that nobody gets."""
_MOST_OFF: Final = Decimal("0.6")
"""Greatest error of placement points if points are rounded first."""


def check_other_claims(sheet: SheetGame, report: Report) -> Iterator[CellVerdict]:
    """Check all numbers of a sheet except the points of its deals, such as ranks, uma and sums.

    Yield a pair for each checked cell: the result for the cell (right, wrong or not checked), and a
    finding if the number is wrong, otherwise None. Sticks, ranks and uma are left out if the rules
    are unknown.
    """
    rows = sheet.draft.rows_below
    if report.rules is None:
        rows = tuple(row for row in rows if row.kind not in {"rank", "uma", "placed"})
    else:
        yield from _sticks_on_table(sheet, report, report.rules)
    yield from (each for row in rows for each in _BELOW[row.kind](sheet, report, row))
    yield from check_prices(sheet, report)
    yield from check_values_without_dealer(sheet, report)


def _answer(
    sheet: SheetGame, cell: Cell, claim: Claim, answer: Answer, because: Message | None = None
) -> Verdict:
    return Verdict(answer, claim, cell.place(sheet.draft.sheet, seat=claim.seat), because)


def _wrong(sheet: SheetGame, cell: Cell, code: str, claim: Claim, words: Message) -> CellVerdict:
    verdict = _answer(sheet, cell, claim, "differs", words)
    return verdict, Finding.telling(code, "error", words, verdict.place, verdict=verdict)


# ------------------------------------------------------------------ points on the table


def _sticks_on_table(sheet: SheetGame, report: Report, rules: RuleSet) -> Iterator[CellVerdict]:
    """Check the cells in the column of riichi sticks that lie on the table.

    Sheets count sticks before or after each deal, as points or as a number of sticks. The way that
    agrees with most cells is used, if at least two cells and more than half of all cells agree. A
    cell is wrong if no way of counting gives its number. Yield a verdict for each cell, with a
    finding if the cell is wrong, otherwise None.
    """
    cells = {n: deal.cells["sticks"] for n, deal in enumerate(sheet.draft.deals)
             if "sticks" in deal.cells}  # fmt: skip
    numbers_by_column = {number: number_of(cell.text) for number, cell in cells.items()}
    ways = [*_ways(sheet, report, rules)]
    right = [{*_right(numbers_by_column, way)} for way in ways]
    best = max(right, key=len, default=set[int]())
    # One agreeing cell may be chance; and empty tables agree with every way to count.
    is_borne_out = len(best) > max(1, len(cells) / 2) and any(
        numbers_by_column.get(each) for each in best
    )
    due = ways[right.index(best)] if is_borne_out else ()
    anyway = set().union(*right)
    claim = Claim("pay", TABLE, item=rules.pot.word)
    for number, cell in cells.items():
        if number in best:
            yield _answer(sheet, cell, claim, "given"), None
        elif due and number not in anyway:
            yield _answer_sticks(sheet, cell, claim, due[number])
        else:
            why = _OTHERWISE if ways else _NOT_KNOWN
            yield _answer(sheet, cell, claim, "unverified", why), None


def _right(numbers: Mapping[int, Decimal | None], way: Sequence[Decimal | None]) -> Iterator[int]:
    """Yield the indices of the deals in which the written number of sticks is the expected number.

    `numbers` maps the index of a deal to the written number; None if the cell has no number. `way`
    has the expected number for each deal.
    """
    known_numbers = [number for number in numbers if numbers[number] is not None]
    return (number for number in known_numbers if numbers[number] == way[number])


def _answer_sticks(sheet: SheetGame, cell: Cell, claim: Claim, due: Decimal | None) -> CellVerdict:
    if due is None:
        return _answer(sheet, cell, claim, "unverified", _NOT_KNOWN), None
    words = msg("points on the table: {cell} says {recorded}; {due} fits the deals", cell=cell.name,
                recorded=cell.text, due=str(due))  # fmt: skip
    return _wrong(sheet, cell, "pay.pool", claim, words)


def _ways(sheet: SheetGame, report: Report, rules: RuleSet) -> Iterator[Sequence[Decimal | None]]:
    """Yield columns of riichi sticks that the sheet may contain, each a list with a number by deal.

    A sheet may count the sticks on the table before each deal, after each deal, or only those that
    players put down in the deal. Each column is yielded twice: as a number of sticks, and as
    points. Yield nothing if the rules have no sticks, or if their number is unknown.
    """
    step, deals = rules.pot.step, sheet.game.deals
    if not step:
        return
    columns: tuple[Sequence[int | None], ...] = ()
    if any(deal.contents(ReadySeats) for deal in deals):
        pools: Sequence[int | None] = report.pools
        seats_ready = [[line.seats for line in deal.contents(ReadySeats)] for deal in deals]
        columns = ([step * sum(len(seats) for seats in some) for some in seats_ready],)
    else:
        start = (rules.progress.start_points or 0) * len(sheet.draft.players)
        pools = [] if any(differing(report.verdicts)) else [*_pools_by_points(deals, start)]
    if len(pools) <= len(deals):
        return
    columns = (pools[:-1], pools[1:], *columns)
    for column, unit in product(columns, (step, 1)):
        yield [None if each is None else Decimal(each) / unit for each in column]


def _pools_by_points(deals: Sequence[Deal], start: int) -> Iterator[int]:
    """Yield the points left on the table before the first deal, and after each deal.

    They are computed from the players' points: what the players lost together is on the table.
    `start` is the total of all points before the first deal. Stop at a deal whose points are
    unknown.
    """
    pool = 0
    yield pool
    for deal in deals:
        changes, totals = (
            sum_amounts(numbers[0]) if (numbers := deal.numbers(keyword)) else None
            for keyword in ("net", "score")
        )
        if changes is None and (totals is None or not start):
            return
        pool = start - totals if changes is None and totals is not None else pool - (changes or 0)
        yield pool


# ------------------------------------------------------------------ the end of the game


def _numbers(row: RowBelow) -> list[Decimal | None]:
    if row.kind == "place":
        return [rank_of(cell.text) if cell else None for cell in row.cells]
    return numbers_in(row.cells, row.sign)


def _ranks(sheet: SheetGame, report: Report, row: RowBelow) -> Iterator[CellVerdict]:
    """Check a row of ranks by the final points; yield a verdict with a finding or None.

    A rank is right if it fits the recorded or the corrected final points. Players with equal points
    may share a rank. If the record has no final points, the verdicts say that nothing was checked.
    """
    end = _end(report)
    if end is None:
        yield from _all_open(sheet, row, "Ranking")
        return
    lacking = _lacking(sheet, report, row.unit)
    due = tuple(points + lacking[seat] for seat, points in enumerate(end))
    for seat, (cell, number) in enumerate(zip(row.cells, _numbers(row), strict=True)):
        claim = Claim("header", seat, item="Ranking")
        if cell is None or number is None:
            yield from _open(sheet, cell, claim)
        else:
            yield _rank(sheet, cell, claim, number, (end, due))


def _rank(
    sheet: SheetGame, cell: Cell, claim: Claim, number: Decimal, ends: Sequence[tuple[int, ...]]
) -> CellVerdict:
    """Check one player's rank by the final points; return a verdict, and a finding if it is wrong.

    `number` is the rank in the cell. `ends` has the final points of all players, as recorded and as
    corrected; a rank that agrees with one of them is right. For a right rank, None is returned
    instead of a finding.
    """
    places = [(sum(other > end[claim.seat] for other in end), end.count(end[claim.seat]))
              for end in ends]  # fmt: skip
    if any(better < number <= better + alike for better, alike in places):
        return _answer(sheet, cell, claim, "given"), None
    better = places[0][0]
    words = msg("{cell} says rank {recorded}; by the points at the end it is {due}",
                cell=cell.name, recorded=cell.text, due=better + 1)  # fmt: skip
    return _wrong(sheet, cell, "next.rank", claim, words)


def _check_final_points(sheet: SheetGame, report: Report, row: RowBelow) -> Iterator[CellVerdict]:
    """Check a row of final points with uma by the recorded final points.

    Yield a verdict on each cell, with a finding or None.
    """
    due = _due(sheet, report)
    for seat, (cell, number) in enumerate(zip(row.cells, _thousands(row), strict=True)):
        off = None if due is None or number is None else number - due[seat]
        penalty = Decimal((row.sums[seat] if row.sums else 0) or 0) / _THOUSAND
        # The points of the deals may already include the penalty.
        if off is not None and abs(off - penalty) < _MOST_OFF:
            off = Decimal(0)
        yield from _check_placement_points(sheet, seat, cell, off, due)


def _thousands(row: RowBelow) -> list[Decimal | None]:
    """Return the numbers of a row in thousands of points; None for an empty cell."""
    return [None if number is None else number * row.unit / _THOUSAND for number in _numbers(row)]


def _uma(sheet: SheetGame, report: Report, row: RowBelow) -> Iterator[CellVerdict]:
    """Check a row of placement points (uma); yield a verdict on each cell, with a finding or None.

    The number of the first player may be written without the bonus for the first place, because the
    bonus may be in another row. If several players are first, their numbers are not checked.
    """
    due, end = _due(sheet, report), _end(report)
    numbers = [number for number in _thousands(row) if number is not None]
    if due is None or end is None or len(numbers) < len(row.cells):
        yield from _all_open(sheet, row, "Final-Points")
        return
    added = [each - Decimal(points) / 1000 for each, points in zip(due, end, strict=True)]
    more = [*map(sub, numbers, added)]
    # Federations add different constants for places, so the difference that most cells share is
    # taken as the constant.
    common = Counter(more).most_common(1)[0][0]
    right = [each + common for each in added]
    bonus = add_up(right)
    for seat, cell in enumerate(row.cells):
        off = more[seat] - common
        if end[seat] == max(end) and (end.count(max(end)) > 1 or abs(off + bonus) < _MOST_OFF):
            off = Decimal(0)
        yield from _check_placement_points(sheet, seat, cell, off, right)


def _end(report: Report) -> tuple[int, ...] | None:
    """Return the recorded final points of each player; None if the record has none."""
    final_standings = standings(report)
    return final_standings.recorded if final_standings else None


def _due(sheet: SheetGame, report: Report) -> list[Decimal] | None:
    """Compute the final points with uma that each player should have, in thousands of points.

    Return None if the sheet does not name its rules, or if the points are unknown.
    """
    placed = placement_points(report)[0] if sheet.draft.are_rules_named else None
    return None if placed is None else [round(Decimal(float(each)), 1) for each in placed]


def _check_placement_points(
    sheet: SheetGame, seat: int, cell: Cell | None, off: Decimal | None,
    due: Sequence[Decimal] | None,
) -> Iterator[CellVerdict]:  # fmt: skip
    claim = Claim("header", seat, item="Final-Points")
    if cell is None or off is None or due is None:
        yield from _open(sheet, cell, claim)
    elif abs(off) < _MOST_OFF:
        yield _answer(sheet, cell, claim, "given"), None
    else:
        counted = "{cell} says {recorded} for the place; by the points at the end it is {due}"
        words = msg(counted, cell=cell.name, recorded=cell.text, due=f"{due[seat]:+.1f}")
        yield _wrong(sheet, cell, "final.points", claim, words)


def _sums(sheet: SheetGame, report: Report, row: RowBelow) -> Iterator[CellVerdict]:
    """Check a row of sums below the columns of changes; yield a verdict with a finding or None.

    A sum is right if it adds up the recorded or the corrected changes. If most sums exceed the
    changes by the same amount, this amount is taken as the starting points. If they exceed the
    changes by different amounts, the verdicts say that nothing was checked.
    """
    more = [*map(_excess, _numbers(row), row.sums, repeat(row.unit))]
    mended = _lacking(sheet, report, row.unit)
    # A cell that is right by the rules supports the same constant as a cell that adds up.
    ways = [{off, None if off is None else off - mended[seat]} for seat, off in enumerate(more)]
    counted = Counter(entry for way in ways for entry in way)
    common, times = max(counted.items(), key=lambda each: (each[1], each[0] == 0))
    is_sum = times > 1 and times * 2 >= len(more)
    # Some sheets include the points at the start of the game in such a row, and some leave them
    # out.
    start = common if is_sum else None
    unplaced, left = _unplaced(sheet, report), _left_over(report, row)
    if row.includes_sticks and len(left) == 1:
        ((first, more_of_first),) = left.items()
    else:
        first, more_of_first = NOBODY, 0
    for seat, (cell, off, due) in enumerate(zip(row.cells, more, row.sums, strict=True)):
        claim = Claim("header", seat, item="Final-Score")
        if cell is None:
            continue
        if start is None or off is None or due is None:
            yield _answer(sheet, cell, claim, "unverified", _OTHERWISE), None
        elif seat == first and off - start in {0, mended[seat]}:
            right = (due + start + more_of_first) / row.unit
            words = msg("{cell} says {recorded}; with the sticks left it is {due}", cell=cell.name,
                        recorded=cell.text, due=f"{right.normalize():f}")  # fmt: skip
            yield _wrong(sheet, cell, "score.chain", claim, words)
        elif off - start in {0, mended[seat], left.get(seat, 0), _sticks_of_leader(row, seat)}:
            yield _answer(sheet, cell, claim, "given"), None
        elif off - start == unplaced:  # the slip is in the column of these points
            unplaced = 0
            yield _answer(sheet, cell, claim, "given"), None
        else:
            right = (due + start) / row.unit
            words = msg("{cell} says {recorded}; the column comes to {due}", cell=cell.name,
                        recorded=cell.text, due=f"{right.normalize():f}")  # fmt: skip
            yield _wrong(sheet, cell, "score.chain", claim, words)


def _sticks_of_leader(row: RowBelow, seat: int) -> int:
    """Return the points that all players have lost together, if the leader may have got them.

    Return 0 if `seat` does not have the most points of the row alone, if a sum is missing, or if
    riichi sticks left cannot explain the lost points.
    """
    numbers = [number or Decimal(0) for number in _numbers(row)]
    is_leader = [number >= numbers[seat] for number in numbers].count(True) == 1
    lost = -sum(due or 0 for due in row.sums)
    is_of_sticks = None not in row.sums and 0 < lost <= MOST_LEFT and not lost % _STICK
    return int(lost) if is_leader and is_of_sticks else 0


def _points(sheet: SheetGame, _report: Report, row: RowBelow) -> Iterator[CellVerdict]:
    """Check whether the final points of a game without deals have the same total as in other games.

    Yield a verdict on each cell, with a finding or None. A wrong total is reported at the only cell
    in which a usual slip explains it, otherwise at the first player's cell, and the verdicts on the
    other cells say that they were not checked. Nothing is reported if remaining sticks or a penalty
    may explain the difference.
    """
    numbers = _numbers(row)
    together = add_up(numbers)
    off = None if row.sums[0] is None else together - row.sums[0]
    # Sticks or a penalty may be missing from the total.
    missing = Decimal(0) if off is None else -off * row.unit
    is_of_sticks = missing <= MOST_LEFT and missing % _STICK == 0 and not row.includes_sticks
    may_be_missing = missing > 0 and (is_of_sticks or missing % _PENALTY == 0)
    likely = [seat for seat, number in enumerate(numbers)
              if off and number is not None and is_likely_slip(number, number - off)]  # fmt: skip
    written = [seat for seat, cell in enumerate(row.cells) if cell is not None]
    blamed = {*(likely if len(likely) == 1 else written[:1])}
    for seat, cell in enumerate(row.cells):
        if cell is None:
            continue
        claim = Claim("header", seat, item="Final-Score")
        if off is None or may_be_missing:
            yield _answer(sheet, cell, claim, "unverified", _OTHERWISE), None
        elif not off:
            yield _answer(sheet, cell, claim, "given"), None
        elif seat in blamed:
            words = msg("the points at the end add up to {recorded}; other games add up to {due}",
                        recorded=str(together), due=str(row.sums[0]))  # fmt: skip
            yield _wrong(sheet, cell, "final.points", claim, words)
        else:
            yield _answer(sheet, cell, claim, "unverified", _OTHERWISE), None


def _check_expected_numbers(
    sheet: SheetGame, _report: Report, row: RowBelow
) -> Iterator[CellVerdict]:
    """Compare each cell of a row with the expected number of the cell, which is in `row.sums`.

    Yield a verdict for each cell, with a finding if the number is wrong, otherwise None. If the
    expected number is None, the verdict says that the cell was not checked.
    """
    code, claimed, words = _OF_THE_SHEET[row.kind]
    for seat, cell in enumerate(row.cells):
        number, due = _numbers(row)[seat], row.sums[seat]
        claim = Claim(claimed, seat, item="" if claimed == "net" else "Final-Score")
        if cell is None:
            continue
        if due is None:
            yield _answer(sheet, cell, claim, "unverified", _OTHERWISE), None
        elif number == due:
            yield _answer(sheet, cell, claim, "given"), None
        else:
            text = f"{Decimal(due).normalize():f}"
            says = msg(words, cell=cell.name, recorded=cell.text, due=text)
            yield _wrong(sheet, cell, code, claim, says)


_OF_THE_SHEET: Final[Mapping[str, tuple[str, Kind, str]]] = {
    "award": ("net.differs", "net", "{cell} says {recorded}; by the other deals it is {due}"),
    "result": (
        "final.points",
        "header",
        "{cell} says {recorded}; by the rest of the sheet it is {due}",
    ),
    "place": ("next.rank", "header", "{cell} says rank {recorded}; by the points it is {due}"),
}
"""Code, claim and sentence of errors in numbers that follow from the sheet itself."""


def _left_over(report: Report, row: RowBelow) -> Mapping[int, int]:
    """Return how many of the points left on the table each leading player may have got at the end.

    The leading players have the highest number in the row, and share the points equally. Return a
    dict from seat to points. The dict is empty if no points are left, or if the expected sums of
    the row already add up to zero.
    """
    numbers = [each for each in _numbers(row) if each is not None]
    pool = report.pools[-1] if report.pools else None
    # The expected sums add up to nothing if a row above says who got the points that are left.
    if not pool or not numbers or (None not in row.sums and sum(d or 0 for d in row.sums) == 0):
        return {}
    leaders = [seat for seat, number in enumerate(_numbers(row)) if number == max(numbers)]
    return dict.fromkeys(leaders, pool // len(leaders))


def _lacking(sheet: SheetGame, report: Report, unit: int) -> Counter[int]:
    """Return by how many points each player's changes should be higher than they are recorded.

    The result is a counter by seat, with the differences of all deals added. A 1 in the cells of
    changes means `unit` points.
    """
    # If the sum leaves out a slip in a change, the slip is reported only at the change.
    lacking: Counter[int] = Counter()
    for verdict in differing(report.verdicts):
        if verdict.claim.kind == "net":
            lacking[verdict.claim.seat] += verdict.lacks or 0
    for row in [row for row in sheet.draft.rows_below if row.kind == "award"]:
        for seat, (number, due) in enumerate(zip(_numbers(row), row.sums, strict=True)):
            lacking[seat] -= int((_excess(number, due, row.unit) or 0) * unit)
    return lacking


def _unplaced(sheet: SheetGame, report: Report) -> int:
    """Return how many points are missing from the changes of deals that do not add up to zero.

    For example, 100 if the changes of one deal add up to -100. Deals in which it is known whose
    change is wrong are not counted.
    """
    wrong = [each.place.deal for each in differing(report.verdicts) if each.claim == Claim("net")]
    changes = [sheet.game.deals[number - 1].numbers("net") for number in wrong if number]
    return -sum(sum_amounts(each[0]) or 0 for each in changes if each)


def column_of_slip(sheet: SheetGame, report: Report) -> Seat:
    """Find the player whose column contains the wrong change, if a deal does not add up to zero.

    The deal itself does not show which change is wrong. A row of sums below the columns shows it,
    if only one player's sum differs, by the same amount. Return the seat; `NOBODY` if this is not
    clear.
    """
    unplaced = _unplaced(sheet, report)
    for row in sheet.draft.rows_below if unplaced else ():
        more = (
            [*map(_excess, _numbers(row), row.sums, repeat(row.unit))] if row.kind == "sum" else []
        )
        common, times = Counter(more).most_common(1)[0] if more else (None, 0)
        others = [seat for seat, off in enumerate(more) if off != common]
        if common is not None and times == len(more) - 1 and more[others[0]] == common + unplaced:
            return others[0]
    return NOBODY


def _excess(number: Decimal | None, due: int | Decimal | None, unit: int) -> Decimal | None:
    """Return by how many points a number exceeds the expected number; None if one is unknown.

    `number` is in units of `unit` points, and `due` is in points.
    """
    if number is None or due is None:
        return None
    return number * unit - due


def _all_open(sheet: SheetGame, row: RowBelow, item: str) -> Iterator[CellVerdict]:
    """Yield for each cell of a row a verdict that the cell cannot be checked; its finding is None.

    `item` names the kind of numbers in the row, such as `Ranking`.
    """
    for seat, cell in enumerate(row.cells):
        yield from _open(sheet, cell, Claim("header", seat, item=item))


def _open(sheet: SheetGame, cell: Cell | None, claim: Claim) -> Iterator[CellVerdict]:
    if cell is not None:
        yield _answer(sheet, cell, claim, "unverified", _OF_NO_END), None


_BELOW: Final[Mapping[str, Callable[[SheetGame, Report, RowBelow], Iterator[CellVerdict]]]] = {
    "rank": _ranks,
    "placed": _check_final_points,
    "uma": _uma,
    "sum": _sums,
    "points": _points,
    "award": _check_expected_numbers,
    "result": _check_expected_numbers,
    "place": _check_expected_numbers,
}
