"""Runs ``mjlog score``: prints the items and payments of one winning hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from mjlog.auditor.report import Report
from mjlog.cli.terminal import settlement_lines
from mjlog.model.findings import faults
from mjlog.model.messages import Message
from mjlog.model.record import Seat
from mjlog.model.settlement import Settlement
from mjlog.referee.rulebook import NO_ROUND_WIND
from mjlog.report.text import findings
from mjlog.results import score_hand


def score(header: str, ready: Sequence[str], happened: Sequence[str], **hand: Any) -> int:
    """Score one winning hand, print its value and the payments, and return the exit status.

    The status is 0 if the hand was scored without an error, 1 if it was scored in spite of an
    error, 2 if it could not be scored. Raises UsageError if the options describe no winning hand.
    `header` is the value of a ``Rules`` header. `ready`, `happened` and `hand` are the options of
    the command that describe the hand.
    """
    try:
        winning = score_hand.WinningHand(header, ready=ready, happened=happened, **hand)
    except ValueError as problem:
        raise click.UsageError(str(problem)) from None
    report = score_hand.report(winning)
    settlement = score_hand.settlement(report)
    lines = dict(enumerate(winning.record.split("\n"), 1))
    wrong = faults(report.findings)
    for line in findings("the hand", wrong, lines):
        click.echo(line, err=True)
    if isinstance(settlement, Message):
        lacks_wind = winning.round is None and settlement == NO_ROUND_WIND
        hint = "; --round tells it" if lacks_wind else ""
        click.echo(f"This hand cannot be settled: {settlement}{hint}.", err=True)
        return 2
    for line in unjudged(report, winning):
        click.echo(line, err=True)
    for line in score_lines(settlement, winning.players, score_hand.lessons(report)):
        click.echo(line)
    for choice, why, other in score_hand.readings(winning, report):
        net = settlement_lines.net(other.net(winning.players))
        click.echo(f"  this preset is read as {choice} ({why}): else {net}")
    return int(bool(wrong))


def unjudged(report: Report, hand: score_hand.WinningHand) -> Iterator[str]:
    """Yield a warning for each rule about winning with pillars, if no pillars are marked.

    Pillars are tiles that a player sets apart; in the hand they are marked with ``'``. Without
    marks, these rules are not checked. Yield nothing if the rule set has no pillars.
    """
    rules = report.rules
    if (
        rules is None
        or not rules.play.spec.pillars
        or any("'" in word for word in (hand.tiles, *hand.melds))
    ):
        return
    for number, code in rules.bound:
        if code == "win.pillars":
            law = rules.laws[number]
            yield f"No pillar is marked with ', so this is not judged: {law.number} {law.text}"


def score_lines(
    settlement: Settlement, seats: int, lessons: Mapping[Seat, Sequence[str]]
) -> Iterator[str]:
    """Yield the lines to print for a scored hand: items, payments and changes of points.

    `lessons` maps seats to lines that explain a hand; they are printed in place of its items. The
    changes are left out if a payment is unknown.
    """
    yield from settlement_lines.hands(settlement, lessons)
    yield from settlement_lines.payments(settlement)
    if not settlement.unknown_pairs:
        yield f"  {settlement_lines.net(settlement.net(seats))}"
