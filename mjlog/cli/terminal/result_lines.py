"""Prints the end of a deal: who won from whom, payments, totals, findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import click

from mjlog.auditor.debts import fines, is_fine
from mjlog.auditor.report import Report
from mjlog.cli.terminal import settlement_lines
from mjlog.model.findings import Finding, findings_of_deal
from mjlog.model.messages import to_message
from mjlog.model.record import Deal, Pay, Ruling, seat_name
from mjlog.model.settlement import Settlement, paid_in_all
from mjlog.model.tiles import text
from mjlog.referee.outcome import outcome_of
from mjlog.referee.replay import replay
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Outcome,
    Winner,
)
from mjlog.report.text import COLOURS, claims, counted_noun, printable
from mjlog.report.vocabulary import end_in_words


def result(report: Report, rules: RuleSet, number: int) -> Iterator[str]:
    """Yield the lines that show how a deal ended: wins, payments, fines, and points.

    `number` is the number of the deal. Yield nothing if the audit could not settle the deal, for
    example because the rules do not allow that number of players.
    """
    # A game that these rules do not allow, such as a game of two players, is not settled.
    if number > len(report.results):
        return
    deal = report.game.deals[number - 1]
    outcome = outcome_of(deal, replay(deal, rules, seats=report.game.seats).table, rules)
    yield click.style("Result", bold=True)
    yield from (f"  {printable(line)}" for line in _ending(outcome, rules))
    settlement = report.results[number - 1].settlement
    if settlement is not None:
        yield from _settled_deal_lines(settlement.paired_as_recorded(paid_in_all(deal)))
    yield from _fined(deal, rules, outcome)
    yield from _sums(report, deal, number)


def _ending(outcome: Outcome, rules: RuleSet) -> Iterator[str]:
    yield from (_win(winner) for winner in outcome.winners)
    for false in outcome.false_wins:
        yield f"{_win(false)}: by the rules this is no win"
    if outcome.washout is not None:
        ending = end_in_words(outcome.washout, rules)
        yield f"the deal ends: {ending}" if outcome.declared else f"no win: {ending}"
    elif not outcome.declared:
        yield "the record does not say how the deal ended"


def _win(winner: Winner) -> str:
    who, tile = seat_name(winner.seat), text((winner.tile,))
    if winner.own_draw:
        return f"{who} wins on {tile}, self-drawn"
    whom = seat_name(winner.source)
    return f"{who} wins on {tile}, " + (
        f"robbing the kong of {whom}" if winner.robbed else f"discarded by {whom}"
    )


def _settled_deal_lines(settlement: Settlement) -> Iterator[str]:
    """Yield the lines about a settled deal: winning hands with their items, then payments.

    The first payments are stakes that players paid during play, such as riichi sticks.
    """
    yield from (f"  {line}" for line in settlement_lines.hands(settlement, {}))
    yield from (settlement_lines.payment(each) for each in settlement.staked)
    yield from settlement_lines.payments(settlement)


def _fined(deal: Deal, rules: RuleSet, outcome: Outcome) -> Iterator[str]:
    """Yield lines for the referee's rulings and the fines of a deal.

    The fines that the rules require come first, then the fines that the record states. `outcome`
    says who won and how.
    """
    for ruling in deal.contents(Ruling):
        yield f"  ruled: {seat_name(ruling.seat)} {printable(ruling.name)}"
    for fine in fines(deal, rules, outcome).payment_sets[0].payments:
        yield f"{settlement_lines.payment(fine)} ({fine.cause})"
    for line in deal.contents(Pay):
        if is_fine(line.cause, rules):
            yield from (f"  {printable(written)}" for written in _recorded_line(line))


def _recorded_line(line: Pay) -> Iterator[str]:
    for payer, payee, points in line.payments:
        amount = "?" if points is None else points
        yield f"{seat_name(payer)} pays {seat_name(payee)} {amount} ({line.cause}), as recorded"


def _sums(report: Report, deal: Deal, number: int) -> Iterator[str]:
    """Yield a line with the changes of points in a deal, and a line with the points afterwards.

    Both lines have a number for each seat. The changes are computed by the rules and the referee's
    rulings. If they are unknown, yield one line with the reason, or nothing if there is no reason.
    The second line is left out if the points before the deal are unknown.
    """
    changes = report.results[number - 1].change
    if changes is None:
        reason = to_message(report.results[number - 1].unsettled).english
        yield from [f"  the sums cannot be told: {printable(reason)}"] if reason else []
        return
    yield f"  {settlement_lines.net(changes)}"
    if len(deal.points) == len(changes):
        yield f"  {settlement_lines.totals(deal.points, changes)}"


def tally(report: Report, findings: Sequence[Finding], number: int) -> Iterator[str]:
    """Yield two lines: counts of the claims of a deal, and counts of its findings.

    The first line has the number of claims for each result of the check, such as agreed. It is left
    out if the record has no claims about the deal.
    """
    answers = Counter(verdict.answer for verdict in findings_of_deal(report.verdicts, number))
    if answers:
        yield claims(answers)
    severities = Counter(finding.severity for finding in findings)
    counted = [
        click.style(counted_noun(number, severity), fg=COLOURS[severity])
        for severity, number in sorted(severities.items())
    ]
    yield ", ".join(counted) or "no finding"
