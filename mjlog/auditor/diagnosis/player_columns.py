"""Readings of a whole sheet whose changes and totals are in the columns of other players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import Final

from mjlog.auditor.deal_check import CODES_OF_POINTS
from mjlog.auditor.report import Report
from mjlog.auditor.totals import Totals, subtract_rows
from mjlog.model.findings import Finding, Verdict, errors, sort_by_line
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import Who, msg
from mjlog.model.record import Deal, Game, Points, Seat, seat_name
from mjlog.model.settlement import known_points

_SEVERAL: Final = 2
"""Fewest wrong deals from which columns of a sheet may be swapped."""

Order = tuple[Seat, ...]
"""Column of each player's points."""


def audit_in_due_columns(report: Report, audit: Callable[[Game], Report]) -> Report:
    """Audit a record as if some columns of its score table belonged to other players.

    `report` is the audit of the record as written; the function `audit` audits the changed game.
    Return the new report, with an error about the columns added, if without this error it has fewer
    errors than `report`, by at least the number of deals with errors in `report`. Otherwise return
    `report`.
    """
    game = report.game
    wrong = {finding.place.deal for finding in errors(report.findings)} - {0}
    if len(wrong) < _SEVERAL or not report.results:
        return report
    order = _likely_order(report)
    rows = [
        (number, line, points.keyword)
        for number, deal in enumerate(game.deals, 1)
        for line, points in deal.with_lines(Points)
        if _row_in_order(points.points, order) != points.points
    ]
    if not rows:
        return report
    deals = tuple(_reorder_columns(deal, order) for deal in game.deals)
    other = audit(replace(game, deals=deals))
    # Swapped columns are one error, which must explain at least one error for each wrong deal.
    if len(errors(other.findings)) + len(wrong) > len(errors(report.findings)):
        return report
    number, line, keyword = rows[0]
    moved = [seat for seat, column in enumerate(order) if seat != column]
    owners = [order.index(column) for column in moved]
    words = msg(
        "changes and totals of all deals fit if the columns belong to {due}, not to {recorded}",
        due=tuple(Who(seat_name(seat)) for seat in owners),
        recorded=tuple(Who(seat_name(seat)) for seat in moved),
    )
    code = CODES_OF_POINTS[keyword]
    finding = Finding.telling(
        code,
        "error",
        words,
        line.span.place(number),
        clause=None if report.rules is None else report.rules.law(code),
        recorded=" ".join(seat_name(seat) for seat in moved),
        expected=" ".join(seat_name(seat) for seat in owners),
    )
    findings = [_move_to_written_column(each, order) for each in other.findings]
    return replace(
        other,
        game=game,
        findings=sort_by_line([*findings, finding.in_words()]),
        verdicts=tuple(_answer_at_column(verdict, order) for verdict in other.verdicts),
    )


def _likely_order(report: Report) -> Order:
    """Return, for each player, the number of the column whose changes fit the player best.

    The changes fit best if they are nearest to the player's right changes in all deals. The result
    is a tuple of column numbers by seat. It is the written order if the right changes of fewer than
    two deals are known.
    """
    rows = [*_changes(report)]
    seats = range(report.game.seats)

    def distance(order: Order) -> tuple[int, int]:
        off = sum(
            abs(row[column] - due[seat]) for row, due in rows for seat, column in enumerate(order)
        )
        return off, sum(seat != column for seat, column in enumerate(order))

    return min(permutations(seats), key=distance) if len(rows) >= _SEVERAL else (*seats,)


def _changes(report: Report) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """Yield two rows for each deal: everybody's recorded changes, and everybody's right changes.

    Deals are skipped if a recorded or right change is unknown.
    """
    seats, rules = report.game.seats, report.rules
    before: Totals = () if rules is None else (rules.progress.start_points,) * seats
    for deal, settlement in zip(report.game.deals, report.settlements, strict=True):
        totals = next(iter(deal.numbers("score")), ())
        changes = [
            *deal.numbers("net"),
            *([subtract_rows(totals, before)] if totals and before else []),
        ]
        before = totals
        for change in changes[:1]:
            recorded = known_points(change)
            if settlement is not None and len(recorded) == seats and None not in change:
                yield recorded, settlement.net(seats)


def _reorder_columns(deal: Deal, order: Order) -> Deal:
    """Return a copy of the deal with the numbers on `net` and `score` lines in another order.

    `order` has for each player the column of the player's number.
    """
    lines = tuple(
        replace(line, content=replace(content, points=_row_in_order(content.points, order)))
        if isinstance(content := line.content, Points)
        else line
        for line in deal.lines
    )
    return replace(deal, lines=lines)


def _row_in_order(row: tuple[int | None, ...], order: Order) -> tuple[int | None, ...]:
    """Return the numbers of a line, each moved to the player to whom it belongs.

    `order` has the number of each player's column, by seat: with (1, 0, 2), the first player gets
    the second number. A line with another number of columns is returned unchanged.
    """
    if len(row) != len(order):
        return row
    return tuple(row[column] for column in order)


def _move_to_written_column(finding: Finding, order: Order) -> Finding:
    """Return a finding about a change or total with the seat in whose column the number is written.

    Used after an audit with reordered columns. Any other finding is returned unchanged.
    """
    if finding.kind not in {"net", "score"} or finding.verdict is None:
        return finding
    verdict = _answer_at_column(finding.verdict, order)
    return replace(finding, verdict=verdict, place=replace(finding.place, seat=verdict.place.seat))


def _answer_at_column(verdict: Verdict, order: Order) -> Verdict:
    """Return a verdict on a change or total with the seat in whose column the number is written.

    Used after an audit with reordered columns. Any other verdict is returned unchanged.
    """
    claim = verdict.claim
    if claim.kind not in {"net", "score"} or not 0 <= claim.seat < len(order):
        return verdict
    column = order[claim.seat]
    return replace(
        verdict,
        claim=replace(claim, seat=column),
        place=replace(verdict.place, seat=column),
    )
