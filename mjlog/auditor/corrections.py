"""Corrections: the whole line of a sheet as it should read.

Each finding has the correction of its line, so that reports, editors and pages offer the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from mjlog.auditor.stated_lines import lines_stating
from mjlog.model.findings import Finding, Verdict, differing
from mjlog.model.lazy_dataclass import replace
from mjlog.model.record import Deal, Game, Items, Line, Next, Pay, Points
from mjlog.model.settlement import Settlement, paid_in_all
from mjlog.notation.writer import whole_line

Settled = Sequence[Settlement | None]
"""Settlement of each deal, as far as the audit could compute it."""


def with_corrections(
    findings: Iterable[Finding], game: Game, settlements: Settled, verdicts: Iterable[Verdict]
) -> tuple[Finding, ...]:
    """Return the findings; each gets, in its field `correction`, the corrected line of the record.

    The field is empty if the corrected line is unknown, and a finding without an expected value
    stays unchanged. `settlements` has, for each deal, the payments by the rules, None if unknown.
    `verdicts` have the right values of wrong amounts.
    """
    given = tuple(findings)
    if not any(finding.expected for finding in given):
        return given
    lines = _Lines(game, settlements, given, verdicts)
    return tuple(map(lines.with_correction, given))


class _Lines:
    """The lines of one record, with the findings and the "differs" verdicts about each line."""

    def __init__(
        self,
        game: Game,
        settlements: Settled,
        findings: Iterable[Finding],
        verdicts: Iterable[Verdict],
    ) -> None:
        self.game = game
        self.differing: defaultdict[tuple[int, int], list[Verdict]] = defaultdict(list)
        for verdict in differing(verdicts):
            self.differing[verdict.place.deal, verdict.place.line].append(verdict)
        self.settlements = settlements
        self.headers = {header.span.line: header for header in game.headers}
        self.wrong: defaultdict[tuple[int, int], list[Finding]] = defaultdict(list)
        self.lines: dict[int, tuple[int, int]] = {}
        for finding in findings:
            # Indexes of the deal and of the line with the wrong claim, both counted from 0.
            number = finding.place.deal - 1
            if not finding.expected or finding.claim is None or not 0 <= number < len(game.deals):
                continue
            for index in lines_stating(finding.claim, finding.place, game.deals[number].lines)[:1]:
                self.lines[id(finding)] = number, index
                self.wrong[number, index].append(finding)

    def with_correction(self, finding: Finding) -> Finding:
        """Return a copy of the finding with the corrected line in its field `correction`.

        The correction is empty if it is unknown. A finding without an expected value is returned
        unchanged.
        """
        if not finding.expected:
            return finding
        return replace(finding, correction=self.corrected(finding))

    def corrected(self, finding: Finding) -> str:
        """Return the text of the corrected line for a finding, in mjlog notation.

        Return an empty string if the corrected line is unknown or the finding is not about a line.
        """
        header = None
        if finding.place.line:
            header = self.headers.get(finding.place.line)
        if header is not None:
            mark = "!" if header.critical else ""
            stated = finding.recorded == header.value
            if not stated:
                return ""
            return f"{mark}{header.key}: {finding.expected}"
        place = self.lines.get(id(finding))
        if place is None or not finding.place.line:
            return ""
        number, index = place
        deal = self.game.deals[number]
        settled = None
        if number < len(self.settlements):
            settled = self.settlements[number]
        line = deal.lines[index]
        if line.span.line != finding.place.line:
            return ""
        differing = self.differing[number + 1, line.span.line]
        right = _right(line, deal, settled, self.wrong[place], differing)
        if right is None:
            return ""
        return whole_line(right)


def _right(
    line: Line,
    deal: Deal,
    settled: Settlement | None,
    wrong: Sequence[Finding],
    differing: Sequence[Verdict],
) -> Line | None:
    """Return a corrected copy of a line; None if it is right or its right content is unknown.

    `settled` has the payments and scores of the deal by the rules, None if unknown. `wrong` are the
    findings about this line, `differing` the verdicts about its wrong values.
    """
    content: Points | Pay | Items | Next | None = None
    match line.content:
        case Points() as points:
            content = _points(points, differing, is_settled=settled is not None)
        case Pay() as pay if settled is not None and not pay.cause:
            content = _pay(pay, deal, settled)
        case Items() as items if settled is not None:
            content = _items(items, settled)
        case Next() as coming if wrong[0].code == "next.dealer":
            dealer = wrong[0].expected
            named = tuple(
                (key, dealer if key == "dealer" else old) for key, old in coming.attributes
            )
            content = replace(coming, attributes=named)
    if content in (None, line.content):
        return None
    return replace(line, content=content)


def _points(content: Points, differing: Iterable[Verdict], *, is_settled: bool) -> Points | None:
    """Return a `net` or `score` line with all wrong numbers replaced by the right numbers.

    `differing` are the verdicts about the wrong numbers. Return None if a right number is unknown.
    If `is_settled` is False, the rules do not determine the payments of the deal; then return None
    also if the numbers add up to zero as written but not as corrected.
    """
    right = list(content.points)
    for verdict in differing:
        seat = verdict.claim.seat
        if verdict.due is None or not 0 <= seat < len(right):
            return None
        right[seat] = verdict.due
    stated = [points for points in content.points if points is not None]
    due = [points for points in right if points is not None]
    if not is_settled and len(stated) == len(right) and sum(stated) == 0 != sum(due):
        return None
    return replace(content, points=tuple(right))


def _pay(content: Pay, deal: Deal, settled: Settlement) -> Pay | None:
    """Return a `pay` line that has all payments of the deal by the rules.

    If the rules leave the amount of a payment open, the recorded amount stays. Return None if
    payments are recorded on several lines, or if nobody has to pay.
    """
    due_causes = {each.cause for each in settled.payments}
    lines = [line for line in deal.contents(Pay) if line.cause in due_causes | {""}]
    if len(lines) > 1:
        return None
    # If the rules do not decide an amount, keep the amount on the sheet.
    stated, due = paid_in_all(deal), settled.owed()
    owed: list[tuple[int, int, int | None]] = []
    for pair in dict.fromkeys((*stated, *due)):
        points = stated.get(pair) if settled.reason_unknown(*pair) else due.get(pair, 0)
        if points != 0:
            owed.append((*pair, points))
    return replace(content, payments=tuple(owed)) if owed else None


def _items(content: Items, settled: Settlement) -> Items | None:
    """Return a `fan` or `kong` line that has the right items of the hand.

    The sum and other totals are included only if the recorded line names them. Return None if the
    hand has no score or no items.
    """
    score = settled.score_of(content.seat)
    if score is None:
        return None
    items = {"fan": score.items, "kong": score.kongs}[content.keyword]
    if not items:
        return None
    named = dict(content.items)
    # A total may be the only known item, for example if the hand is worth a limit.
    totals = [item for item in (*score.totals, *score.worth) if item.name in named]
    totals = [item for item in totals if item not in items]
    due = [(item.name, item.points) for item in (*items, *totals)]
    return replace(content, items=tuple(due))
