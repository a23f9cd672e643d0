"""Checks of a deal's header: what the deal begins with, and whether that is right."""

from __future__ import annotations

from mjlog.auditor.carry import Carry
from mjlog.auditor.checks.deal_header_words import check_words
from mjlog.auditor.checks.next_header import check_next_header, name_due, name_of_first_due
from mjlog.auditor.context import Context
from mjlog.auditor.deal_start import DealStart
from mjlog.auditor.totals import listed
from mjlog.model.deal_labels import named
from mjlog.model.findings import Finding
from mjlog.model.messages import DealLabel, msg
from mjlog.model.record import Deal, whole_number
from mjlog.referee.rule_set import RuleSet


def check_deal_header(
    deal: Deal, number: int, carry: Carry, context: Context
) -> tuple[DealStart, list[Finding]]:
    """Compare the header of a deal with what the rules expect after the earlier deals.

    Return the state at the start of the deal (points, points on the table, counters), and the
    findings about the header. `number` counts deals from 1.
    """
    rules = context.rules
    due_name = ""
    counters, counters_due, findings = _check_counters(deal, number, carry, context)
    pool = pool_in_header(deal, rules)
    points = deal.points if len(deal.points) == context.game.seats else carry.points
    points_due = carry.points_due if points == carry.points else ()
    if carry.latest is not None:
        place = deal.span.place(number)
        # The deal before may have been read in an order of play that its header does not name.
        is_named = context.game.deals[number - 2].attribute("seats") is not None
        names_seats = bool(carry.latest.outcome.seating) and is_named
        findings += check_next_header(carry.latest, deal, place, names_seats=names_seats)
        due_name = name_due(carry.latest, deal)
        if None not in carry.points and not carry.is_unpriced and not carry.has_left(points):
            recorded, due = listed(points), listed(carry.points)
            sentence = msg(
                "this deal begins with {recorded}, but the deal before left {due}",
                recorded=recorded,
                due=due,
            )
            findings += context.error(
                "score.chain", sentence, place, recorded=recorded, expected=due
            )
            points_due = carry.points_due or carry.points
        if pool is not None and carry.pool is not None and not carry.may_leave(pool):
            sentence = msg(
                "points on the table: the record has {points}, the deals before left {due}",
                points=pool,
                due=carry.pool,
            )
            recorded, due = deal.word(rules.pot.word), str(carry.pool // rules.pot.unit)
            findings += context.error("pay.pool", sentence, place, recorded=recorded, expected=due)
    elif len(context.game.deals) > 1 and not rules.progress.numbers_deals:
        due_name = _check_name_of_first(deal, context, findings)
    start = DealStart(
        points,
        points_due,
        bool(deal.points) and points == carry.points,
        carry.sum_due,
        carry.pool if pool is None else pool,
        counters,
        counters_due,
        due_name,
        carry.is_over,
    )
    return start, [*check_words(deal, number, rules), *findings]


def _check_name_of_first(deal: Deal, context: Context, findings: list[Finding]) -> str:
    """Check the label of the first deal by the labels of the later deals.

    If the label is wrong, add an error to `findings` and return the right label. Otherwise return
    an empty string.
    """
    game = context.game
    due = name_of_first_due(game.deals, game.seats)
    if not due:
        return ""
    words = msg(
        "the deal has the name {recorded}, but before {label} comes {due}",
        recorded=DealLabel(deal.label),
        label=DealLabel(game.deals[1].label),
        due=DealLabel(due),
    )
    place = deal.span.place(1)
    findings += context.error("next.round", words, place, recorded=deal.label, expected=due)
    return due


def pool_in_header(deal: Deal, rules: RuleSet) -> int | None:
    """Return the number of points on the table before a deal, as the header of the deal states it.

    Return None if the header does not state it, or if points are never on the table by these rules.
    """
    stacked = whole_number(deal.word(rules.pot.word))
    return None if stacked is None or not rules.pot.used else stacked * rules.pot.unit


def _check_counters(
    deal: Deal, number: int, carry: Carry, context: Context
) -> tuple[int | None, int | None, list[Finding]]:
    """Check the counters (honba: how often in a row the dealer has dealt again) in a deal's header.

    Return a tuple: the recorded number, the number that follows from the earlier deals, and the
    errors. If header and label state no counters, the recorded number is the number that the rules
    expect. A number is None if unknown.
    """
    word, is_next = context.rules.progress.counter_word, True
    due: int | None = 0
    # A record may begin in the middle of a game.
    followed: int | None = 0 if named(deal.label) == (0, 0) else None
    if carry.latest is not None:
        due, is_next = carry.counters_due(), carry.is_followed_by(deal)
        followed = due if is_next else None
    if not word:
        return (due if is_next else None), followed, []
    by_word, by_label = deal.attribute(word), ""
    if context.rules.progress.name_counts:
        by_label = deal.label.partition(".")[2]
    recorded = by_word or by_label
    counters = whole_number(recorded)
    if counters is None:
        return due, followed, []
    place = deal.span.place(number)
    if by_word and whole_number(by_label) not in {None, counters}:
        says = "{word} says {recorded}, but the deal's name says {label}"
        words, expected = msg(says, word=word, recorded=recorded, label=by_label), by_label
    elif (
        carry.latest is not None
        and due not in {None, counters}
        and deal.dealer == carry.latest.next_dealer
    ):
        says = "deals in a row under this dealer: the record has {recorded}, the rules give {due}"
        words, expected = msg(says, recorded=recorded, due=due), str(due)
    else:
        return counters, followed, []
    findings = context.error("next.counters", words, place, recorded=recorded, expected=expected)
    return counters, followed, findings
