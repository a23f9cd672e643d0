"""Readings of deals without turns: with changed entries, or with lines that sheets leave out."""

from __future__ import annotations

from copy import copy

from mjlog.auditor.context import Context
from mjlog.auditor.judgement import Judgement, with_ready_named
from mjlog.auditor.settled_deal import Assumption, Interpretation
from mjlog.model.lazy_dataclass import replace
from mjlog.model.record import Deal
from mjlog.model.table import Table
from mjlog.referee.outcome import outcome_of, with_events
from mjlog.referee.rulebook import Outcome
from mjlog.referee.sheet_only import judged

Before = tuple[int | None, int | None]
"""Points on the table before a deal, and the number of counters."""


def read_sheet(
    first: Judgement, deal: Deal, before: Before, of_claims: Outcome | None, context: Context
) -> Interpretation:
    """Collect what is needed to compute the payments of a changed deal without turns.

    `deal` is the changed deal, `first` the deal as written. `before` has the points on the table
    and the counters before the deal. The outcome (who won, with which hands) is computed from
    `deal`. If only the described value of a hand was changed, pass the outcome as `of_claims`
    instead of None.
    """
    as_written, table = first.sheet, first.played.table
    if deal.dealer != as_written.deal.dealer:
        table = copy(table)
        table.dealer = table.turn = deal.dealer
        table.hand = table.hands[deal.dealer]
        table.head = deal
    outcome = as_written.outcome
    if of_claims is not None:
        outcome = with_events(deal, table, context.rules, of_claims)
    elif deal is not as_written.deal:
        outcome = _outcome_as_read(deal, table, first, before, context)
    return Interpretation(
        deal,
        context.rules,
        table,
        outcome,
        as_written.start,
        as_written.number,
        stated=context.stated,
        stakes_in_nets=context.stakes_in_nets,
    )


def supply_state(
    reading: Interpretation, state: Assumption, first: Judgement, context: Context
) -> Interpretation:
    """Return a copy of `reading` that supposes the missing lines of `state`.

    `reading` has what the payments of a deal are computed from. The lines are not added to its
    deal: `state` and the outcome with these lines are stored in the field `assumed`.
    """
    deal = replace(reading.deal, lines=(*reading.deal.lines, *state.lines))
    before = reading.outcome.pool, reading.outcome.counters
    outcome = _outcome_as_read(deal, reading.table, first, before, context)
    return replace(reading, assumed=replace(state, outcome=outcome))


def _outcome_as_read(
    deal: Deal, table: Table, first: Judgement, before: Before, context: Context
) -> Outcome:
    """Compute the outcome (winners, hands, ready players) of a changed deal.

    If the deal as written has errors about shown hands, and a hand is still not a legal win, all
    wins count as false.
    """
    outcome = outcome_of(deal, table, context.rules, before=before)
    outcome = with_ready_named(outcome, context)
    if first.opened and judged(deal, outcome, context.rules)[1]:
        return replace(outcome, winners=(), false_wins=outcome.winners)
    return outcome
