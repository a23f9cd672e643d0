"""Which sentences of a rulebook a record leads to."""

from mjlog.model.settlement import Settlement


def cited(found):
    """The sentences that findings, items and payments of one record cite."""
    yield from (finding.clause.number for finding in found.findings if finding.clause is not None)
    for settlement in found.settlements:
        if isinstance(settlement, Settlement):
            yield from (payment.clause for payment in settlement.payments)
            yield from (
                item.clause for score in settlement.scores for item in (*score.items, *score.totals)
            )
