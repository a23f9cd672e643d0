"""Readings of a record in which a whole deal is out of order, written twice or left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Final

from mjlog.auditor.progress import counts_deals
from mjlog.auditor.report import Report
from mjlog.model.deal_labels import named
from mjlog.model.findings import Finding, errors, findings_of_deal, sort_by_line
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import DealLabel, Message, msg
from mjlog.model.record import Deal, Game
from mjlog.model.slips import ExplainedDeal

_SEVERAL: Final = 3
"""Fewest errors in a deal that may continue another deal than the one before it."""


def audit_in_due_order(report: Report, audit: Callable[[Game], Report]) -> Report:
    """Audit a record with its deals in another order, and return the better of the two reports.

    `report` is the audit of the record as written. Other orders are tried if a deal seems to be out
    of place, written twice or missing; the function `audit` audits each changed game. Return the
    first new report that has at least two errors fewer than `report`; for a deal written twice, it
    is enough if the new report does not have more errors than `report`. If there is no such report,
    return `report`.
    """
    game = report.game
    if not report.results:
        return report  # no deal was judged
    orders = chain(_order_of_names(report), _order_without_repeated(report), _with_left_out(report))
    for order, finding in orders:
        deals = tuple(Deal("") if at is None else game.deals[at] for at in order)
        other = _report_as_written(audit(replace(game, deals=deals)), report, order, finding)
        # A deal that is written twice word by word may cause only one error.
        saved = len(errors(report.findings)) - len(errors(other.findings))
        if saved >= (0 if finding.code == "deal.twice" else 2):
            return other
    return report


Order = tuple[list[int | None], Finding]
"""The deals of the record in the order of play, and the finding about the wrong order.

Each deal is given by its index in the record, None for a deal that is left out.
"""


def _order_of_names(report: Report) -> Iterator[Order]:
    """Yield the order of the deals by their labels, and an error that the deals are out of order.

    The order is a list of deal indices. Yield nothing if the deals are already in this order.
    """
    deals = report.game.deals
    order = _order_by_names(deals)
    moved = [at for at, number in enumerate(order) if at != number]
    if not moved:
        return
    span = range(moved[0], moved[-1] + 1)
    stated = tuple(DealLabel(deals[at].label) for at in span)
    due = tuple(DealLabel(deals[order[at]].label) for at in span)
    words = msg(
        "these deals are not in the order in which they were played: {recorded}; "
        "everything else fits {due}",
        recorded=stated,
        due=due,
    )
    finding = _finding(report, moved[0], "next.round", words)
    yield [*order], replace(finding, recorded=" ".join(stated), expected=" ".join(due))


def _order_without_repeated(report: Report) -> Iterator[Order]:
    """Yield the order of the deals without a repeated deal, and an error about this deal.

    The order is a list of deal indices. A deal counts as repeated if it has errors and equals an
    earlier deal word by word. Only the first such deal is considered.
    """
    deals = report.game.deals
    contents = _contents(deals)
    for at, deal in enumerate(deals):
        if contents[at] in contents[:at] and findings_of_deal(errors(report.findings), at + 1):
            number = contents.index(contents[at]) + 1
            words = msg("deal {number} is written twice", number=number)
            finding = _finding(report, at, "deal.twice", words)
            others = [each for each in range(len(deals)) if each != at]
            yield [*others], replace(finding, recorded=deal.label)
            return


def _with_left_out(report: Report) -> Iterator[Order]:
    """Yield the order of the deals with a gap where a deal seems to be missing, and an error.

    The order is a list of indices of deals, with None for the gap. A deal seems to be missing
    before the first deal that has at least three errors, all about label, dealer and totals.
    """
    written: list[int | None] = [*range(len(report.game.deals))]
    for at in range(1, len(written)):
        wrong = findings_of_deal(errors(report.findings), at + 1)
        by_name = [each for each in wrong if each.code in {"next.round", "next.dealer"}]
        totals_off = [each for each in wrong if each.code == "score.chain"]
        if len(wrong) == len(by_name) + len(totals_off) >= _SEVERAL:
            words = msg("the totals of this deal fit, if a deal before it is left out")
            finding = _finding(report, at, "score.chain", words)
            yield [*written[:at], None, *written[at:]], (by_name or [finding])[0]
            return


def _contents(deals: Sequence[Deal]) -> list[tuple[object, ...]]:
    """Return for each deal a tuple of its label, header words, turns and lines.

    Two deals are repetitions of each other if their tuples are equal.
    """
    return [
        (deal.label, deal.attributes, deal.turns, [line.content for line in deal.lines])
        for deal in deals
    ]


def _finding(report: Report, at: int, code: str, words: Message) -> Finding:
    """Return an error at the header of a deal; `at` is the index of the deal."""
    law = None if report.rules is None else report.rules.law(code)
    place = report.game.deals[at].span.place(at + 1)
    return Finding.telling(code, "error", words, place, clause=law)


def _order_by_names(deals: Sequence[Deal]) -> list[int]:
    """Return the indices of the deals in the order of the labels, such as `E1`, `E2`.

    Return the written order if the labels cannot be sorted, or if moving one deal or swapping two
    deals is not enough to sort them.
    """
    written = [*range(len(deals))]
    names: list[tuple[int, ...]] = []
    for deal in deals:
        label, _, counter = deal.label.partition(".")
        name = named(deal.label)
        if name is not None:
            names.append((*name, int(counter) if counts_deals(counter) else 0))
        elif counts_deals(label):
            names.append((int(label),))
    if len(names) < len(deals) or len({len(name) for name in names}) > 1:
        return written
    order = sorted(written, key=lambda at: names[at])
    if order == written:
        return written
    is_pair = len([at for at in written if order[at] != at]) == 2
    # Where two labels are in the wrong order, one of these two deals must be the misplaced one.
    fall = next(at for at in written if names[at] > names[at + 1])
    others = [names[:at] + names[at + 1 :] for at in (fall, fall + 1)]
    is_one = any(rest == sorted(rest) for rest in others)
    return order if is_pair or is_one else written


def _report_as_written(
    other: Report, report: Report, order: Sequence[int | None], finding: Finding
) -> Report:
    """Return the report on reordered deals as if the deals were in the order of the record.

    `other` is the report on the reordered deals, `order` has the indices of these deals in the
    record, and `report` is the report on the record as written. The deal numbers in `other` are
    changed, and `finding`, the error about the order, is added.
    """
    numbers = [0, *[0 if at is None else at + 1 for at in order]]
    left_out = {at for at, number in enumerate(numbers) if at and not number}
    # Findings of the reader already have the right places.
    read = {(each.code, each.place) for each in report.game.findings}
    findings = [
        each
        if (each.code, each.place) in read
        else replace(
            each,
            place=replace(each.place, deal=numbers[each.place.deal]),
            other=each.other and replace(each.other, deal=numbers[each.other.deal]),
        )
        for each in other.findings
        if (each.code, each.place) in read or each.place.deal not in left_out
    ]
    explanations: list[ExplainedDeal] = []
    for explained in other.explanations:
        ways = [
            replace(
                way,
                slips=tuple(
                    replace(slip, place=replace(slip.place, deal=numbers[slip.place.deal]))
                    for slip in way.slips
                ),
            )
            for way in explained.explanations
        ]
        explanations.append(ExplainedDeal(numbers[explained.deal], tuple(ways)))
    # A deal that is written twice has the results of its first copy.
    contents = _contents(report.game.deals)
    played = [
        order.index(at if at in order else contents.index(content))
        for at, content in enumerate(contents)
    ]
    repeated = {at + 1 for at in range(len(contents)) if at not in order}
    return replace(
        other,
        game=report.game,
        findings=sort_by_line([*findings, finding]),
        verdicts=(
            *[
                replace(verdict, place=replace(verdict.place, deal=numbers[verdict.place.deal]))
                for verdict in other.verdicts
                if verdict.place.deal not in left_out
            ],
            *[
                replace(verdict, answer="unverified", because=finding.sentence or finding.message)
                for verdict in report.verdicts
                if verdict.place.deal in repeated
            ],
        ),
        results=tuple(other.results[at] for at in played),
        explanations=tuple(explanations),
        pools=(*[other.pools[at] for at in played], *other.pools[len(order) :]),
        totals=tuple(other.totals[at] for at in played),
    )
