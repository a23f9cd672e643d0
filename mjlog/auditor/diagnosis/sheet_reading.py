"""A deal without turns as it may be read: with other entries, or with lines that it leaves out."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from mjlog.auditor.context import Context
from mjlog.auditor.judgement import Judgement, with_ready_named
from mjlog.auditor.settled_deal import Assumed, Reading
from mjlog.model.frozen import value
from mjlog.model.lazy_dataclass import replace
from mjlog.model.record import Deal
from mjlog.model.table import Table
from mjlog.referee.outcome import looked_over, outcome_of
from mjlog.referee.rulebook import Outcome
from mjlog.referee.sheet_only import judged

if TYPE_CHECKING:
    from mjlog.auditor.diagnosis.open_suspects import Assumption


@value
class SheetReading:
    """A deal of a sheet as it may be read, with what was on the table and the counters before it.

    `outcome` is what it came to, except for what the rules collect in it; None if not known.
    """

    deal: Deal
    pool: int | None
    counters: int | None
    outcome: Outcome | None = None


def read_sheet(first: Judgement, reading: SheetReading, context: Context) -> Reading:
    """Return a deal without turns as read otherwise, before the rules settle it."""
    as_written, deal, table = first.sheet, reading.deal, first.played.table
    if deal.dealer != as_written.deal.dealer:
        table = copy(table)
        table.dealer = table.turn = deal.dealer
        table.hand = table.hands[deal.dealer]
        table.head = deal
    outcome = as_written.outcome
    if deal is not as_written.deal:
        outcome = _outcome_as_read(deal, table, first, reading, context)
    return Reading(
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
    reading: Reading, state: Assumption, first: Judgement, context: Context
) -> Reading:
    """Return a reading of a deal with lines that its sheet leaves out."""
    deal = replace(reading.deal, lines=(*reading.deal.lines, *state.lines))
    before = SheetReading(deal, reading.outcome.pool, reading.outcome.counters)
    outcome = _outcome_as_read(deal, reading.table, first, before, context)
    return replace(reading, assumed=Assumed(state.words, state.lines, outcome))


def _outcome_as_read(
    deal: Deal, table: Table, first: Judgement, reading: SheetReading, context: Context
) -> Outcome:
    """Return the outcome of a deal by a reading of it, perhaps with lines supplied."""
    rules = context.rules
    if reading.outcome is not None:
        return looked_over(deal, table, rules, reading.outcome)
    outcome = outcome_of(deal, table, rules, before=(reading.pool, reading.counters))
    outcome = with_ready_named(outcome, context)
    if first.opened and judged(deal, outcome, rules)[1]:
        return replace(outcome, winners=(), false_wins=outcome.winners)
    return outcome
