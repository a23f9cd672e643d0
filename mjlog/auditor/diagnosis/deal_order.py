"""Whole deals that stand in another order than they were played in, as their names tell it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mjlog.auditor.context import place_of
from mjlog.auditor.progress import counts_deals
from mjlog.auditor.report import Report
from mjlog.model.deal_labels import named
from mjlog.model.findings import Finding, Place, errors, in_line_order
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import DealLabel, msg
from mjlog.model.record import Deal, Game
from mjlog.model.slips import ExplainedDeal


def audit_in_due_order(report: Report, audit: Callable[[Game], Report]) -> Report:
    """Audit a record in the order that the names of its deals tell, if one deal stands elsewhere.

    Return the report of the record as it is written, unless much less is wrong in that order.
    """
    deals = report.game.deals
    order = _order_by_names(deals)
    moved = [at for at, number in enumerate(order) if at != number]
    if not moved:
        return report
    in_order = audit(replace(report.game, deals=tuple(deals[number] for number in order)))
    if len(errors(in_order.findings)) + 1 >= len(errors(report.findings)):
        return report
    span = range(moved[0], moved[-1] + 1)
    stated = tuple(DealLabel(deals[at].label) for at in span)
    due = tuple(DealLabel(deals[order[at]].label) for at in span)
    words = msg(
        "these deals do not stand in the order in which they were played: {recorded}; everything "
        "else fits {due}",
        recorded=stated,
        due=due,
    )
    first = deals[moved[0]]
    finding = Finding.telling(
        "next.round",
        "error",
        words,
        place_of(first, moved[0] + 1),
        clause=None if report.rules is None else report.rules.law("next.round"),
        recorded=" ".join(stated),
        expected=" ".join(due),
    )
    return _as_written(replace(in_order, game=report.game), order, finding)


def _order_by_names(deals: Sequence[Deal]) -> list[int]:
    """Return the places of the deals in the order of their names, if one or two stand elsewhere.

    Return them as they are if the names have no order, or more deals stand elsewhere.
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
    # Where the names fall, one of the two deals must be the one that stands elsewhere.
    fall = next(at for at in written if names[at] > names[at + 1])
    others = [names[:at] + names[at + 1 :] for at in (fall, fall + 1)]
    is_one = any(rest == sorted(rest) for rest in others)
    return order if is_pair or is_one else written


def _as_written(report: Report, order: Sequence[int], finding: Finding) -> Report:
    """Return the audit of deals in their due order as that of the record as it is written."""
    written = sorted(range(len(order)), key=lambda at: order[at])
    findings = [
        replace(
            each,
            place=_place_as_written(each.place, order),
            other=None if each.other is None else _place_as_written(each.other, order),
        )
        for each in report.findings
    ]
    explanations: list[ExplainedDeal] = []
    for explained in report.explanations:
        ways = [
            replace(
                way,
                slips=tuple(
                    replace(slip, place=_place_as_written(slip.place, order)) for slip in way.slips
                ),
            )
            for way in explained.explanations
        ]
        explanations.append(ExplainedDeal(order[explained.deal - 1] + 1, tuple(ways)))
    return replace(
        report,
        findings=in_line_order([*findings, finding]),
        verdicts=tuple(
            replace(verdict, place=_place_as_written(verdict.place, order))
            for verdict in report.verdicts
        ),
        results=tuple(report.results[at] for at in written),
        explanations=tuple(explanations),
        pools=(*[report.pools[at] for at in written], *report.pools[len(order) :]),
        totals=tuple(report.totals[at] for at in written),
    )


def _place_as_written(place: Place, order: Sequence[int]) -> Place:
    """Return a place with the number that its deal has in the record."""
    return replace(place, deal=order[place.deal - 1] + 1) if place.deal else place
