"""The faults of a record in order: what is wrong, the rule in one sentence, what is expected.

A fault is an error or a warning. A finding about the whole record is shown with the first deal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from mjlog.model.findings import Finding, Law, faults, findings_of_deal
from mjlog.model.messages import Message
from mjlog.report.code_help import short_rule
from webviewer.records.library import Record

_EXPECTED: Final = (
    (
        Message("Tiles in hand"),
        (
            "bonus.held",
            "claim.held",
            "deal.exchange",
            "discard.held",
            "kong.held",
        ),
    ),
    (Message("Next in turn"), ("claim.chow",)),
    (Message("Sits nearer"), ("claim.nearest",)),
    (Message("Tiles that win"), ("win.shape", "win.limits")),
    (Message("Tile drawn"), ("discard.drawn", "discard.locked", "kong.source")),
    (Message("Whose turn"), ("deal.bonus_order", "turn.seat")),
    (Message("What fits"), ("ready.line", "win.line")),
    (
        Message("Needed"),
        (
            "deal.shelf",
            "deal.size",
            "ready.shelf",
            "turn.size",
            "wall.set",
            "win.least",
            "win.pillars",
        ),
    ),
)
"""Labels of expected values that are not the correct entry, with the codes that have them."""
EXPECTED_BY_CODE: Final = {code: name for name, codes in _EXPECTED for code in codes}


def expected_name(finding: Finding, otherwise: str) -> Message | str:
    """Return the label for a finding's expected value, such as "Tiles that win".

    Return `otherwise` if the finding's code has no label of its own.
    """
    if finding.code == "deal.exchange" and len(finding.expected) == 1:  # a seat or a number
        return otherwise
    return EXPECTED_BY_CODE.get(finding.code, otherwise)


@dataclass(frozen=True, slots=True)
class Fault:
    """A finding as pages show it, with its number among the record's faults.

    `all` is the total number of faults (errors and warnings). `number` is 0 for a note. `line` is
    the line of the record that the finding is about; it is empty if hands are hidden, or if the
    finding itself has the recorded value (`finding.recorded`).
    """

    finding: Finding
    number: int
    all: int
    line: str = ""
    correction: str = ""

    @property
    def law(self) -> Law | None:
        """The sentence of the rulebook on which the finding is based; None if there is none."""
        return self.finding.clause

    @property
    def rule(self) -> str:
        """A sentence that explains the finding: the cited rule, or the meaning of the code.

        The sentence is English and can be translated. It is empty if the finding cites no rule and
        its code has no meaning.
        """
        return short_rule(self.finding)

    def expected_name(self, otherwise: str) -> Message | str:
        """Return the label for the expected value; `otherwise` if the code has no label."""
        return expected_name(self.finding, otherwise)

    @property
    def is_compared(self) -> bool:
        """Whether the page compares what is recorded with what is right, next to the finding.

        It does if the finding has a recorded or expected value, a line of the record or a
        correction.
        """
        finding = self.finding
        return bool(finding.recorded or finding.expected or self.line or self.correction)


def is_fault(finding: Finding) -> bool:
    """Return whether a finding is an error or a warning, not a note."""
    return finding.severity != "note"


def deal_of(finding: Finding) -> int:
    """Return the number, from 1, of the deal on whose page a finding is shown.

    It is 1 for a finding about the whole record.
    """
    return finding.place.deal or 1


def about_record(record: Record) -> list[Finding]:
    """Return the findings about the record as a whole, not about one of its deals."""
    return findings_of_deal(record.report.findings, 0)


def faults_by_deal(record: Record) -> Mapping[int, int]:
    """Count the errors and warnings of each deal; return a dict from deal number to count.

    The deals are in ascending order. Deals without errors and warnings are left out.
    """
    deals = Counter(deal_of(each) for each in faults(record.report.findings))
    return dict(sorted(deals.items()))


def numbered(
    record: Record, deal: int, found: Iterable[tuple[int, Finding]], *, hides: bool
) -> list[tuple[int, Fault]]:
    """Convert findings of one deal to `Fault` objects, which have what a page shows of a finding.

    `found` are pairs of step and finding; the result has the same pairs with a `Fault` in place of
    the finding. The numbers of errors and warnings continue from deal to deal; a note gets the
    number 0. If `hides` is True, lines of the record and corrections are left out, because they
    could reveal hidden hands.
    """
    by_deal = faults_by_deal(record)
    numbers = count(1 + sum(number for each, number in by_deal.items() if each < deal))
    in_all = sum(by_deal.values())
    return [
        (step, _fault(record, finding, next(numbers) if is_fault(finding) else 0, in_all, hides))
        for step, finding in found
    ]


def _fault(record: Record, finding: Finding, number: int, in_all: int, hides: bool) -> Fault:
    if hides:
        return Fault(finding, number, in_all)
    line = "" if finding.recorded else record.excerpt.get(finding.place.line, "").strip()
    return Fault(finding, number, in_all, line, "" if finding.expected else finding.correction)


def next_faulty_deal(deals: Sequence[int], deal: int, way: int) -> int:
    """Return the nearest deal with findings after `deal`, or before `deal` if `way` is negative.

    `deals` are the numbers of all deals with findings. Return 0 if there is no such deal.
    """
    if way > 0:
        return min((each for each in deals if each > deal), default=0)
    return max((each for each in deals if each < deal), default=0)
