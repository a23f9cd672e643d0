"""The labels and dealers of deals on a sheet that only lists deals one after the other.

The rule set computes the next label and dealer from the deals before.
"""

from __future__ import annotations

from typing import Final

from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.deal_start import DealStart
from mjlog.auditor.diagnosis.open_suspects import propose_states_of_draw
from mjlog.auditor.settled_deal import Interpretation
from mjlog.auditor.totals import Totals, subtract_rows
from mjlog.model.deal_labels import named
from mjlog.model.lazy_dataclass import replace
from mjlog.model.record import NOBODY, Deal, NoWin, ReadySeats, Seat, WinLine
from mjlog.referee.outcome import outcome_of
from mjlog.referee.replay import replay
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Continuation

_FIRST: Final = "E1"


class CourseOfGame:
    """The label and the dealer of the next deal of a game, updated after each deal.

    Used for sheets that list deals without labels. `label` is empty and `dealer` is `NOBODY` if
    they do not follow from the rules.
    """

    def __init__(self, rules: RuleSet, seats: int) -> None:
        self.rules = rules
        self.seats = seats
        self.label = _FIRST
        self.dealer: Seat = 0
        self.counters: int | None = 0
        self.totals: Totals = (rules.progress.start_points,) * seats

    def go_on(self, deal: Deal) -> None:
        """Find out which deal follows `deal`, and store its label, dealer and counters here.

        If the next deal is not certain, the label is empty, the dealer is `NOBODY`, and the
        counters are None. If `deal` has a `score` line, the points in it are stored as `totals`.
        """
        sheet = self._check(deal)
        coming = sheet.continuation
        if (
            not isinstance(coming, Continuation)
            and deal.contents(NoWin)
            and not deal.contents(WinLine)
        ):
            coming = self._find_deal_after_draw(sheet) or coming
        for totals in deal.numbers("score"):
            self.totals = tuple(totals)
        if not isinstance(coming, Continuation):
            self.label, self.dealer, self.counters = "", NOBODY, None
            return
        # After the last named round a deal is named by its number.
        by_number = "" if named(deal.label) and coming.is_over else deal.label
        self.label = coming.label.removesuffix(".0") or by_number
        self.dealer, self.counters = coming.dealer, coming.counters

    def _check(self, deal: Deal) -> DealCheck:
        table = replay(deal, self.rules, seats=self.seats).table
        outcome = replace(outcome_of(deal, table, self.rules), counters=self.counters)
        return DealCheck(Interpretation(deal, self.rules, table, outcome, DealStart(self.totals)))

    def _find_deal_after_draw(self, sheet: DealCheck) -> Continuation | None:
        """Find out which deal follows a draw, from the recorded changes of points.

        The changes show which players were ready. Return None if no combination of ready players
        fits the changes, or if the combinations that fit lead to different deals.
        """
        stated_changes = {tuple(each) for each in sheet.deal.numbers("net")}
        stated_changes |= {subtract_rows(each, self.totals) for each in sheet.deal.numbers("score")}
        comings = []
        for state in propose_states_of_draw(
            sheet, is_ready_recorded=bool(sheet.deal.contents(ReadySeats))
        ):
            lines = (*sheet.deal.lines, *state.lines)
            other = self._check(replace(sheet.deal, lines=lines))
            if not stated_changes.isdisjoint(change for change, _ in other.whole_changes):
                comings.append(other.continuation)
        first = next(iter(comings), None)
        return (
            first
            if isinstance(first, Continuation) and comings.count(first) == len(comings)
            else None
        )
