"""Readings of item names that a rule set does not have as the names that are probably meant."""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.auditor.checks.items import is_no_item, likely_items, names_of_claim, no_such_item
from mjlog.auditor.context import Context
from mjlog.auditor.diagnosis.altered_deals import with_line
from mjlog.auditor.judgement import Judgement, judge
from mjlog.model.findings import Claim, Finding, Verdict, differing
from mjlog.model.lazy_dataclass import replace
from mjlog.model.record import Items


def read_misspelt_items(first: Judgement, context: Context) -> Judgement:
    """Replace misspelt item names by the names that are probably meant, and check the deal again.

    Return the version with the fewest wrong entries, which may be `first`, the deal as written.
    """
    best = first
    wrong = [verdict.claim for verdict in differing(first.sheet.verdicts)]
    for claim in [claim for claim in wrong if claim.kind in {"fan", "kong"}]:
        if is_no_item(first.sheet, claim):
            best = min([*_readings(best, claim, context), best], key=lambda reading: reading.size)
    return best


def _readings(first: Judgement, claim: Claim, context: Context) -> Iterator[Judgement]:
    """Yield a checked version of the deal for each item name that a misspelt name may mean.

    `claim` has the misspelt name. The most similar name comes first. Each version has an error
    about the name.
    """
    sheet, rules = first.sheet, context.rules
    for line, stated in sheet.deal.with_lines(Items):
        if (stated.keyword, stated.seat) != (claim.kind, claim.seat):
            continue
        if claim.item not in dict(stated.items):
            continue
        for item in likely_items(claim.item, names_of_claim(sheet, claim.kind), rules):
            items = tuple(
                (item if name == claim.item else name, points) for name, points in stated.items
            )
            deal = with_line(sheet.deal, line, replace(stated, items=items))
            other = judge(deal, first.played, sheet.start, sheet.number, context)
            words = no_such_item(claim.item, item, rules)
            place = line.span.place(sheet.number, claim.seat)
            finding = Finding.silent(
                "score.item",
                "error",
                words,
                place,
                clause=rules.law("score.item"),
                recorded=claim.item,
                expected=item,
                verdict=Verdict("differs", claim, place, words),
            )
            yield replace(other, roots=(*first.roots, finding))
