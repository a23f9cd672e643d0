"""How a line of a sheet would read if it said what the rules give."""

from __future__ import annotations

from dataclasses import replace

from mjlog.auditor.stated_lines import lines_stating
from mjlog.model.findings import Finding
from mjlog.model.record import Content, Deal, Items, Next, Pay, Points
from mjlog.model.settlement import Settlement, paid_in_all
from mjlog.notation.writer import line_text
from webviewer.library import Record


def corrected(record: Record, finding: Finding) -> str:
    """The whole line as it would stand, in notation.

    Empty where that cannot be told, or the finding is of no line.
    """
    place, game = finding.place, record.game
    if not finding.expected or not place.line:
        return ""
    header = next((h for h in game.headers if h.span.line == place.line), None)
    if header is not None:
        return f"{header.key}: {finding.expected}" if finding.recorded == header.value else ""
    if not 0 < place.deal <= len(game.deals):
        return ""
    deal = game.deals[place.deal - 1]
    content = _stating(finding, deal)
    settlements = record.report.settlements
    settled = settlements[place.deal - 1] if place.deal <= len(settlements) else None
    if content is None:
        return ""
    right = _right(content, deal, settled, _about(record, content, place.deal))
    return "" if right is None else line_text(right)


def _stating(finding: Finding, deal: Deal) -> Content | None:
    """The line that states the claim which differs."""
    if finding.about is None:
        return None
    found = lines_stating(finding.about, finding.place, deal.lines)
    return deal.lines[found[0]].content if found else None


def _about(record: Record, content: Content, number: int) -> list[Finding]:
    """What is found wrong with the claims of that line, and is expected instead."""
    wrong = (f for f in record.report.findings if f.expected and f.place.deal == number)
    deal = record.game.deals[number - 1]
    return [finding for finding in wrong if _stating(finding, deal) is content]


def _right(
    content: Content, deal: Deal, settled: Settlement | None, about: list[Finding]
) -> Content | None:
    match content:
        case Points():
            return _points(content, about)
        case Pay() if settled is not None and not content.cause:
            return _pay(content, deal, settled)
        case Items() if settled is not None:
            return _items(content, settled)
        case Next() if about[0].code == "next.dealer":
            named = tuple(
                (k, about[0].expected if k == "dealer" else v) for k, v in content.attributes
            )
            return replace(content, attributes=named)
    return None


def _points(content: Points, about: list[Finding]) -> Points | None:
    right = list(content.points)
    for finding in about:
        number = finding.expected.removeprefix("-")
        if not 0 <= finding.place.seat < len(right) or not number.isdigit():
            return None
        right[finding.place.seat] = int(finding.expected)
    return replace(content, points=tuple(right))


def _pay(content: Pay, deal: Deal, settled: Settlement) -> Pay | None:
    """Every payment that is due, those of which the record does not tell as they stand.

    One line says them all.
    """
    due_causes = {each.cause for each in settled.payments}
    if sum(line.cause in due_causes | {""} for line in deal.told(Pay)) > 1:
        return None
    told = paid_in_all(deal)
    due = settled.owed()
    right = [
        (*pair, told.get(pair) if settled.reason_untold(*pair) else due.get(pair, 0))
        for pair in dict.fromkeys((*told, *due))
    ]
    owed = tuple((payer, payee, points) for payer, payee, points in right if points != 0)
    return replace(content, payments=owed) if owed else None


def _items(content: Items, settled: Settlement) -> Items | None:
    """The items of that seat's hand, and those of its totals that the line states."""
    score = next((score for score in settled.scores if score.seat == content.seat), None)
    if score is None or not (items := score.items if content.keyword == "fan" else score.kongs):
        return None
    named = {name for name, _ in content.items}
    totals = [item for item in (*score.totals, *score.worth) if item.name in named]
    return replace(content, items=tuple((item.name, item.points) for item in (*items, *totals)))
