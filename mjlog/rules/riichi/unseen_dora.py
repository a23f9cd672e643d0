"""Riichi: indicators missing in a deal with turns, and the dora that they may add to a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mjlog.model.messages import Message, msg
from mjlog.model.record import REVEAL, Deal, Indicators, is_kong, seat_name
from mjlog.model.table import Table
from mjlog.model.tiles import Tile, kinds_of
from mjlog.referee.needed_facts import TURNED_UP, NeededFact
from mjlog.referee.rulebook import Outcome, Winner
from mjlog.rules.riichi.dora import count_due
from mjlog.rules.riichi.events import Course

BONUS_ITEMS: Final = frozenset({"dora", "ura"})
"""Items that a hand has because of indicators."""
RIICHI: Final = frozenset({"riichi", "double-riichi"})
"""Patterns of a winner who may turn up the hidden indicators."""


class UnseenDora:
    """Finds dora indicators that are missing in a deal with turns, under one choice of options."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.ura = settings["ura"] == "true"
        self.kong_dora = settings["kong_dora"]
        self.under_kongs = settings["kong_ura"] == "true" and settings["kong_dora"] != "none"

    def lacking(self, winner: Winner, outcome: Outcome) -> tuple[int, int]:
        """Return how many open and how many hidden dora indicators the record lacks, as a pair.

        Both numbers are 0 in a record without turns. Hidden indicators are needed only if `winner`
        is in riichi.
        """
        course: Course = outcome.seen
        due = course.indicators_due
        if not due:
            return 0, 0
        hidden_due = 0
        if (
            self.ura
            and course.is_won
            and not RIICHI.isdisjoint(course.happened.get(winner.seat, ()))
        ):
            hidden_due = max(due, len(course.indicators)) if self.under_kongs else 1
        return (
            max(0, due - len(course.indicators)),
            max(0, hidden_due - len(course.hidden)),
        )

    def needs(self, deal: Deal, table: Table) -> Iterator[NeededFact]:
        """Yield questions to the user about dora indicators that are missing in a deal with turns.

        A question is a `NeededFact`. There is at most one about open indicators and one about
        hidden ones. An indicator for a kong is asked for only if a turn has a kong but no
        indicator.
        """
        if not table.indicators:
            yield NeededFact("dora", msg("Which tile is the dora indicator?"))
        elif len(table.indicators) < count_due(table, kongs=self.kong_dora):
            silent = [
                index
                for index, turn in enumerate(deal.turns)
                if any(is_kong(act) for act in turn.acts)
                and REVEAL not in [act.kind for act in turn.acts]
            ]
            if silent:
                words = msg("Which indicator is turned up for the kong?")
                yield NeededFact(TURNED_UP, words, turn=silent[-1])
        if not self.ura or [line for line in deal.contents(Indicators) if line.hidden]:
            return
        if any(table.hands[seat].ready for seat in table.winners):
            number = max(1, len(table.indicators)) if self.under_kongs else 1
            yield NeededFact("ura", msg("Which hidden indicators are turned up?"), number)

    def possible(self, winner: Winner, outcome: Outcome, norths: Sequence[Tile]) -> tuple[int, ...]:
        """Return each number of additional dora that missing indicators may give a hand.

        The numbers are in ascending order; the tuple is empty if no indicator is missing. `norths`
        are tiles that the winner set aside; they can be dora, too.
        """
        missing = sum(self.lacking(winner, outcome))
        if not missing:
            return ()
        held = Counter(kinds_of((*winner.every_tile, *norths)))
        sums = {0}
        for _ in range(missing):
            sums = {whole + marked for whole in sums for marked in {0, *held.values()}}
        return tuple(sorted(sums))

    def reason(self, winner: Winner, outcome: Outcome) -> Message:
        """Return a message that the hand's dora are unknown and which indicators are missing.

        For example "an indicator is not recorded, and so not how many dora A's hand has".
        """
        lacks_open, _ = self.lacking(winner, outcome)
        course: Course = outcome.seen
        words = msg(
            "the hidden indicators are not recorded, and so not whether {seat}'s hand has ura dora",
            seat=seat_name(winner.seat),
        )
        if lacks_open and course.indicators:
            words = msg(
                "an indicator is not recorded, and so not how many dora {seat}'s hand has",
                seat=seat_name(winner.seat),
            )
        elif lacks_open:
            words = no_indicator(winner)
        return words.lacking("indicators")


def no_indicator(winner: Winner) -> Message:
    """Return a message that the record has no dora indicator, so the winner's dora are unknown."""
    return msg(
        "the record has no indicator, so it does not show whether {seat}'s hand has dora",
        seat=seat_name(winner.seat),
    )
