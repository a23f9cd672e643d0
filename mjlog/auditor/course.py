"""The names of deals that a sheet only lists: who deals each, and what it is called.

The rule set tells them one after the other, from what the deals before came to.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mjlog.auditor.deal_check import DealCheck
from mjlog.model.deal_labels import named
from mjlog.model.record import NOBODY, Deal, Seat
from mjlog.referee.outcome import outcome_of
from mjlog.referee.replay import replay
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Coming

_FIRST: Final = "E1"


class CourseOfGame:
    """Goes through the deals of a game and tells how the next one is named.

    `label` is empty and `dealer` `NOBODY` where the rules do not tell.
    """

    def __init__(self, rules: RuleSet, seats: int) -> None:
        self.rules = rules
        self.seats = seats
        self.label = _FIRST
        self.dealer: Seat = 0
        self.counters: int | None = 0

    def go_on(self, deal: Deal) -> None:
        """Takes a deal that has its name and dealer, and says how the one behind it is called."""
        coming = self._after(deal)
        if not isinstance(coming, Coming):
            self.label, self.dealer, self.counters = "", NOBODY, None
            return
        self.label = _called(coming) or self._by_hand(deal, coming)
        self.dealer, self.counters = coming.dealer, coming.counters

    def _after(self, deal: Deal) -> object:
        table = replay(deal, self.rules, seats=self.seats).table
        outcome = replace(outcome_of(deal, table, self.rules), counters=self.counters)
        return DealCheck(deal, self.rules, table, outcome, (None,) * self.seats).coming

    @staticmethod
    def _by_hand(deal: Deal, coming: Coming) -> str:
        """A deal behind the last round that has a name goes by its number."""
        return "" if named(deal.label) and coming.over else deal.label


def _called(coming: Coming) -> str:
    """The name, without a counter of none."""
    return coming.label.removesuffix(".0")
