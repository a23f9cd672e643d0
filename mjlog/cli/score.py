"""``mjlog score``: one winning hand with its items and payments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

from mjlog.auditor import score_hand as single
from mjlog.auditor.audit import Report
from mjlog.model.messages import as_message
from mjlog.model.record import Seat, seat_name
from mjlog.model.settlement import Item, Score, Settlement
from mjlog.report.text import findings


def score(header: str, ready: Sequence[str], happened: Sequence[str], **hand: Any) -> int:
    """The exit status: 0 settled, 1 settled but the hand has an error, 2 not settled."""
    try:
        winning = single.WinningHand(header, ready=ready, happened=happened, **hand)
    except ValueError as problem:
        raise click.UsageError(str(problem)) from None
    report = single.report(winning)
    settlement = single.settlement(report)
    lines = dict(enumerate(winning.record.split("\n"), 1))
    told = [finding for finding in report.findings if finding.severity != "note"]
    for line in findings("the hand", told, lines):
        click.echo(line, err=True)
    if isinstance(settlement, str):
        hint = (
            "; --round tells it"
            if winning.round is None and "wind of the round" in settlement
            else ""
        )
        click.echo(f"This hand cannot be settled: {settlement}{hint}.", err=True)
        return 2
    for line in unjudged(report, winning):
        click.echo(line, err=True)
    for line in settled(settlement, winning.players, single.lessons(report)):
        click.echo(line)
    for choice, why, other in single.readings(winning, report):
        click.echo(
            f"  this preset is read as {choice} ({why}): else {_net(other, winning.players)}"
        )
    return int(bool(told))


def unjudged(report: Report, hand: single.WinningHand) -> Iterator[str]:
    """What a hand leaves open that a rule asks for: which of its tiles are pillars."""
    rules = report.rules
    if (
        rules is None
        or not rules.spec.pillars
        or any("'" in word for word in (hand.tiles, *hand.melds))
    ):
        return
    for number, code in rules.bound:
        if code == "win.pillars":
            law = rules.laws[number]
            yield f"No pillar is marked with ', so this is not judged: {law.number} {law.text}"


def settled(
    settlement: Settlement, seats: int, lessons: Mapping[Seat, Sequence[str]]
) -> Iterator[str]:
    """The items of each hand or the lesson on it, the payments.

    And what the deal changes for each seat.
    """
    for each in settlement.scores:
        yield from _score(each, lessons.get(each.seat, ()))
    for payment in settlement.payments:
        reason = f" = {payment.reason}" if payment.reason else ""
        yield (
            f"  {seat_name(payment.payer)} pays {seat_name(payment.payee)} {payment.points}{reason}"
        )
    for one, other, words in settlement.untold:
        reason = as_message(words).english
        yield f"  {seat_name(one)} and {seat_name(other)}: cannot be told, {reason}"
    if settlement.untold:
        return
    yield f"  {_net(settlement, seats)}"


def _net(settlement: Settlement, seats: int) -> str:
    return "net " + ", ".join(
        f"{seat_name(seat)} {change:+d}" for seat, change in enumerate(settlement.net(seats))
    )


def _score(score: Score, lesson: Sequence[str]) -> Iterator[str]:
    formula = f" = {score.formula}" if score.formula and not lesson else ""
    totals = "".join(f", {item.points} {item.name}" for item in score.totals)
    told = f"{seat_name(score.seat)}: hand value {score.value} {score.unit}{formula or totals}"
    yield click.style(told, bold=True)
    yield from (f"  {line}" for line in lesson or map(_item, score.items))
    if score.kongs:
        yield f"  kongs: {score.kong_points}"
        yield from (f"  {_item(item)}" for item in score.kongs)


def _item(item: Item) -> str:
    return f"{item.points:>4}  {item.name}" + (f"  ({item.clause})" if item.clause else "")
