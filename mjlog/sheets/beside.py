"""What a sheet tells beside its deals' points, against what the rules make of the game.

Points on the table in a column of their own; ranks and placement points in rows below the deals.
Nobody is accused where the sheet may count otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Final

from mjlog.auditor.audit import Report
from mjlog.auditor.placement_points import placement_points
from mjlog.auditor.standings import standings
from mjlog.model.findings import Answer, Claim, Finding, Verdict
from mjlog.model.messages import Message, msg
from mjlog.model.record import TABLE, Deal, ReadySeats
from mjlog.referee.rule_set import RuleSet
from mjlog.sheets.numbers import number_of
from mjlog.sheets.records import RowBelow, SheetGame
from mjlog.sheets.workbook import Cell

Told = tuple[Verdict, Finding | None]
"""The answer to what a cell says, and a finding where it differs."""
_OTHERWISE: Final = msg("the column may count something else")
_NOT_KNOWN: Final = msg("the rules do not tell what lies on the table")
_OF_NO_END: Final = msg("how the game ends is not known")
_MOST_OFF: Final = Decimal("0.6")
"""What placement points may be off by where points are rounded first."""


def judged_beside(sheet: SheetGame, report: Report) -> Iterator[Told]:
    """The answers to what the sheet tells beside the points of its deals."""
    if report.rules is not None:
        yield from _of_the_table(sheet, report, report.rules)
    for row in sheet.draft.below:
        if report.rules is not None or row.kind == "sum":
            yield from _BELOW[row.kind](sheet, report, row)


def _answer(
    sheet: SheetGame, cell: Cell, claim: Claim, answer: Answer, because: Message | None = None
) -> Verdict:
    return Verdict(answer, claim, cell.place(sheet.draft.sheet, seat=claim.seat), because)


def _wrong(sheet: SheetGame, cell: Cell, code: str, claim: Claim, words: Message) -> Told:
    verdict = _answer(sheet, cell, claim, "differs", words)
    return verdict, Finding.telling(code, "error", words, verdict.place, verdict=verdict)


# ------------------------------------------------------------------ points on the table


def _of_the_table(sheet: SheetGame, report: Report, rules: RuleSet) -> Iterator[Told]:
    """The cells of the column of sticks, against the way to count by which most of them are right.

    A cell is wrong that is right in no way, where two at least bear out how the column counts.
    """
    cells = [(n, cell) for n, deal in enumerate(sheet.draft.deals) if (cell := _sticks(deal.cells))]
    ways = [*_ways(sheet, report, rules)]
    said = {number: number_of(cell.text) for number, cell in cells}
    right = [{n for n in said if said[n] is not None and way[n] == said[n]} for way in ways]
    best = max(right, key=len, default=set[int]())
    borne_out = len(best) > 1 and len(best) * 2 > len(cells) and any(said[n] for n in best)
    anyway = set().union(*right)
    claim = Claim("pay", TABLE, item=rules.pot.word)
    for number, cell in cells:
        if number in best:
            yield _answer(sheet, cell, claim, "given"), None
        elif borne_out and number not in anyway:
            due = ways[right.index(best)][number]
            yield _of_sticks(sheet, cell, claim, due)
        else:
            why = _OTHERWISE if ways else _NOT_KNOWN
            yield _answer(sheet, cell, claim, "unverified", why), None


def _sticks(cells: Mapping[str | int, Cell]) -> Cell | None:
    return cells.get("sticks")


def _of_sticks(sheet: SheetGame, cell: Cell, claim: Claim, due: Decimal | None) -> Told:
    if due is None:
        return _answer(sheet, cell, claim, "unverified", _NOT_KNOWN), None
    words = msg("points on the table: {cell} says {recorded}; {due} fits the deals", cell=cell.name,
                recorded=cell.text, due=str(due))  # fmt: skip
    return _wrong(sheet, cell, "pay.pool", claim, words)


def _ways(sheet: SheetGame, report: Report, rules: RuleSet) -> Iterator[Sequence[Decimal | None]]:
    """What such a column may count: what lay there before a deal, behind it, or was laid in it.

    In points or in stakes. Nothing where no line of the sheet tells who was ready.
    """
    step = rules.pot.step
    if not step or not any(deal.told(ReadySeats) for deal in sheet.game.deals):
        return
    laid = [_laid(deal, step) for deal in sheet.game.deals]
    columns: tuple[Sequence[int | None], ...] = (report.pools[:-1], report.pools[1:], laid)
    for column in columns:
        for unit in (step, 1):
            yield [None if each is None else Decimal(each) / unit for each in column]


def _laid(deal: Deal, step: int) -> int:
    """What players laid on the table in a deal."""
    return step * sum(len(told.seats) for told in deal.told(ReadySeats))


# ------------------------------------------------------------------ the end of the game


def _numbers(row: RowBelow) -> list[Decimal | None]:
    return [number_of(cell.text) if cell else None for cell in row.cells]


def _ranks(sheet: SheetGame, report: Report, row: RowBelow) -> Iterator[Told]:
    """Ranks by the points at the end as they are written; equal points may share one."""
    told = standings(report)
    end = told.recorded if told else None
    for seat, (cell, number) in enumerate(zip(row.cells, _numbers(row), strict=True)):
        claim = Claim("header", seat, item="Ranking")
        if cell is None or end is None or number is None:
            yield from _open(sheet, cell, claim)
            continue
        better, alike = (sum(each > end[seat] for each in end), end.count(end[seat]))
        if better < number <= better + alike:
            yield _answer(sheet, cell, claim, "given"), None
        else:
            words = msg("{cell} says rank {recorded}; by the points at the end it is {due}",
                        cell=cell.name, recorded=cell.text, due=better + 1)  # fmt: skip
            yield _wrong(sheet, cell, "next.rank", claim, words)


def _placed(sheet: SheetGame, report: Report, row: RowBelow) -> Iterator[Told]:
    """Points with places counted, by those at the end as they are written."""
    due = _due(sheet, report)
    for seat, (cell, number) in enumerate(zip(row.cells, _numbers(row), strict=True)):
        off = None if due is None or number is None else number - due[seat]
        yield from _against(sheet, seat, cell, off, due)


def _uma(sheet: SheetGame, report: Report, row: RowBelow) -> Iterator[Told]:
    """Placement points alone: what places add to the points that everybody counts from.

    What the first gets beside may stand apart, so that nobody tells a wrong one there.
    """
    due, told = _due(sheet, report), standings(report)
    end = told.recorded if told else None
    numbers = _numbers(row)
    if due is None or end is None or None in numbers:
        for seat, cell in enumerate(row.cells):
            yield from _open(sheet, cell, Claim("header", seat, item="Final-Points"))
        return
    added = [each - Decimal(points) / 1000 for each, points in zip(due, end, strict=True)]
    more = [(number or 0) - each for number, each in zip(numbers, added, strict=True)]
    common = Counter(more).most_common(1)[0][0]
    for seat, cell in enumerate(row.cells):
        is_first = end[seat] == max(end)
        off = Decimal(0) if is_first else more[seat] - common
        yield from _against(sheet, seat, cell, off, [each + common for each in added])


def _due(sheet: SheetGame, report: Report) -> list[Decimal] | None:
    """Points with places counted by the rules that the sheet names; None where none are known."""
    placed = placement_points(report)[0] if sheet.draft.told else None
    return None if placed is None else [round(Decimal(float(each)), 1) for each in placed]


def _against(
    sheet: SheetGame, seat: int, cell: Cell | None, off: Decimal | None,
    due: Sequence[Decimal] | None,
) -> Iterator[Told]:  # fmt: skip
    claim = Claim("header", seat, item="Final-Points")
    if cell is None or off is None or due is None:
        yield from _open(sheet, cell, claim)
    elif abs(off) < _MOST_OFF:
        yield _answer(sheet, cell, claim, "given"), None
    else:
        counted = "{cell} says {recorded} for the place; by the points at the end it is {due}"
        words = msg(counted, cell=cell.name, recorded=cell.text, due=f"{due[seat]:+.1f}")
        yield _wrong(sheet, cell, "final.points", claim, words)


def _sums(sheet: SheetGame, _report: Report, row: RowBelow) -> Iterator[Told]:
    """A row of sums below the changes, as they are written.

    Where all have the same more than that, they begin with it; where most have something else, the
    row counts something else.
    """
    told = [None if each is None else each * row.unit for each in _numbers(row)]
    more = [
        None if number is None or due is None else number - due
        for number, due in zip(told, row.sums, strict=True)
    ]
    common, times = Counter(more).most_common(1)[0]
    is_sum = common is not None and times * 2 >= len(more) and times > 1
    for seat, (cell, off, due) in enumerate(zip(row.cells, more, row.sums, strict=True)):
        claim = Claim("header", seat, item="Final-Score")
        if cell is None:
            continue
        if not is_sum or off is None or common is None or due is None:
            yield _answer(sheet, cell, claim, "unverified", _OTHERWISE), None
        elif off == common:
            yield _answer(sheet, cell, claim, "given"), None
        else:
            right = (due + common) / row.unit
            words = msg("{cell} says {recorded}; the column comes to {due}", cell=cell.name,
                        recorded=cell.text, due=f"{right.normalize():f}")  # fmt: skip
            yield _wrong(sheet, cell, "score.chain", claim, words)


def _open(sheet: SheetGame, cell: Cell | None, claim: Claim) -> Iterator[Told]:
    if cell is not None:
        yield _answer(sheet, cell, claim, "unverified", _OF_NO_END), None


_BELOW: Final[Mapping[str, Callable[[SheetGame, Report, RowBelow], Iterator[Told]]]] = {
    "rank": _ranks,
    "placed": _placed,
    "uma": _uma,
    "sum": _sums,
}
